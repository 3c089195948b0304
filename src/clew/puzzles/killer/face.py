"""How a killer is recognised: a Sudoku with boxes, in cages."""

from __future__ import annotations

from clew.core.forms import GridForm, Twin, in_rows


def recognise(form: GridForm) -> Twin | None:
    """A grid of numbers from 1 on, each once in every row, column and box, with sums in cages.

    No value is twice in a cage, and no cell is in two of them.
    """
    order, cages = form.order, [cells for cells, _ in form.sums]
    if not cages or form.less or form.counts or form.ranked != tuple(range(1, order + 1)):
        return None
    if sum(map(len, cages)) > len(frozenset().union(*cages)):
        return None
    for rows in range(2, order):
        houses = in_rows(order, order) | _boxes(order, rows)
        apart = {cells for cells in cages if not any(cells <= house for house in houses)}
        if order % rows == 0 and houses | apart <= form.differ <= houses | {*cages}:
            return Twin(
                None, (None, *form.ranked), (f"{rows}x{order // rows}", ()), "killer", _form_of
            )
    return None


def _boxes(order: int, rows: int) -> frozenset[frozenset[int]]:
    """The cells of each box of so many rows."""
    wide = order // rows
    return frozenset(
        frozenset((top + r) * order + left + c for r in range(rows) for c in range(wide))
        for top in range(0, order - rows + 1, rows)
        for left in range(0, order - wide + 1, wide)
    )


def _form_of(made: object) -> GridForm:
    from clew.model.form import Formed, grid_form

    assert isinstance(made, Formed)
    found = grid_form(made)
    assert found is not None  # it's a killer
    return found[0]
