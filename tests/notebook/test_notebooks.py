"""Tests that every tutorial runs as a notebook with the output it shows."""

from __future__ import annotations

from doctest import ELLIPSIS, OutputChecker
from typing import Any

import pytest

from docs.notebooks import TUTORIALS, notebook

nbformat = pytest.importorskip("nbformat")
nbclient = pytest.importorskip("nbclient")
VIEW = "application/vnd.jupyter.widget-view+json"
WITH_WIDGETS = ("first_puzzle", "watch_a_search")


def printed(cell: Any) -> str:
    """Return the output of a cell as text."""
    parts = [
        out["text"] if out["output_type"] == "stream" else f"{out['data']['text/plain']}\n"
        for out in cell["outputs"]
    ]
    return "".join(parts)


@pytest.mark.slow
@pytest.mark.parametrize("name", TUTORIALS)
def test_tutorial_runs_as_a_notebook(name: str) -> None:
    shown = nbformat.from_dict(notebook(name))
    nbformat.validate(shown)
    run = nbclient.NotebookClient(nbformat.from_dict(notebook(name)), timeout=120).execute()
    for before, after in zip(shown.cells, run.cells, strict=True):
        if before.cell_type == "code" and before.outputs:
            want = before.outputs[0]["text"]
            assert OutputChecker().check_output(want, printed(after), ELLIPSIS), (want, after)
    views = [out["data"] for cell in run.cells for out in cell.get("outputs", ()) if "data" in out]
    assert [VIEW in view for view in views].count(True) == (name in WITH_WIDGETS)
