"""Writes the man pages from the commands: `./run python -m clew.cli.man`, into build/man."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from inspect import cleandoc
from pathlib import Path
from textwrap import dedent

import click

from clew import __version__
from clew.cli.app import COMMANDS, GROUPS, app
from clew.cli.topics import TOPICS

ABOUT = (
    "Clew solves logic puzzles, path-finding puzzles and two-player games with textbook search "
    "algorithms, and shows how they do it."
)


def quoted(text: str) -> str:
    r"""Escape a text for roff.

    >>> quoted("-q: a\\b"), quoted(".5")
    ('\\-q: a\\eb', '\\&.5')
    """
    text = text.replace("\\", r"\e").replace("-", r"\-")
    text = re.sub(r"[^\x00-\x7f]", lambda found: f"\\[u{ord(found[0]):04X}]", text)
    return re.sub(r"^([.'])", r"\\&\1", text, flags=re.MULTILINE)


def pages() -> Iterator[tuple[str, str]]:
    """Yield the name of each page, such as clew-solve.1, and its text."""
    above = click.Context(app, info_name="clew")
    yield "clew.1", _main()
    for name in COMMANDS:
        command = app.get_command(above, name)
        assert command is not None
        yield from _pages(command, click.Context(command, info_name=name, parent=above))


def _pages(command: click.Command, context: click.Context) -> Iterator[tuple[str, str]]:
    """Yield the page of a command, and those of its own commands."""
    yield f"{context.command_path.replace(' ', '-')}.1", page(command, context)
    if isinstance(command, click.Group):
        for name, each in command.commands.items():
            yield from _pages(each, click.Context(each, info_name=name, parent=context))


def page(command: click.Command, context: click.Context) -> str:
    """Lay out the page of a command."""
    path = context.command_path
    text = cleandoc(command.help or "")
    usage = " ".join(command.collect_usage_pieces(context))
    parts = [
        _head(path, text.partition("\n")[0]),
        f".SH SYNOPSIS\n.B {quoted(path)}\n{quoted(usage)}",
    ]
    parts.append(".SH DESCRIPTION\n" + "\n.PP\n".join(map(quoted, text.split("\n\n"))))
    parts.append(".SH OPTIONS\n" + "\n".join(_options(command, context)))
    if isinstance(command, click.Group):
        rows = [_item(f"{path} {name}", each.get_short_help_str(200)) for name, each in
                command.commands.items()]  # fmt: skip
        parts.append(".SH COMMANDS\n" + "\n".join(rows))
    epilog = getattr(command, "epilog", None)
    if epilog:
        examples = epilog.strip().removeprefix("Examples:").strip("\n")
        parts.append(f".SH EXAMPLES\n.nf\n{quoted(examples)}\n.fi")
    return "\n".join([*parts, ".SH SEE ALSO\n.BR clew (1)"]) + "\n"


def _main() -> str:
    """Lay out the page of `clew` itself."""
    parts = [_head("clew", "solve puzzles with textbook search algorithms, and watch them")]
    parts.append(".SH SYNOPSIS\n.B clew\nCOMMAND [PUZZLE] [OPTIONS]")
    each = f"Each command has a page of its own, such as {quoted('clew-solve')}(1)."
    parts.append(f".SH DESCRIPTION\n{quoted(ABOUT)}\n.PP\n{each}")
    for group, names in GROUPS.items():
        rows = "\n".join(_item(f"clew {name}", COMMANDS[name][1]) for name in names)
        parts.append(f".SH {group.upper()}\n{rows}")
    parts.append(".SH OPTIONS\n" + "\n".join(_options(app, click.Context(app, info_name="clew"))))
    for topic in TOPICS.values():
        rest = topic.laid_out(80).removeprefix(f"{topic.title}\n")
        parts.append(f".SH {topic.title.upper()}\n.nf\n{quoted(dedent(rest))}\n.fi")
    return "\n".join(parts) + "\n"


def _head(path: str, summary: str) -> str:
    name = path.replace(" ", "-")
    line = f"{quoted(name)} \\- {quoted(summary.rstrip('.'))}"
    return f'.TH "{name.upper()}" "1" "" "clew {__version__}" "Clew"\n.SH NAME\n{line}'


def _options(command: click.Command, context: click.Context) -> Iterator[str]:
    for param in command.get_params(context):
        record = param.get_help_record(context)
        if record is not None:
            yield _item(*record)


def _item(term: str, text: str) -> str:
    return f".TP\n.B {quoted(term)}\n{quoted(' '.join(text.split()))}"


def write(folder: Path) -> list[Path]:
    """Write all pages into a folder, and return their paths."""
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for name, text in pages():
        path = folder / name
        path.write_text(text, encoding="utf-8")
        written.append(path)
    return written


if __name__ == "__main__":
    target = Path(sys.argv[1] if len(sys.argv) > 1 else "build/man")
    print(f"{target}: {len(write(target))} pages")
