"""The command line. It owns no rules: it reads, asks the library, and shows."""

import sys


def main() -> None:
    """Run the command `clew` and exit with its status."""
    try:
        from clew.cli.app import app

        _prepare_streams()
        app(prog_name="clew")
    except KeyboardInterrupt:
        sys.exit(130)


def _prepare_streams() -> None:
    """End quietly in `| head`, as other tools do, and never fail on a letter a terminal lacks."""
    import signal

    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
