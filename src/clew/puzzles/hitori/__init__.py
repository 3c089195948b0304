"""Hitori: all of the family."""
