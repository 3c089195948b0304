"""Nim: all of the family."""
