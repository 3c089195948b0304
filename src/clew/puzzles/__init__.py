"""The puzzles: a small one is a file, a family with its own strategies is a folder."""

TOGETHER = {
    "nim": ("nimble", "northcott", "staircase", "turtles", "wythoff"),
    "octal": ("dawson", "empty-divide", "grundy", "kayles", "lasker"),
    "subtraction": ("dynamic",),
}
"""The files with several kinds, and the names of those that their file isn't named after."""
