"""Many puzzles in one call, at the speed of a kernel: bytes in, bytes out."""
