"""Every error survives the way from one process to another."""

from __future__ import annotations

import pickle
import pkgutil
import sys
from collections.abc import Iterator
from importlib import import_module

import pytest

import clew
from clew.core.errors import OutOfTime, Stopped
from clew.web.limits import Refused

NOT_IMPORTED = ("clew.__main__", "clew.grading.child")
"""What runs when it is imported."""


def errors(kind: type[BaseException]) -> Iterator[type[BaseException]]:
    for each in kind.__subclasses__():
        module = sys.modules.get(each.__module__) if each.__module__.startswith("clew.") else None
        if getattr(module, each.__name__, None) is each:  # not what a deadline made for a thread
            yield each
        yield from errors(each)


def every() -> list[type[BaseException]]:
    for found in pkgutil.walk_packages(clew.__path__, "clew."):
        if found.name not in NOT_IMPORTED and not found.name.startswith("clew.notebook.widgets"):
            import_module(found.name)
    return sorted(set(errors(BaseException)), key=lambda kind: (kind.__module__, kind.__name__))


def test_every_error_pickles_as_it_is() -> None:
    kinds = every()
    assert len(kinds) > 30
    for kind in kinds:
        error = kind("nodes")
        back = pickle.loads(pickle.dumps(error))
        assert type(back) is kind
        assert (str(back), back.args, vars(back)) == (str(error), error.args, vars(error))


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (Stopped("nodes"), "stopped: node limit reached"),
        (OutOfTime(), "stopped: time limit reached"),
        (Refused("no such page", 404), "no such page"),
    ],
)
def test_what_an_error_says_and_holds_is_kept(error: Exception, words: str) -> None:
    back = pickle.loads(pickle.dumps(error))
    assert str(back) == str(error) == words
    assert vars(back) == vars(error)
