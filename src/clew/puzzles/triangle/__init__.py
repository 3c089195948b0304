"""Sum paths in triangles: all of the family."""
