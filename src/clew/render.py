"""The old name of `clew.board`: `clew.render.svg` and its other modules are the same modules."""

import sys
from importlib import import_module

for _name in ("chart", "json", "svg", "text"):
    sys.modules[f"{__name__}.{_name}"] = import_module(f"clew.board.{_name}")
