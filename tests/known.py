"""True values that tests are pinned to, with where they come from."""

from __future__ import annotations

QUEENS_SOLUTIONS = (
    1,
    1,
    0,
    0,
    2,
    10,
    4,
    40,
    92,
    352,
    724,
    2680,
    14200,
    73712,
    365596,
    2279184,
    14772512,
    95815104,
    666090624,
)
"""Ways to place n queens, n = 0, 1, … (OEIS A000170)."""

QUEENS_FUNDAMENTAL = (
    1,
    1,
    0,
    0,
    1,
    2,
    1,
    6,
    12,
    46,
    92,
    341,
    1787,
    9233,
    45752,
    285053,
    1846955,
    11977939,
    83263591,
)
"""The same up to symmetry (OEIS A002562)."""

QUEENS_HALF_TURN = (1, 1, 0, 0, 2, 2, 4, 8, 4, 16, 12, 48, 80, 136, 420, 1240, 3000, 8152, 18104)
"""Those that are the same after a half turn (OEIS A032522), a quarter turn's among them."""

QUEENS_QUARTER_TURN = (1, 1, 0, 0, 2, 2, 0, 0, 0, 0, 0, 0, 8, 8, 0, 0, 64, 128, 0)
"""Those that are the same after a quarter turn (OEIS A033148)."""

QUEENS_TREE_NODES = (1, 2, 3, 6, 17, 54, 153, 552, 2057, 8394, 35539, 166926, 856189)
"""Legal partial placements row by row, the empty board among them (OEIS A319283)."""

LATIN_SQUARES = (1, 1, 2, 12, 576, 161280)
"""Latin squares of order n (OEIS A002860)."""

SUDOKU_GRIDS_4 = 288
SUDOKU_GRIDS_6 = 28_200_960
"""Sudoku grids of order 4 and of order 6 with boxes of 2 x 3 (OEIS A107739)."""

FIGURE_1 = "5:0,0R,0,0,0,0U,0U,0,0,0,5,0,0R,0,0,0,0D,0,2,0,0,0,0,0L,1,"
"""The Futoshiki of data/coursework/Input1.txt, with all six signs."""

FIGURE_1_SOLUTIONS = {
    (1, 3, 2, 4, 5, 2, 4, 5, 1, 3, 5, 1, 4, 3, 2, 3, 5, 1, 2, 4, 4, 2, 3, 5, 1),
    (2, 3, 1, 4, 5, 3, 5, 2, 1, 4, 5, 1, 4, 3, 2, 1, 4, 5, 2, 3, 4, 2, 3, 5, 1),
}
"""Both solutions; figure 4 prints the second."""

FIGURE_3_AS_PRINTED = "5:0,0R,0,0,0,0,0,0,0,0,5,0,0,0,0,0,0,0,2,0,0,0,0,0,1,"
FIGURE_3_SOLUTIONS = 560
"""Figure 3 lost five of its six signs in print."""

# fmt: off
LIGHTS_NULLITY = (
    0, 0, 0, 4, 2, 0, 0, 0, 8, 0, 6, 0, 0, 4, 0, 8, 2, 0, 16, 0, 0, 0, 14, 4, 0, 0, 0, 0, 10, 20,
    0, 20, 16, 4, 6, 0, 0, 0, 32, 0, 2, 0, 0, 4, 0, 0, 30, 0, 8, 8, 0, 0, 2, 4, 0, 0, 0, 0, 22, 0,
    40, 24, 0, 28, 42, 0, 32, 0, 8, 0, 14, 0, 0, 4, 0, 0, 2, 0, 64, 0, 0, 0, 6, 12, 0, 0, 0, 0, 10,
    0, 0, 20, 0, 4, 62, 0, 0, 20, 16, 0,
)
"""The nullity of Lights Out n x n, n = 1, 2, … (OEIS A159257)."""

LIGHTS_ALL_ON = (
    1, 4, 5, 4, 15, 28, 33, 40, 25, 44, 55, 72, 105, 56, 117, 104, 147, 188, 141, 224, 245, 276,
    231, 270, 353, 356, 405, 416, 345, 376, 553, 428, 469, 520, 563, 600, 761, 772, 561, 696, 891,
    940, 953, 772, 1069, 1188, 971, 1096, 1165, 1220, 1317, 1256, 1487, 1400,
)
"""The fewest presses that put out all lights of n x n, n = 1, 2, … (OEIS A075464)."""

