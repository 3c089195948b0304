"""Cryptarithms: sums in which each letter stands for a different digit."""

import re
from string import ascii_uppercase

from clew.core.grid import read_order
from clew.core.puzzle import Example
from clew.core.rng import SplitMix64
from clew.model.expressions import LinearExpression, add_up
from clew.model.own import puzzle
from clew.model.problem import Problem

EXAMPLES = (
    Example("SEND+MORE=MONEY", "Dudeney, 1924", solutions=1),
    Example("TWO+TWO=FOUR", "Russell and Norvig", solutions=7),
    Example("DONALD+GERALD=ROBERT", "Newell and Simon", solutions=1),
    Example("CROSS+ROADS=DANGER", "Simon and Newell", solutions=1),
    Example("SATURN+URANUS+NEPTUNE+PLUTO=PLANETS", "Four planets", solutions=1),
    Example("I+BB=ILL", "Three letters", solutions=1),
    Example("A+B=A", "No letter is 0 at the front", solutions=0),
)


class Letters(Problem):
    """Letters that stand for digits."""

    complete = True


def blank(size: str, rng: SplitMix64) -> str:
    """Write two numbers with `size` digits, and their sum, in letters."""
    digits = read_order(size, 9)
    one, other = (10 ** (digits - 1) + rng.below(9 * 10 ** (digits - 1)) for _ in range(2))
    letters = dict(zip("0123456789", rng.shuffled(ascii_uppercase), strict=False))
    return "".join(letters.get(sign, sign) for sign in f"{one}+{other}={one + other}")


@puzzle(
    "cryptarithm",
    form="words with + between, =, and words again: SEND+MORE=MONEY",
    title="Cryptarithm",
    summary="Find the digit that each letter stands for.",
    examples=EXAMPLES,
    like=Letters,
    blank=blank,
    sizes=("4", "3", "5"),
)
def cryptarithm(text: str) -> Problem:
    text = text.replace(" ", "").upper()
    if not re.fullmatch(r"[A-Z]+(\+[A-Z]+)*=[A-Z]+(\+[A-Z]+)*", text):
        raise ValueError(f"found {text[:40]!r}, expected words with + and one = between")
    letters = sorted(set(re.findall("[A-Z]", text)))
    if len(letters) > 10:
        raise ValueError(f"found {len(letters)} letters, expected at most 10, one for each digit")
    sum_ = Letters()
    sum_.variables(letters, range(10))
    sum_.all_different(label="no two letters are the same digit")
    for letter in sorted(set(re.findall(r"\b[A-Z]", text))):
        sum_.add(sum_[letter] > 0, label=f"no number begins with 0: {letter}")
    left, right = (
        add_up(_number(sum_, word) for word in side.split("+")) for side in text.split("=")
    )
    sum_.add(left == right, label=text)
    return sum_


def _number(sum_: Problem, word: str) -> LinearExpression:
    return add_up(10**place * sum_[letter] for place, letter in enumerate(reversed(word)))
