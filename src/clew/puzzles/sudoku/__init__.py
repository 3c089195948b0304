"""Sudoku, and its variants: all of the family."""
