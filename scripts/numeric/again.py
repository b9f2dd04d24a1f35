"""Runs each pass and each target on its own output, which must not change anything: for files, and for random
programs. Programs that a pass rejects are counted.
"""

import argparse
import random
import subprocess
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from difflib import unified_diff
from functools import partial
from pathlib import Path

from .command_line import add_binary, add_jobs, at_least, exit_codes, make_parser
from .generate import generate
from .printer import print_program
from .size_expressions import random_program
from .tool import files_in, find_binary

_EPILOG = """\
examples:
  scripts/check-again lit examples
  scripts/check-again --programs=1000

""" + exit_codes("nothing changes on a second run", "a pass changes or rejects its own output")

_TARGETS = ["target-xla", "target-iree", "target-iree{assertions=none}"]
_PASSES = (
    "guard-broadcasts lower-broadcast simplify-broadcasts guard-replaced-ops guard-reshapes guard-sizes"
    " legalize-to-stablehlo legalize-for-iree"
).split()
# The lines of a difference that are printed.
_SHOWN = 10

# A program's name and text.
Program = tuple[str, str]
# What a second run does, and the first lines of the difference.
Result = tuple[str, list[str]]


def in_files(paths: Sequence[Path]) -> list[Program]:
    """Returns the programs of files, and of those in directories."""
    return [(str(file), file.read_text()) for file in files_in(paths)]


def run_pipeline(binary: Path, pipeline: str, text: str) -> str | None:
    """Runs passes on a module; returns `None` if they reject it."""
    command = [binary, f"--pass-pipeline=builtin.module({pipeline})", "-"]
    done = subprocess.run(command, input=text, capture_output=True, text=True)
    return done.stdout if done.returncode == 0 else None


def _check(binary: Path, pipeline: str, program: Program) -> Result:
    first = run_pipeline(binary, pipeline, program[1])
    if first is None:
        return "rejected", []
    second = run_pipeline(binary, pipeline, first)
    if second is None:
        return "refused", []
    if second == first:
        return "same", []
    lines = unified_diff(first.splitlines(), second.splitlines(), lineterm="", n=0)
    return "changed", list(lines)[2 : 2 + _SHOWN]


def random_programs(count: int, seed: int) -> Iterator[Program]:
    """Yields as many random programs of each kind."""
    for number in range(count):
        rng = random.Random(f"{seed}/{number}")
        yield f"random program {number}", print_program(generate(rng))
        yield f"sizes {number}", random_program(seed + number)


def _options() -> argparse.Namespace:
    parser = make_parser("scripts/check-again", __doc__, _EPILOG)
    parser.add_argument(
        "paths",
        nargs="*",
        type=Path,
        metavar="PATH",
        help="a file, or a directory, whose files *.mlir are used, at any depth",
    )
    parser.add_argument(
        "--programs",
        type=at_least(0),
        default=0,
        metavar="N",
        help="number of random programs of each kind, which only the targets get [0]",
    )
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="the first seed [1]")
    add_binary(parser)
    add_jobs(parser)
    options = parser.parse_args()
    if not options.paths and not options.programs:
        parser.error("expected a path, or --programs")
    for path in options.paths:
        if not path.exists():
            parser.error(f"{path} does not exist")
    return options


def main() -> int:
    """Runs the command line; returns the exit code."""
    options = _options()
    binary = options.binary or find_binary()
    files = in_files(options.paths)
    generated = list(random_programs(options.programs, options.seed))
    failures = 0
    for pipeline in [*_PASSES, *_TARGETS]:
        programs = [*files, *(generated if pipeline in _TARGETS else [])]
        if not programs:
            continue
        counts = Counter[str]()
        with ThreadPoolExecutor(options.jobs) as executor:
            results = executor.map(partial(_check, binary, pipeline), programs)
            for (name, _), (result, lines) in zip(programs, results):
                counts[result] += 1
                if result in ("changed", "refused"):
                    print(f"{name}: {pipeline}: {result} on the second run", *lines, sep="\n  ")
        failures += counts["changed"] + counts["refused"]
        print(
            f"{pipeline}: {counts['same']} same, {counts['changed']} changed, {counts['refused']} refused; "
            f"{counts['rejected']} rejected"
        )
    return 1 if failures else 0
