"""The base class of strategies: a strategy searches one face and has one spelling everywhere."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import Field, dataclass, field, fields
from functools import cache, cached_property
from operator import attrgetter
from typing import Any, ClassVar, Self

from clew.core.arguments import closest, plainly, shown, unknown
from clew.core.events import NOTHING
from clew.core.registry import classes, offered
from clew.core.result import Run


@dataclass(frozen=True)
class Strategy(ABC):
    """A strategy: the options of a search, and a call that yields solutions.

    Subclasses add `__call__(face, run)`. Options are fields made with `choice`, or plain numbers.
    """

    name: ClassVar[str]
    """The name in its spelling, such as `backtracking`."""
    title: ClassVar[str] = ""
    """The name in texts; by default `name` with a capital letter."""
    reads: ClassVar[Mapping[str, str]] = {}
    """The words for its options: `infer` is Inference, `infer=none` means none."""
    summary: ClassVar[str]
    """One line about it for lists."""
    face: ClassVar[type]
    """The type of face that it searches: CSP, StateSpace, Game, Linear, or a family's own."""
    complete: ClassVar[bool] = True
    """True if running out of solutions proves that there are no more."""
    quick: ClassVar[bool] = False
    """True if its searches are so short that hints need no limit for them."""
    optimal: ClassVar[bool] = False
    """True if its first solution has the fewest moves (or the least cost, if moves have costs)."""
    anytime: ClassVar[bool] = False
    """True if it returns the best solution so far when a limit is reached."""
    level: ClassVar[int] = 0
    """How good it is, for `auto`; 0 if it's used only by name."""
    ranks_alike: ClassVar[bool] = True
    """True if it ranks all faces of its type equally, so that `auto` needn't lay one out."""
    usual: ClassVar[dict[str, str]] = {}
    """The options that `auto` gives it."""
    hands_over_after: ClassVar[int] = 0
    """After this many nodes without a solution, `auto` switches to one that `takes_over`."""
    improves: ClassVar[bool] = False
    """True if it can improve a solution again and again in one search: see `improving`."""
    takes_over: ClassVar[bool] = False
    """True if `auto` may switch to it."""
    proves: ClassVar[bool] = False
    """True if it writes down why there's no solution, so it must also search obvious cases."""
    taught: ClassVar[bool] = False
    """True if `compare` includes it, although its face is a family's own."""
    plain: ClassVar[Mapping[str, str]] = {}
    """For films: the options of its plainest form, to which all others add something."""
    pseudocode: ClassVar[str | None] = None
    """For films: its pseudocode, if film/pseudocode.txt has none; empty if it records no steps."""
    holds: ClassVar[str] = NOTHING
    """For films: the kind of its frontier, one of the words in core/events.py."""
    ranked_by: ClassVar[str] = ""
    """For films: the order of its states, by cost so far (g), estimate (h) or both (f)."""

    def __init_subclass__(cls) -> None:
        own = cls.rank is not Strategy.rank or cls.objection is not Strategy.objection
        cls.ranks_alike = not own
        if "name" in vars(cls) and "title" not in vars(cls):
            cls.title = sentence(cls.name)

    def __post_init__(self) -> None:
        for option in fields(self):
            _check_choice(self.name, option, getattr(self, option.name))

    def rank(self, face: Any, /) -> int | None:
        """Rate how good it is for this face: None if it can't search it, 0 if others are better."""
        return None if self.objection(face) else self.level

    def accepts(self, face: Any, /) -> bool:
        """Check whether it can search this face. Most can search every face of their type."""
        return self.rank(face) is not None

    def objection(self, face: Any, /) -> str:
        """Return the reason why it can't search this face, or an empty text."""
        return ""

    @classmethod
    def with_options(cls, words: str) -> Self:
        """Return the strategy with these options, for example `select=mrv,infer=mac`.

        Raises:
            ValueError: An option is unknown, wrong or given twice.
        """
        known = {option.name: option for option in fields(cls)}
        given: dict[str, Any] = {}
        for item in filter(None, words.split(",")):
            key, equals, value = item.strip().partition("=")
            if key not in known:
                if not known:
                    raise ValueError(f"{cls.name} has no options: remove {item.strip()[:40]!r}")
                raise ValueError(
                    f"{cls.name}: no option called {key[:40]!r}: {closest(key, list(known))}"
                )
            if not equals:
                raise ValueError(f"{cls.name}: option {key} needs a value: write {key}=VALUE")
            if key in given:
                raise ValueError(f"{cls.name}: option {key} is given twice")
            number = not known[key].metadata.get("choices") and value.isascii() and value.isdigit()
            given[key] = int(value) if number and len(value) < 19 else value
        return cls(**given)

    @abstractmethod
    def __call__(self, face: Any, run: Run, /) -> Iterator[Any]:
        """Yield the solutions as they are found.

        Raises:
            Stopped: A limit of the run is reached.
        """

    def improving(self, face: Any, run: Run, /) -> Iterator[Any] | None:
        """Return an iterator over solutions, each better than the one before.

        Its end proves that the last one is the best, or that there's no solution at all.

        Returns:
            The iterator; None if the strategy can't compare solutions of this face.
        """
        return None

    def __str__(self) -> str:
        return self.spelling

    @cached_property
    def spelling(self) -> str:
        """The name, with the options that differ from their defaults."""
        changed = []
        for option in fields(self):
            if (value := getattr(self, option.name)) != option.default:
                changed.append(f"{option.name}={value}")
        return f"{self.name}:{','.join(changed)}" if changed else self.name

    @property
    def called(self) -> str:
        """The name for texts, with the options that differ from their defaults.

        >>> parse_strategy("backtracking:infer=none").called
        'Backtracking, no inference'
        """
        changed = filter(None, self.spelling.partition(":")[2].split(","))
        return ", ".join([self.title, *(self.wording(*each.split("=", 1)) for each in changed)])

    @property
    def named(self) -> str:
        """The name for a film, with everything that it adds to its plainest form.

        >>> parse_strategy("backtracking:select=first,infer=none").named
        'Plain backtracking'
        >>> parse_strategy("backtracking").named
        'Backtracking with fewest values first, then most links (MRV, degree), forward checking'
        """
        if not self.plain:
            return self.called
        chosen = {option.name: getattr(self, option.name) for option in fields(self)}
        before = {option.name: option.default for option in fields(self)} | dict(self.plain)
        added = [self.wording(name, it) for name, it in chosen.items() if it != before[name]]
        if not added:
            return f"Plain {self.title.lower()}"
        return f"{self.title} with {', '.join(added)}"

    @classmethod
    def wording(cls, option: str, value: object) -> str:
        """Return the words for an option with this value."""
        return cls.reads.get(f"{option}={value}", f"{option} {value}".strip())


