"""The command line. It owns no rules: it reads, asks the library, and shows."""

import sys


def main() -> None:
    """Run the command `clew` and exit with its status."""
    try:
        _prepare_streams()
        if sys.argv[1:2] == ["batch"]:
            from clew.cli.run_batch import run

            ended = run(sys.argv[1:])
            if ended is not None:
                sys.exit(ended)
        from clew.cli.app import app

        app(prog_name="clew")
    except KeyboardInterrupt:
        _leave(130)
    except RuntimeError as error:
        if not isinstance(error.__cause__, KeyboardInterrupt):  # as one in `__set_name__` is told
            raise
        _leave(130)
    except SystemExit as ended:
        _leave(ended.code)
        raise


def _leave(status: object) -> None:
    """End at once after Ctrl-C, or if OR-tools still prepares a search that was stopped.

    Python would take all memory apart first, and wait for OR-tools; and after an interrupt that
    came within `exec`, as in a dataclass that is being imported, it would end by the signal.
    """
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # what is ended cannot be interrupted
    solver = sys.modules.get("clew.search.cp_sat")
    if status == 130 or (solver is not None and solver.lingering()):
        import os

        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status if isinstance(status, int) else 0)


def _prepare_streams() -> None:
    """End quietly in `| head`, as other tools do, and never fail on a letter a terminal lacks."""
    import os
    import signal

    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:  # closed by who called
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: PTH123, SIM115 - it stays open
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
