"""The vocabulary of Clew: faces, constraints, puzzles, results and events."""
