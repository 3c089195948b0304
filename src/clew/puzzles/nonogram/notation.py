"""The ids of Simon Tatham's Pattern."""

import re
from typing import ClassVar

from clew.notation._notation import OwnText


class PatternId(OwnText):
    name: ClassVar[str] = "pattern"
    kind: ClassVar[str] = "nonogram"
    summary: ClassVar[str] = "An id of Tatham's Pattern, such as 2x2:1/1/1/1."
    contains: ClassVar[re.Pattern[str]] = re.compile(r"\d{1,9}x\d{1,9}:[\d.]*/")
    shape: ClassVar[re.Pattern[str]] = re.compile(r"\d+x\d+:[\d./]*(?:,\w*)?")
