"""Human techniques for CSPs with houses. They see houses and candidates, but no puzzle."""
