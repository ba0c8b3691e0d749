"""The files in deploy/ fit the project: their commands exist, what they copy is there, and nothing runs as root."""

import ipaddress
import json
import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest

from parlour.cli import app

ROOT = Path(__file__).parents[1]
DEPLOY = ROOT / "deploy"


def dockerfile() -> list[list[str]]:
    """The stages of the Dockerfile, as lists of instructions."""
    text = re.sub(r"\\\n\s*", " ", (DEPLOY / "Dockerfile").read_text(encoding="utf-8"))
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    starts = [number for number, line in enumerate(lines) if line.startswith("FROM ")]
    return [lines[start:end] for start, end in zip(starts, [*starts[1:], len(lines)], strict=True)]


def said(stage: list[str], instruction: str) -> list[str]:
    return [line.removeprefix(f"{instruction} ") for line in stage if line.startswith(f"{instruction} ")]


def compose_command() -> list[str]:
    """The flags that the compose file gives to each server, with sample values."""
    text = (DEPLOY / "compose.yaml").read_text(encoding="utf-8")
    block = re.search(r"^  command:\n((?:    - .+\n)+)", text, re.M)
    assert block is not None
    return [re.sub(r"\$\{[^}]+\}", "value", line.removeprefix("    - ")) for line in block[1].splitlines()]


def test_what_the_image_copies_is_there_and_not_left_out() -> None:
    sent = set(re.findall(r"^!(\S+)$", (ROOT / ".dockerignore").read_text(encoding="utf-8"), re.M))
    for stage in dockerfile():
        for copy in said(stage, "COPY"):
            if not copy.startswith("--from="):
                for source in copy.split()[:-1]:
                    assert (ROOT / source).exists(), source
                    assert source.split("/")[0] in sent, f"{source} is not sent to the builder"


def test_the_image_is_small_and_runs_without_root() -> None:
    *builders, last = dockerfile()
    assert all(":" in stage[0].split()[1] for stage in [*builders, last]), "every image has a version"
    assert said(last, "USER") == ["parlour"] and said(last, "STOPSIGNAL") == ["SIGTERM"]
    assert said(last, "VOLUME") == ["/data"] and "/healthz" in said(last, "HEALTHCHECK")[0]
    installs = [run for stage in [*builders, last] for run in said(stage, "RUN") if "apt-get install" in run]
    assert all("--no-install-recommends" in run and "rm -rf /var/lib/apt/lists" in run for run in installs)
    assert not any("apt-get" in run for run in said(last, "RUN")), "the last stage installs Python packages only"


def test_the_commands_exist() -> None:
    last = dockerfile()[-1]
    program, *served = json.loads(said(last, "ENTRYPOINT")[0])
    assert program == "parlour"
    unit = re.search(r"^ExecStart=(.+)$", (DEPLOY / "parlour.service").read_text(encoding="utf-8"), re.M)
    assert unit is not None
    for words in (
        [*served, *json.loads(said(last, "CMD")[0])],
        [*served, *compose_command()],
        shlex.split(unit[1])[1:],
    ):
        app.parse_args(words, print_error=False, exit_on_error=False)  # raises what is wrong


def test_the_proxy_knows_both_servers_and_is_trusted() -> None:
    compose = (DEPLOY / "compose.yaml").read_text(encoding="utf-8")
    servers = re.findall(r"^  (parlour-\d): \*parlour$", compose, re.M)
    proxied = re.findall(r"(parlour-\d):8000", (DEPLOY / "Caddyfile").read_text(encoding="utf-8"))
    assert servers == proxied and len(servers) == 2
    words = compose_command()
    proxy = words[words.index("--proxy") + 1]
    assert f"ipv4_address: {proxy}" in compose


def test_no_other_container_gets_the_proxy_s_address() -> None:
    """Addresses are given out in the order of starting, and the proxy starts last."""
    compose = (DEPLOY / "compose.yaml").read_text(encoding="utf-8")
    (proxy,) = re.findall(r"ipv4_address: (\S+)", compose)
    ((subnet, others),) = re.findall(r"subnet: (\S+), ip_range: (\S+) ", compose)
    assert ipaddress.ip_address(proxy) in ipaddress.ip_network(subnet)
    assert ipaddress.ip_address(proxy) not in ipaddress.ip_network(others)


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="there is no systemd")
def test_the_unit_is_right() -> None:
    done = subprocess.run(
        ["systemd-analyze", "verify", str(DEPLOY / "parlour.service")], capture_output=True, text=True, check=False
    )
    complaints = [line for line in done.stderr.splitlines() if "parlour.service" in line]
    assert [line for line in complaints if "is not executable: No such file" not in line] == []
