# mypy: ignore-errors
def is_valid(square):
    lines = [*square, *zip(*square, strict=True)]
    return all(line.count(value) == 1 for line in map(list, lines) for value in line if value)


def solve(square):
    if not is_valid(square):
        return None
    for row, line in enumerate(square):
        if 0 in line:
            for value in range(1, len(square) + 1):
                filled = [list(each) for each in square]
                filled[row][line.index(0)] = value
                found = solve(filled)
                if found:
                    return found
            return None
    return square


def flip(board, row, col):
    for r, c in ((row, col), (row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)):
        if 0 <= r < len(board) and 0 <= c < len(board):
            board[r][c] = not board[r][c]


def dive(board, depth, limit):
    if not any(map(any, board)):
        return []
    if depth == limit:
        return None
    for row in range(len(board)):
        for col in range(len(board)):
            flip(board, row, col)
            found = dive(board, depth + 1, limit)
            flip(board, row, col)
            if found is not None:
                return [(row, col), *found]
    return None


def iterative_deepening(board):
    limit = 0
    while True:
        found = dive(board, 0, limit)
        if found is not None:
            return found
        limit += 1
