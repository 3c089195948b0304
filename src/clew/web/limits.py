"""All limits of requests and their work, and the error that refuses a request."""

from __future__ import annotations

BODY = 64 * 1024
"""The most bytes of a body."""
SENDING = 10.0
"""The seconds within which a body must arrive."""
DEPTH = 32
"""How deep the lists and objects of saved progress may be nested."""
ADDRESS = 16 * 1024
"""The most bytes of a path and its parameters."""
HEAD = 64 * 1024
"""The most bytes of an address and all headers."""
HEADER = 15.0
"""The seconds within which a header must arrive after the connection or the last answer."""
IDLE = 5
"""The seconds for which a connection is kept after an answer."""
READING = 20.0
"""The seconds within which a client must read on (some 50 kB), or lose its connection."""
CONNECTIONS = 512
"""The maximum number of open connections."""
CLIENT_CONNECTIONS = 256
"""The maximum for one client. Many computers may share an address."""
ID = 12_000
"""The most characters of a puzzle's id: enough for a 36x36 Sudoku or a 100x100 grid."""
TEXT = 48_000
"""The most characters of a text to be read."""
CELLS = 10_000
"""The most cells of a board to draw."""
SECONDS = 20.0
MOST_SECONDS = 60.0
"""The time limit of a search in seconds: the default, and the maximum."""
QUICK_SECONDS = 5.0
"""The time limit of everything else: a move, a picture, reading a text."""
GRACE = 2.0
"""A worker should stop at its limit. It's killed this many seconds later."""
MEMORY = 1 << 30
"""The memory limit of a worker, in bytes."""
ANSWERS = 1_000
"""The most solutions that a search sends."""
STEPS = 200_000
"""The most steps of a film."""
WAITING = 256
"""The most requests that may wait for a worker. Beyond that, the greediest client is refused."""
PATIENCE = 30.0
"""The maximum wait for a worker, in seconds."""


STOPPED = {
    "seconds": "the time limit was reached",
    "nodes": "the node limit was reached",
    "memory": "the memory limit was reached",
    "steps": "the step limit was reached",
    "depth": "the depth limit was reached",
    "playouts": "the playout limit was reached",
}
"""Why a search stopped, in words. Other reasons are words already."""


class Refused(Exception):
    """An error with a one-line message and an HTTP status."""

    def __init__(self, line: str, status: int = 422) -> None:
        super().__init__(" ".join(line.split()))
        self.status = status
