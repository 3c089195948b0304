"""Killer Sudoku: all of the family."""
