"""Fill a 6 x 10 rectangle with the twelve pentominoes: an exact cover."""

from itertools import product

import clew

# Each piece's name and its cells: a to e are the first row, f to j the second, k to o the third.
SHAPES = "Fbcfgl Iabcde Labcdi Nabchi Pabcfg Tabcgl Uacfgh Vabcfk Wafglm Xbfghl Yabcdg Zabglm"


def placements(shape):
    cells = [divmod(ord(letter) - ord("a"), 5) for letter in shape]
    for turn in range(8):
        cells = [(-c, r) for r, c in cells] if turn != 4 else [(r, -c) for r, c in cells]
        for row, col in product(range(-6, 12), range(-6, 16)):
            spot = frozenset((r + row, c + col) for r, c in cells)
            if all(0 <= r < 6 and 0 <= c < 10 for r, c in spot):
                yield spot


SPOTS = {
    f"{name}{number}": spot | {name}
    for name, *shape in SHAPES.split()
    for number, spot in enumerate(set(placements(shape)))
}


def picture(answer):
    piece = {item: name[0] for name, used in answer.items() if used for item in SPOTS[name]}
    return "\n".join(" ".join(piece[row, col] for col in range(10)) for row in range(6))


pentominoes = clew.Problem(show=picture)
used = pentominoes.variables(SPOTS, [0, 1])
for item in set().union(*SPOTS.values()):
    pentominoes.exactly_one(*(used[name] == 1 for name in SPOTS if item in SPOTS[name]))
