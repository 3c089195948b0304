"""Searches of state spaces."""
