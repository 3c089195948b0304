"""Strategy: a value that searches one face of a puzzle, and its one spelling everywhere."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from dataclasses import Field, dataclass, field, fields
from functools import cache, cached_property
from types import ModuleType
from typing import Any, ClassVar, Self

from clew.core.arguments import shown
from clew.core.registry import modules
from clew.core.result import Run, Stats


@dataclass(frozen=True)
class Strategy(ABC):
    """The options of a search, and a call that yields answers.

    Subclasses add `__call__(face, run)`; options are fields made with `choice` or plain numbers.
    """

    name: ClassVar[str]
    summary: ClassVar[str]
    face: ClassVar[type]
    """Which type of face it searches: CSP, StateSpace, Game, Linear, or one of a family."""
    complete: ClassVar[bool] = True
    """Whether running out of answers proves that there are no more."""
    quick: ClassVar[bool] = False
    """Whether `at_once` often finishes before a run with limits could be set up."""
    optimal: ClassVar[bool] = False
    """Whether its first answer has the fewest moves (or costs least, where moves have costs)."""
    level: ClassVar[int] = 0
    """How good it is for its faces, where `auto` chooses; 0 if it is used only by its name."""
    usual: ClassVar[tuple[str, ...]] = ("",)
    """The options that `auto` may give it, as they are spelled."""
    hands_over_after: ClassVar[int] = 0
    """After so many nodes without an answer `auto` starts again with one that `takes_over`."""
    takes_over: ClassVar[bool] = False
    taught: ClassVar[bool] = False
    """Whether `compare` shows it, where its face is a family's own."""

    def __post_init__(self) -> None:
        for option in fields(self):
            _check_choice(self.name, option, getattr(self, option.name))

    def rank(self, face: Any, /) -> int | None:
        """How good it is for this face: None if it cannot search it, 0 if others are better."""
        return self.level

    def accepts(self, face: Any, /) -> bool:
        """Whether it can search this face at all; most can search every face of their type."""
        return self.rank(face) is not None

    def objection(self, face: Any, /) -> str:
        """Why it does not accept this face, where there is more to say than that."""
        return ""

    def at_once(self, face: Any, max_answers: int | None, stats: Stats, /) -> list[Any] | None:
        """The answers wanted, if a search of some microseconds finds them; else None."""
        return None

    @classmethod
    def with_options(cls, words: str) -> Self:
        """The strategy with options as they are spelled: `select=mrv,infer=mac`."""
        known = {option.name: option for option in fields(cls)}
        given: dict[str, Any] = {}
        for item in filter(None, words.split(",")):
            key, equals, value = item.strip().partition("=")
            if key not in known or not equals:
                expected = ", ".join(f"{option}=" for option in known) or "no options"
                raise ValueError(f"{cls.name}: found {item!r}, expected {expected}")
            if key in given:
                raise ValueError(f"{cls.name}: found {key}= twice, expected it once")
            number = not known[key].metadata.get("choices") and value.isascii() and value.isdigit()
            given[key] = int(value) if number and len(value) < 19 else value
        return cls(**given)

    @abstractmethod
    def __call__(self, face: Any, run: Run, /) -> Iterator[Any]:
        """Yield the answers as they are found; Stopped from the run's limits passes through."""

    def __str__(self) -> str:
        return self.spelling

    @cached_property
    def spelling(self) -> str:
        """Its name, and the options that differ from their defaults."""
        changed = [
            f"{option.name}={getattr(self, option.name)}"
            for option in fields(self)
            if getattr(self, option.name) != option.default
        ]
        return f"{self.name}:{','.join(changed)}" if changed else self.name


@dataclass(frozen=True)
class Counter(Strategy):
    """A strategy that can also count the answers without finding each."""

    @abstractmethod
    def count(self, face: Any, run: Run, /) -> int:
        """The exact number of answers."""


def choice(default: str, *others: str) -> Any:
    """An option that is one of a few words."""
    return field(default=default, metadata={"choices": (default, *others)})


def options(kind: type[Strategy]) -> dict[str, tuple[str, tuple[str, ...]]]:
    """For each option its default and the words it may be (none for a number)."""
    return {f.name: (str(f.default), f.metadata.get("choices", ())) for f in fields(kind)}


def _check_choice(name: str, option: Field[Any], value: Any) -> None:
    choices = option.metadata.get("choices")
    if choices and value not in choices:
        raise ValueError(
            f"{name}: found {option.name}={value}, expected {option.name}={'|'.join(choices)}"
        )
    if not choices and (not isinstance(value, int) or value < 0):
        raise ValueError(f"{name}: found {option.name}={value}, expected a whole number")


@cache
def strategies() -> dict[str, type[Strategy]]:
    """Every strategy by name, found in clew.search and in the families' folders."""
    found = found_in(modules("clew.search")) | found_in(modules("clew.puzzles", "search"))
    return dict(sorted(found.items()))


def found_in(places: Iterable[ModuleType]) -> dict[str, type[Strategy]]:
    """The strategies of some modules, by name."""
    found: dict[str, type[Strategy]] = {}
    for module in places:
        for value in vars(module).values():
            if isinstance(value, type) and issubclass(value, Strategy) and "name" in vars(value):
                found[value.name] = value
    return found


def as_strategy(given: object) -> Strategy:
    """The strategy that a caller gave, itself or as its spelling."""
    if isinstance(given, Strategy):
        return given
    if isinstance(given, str):
        return parse_strategy(given)
    raise TypeError(
        f"found strategy {shown(given)}, expected a strategy or its spelling, such as 'auto'"
    )


def parse_strategy(text: str) -> Strategy:
    """The strategy of a spelling such as `backtracking:select=mrv,infer=mac`.

    >>> parse_strategy("backtracking:select=mrv").select
    'mrv'
    """
    name, _, rest = text.strip().partition(":")
    kind = strategies().get(name)
    if kind is None:
        raise ValueError(f"found strategy {name!r}, expected one of {', '.join(strategies())}")
    return kind.with_options(rest)
