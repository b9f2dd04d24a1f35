"""The lines of sources that diagnostics point to."""

from __future__ import annotations

import linecache
import os
from typing import TYPE_CHECKING, Optional

if TYPE_CHECKING:
    from ._native import _Location

# Longer lines, which consist of weights, are shown around the column only.
_WIDTH = 160


class Source:
    """A source that was read, whose diagnostics may also point to other files."""

    def __init__(self, name: Optional[str] = None, text: bytes = b"") -> None:
        self._name = name
        self._text = text
        self._lines: Optional[list[bytes]] = None
        self._checked: set[str] = set()

    def snippet(self, location: Optional[_Location]) -> Optional[str]:
        """Returns the line at a location and a caret below the column, as MLIR's tools do; `None` if
        the line is not known."""
        if location is None:
            return None
        file, number, column = location
        line = self._line(file, number) if number > 0 else None
        if line is None:
            return None
        before = line[: max(column - 1, 0)].decode(errors="replace").expandtabs(8)
        shown = line.decode(errors="replace").expandtabs(8)
        caret = len(before)
        if len(shown) > _WIDTH:
            start = max(0, min(caret - _WIDTH // 2, len(shown) - _WIDTH))
            end = start + _WIDTH
            left, right = "..." if start > 0 else "", "..." if end < len(shown) else ""
            shown = f"{left}{shown[start:end]}{right}"
            caret += len(left) - start
        return f"{shown}\n{' ' * caret}^" if column > 0 else shown

    def _line(self, file: str, number: int) -> Optional[bytes]:
        if file == self._name:
            if self._lines is None:
                self._lines = self._text.split(b"\n")
            if number > len(self._lines):
                return None
            return self._lines[number - 1].rstrip(b"\r")
        if file not in self._checked:
            self._checked.add(file)
            linecache.checkcache(file)
        # Python's own cache, which has the cells of notebooks, too. It reads anything else to its end,
        # which a device may not have.
        if file not in linecache.cache and not os.path.isfile(file):
            return None
        return linecache.getline(file, number).rstrip("\r\n").encode() or None
