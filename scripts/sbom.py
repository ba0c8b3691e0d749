"""Write the software bill of materials of a release (CycloneDX JSON) from the pins: `python scripts/sbom.py FILE`.

It lists what playing needs (`requirements/play.txt`) and what the browser client is built from
(`web/package-lock.json`), each with its version, its licence and the hashes that an installation checks. The licence
of a Python package is what its installed copy says; packages for other systems are not installed and have none.
"""

import base64
import json
import re
import sys
from importlib import metadata
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PIN = re.compile(r"^(?P<name>[A-Za-z0-9._-]+)==(?P<version>[^\s;\\]+)(?: ; (?P<marker>[^\\]*))?")
HASH = re.compile(r"--hash=sha256:([0-9a-f]{64})")

Component = dict[str, object]


def python_components(pins: str) -> list[Component]:
    """The Python packages of a file of pins."""
    found: list[Component] = []
    for block in re.split(r"\n(?=\S)", pins.strip()):
        pin = PIN.match(block)
        if pin is None:
            continue
        name, version = pin["name"], pin["version"]
        properties = [{"name": "parlour:distribution-sha256", "value": one} for one in HASH.findall(block)]
        if pin["marker"]:
            properties.append({"name": "parlour:only-if", "value": pin["marker"].strip()})
        found.append(_component("pypi", name, version, {**_licences(licence_of(name)), "properties": properties}))
    return found


def npm_components(lock: str) -> list[Component]:
    """The JavaScript packages that building the client installs."""
    packages = json.loads(lock)["packages"]
    found: list[Component] = []
    for place, package in sorted(packages.items()):
        if place and not package.get("dev") and "version" in package:
            name = place.rpartition("node_modules/")[2]
            kind, _, digest = package.get("integrity", "").partition("-")
            content = base64.b64decode(digest).hex()
            hashes = [{"alg": "SHA-512", "content": content}] if kind == "sha512" else []
            licences = _licences(package.get("license", ""))
            found.append(_component("npm", name, package["version"], {**licences, "hashes": hashes}))
    return found


def licence_of(name: str) -> str:
    """The licence an installed Python package names; "" if it is not installed or names none."""
    try:
        said = metadata.metadata(name)
    except metadata.PackageNotFoundError:
        return ""
    classes = [line for line in said.get_all("Classifier") or () if line.startswith("License ::")]
    short = (said.get("License") or "").strip()
    named = [line.rpartition(" :: ")[2] for line in classes]
    return said.get("License-Expression") or (short if "\n" not in short else "") or ", ".join(named)


def _licences(name: str) -> Component:
    return {"licenses": [{"license": {"name": name}}]} if name else {}


def _component(kind: str, name: str, version: str, more: Component) -> Component:
    address = f"pkg:{kind}/{name.replace('@', '%40')}@{version}"
    return {"type": "library", "name": name, "version": version, "purl": address, "bom-ref": address, **more}


def bill(number: str) -> dict[str, object]:
    """The whole bill for a version of Parlour."""
    pins = (ROOT / "requirements" / "play.txt").read_text(encoding="utf-8")
    lock = (ROOT / "web" / "package-lock.json").read_text(encoding="utf-8")
    itself = _component("pypi", "parlour", number, {"type": "application"})
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {"component": itself},
        "components": [*python_components(pins), *npm_components(lock)],
    }


if __name__ == "__main__":
    from release import version

    text = json.dumps(bill(version()), indent=1) + "\n"
    Path(sys.argv[1]).write_text(text, encoding="utf-8")
