"""Water jugs: all of the family."""
