"""The ids of Simon Tatham's collection that are just what a kind in one file reads.

They are apart from the kinds, so that reading a file doesn't import those.
"""

import re
from typing import ClassVar

from clew.notation._notation import OwnText


class SinglesId(OwnText):
    name: ClassVar[str] = "singles"
    kind: ClassVar[str] = "hitori"
    summary: ClassVar[str] = "An id of Tatham's Singles, such as 3x2:112231."
    contains: ClassVar[re.Pattern[str]] = re.compile(r"\d{1,9}x\d{1,9}\w{0,20}:\w{4}")
    shape: ClassVar[re.Pattern[str]] = re.compile(r"(?i)\d+x\d+(?:d[a-z])?:[0-9a-z]*")


class KeenId(OwnText):
    name: ClassVar[str] = "keen"
    kind: ClassVar[str] = "kenken"
    summary: ClassVar[str] = "An id of Tatham's Keen, such as 2:__b,a3a3."
    contains: ClassVar[re.Pattern[str]] = re.compile(r"\d\w{0,20}:[a-z_0-9]+,[amsd]\d")
    shape: ClassVar[re.Pattern[str]] = re.compile(r"\d\w*:[a-z_0-9]*,[a-z0-9]*")


class PatternId(OwnText):
    name: ClassVar[str] = "pattern"
    kind: ClassVar[str] = "nonogram"
    summary: ClassVar[str] = "An id of Tatham's Pattern, such as 2x2:1/1/1/1."
    contains: ClassVar[re.Pattern[str]] = re.compile(r"\d{1,9}x\d{1,9}:[\d.]*/")
    shape: ClassVar[re.Pattern[str]] = re.compile(r"\d+x\d+:[\d./]*(?:,\w*)?")


class LoopyId(OwnText):
    name: ClassVar[str] = "loopy"
    kind: ClassVar[str] = "slitherlink"
    summary: ClassVar[str] = "An id of Tatham's Loopy on squares, such as 3x3t0:d4d."
    contains: ClassVar[re.Pattern[str]] = re.compile(r"\d{1,9}x\d{1,9}t\d{1,9}\w{0,20}:")
    shape: ClassVar[re.Pattern[str]] = re.compile(r"\d+x\d+t\d+\w*:\w*")


class TowersId(OwnText):
    name: ClassVar[str] = "towers"
    kind: ClassVar[str] = "towers"
    summary: ClassVar[str] = "An id of Tatham's Towers, such as 2:1/2/2/1/1/2/2/1."
    contains: ClassVar[re.Pattern[str]] = re.compile(r"\d\w{0,20}:\d*/")
    shape: ClassVar[re.Pattern[str]] = re.compile(r"\d+[a-z]*:[\d/]*(?:,\w*)?")
