"""Lights Out: all of the family."""
