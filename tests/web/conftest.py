"""Fixtures: a server for all tests of a worker, and a browser window for each file."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING
from urllib.parse import quote

import pytest

from tests.web import browser as browsing
from tests.web.web_server import Server, serving

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext


@pytest.fixture(scope="session")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("data")) as found:
        yield found


@pytest.fixture(scope="module")
def server(running: Server) -> Server:
    """Return the server, without progress from other test files."""
    for each in running.ask("GET", "/api/progress").json["progress"]:
        running.ask("DELETE", f"/api/progress/{quote(each['key'], safe='')}")
    return running


@pytest.fixture(scope="module")
def window(server: Server) -> Iterator[BrowserContext]:
    with browsing.chromium(server.url) as found:
        yield found


@pytest.fixture
def open_page(window: BrowserContext) -> browsing.Open:
    return partial(browsing.opened, window)
