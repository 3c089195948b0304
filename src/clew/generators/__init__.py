"""Making puzzles: recipes, levels, and removing clues."""
