"""`make mutants`: a change that a test must notice is noticed."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
TRY = """
import json, sys
from pathlib import Path
sys.path.insert(0, "scripts")
from mutant_tests import Tests
from mutations import mutants

base, file = Path("src/parlour").absolute(), "core/rng.py"
tests = Tests(base, [file], ["tests/core/test_luck.py"])
failed = tests.learn()
verdicts = [tests.try_out(one, 4.0) for one in list(mutants(base, file))[:5]]
print(json.dumps([failed, [one.test for one in verdicts]]))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="the script forks and watches its children as Linux can")
def test_changes_are_noticed() -> None:
    """The collected tests are frozen for the garbage collector, which once hid every function from the script."""
    plain = {**os.environ, "PARLOUR_PURE": "1", "PYTHONHASHSEED": "0"}
    done = subprocess.run([sys.executable, "-c", TRY], cwd=ROOT, env=plain, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    failed, noticed = json.loads(done.stdout.splitlines()[-1])
    assert not failed
    assert any(noticed)