LIGHTS_SMALL = {
    "1x1,plus": (0, 1, (1, 1)),
    "1x2,plus": (1, 1, (1, 1)),
    "1x3,plus": (0, 1, (1, 3, 3, 1)),
    "1x4,plus": (0, 2, (1, 4, 6, 4, 1)),
    "1x5,plus": (1, 2, (1, 5, 7, 3)),
    "2x2,plus": (0, 4, (1, 4, 6, 4, 1)),
    "2x3,plus": (2, 2, (1, 6, 7, 2)),
    "2x4,plus": (0, 4, (1, 8, 28, 56, 70, 56, 28, 8, 1)),
    "2x5,plus": (1, 3, (1, 10, 45, 110, 155, 126, 55, 10)),
    "3x3,plus": (0, 5, (1, 9, 36, 84, 126, 126, 84, 36, 9, 1)),
    "3x4,plus": (0, 10, (1, 12, 66, 220, 495, 792, 924, 792, 495, 220, 66, 12, 1)),
    "3x5,plus": (3, 6, (1, 15, 105, 455, 1127, 1393, 799, 185, 16)),
    "4x4,plus": (4, 4, (1, 16, 120, 560, 1387, 1440, 540, 32)),
    "4x5,plus": (0, 10, (1, 20, 190, 1140, 4845, 15504, 38760, 77520, 125970, 167960, 184756,
        167960, 125970, 77520, 38760, 15504, 4845, 1140, 190, 20, 1)),
    "5x5,plus": (2, 15, (1, 25, 300, 2300, 12650, 53130, 176176, 467104, 982335, 1596279, 1935294,
        1684446, 1004934, 383670, 82614, 7350)),
    "1x1,neighbours": (1, -1, (1,)),
    "1x2,neighbours": (0, 2, (1, 2, 1)),
    "1x3,neighbours": (1, 2, (1, 2, 1)),
    "1x4,neighbours": (0, 2, (1, 4, 6, 4, 1)),
    "1x5,neighbours": (1, -1, (1, 5, 7, 3)),
    "2x2,neighbours": (2, 2, (1, 2, 1)),
    "2x3,neighbours": (0, 2, (1, 6, 15, 20, 15, 6, 1)),
    "2x4,neighbours": (0, 4, (1, 8, 28, 56, 70, 56, 28, 8, 1)),
    "2x5,neighbours": (2, 4, (1, 10, 39, 76, 79, 42, 9)),
    "3x3,neighbours": (3, -1, (1, 9, 25, 23, 6)),
    "3x4,neighbours": (0, 10, (1, 12, 66, 220, 495, 792, 924, 792, 495, 220, 66, 12, 1)),
    "3x5,neighbours": (1, 8, (1, 15, 105, 445, 1260, 2502, 3570, 3690, 2745, 1435, 501, 105, 10)),
    "4x4,neighbours": (4, 6, (1, 16, 114, 448, 1021, 1296, 876, 288, 36)),
    "4x5,neighbours": (0, 10, (1, 20, 190, 1140, 4845, 15504, 38760, 77520, 125970, 167960, 184756,
        167960, 125970, 77520, 38760, 15504, 4845, 1140, 190, 20, 1)),
    "5x5,neighbours": (5, -1, (1, 25, 300, 2280, 12049, 45759, 125172, 239740, 299834, 219828,
        85636, 16656, 1296)),
}
"""For a board and a rule: the nullity, the fewest presses for all on (-1: impossible), and how
many boards need 0, 1, 2 … presses; by exhaustive enumeration."""
# fmt: on

FROG_JUMPS = (2, 3, 2, 3, 5, 3)
FROG_VISIT = (1, 3, 6, 4, 7, 2, 5)
FROG_ANY_ORDER = 3
"""A frog: its only visit, and how many there are with the jumps in any order."""

FROG_FEASIBLE = {1: 1, 2: 2, 3: 5, 4: 22, 5: 100}
"""How many lists of m lengths from 1 to m have a hopping cover (computed by enumeration)."""

TRIANGLE = ((4,), (7, 5), (6, 3, 4), (4, 2, 1, 6))
TRIANGLE_SUMS = (13, 14, 14, 15, 16, 19, 19, 21)
"""A triangle, and what its eight paths add up to."""

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

CHAPTER_SOLVED = """\
5 3 4 | 6 7 8 | 9 1 2
6 7 2 | 1 9 5 | 3 4 8
1 9 8 | 3 4 2 | 5 6 7
------+-------+------
8 5 9 | 7 6 1 | 4 2 3
4 2 6 | 8 5 3 | 7 9 1
7 1 3 | 9 2 4 | 8 5 6
------+-------+------
9 6 1 | 5 3 7 | 2 8 4
2 8 7 | 4 1 9 | 6 3 5
3 4 5 | 2 8 6 | 1 7 9
"""
"""tests/data/coursework/chapter_sudoku.txt solved, as the programs print it."""
