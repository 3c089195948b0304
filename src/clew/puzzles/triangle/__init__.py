"""The family of sum paths in triangles."""
