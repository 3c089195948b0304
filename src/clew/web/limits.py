"""The limits of a request and of its work, all in one place; and the error that refuses one."""

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
"""The seconds within which a header must arrive, from the connection or the last answer on."""
IDLE = 5
"""The seconds for which a connection is kept after an answer."""
READING = 20.0
"""The seconds within which a client must read on (some 50 kB), or lose its connection."""
CONNECTIONS = 512
"""How many connections are open at most."""
CLIENT_CONNECTIONS = 256
"""How many of them one client may have: many computers may share an address."""
ID = 12_000
"""The most characters of a puzzle's id: a Sudoku of 36 x 36, or a grid of 100 x 100."""
TEXT = 48_000
"""The most characters of a text to be read."""
CELLS = 10_000
"""The most cells of a board that is drawn."""
SECONDS = 20.0
MOST_SECONDS = 60.0
"""The seconds that a search may take by default, and at most."""
QUICK_SECONDS = 5.0
"""The seconds that anything else may take: a move, a picture, reading a text."""
GRACE = 2.0
"""How long after its limit a worker is killed: it should have stopped by itself."""
MEMORY = 1 << 30
"""The most bytes that a worker may hold."""
ANSWERS = 1_000
"""The most answers of one search that are sent."""
STEPS = 200_000
"""The most steps of a search that are shown."""
WAITING = 256
"""How many requests may wait for a worker; then the client with the most is refused."""
PATIENCE = 30.0
"""How many seconds a request waits for a worker at most."""


class Refused(Exception):
    """One clear line, and the HTTP status that goes with it."""

    def __init__(self, line: str, status: int = 422) -> None:
        super().__init__(" ".join(line.split()))
        self.status = status
