"""Hints, explanations and ratings, for any face."""
