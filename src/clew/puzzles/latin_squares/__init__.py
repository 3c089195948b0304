"""The family of Latin squares: plain ones, and Futoshikis, which have signs between neighbours."""
