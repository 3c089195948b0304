"""Lessons: films with pauses and questions, written by a teacher as plain text.

    # What forward checking saves
    A line that introduces the lesson.

    ## queens:6 backtracking:select=first,infer=none
    @ start
    Text to show before the first step.
    @ back 1
    Text to show after the first backtrack.
    ? What comes next?
    + the right answer
    - a wrong answer
    = Text to show after the student answers.

`##` begins a film, with a puzzle and a strategy. `@` adds a pause at the `start`, at the `end`, or
after the n-th event of a kind (core/events.py) and the steps that belong to it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from clew.core.arguments import advice
from clew.core.errors import ClewError
from clew.core.events import Kind
from clew.core.registry import parse
from clew.film.film import Film, record

FOLDER = Path(__file__).with_name("lessons")
STEPS = 5_000
"""The maximum number of steps in a lesson's film."""
EXPECTED = "expected #, ##, @, ?, +, -, = or words"


class BadLesson(ClewError, ValueError):
    """The text isn't a valid lesson. The message gives the line and the problem."""


@dataclass
class Pause:
    """A place where a film stops, with text to show, and optionally a question."""

    line: int
    place: str
    words: list[str] = field(default_factory=list)
    question: str = ""
    answers: list[str] = field(default_factory=list)
    right: int = -1
    because: str = ""

    def at(self, film: Film) -> int:
        """Return the number of the film's steps before the pause.

        Raises:
            BadLesson: if the film has no such event.
        """
        word, _, number = self.place.partition(" ")
        if word in ("start", "end"):
            return 0 if word == "start" else len(film)
        wanted = int(number or "1")
        for step in range(len(film)):
            wanted -= film.step(step)[0] == Kind[word.upper()]
            if not wanted:
                return _after(film, step)
        raise BadLesson(f"line {self.line}: found @ {self.place}, expected one that comes")

    def data(self, film: Film) -> dict[str, Any]:
        """Return the pause as plain data."""
        return {
            "at": self.at(film),
            "words": " ".join(self.words),
            "question": self.question,
            "answers": self.answers,
            "right": self.right,
            "because": self.because,
        }


@dataclass
class Scene:
    """One of a lesson's films, with its pauses."""

    line: int
    id: str
    strategy: str
    pauses: list[Pause] = field(default_factory=list)

    @cached_property
    def film(self) -> Film:
        try:
            return record(parse(self.id), self.strategy, max_steps=STEPS)
        except (ClewError, ValueError, TypeError) as error:
            raise BadLesson(f"line {self.line}: {error}") from None

    def data(self) -> dict[str, Any]:
        """Return the scene as plain data, without its film."""
        pauses = sorted((each.data(self.film) for each in self.pauses), key=lambda each: each["at"])
        asked = {"id": self.id, "strategy": self.strategy, "max_steps": STEPS}
        return asked | {"pauses": pauses}


@dataclass
class Lesson:
    """Several films about one topic."""

    title: str
    about: str = ""
    scenes: list[Scene] = field(default_factory=list)

    def data(self) -> dict[str, Any]:
        """Return the lesson as plain data, without its films."""
        scenes = [scene.data() for scene in self.scenes]
        return {"title": self.title, "about": self.about, "scenes": scenes}


def read(text: str) -> Lesson:
    """Parse a lesson.

    Raises:
        BadLesson: if the text isn't a valid lesson.
    """
    lesson: Lesson | None = None
    for number, line in enumerate(text.splitlines(), 1):
        mark, _, rest = line.strip().partition(" ")
        if not mark:
            continue
        if mark == "#" and lesson is None and rest:
            lesson = Lesson(rest.strip())
        elif lesson is None:
            raise BadLesson(f"line {number}: found {line[:40]!r}, expected # and a title")
        elif not _add(lesson, number, mark, rest.strip(), line.strip()):
            raise BadLesson(f"line {number}: found {line[:40]!r}, {EXPECTED}")
    if lesson is None or not lesson.scenes:
        raise BadLesson("found no film, expected ## and a puzzle and a strategy")
    for pause in (each for scene in lesson.scenes for each in scene.pauses):
        _check(pause)
    return lesson


def _add(lesson: Lesson, number: int, mark: str, rest: str, line: str) -> bool:
    """Add a line to a lesson.

    Returns:
        True if such a line is allowed there.
    """
    scene = lesson.scenes[-1] if lesson.scenes else None
    pause = scene.pauses[-1] if scene and scene.pauses else None
    if mark == "##" and len(words := rest.split()) == 2:
        lesson.scenes.append(Scene(number, words[0], words[1]))
    elif mark == "@" and scene is not None and _is_place(rest):
        scene.pauses.append(Pause(number, rest))
    elif scene is None and mark != "##":
        lesson.about = f"{lesson.about} {line}".strip()
    elif pause is None:
        return False
    elif mark == "?" and not pause.question:
        pause.question = rest
    elif mark in "+-" and pause.question:
        pause.right = len(pause.answers) if mark == "+" else pause.right
        pause.answers.append(rest)
    elif mark == "=" and pause.answers:
        pause.because = f"{pause.because} {rest}".strip()
    elif mark[0] not in "#@?+=":
        pause.words.append(line)
    else:
        return False
    return True


def _is_place(place: str) -> bool:
    found = re.fullmatch(r"(start|end)|([a-z]+)(?: [1-9]\d{0,5})?", place)
    return found is not None and (found[2] is None or found[2].upper() in Kind.__members__)


def _check(pause: Pause) -> None:
    if pause.question and (pause.right < 0 or len(pause.answers) < 2):
        raise BadLesson(
            f"line {pause.line}: found {len(pause.answers)} answers, "
            "expected two or more, one of them with +"
        )


def _after(film: Film, step: int) -> int:
    """Return the number of the next step that doesn't belong to this one."""
    after = step + 1
    while after < len(film) and film.is_detail(after):
        after += 1
    return after


def names() -> Sequence[str]:
    """Return the names of the built-in lessons."""
    return sorted(path.stem for path in FOLDER.glob("*.txt"))


def named(name: str) -> Lesson:
    """Return a built-in lesson.

    Raises:
        BadLesson: if there's no such lesson. The message suggests others.
    """
    if name not in names():
        raise BadLesson(f"there's no lesson {name[:40]!r}: {advice(name, names())}")
    return read((FOLDER / f"{name}.txt").read_text(encoding="utf-8"))


def listed() -> Iterator[tuple[str, Lesson]]:
    """Yield the built-in lessons with their names."""
    for name in names():
        yield name, named(name)
