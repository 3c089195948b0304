"""Proofs that anyone can check: the rules as a pseudo-Boolean model, and a log of the search."""
