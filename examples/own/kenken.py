"""A KenKen: each row and column contains 1 to 4, and each cage gives its number."""

import clew

kenken = clew.Grid(4, 4, range(1, 5))
kenken.latin()
kenken.cage([(0, 0), (0, 1)], total=3)
kenken.cage([(0, 2), (1, 2)], quotient=3)
kenken.cage([(0, 3), (1, 3)], difference=2)
kenken.cage([(1, 0), (1, 1)], product=12)
kenken.cage([(2, 0), (3, 0)], quotient=2)
kenken.cage([(2, 1), (3, 1)], total=4)
kenken.cage([(2, 2), (2, 3)], total=7)
kenken.cage([(3, 2), (3, 3)], quotient=2)
