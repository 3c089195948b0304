"""The fuzzer: random cases, an independent judge of each, and failures cut down to a few lines.

`./run fuzz` runs it, and CONTRIBUTING.md says how to read its output. A part is a module with a
function `make(rng)` that draws a case; `running` knows nothing of what a case is about.
"""
