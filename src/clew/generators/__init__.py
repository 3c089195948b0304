"""Makes puzzles: recipes, levels and the removal of clues."""
