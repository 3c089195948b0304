"""The towers of Hanoi: move six discs to the last peg, never a larger one onto a smaller one."""

import clew


@clew.walk(start=(0,) * 6, goal=(2,) * 6)
def hanoi(pegs):
    for disc, peg in enumerate(pegs):  # the smallest disc first
        if peg not in pegs[:disc]:
            for to in {0, 1, 2}.difference(pegs[: disc + 1]):
                yield f"disc {disc + 1} to {to + 1}", (*pegs[:disc], to, *pegs[disc + 1 :])
