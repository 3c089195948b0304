"""`clew completion`."""

from __future__ import annotations

import click

from clew.cli.verbatim import Verbatim

EPILOG = """
In ~/.bashrc:                    eval "$(clew completion bash)"
In ~/.zshrc:                     eval "$(clew completion zsh)"
In ~/.config/fish/config.fish:   clew completion fish | source
"""

ADD = "COMPREPLY+=($value)"
GO_ON = "[[ $value == *[:=] ]] && compopt -o nospace"
"""In bash: no blank after `queens:`, where the puzzle is still to come."""


@click.command(cls=Verbatim, epilog=EPILOG)
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion(shell: str) -> None:
    """Print the completion script of your shell."""
    from click.shell_completion import get_completion_class

    from clew.cli.app import app

    found = get_completion_class(shell)
    assert found is not None
    script = found(app, {}, "clew", "_CLEW_COMPLETE").source()
    click.echo(script.replace(ADD, f"{ADD}\n            {GO_ON}") if shell == "bash" else script)
