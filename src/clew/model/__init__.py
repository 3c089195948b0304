"""Puzzles that users define: `Problem`, `Grid`, `walk` and `game`, and files that contain them."""
