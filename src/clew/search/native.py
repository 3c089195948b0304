"""The only door to the compiled kernels.

Each kernel has a readable Python twin in a file py_*.py: its specification, and its stand-in where
nothing was compiled or `CLEW_NATIVE=0` is set. The twin's file names both once:

    Queens = kernel("Queens", PyQueens)
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, TypeVar

__all__ = ["available", "kernel", "lib"]

T = TypeVar("T")

if TYPE_CHECKING:
    from clew import _native as lib

    available: bool
else:
    try:
        if os.environ.get("CLEW_NATIVE") == "0":
            raise ModuleNotFoundError("switched off by CLEW_NATIVE=0")
        import clew._native as lib
    except ModuleNotFoundError:  # a module that is there but broken still fails loudly
        lib = None
    available = lib is not None
"""The compiled module, and whether it is in use."""


def kernel(name: str, twin: T) -> T:
    """The compiled kernel of that name, or its readable twin: to a type checker, the twin."""
    found: T = getattr(lib, name) if available else twin
    return found
