"""One version number: `parlour.__version__`. The wheel, the command line and the interfaces take it from there."""

import json
import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import parlour

ROOT = Path(__file__).parents[1]
METADATA = "from setuptools import build_meta; build_meta.prepare_metadata_for_build_wheel('.')"


@pytest.mark.parametrize("version", [parlour.__version__, "9.8.7"])
def test_a_wheel_takes_its_version_from_the_package(version: str, tmp_path: Path) -> None:
    package = tmp_path / "src" / "parlour"
    package.mkdir(parents=True)
    (tmp_path / "scripts").mkdir()
    for name in ("pyproject.toml", "setup.py", "scripts/native_extensions.py", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, tmp_path / name)
    source = (ROOT / "src" / "parlour" / "__init__.py").read_text(encoding="utf-8")
    changed = source.replace(f'__version__ = "{parlour.__version__}"', f'__version__ = "{version}"')
    (package / "__init__.py").write_text(changed, encoding="utf-8")
    pure = {**os.environ, "PARLOUR_PURE": "1"}
    subprocess.run([sys.executable, "-c", METADATA], cwd=tmp_path, env=pure, capture_output=True, check=True)
    metadata = (tmp_path / f"parlour-{version}.dist-info" / "METADATA").read_text(encoding="utf-8")
    assert f"\nVersion: {version}\n" in metadata


def test_the_command_line_says_it(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "parlour", "--version"], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert done.stdout.startswith(f"parlour {parlour.__version__} (")


def test_no_other_file_repeats_it() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert "version" not in project and project["dynamic"] == ["version"]
    assert "version" not in json.loads((ROOT / "web" / "package.json").read_text(encoding="utf-8"))
    repeated = [
        path.relative_to(ROOT)
        for folder in ("src", "scripts")
        for path in (ROOT / folder).rglob("*.py")
        if f'"{parlour.__version__}"' in path.read_text(encoding="utf-8")
    ]
    assert repeated == [Path("src", "parlour", "__init__.py")]
