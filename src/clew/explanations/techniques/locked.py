"""A value that is locked into where a block and a line cross."""

from __future__ import annotations

from collections.abc import Iterator

from clew.core.faces import values
from clew.explanations.techniques.position import House, Position
from clew.explanations.techniques.step import Step

POINTING, CLAIMING = "pointing", "claiming"
RATINGS = {
    (POINTING, True): 1.7,
    (CLAIMING, True): 1.9,
    (POINTING, False): 2.6,
    (CLAIMING, False): 2.8,
}


def pointing(position: Position, direct: bool = False) -> Iterator[Step]:
    """In a block the value is in one line only: so it is nowhere else in that line."""
    for block, line, both in position.frame.crossings:
        yield from _locked(position, POINTING, block, line, both, direct)


def claiming(position: Position, direct: bool = False) -> Iterator[Step]:
    """In a line the value is in one block only: so it is nowhere else in that block."""
    for block, line, both in position.frame.crossings:
        yield from _locked(position, CLAIMING, line, block, both, direct)


def locked_candidates(position: Position, kind: str) -> Iterator[Step]:
    """Pointing or claiming, house by house and there value by value."""
    frame, found = position.frame, []
    for block, line, both in frame.crossings:
        inside, other = (block, line) if kind == POINTING else (line, block)
        for step in _locked(position, kind, inside, other, both, False):
            found.append((frame.houses.index(inside), step.causes[0][1], step))
    yield from (step for _, _, step in sorted(found, key=lambda each: each[:2]))


def _locked(
    position: Position, technique: str, inside: House, other: House, both: int, direct: bool
) -> Iterator[Step]:
    for value in values(position.frame.symbols):
        places = position.places[value]
        here = places & inside.mask
        if not here or here & ~both or not places & other.mask & ~both:
            continue
        yield from _steps(position, technique, inside, other, both, value, direct)


def _steps(
    position: Position,
    technique: str,
    inside: House,
    other: House,
    both: int,
    value: int,
    direct: bool,
) -> Iterator[Step]:
    places = position.places[value]
    here = tuple(values(places & both))
    struck = position.struck(other.mask & ~both, value)
    rating = RATINGS[technique, direct]
    text = f"in {inside}, {value} is only in {other} ({position.names(here)})"
    causes = tuple((cell, value) for cell in here)
    if not direct:
        yield Step(
            technique,
            rating,
            here,
            causes,
            (),
            struck,
            text,
        )
        return
    for third in position.frame.of_kind[inside.kind]:
        if third is inside or not third.mask & other.mask:
            continue
        left = places & third.mask & ~(other.mask & ~both)  # diagonals may cross in `both`
        if left and not left & (left - 1):
            cell = left.bit_length() - 1
            yield Step(
                f"direct {technique}",
                rating,
                here,
                causes,
                ((cell, value),),
                (),
                f"{text}: so {position.name(cell)} is the only place for it in {third}",
            )
