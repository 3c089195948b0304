"""The command line. It owns no rules: it reads, asks the library, and shows."""

import sys


def main() -> None:
    """Run the command `clew` and exit with its status."""
    try:
        _prepare()
        from clew.cli.app import app

        app(prog_name="clew")
    except KeyboardInterrupt:
        _leave(130)
    except RuntimeError as error:
        if not isinstance(error.__cause__, KeyboardInterrupt):  # `__set_name__` wraps errors
            raise
        _leave(130)
    except Terminated as error:
        told = ": ".join(["clew: terminated", *getattr(error, "__notes__", ())])
        print(told, file=sys.stderr)
        _leave(143)
    except SystemExit as ended:
        _leave(ended.code)
        raise


class Terminated(BaseException):
    """SIGTERM arrived: every `with` and `finally` on the way up removes what is half written."""


def _terminate(number: int, frame: object) -> None:
    """End the program as an error would, wherever it is."""
    import signal

    from clew.core.deadline import Deadline

    signal.signal(number, signal.SIG_IGN)  # once is enough
    now = Deadline(0.0, Terminated)  # raises it again, should it get lost
    now.armed = True
    now.check()


def _leave(status: object) -> None:
    """End at once after a signal, with a limit, or if OR-tools still prepares a stopped search.

    Python would take all memory apart first, and wait for OR-tools; and after an interrupt that
    came within `exec`, as in a dataclass that is being imported, it would end by the signal.
    """
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # what is ended cannot be interrupted
    solver = sys.modules.get("clew.search.csp.cp_sat")
    hurry = status in (3, 5, 130, 143) or "--max-seconds" in " ".join(sys.argv)
    if hurry or (solver is not None and solver.lingering()):
        import os

        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status if isinstance(status, int) else 0)


def _prepare() -> None:
    """End quietly in `| head` and tidily after SIGTERM; print any letter, one way or another."""
    import os
    import signal

    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:  # closed by who called
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: PTH123, SIM115 - it stays open
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    signal.signal(signal.SIGTERM, _terminate)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
