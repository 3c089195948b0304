"""Searches of constraint satisfaction problems."""
