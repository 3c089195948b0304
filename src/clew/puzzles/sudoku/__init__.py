"""The family of Sudoku and its variants."""
