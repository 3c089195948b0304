"""Strategies for games."""
