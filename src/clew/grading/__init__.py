"""A grader for search behaviour: `clew.grade(assignment, file)`.

The student's search gets a probe, which is a puzzle whose methods record each call. The grader
checks the strategy's rule call by call: given the search so far, is this choice allowed? So every
way of breaking ties passes, and the report shows the first wrong choice.
"""

from clew.grading.assignment import Assignment, BadAssignment, read
from clew.grading.grading import BehaviourMark, GradeReport, grade

__all__ = ["Assignment", "BadAssignment", "BehaviourMark", "GradeReport", "grade", "read"]
