"""Diagnostics, and how they reach a caller."""

from __future__ import annotations

import logging
import warnings
from typing import TYPE_CHECKING, Callable, NamedTuple, Optional

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ._explain import Explanation
    from ._native import _Diagnostic, _Location

_LOGGER = logging.getLogger("bcast_lower")


class Location(NamedTuple):
    """A place in a file. Lines and columns count from 1, columns in bytes.

    Both are 0 if the whole file is meant.
    """

    file: str
    line: int
    column: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


class Note(NamedTuple):
    """An explanation of a diagnostic."""

    message: str
    location: Optional[Location]

    def __str__(self) -> str:
        return _line("note", self.message, self.location)


class Diagnostic(NamedTuple):
    """A message about a module.

    `str()` formats it like MLIR's tools.
    """

    severity: str
    """`"error"`, `"warning"` or `"remark"`."""
    message: str
    location: Optional[Location]
    notes: tuple[Note, ...]

    @property
    def file(self) -> Optional[str]:
        """The name of the file."""
        return self.location.file if self.location else None

    @property
    def line(self) -> Optional[int]:
        """The line, from 1; `None` if the whole file is meant."""
        return (self.location.line or None) if self.location else None

    @property
    def column(self) -> Optional[int]:
        """The column, from 1, in bytes; `None` if the whole file is meant."""
        return (self.location.column or None) if self.location else None

    def __str__(self) -> str:
        lines = [_line(self.severity, self.message, self.location), *map(str, self.notes)]
        return "\n".join(lines)


class BcastLowerError(Exception):
    """A module or a rule file is invalid; see `diagnostics`."""

    diagnostics: tuple[Diagnostic, ...]
    """All diagnostics of the run, among them at least one error."""

    explanation: Optional[Explanation] = None
    """What `explain` says of the module nevertheless; `None` if it could not be read."""

    def __init__(self, diagnostics: Sequence[Diagnostic]) -> None:
        super().__init__(diagnostics)
        self.diagnostics = tuple(diagnostics)

    def __str__(self) -> str:
        return "\n".join(map(str, self.diagnostics))


class BcastLowerWarning(UserWarning):
    """Something in a module is suspicious; the run continues."""


def _line(severity: str, message: str, location: Optional[Location]) -> str:
    where = f"{location}: " if location else ""
    return f"{where}{severity}: {message}"


def _location(location: Optional[_Location]) -> Optional[Location]:
    return location and Location(*location)


def _diagnostic(raw: _Diagnostic) -> Diagnostic:
    severity, message, location, notes = raw
    return Diagnostic(
        severity,
        message,
        _location(location),
        tuple(Note(message, _location(location)) for message, location in notes),
    )


def report(
    raw: list[_Diagnostic],
    is_success: bool,
    on_diagnostic: Optional[Callable[[Diagnostic], object]],
) -> list[Diagnostic]:
    """Passes diagnostics on to the user's code; raises if the run failed."""
    diagnostics = [_diagnostic(diagnostic) for diagnostic in raw]
    for diagnostic in diagnostics:
        if on_diagnostic is not None:
            on_diagnostic(diagnostic)
        elif diagnostic.severity == "warning":
            warnings.warn(str(diagnostic), BcastLowerWarning, stacklevel=4)
        elif diagnostic.severity == "remark":
            _LOGGER.info("%s", diagnostic)
    if not is_success:
        raise BcastLowerError(diagnostics)
    return diagnostics
