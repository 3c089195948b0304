"""The ids of Simon Tatham's Keen."""

import re
from typing import ClassVar

from clew.notation._notation import OwnText


class KeenId(OwnText):
    name: ClassVar[str] = "keen"
    kind: ClassVar[str] = "kenken"
    summary: ClassVar[str] = "An id of Tatham's Keen, such as 2:__b,a3a3."
    contains: ClassVar[re.Pattern[str]] = re.compile(r"\d\w{0,20}:[a-z_0-9]+,[amsd]\d")
    shape: ClassVar[re.Pattern[str]] = re.compile(r"\d\w*:[a-z_0-9]*,[a-z0-9]*")
