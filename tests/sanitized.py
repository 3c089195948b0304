"""A plugin of pytest that puts the kernels of `./run sanitize` in the place of the usual ones."""

from __future__ import annotations

import os
import sys
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

NAME = "clew._native"
spec = spec_from_file_location(
    NAME, Path(os.environ["CLEW_SANITIZED"], f"_native{EXTENSION_SUFFIXES[0]}").absolute()
)
assert spec is not None
assert spec.loader is not None
sys.modules[NAME] = module_from_spec(spec)
spec.loader.exec_module(sys.modules[NAME])
