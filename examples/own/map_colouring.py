"""The states of Australia in three colours, neighbours in different ones."""

import clew

australia = clew.Problem()
australia.variables("WA NT SA Q NSW V T", ["red", "green", "blue"])
for a, b in australia.groups("WA NT, WA SA, NT SA, NT Q, SA Q, SA NSW, SA V, Q NSW, NSW V"):
    australia.add(a != b)
