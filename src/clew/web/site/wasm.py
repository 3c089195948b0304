"""The learning kernel in WebAssembly, with the interface of `clew._native`.

If the kernel was compiled, this module is `clew._wasm` on the site, and static/kernel.js is
`clew_kernel`. The kernel can't call Python functions, so it rejects models with rules that do.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Any

MOST = 2**53 - 1
"""The largest integer up to which JavaScript represents all integers exactly."""


class Model:
    """The rules of a CSP, which are read once and shared by every search."""

    plain = False

    def __init__(self, variables: int, rules: bytes, tests: Sequence[Any] = ()) -> None:
        import clew_kernel  # type: ignore[import-not-found]  # provided by JavaScript

        self.held: Any = None
        if tests:
            raise ValueError("the kernel in a browser can't run rules that call Python")
        self.held = _asked(clew_kernel.model, variables, _bytes(rules))

    def __del__(self) -> None:
        if self.held is not None:
            self.held.forget()


class LearningSearch:
    """A search that runs in slices."""

    def __init__(self, model: Model, domains: bytes) -> None:
        self._held: Any = None
        self._model = model.held
        self._held = _asked(model.held.search, _bytes(domains))
        self._width = self._count("width")
        if not self._width:
            raise ValueError("the model has no variables")

    def __del__(self) -> None:
        if self._held is not None:
            self._model.count("forget", self._held)

    def run(self, max_solutions: int, max_nodes: int) -> list[tuple[int, ...]]:
        limits = min(max_solutions, MOST), min(max_nodes, MOST)
        numbers = array("H", self._model.run(self._held, *limits).to_bytes())
        starts = range(0, len(numbers), self._width)
        return [tuple(numbers[start : start + self._width]) for start in starts]

    def _count(self, name: str) -> int:
        return int(self._model.count(name, self._held))

    @property
    def nodes(self) -> int:
        return self._count("nodes")

    @property
    def backtracks(self) -> int:
        return self._count("backtracks")

    @property
    def deepest(self) -> int:
        return self._count("deepest")

    @property
    def finished(self) -> bool:
        return bool(self._model.count("finished", self._held))


def _bytes(given: bytes) -> Any:
    from pyodide.ffi import to_js  # type: ignore[import-not-found]

    return to_js(given)


def _asked(call: Any, *given: Any) -> Any:
    """Call the kernel. If it throws an error, raise ValueError, as the compiled kernel does."""
    from pyodide.ffi import JsException

    try:
        return call(*given)
    except JsException as error:
        raise ValueError(str(error).partition(": ")[2]) from None
