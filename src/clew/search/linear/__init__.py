"""Linear algebra over GF(2)."""
