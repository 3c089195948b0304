"""N-Queens: all of the family."""
