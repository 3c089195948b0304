"""The ids of Simon Tatham's Loopy, on squares."""

import re
from typing import ClassVar

from clew.notation._notation import OwnText


class LoopyId(OwnText):
    name: ClassVar[str] = "loopy"
    kind: ClassVar[str] = "slitherlink"
    summary: ClassVar[str] = "An id of Tatham's Loopy on squares, such as 3x3t0:d4d."
    contains: ClassVar[re.Pattern[str]] = re.compile(r"\d{1,9}x\d{1,9}t\d{1,9}\w{0,20}:")
    shape: ClassVar[re.Pattern[str]] = re.compile(r"\d+x\d+t\d+\w*:\w*")
