"""The ids of Simon Tatham's Singles."""

import re
from typing import ClassVar

from clew.notation._notation import OwnText


class SinglesId(OwnText):
    name: ClassVar[str] = "singles"
    kind: ClassVar[str] = "hitori"
    summary: ClassVar[str] = "An id of Tatham's Singles, such as 3x2:112231."
    contains: ClassVar[re.Pattern[str]] = re.compile(r"\d{1,9}x\d{1,9}\w{0,20}:\w{4}")
    shape: ClassVar[re.Pattern[str]] = re.compile(r"(?i)\d+x\d+(?:d[a-z])?:[0-9a-z]*")
