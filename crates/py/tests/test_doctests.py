"""Examples in docstrings run."""

import doctest
import importlib

import pytest


@pytest.mark.parametrize("name", ["karuta", "karuta.vector", "karuta.pettingzoo", "karuta.gym", "karuta.openspiel"])
def test_examples_run(name):
    module = importlib.import_module(name)
    found = doctest.testmod(module, extraglobs={"karuta": importlib.import_module("karuta")})
    assert found.attempted > 0 and found.failed == 0
