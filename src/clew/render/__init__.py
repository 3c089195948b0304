"""Boards as text, SVG and JSON. Each renderer is a pure function of a Board."""
