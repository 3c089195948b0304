"""How the data of a certificate is read: each form that is wrong is said in one line."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from clew.core.arguments import shown
from clew.core.errors import Unsuited

NO_SOLUTION = "no solution"
Data = dict[str, Any]


def searched(name: str, what: str) -> Unsuited:
    """The error where only a search vouches for what was found."""
    return Unsuited(f"{name}: {what} was searched to the end; no certificate of it is known")


def expect(data: Data, *names: str) -> None:
    """Refuse data with other fields than these."""
    if missing := [name for name in names if name not in data]:
        raise ValueError(f"found no {missing[0]!r}, expected {', '.join(names)}")
    if others := [name for name in data if name not in names]:
        raise ValueError(f"found {shown(others[0])}, expected only {', '.join(names)}")


def expect_claim(data: Data, *claims: str) -> str:
    """What is claimed, if it is one of these."""
    if data["claims"] not in claims:
        raise ValueError(f"found the claim {shown(data['claims'])}, expected {' or '.join(claims)}")
    return str(data["claims"])


def number(found: Any, what: str, least: int = 0, most: int | None = None) -> int:
    """A whole number from least to most."""
    if type(found) is not int or found < least or (most is not None and found > most):
        limit = f"from {least}" if most is None else f"from {least} to {most}"
        raise ValueError(f"{what}: found {shown(found)}, expected a whole number {limit}")
    return found


def listed(found: Any, what: str, length: int | None = None) -> list[Any]:
    """A list, perhaps of a given length."""
    if not isinstance(found, list) or length not in (None, len(found)):
        size = "" if length is None else f" of {length}"
        raise ValueError(f"{what}: found {shown(found)}, expected a list{size}")
    return found


def numbers(found: Any, what: str, least: int = 0, most: int | None = None) -> list[int]:
    """A list of whole numbers, each from least to most."""
    return [number(each, what, least, most) for each in listed(found, what)]


def distinct(found: Iterable[int], what: str) -> set[int]:
    """The numbers as a set, refused if one is there twice."""
    given = list(found)
    if len(chosen := set(given)) != len(given):
        raise ValueError(f"{what}: found one twice, expected each once")
    return chosen
