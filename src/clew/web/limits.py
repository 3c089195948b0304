"""All limits for requests and their work, and the error for a rejected request."""

from __future__ import annotations

BODY = 64 * 1024
"""The maximum size of a body in bytes."""
SENDING = 10.0
"""The time in seconds within which a body must arrive."""
DEPTH = 32
"""The maximum nesting depth of saved progress."""
ADDRESS = 16 * 1024
"""The maximum size of a path and its parameters in bytes."""
HEAD = 64 * 1024
"""The maximum size of an address and all headers in bytes."""
HEADER = 15.0
"""The time in seconds within which a header must arrive, from the connection or the last answer."""
IDLE = 5
"""The number of seconds to keep a connection open after an answer."""
READING = 20.0
"""The time in seconds within which a client must read the next 50 kB or so, or be disconnected."""
CONNECTIONS = 512
"""The maximum number of open connections."""
CLIENT_CONNECTIONS = 256
"""The maximum number of connections per client. Many computers may share an address."""
ID = 12_000
"""The maximum length of a puzzle's id. It's enough for a 36x36 Sudoku or a 100x100 grid."""
TEXT = 48_000
"""The maximum number of characters to read."""
CELLS = 10_000
"""The maximum number of cells in a board to draw."""
SECONDS = 20.0
MOST_SECONDS = 60.0
"""The default and the maximum time limit for a search, in seconds."""
QUICK_SECONDS = 5.0
"""The time limit in seconds for everything else, such as a move, a picture or parsing."""
GRACE = 2.0
"""The number of seconds after its time limit when a worker is killed if it hasn't stopped."""
MEMORY = 1 << 30
"""The memory limit for a worker, in bytes."""
ANSWERS = 1_000
"""The maximum number of solutions that a search sends."""
STEPS = 200_000
"""The maximum number of steps in a film."""
WAITING = 256
"""The maximum number of requests waiting for a worker. After that, requests from the client that
has the most are rejected.
"""
PATIENCE = 30.0
"""The maximum time in seconds to wait for a worker."""


STOPPED = {
    "seconds": "the time limit was reached",
    "nodes": "the node limit was reached",
    "memory": "the memory limit was reached",
    "steps": "the step limit was reached",
    "depth": "the depth limit was reached",
    "playouts": "the playout limit was reached",
}
"""The reasons why a search stopped, in words. Other reasons are already in words."""


class Refused(Exception):
    """An error with a one-line message and an HTTP status."""

    def __init__(self, line: str, status: int = 422) -> None:
        super().__init__(" ".join(line.split()))
        self.status = status
