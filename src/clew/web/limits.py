"""The limits of a request, and of what it may spend: all of these numbers in one place."""

from __future__ import annotations

BODY = 64 * 1024
"""The most bytes of a body."""
SENDING = 10.0
"""The seconds within which a body must arrive."""
ADDRESS = 16 * 1024
"""The most bytes of a path and its parameters."""
HEAD = 256 * 1024
"""The most bytes of an address and all headers: beyond that nothing is read or answered."""
CONNECTIONS = 512
"""How many connections are open at most."""
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
"""How many requests may wait for a worker; the next is refused."""
PATIENCE = 30.0
"""How many seconds a request waits for a worker at most."""
