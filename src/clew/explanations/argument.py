"""A step drawn as an argument: its causes, its effects, and a sentence that gives the reason."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from clew.board.board import Mark
from clew.board.pen import Line, link
from clew.core.faces import values
from clew.core.phrases import in_letters, spoken
from clew.explanations.techniques.chains import Node, concluded, said_of
from clew.explanations.techniques.forcing import Consequences
from clew.explanations.techniques.position import House, Position
from clew.explanations.techniques.step import TRIAL, Step

Marks = tuple[Mark, ...]
Arrows = tuple[Line, ...]


@dataclass(frozen=True)
class ArgumentBranch:
    """One branch of a net, drawn on its own."""

    text: str
    marks: Marks
    links: Arrows


@dataclass(frozen=True)
class Argument:
    """A drawing of a step. `text` is its sentence. If it's empty, the step's own text is used."""

    text: str = ""
    marks: Marks = ()
    links: Arrows = ()
    branches: tuple[ArgumentBranch, ...] = ()


def argue(position: Position, step: Step) -> Argument:
    """Return a step's argument, drawn on the position before the step."""
    if step.starts:
        return _net(position, step)
    if step.path:
        return Argument("", _effects(step), tuple(_along(step.path)))
    special = SPECIAL.get(step.technique)
    return special(position, step) if special else Argument("", _plain(position, step))


# ------------------------------------------------------------------ singles


def _hidden(position: Position, step: Step) -> Argument:
    """Argue for a hidden single, by showing which cells keep the value out of all other cells."""
    (cell, value), house = step.placements[0], _house(position, step.cells)
    if house is None:
        return Argument("", _plain(position, step))
    others = [each for each in values(house.mask & position.open) if each != cell]
    givers, kept_out, left = _givers(position, others, value)
    marks = (Mark("house", house.cells), Mark("cause", tuple(givers)), Mark("effect", (cell,)))
    rays = tuple(link(giver, other, "ray") for giver, other in kept_out)
    name, names = position.name(cell), [position.name(giver) for giver in givers]
    why = []
    if givers:
        see = "sees" if len(others) - len(left) == 1 else "see"
        which = "the other open cell" if len(others) == 1 else "the other open cells"
        some = which if not left else position.names([o for o in others if o not in left])
        why.append(f"{some} of {house} {see} the {value} in {spoken(names)}" if not left
                   else f"{some} {see} the {value} in {spoken(names)}")  # fmt: skip
    if left:
        was = "was" if len(left) == 1 else "were"
        why.append(f"{position.names(left)} {was} ruled out earlier")
    where = f" in {house}" if left or not givers else ""
    text = f"{value} must go in {name}{where}"
    return Argument(f"{text}, because {', and '.join(why)}" if why else text, marks, rays)


def _givers(
    position: Position, cells: Sequence[int], value: int
) -> tuple[list[int], list[tuple[int, int]], list[int]]:
    """Find a few cells that keep a value out of these cells.

    Returns:
        The cells with the value, pairs of such a cell and a cell that it sees, and the cells that
        none of them see.
    """
    there = [cell for cell, held in enumerate(position.value) if held == value]
    peers, waiting = position.layout.peers, list(cells)
    givers, kept_out = [], []
    while waiting:
        giver = max(there, key=lambda g: sum(peers[g] >> c & 1 for c in waiting), default=None)
        seen = [] if giver is None else [c for c in waiting if peers[giver] >> c & 1]
        if giver is None or not seen:
            break
        givers.append(giver)
        kept_out += [(giver, cell) for cell in seen]
        waiting = [cell for cell in waiting if cell not in seen]
    return givers, kept_out, waiting


def _naked(position: Position, step: Step) -> Argument:
    """Argue for a naked single, a cell that sees every other value."""
    cell, value = step.placements[0]
    givers, rest = [], []
    for other in values(position.layout.symbols & ~(1 << value)):
        near = (c for c in values(position.layout.peers[cell]) if position.value[c] == other)
        giver = next(near, None)
        if giver is None:
            rest.append(str(other))
        else:
            givers.append(giver)
    marks = (Mark("cause", tuple(givers)), Mark("effect", (cell,)))
    seen = spoken([f"{position.value[c]} in {position.name(c)}" for c in givers]) if givers else ""
    why = f"it sees {seen}" if seen else ""
    if rest:
        was = "was" if len(rest) == 1 else "were"
        why += f"{', and ' if why else ''}{spoken(rest)} {was} ruled out earlier"
    rays = tuple(link(giver, cell, "ray") for giver in givers)
    return Argument(f"{position.name(cell)} must be {value}, because {why}", marks, rays)


