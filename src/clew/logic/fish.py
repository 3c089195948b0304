"""One value in as many lines as cross lines: X-Wing, Swordfish, Jellyfish."""

from __future__ import annotations

from collections.abc import Iterator

from clew.faces import values
from clew.logic.position import COLUMN, ROW, Position, subsets
from clew.logic.step import Step

NAMES = {2: "X-Wing", 3: "Swordfish", 4: "Jellyfish"}
RATINGS = {2: 3.2, 3: 3.8, 4: 5.2}


def fish(position: Position, size: int) -> Iterator[Step]:
    """In so many lines the value is only where so many others cross them: these have it there."""
    kinds = position.frame.of_kind
    for base, cover in ((kinds[COLUMN], kinds[ROW]), (kinds[ROW], kinds[COLUMN])):
        for value in values(position.frame.symbols):
            places = position.places[value]
            if not places:
                continue
            masks = []
            for number, line in enumerate(base):
                here = places & line.mask
                if 2 <= here.bit_count() <= size:
                    crossed = 0
                    for other, cross in enumerate(cover):
                        if here & cross.mask:
                            crossed |= 1 << other
                    masks.append((number, crossed))
            for lines, crossed in subsets(masks, size):
                inside = covered = 0
                for line in lines:
                    inside |= base[line].mask
                for other in values(crossed):
                    covered |= cover[other].mask
                if struck := position.struck(covered & ~inside, value):
                    cells = tuple(values(places & inside))
                    text = (
                        f"in {', '.join(str(base[n]) for n in lines)}, {value} is only in "
                        f"{', '.join(str(cover[n]) for n in values(crossed))}: it leaves the rest of these"
                    )
                    yield Step(
                        NAMES[size],
                        RATINGS[size],
                        cells,
                        tuple((c, value) for c in cells),
                        (),
                        struck,
                        text,
                    )
