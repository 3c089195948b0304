"""004's interactive version: `python -m clew.coursework.lights_out_gui ROWS COLS`.

A window shows the lights, which are all off at the start, as `create_puzzle` returns them. Click a
light to make a move there, or use the side menu to scramble and solve the board. The window only
uses the methods of `LightsOutPuzzle`, so it works with your own class too: pass your
`create_puzzle` to `main`.
"""

from __future__ import annotations

import signal
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from clew.board.text import plural
from clew.coursework._shared import ANSWERED, Arguments, program
from clew.coursework.lights_out import LightsOutPuzzle, Move
from clew.coursework.lights_out import create_puzzle as create

if TYPE_CHECKING:
    import tkinter

MOST = 30
"""The maximum length of a side, so that the board fits on a screen."""
BOARD = 600
"""The length of the board's longest side in pixels, unless the lights have their maximum size."""
LARGEST = 60
ON, OFF, FRAME, NEXT = "#ffd34d", "#3c4048", "#1e2126", "#e8543f"
PAUSE = 400
"""The number of milliseconds between two moves of a solution."""


class Window:
    """The lights of a puzzle in a tkinter window, with a side menu."""

    def __init__(self, root: tkinter.Tk, puzzle: LightsOutPuzzle) -> None:
        import tkinter as tk

        self.puzzle = puzzle
        self.root = root
        board = puzzle.get_board()
        rows, cols = len(board), len(board[0])
        side = max(12, min(LARGEST, BOARD // max(rows, cols)))
        root.title(f"Lights Out {rows} x {cols}")
        root.resizable(width=False, height=False)
        self.canvas = tk.Canvas(
            root, width=cols * side, height=rows * side, background=FRAME, highlightthickness=0
        )
        self.canvas.pack(side="left", padx=12, pady=12)
        self.lights = [[self._light(row, col, side) for col in range(cols)] for row in range(rows)]
        menu = tk.Frame(root)
        menu.pack(side="left", anchor="n", padx=(0, 12), pady=12)
        self.buttons = {
            name: tk.Button(menu, text=name, width=12, command=command)
            for name, command in (("Scramble", self.scramble), ("Solve", self.solve))
        }
        for button in self.buttons.values():
            button.pack(pady=(0, 8))
        self.message = tk.Label(menu, anchor="w", justify="left", wraplength=130)
        self.message.pack(anchor="w")
        self.show()

    def _light(self, row: int, col: int, side: int) -> int:
        x, y = col * side, row * side
        light = self.canvas.create_rectangle(
            x + 2, y + 2, x + side - 2, y + side - 2, width=0, outline=NEXT
        )
        self.canvas.tag_bind(light, "<Button-1>", lambda _: self.press(row, col))
        return light

    def show(self, message: str = "", selected: Move | None = None) -> None:
        """Draw the puzzle's lights, and mark the one that will be pressed next."""
        for row, line in enumerate(self.puzzle.get_board()):
            for col, light in enumerate(line):
                width = 4 if (row, col) == selected else 0
                colour = ON if light else OFF
                self.canvas.itemconfigure(self.lights[row][col], fill=colour, width=width)
        self.message.configure(text=message)

    def press(self, row: int, col: int) -> None:
        """Make a move, unless the window is showing a solution."""
        if self.buttons["Solve"]["state"] != "disabled":
            self.puzzle.perform_move(row, col)
            self.show("All lights are off." if self.puzzle.is_solved() else "")

    def scramble(self) -> None:
        self.puzzle.scramble()
        self.show()

    def solve(self) -> None:
        """Show a solution move by move."""
        moves = self.puzzle.find_solution()
        if moves is None:
            self.show("This board has no solution.")
        else:
            self._enable("disabled")
            self._perform(moves, plural(len(moves), "move"))

    def _perform(self, moves: Sequence[Move], message: str) -> None:
        if not moves:
            self._enable("normal")
            self.show(f"Solved in {message}.")
            return
        self.show(message, moves[0])
        self.root.after(PAUSE, partial(self._performed, moves, message))

    def _performed(self, moves: Sequence[Move], message: str) -> None:
        self.puzzle.perform_move(*moves[0])
        self._perform(moves[1:], message)

    def _enable(self, state: str) -> None:
        for button in self.buttons.values():
            button["state"] = state


@program("lights_out_gui")
def main(
    argv: Sequence[str] | None = None,
    create_puzzle: Callable[[int, int], LightsOutPuzzle] = create,
) -> int:
    """Play Lights Out in a window until the player closes it."""
    parser = Arguments("clew.coursework.lights_out_gui", "Play Lights Out in a window (004).")
    for name in ("rows", "cols"):
        parser.add_argument(
            name, metavar=name.upper(), nargs="?", default="5", help=f"1 to {MOST} (default: 5)"
        )
    given = parser.parse_args(argv)
    rows, cols = _side("ROWS", given.rows), _side("COLS", given.cols)
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # otherwise Ctrl-C waits for tkinter's next event
    Window(_root(f"clew play lights-out:{rows}x{cols}"), create_puzzle(rows, cols)).root.mainloop()
    return ANSWERED


def _side(name: str, word: str) -> int:
    if not (word.isascii() and word.isdigit() and len(word) < 5 and 1 <= int(word) <= MOST):
        raise ValueError(f"found {name} {word[:20]!r}, expected 1 to {MOST}")
    return int(word)


def _root(instead: str) -> tkinter.Tk:
    """Open an empty window, or raise ValueError without tkinter or a screen."""
    try:
        import tkinter

        return tkinter.Tk()
    except ImportError:
        raise ValueError(f"this Python has no tkinter; {instead} works without it") from None
    except tkinter.TclError as error:
        raise ValueError(f"can't open a window ({error}); try {instead}") from None


if __name__ == "__main__":
    raise SystemExit(main())
