"""Connect-3 on a 4 x 4 board: drop discs into columns, and get three in a line."""

import clew

LINES = [
    [(x + i * dx, y + i * dy) for i in range(3)]
    for x in range(4)
    for y in range(4)
    for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1))
    if x + 2 * dx < 4 and 0 <= y + 2 * dy < 4
]


@clew.game
class Connect3:
    start, stakes = ("", "", "", ""), 1

    def successors(self, columns):
        disc = "XO"[sum(map(len, columns)) % 2]
        for at, column in enumerate(columns):
            if len(column) < 4:
                yield at + 1, (*columns[:at], column + disc, *columns[at + 1 :])

    def canonical(self, columns):  # mirror images count as one position
        return min(columns, columns[::-1])

    def payoff(self, columns):
        last = {"OX"[sum(map(len, columns)) % 2]}
        if any({columns[x][y : y + 1] for x, y in line} == last for line in LINES):
            return -1
        return 0 if all(len(column) == 4 for column in columns) else None
