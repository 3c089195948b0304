"""Latin squares with signs between neighbours."""
