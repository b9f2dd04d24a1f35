"""The command `bcast-lower compare`, whose arguments the tool has read."""

from __future__ import annotations

import json
import os
import shutil
import sys
import time
from typing import Any, Optional

from .comparison import Comparison, Settings, compare
from .tool import CommandLine, Refused, UsageError


def main(arguments: str) -> int:
    """Runs the command with the arguments as JSON, and returns the exit code."""
    given = json.loads(arguments)
    try:
        return _run(given)
    except UsageError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    except Refused as error:
        print(error, file=sys.stderr)
        return 1
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return 0
    except KeyboardInterrupt:
        return 130
    finally:
        shutil.rmtree(given["directory"], ignore_errors=True)


def _run(given: dict[str, Any]) -> int:
    function = given["function"]
    tool = CommandLine(
        given["tool"], given["file"], given["shown_file"], given["target"], given["options"], function, given["reading"]
    )
    shapes: Optional[str] = given["shapes"]
    calls = given["calls"] or (1 if shapes else 20)
    progress = _Progress() if sys.stderr.isatty() else None
    settings = Settings(
        target=given["target"],
        calls=calls,
        seed=given["seed"],
        shapes=shapes or "",
        function=function,
        tolerance=given["tolerance"],
        timeout=given["timeout"],
        progress=progress,
    )
    try:
        comparison = compare(tool, settings)
    finally:
        if progress is not None:
            progress.clear()
    _print(comparison, given["format"])
    return 0 if comparison.ok else 1


def _print(comparison: Comparison, form: str) -> None:
    print(json.dumps(comparison.to_dict()) if form == "json" else comparison, flush=True)


class _Progress:
    """A line on the terminal."""

    def __init__(self) -> None:
        self._start = time.monotonic()

    def __call__(self, stage: str, _: float) -> None:
        line = f"{stage}, {time.monotonic() - self._start:.0f} s"
        sys.stderr.write(f"\r\x1b[K{line[: shutil.get_terminal_size().columns - 1]}")
        sys.stderr.flush()

    def clear(self) -> None:
        """Removes the line."""
        sys.stderr.write("\r\x1b[K")
        sys.stderr.flush()