def _last(position: Position, step: Step) -> Argument:
    cell, value = step.placements[0]
    house = _house(position, step.cells)
    marks = (Mark("house", step.cells), Mark("effect", (cell,)))
    text = f"{position.name(cell)} is the last open cell in {house}, so it must be {value}"
    return Argument(text, marks)


def _extreme(position: Position, step: Step) -> Argument:
    marks = (Mark("house", step.cells), Mark("effect", tuple(c for c, _ in step.placements)))
    return Argument("", marks)


# ------------------------------------------------------------------ patterns


def _wing(position: Position, step: Step) -> Argument:
    pivot, *wings = step.cells
    marks = (Mark("pivot", (pivot,)), Mark("wing", tuple(wings)), *_effects(step))
    links = tuple(link(pivot, wing, "ray") for wing in wings)
    struck = dict.fromkeys(cell for cell, _ in step.eliminations)
    value = step.eliminations[0][1]
    ends = step.cells if position.candidates[pivot].bit_count() > 2 else wings
    hits = (
        link(end, cell, "weak", value - 1, value - 1) for cell in struck for end in ends
    )  # fmt: skip
    return Argument("", marks, (*links, *hits))


def _pair_chain(position: Position, step: Step) -> Argument:
    """Argue along a chain of cells with two candidates each, in which each cell sees the next."""
    path, value = list(step.cells), step.eliminations[0][1]
    nodes: list[Node] = []
    for cell in path:
        other = position.candidates[cell] & ~(1 << value)
        if other.bit_count() != 1:
            return Argument("", _plain(position, step))
        nodes += [(cell, value, False), (cell, other.bit_length() - 1, True)]
        value = other.bit_length() - 1
    return Argument("", _effects(step), tuple(_along(nodes)))


def _plain(position: Position, step: Step) -> Marks:
    """Mark the pattern (as a house, if it's one) and its effects."""
    changed = {cell for cell, _ in (*step.placements, *step.eliminations)}
    if house := _house(position, step.cells):
        return (Mark("house", house.cells), *_effects(step))
    return (Mark("cause", tuple(c for c in step.cells if c not in changed)), *_effects(step))


def _effects(step: Step) -> Marks:
    changed = dict.fromkeys(cell for cell, _ in (*step.placements, *step.eliminations))
    return (Mark("effect", tuple(changed)),)


def _house(position: Position, cells: Iterable[int]) -> House | None:
    wanted = set(cells)
    return next((house for house in position.layout.houses if wanted == set(house.cells)), None)


# ------------------------------------------------------------------ chains and nets


def _along(path: Sequence[Node]) -> Iterable[Line]:
    """Link each candidate to the next: strong links lead from false to true, weak ones back."""
    for (cell, value, on), (other, there, _) in pairwise(path):
        yield link(cell, other, "weak" if on else "strong", value - 1, there - 1)


def _net(position: Position, step: Step) -> Argument:
    """Draw a branch for each of a net's starts."""
    kind, changed = step.technique.partition(" ")[0], (step.placements or step.eliminations)[0]
    target: Node = (*changed, bool(step.placements))
    branches = []
    for start in step.starts:
        web = Consequences(position, start, kind)
        ends: tuple[Node, ...] = (target,)
        if web.clash is not None and target not in web.parents:
            opposite, parents = web.clash
            ends = (opposite, *parents)
        branches.append(_branch(position, start, web, ends, target))
    marks = (Mark("branch", tuple(dict.fromkeys(cell for cell, _, _ in step.starts))),)
    return Argument("", (*marks, *_effects(step)), (), tuple(branches))


