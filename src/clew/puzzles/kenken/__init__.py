"""KenKen: all of the family."""
