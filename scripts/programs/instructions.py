"""Counts the instructions that bcast-lower executes for fixed programs, and its peak
memory, and compares them with the record. Unlike times, these figures are reproducible.
"""

import argparse
import json
import platform
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from numeric.command_line import add_binary, make_parser
from numeric.tool import find_binary

from .chain import chain, small_chain
from .processes import NO_THREADS, run
from .program import Program, write
from .stack import Sizes, stack
from .table import table
from .weights import Weights

_EPILOG = """\
exit codes:
  0  no program takes more than {most}% more instructions than what is recorded, or {memory}%
     more memory
  1  one does
  2  invalid usage
"""
_ROOT = Path(__file__).parents[2]
_RECORD = _ROOT / "benches/instructions.json"
# Memory depends on the system, too.
_MOST_PERCENT = {"instructions": 5, "memory KiB": 10}


@dataclass(frozen=True)
class _Case:
    """A file and the command that processes it."""

    write: Callable[[Path], object]
    options: tuple[str, ...] = ()
    # The file is first converted to bytecode. Another process reads it, so that is not
    # counted.
    is_bytecode: bool = False
    # Only the memory is measured, of a run that reads a pipe.
    is_piped: bool = False
    # The tool decides itself whether threads are worth their memory; they are not, so the count
    # is reproducible.
    may_have_threads: bool = False


def _program(program: Program) -> Callable[[Path], object]:
    return lambda path: path.write_text(write(program))


def _weights(weights: Weights) -> Callable[[Path], object]:
    def write_file(path: Path) -> None:
        with path.open("w") as file:
            weights.write(file)

    return write_file


_TWO = Weights(constants=2, mebibytes=4)
_RESOURCES = replace(_TWO, form="dense_resource")
_FUNCTIONS = Weights(constants=1, mebibytes=4, functions=2)


_CASES: Mapping[str, _Case] = {
    "small chain": _Case(_program(small_chain())),
    "chain of 1,000": _Case(_program(chain(1_000))),
    "stack of 6": _Case(_program(stack(Sizes(layers=6)))),
    "chain of 1,000, locations": _Case(_program(chain(1_000)), ("--mlir-print-debuginfo",)),
    "explain, chain of 1,000": _Case(_program(chain(1_000)), ("explain", "--format=html"), may_have_threads=True),
    "weights of 8 MiB": _Case(_weights(_TWO)),
    "weights of 8 MiB, resources": _Case(_weights(_RESOURCES)),
    "weights of 8 MiB, functions": _Case(_weights(_FUNCTIONS), may_have_threads=True),
    "weights of 8 MiB, pipe": _Case(_weights(_TWO), is_piped=True),
    "weights of 8 MiB, bytecode": _Case(_weights(_TWO), ("--emit-bytecode",), is_bytecode=True),
}
_COUNTED = re.compile(r"I +refs: +([\d,]+)")


def main() -> int:
    options = _options()
    binary = options.binary or find_binary("release")
    figures = {name: _measure(binary, case) for name, case in _CASES.items()}
    if options.record:
        record = {"environment": _environment()} | {
            kind: {name: of_case[kind] for name, of_case in figures.items() if kind in of_case}
            for kind in _MOST_PERCENT
        }
        _RECORD.write_text(json.dumps(record, indent=2) + "\n")
        rows = [
            [name, *(f"{of_case[kind]:,}" if kind in of_case else "" for kind in _MOST_PERCENT)]
            for name, of_case in figures.items()
        ]
        print(table(["program", *_MOST_PERCENT], rows, names=1))
        return 0
    return _compare(figures, json.loads(_RECORD.read_text()))


def _options() -> argparse.Namespace:
    epilog = _EPILOG.format(most=_MOST_PERCENT["instructions"], memory=_MOST_PERCENT["memory KiB"])
    parser = make_parser("scripts/count-instructions", __doc__, epilog)
    parser.add_argument("--record", action="store_true", help="record these figures instead")
    add_binary(parser, "a release build")
    return parser.parse_args()


def _compare(figures: Mapping[str, Mapping[str, int]], record: Mapping[str, Mapping[str, int]]) -> int:
    environment = record["environment"]
    if environment != _environment():
        print(
            f"count-instructions: recorded with {environment}, but this is {_environment()}: "
            "a difference may be theirs",
            file=sys.stderr,
        )
    worse = []
    for kind, most in _MOST_PERCENT.items():
        rows = []
        for name, recorded in record[kind].items():
            found = figures[name][kind]
            change = 100 * (found / recorded - 1)
            rows.append([name, f"{found:,}", f"{recorded:,}", f"{change:+.2f}%"])
            if change > most:
                worse.append(f"{name}: more than {most}% more {kind}")
        print(f"{table(['program', kind, 'recorded', 'change'], rows, names=1)}\n")
    for problem in worse:
        print(f"count-instructions: {problem}", file=sys.stderr)
    return int(bool(worse))


def _measure(binary: Path, case: _Case) -> Mapping[str, int]:
    """Measures the recorded figures of a case."""
    with tempfile.TemporaryDirectory() as directory:
        path = Path(directory, "input.mlir")
        case.write(path)
        if case.is_bytecode:
            bytecode = path.with_suffix(".mlirbc")
            run([binary, "--pass-pipeline=builtin.module()", "--emit-bytecode", path, "-o", bytecode])
            path = bytecode
        threads = () if case.may_have_threads else (NO_THREADS,)
        tool = [binary, *case.options, *threads, "-" if case.is_piped else path, "-o"]
        reader = ["sh", "-c", 'cat "$0" | exec "$@"', path] if case.is_piped else []
        peak = min(run([*reader, *tool, Path(directory, "output")])[1] for _ in range(3))
        memory = {"memory KiB": peak // 1024}
        if case.is_bytecode or case.is_piped:
            return memory
        return {"instructions": _count([*tool, "/dev/null"])} | memory


def _count(tool: Sequence[str | Path]) -> int:
    # Count only instructions: no cache simulation, no output file.
    valgrind = ["valgrind", "--tool=cachegrind", "--cache-sim=no"]
    quiet = ["--cachegrind-out-file=/dev/null"]
    done = subprocess.run([*valgrind, *quiet, *tool], capture_output=True, text=True)
    if done.returncode != 0:
        raise SystemExit(f"count-instructions: {done.stderr}")
    return int(_COUNTED.search(done.stderr)[1].replace(",", ""))


def _environment() -> str:
    """Returns the parts of the environment that affect the figures."""
    rustc = subprocess.run(["rustc", "--version"], capture_output=True, text=True, check=True)
    llvm_config = [_ROOT / ".cargo/llvm/bin/llvm-config", "--version"]
    mlir = subprocess.run(llvm_config, capture_output=True, text=True, check=True)
    return f"{rustc.stdout.strip()}, MLIR {mlir.stdout.strip()}, {platform.machine()}"
