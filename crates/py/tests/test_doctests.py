"""Examples in docstrings run, and every public thing has one or at least says what it is."""

import doctest
import importlib
import inspect

import pytest

MODULES = ["karuta", "karuta._karuta", "karuta.vector", "karuta.pettingzoo", "karuta.gym", "karuta.openspiel"]


@pytest.mark.parametrize("name", MODULES)
def test_examples_run(name):
    module = importlib.import_module(name)
    found = doctest.testmod(module, extraglobs={"karuta": importlib.import_module("karuta")})
    assert found.attempted > 0 and found.failed == 0


@pytest.mark.parametrize("name", MODULES)
def test_everything_public_is_documented(name):
    module = importlib.import_module(name)
    for thing in [getattr(module, word) for word in dir(module) if not word.startswith("_")]:
        if not (inspect.isclass(thing) or inspect.isroutine(thing)) or not thing.__module__.startswith("karuta"):
            continue
        assert inspect.getdoc(thing), thing
        if inspect.isclass(thing):
            members = {word: member for word, member in vars(thing).items() if not word.startswith("_")}
            undocumented = [word for word, member in members.items() if callable(member) and not member.__doc__]
            assert not undocumented, (thing, undocumented)
