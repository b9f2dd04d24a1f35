"""Tables in Markdown."""

from __future__ import annotations

from collections.abc import Sequence


def table(header: Sequence[str], rows: Sequence[Sequence[str]], names: int) -> str:
    """Prints Markdown; all columns but the first `names` are numbers."""
    widths = [max(map(len, column)) for column in zip(header, *rows)]

    def line(cells: Sequence[str]) -> str:
        aligned = [
            cell.ljust(width) if at < names else cell.rjust(width)
            for at, (cell, width) in enumerate(zip(cells, widths))
        ]
        return f"| {' | '.join(aligned)} |"

    rule = ["-" * width if at < names else "-" * (width - 1) + ":" for at, width in enumerate(widths)]
    return "\n".join([line(header), line(rule), *map(line, rows)])
