"""The rules of `clew.rules` that every kernel knows, under their old module name."""

from clew.rules import AllDifferent, Constraint, Distance, Less, Parity, Steps, Sum, Table

__all__ = ["AllDifferent", "Constraint", "Distance", "Less", "Parity", "Steps", "Sum", "Table"]
