"""Minesweeper: all of the family."""
