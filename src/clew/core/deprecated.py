"""Keep old names of arguments and attributes working, with a warning that gives the new name."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

C = TypeVar("C", bound=Callable[..., Any])
T = TypeVar("T")


def renamed(**names: str) -> Callable[[C], C]:
    """Let callers of a function or class still pass arguments by their old names.

    Args:
        names: The new name of each argument, with the old name as the key.

    >>> @renamed(colour="color")
    ... def paint(color="red"):
    ...     return color
    >>> paint(color="blue")
    'blue'
    """

    def decorate(target: C) -> C:
        function: Any = vars(target)["__init__"] if isinstance(target, type) else target

        @wraps(function)
        def call(*args: Any, **kwargs: Any) -> Any:
            for old in names.keys() & kwargs:
                _warn(f"{old}=", f"{names[old]}=")
                kwargs[names[old]] = kwargs.pop(old)
            return function(*args, **kwargs)

        if isinstance(target, type):
            target.__init__ = call  # type: ignore[misc]
            return target
        return call  # type: ignore[return-value]

    return decorate


def formerly(**names: str) -> Callable[[type[T]], type[T]]:
    """Let a class's attributes still be read by their old names.

    Args:
        names: The new name of each attribute, with the old name as the key.
    """

    def decorate(owner: type[T]) -> type[T]:
        for old, new in names.items():
            setattr(owner, old, property(_reader(old, new)))
        return owner

    return decorate


def _reader(old: str, new: str) -> Callable[[Any], Any]:
    def read(self: Any) -> Any:
        _warn(f".{old}", f".{new}")
        return getattr(self, new)

    read.__doc__ = f"The old name of `{new}`."
    return read


def _warn(old: str, new: str) -> None:
    """Warn about an old name, on behalf of the caller two levels up."""
    import warnings

    warnings.warn(f"{old} is deprecated: use {new}", DeprecationWarning, stacklevel=3)
