# mypy: ignore-errors
import copy

from stack_and_queue import Queue, Stack


def search(fringe):
    while not fringe.is_empty():
        board = fringe.pop()
        if board.goal_test():
            return board
        if not board.failure_test():
            row, col = board.find_most_constrained_cell()
            for value in board.rows[row][col]:
                child = copy.deepcopy(board)
                child.update(row, col, value)
                fringe.push(child)
    return None


def DFS(board):  # noqa: N802
    return search(Stack([board]))


def BFS(board):  # noqa: N802
    return search(Queue([board]))
