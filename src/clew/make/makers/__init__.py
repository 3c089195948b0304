"""The makers, one kind a file, found by themselves."""
