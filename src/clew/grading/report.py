"""The marks of one submission, as a table, as data, and as a page."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import Any

from clew.grading.log import Fault, Log

WITHHELD = "fails where it is not shown"


@dataclass(frozen=True)
class BehaviourMark:
    """The points for one behaviour, and the first wrong choice if there is one."""

    function: str
    behaviour: str
    points: float
    most: float
    fault: Fault | None = None
    instance: str = ""
    """The smallest instance found on which it fails."""
    hidden: bool = False
    log: Log | None = None

    @property
    def passed(self) -> bool:
        return self.fault is None

    def sentence(self, staff: bool = False) -> str:
        """What went wrong; for a hidden test only that something did, unless for staff."""
        if self.fault is None:
            return "as wanted"
        if self.hidden and not staff:
            return WITHHELD
        return f"{self.fault} [{self.instance}]" if self.instance else str(self.fault)

    def data(self, staff: bool = False) -> dict[str, Any]:
        return {
            "function": self.function, "behaviour": self.behaviour, "points": self.points,
            "most": self.most, "passed": self.passed, "sentence": self.sentence(staff),
            "hidden": self.hidden,
        }  # fmt: skip


@dataclass(frozen=True)
class GradeReport:
    """All marks of one file.

    >>> print(GradeReport("search.py", "Search", ()))
    search.py: 0 of 0 points
    """

    file: str
    title: str
    marks: tuple[BehaviourMark, ...]
    left_open: str = ""
    """What this system could not refuse to the file while it ran, for staff."""

    @property
    def points(self) -> float:
        return sum(mark.points for mark in self.marks)

    @property
    def most(self) -> float:
        return sum(mark.most for mark in self.marks)

    def __str__(self) -> str:
        return self.table()

    def table(self, staff: bool = False) -> str:
        """A line for each behaviour, and the sum."""
        rows = [
            (f"{mark.function}: {mark.behaviour}", f"{mark.points:g}/{mark.most:g}",
             mark.sentence(staff)) for mark in self.marks
        ]  # fmt: skip
        wide = [max((len(row[at]) for row in rows), default=0) for at in (0, 1)]
        lines = [f"{name:{wide[0]}}  {points:>{wide[1]}}  {said}" for name, points, said in rows]
        lines.append(f"{self.file}: {self.points:g} of {self.most:g} points")
        return "\n".join([*lines, self.note] if staff and self.left_open else lines)

    @property
    def note(self) -> str:
        """What staff should know about how the file ran."""
        return f"This system could not refuse {self.left_open} to the file." * bool(self.left_open)

    def data(self, staff: bool = False) -> dict[str, Any]:
        return {
            "file": self.file, "title": self.title, "points": self.points, "most": self.most,
            "marks": [mark.data(staff) for mark in self.marks],
            **({"note": self.note} if staff else {}),
        }  # fmt: skip

    def html(self, staff: bool = False) -> str:
        """A page of its own."""
        rows = "".join(
            f"<tr class={'right' if mark.passed else 'wrong'}><td>{escape(mark.function)}"
            f"<td>{escape(mark.behaviour)}<td>{mark.points:g} of {mark.most:g}"
            f"<td>{escape(mark.sentence(staff))}"
            for mark in self.marks
        )
        title = escape(f"{self.title}: {self.file}")
        return (
            f'<!DOCTYPE html><html lang="en"><meta charset="utf-8"><title>{title}</title>'
            f"<style>{LOOK}</style><h1>{title}</h1><p>{self.points:g} of {self.most:g} points"
            f"<table><tr><th>function<th>behaviour<th>points<th>what was seen{rows}"
            f"</table><p>{self.note if staff else ''}</html>\n"
        )


LOOK = (
    "body{font:15px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:60rem;padding:0 1rem;"
    "color:#1c2733;background:#fff}table{border-collapse:collapse}td,th{text-align:left;"
    "padding:.3rem .8rem;border-bottom:1px solid #ccd5de}.right td:nth-child(3){color:#176639}"
    ".wrong td:nth-child(3){color:#a01c1c}"
)
