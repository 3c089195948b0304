"""Key of lesson 3, constraint search.

Exercise 1. 3 colours for 7 regions are 3^7 = 2,187 complete assignments; 18 obey all rules.
Exercise 2. SA: it has five neighbours, and all regions have three colours, so the degree decides.
Exercise 3. Because it shares rules with no other: whatever its colour, nothing else changes.
Exercise 4. No. Take back and try again, and the search will meet every assignment, in any order.
"""


def backtracking_search(csp):
    return backtrack(csp, {})


def backtrack(csp, assignment):
    if len(assignment) == len(csp.variables):
        return assignment
    variable = select(csp, assignment)
    for value in legal(csp, variable, assignment):
        csp.assign(variable, value, assignment)
        found = backtrack(csp, assignment)
        if found is not None:
            return found
        csp.unassign(variable, assignment)
    return None


def legal(csp, variable, assignment):
    return [value for value in csp.domains[variable] if csp.consistent(variable, value, assignment)]


def select(csp, assignment):
    """Fewest values left; of those, the most neighbours that are not assigned."""

    def key(variable):
        open_neighbours = sum(other not in assignment for other in csp.neighbors[variable])
        return len(legal(csp, variable, assignment)), -open_neighbours

    return min((each for each in csp.variables if each not in assignment), key=key)
