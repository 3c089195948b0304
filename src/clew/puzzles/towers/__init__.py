"""Towers: all of the family."""
