"""True values that tests are pinned to, with where they come from."""

from __future__ import annotations

QUEENS_SOLUTIONS = (1, 1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2680, 14200)
"""Ways to place n queens, n = 0, 1, … (OEIS A000170)."""

QUEENS_TREE_NODES = (1, 2, 3, 6, 17, 54, 153, 552, 2057, 8394, 35539, 166926, 856189)
"""Legal partial placements row by row, the empty board among them (OEIS A319283)."""

LATIN_SQUARES = (1, 1, 2, 12, 576, 161280)
"""Latin squares of order n (OEIS A002860)."""

SUDOKU_GRIDS_4 = 288
SUDOKU_GRIDS_6 = 28_200_960
"""Sudoku grids of order 4 and of order 6 with boxes of 2 x 3 (OEIS A107739)."""

FIGURE_1 = "5:0,0R,0,0,0,0U,0U,0,0,0,5,0,0R,0,0,0,0D,0,2,0,0,0,0,0L,1,"
"""The Futoshiki of assignment 001, figure 1, with all six signs."""

FIGURE_1_SOLUTIONS = {
    (1, 3, 2, 4, 5, 2, 4, 5, 1, 3, 5, 1, 4, 3, 2, 3, 5, 1, 2, 4, 4, 2, 3, 5, 1),
    (2, 3, 1, 4, 5, 3, 5, 2, 1, 4, 5, 1, 4, 3, 2, 1, 4, 5, 2, 3, 4, 2, 3, 5, 1),
}
"""Both solutions; figure 4 prints the second."""

FIGURE_3_AS_PRINTED = "5:0,0R,0,0,0,0,0,0,0,0,5,0,0,0,0,0,0,0,2,0,0,0,0,0,1,"
FIGURE_3_SOLUTIONS = 560
"""Figure 3 lost five of its six signs in print."""

FROG_JUMPS = (2, 3, 2, 3, 5, 3)
FROG_VISIT = (1, 3, 6, 4, 7, 2, 5)
FROG_ANY_ORDER = 3
"""The frog of 002: its only visit, and how many there are with the jumps in any order."""

FROG_FEASIBLE = {1: 1, 2: 2, 3: 5, 4: 22, 5: 100}
"""How many lists of m lengths from 1 to m have a hopping cover (computed by enumeration)."""

TRIANGLE = ((4,), (7, 5), (6, 3, 4), (4, 2, 1, 6))
TRIANGLE_SUMS = (13, 14, 14, 15, 16, 19, 19, 21)
"""The triangle of 002, and what its eight paths add up to."""

JUGS = {
    "5,8,12=6": (6, 394, 11),
    "5,8,12=6:fill+pour": (6, 272, 16),
    "3,5=4": (6, 16, 7),
    "3,5,8@0,0,8=0,4,4:pour": (7, 16, 7),
    "5,8,12@0,0,12=0,6,6:pour": (7, 25, 8),
    "6,9=4": (None, 10, None),
    "4,9=6": (8, 26, 12),
    "7,11=6": (10, 36, 17),
    "2,4=3": (None, 6, None),
}
"""Fewest moves (None: impossible), states that can be reached, and the moves to the farthest."""

JUGS_5_8_12 = {0: 0, 1: 4, 2: 4, 3: 2, 4: 2, 5: 1, 6: 6, 7: 2, 8: 1, 9: 4, 10: 4, 11: 5, 12: 1}
"""Fewest moves to each amount with jugs of 5, 8 and 12 (computed by enumeration)."""