def sentence(word: str) -> str:
    """Return a name as words for the start of a line: `exact-cover` is Exact cover."""
    return word[:1].upper() + word[1:].replace("-", " ")


@dataclass(frozen=True)
class Counter(Strategy):
    """A strategy that can also count the solutions without finding each one."""

    @abstractmethod
    def count(self, face: Any, run: Run, /) -> int:
        """Return the exact number of solutions."""


def choice(default: str, *others: str) -> Any:
    """Define an option that is one of a few words."""
    return field(default=default, metadata={"choices": (default, *others)})


def word() -> Any:
    """Define an option whose value is a word that the face understands; empty by default."""
    return field(default="", metadata={"word": True})


def options(kind: type[Strategy]) -> dict[str, tuple[str, tuple[str, ...]]]:
    """Return the default of each option and its possible words (none for a number)."""
    return {f.name: (str(f.default), f.metadata.get("choices", ())) for f in fields(kind)}


def _check_choice(name: str, option: Field[Any], value: Any) -> None:
    """Check the value of one option.

    Raises:
        ValueError: The value is wrong.
    """
    choices = option.metadata.get("choices")
    if choices and value not in choices:
        said = f"{name}: option {option.name} can't be {plainly(value)}"
        raise ValueError(f"{said}: {closest(value, choices)}")
    if option.metadata.get("word"):
        if not isinstance(value, str):
            raise ValueError(f"{name}: option {option.name} must be a word, not {value}")
        return
    if not choices and (not isinstance(value, int) or value < 0):
        raise ValueError(f"{name}: option {option.name} must be a whole number, not {value}")


_own: dict[str, type[Strategy]] = {}
"""The strategies that were added to the built-in ones."""


def add(kind: type[Strategy]) -> None:
    """Make a strategy available by its name.

    Raises:
        ValueError: The name is taken.
    """
    strategies.cache_clear()
    if kind.name in strategies() and kind.name not in _own:
        raise ValueError(f"a strategy called {kind.name!r} already exists: choose another name")
    _own[kind.name] = kind
    strategies.cache_clear()


@cache
def load_installed() -> None:
    """Load the strategies that installed packages offer through the entry point `clew.strategies`.

    The search takes 20 ms, so it happens only for unknown names and for lists.
    """
    for _ in offered("clew.strategies"):
        pass  # `clew.strategy` has added it


@cache
def strategies() -> dict[str, type[Strategy]]:
    """Return every strategy by name, from clew.search and the families' folders."""
    found = [*classes(Strategy, "clew.search"), *classes(Strategy, "clew.puzzles", "search")]
    return {kind.name: kind for kind in sorted([*found, *_own.values()], key=attrgetter("name"))}


def within(folder: str) -> list[type[Strategy]]:
    """Return the strategies of a folder in clew.search, and those that were added.

    Importing all others would take longer than most searches.
    """
    return [*classes(Strategy, f"clew.search.{folder}"), *_own.values()]


def as_strategy(given: object) -> Strategy:
    """Return a caller's strategy, which may be a strategy or its spelling."""
    if isinstance(given, Strategy):
        return given
    if isinstance(given, str):
        return parse_strategy(given)
    raise TypeError(
        f"{shown(given)} isn't a strategy: give a strategy or its spelling, such as 'auto'"
    )


GONE = {"layers": "learning", "surface": "breadth-first"}
"""Strategies of earlier versions, and the one that does the same work now."""


def parse_strategy(text: str) -> Strategy:
    """Return the strategy with a spelling such as `backtracking:select=mrv,infer=mac`.

    Raises:
        ValueError: There is no such strategy or option.

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
        raise ValueError(unknown("strategy", name, list(strategies()), "clew strategies"))
    return kind.with_options(rest)
