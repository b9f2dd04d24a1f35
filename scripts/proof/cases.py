"""Programs of the tests and examples, with the options that they are lowered with."""

import re
import shlex
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from numeric.tool import split

ROOT = Path(__file__).parents[2]
# Programs of which the tests have none.
OWN = Path(__file__).parent / "programs"


@dataclass(frozen=True)
class Case:
    """A program, and the options that it is lowered with."""

    name: str
    text: str
    options: tuple[str, ...]
    # Whether the program accepts the sizes in the options, if there are any: then the tool must lower it, and
    # otherwise report it.
    is_accepted: bool | None = None


def parts_of(file: Path, arguments: Sequence[str]) -> Iterator[Case]:
    name = str(file.relative_to(ROOT)) if file.is_relative_to(ROOT) else str(file)
    tosa = ("--rules=tosa",) if ".tosa" in file.name else ()
    for number, part in enumerate(split(file.read_text())):
        label = f"{name} part {number}" if number else name
        yield Case(label, part, (*tosa, *arguments))


# Runs that do not lower, or that read other files.
_OURS = ("lower-broadcast", "simplify-broadcasts", "legalize-", "add-profiles", "specialize-sizes")
_SKIPPED = (
    "%t",
    "explain",
    "-verify-only",
    "-print-",
    "--emit-",
    # Other arguments and results.
    "--bounds=",
    "--sizes=",
    "{sizes=",
    "-generate",
    "--irdl",
    "verify-broadcastable",
)


def run_lines(file: Path) -> Iterator[tuple[str, ...]]:
    """Yields the options of a test's runs of the tool."""
    seen = set()
    for found in re.finditer(r"RUN: bcast-lower ([^|\n>]*?)(?: 2?>|\||\n)", file.read_text()):
        line = found[1]
        if any(word in line for word in _SKIPPED):
            continue
        if "pipeline" in line and not any(name in line for name in _OURS):
            continue
        line = line.replace("%S", str(file.parent))
        arguments = tuple(
            word
            for word in shlex.split(line)
            if word not in ("%s", "-", "--split-input-file")
            and not word.startswith(("--verify-diagnostics", "--mlir-"))
        )
        if arguments not in seen:
            seen.add(arguments)
            yield arguments
