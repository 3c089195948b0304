"""Boards: a puzzle's picture as data, and as text, SVG, pixels and JSON."""
