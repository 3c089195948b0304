"""Boards: pictures of puzzles as data, and as text, SVG, pixels and JSON."""
