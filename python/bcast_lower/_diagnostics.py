"""Diagnostics, and how they reach a caller."""

from __future__ import annotations

import logging
import warnings
from typing import TYPE_CHECKING, Callable, NamedTuple, Optional, Union

from ._source import Source

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ._explain import Explanation
    from ._native import _Diagnostic, _Location

# What is also said of errors of a kind: its id, and a note.
Advice = tuple[str, str]

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
    snippet: Optional[str] = None
    """The line of the source, and a caret below the column; `None` if the line is not known."""

    def __str__(self) -> str:
        return _text("note", self)


class Diagnostic(NamedTuple):
    """A message about a module.

    `str()` formats it like MLIR's tools.
    """

    severity: str
    """`"error"`, `"warning"` or `"remark"`."""
    message: str
    location: Optional[Location]
    notes: tuple[Note, ...]
    snippet: Optional[str] = None
    """The line of the source, and a caret below the column; `None` if the line is not known."""
    id: str = ""
    """The kind of diagnostics, as in docs/ci.md."""
    suggestions: Optional[tuple[str, ...]] = None
    """What the unknown name that it is about may stand for; `None` if it is not about one."""

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
        return "\n".join([_text(self.severity, self), *map(str, self.notes)])


class BcastLowerError(Exception):
    """A module or a rule file is invalid; see `diagnostics`.

    `str()` shows them with the lines of the source, like MLIR's tools.
    """

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


def _text(severity: str, diagnostic: Union[Diagnostic, Note]) -> str:
    where = f"{diagnostic.location}: " if diagnostic.location else ""
    snippet = f"\n{diagnostic.snippet}" if diagnostic.snippet is not None else ""
    return f"{where}{severity}: {diagnostic.message}{snippet}"


def _location(location: Optional[_Location]) -> Optional[Location]:
    return location and Location(*location)


_OTHER_ELEMENTS = (
    "given-elements",
    "NumPy's numbers have 64 bits unless their dtype says otherwise, and JAX's have 32; convert the "
    "array, as x.astype('float32'), or give x.shape for its sizes alone",
)


def _diagnostic(raw: _Diagnostic, source: Source, advice: Sequence[Advice]) -> Diagnostic:
    severity, kind, message, location, notes, suggestions = raw
    more = [text for id, text in (*advice, _OTHER_ELEMENTS) if id == kind]
    own = (Note(text, _location(place), source.snippet(place)) for text, place in notes)
    return Diagnostic(
        severity,
        message,
        _location(location),
        (*own, *(Note(text, None) for text in more)),
        source.snippet(location),
        kind,
        suggestions if suggestions is None else tuple(suggestions),
    )


def report(
    raw: list[_Diagnostic],
    is_success: bool,
    on_diagnostic: Optional[Callable[[Diagnostic], object]],
    source: Optional[Source] = None,
    advice: Sequence[Advice] = (),
) -> list[Diagnostic]:
    """Passes diagnostics on to the user's code; raises if the run failed."""
    source = source or Source()
    diagnostics = [_diagnostic(diagnostic, source, advice) for diagnostic in raw]
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
