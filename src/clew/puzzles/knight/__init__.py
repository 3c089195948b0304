"""Knight's tours: all of the family."""
