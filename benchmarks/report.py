"""Writes the results: as lines on the screen, as JSON and as tables in Markdown."""

from __future__ import annotations

import os
import platform
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from itertools import groupby
from pathlib import Path
from typing import Any

from benchmarks.measure import duration, line, short
from benchmarks.row import OURS, Against, Figure
from clew import __version__

FORMAT = 1


@dataclass(frozen=True)
class Section:
    """One benchmark: its name, description and figures."""

    name: str
    about: str
    figures: tuple[Figure, ...]


def machine() -> dict[str, Any]:
    """Describe the machine: its processor and number of cores, which is enough for ratios."""
    return {"cpu": _processor(), "cores": os.cpu_count()}


def _processor() -> str:
    try:
        text = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return platform.processor() or platform.machine()
    names = (each.partition(":")[2] for each in text.splitlines() if each.startswith("model name"))
    return next(names, platform.machine()).strip()


# ------------------------------------------------------------------ the screen


def lines(figure: Figure) -> Iterator[str]:
    """Yield the lines of a figure: our time, then each peer's as a multiple of it."""
    yield f"\n{', '.join(filter(None, (figure.part, figure.work)))}"
    yield line(OURS, figure.seconds, figure.seconds, _remarks(figure))
    for peer in figure.peers:
        if peer.seconds is None:
            yield f"  {peer.name:<40}not measured: {peer.note}"
        else:
            ours = peer.seconds / (peer.ratio or 1)  # on the items it finished
            yield line(peer.name, peer.seconds, ours, peer.note if peer.done else "and not done")


def _remarks(figure: Figure) -> str:
    parts = [figure.note]
    if figure.worst is not None:
        parts.append(f"median {duration(figure.median or 0)}, worst {duration(figure.worst)}")
    if figure.instructions is not None:
        parts.append(f"{short(figure.instructions)} instructions")
    parts += [f"goal {goal}: {_verdict(met)}" for goal, met in figure.goals]
    return "; ".join(filter(None, parts))


def _verdict(met: bool | None) -> str:
    return "not measured" if met is None else "met" if met else "missed"


# ------------------------------------------------------------------ JSON


def as_json(sections: Iterable[Section]) -> dict[str, Any]:
    """Return all measurements, and the machine they were made on."""
    return {
        "format": FORMAT,
        "clew": __version__,
        "python": platform.python_version(),
        "date": datetime.now(UTC).date().isoformat(),
        "machine": machine(),
        "benchmarks": [asdict(section) for section in sections],
    }


def from_json(data: dict[str, Any]) -> list[Section]:
    """Return the sections that `as_json` wrote."""
    if data.get("format") != FORMAT:
        raise ValueError(f"found format {data.get('format')!r}, expected {FORMAT}")
    return [
        Section(each["name"], each["about"], tuple(map(_figure, each["figures"])))
        for each in data["benchmarks"]
    ]


def _figure(data: dict[str, Any]) -> Figure:
    peers = tuple(Against(**peer) for peer in data["peers"])
    return Figure(**data | {"peers": peers, "goals": tuple(map(tuple, data["goals"]))})


# ------------------------------------------------------------------ Markdown


def markdown(data: dict[str, Any]) -> str:
    """Write a document with a table for each part of each benchmark."""
    place = data["machine"]
    head = (
        "# Results of the benchmarks\n\n"
        f"Clew {data['clew']}, Python {data['python']}, {place['cpu']}, {place['cores']} cores, "
        f"{data['date']}.\n\n"
        "The column `clew` is Clew's CPU time, the minimum over interleaved rounds. A peer's "
        "column is its time as a multiple of Clew's: above 1 Clew is faster, below 1 (in bold) the "
        "peer is. [README.md](README.md) explains how to run the benchmarks again.\n"
    )
    return "\n".join([head, *(_section(section) for section in from_json(data))])


def _section(section: Section) -> str:
    parts = [f"## {section.name}\n", f"{section.about}\n"]
    for _, group in groupby(section.figures, key=lambda figure: figure.part):
        parts.append(table(list(group)))
    return "\n".join(parts)


def table(figures: Sequence[Figure]) -> str:
    """Write the table of one part. Leave out columns that are empty in every row."""
    names = list(
        dict.fromkeys(peer.name for each in figures for peer in each.peers if peer.seconds)
    )
    columns: list[tuple[str, list[str]]] = [
        (figures[0].part or "work", [each.work for each in figures]),
        (OURS, [duration(each.seconds) for each in figures]),
        ("worst", [duration(each.worst) if each.worst else "" for each in figures]),
        *((name, [_ratio(each, name) for each in figures]) for name in names),
        (
            "instructions",
            [short(each.instructions or 0) if each.instructions else "" for each in figures],
        ),
        ("note", [each.note for each in figures]),
    ]
    kept = [(head, cells) for head, cells in columns if any(cells)]
    rows = [[head for head, _ in kept], *map(list, zip(*(cells for _, cells in kept), strict=True))]
    rule = "|".join("---" if head == "note" or not i else "--:" for i, (head, _) in enumerate(kept))
    return "\n".join([_row(rows[0]), f"|{rule}|", *map(_row, rows[1:]), *_absent(figures), ""])


def _ratio(figure: Figure, name: str) -> str:
    for peer in figure.peers:
        if peer.name == name and peer.ratio is not None:
            shown = f"{'' if peer.done else 'over '}{short(peer.ratio)} x"
            bold = f"**{shown}**" if peer.ratio < 1 and peer.done else shown
            return f"{bold} ({peer.note})" if peer.note else bold
    return ""


def _absent(figures: Sequence[Figure]) -> list[str]:
    notes = {
        peer.name: peer.note for each in figures for peer in each.peers if peer.seconds is None
    }
    said = "; ".join(f"{name} ({note})" for name, note in notes.items())
    return [f"\nNot measured: {said}."] if said else []


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |"
