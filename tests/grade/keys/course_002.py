# mypy: ignore-errors
from collections import deque


def has_sum_path(triangle, k, at=0):
    if not triangle:
        return k == 0
    rest = k - triangle[0][at]
    if len(triangle) == 1:
        return rest == 0
    return has_sum_path(triangle[1:], rest, at) or has_sum_path(triangle[1:], rest, at + 1)


def can_hop(jumps):
    pads = len(jumps) + 1

    def hop(pad, visited, left):
        if not left:
            return True
        return any(
            0 <= to < pads and to not in visited and hop(to, {*visited, to}, left[1:])
            for to in (pad - left[0], pad + left[0])
        )

    return hop(0, {0}, jumps)


def knight_cover(start):
    steps = [(a, b) for a in (-2, -1, 1, 2) for b in (-2, -1, 1, 2) if abs(a) != abs(b)]

    def onward(cell, seen):
        moves = [(cell[0] + a, cell[1] + b) for a, b in steps]
        return [to for to in moves if to not in seen and 0 <= to[0] < 5 and 0 <= to[1] < 5]

    def cover(path):
        if len(path) == 25:
            return path
        seen = set(path)
        for to in sorted(onward(path[-1], seen), key=lambda cell: len(onward(cell, seen))):
            found = cover([*path, to])
            if found:
                return found
        return None

    return None if sum(start) % 2 else cover([start])


def jugs(capacities, target):
    start = (0,) * len(capacities)
    frontier, seen = deque([[start]]), {start}
    while frontier:
        path = frontier.popleft()
        state = path[-1]
        if target in state:
            return path
        for i, held in enumerate(state):
            after = [(*state[:i], capacities[i], *state[i + 1 :])]
            for j, other in enumerate(state):
                if i != j:
                    poured = min(held, capacities[j] - other)
                    made = list(state)
                    made[i] -= poured
                    made[j] += poured
                    after.append(tuple(made))
            for each in after:
                if each not in seen:
                    seen.add(each)
                    frontier.append([*path, each])
    return None
