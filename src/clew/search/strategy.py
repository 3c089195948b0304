"""Strategy: a value that searches one face of a puzzle, and its one spelling everywhere."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import Field, dataclass, field, fields
from functools import cache, cached_property
from operator import attrgetter
from typing import Any, ClassVar, Self

from clew.core.arguments import shown
from clew.core.events import NOTHING
from clew.core.registry import classes, offered
from clew.core.result import Run


@dataclass(frozen=True)
class Strategy(ABC):
    """The options of a search, and a call that yields answers.

    Subclasses add `__call__(face, run)`; options are fields made with `choice` or plain numbers.
    """

    name: ClassVar[str]
    title: ClassVar[str] = ""
    """What people call it; without one it is its name with a capital letter."""
    reads: ClassVar[Mapping[str, str]] = {}
    """How its options read: `infer` is Inference, `infer=none` is no inference."""
    summary: ClassVar[str]
    face: ClassVar[type]
    """Which type of face it searches: CSP, StateSpace, Game, Linear, or one of a family."""
    complete: ClassVar[bool] = True
    """Whether running out of answers proves that there are no more."""
    quick: ClassVar[bool] = False
    """Whether its searches are so short that hints set them no limit."""
    optimal: ClassVar[bool] = False
    """Whether its first answer has the fewest moves (or costs least, where moves have costs)."""
    anytime: ClassVar[bool] = False
    """Whether a limit ends it with the best answer known so far."""
    level: ClassVar[int] = 0
    """How good it is for its faces, where `auto` chooses; 0 if it is used only by its name."""
    ranks_alike: ClassVar[bool] = True
    """Whether it ranks every face of its type the same, so that `auto` need not lay one out."""
    usual: ClassVar[dict[str, str]] = {}
    """The options that `auto` gives it."""
    hands_over_after: ClassVar[int] = 0
    """After so many nodes without an answer `auto` starts again with one that `takes_over`."""
    takes_over: ClassVar[bool] = False
    proves: ClassVar[bool] = False
    """Whether it writes down why there is no answer, so that it searches for what is plain too."""
    taught: ClassVar[bool] = False
    """Whether `compare` shows it, where its face is a family's own."""
    pseudocode: ClassVar[str | None] = None
    """For films: its own, if film/pseudocode.txt has none for it; empty if it tells no steps."""
    holds: ClassVar[str] = NOTHING
    """For films: what its frontier is, one of the words in core/events.py."""
    ranked_by: ClassVar[str] = ""
    """For films: by what its states wait: the cost so far (g), the estimate (h), or both (f)."""

    def __init_subclass__(cls) -> None:
        own = cls.rank is not Strategy.rank or cls.objection is not Strategy.objection
        cls.ranks_alike = not own
        if "name" in vars(cls) and "title" not in vars(cls):
            cls.title = sentence(cls.name)

    def __post_init__(self) -> None:
        for option in fields(self):
            _check_choice(self.name, option, getattr(self, option.name))

    def rank(self, face: Any, /) -> int | None:
        """How good it is for this face: None if it cannot search it, 0 if others are better."""
        return None if self.objection(face) else self.level

    def accepts(self, face: Any, /) -> bool:
        """Whether it can search this face at all; most can search every face of their type."""
        return self.rank(face) is not None

    def objection(self, face: Any, /) -> str:
        """Why it does not accept this face; nothing if it does, or if there is no more to say."""
        return ""

    @classmethod
    def with_options(cls, words: str) -> Self:
        """The strategy with options as they are spelled: `select=mrv,infer=mac`."""
        known = {option.name: option for option in fields(cls)}
        given: dict[str, Any] = {}
        for item in filter(None, words.split(",")):
            key, equals, value = item.strip().partition("=")
            if key not in known or not equals:
                expected = ", ".join(f"{option}=" for option in known) or "no options"
                raise ValueError(f"{cls.name}: found {item[:40]!r}, expected {expected}")
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
        changed = []
        for option in fields(self):
            if (value := getattr(self, option.name)) != option.default:
                changed.append(f"{option.name}={value}")
        return f"{self.name}:{','.join(changed)}" if changed else self.name

    @property
    def called(self) -> str:
        """What people call it, with the options that differ from their defaults.

        >>> parse_strategy("backtracking:infer=none").called
        'Backtracking, no inference'
        """
        changed = filter(None, self.spelling.partition(":")[2].split(","))
        return ", ".join([self.title, *(self.wording(*each.split("=", 1)) for each in changed)])

    @classmethod
    def wording(cls, option: str, value: object) -> str:
        """How an option with this value reads."""
        return cls.reads.get(f"{option}={value}", f"{option} {value}".strip())


