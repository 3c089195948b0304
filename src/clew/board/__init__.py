"""Boards: the picture of a puzzle as data, and its text, SVG, pixels and JSON."""
