"""A grader for search behaviour: `clew.grade(assignment, file)`.

A student's search is given a probe, a puzzle whose methods note each call, and the rule of its
strategy is checked call by call: given what the search did so far, is this choice allowed? So
every legal order of ties passes, and the first wrong choice is named.
"""

from clew.grading.assignment import Assignment, BadAssignment, read
from clew.grading.grading import BehaviourMark, GradeReport, grade

__all__ = ["Assignment", "BadAssignment", "BehaviourMark", "GradeReport", "grade", "read"]
