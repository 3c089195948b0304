"""The only door to the compiled kernels.

Each kernel has a readable Python twin in a file py_*.py beside this one: its specification, and
its stand-in where nothing was compiled or `CLEW_NATIVE=0` is set.
"""

import os
from importlib import import_module
from typing import TYPE_CHECKING

__all__ = [
    "Bands",
    "Coset",
    "CspSearch",
    "FrontierCount",
    "FrontierSearch",
    "InARow",
    "Jugs",
    "Layers",
    "Model",
    "Octal",
    "PyBands",
    "PyCoset",
    "PyFrontierCount",
    "PyFrontierSearch",
    "PyInARow",
    "PyJugs",
    "PyLayers",
    "PyModel",
    "PyOctal",
    "PyQueens",
    "PyQueensHalves",
    "PyQueensSwaps",
    "PyQueensTurned",
    "PyRanks",
    "PyRideCount",
    "PySquares",
    "PySums",
    "PyTiles",
    "PyWarnsdorff",
    "PyXorWalk",
    "Queens",
    "QueensHalves",
    "QueensSwaps",
    "QueensTurned",
    "Ranks",
    "RideCount",
    "Solver",
    "Squares",
    "Sums",
    "Tiles",
    "Warnsdorff",
    "WatchedCspSearch",
    "XorWalk",
    "available",
    "bands_briefly",
    "futoshiki_batch",
    "futoshiki_make",
    "futoshiki_steps",
    "latin_squares",
    "py_bands_briefly",
    "py_futoshiki_batch",
    "py_latin_squares",
    "py_spread",
    "py_sudoku_batch",
    "py_sudoku_canonical",
    "py_sudoku_make",
    "py_sudoku_minimal",
    "rate_futoshikis",
    "rate_sudokus",
    "spread",
    "sudoku_batch",
    "sudoku_canonical",
    "sudoku_make",
    "sudoku_minimal",
    "sudoku_path",
    "sudoku_steps",
]

available: bool
"""Whether the compiled kernels are in use."""

if TYPE_CHECKING:
    from clew._native import (
        Bands,
        Coset,
        CspSearch,
        FrontierCount,
        FrontierSearch,
        InARow,
        Jugs,
        Layers,
        Model,
        Octal,
        Queens,
        QueensHalves,
        QueensSwaps,
        QueensTurned,
        Ranks,
        RideCount,
        Solver,
        Squares,
        Sums,
        Tiles,
        Warnsdorff,
        WatchedCspSearch,
        XorWalk,
        bands_briefly,
        futoshiki_batch,
        futoshiki_make,
        futoshiki_steps,
        latin_squares,
        rate_futoshikis,
        rate_sudokus,
        spread,
        sudoku_batch,
        sudoku_canonical,
        sudoku_make,
        sudoku_minimal,
        sudoku_path,
        sudoku_steps,
    )
    from clew.search.py_coset import PyCoset
    from clew.search.py_frog import PyLayers
    from clew.search.py_frontier import PyFrontierCount, PyFrontierSearch
    from clew.search.py_futoshiki_batch import py_futoshiki_batch
    from clew.search.py_in_a_row import PyInARow
    from clew.search.py_jugs import PyJugs
    from clew.search.py_latin_squares import py_latin_squares
    from clew.search.py_model import PyModel
    from clew.search.py_octal import PyOctal
    from clew.search.py_queens import PyQueens
    from clew.search.py_queens_halves import PyQueensHalves
    from clew.search.py_queens_swaps import PyQueensSwaps
    from clew.search.py_queens_turned import PyQueensTurned
    from clew.search.py_ranks import PyRanks
    from clew.search.py_squares import PySquares
    from clew.search.py_sudoku import PyBands, py_bands_briefly
    from clew.search.py_sudoku_batch import py_sudoku_batch
    from clew.search.py_sudoku_canonical import py_sudoku_canonical
    from clew.search.py_sudoku_make import py_sudoku_make, py_sudoku_minimal
    from clew.search.py_tiles import PyTiles
    from clew.search.py_tour import PyRideCount, PyWarnsdorff, py_spread
    from clew.search.py_triangle import PySums
    from clew.search.py_xor_walk import PyXorWalk
else:
    _TWINS = {
        "Bands": "py_sudoku.PyBands",
        "Coset": "py_coset.PyCoset",
        "CspSearch": "",  # the readable search of the strategies stands in
        "FrontierCount": "py_frontier.PyFrontierCount",
        "FrontierSearch": "py_frontier.PyFrontierSearch",
        "InARow": "py_in_a_row.PyInARow",
        "Jugs": "py_jugs.PyJugs",
        "Layers": "py_frog.PyLayers",
        "Model": "py_model.PyModel",
        "Octal": "py_octal.PyOctal",
        "Queens": "py_queens.PyQueens",
        "QueensHalves": "py_queens_halves.PyQueensHalves",
        "QueensSwaps": "py_queens_swaps.PyQueensSwaps",
        "QueensTurned": "py_queens_turned.PyQueensTurned",
        "Ranks": "py_ranks.PyRanks",
        "RideCount": "py_tour.PyRideCount",
        "Solver": "",  # so it does here
        "Squares": "py_squares.PySquares",
        "Sums": "py_triangle.PySums",
        "Tiles": "py_tiles.PyTiles",
        "Warnsdorff": "py_tour.PyWarnsdorff",
        "WatchedCspSearch": "",
        "XorWalk": "py_xor_walk.PyXorWalk",
        "bands_briefly": "py_sudoku.py_bands_briefly",
        "futoshiki_batch": "py_futoshiki_batch.py_futoshiki_batch",
        "futoshiki_make": "",  # in clew.make
        "futoshiki_steps": "",
        "latin_squares": "py_latin_squares.py_latin_squares",
        "rate_futoshikis": "",  # the readable engine is in clew.logic
        "rate_sudokus": "",  # it is here too
        "spread": "py_tour.py_spread",
        "sudoku_batch": "py_sudoku_batch.py_sudoku_batch",
        "sudoku_canonical": "py_sudoku_canonical.py_sudoku_canonical",
        "sudoku_make": "py_sudoku_make.py_sudoku_make",
        "sudoku_minimal": "py_sudoku_make.py_sudoku_minimal",
        "sudoku_path": "py_sudoku_batch.py_sudoku_path",
        "sudoku_steps": "",
    }
    """For each kernel its twin: module and name. Few programs need one, so none is imported yet."""
    try:
        if os.environ.get("CLEW_NATIVE") == "0":
            raise ModuleNotFoundError("switched off by CLEW_NATIVE=0")
        import clew._native as _native
    except ModuleNotFoundError:  # a module that is there but broken still fails loudly
        available = False
    else:
        available = True
        globals().update((name, getattr(_native, name)) for name in _TWINS)
    _HOMES = dict(twin.split(".")[::-1] for twin in _TWINS.values() if twin)

    def __getattr__(name):
        if name in _TWINS:
            twin = _TWINS[name].partition(".")[2]
            value = __getattr__(twin) if twin else None
        elif name in _HOMES:
            value = getattr(import_module(f"clew.search.{_HOMES[name]}"), name)
        else:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        globals()[name] = value
        return value
