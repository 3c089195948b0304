"""Making puzzles, and what people want to know of them: how hard, what next, and why."""
