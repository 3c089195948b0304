"""Recognises equivalent puzzles: symmetries, canonical forms and certificates."""