def sentence(word: str) -> str:
    """A name as it reads at the start of a line: `exact-cover` is Exact cover."""
    return word[:1].upper() + word[1:].replace("-", " ")


@dataclass(frozen=True)
class Counter(Strategy):
    """A strategy that can also count the answers without finding each."""

    @abstractmethod
    def count(self, face: Any, run: Run, /) -> int:
        """The exact number of answers."""


def choice(default: str, *others: str) -> Any:
    """An option that is one of a few words."""
    return field(default=default, metadata={"choices": (default, *others)})


def word() -> Any:
    """An option that is a word of which the face says what it means; none by default."""
    return field(default="", metadata={"word": True})


def options(kind: type[Strategy]) -> dict[str, tuple[str, tuple[str, ...]]]:
    """For each option its default and the words it may be (none for a number)."""
    return {f.name: (str(f.default), f.metadata.get("choices", ())) for f in fields(kind)}


def _check_choice(name: str, option: Field[Any], value: Any) -> None:
    choices = option.metadata.get("choices")
    if choices and value not in choices:
        raise ValueError(
            f"{name}: found {option.name}={value}, expected {option.name}={'|'.join(choices)}"
        )
    if option.metadata.get("word"):
        if not isinstance(value, str):
            raise ValueError(f"{name}: found {option.name}={value}, expected a word")
        return
    if not choices and (not isinstance(value, int) or value < 0):
        raise ValueError(f"{name}: found {option.name}={value}, expected a whole number")


_own: dict[str, type[Strategy]] = {}
"""The strategies that were added to those of the package."""


def add(kind: type[Strategy]) -> None:
    """Let a strategy be found by its name; ValueError if the name is taken."""
    strategies.cache_clear()
    if kind.name in strategies() and kind.name not in _own:
        raise ValueError(f"found the name {kind.name!r}, expected one that no strategy has")
    _own[kind.name] = kind
    strategies.cache_clear()


@cache
def load_installed() -> None:
    """Load what installed packages offer by the entry point `clew.strategies`.

    It is called for a name that is not known otherwise, and for lists: to look takes 20 ms.
    """
    for _ in offered("clew.strategies"):
        pass  # `clew.strategy` has added it


@cache
def strategies() -> dict[str, type[Strategy]]:
    """Every strategy by name, found in clew.search and in the families' folders."""
    found = [*classes(Strategy, "clew.search"), *classes(Strategy, "clew.puzzles", "search")]
    return {kind.name: kind for kind in sorted([*found, *_own.values()], key=attrgetter("name"))}


def as_strategy(given: object) -> Strategy:
    """The strategy that a caller gave, itself or as its spelling."""
    if isinstance(given, Strategy):
        return given
    if isinstance(given, str):
        return parse_strategy(given)
    raise TypeError(
        f"found strategy {shown(given)}, expected a strategy or its spelling, such as 'auto'"
    )


GONE = {"layers": "learning", "surface": "breadth-first"}
"""Strategies of earlier versions, and the one that does the same work now."""


def parse_strategy(text: str) -> Strategy:
    """The strategy of a spelling such as `backtracking:select=mrv,infer=mac`.

    >>> parse_strategy("backtracking:select=mrv").select
    'mrv'
    """
    name, _, rest = text.strip().partition(":")
    if name not in strategies():
        load_installed()
    kind = strategies().get(name)
    if kind is None:
        if name in GONE:
            raise ValueError(f"strategy {name} is gone: use auto, or {GONE[name]}")
        raise ValueError(f"found strategy {name[:40]!r}, expected one of {', '.join(strategies())}")
    return kind.with_options(rest)
