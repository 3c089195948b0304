"""The killer ids of Simon Tatham's Solo."""

import re
from typing import ClassVar

from clew.notation._notation import OwnText


class SoloKillerId(OwnText):
    name: ClassVar[str] = "solo-killer"
    kind: ClassVar[str] = "killer"
    summary: ClassVar[str] = "A killer id of Tatham's Solo, 3x3k:cells,cages,sums."
    contains: ClassVar[re.Pattern[str]] = re.compile(r"\d(?:x\d{1,9}|j)x?k\w{0,20}:")
    shape: ClassVar[re.Pattern[str]] = re.compile(r"\d+(?:x\d+|j)x?k\w*:[\da-z_]*(?:,[\da-z_]*)*")
