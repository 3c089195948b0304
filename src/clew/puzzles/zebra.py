"""Zebra puzzles: who lives in which house, has which animal, and drinks what?"""

import re
from collections.abc import Callable, Mapping
from itertools import chain, combinations
from typing import Any

from clew.board.inputs import Tick
from clew.core.grid import read_size
from clew.core.puzzle import Example
from clew.core.rng import SplitMix64
from clew.model.own import puzzle
from clew.model.problem import Problem
from clew.model.stated import statement

ZEBRA = (
    "English Spanish Ukrainian Norwegian Japanese/red green ivory yellow blue/"
    "dog snails fox horse zebra/coffee tea milk juice water/"
    "OldGold Kools Chesterfield LuckyStrike Parliament:English=red,Spanish=dog,coffee=green,"
    "Ukrainian=tea,ivory+green,OldGold=snails,Kools=yellow,milk=3,Norwegian=1,Chesterfield~fox,"
    "Kools~horse,LuckyStrike=juice,Japanese=Parliament,Norwegian~blue"
)
EINSTEIN = (
    "Briton Swede Dane Norwegian German/red green white yellow blue/dog birds cats horse fish/"
    "tea coffee milk beer water/PallMall Dunhill Blends BlueMaster Prince:Briton=red,Swede=dog,"
    "Dane=tea,{},green=coffee,PallMall=birds,yellow=Dunhill,milk=3,Norwegian=1,Blends~cats,"
    "horse~Dunhill,BlueMaster=beer,German=Prince,Norwegian~blue,Blends~water"
)
EXAMPLES = (
    Example(ZEBRA, "Who owns the zebra? (Life International, 1962)", solutions=1),
    Example(EINSTEIN.format("green+white"), "Who has the fish?", solutions=1),
    Example(EINSTEIN.format("green<white"), "Green anywhere left of white", solutions=7),
    Example("Ann Bob Cy/cat dog owl:Ann=cat,Bob~dog,Cy<Ann,owl=2", "Three houses", solutions=1),
    Example("a b c d:", "Nothing is known", solutions=24, source="A000142"),
    Example("a b c:a~b,b~c,a~c", "Three that are all neighbours", solutions=0),
)
SIGNS: dict[str, tuple[str, Callable[[Any, Any], Any]]] = {
    "=": ("{} is in the house of {}", lambda one, other: one == other),
    "~": ("{} is next to {}", lambda one, other: abs(one - other) == 1),
    "+": ("{} is just left of {}", lambda one, other: other - one == 1),
    "<": ("{} is somewhere left of {}", lambda one, other: one < other),
}
CLUE = re.compile(r"([^=~+<]+)([=~+<])([^=~+<]+)")


class Houses(Problem):
    """Houses in a row. The value of a name is the number of its house."""

    inputs = (Tick(),)

    sparse = True  # a puzzle omits most of the true statements

    def tell(self, answer: Mapping[str, Any], /) -> str:
        houses = range(1, max(answer.values()) + 1)
        held = {n: [name for name in answer if answer[name] == n] for n in houses}
        return "\n".join(f"house {n}: {', '.join(names)}" for n, names in held.items())


def blank(size: str, rng: SplitMix64) -> str:
    """Make twelve statements per name, true or not, for the given number of houses and groups."""
    houses, kinds = read_size(size, 5)
    groups = [group.split()[:houses] for group in ZEBRA.partition(":")[0].split("/")[:kinds]]
    names = rng.shuffled(list(chain(*groups)))
    said = rng.shuffled([f"{a}{sign}{b}" for a, b in combinations(names, 2) for sign in "=~+"])
    return f"{'/'.join(map(' '.join, groups))}:{','.join(said[: 12 * len(names)])}"


@puzzle(
    "zebra",
    form="groups of names with / between, : and clues: a=b together, a~b side by side, "
    "a+b one after the other, a<b somewhere before, a=3 a house",
    title="Zebra puzzle",
    summary="Use the statements to put everything into the right house.",
    examples=EXAMPLES,
    like=Houses,
    blank=blank,
    sizes=("4x4", "3x3", "5x5"),
)
def zebra(text: str) -> Problem:
    names, _, clues = text.partition(":")
    groups = [group.split() for group in names.split("/")]
    if {*map(len, groups)} != {size := len(groups[0]) or -1}:
        sizes = ", ".join(map(str, map(len, groups)))[:40]
        raise ValueError(f"found groups of {sizes} names, expected groups of equal size")
    houses = Houses()
    houses.head = f"{names}:"
    for group in groups:
        houses.variables(group, range(1, size + 1))
        houses.all_different([houses[name] for name in group], f"one house each: {' '.join(group)}")
    for clue in filter(None, map(str.strip, clues.split(","))):
        if (found := CLUE.fullmatch(clue)) is None:
            raise ValueError(f"found the clue {clue[:40]!r}, expected a=b, a~b, a+b, a<b or a=3")
        one, sign, other = map(str.strip, found.groups())
        words, rule = SIGNS[sign]
        place = int(other) if other.isdigit() else houses[other]
        if sign == "=" and other.isdigit():
            houses.given(one, place)
            continue
        said = words.format(one, f"house {other}" if other.isdigit() else other)
        houses.clue(statement(rule(houses[one], place), clue), said)
    return houses
