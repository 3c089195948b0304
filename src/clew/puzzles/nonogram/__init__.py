"""Nonograms: all of the family."""
