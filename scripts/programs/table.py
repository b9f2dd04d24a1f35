"""Tables in Markdown."""

from __future__ import annotations

import datetime
import os
import sys
from collections.abc import Sequence
from pathlib import Path


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


def section(title: str, header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Prints a table below a title; the first column is text."""
    return f"### {title}\n\n{table(header, rows, names=1)}\n"


def heading(script: str) -> str:
    """Prints the command that runs a script, and the machine."""
    models = [
        line.partition(":")[2].strip()
        for line in Path("/proc/cpuinfo").read_text().splitlines()
        if line.startswith("model name")
    ]
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    command = " ".join([script, *sys.argv[1:]])
    return (
        f"`{command}`, {datetime.date.today()}, {os.cpu_count()} cores"
        f"{f' ({models[0]})' if models else ''}, {memory:.0f} GiB, load {os.getloadavg()[0]:.1f}\n"
    )
