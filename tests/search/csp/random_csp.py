"""Random CSPs of every rule there is, odd ones too, to set one search beside another."""

from random import Random

from clew.core.faces import CSP, Domain
from clew.rules import AllDifferent, Distance, Less, Parity, Steps, Sum, Table
from clew.rules.rule import Constraint


def random_csp(random: Random) -> CSP:
    return CSP(*random_model(random))


def random_model(random: Random) -> tuple[tuple[Domain, ...], tuple[Constraint, ...]]:
    """The domains and rules of a CSP, which normalises the rules.

    Up to seven variables, of few values or of values up to 63; rules that may be nonsense.
    """
    size = random.choice([0, 1, 2, 3, 4, 5, 5, 6, 7])
    width = random.choice([1, 2, 3, 4, 5, 6, 64])
    empty = random.random() < 0.05
    domains = tuple(_domain(random, width, empty) for _ in range(size))
    rules = [random_rule(random, size, width) for _ in range(random.randrange(7))] if size else []
    if size and random.random() < 0.3:  # a unit
        values = 0
        for mask in domains:
            values |= mask
        rules.append(AllDifferent(_scope(random, size, values.bit_count()), "unit"))
    random.shuffle(rules)
    return domains, tuple(rules)


def _domain(random: Random, width: int, empty: bool) -> int:
    """A few values out of so many; of 64 those at both ends are likely."""
    few = [0, 1, 31, 32, 61, 62, 63] if width == 64 else list(range(width))
    mask = 0
    for value in random.sample(few, random.randint(not empty, min(len(few), 5))):
        mask |= 1 << value
    return mask


def _scope(random: Random, size: int, arity: int) -> tuple[int, ...]:
    """Variables, each once if there are enough and rng is kind."""
    if arity <= size and random.random() < 0.9:
        return tuple(random.sample(range(size), arity))
    return tuple(random.randrange(size) for _ in range(arity))


def random_rule(random: Random, size: int, width: int) -> Constraint:
    """A rule of any kind over variables of so many values."""
    kind = random.choice(
        [AllDifferent, AllDifferent, Less, Less, Table, Sum, Parity, Distance, Steps]
    )
    arity = 2 if kind in (Less, Distance) else random.choice([0, 1, 2, 2, 3, 3, 4])
    scope = _scope(random, size, arity)
    if kind is AllDifferent:
        shifted = random.random() < 0.5
        offsets = tuple(random.choice([-70, -2, -1, 0, 1, 2, 63, 64]) for _ in scope)
        return AllDifferent(scope, "", offsets if shifted else ())
    if kind is Less:
        return Less((scope[0], scope[1]), "")
    if kind is Table:
        return Table(scope, "", _rows(random, arity, width))
    if kind is Sum:
        return Sum(scope, "", random.randint(-1, max(arity, 1) * min(width, 6)))
    if kind is Parity:
        return Parity(scope, "", odd=random.random() < 0.5)
    near = range(min(width, 4) + 1)
    if kind is Distance:
        return Distance((scope[0], scope[1]), "", random.choice([*near, 62, 63, 64, 1000]))
    lengths = [random.choice(near) for _ in range(max(arity - 1, 0))]
    return Steps(scope, "", (*lengths, *random.choice([(), (), (), (1,), (99,)])))


def _rows(random: Random, arity: int, width: int) -> frozenset[tuple[int, ...]]:
    rows = random.randrange(3 * width if width < 64 else 40)
    likely = [0, 1, 31, 32, 61, 62, 63, 64, 200] if width == 64 else range(width + 1)
    return frozenset(tuple(random.choice(likely) for _ in range(arity)) for _ in range(rows))
