"""The family of Latin squares: plain ones, and Futoshikis, with signs between neighbours."""
