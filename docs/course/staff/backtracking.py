"""Key of lesson 3, constraint search.

Exercise 1. Three colours for 7 regions make 3^7 = 2,187 complete assignments. 18 obey all rules.
Exercise 2. SA. All regions have three colours, so the degree decides, and SA has five neighbours.
Exercise 3. It shares rules with no other region, so its colour changes nothing else.
Exercise 4. It doesn't change which solutions exist: backtracking meets them all in any order. It
does change which one comes first.
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
