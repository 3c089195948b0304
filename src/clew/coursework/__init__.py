"""The exact interfaces of five assignments: names, arguments, files and output.

| module                   | assignment                                              | a program? |
|--------------------------|---------------------------------------------------------|------------|
| `latin`                  | 000, the Latin square that the others start from        | yes        |
| `sudoku`                 | 000, Sudoku by backtracking                             | yes        |
| `futoshiki_backtracking` | 000, Futoshiki by backtracking                          | yes        |
| `futoshiki`              | 001, Futoshiki from file to file                        | yes        |
| `complete_search`        | 002, section 1: exhaustive search and backtracking      | yes        |
| `knight`                 | 002, exercise 4: the knight's cover of a 5 x 5 board    |            |
| `walks`                  | 002, exercises 2, 3 and 5: triangle, frog and jugs      |            |
| `ocaml/`                 | 002, in OCaml                                           | yes        |
| `board`                  | 003, `Board`, `DFS` and `BFS` over partly filled boards | yes        |
| `chess_board`            | 003's extension, n queens by the same `DFS` and `BFS`   | yes        |
| `lights_out`             | 000 and 004, Lights Out                                 | yes        |
| `lights_out_gui`         | 004, the interactive version                            | yes        |
| `files`                  | the files that `clew coursework` writes                 |            |

The searches of 000, 001 and 003 are plain Python, as the courses teach them; the others use the
library's. A program ends with status 0 if it answered, 1 if there is no solution, and 2 for bad
input or usage, which it names in one line; Ctrl-C ends it with 130, and no word.
"""

import os
import signal
import sys


def leave_at_once(number: int, frame: object) -> None:
    """End a program on Ctrl-C.

    While Python imports a dataclass, a KeyboardInterrupt would turn into another error, or end
    the process by the signal instead of with a status.
    """
    os._exit(130)


if sys.argv[:1] == ["-m"]:  # one of the programs is about to be imported and run
    signal.signal(signal.SIGINT, leave_at_once)
