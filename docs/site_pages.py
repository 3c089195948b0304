"""Makes the pages of the documentation site that come from the code: an extension of Sphinx.

Before Sphinx reads the documents, `make` writes into docs/_made: a page for each kind of puzzle and
each strategy, with a picture and a film; the help of the command line; and the
tutorials as notebooks. With CLEW_DOCS_APP=1 it also builds the web app, which needs npm, and links
each puzzle's page to a board.
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator
from functools import cache
from inspect import cleandoc
from pathlib import Path
from typing import Any
from urllib.parse import quote

import click

from clew import film
from clew.board.svg import svg
from clew.cli.app import COMMANDS, LazyGroup
from clew.core.faces import word_of
from clew.core.puzzle import Puzzle
from clew.core.registry import all_puzzles
from clew.film import lesson, page
from clew.notation import notations
from clew.search.auto import suits
from clew.search.strategy import Strategy, options, strategies
from clew.web.site.build import build
from docs import notebooks

DOCS = Path(__file__).parent
MADE = DOCS / "_made"
ROOT = DOCS.parent
STEPS = 400
"""The maximum number of steps in a film on a page."""
SECONDS = 2.0
BESIDE = {"contributing": "CONTRIBUTING.md", "changelog": "CHANGELOG.md"}
"""The documents in the top folder of the repository that are pages of the site."""
APP = os.environ.get("CLEW_DOCS_APP") == "1"
"""True if the site includes the web app."""
OUTSIDE = re.compile(r"\[([^\]]*)\]\((\.\./[^)#]*)(#[^)]*)?\)")


def make(folder: Path = MADE) -> None:
    """Write all pages that come from the code."""
    shutil.rmtree(folder, ignore_errors=True)
    kinds = sorted(all_puzzles(), key=lambda kind: kind.kind_title().lower())
    _write(folder, "puzzles", {kind.name: puzzle_page(kind, folder) for kind in kinds})
    every = {name: strategy_page(kind, kinds, folder) for name, kind in strategies().items()}
    _write(folder, "strategies", every)
    (folder / "cli.md").write_text(command_page(), encoding="utf-8")
    notebooks.write(folder / "extra" / "notebooks")
    if APP:
        build(folder / "extra" / "app")
    for name, each in lesson.listed():
        _save_film(folder, f"lesson-{name}", page.lesson_html(each))
    for name, document in BESIDE.items():
        text = (ROOT / document).read_text(encoding="utf-8")
        (folder / f"{name}.md").write_text(from_above(text), encoding="utf-8")


def _write(folder: Path, section: str, pages: dict[str, str]) -> None:
    (folder / section).mkdir(parents=True, exist_ok=True)
    for name, text in pages.items():
        (folder / section / f"{name}.md").write_text(text, encoding="utf-8")
    listed = "\n".join(pages)
    index = f"# {section.title()} one by one\n\n```{{toctree}}\n:maxdepth: 1\n\n{listed}\n```\n"
    (folder / section / "index.md").write_text(index, encoding="utf-8")


# ------------------------------------------------------------------ puzzles


def puzzle_page(kind: type[Puzzle], folder: Path) -> str:
    """Describe a kind: its rules, its notation, its strategies, and a film."""
    puzzle = _shown(kind)
    _picture(puzzle, folder)
    suited = [name for name, each in strategies().items() if suits(puzzle, each())]
    return "\n".join(
        [
            f"# {kind.kind_title()}\n\n{kind.summary}\n",
            f"![{kind.kind_title()}](pictures/{kind.name}.svg)\n",
            *_board(puzzle),
            f"| | |\n|---|---|\n| Written as | {_cell(kind.form)} |",
            f"| Faces | {', '.join(word_of(face) for face in kind.faces)} |",
            *_written(kind),
            f"| Strategies | {', '.join(f'[{s}](../strategies/{s}.md)' for s in suited)} |",
            f"\n```sh\nclew solve '{puzzle.id}'\nclew play '{puzzle.id}'\n```\n",
            "## Examples\n\n| Puzzle | Description |\n|---|---|",
            *(
                f"| `{_cell(_short(f'{kind.name}:{e.text}'))}` | {_cell(e.title)} |"
                for e in kind.examples
            ),
            _film(puzzle, film.favourite(puzzle), folder, f"puzzle-{kind.name}"),
        ]
    )


def _board(puzzle: Puzzle) -> Iterator[str]:
    """Link to a playable board, if the site has one."""
    if APP:
        address = f"../../app/play.html#id={quote(puzzle.id)}"
        yield _raw(f"<p><a href='{address}'>Play it here</a></p>")


def _written(kind: type[Puzzle]) -> Iterator[str]:
    names = [f"`{each.name}`" for each in notations() if each.kind == kind.name]
    if names:
        yield f"| Notations | {', '.join(names)} |"


def _picture(puzzle: Puzzle, folder: Path) -> None:
    pictures = folder / "puzzles" / "pictures"
    pictures.mkdir(parents=True, exist_ok=True)
    (pictures / f"{puzzle.name}.svg").write_text(svg(puzzle.board()), encoding="utf-8")


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


def _short(text: str, most: int = 60) -> str:
    return text if len(text) <= most else f"{text[:most]}…"


# ------------------------------------------------------------------ strategies


def strategy_page(kind: type[Strategy], kinds: list[type[Puzzle]], folder: Path) -> str:
    """Describe a strategy: its summary, its options, its pseudocode, and a film."""
    strategy = kind()
    suited = [each for each in kinds if suits(_shown(each), strategy)]
    listed = ", ".join(f"[{each.kind_title()}](../puzzles/{each.name}.md)" for each in suited)
    lines = film.pseudocode(strategy).lines
    steps = "\n".join(lines)
    return "\n".join(
        [
            f"# {kind.name}\n\n{kind.summary}\n\n{cleandoc(kind.__doc__ or '')}\n",
            f"| | |\n|---|---|\n| Face | {word_of(kind.face)} |",
            f"| Complete | {'yes' if kind.complete else 'no: finding none proves nothing'} |",
            f"| Shortest solution first | {'yes' if kind.optimal else 'no'} |",
            f"| Puzzles | {listed or 'none of the built-in ones'} |\n",
            *_options(kind),
            *([f"## In pseudocode\n\n```text\n{steps}\n```\n"] if lines else []),
            _film_of(strategy, suited, folder),
        ]
    )


@cache
def _shown(kind: type[Puzzle]) -> Puzzle:
    """Return the example of a kind that its pictures and films show."""
    return kind.parse(film.showcase(kind).text)


def _options(kind: type[Strategy]) -> Iterator[str]:
    found = options(kind)
    if found:
        yield "## Options\n\n| Option | Default | Values |\n|---|---|---|"
        for name, (default, choices) in found.items():
            yield f"| `{name}` | {f'`{default}`' if default else ''} | {', '.join(choices)} |"
        yield ""


def _film_of(strategy: Strategy, suited: list[type[Puzzle]], folder: Path) -> str:
    if not film.tells_steps(strategy) or not suited:
        return ""
    return _film(_shown(suited[0]), strategy, folder, f"strategy-{strategy.name}")


def _film(puzzle: Puzzle, strategy: Strategy, folder: Path, name: str) -> str:
    """Save a film as a file, and return the frame that shows it."""
    made = film.record(puzzle, strategy, max_steps=STEPS, max_seconds=SECONDS)
    _save_film(folder, name, page.html(made))
    title = f"{puzzle.kind_title()}, searched by {strategy.name}"
    frame = f"<iframe class='film' loading='lazy' title='{title}' src='../../films/{name}.html'>"
    return f"\n## Watch it\n{_raw(f'{frame}</iframe>')}"


def _raw(html: str) -> str:
    return f"\n```{{raw}} html\n{html}\n```\n"


def _save_film(folder: Path, name: str, text: str) -> None:
    films = folder / "extra" / "films"
    films.mkdir(parents=True, exist_ok=True)
    (films / f"{name}.html").write_text(text, encoding="utf-8")


# ------------------------------------------------------------------ commands and names


def command_page() -> str:
    """Collect the help of every command."""
    group = LazyGroup("clew")
    context = click.Context(group, info_name="clew")
    parts = ["# The command line\n\nThe output of `clew COMMAND --help`, for every command.\n"]
    for name in COMMANDS:
        command = group.get_command(context, name)
        assert command is not None
        parts += [f"## clew {name}\n", *_helps(command, context, name)]
    return "\n".join(parts)


def _helps(command: click.Command, above: click.Context, name: str) -> Iterator[str]:
    context = command.context_class(command, info_name=name, parent=above, max_content_width=90)
    yield f"```text\n{command.get_help(context)}\n```\n"
    if isinstance(command, click.Group):
        for each in command.list_commands(context):
            inner = command.get_command(context, each)
            if inner is not None:
                yield f"### clew {name} {each}\n"
                yield from _helps(inner, context, each)


# ------------------------------------------------------------------ documents


def from_above(text: str) -> str:
    """Rewrite the links of a document in the top folder, as seen from docs/_made."""
    text = re.sub(r"\]\(docs/", "](../", text)
    return re.sub(r"\]\((?!\.\./|https?:|#)([^)]*)\)", r"](../../\1)", text)


def without_outside_links(app: Any, name: str, source: list[str]) -> None:
    """Point links to documents above at their pages here, and turn links to folders into text."""

    def within(found: re.Match[str]) -> str:
        words, target, anchor = found[1], found[2], found[3] or ""
        path = (DOCS / name).parent.joinpath(target).resolve()
        for made, document in BESIDE.items():
            if path == ROOT / document:
                return f"[{words}](/_made/{made}.md{anchor})"
        if path.is_relative_to(DOCS) or (path.is_file() and path.suffix != ".md"):
            return found[0]
        return words

    source[0] = OUTSIDE.sub(within, source[0])
    source[0] = source[0].replace("\n\n```\n", "\n```\n")  # the end of a doctest
    if name in notebooks.TUTORIALS:
        link = f"<a href='notebooks/{name}.ipynb' download>This page as a notebook</a>"
        source[0] += _raw(f"<p>{link}</p>")


def setup(app: Any) -> dict[str, bool]:
    """Connect the functions above to Sphinx, which calls this one."""
    app.connect("config-inited", lambda app, config: make(), priority=0)
    app.connect("source-read", without_outside_links)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
