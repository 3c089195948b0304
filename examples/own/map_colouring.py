"""Colour the states of Australia with three colours so that neighbours differ."""

import clew

australia = clew.Problem()
australia.variables("WA NT SA Q NSW V T", ["red", "green", "blue"])
for a, b in australia.groups("WA NT, WA SA, NT SA, NT Q, SA Q, SA NSW, SA V, Q NSW, NSW V"):
    australia.add(a != b)
