"""Noughts and crosses, and k in a row: all of the family."""
