"""The only door to the compiled kernels.

Each kernel has a readable Python twin in a file py_*.py beside this one: its specification, and
its stand-in where nothing was compiled or `CLEW_NATIVE=0` is set.
"""

import os
from typing import TYPE_CHECKING

from clew.search.py_coset import PyCoset
from clew.search.py_frog import PyLayers
from clew.search.py_frontier import PyFrontierCount, PyFrontierSearch
from clew.search.py_in_a_row import PyInARow
from clew.search.py_jugs import PyJugs
from clew.search.py_octal import PyOctal
from clew.search.py_queens import PyQueens
from clew.search.py_sudoku_batch import py_sudoku_batch, py_sudoku_path
from clew.search.py_tiles import PyTiles
from clew.search.py_tour import PyRideCount, PyWarnsdorff, py_spread
from clew.search.py_triangle import PySums
from clew.search.py_xor_walk import PyXorWalk

__all__ = [
    "Coset",
    "FrontierCount",
    "FrontierSearch",
    "InARow",
    "Jugs",
    "Layers",
    "Octal",
    "PyCoset",
    "PyFrontierCount",
    "PyFrontierSearch",
    "PyInARow",
    "PyJugs",
    "PyLayers",
    "PyOctal",
    "PyQueens",
    "PyRideCount",
    "PySums",
    "PyTiles",
    "PyWarnsdorff",
    "PyXorWalk",
    "Queens",
    "RideCount",
    "Sums",
    "Tiles",
    "Warnsdorff",
    "XorWalk",
    "available",
    "py_spread",
    "py_sudoku_batch",
    "spread",
    "sudoku_batch",
    "sudoku_path",
]

available: bool
"""Whether the compiled kernels are in use."""

if TYPE_CHECKING:
    from clew._native import (
        Coset,
        FrontierCount,
        FrontierSearch,
        InARow,
        Jugs,
        Layers,
        Octal,
        Queens,
        RideCount,
        Sums,
        Tiles,
        Warnsdorff,
        XorWalk,
        spread,
        sudoku_batch,
        sudoku_path,
    )
else:
    try:
        if os.environ.get("CLEW_NATIVE") == "0":
            raise ModuleNotFoundError("switched off by CLEW_NATIVE=0")
        from clew._native import (
            Coset,
            FrontierCount,
            FrontierSearch,
            InARow,
            Jugs,
            Layers,
            Octal,
            Queens,
            RideCount,
            Sums,
            Tiles,
            Warnsdorff,
            XorWalk,
            spread,
            sudoku_batch,
            sudoku_path,
        )
    except ModuleNotFoundError:  # a module that is there but broken still fails loudly
        Coset = PyCoset
        FrontierCount = PyFrontierCount
        FrontierSearch = PyFrontierSearch
        InARow = PyInARow
        Jugs = PyJugs
        Layers = PyLayers
        Octal = PyOctal
        Queens = PyQueens
        RideCount = PyRideCount
        Sums = PySums
        Tiles = PyTiles
        Warnsdorff = PyWarnsdorff
        XorWalk = PyXorWalk
        spread = py_spread
        sudoku_batch = py_sudoku_batch
        sudoku_path = py_sudoku_path
        available = False
    else:
        available = True
