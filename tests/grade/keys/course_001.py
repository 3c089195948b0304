# mypy: ignore-errors
import sys
from itertools import permutations


def main():
    with open(sys.argv[1]) as file:  # noqa: PTH123
        lines = [line.split() for line in file if line.strip()]
    order = len(lines[0])
    grid, across, down = lines[:order], lines[order : 2 * order], lines[2 * order :]
    rows = [
        [
            row
            for row in permutations(range(1, order + 1))
            if all(given in ("0", str(value)) for given, value in zip(grid[at], row, strict=True))
            and all(
                sign == "0" or (row[c] < row[c + 1]) == (sign == "<")
                for c, sign in enumerate(across[at])
            )
        ]
        for at in range(order)
    ]

    def fits(above, row, signs):
        return all(
            sign == "0" or (above[c] < row[c]) == (sign == "^") for c, sign in enumerate(signs)
        )

    def fill(done):
        if len(done) == order:
            return done
        for row in rows[len(done)]:
            apart = all(a != b for other in done for a, b in zip(other, row, strict=True))
            if apart and (not done or fits(done[-1], row, down[len(done) - 1])):
                found = fill([*done, row])
                if found:
                    return found
        return None

    answer = fill([])
    if answer:
        with open(sys.argv[2], "w") as file:  # noqa: PTH123
            file.write("\n".join(" ".join(map(str, row)) for row in answer))


if __name__ == "__main__":
    main()
