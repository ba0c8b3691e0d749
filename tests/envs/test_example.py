"""The training example runs from its command line to its picture."""

import os
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

np = pytest.importorskip("numpy")

ROOT = Path(__file__).parents[2]


def test_the_training_example_writes_what_it_promises(tmp_path: Path) -> None:
    path = os.pathsep.join(filter(None, [str(ROOT / "src"), os.environ.get("PYTHONPATH", "")]))
    words = ["--games", "4", "--batch", "2", "--measure", "2", "--out", str(tmp_path)]
    done = subprocess.run(
        [sys.executable, str(ROOT / "examples" / "train_baseline.py"), *words],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": path, "OPENBLAS_NUM_THREADS": "1"},
        check=True,
        timeout=300,
    )
    assert "4 games" in done.stdout
    assert ElementTree.parse(tmp_path / "learning_curve.svg").getroot().tag.endswith("svg")
    assert (tmp_path / "learning_curve.csv").read_text(encoding="utf-8").startswith("games,cpu_seconds,random,normal")
    with np.load(tmp_path / "network.npz") as weights:
        assert all(np.isfinite(weights[name]).all() for name in weights)
