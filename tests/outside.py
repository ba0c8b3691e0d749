"""Packages that offer games, installed into a folder of their own: with it on PYTHONPATH, Parlour finds them."""

import shutil
import subprocess
import sys
from pathlib import Path

EXAMPLE = Path(__file__).parents[1] / "examples" / "midnight_masks"


def install_example(folder: Path) -> Path:
    """Build and install examples/midnight_masks as anybody would, without the network; returns where it lies."""
    sources, site = folder / "sources", folder / "site"
    shutil.copytree(EXAMPLE, sources, ignore=shutil.ignore_patterns("__pycache__", "build", "*.egg-info"))
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    alone = ["--no-index", "--no-deps", "--no-build-isolation"]
    subprocess.run([*pip, *alone, "--target", str(site), str(sources)], check=True, capture_output=True, text=True)
    return site


def offer(site: Path, slug: str, code: str, module: str = "") -> None:
    """Write a package of one file that offers a game."""
    name = slug.replace("-", "_")
    (site / name).mkdir(parents=True)
    (site / name / "__init__.py").write_text(code, encoding="utf-8")
    about = site / f"{name}-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: a-{slug}\nVersion: 1.0\n", encoding="utf-8")
    (about / "entry_points.txt").write_text(f"[parlour.games]\n{slug} = {module or name}\n", encoding="utf-8")
