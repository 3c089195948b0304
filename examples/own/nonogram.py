"""A nonogram: the numbers are the lengths of the runs of black cells in each line."""

import clew

nonogram = clew.Grid(5, 5, [0, 1], symbols={0: "·", 1: "#"})
for line, runs in enumerate([[1, 1], [5], [5], [3], [1]]):
    nonogram.runs(nonogram.rows[line], runs)
    nonogram.edge("left", line, runs)
for line, runs in enumerate([[2], [4], [4], [4], [2]]):
    nonogram.runs(nonogram.columns[line], runs)
    nonogram.edge("top", line, runs)
