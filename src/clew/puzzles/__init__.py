"""The puzzles: a small one is a file, a family with its own strategies is a folder."""

TOGETHER = {
    "nim": ("nimble", "northcott", "staircase", "turtles", "wythoff"),
    "octal": ("dawson", "empty-divide", "grundy", "kayles", "lasker"),
    "subtraction": ("dynamic",),
}
"""Files that hold several kinds, with the names of the kinds that the file isn't named after."""
