"""The family of N-Queens."""
