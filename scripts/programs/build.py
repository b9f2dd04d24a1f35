"""Builds the tool for benchmarks."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

_ROOT = Path(__file__).parents[2]


def build_release() -> Path:
    """Builds the tool in release mode and returns its path."""
    subprocess.run(["cargo", "build", "--release", "--quiet"], cwd=_ROOT, check=True)
    target = Path(os.environ.get("CARGO_TARGET_DIR", _ROOT / "target"))
    return (_ROOT / target / "release/bcast-lower").resolve()
