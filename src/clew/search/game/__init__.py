"""Searches of games."""
