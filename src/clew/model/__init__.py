"""Puzzles of your own: a `Problem`, a `Grid`, a `walk`, a `game`, and files that hold them."""
