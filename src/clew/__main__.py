"""`python -m clew`, the same as the command `clew`."""

from clew.cli import main

if __name__ == "__main__":
    main()
