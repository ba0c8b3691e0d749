"""The examples in docstrings are true."""

import doctest
import pkgutil
from importlib import import_module

import pytest

import parlour

MODULES = [
    module.name for module in pkgutil.walk_packages(parlour.__path__, "parlour.") if "__main__" not in module.name
]


@pytest.mark.parametrize("name", ["parlour", *MODULES])
def test_the_examples_of_a_module(name: str) -> None:
    assert doctest.testmod(import_module(name)).failed == 0
