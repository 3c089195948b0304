"""Human techniques over a labelled CSP, easiest first; it knows units and candidates, no puzzle."""
