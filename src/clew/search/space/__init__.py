"""Strategies for state spaces."""
