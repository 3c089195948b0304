"""The rules of `clew.rules` that every kernel knows, by the name that they had before."""

from clew.rules import AllDifferent, Constraint, Distance, Less, Parity, Steps, Sum, Table

__all__ = ["AllDifferent", "Constraint", "Distance", "Less", "Parity", "Steps", "Sum", "Table"]
