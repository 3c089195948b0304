"""Commands whose help ends with examples, printed just as they are written."""

from __future__ import annotations

import click


class Verbatim(click.Command):
    """A command whose epilog keeps its lines."""

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        if self.epilog:
            formatter.write(f"\n{self.epilog.strip()}\n")
