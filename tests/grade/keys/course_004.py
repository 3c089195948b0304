# mypy: ignore-errors
from collections import deque


class LightsOutPuzzle:
    def __init__(self, board):
        self.board = board

    def get_board(self):
        return self.board

    def perform_move(self, row, col):
        for r, c in ((row, col), (row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)):
            if 0 <= r < len(self.board) and 0 <= c < len(self.board[0]):
                self.board[r][c] = not self.board[r][c]

    def is_solved(self):
        return not any(map(any, self.board))

    def copy(self):
        return LightsOutPuzzle([list(row) for row in self.board])

    def successors(self):
        for row in range(len(self.board)):
            for col in range(len(self.board[0])):
                after = self.copy()
                after.perform_move(row, col)
                yield (row, col), after

    def find_solution(self):
        def key(puzzle):
            return tuple(map(tuple, puzzle.get_board()))

        frontier, seen = deque([([], self)]), {key(self)}
        while frontier:
            moves, puzzle = frontier.popleft()
            if puzzle.is_solved():
                return moves
            for move, after in puzzle.successors():
                if key(after) not in seen:
                    seen.add(key(after))
                    frontier.append(([*moves, move], after))
        return None
