"""What everybody speaks of: faces, constraints, puzzles, boards, events, results."""
