"""The puzzles: a small one is a file, a family with its own strategies is a folder."""

TOGETHER = {
    "nim": ("nimble", "northcott", "staircase", "turtles", "wythoff"),
    "octal": ("dawson", "empty-divide", "grundy", "kayles", "lasker"),
    "subtraction": ("dynamic",),
}
"""The files that hold more kinds than the one they're named after, and the names of these."""
