"""Slitherlink: all of the family."""
