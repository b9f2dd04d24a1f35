"""Runs each pass and each target on its own output, which must not change anything: for files, and for random
programs. jaxlib must accept what `lower-broadcast` and `target-xla` write, without broadcastable ops. Programs that a pass
rejects are counted.
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
from .peer import Module, Peer, PeerError
from .printer import print_program
from .size_expressions import random_program
from .tool import Refused, Tool, files_in, find_binary, split

_EPILOG = """\
examples:
  scripts/check-again lit examples
  scripts/check-again --programs=1000

""" + exit_codes("nothing changes on a second run", "a pass changes or rejects its own output, or jaxlib rejects it")

_TARGETS = ["target-xla", "target-iree", "target-iree{assertions=none}"]
_LOWERINGS = [
    "lower-broadcast",
    "lower-broadcast{assertions=cf}",
    "lower-broadcast{assertions=none}",
    # It has no location for a function's start.
    "lower-broadcast{assertions=shape assume-symbols=on}",
]
_PASSES = (
    "guard-broadcasts simplify-broadcasts guard-replaced-ops guard-reshapes guard-sizes"
    " legalize-to-stablehlo legalize-for-iree"
).split()
_PIPELINES = [*_LOWERINGS, *_PASSES, *_TARGETS]
# What jaxlib reads. For ops of other dialects, it needs the generic form.
_FOR_JAXLIB = [*_LOWERINGS, "target-xla"]
_SHARED_DIALECTS = {"builtin", "chlo", "func", "stablehlo"}
_UNREGISTERED = "--allow-unregistered-dialect"
# The lines of a difference that are printed.
_SHOWN = 10

# A program's name and text.
Program = tuple[str, str]
# What a second run does, the first lines of the difference, and the output of the first run.
Result = tuple[str, list[str], str]


def in_files(paths: Sequence[Path]) -> list[Program]:
    """Returns the programs of files, and of those in directories."""
    parts = ((file, split(file.read_text())) for file in files_in(paths))
    return [
        (str(file) if len(texts) == 1 else f"{file}, part {number}", text)
        for file, texts in parts
        for number, text in enumerate(texts, start=1)
    ]


def run_pipeline(binary: Path, pipeline: str, text: str) -> str | None:
    """Runs passes on a module; returns `None` if they reject it."""
    command = [binary, f"--pass-pipeline=builtin.module({pipeline})", _UNREGISTERED, "-"]
    done = subprocess.run(command, input=text, capture_output=True, text=True)
    return done.stdout if done.returncode == 0 else None


def _check(binary: Path, pipeline: str, program: Program) -> Result:
    first = run_pipeline(binary, pipeline, program[1])
    if first is None:
        return "rejected", [], ""
    second = run_pipeline(binary, pipeline, first)
    if second is None:
        return "refused", [], first
    if second == first:
        return "same", [], first
    lines = unified_diff(first.splitlines(), second.splitlines(), lineterm="", n=0)
    return "changed", list(lines)[2 : 2 + _SHOWN], first


def _problem_of_jaxlib(program: str, output: str, binary: Path, peer: Peer) -> str | None:
    """Returns why jaxlib rejects an output, or which broadcastable ops it has; it knows not all programs."""
    try:
        module = _module(output, binary, peer)
    except PeerError as error:
        try:
            _module(program, binary, peer)
        except PeerError:
            return None
        return str(error)
    # Without blocks that are never reached: their ops stay.
    left = module.broadcastable_ops() and module.run("canonicalize").broadcastable_ops()
    return f"broadcastable ops remain: {', '.join(left)}" if left else None


def _module(text: str, binary: Path, peer: Peer) -> Module:
    """Parses a program with jaxlib; in generic form if that does not know some dialects."""
    try:
        return Module(peer, text)
    except PeerError:
        generic = Tool(binary, ("--pass-pipeline=builtin.module()", "--mlir-print-op-generic", _UNREGISTERED), False)
        try:
            module = Module(peer, generic.lower(text))
        except Refused:
            module = None
        if module is None or {name.split(".")[0] for name in module.op_names()} <= _SHARED_DIALECTS:
            raise
        return module


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
    parser.add_argument("--pipeline", action="append", choices=_PIPELINES, metavar="PASS", help="of these passes [all]")
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
    peer = Peer()
    failures = 0
    for pipeline in options.pipeline or _PIPELINES:
        programs = [*files, *(generated if pipeline in _TARGETS else [])]
        if not programs:
            continue
        counts = Counter[str]()
        with ThreadPoolExecutor(options.jobs) as executor:
            results = executor.map(partial(_check, binary, pipeline), programs)
            for (name, text), (result, lines, output) in zip(programs, results):
                counts[result] += 1
                if result in ("changed", "refused"):
                    print(f"{name}: {pipeline}: {result} on the second run", *lines, sep="\n  ")
                if output and pipeline in _FOR_JAXLIB and (problem := _problem_of_jaxlib(text, output, binary, peer)):
                    counts["wrong for jaxlib"] += 1
                    print(f"{name}: {pipeline}: {problem}")
        failures += sum(counts[kind] for kind in ("changed", "refused", "wrong for jaxlib"))
        shown = ", ".join(f"{counts[kind]} {kind}" for kind in ("same", "changed", "refused", "wrong for jaxlib"))
        print(f"{pipeline}: {shown}; {counts['rejected']} rejected", flush=True)
    return 1 if failures else 0
