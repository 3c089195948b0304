"""What all tests share."""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings

# The same cases in every run, however slow the machine: a check that fails does so for everybody.
# CLEW_CASES asks for others.
settings.register_profile(
    "clew",
    deadline=None,
    derandomize="CLEW_CASES" not in os.environ,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("clew")
