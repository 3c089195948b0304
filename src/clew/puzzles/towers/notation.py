"""The ids of Simon Tatham's Towers."""

import re
from typing import ClassVar

from clew.notation._notation import OwnText


class TowersId(OwnText):
    name: ClassVar[str] = "towers"
    kind: ClassVar[str] = "towers"
    summary: ClassVar[str] = "An id of Tatham's Towers, such as 2:1/2/2/1/1/2/2/1."
    contains: ClassVar[re.Pattern[str]] = re.compile(r"\d\w{0,20}:\d*/")
    shape: ClassVar[re.Pattern[str]] = re.compile(r"\d+[a-z]*:[\d/]*(?:,\w*)?")
