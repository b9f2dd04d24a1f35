"""What tests compare with and may not find on a machine; see also tests/support/missing.rs."""

import importlib
import os
from typing import Any

import pytest


def skip(need: str, reason: str) -> None:
    """Skips a test; fails it if what it needs must not be missing here."""
    listed = os.environ.get("BCAST_LOWER_MAY_SKIP")
    if listed is None:
        may_skip = os.environ.get("CI", "") in ("", "0", "false")
    else:
        words = [word.strip() for word in listed.split(",")]
        may_skip = need in words or "all" in words
    (pytest.skip if may_skip else pytest.fail)(reason)


def module(name: str) -> Any:
    """Imports a module of another package; skips the test if it is missing."""
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        skip("python", str(error))
