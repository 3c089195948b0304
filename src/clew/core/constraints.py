"""The rules from `clew.rules` that every kernel supports, under their old module name."""

from clew.rules import AllDifferent, Constraint, Distance, Less, Parity, Steps, Sum, Table

__all__ = ["AllDifferent", "Constraint", "Distance", "Less", "Parity", "Steps", "Sum", "Table"]
