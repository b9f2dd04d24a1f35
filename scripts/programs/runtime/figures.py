"""The tables of figures."""

import statistics
from collections.abc import Callable, Collection, Sequence
from typing import TypeVar

from programs.table import section

from .measure import Missing, Wrong

T = TypeVar("T")
# A figure that is missing.
_NONE = "-"


class Figures:
    """Figures of programs, in columns; the ratios are to those of the first column."""

    def __init__(self, programs: Collection[str], columns: Sequence[str]) -> None:
        self._columns = columns
        self._rows: dict[str, dict[str, float]] = {program: {} for program in programs}

    def add(self, program: str, column: str, figure: float) -> None:
        """Adds a figure."""
        self._rows[program][column] = figure

    def counts(self, title: str) -> str:
        """Prints the figures, which are integers."""
        rows = [
            [program, *(str(row.get(column, _NONE)) for column in self._columns)] for program, row in self._rows.items()
        ]
        return section(title, ["program", *self._columns], rows)

    def ratios(self, title: str, unit: str, show: Callable[[float], str]) -> str:
        """Prints the figures of the first column, and the others as multiples of them."""
        first, *others = self._columns
        ratios = {
            program: {column: row[column] / row[first] for column in others if column in row}
            for program, row in self._rows.items()
            if first in row
        }
        rows = []
        for program, row in self._rows.items():
            of_program = ratios.get(program, {})
            cells = [_ratio(of_program.get(column)) for column in others]
            rows.append([program, show(row[first]) if first in row else _NONE, *cells])
        columns = [[row[column] for row in ratios.values() if column in row] for column in others]
        for name, summary in (
            ("programs", lambda column: str(len(column))),
            ("geometric mean", lambda column: _ratio(statistics.geometric_mean(column))),
            ("worst", lambda column: _ratio(max(column))),
        ):
            rows.append([name, "", *(summary(column) if column else _NONE for column in columns)])
        return section(title, ["program", f"{first} {unit}", *others], rows)


def _ratio(ratio: float | None) -> str:
    return _NONE if ratio is None else f"{ratio:.2f}"


class Reasons:
    """Why figures are missing."""

    def __init__(self, programs: Collection[str]) -> None:
        self._count = len(programs)
        self._programs: dict[tuple[str, str], list[str]] = {}
        self.wrong: list[str] = []

    def attempt(self, program: str, column: str, action: Callable[[], T]) -> T | None:
        """Returns the result of an action, or `None` and notes why there is none."""
        try:
            return action()
        except Missing as error:
            reason = str(error)
        except Wrong as error:
            reason = f"WRONG: {error}"
            self.wrong.append(f"{program}, {column}: {reason}")
        self._programs.setdefault((column, reason), []).append(program)
        return None

    def text(self) -> str:
        """Prints a list."""
        lines = []
        for (column, reason), programs in self._programs.items():
            shown = "all programs" if len(programs) == self._count else ", ".join(programs)
            lines.append(f"- {column}, {shown}: {reason}\n")
        return "".join(lines)
