"""What all tests share."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

from clew.core import registry
from clew.model import loading
from clew.search import strategy

# The same cases in every run, however slow the machine: a check that fails does so for everybody.
# CLEW_CASES asks for others.
settings.register_profile(
    "clew",
    deadline=None,
    derandomize="CLEW_CASES" not in os.environ,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("clew")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--all", action="store_true", help="run the tests marked slow too")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Return one worker more than there are cores: tests of pages wait for a browser."""
    return (os.cpu_count() or 1) + 1


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave the slow tests out, unless `--all`, a name (`::`) or `-k` asks for them."""
    named = any("::" in each for each in config.args) or config.option.keyword
    if config.getoption("--all") or named:
        return
    slow = [item for item in items if item.get_closest_marker("slow")]
    if slow:
        config.hook.pytest_deselected(items=slow)
        items[:] = [item for item in items if not item.get_closest_marker("slow")]


@pytest.fixture(autouse=True)
def loaded_for_one_test_only() -> Iterator[None]:
    """Puzzles and strategies that a test loads from a file or states are gone after it."""
    kinds, strategies = dict(registry._own), dict(strategy._own)
    environment = os.environ.get(loading.LOADED)
    yield
    if environment is None:
        os.environ.pop(loading.LOADED, None)
    else:
        os.environ[loading.LOADED] = environment
    if (registry._own, strategy._own) == (kinds, strategies):
        return
    registry._own.clear()
    registry._own.update(kinds)
    strategy._own.clear()
    strategy._own.update(strategies)
    strategy.strategies.cache_clear()
    loading._loaded.cache_clear()
