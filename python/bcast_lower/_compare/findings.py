"""What a comparison has found, and how it is shown."""

from __future__ import annotations

import dataclasses
import html
from collections.abc import Sequence
from typing import Any, Optional

# What a call ends with; the words of a table.
EQUAL, BOTH_REFUSE, NOT_COMPARED = "equal", "both refuse", "not compared"
DIFFERS, ACCEPTED, REFUSED = "differs", "accepted, but wrong", "refused, but right"


@dataclasses.dataclass(frozen=True)
class ComparedCall:
    """One call, with what it ends with."""

    shapes: tuple[tuple[int, ...], ...]
    sizes: dict[str, int]
    """The sizes by name, without those of dims that have none."""
    outcome: str
    difference: Optional[float]
    """The worst one, relative to the largest element of the result."""
    message: str
    """That of the lowered program, or what differs."""
    expected: str
    """The message of the reference, if it rejects the call."""
    seconds: float

    @property
    def is_wrong(self) -> bool:
        """Whether the lowered program does something else than the reference."""
        return self.outcome not in (EQUAL, BOTH_REFUSE, NOT_COMPARED)


class Comparison:
    """What a comparison has found. `print` shows a table, and so does a notebook."""

    def __init__(self) -> None:
        self.rows: list[ComparedCall] = []
        self.error = ""
        """Why nothing was called: the compiler rejects the lowered program."""
        self.note = ""
        """What is special about the comparison: its reference is not on XLA."""
        self.smallest: Optional[ComparedCall] = None
        """The smallest call found that ends like the first wrong one."""
        self.command = ""
        """What repeats it."""
        self.seconds = 0.0

    @property
    def ok(self) -> bool:
        """Whether calls were compared, and all of them agree."""
        compared = [row for row in self.rows if row.outcome != NOT_COMPARED]
        return bool(compared) and not any(row.is_wrong for row in compared)

    def to_dict(self) -> dict[str, Any]:
        """Returns what was found as dicts, lists, texts and numbers."""
        smallest = self.smallest and dataclasses.asdict(self.smallest)
        values = {
            "ok": self.ok,
            "rows": [dataclasses.asdict(row) for row in self.rows],
            "error": self.error,
            "note": self.note,
        }
        return {**values, "smallest": smallest, "command": self.command, "seconds": self.seconds}

    def summary(self) -> str:
        """Returns the numbers of calls by outcome, and what to do about the first wrong one."""
        counts: dict[str, int] = {}
        for row in self.rows:
            counts[row.outcome] = counts.get(row.outcome, 0) + 1
        words = ", ".join(f"{count} {outcome}" for outcome, count in counts.items())
        lines = [f"{self._count()} in {self.seconds:.1f} s: {words}" if self.rows else self.error]
        lines += [f"Note: {self.note}"] if self.note else []
        if self.smallest is not None:
            lines += ["", f"The smallest call that is found to be wrong ({self.smallest.outcome}):"]
            lines += [
                f"  {_shapes(self.smallest)}: {_message(self.smallest)}",
                "",
                "To repeat it:",
                f"  {self.command}",
            ]
        return "\n".join(lines)

    def _count(self) -> str:
        return f"{len(self.rows)} {'call' if len(self.rows) == 1 else 'calls'}"

    def __str__(self) -> str:
        if not self.rows:
            return self.summary()
        cells = [list(_HEADINGS), *(_cells(row) for row in self.rows)]
        widths = [max(len(line[column]) for line in cells) for column in range(len(_HEADINGS) - 1)]
        lines = ["  ".join([*(c.ljust(w) for c, w in zip(line, widths)), line[-1]]).rstrip() for line in cells]
        return "\n".join([*lines, "", self.summary()])

    def __repr__(self) -> str:
        return f"<Comparison of {self._count()}: {'all agree' if self.ok else 'wrong'}; print() shows it>"

    def _repr_html_(self) -> str:
        def line(cells: Sequence[str], tag: str) -> str:
            return f"<tr>{''.join(f'<{tag}>{html.escape(cell)}</{tag}>' for cell in cells)}</tr>"

        rows = "".join(line(_cells(row), "td") for row in self.rows)
        table = f"<table><thead>{line(_HEADINGS, 'th')}</thead><tbody>{rows}</tbody></table>" if rows else ""
        return f"{table}<pre>{html.escape(self.summary())}</pre>"


_HEADINGS = ("shapes", "sizes", "outcome", "difference", "seconds", "message")


def _cells(row: ComparedCall) -> list[str]:
    sizes = " ".join(f"{name}={size}" for name, size in row.sizes.items())
    worst = "" if row.difference is None else f"{row.difference:.1e}" if row.difference else "0"
    message = _message(row)
    short = message if len(message) <= 100 else f"{message[:97]}..."
    return [_shapes(row), sizes, row.outcome, worst, f"{row.seconds:.3f}", short]


def _shapes(row: ComparedCall) -> str:
    return ",".join("x".join(map(str, shape)) or "scalar" for shape in row.shapes)


def _message(row: ComparedCall) -> str:
    text = row.message or row.expected
    if row.outcome == ACCEPTED:
        text = f"expected: {row.expected}"
    return " ".join(text.split())
