"""Strategies for constraint satisfaction problems."""
