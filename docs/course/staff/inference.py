"""Key of lesson 4, inference and heuristics.

Exercise 1. NT and SA lose red, and both keep green and blue. Q, NSW, V and T keep all three. Arc
consistency prunes nothing more, because green and blue support each other.
Exercise 2. NT and SA have only blue left, and they're neighbours, so no values satisfy the arc
between them. Forward checking looks only from assigned variables, and neither is assigned.
Exercise 3. If you want all solutions, or if there is none: then you try every value anyway.
Exercise 4. A value pruned at a level belongs to that level. Keep it there, and restore exactly
that when you go back.
"""


def forward_checking_search(csp):
    return backtrack(csp, {}, forward_check, least_constraining)


def mac_search(csp):
    return backtrack(csp, {}, maintain_arc_consistency, lambda csp, var, held: csp.choices(var))


def backtrack(csp, assignment, infer, order):
    if len(assignment) == len(csp.variables):
        return assignment
    free = [each for each in csp.variables if each not in assignment]
    variable = min(free, key=lambda each: len(csp.choices(each)))
    for value in order(csp, variable, assignment):
        csp.assign(variable, value, assignment)
        removals = csp.suppose(variable, value)
        if infer(csp, variable, value, assignment, removals):
            found = backtrack(csp, assignment, infer, order)
            if found is not None:
                return found
        csp.restore(removals)
        csp.unassign(variable, assignment)
    return None


def least_constraining(csp, variable, assignment):
    def lost(value):
        return sum(
            not csp.constraints(variable, value, other, each)
            for other in csp.neighbors[variable]
            if other not in assignment
            for each in csp.choices(other)
        )

    return sorted(csp.choices(variable), key=lost)


def forward_check(csp, variable, value, assignment, removals):
    for other in csp.neighbors[variable]:
        if other not in assignment:
            for each in csp.choices(other):
                if not csp.constraints(variable, value, other, each):
                    csp.prune(other, each, removals)
            if not csp.choices(other):
                return False
    return True


def maintain_arc_consistency(csp, variable, value, assignment, removals):
    queue = [(other, variable) for other in csp.neighbors[variable] if other not in assignment]
    while queue:
        one, other = queue.pop(0)
        lost = [
            x
            for x in csp.choices(one)
            if not any(csp.constraints(one, x, other, y) for y in csp.choices(other))
        ]
        for x in lost:
            csp.prune(one, x, removals)
        if not csp.choices(one):
            return False
        if lost:
            near = (each for each in csp.neighbors[one] if each not in assignment)
            queue += [(each, one) for each in near if each != other]
    return True
