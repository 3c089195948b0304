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
    """Raised on SIGTERM, so that every `with` and `finally` removes its unfinished files."""


def _terminate(number: int, frame: object) -> None:
    """Raise Terminated, wherever the program is."""
    import signal

    from clew.core.deadline import Deadline

    signal.signal(number, signal.SIG_IGN)  # once is enough
    now = Deadline(0.0, Terminated)  # raises it again if something swallows it
    now.armed = True
    now.check()


def _leave(status: object) -> None:
    """Exit immediately after a signal, with a time limit, or if OR-Tools is still busy.

    Python would first free all memory, and wait for OR-Tools to prepare a stopped search. And if
    Ctrl-C arrives within `exec`, as while a dataclass is imported, Python would die of the signal.
    """
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C comes too late now
    solver = sys.modules.get("clew.search.csp.cp_sat")
    hurry = status in (3, 5, 130, 143) or "--max-seconds" in " ".join(sys.argv)
    if hurry or (solver is not None and solver.lingering()):
        import os

        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status if isinstance(status, int) else 0)


def _prepare() -> None:
    """Set up signals and streams.

    Clew then ends quietly in `| head`, cleans up after SIGTERM, and prints any character in some
    form, whatever the encoding.
    """
    import codecs
    import os
    import signal

    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:  # the caller closed it
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: PTH123, SIM115 - it stays open
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    signal.signal(signal.SIGTERM, _terminate)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            codecs.register_error("clew", _spelled)
            stream.reconfigure(errors="clew")


PLAIN = {
    "…": "...",
    "·": "|",
    "×": "x",
    "→": "->",
    "—": "-",
    "–": "-",
    "’": "'",
    "∧": "^",
    "∨": "v",
}
"""Spellings for encodings that lack these characters; any other one becomes a question mark."""


def _spelled(error: UnicodeError) -> tuple[str, int]:
    """Spell characters that the encoding of a stream lacks."""
    assert isinstance(error, UnicodeEncodeError)
    missing = error.object[error.start : error.end]
    return "".join(PLAIN.get(each, "?") for each in missing), error.end
