"""`./run bench [NAME …]`: run the benchmarks, or those named."""

from __future__ import annotations

import pkgutil
import sys
from importlib import import_module

import benchmarks

HELPERS = ("__main__", "measure", "peers", "puzzles")


def main() -> int:
    names = [m.name for m in pkgutil.iter_modules(benchmarks.__path__) if m.name not in HELPERS]
    unknown = [name for name in sys.argv[1:] if name not in names]
    if unknown:
        print(f"bench: found {unknown[0]!r}, expected one of {', '.join(names)}", file=sys.stderr)
        return 2
    for name in sys.argv[1:] or names:
        module = import_module(f"benchmarks.{name}")
        print(f"\n== {name}: {(module.__doc__ or '').splitlines()[0]}", flush=True)
        module.main()
    return 0


if __name__ == "__main__":
    sys.exit(main())
