"""Making puzzles: recipes, levels, minimising."""
