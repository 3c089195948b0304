"""Sliding tiles: the 8-puzzle, the 15-puzzle, and all other sizes."""
