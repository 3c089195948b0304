"""Which boards have a knight's tour: theorems, and two cells that were counted."""

from __future__ import annotations

from clew.core.grid import cell_name
from clew.puzzles.knight.face import Tour

NO_OPEN_TOUR = {(3, 3), (3, 5), (3, 6), (4, 4)}
"""The boards of three lines or more without an open tour."""
NO_TOUR_FROM = {(3, 7, 1, 3), (3, 8, 1, 2)}
"""Boards that have tours, and the cell on the middle line, counted from the nearer end, without."""


def no_closed_tour(tour: Tour) -> str:
    """Why the board has no closed tour, if so.

    Schwenk, "Which rectangular chessboards have a knight's tour?", 1991: all others have one.
    """
    short, long = sorted((tour.rows, tour.cols))
    if tour.cells % 2:
        return f"a closed tour changes colour at every step, and {tour.cells} cells are odd"
    if short <= 2:
        return "on one or two lines the knight cannot return"
    if short == 4:
        return "on four lines no tour closes: outer and inner cells would alternate as colours do"
    if short == 3 and long in (4, 6, 8):
        return f"3x{long} has no closed tour (Schwenk 1991)"
    return ""


def no_open_tour(tour: Tour) -> str:
    """Why there is no open tour, or none from the start, if so.

    Chia and Ong, "Generalized knight's tours on rectangular chessboards", 2005: the boards named
    here have none at all, and no others. On four lines outer cells are half of all and never a
    move apart; did they alternate with inner ones throughout, all of them would have one colour.
    So somewhere two inner cells follow each other, and both ends are outer.
    """
    short, long = sorted((tour.rows, tour.cols))
    if short <= 2 and long > 1:
        return "on one or two lines the knight cannot reach every cell"
    if (short, long) in NO_OPEN_TOUR:
        return f"{short}x{long} has no tour at all (Chia and Ong 2005)"
    if tour.start is None:
        return ""
    row, col = tour.start
    start = cell_name(tour.first, tour.cols)
    if tour.cells % 2 and (row + col) % 2:
        return (
            f"colours alternate along a tour, and {start} has the rarer one "
            f"({tour.cells // 2} of {tour.cells} cells): no tour begins there"
        )
    if (tour.rows == 4 and row in (1, 2)) or (tour.cols == 4 and col in (1, 2)):
        return f"on four lines a tour begins and ends in an outer one: not at {start}"
    across, along = (row, col) if tour.rows <= tour.cols else (col, row)
    if (short, long, across, min(along, long - 1 - along)) in NO_TOUR_FROM:
        return f"{tour.rows}x{tour.cols} has no tour from {start} (counted)"
    return ""