def _branch(
    position: Position, start: Node, web: Consequences, ends: tuple[Node, ...], target: Node
) -> ArgumentBranch:
    needed: set[Node] = set()
    waiting = [node for node in ends if node in web.parents]
    while waiting:
        node = waiting.pop()
        if node not in needed:
            needed.add(node)
            waiting += web.parents[node]
    order = [node for node in web.parents if node in needed]  # in the order they were found
    links = tuple(
        arrow for node in order for parent in web.parents[node] for arrow in _along((parent, node))
    )
    on = tuple(dict.fromkeys(cell for cell, _, is_on in order if is_on))
    marks = (Mark("branch", (start[0],)), Mark("cause", tuple(c for c in on if c != start[0])))
    said = [said_of(position, node) for node in order if node[2] and node != start]
    if target in web.parents:
        so = concluded(position, target)
        if not said:
            text = f"If {said_of(position, start)}, then {so}."
        elif target in order and target[2]:
            text = f"If {said_of(position, start)}, then {spoken(said)}."
        else:
            text = f"If {said_of(position, start)}, then {spoken(said)}. So {so}."
        return ArgumentBranch(text, marks, links)
    cell, value, _ = ends[0]
    then = f", then {spoken(said)}. But" if said else ", then"
    clash = f"{position.name(cell)} would have to be {value} and not {value}: a contradiction"
    return ArgumentBranch(f"If {said_of(position, start)}{then} {clash}.", marks, links)


SPECIAL: dict[str, Callable[[Position, Step], Argument]] = {
    "hidden single": _hidden, "naked single": _naked, "last cell": _last, "full house": _last,
    "only extreme": _extreme, "XY-Wing": _wing, "XYZ-Wing": _wing, "XY-chain": _pair_chain,
    "remote pair": _pair_chain,
}  # fmt: skip
SENTENCES = ("hidden single", "naked single", "last cell", "full house")
"""The techniques whose sentences depend on the position."""


def told(position: Position, step: Step) -> Step:
    """Return the step with a full sentence that gives the reason and the effects.

    Args:
        position: The position before the step.
        step: The step.
    """
    text = step.text
    if step.technique in SENTENCES:
        text = argue(position, step).text or text
    effects = step.effects(position.name)
    return replace(step, text=text if effects in text else f"{text}: {effects}")


SAID = {
    "hidden single": "Look for a hidden single: a value with only one place left in a house",
    "naked single": "Look for a naked single: a cell with only one value left",
    "last cell": "Look for a house with only one open cell",
    "full house": "Look for a house with only one open cell",
    "only extreme": "Look for a line where the least or the greatest value has only one place",
    "pointing": "Look for pointing: a value that a box allows in only one line",
    "claiming": "Look for claiming: a value that a line allows in only one box",
    "sign": "Look at signs next to filled cells and at the ends of the scale",
    "chain of signs": "Look for a chain of signs that rules values out",
    "signs on one line": "Look for several signs on one line that leave too little room",
    "last value": "Only one value is left somewhere",
    "one rule": "One rule is enough",
    TRIAL: "No known technique helps here: try every value",
}
"""The hint's sentence, for each technique whose name alone doesn't make a sentence."""
RULES = re.compile(r"contradiction of (\d+) rules")


def named(technique: str) -> str:
    """Say which technique to look for.

    >>> named("XY-Wing"), named("naked pair"), named("unique loop")
    ('Look for an XY-Wing', 'Look for a naked pair', 'Look for a unique loop')
    >>> named("contradiction of 2 rules")
    'You need two rules together'
    """
    if technique in SAID:
        return SAID[technique]
    if several := RULES.fullmatch(technique):
        return f"You need {in_letters(int(several[1]))} rules together"
    vowel = technique[0] in "aeiouAEIOX" and not technique.startswith("uni")
    article = "an" if vowel else "a"
    return f"Look for {article} {technique}"


def is_reason(technique: str) -> bool:
    """Check whether a step's own sentence describes the technique, because it only cites rules."""
    return technique in ("one rule", "last value", TRIAL) or RULES.fullmatch(technique) is not None


def headed(technique: str) -> str:
    """Return the name of a technique as a heading: `Naked pair`."""
    return technique[:1].upper() + technique[1:]
