"""A magic square: every row, column and diagonal has the same sum."""

import clew

magic = clew.Grid(3, 3, range(1, 10))
magic.all_different()
for line in (*magic.rows, *magic.columns, *magic.diagonals):
    magic.add(sum(line) == 15)
