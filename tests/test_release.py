"""`make release` refuses a tree that is not ready, and a dry run changes nothing."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import parlour

ROOT = Path(__file__).parents[1]
NUMBER = parlour.__version__
READY = f"# Changelog\n\n## Unreleased\n\n## {NUMBER} - 2026-01-02\n"

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="a release needs git")


def git(folder: Path, *arguments: str) -> str:
    who = ("-c", "user.name=Ana", "-c", "user.email=ana@example.org", "-c", "commit.gpgsign=false")
    return subprocess.run(
        ["git", *who, *arguments], cwd=folder, capture_output=True, text=True, check=True
    ).stdout.strip()


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A small repository that is ready to be released."""
    for name in ("scripts/release.py", "src/parlour/__init__.py"):
        (tmp_path / name).parent.mkdir(parents=True)
        shutil.copy(ROOT / name, tmp_path / name)
    (tmp_path / "CHANGELOG.md").write_text(READY, encoding="utf-8")
    git(tmp_path, "init", "--quiet", "--initial-branch", "main")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "--quiet", "--message", "All of it")
    return tmp_path


def release(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    script = str(folder / "scripts" / "release.py")
    return subprocess.run([sys.executable, script, *arguments], capture_output=True, text=True, check=False)


def test_a_dry_run_names_every_step_and_changes_nothing(tree: Path) -> None:
    done = release(tree, "--dry")
    assert (done.returncode, done.stderr) == (0, "")
    steps = [line.removeprefix("would run: ").split()[:2] for line in done.stdout.splitlines()]
    assert steps[:3] == [["make", "lint"], ["make", "test"], ["make", "client"]] and steps[-1] == ["git", "tag"]
    assert git(tree, "tag") == "" and not (tree / "dist").exists() and git(tree, "status", "--porcelain") == ""
    assert "make test" not in release(tree, "--dry", "--skip-tests").stdout


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (lambda tree: (tree / "new.txt").write_text("x"), "not committed"),
        (lambda tree: git(tree, "checkout", "--quiet", "-b", "other"), "Releases are made on main; this is other."),
        (lambda tree: git(tree, "tag", f"v{NUMBER}"), f"The tag v{NUMBER} exists."),
        (lambda tree: (tree / "CHANGELOG.md").write_text("## Unreleased\n"), "CHANGELOG.md has no heading"),
    ],
)
def test_a_tree_that_is_not_ready_is_refused(tree: Path, spoil: object, said: str) -> None:
    assert callable(spoil)
    spoil(tree)
    for arguments in ((), ("--dry",)):
        done = release(tree, *arguments)
        assert done.returncode == 1 and said in done.stderr
        assert "==" not in done.stdout, "nothing was done"


def test_what_was_built_must_be_complete(tree: Path) -> None:
    done = release(tree, "--check-built")
    assert done.returncode == 1 and "lacks the sdist or the wheel" in done.stderr


@pytest.mark.parametrize("pins", sorted((ROOT / "requirements").glob("*.txt")), ids=lambda path: path.name)
def test_every_pin_has_a_hash(pins: Path) -> None:
    """A changed package at a registry is refused: pip and uv compare what they download with these."""
    text = "\n".join(line for line in pins.read_text(encoding="utf-8").splitlines() if not line.startswith("#"))
    pinned = [one for one in text.replace("\\\n", " ").splitlines() if one.strip()]
    assert pinned
    for one in pinned:
        assert "==" in one and "--hash=sha256:" in one, one


def test_the_bill_of_materials_names_versions_licences_and_hashes(tmp_path: Path) -> None:
    made = tmp_path / "bill.json"
    subprocess.run([sys.executable, ROOT / "scripts" / "sbom.py", made], check=True)
    parts = json.loads(made.read_text(encoding="utf-8"))["components"]
    by_name = {part["name"]: part for part in parts}
    assert {"uvicorn", "msgspec", "svelte"} <= set(by_name)
    for part in parts:
        assert part["version"] and part["purl"].endswith(f"@{part['version']}")
        facts = {fact["name"] for fact in part.get("properties", ())}
        assert part.get("hashes") or "parlour:distribution-sha256" in facts, part
        assert part.get("licenses") or "parlour:only-if" in facts, part


def test_every_installation_compares_hashes() -> None:
    """What is installed without them is our own package, alone."""
    lines = [
        line
        for name in ("Makefile", "deploy/Dockerfile")
        for line in (ROOT / name).read_text(encoding="utf-8").splitlines()
        if "pip install" in line
    ]
    assert len(lines) >= 7
    for line in lines:
        assert "--require-hashes" in line or "--no-deps" in line, line
