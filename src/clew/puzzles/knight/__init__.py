"""The family of knight's tours."""
