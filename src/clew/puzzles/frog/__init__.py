"""Frogs on lily pads: the hopping cover: all of the family."""
