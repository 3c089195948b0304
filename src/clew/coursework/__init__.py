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

The searches for 000, 001 and 003 are plain Python, as the courses teach them. The others use the
library's searches. A program exits with status 0 if it found an answer, with 1 if there's no
solution, and with 2 after a one-line message about bad input or usage. Ctrl-C ends it silently with
status 130.
"""

import os
import signal
import sys


def leave_at_once(number: int, frame: object) -> None:
    """End a program on Ctrl-C.

    While Python imports a dataclass, a KeyboardInterrupt could turn into a different error, or the
    signal could end the process without an exit status.
    """
    os._exit(130)


if sys.argv[:1] == ["-m"]:  # Python is about to import and run one of the programs
    signal.signal(signal.SIGINT, leave_at_once)
