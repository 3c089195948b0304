"""The puzzles: a small one is a file, a family with its own strategies and makers is a folder."""
