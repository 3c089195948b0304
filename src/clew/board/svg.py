"""Draws a board as self-contained SVG that's sharp at any size and has light and dark colours."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from clew.board.board import Board
from clew.board.scene import Drawn, number, scene
from clew.board.style import style


def svg(board: Board) -> str:
    """Draw a board as a single SVG element with a title for screen readers.

    Args:
        board: the board.

    >>> from clew.board.board import Board, Cell
    >>> svg(Board(1, 1, (Cell("4"),), "One cell"))[:41]
    '<svg xmlns="http://www.w3.org/2000/svg" c'
    """
    return drawn(board, styled=True)


def drawn(board: Board, styled: bool, label: str = "") -> str:
    """Draw a board, with or without its style sheet inside.

    Args:
        board: the board.
        styled: whether to include the style sheet.
        label: the label for screen readers, if it isn't the title.
    """
    there, elements = scene(board)
    width, height = number(there.width), number(there.height)
    name = f"clew {board.layout.value}"
    used = frozenset(_used(elements) | set(name.split()))
    look = f"<style>{style(used)}</style>" if styled else ""
    named = f' aria-label="{escape(label, quote=True)}"' if label else ""
    return (
        f'<svg{named} xmlns="http://www.w3.org/2000/svg" class="{name}" role="img" '
        f'viewBox="0 0 {width} {height}" width="{width}" height="{height}">'
        f"<title>{escape(board.title)}</title>{look}{''.join(map(_written, elements))}</svg>"
    )


def look_of(boards: Iterable[Board]) -> str:
    """Return the style sheet for several boards on one page.

    Args:
        boards: the boards.
    """
    used = {"clew"}
    for board in boards:
        used |= _used(scene(board)[1]) | {board.layout.value}
    return style(frozenset(used))


def _used(elements: Iterable[Drawn]) -> set[str]:
    """Return the classes of these elements and of the elements inside them."""
    found: set[str] = set()
    for element in elements:
        found.update(element.name.split())
        if not isinstance(element.inside, str):
            found |= _used(element.inside)
    return found


def _written(element: Drawn) -> str:
    if not element.inside and element.tag == "g" and element.name in ("over", "marks"):
        return ""
    name = f' class="{element.name}"' if element.name else ""
    for attribute, value in element.attributes.items():
        name += f' {attribute}="{value if isinstance(value, str) else number(value)}"'
    if not element.inside:
        return f"<{element.tag}{name}/>"
    inside = element.inside
    words = escape(inside) if isinstance(inside, str) else "".join(map(_written, inside))
    return f"<{element.tag}{name}>{words}</{element.tag}>"
