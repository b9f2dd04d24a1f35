"""Tables in Markdown."""

import argparse
import datetime
import os
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

# The page of figures.
PAGE = Path(__file__).parents[2] / "docs" / "performance.md"


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


def add_write(parser: argparse.ArgumentParser) -> None:
    """Adds the option to write what is printed into the page of figures."""
    parser.add_argument("--write", action="store_true", help=f"what is printed into docs/{PAGE.name}, too")


def report(parts: Iterable[str], section: str | None) -> None:
    """Prints the parts of a report as they come, then writes all into a section of the page.

    Raises `ValueError` if the page does not have the section.
    """
    printed = []
    for part in filter(None, parts):
        print(part, flush=True)
        printed.append(part.strip("\n"))
    if section is None:
        return
    head, title, rest = PAGE.read_text().partition(f"\n## {section}\n")
    if not title:
        raise ValueError(f"{PAGE.name} has no section `## {section}`")
    _, next_title, behind = rest.partition("\n## ")
    text = "\n\n".join(printed)
    PAGE.write_text(f"{head}{title}\n{text}\n{next_title}{behind}")
