"""Colour the Petersen graph with three colours so that neighbours differ."""

import clew

petersen = clew.Problem()
c = petersen.variables(range(10), ["red", "green", "blue"])
for n in range(5):
    petersen.add(c[n] != c[(n + 1) % 5], c[n] != c[n + 5], c[n + 5] != c[(n + 2) % 5 + 5])
