"""The documents say what is so: tables, commands, examples, pictures and links.

Where one of these fails, `./run python docs/refresh.py` mends the document; look at the difference.
"""

from __future__ import annotations

import doctest
import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from clew.core.registry import names
from clew.search.strategy import options, strategies
from docs import refresh
from tests.paths import ROOT

MEND = "run ./run python docs/refresh.py, and look at the difference"
IDS = {document: document.relative_to(refresh.ROOT).as_posix() for document in refresh.DOCUMENTS}
each_document = pytest.mark.parametrize("document", refresh.DOCUMENTS, ids=IDS.values())


def text_of(document: Path) -> str:
    return document.read_text(encoding="utf-8")


def all_blocks() -> Iterator[Any]:
    for document in refresh.DOCUMENTS:
        for block, number in zip(refresh.blocks(text_of(document)), count(1), strict=False):
            yield pytest.param(block, id=f"{IDS[document]}-{number}")


@pytest.mark.slow
@pytest.mark.parametrize("block", list(all_blocks()))
def test_commands_print_what_is_shown(block: str) -> None:
    assert refresh.steps(block), "a console block must have a line that starts with $"
    shown, printed = map(refresh.without_times, (block, refresh.performed(block)))
    assert printed == shown, MEND


@pytest.mark.parametrize("heading", refresh.TABLES)
def test_tables_of_the_reference_agree_with_the_code(heading: str) -> None:
    """A new puzzle, strategy or notation adds a row: the one that is printed here."""
    rows = refresh.table(text_of(refresh.REFERENCE), heading)[1].splitlines()
    expected = refresh.TABLES[heading]()
    missing = [row for row in expected if row not in rows]
    extra = [row for row in rows if row not in expected]
    assert not missing, f"docs/reference.md, {heading}: add these rows, or {MEND}"
    assert not extra, f"docs/reference.md, {heading}: take these rows away, or {MEND}"
    assert rows == expected, f"docs/reference.md, {heading}: the rows are in another order; {MEND}"


@pytest.mark.parametrize("document", [refresh.ARCHITECTURE, refresh.PERFORMANCE], ids=IDS.get)
def test_the_map_and_the_figures_agree_with_the_code(document: Path) -> None:
    """The map has every package of src/clew, with its docstring."""
    for heading, expected in refresh.TABLES_OF[document].items():
        assert refresh.table(text_of(document), heading)[1].splitlines() == expected(), MEND


def test_the_map_has_every_package() -> None:
    """The same seen from outside: a package that the map lacks fails by its name."""
    shown = re.findall(r"^\| `(\w+)` \|", "\n".join(refresh.package_rows()), re.MULTILINE)
    folders = (ROOT / "src/clew").iterdir()
    assert sorted(shown) == sorted(each.name for each in folders if (each / "__init__.py").exists())


def test_tables_name_everything() -> None:
    """The same seen from outside: every name and option, in its row."""
    text = text_of(refresh.REFERENCE)
    puzzles, found = (
        {row.split("`")[1]: row for row in refresh.table(text, heading)[1].splitlines()}
        for heading in ("Puzzles", "Strategies")
    )
    assert tuple(puzzles) == names()
    assert list(found) == ["auto", *strategies()]
    for name, kind in strategies().items():
        for option, (default, choices) in options(kind).items():
            assert f"`{option}=` {', '.join(choices) or default}" in found[name]


def test_the_readme_counts_the_kinds() -> None:
    counted = re.findall(r"\b(\d+) kinds\b", text_of(refresh.ROOT / "README.md"))
    assert set(counted) == {str(len(names()))}


@pytest.mark.parametrize("name", list(strategies()))
def test_each_strategy_is_described(name: str) -> None:
    text = text_of(refresh.ROOT / "docs" / "strategies.md")
    headings = " ".join(re.findall(r"^## (.*)$", text, re.MULTILINE))
    assert name in re.findall(r"[\w-]+", headings), f"docs/strategies.md: add a section ## {name}"


def test_files_named_in_documents_for_developers_exist() -> None:
    folders = (refresh.ROOT / name for name in ("src", "native", "tests", "docs", "examples"))
    files = [each.as_posix() for folder in folders for each in folder.rglob("*.*")]
    pages = sorted((ROOT / "docs/contributing").glob("*.md"))
    for page in (ROOT / "CONTRIBUTING.md", refresh.ARCHITECTURE, *pages):
        name, text = IDS[page], text_of(page)
        for named in re.findall(r"`([\w/]+/[\w.]+\.(?:py|js|hpp|cpp|css|txt))`", text):
            if not re.search("NAME|FAMILY|KIND", named):
                assert any(each.endswith(f"/{named}") for each in files), f"{name}: no {named}"


@each_document
def test_examples_are_true(document: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(refresh.ROOT)
    failed, _ = doctest.testfile(str(document), module_relative=False, encoding="utf-8")
    assert failed == 0


@pytest.mark.parametrize("name", refresh.PICTURES)
def test_pictures_are_up_to_date(name: str) -> None:
    picture = refresh.PICTURES[name]()
    assert ElementTree.fromstring(picture).tag.endswith("svg")
    assert text_of(refresh.IMAGES / name) == picture, MEND


@each_document
def test_links_lead_somewhere(document: Path) -> None:
    prose = re.sub(r"^```.*?^```$", "", text_of(document), flags=re.MULTILINE | re.DOTALL)
    for target in re.findall(r"\]\(([^)\s]+)\)", prose):
        if re.match(r"https?:", target):
            continue
        place, _, anchor = target.partition("#")
        path = document.parent / place if place else document
        assert path.exists(), f"{IDS[document]}: {target} leads nowhere"
        assert not anchor or anchor in anchors(path), f"{IDS[document]}: no heading {target}"


def anchors(document: Path) -> set[str]:
    """The anchors that GitHub makes of the headings."""
    headings = re.findall(r"^#+ (.*)$", text_of(document), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def test_a_false_output_is_noticed() -> None:
    block = "$ ./run clew solve queens:4 --count --quiet\n2\n"
    assert refresh.performed(block) == block
    text = f"```console\n{block.replace('2', '3')}```\n"
    assert refresh.with_outputs(text) == f"```console\n{block}```\n"
    assert refresh.without_times("7 nodes · 1,234.5 s · x") == "7 nodes · T s · x"
    assert refresh.without_times("a    0.0031  solved") == "aT  solved"
