"""JSON schemas, and code that checks requests against them. The API publishes the same schemas."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from typing import Any

from clew.core.arguments import advice

Schema = Mapping[str, Any]


class Invalid(ValueError):
    """A value doesn't match its schema. The message gives its place and what was expected."""


# ------------------------------------------------------------------ writing schemas

STRING: Schema = {"type": "string"}
REAL: Schema = {"type": "number"}
FLAG: Schema = {"type": "boolean"}


def text(about: str, longest: int, **more: Any) -> Schema:
    """Describe a string of limited length that isn't empty."""
    return {**STRING, "description": about, "minLength": 1, "maxLength": longest, **more}


def word(about: str, *words: str) -> Schema:
    """Describe one of a few strings."""
    return {**STRING, "description": about, "enum": list(words)}


def number(about: str, least: float, most: float, kind: str = "number") -> Schema:
    return {"type": kind, "description": about, "minimum": least, "maximum": most}


def whole(about: str, least: int, most: int) -> Schema:
    return number(about, least, most, "integer")


def listed(items: Schema) -> Schema:
    """Describe a list of any length, in a response."""
    return {"type": "array", "items": items}


def several(about: str, items: Schema, most: int, least: int = 0) -> Schema:
    """Describe a list of limited length, in a request."""
    return {**listed(items), "description": about, "minItems": least, "maxItems": most}


def record(required: Mapping[str, Schema], optional: Mapping[str, Schema] | None = None) -> Schema:
    """Describe an object with these members and no others."""
    members = {**required, **(optional or {})}
    schema = {"type": "object", "properties": members, "required": list(required)}
    return schema | {"additionalProperties": False}


def either(*schemas: Schema) -> Schema:
    """Describe one of several objects, which differ in their required members."""
    return {"oneOf": list(schemas)}


def anything(about: str) -> Schema:
    """Describe an object whose members aren't checked."""
    return {"type": "object", "description": about}


# ------------------------------------------------------------------ checking


TYPES: dict[str, tuple[Any, str]] = {
    "object": (dict, "an object"),
    "array": (list, "a list"),
    "string": (str, "a string"),
    "integer": ((int, float), "a whole number"),
    "number": ((int, float), "a number"),
    "boolean": (bool, "true or false"),
}
"""Each JSON type as a Python type and in words."""


def check(schema: Schema, value: Any, at: str = "the body") -> None:
    """Check a value against a schema. Raise Invalid with the place if it doesn't match."""
    if "enum" in schema:
        if not isinstance(value, str) or value not in schema["enum"]:
            raise Invalid(f"{at} can't be {_shown(value)}: {advice(value, schema['enum'])}")
        return
    if "oneOf" in schema:
        schema = _branch(schema["oneOf"], value, at)
    kind = schema.get("type")
    if not isinstance(kind, str):
        return
    types, words = TYPES[kind]
    if not isinstance(value, types) or isinstance(value, bool) != (kind == "boolean"):
        raise _found(at, value, words)
    if kind == "object":
        _check_members(schema, value, at)
    elif kind == "array":
        _check_length(len(value), "items", at, schema.get("minItems", 0), schema.get("maxItems"))
        for place, item in enumerate(value):
            check(schema["items"], item, f"{at}[{place}]")
    elif kind == "string":
        least, most = schema.get("minLength", 0), schema.get("maxLength")
        _check_length(len(value), "characters", at, least, most)
        if "pattern" in schema and not re.search(schema["pattern"], value):
            raise _found(at, value, schema["description"])
    elif kind != "boolean":
        if kind == "integer" and value % 1:
            raise _found(at, value, words)
        least, most = schema.get("minimum", -math.inf), schema.get("maximum", math.inf)
        if not least <= value <= most:
            raise _found(at, value, f"between {_number(least)} and {_number(most)}")


def _branch(schemas: Sequence[Schema], value: Any, at: str) -> Schema:
    """Find the one schema whose required members the value has."""
    if not isinstance(value, dict):
        return schemas[0]
    own = [set(schema["required"]) for schema in schemas]
    fits = [schema for schema in schemas if value.keys() >= set(schema["required"])]
    if len(fits) == 1:
        return fits[0]
    shared = set.intersection(*own)
    ways = (" and ".join(sorted(needed - shared)) for needed in own)
    raise Invalid(f"{at} needs either {' or '.join(ways)}")


def _check_members(schema: Schema, value: dict[str, Any], at: str) -> None:
    members: Mapping[str, Schema] = schema.get("properties", {})
    for name in schema.get("required", ()):
        if name not in value:
            raise Invalid(f"{at} has no {name!r} ({_a(members[name])})")
    for name, member in value.items():
        if name in members:
            check(members[name], member, name if at == "the body" else f"{at}.{name}")
        elif schema.get("additionalProperties") is False:
            raise Invalid(
                f"{at} has an unknown member {name[:40]!r}: {advice(name, list(members))}"
            )


def _check_length(length: int, what: str, at: str, least: int, most: int | None) -> None:
    if length < least or (most is not None and length > most):
        if not length:
            raise Invalid(f"{at} is empty")
        limits = f"at least {least}" if most is None else f"{least:,} to {most:,}"
        raise Invalid(f"{at} has {length:,} {what}, but must have {limits}")


def _found(at: str, value: Any, expected: str) -> Invalid:
    return Invalid(f"{at} must be {expected}, not {_shown(value)}")


def _shown(value: Any) -> str:
    if isinstance(value, dict | list):
        return "an object" if isinstance(value, dict) else "a list"
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, str):
        return repr(value if len(value) <= 40 else f"{value[:39]}…")
    return f"{value:.12g}" if isinstance(value, float) else str(value)[:40]


def _number(value: float) -> str:
    return f"{int(value):,}" if value % 1 == 0 else f"{value:,}"


def _a(schema: Schema) -> str:
    return schema.get("description") or f"{schema.get('type', 'a value')}"


def from_text(schema: Schema, value: str) -> Any:
    """Convert a parameter from an address, where numbers are text."""
    kind = schema.get("type")
    if kind in ("integer", "number") and re.fullmatch(r"-?\d{1,15}(\.\d{1,15})?", value, re.ASCII):
        return int(value) if "." not in value else float(value)
    return value
