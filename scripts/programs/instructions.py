"""`scripts/count-instructions`."""

from __future__ import annotations

import argparse
import json
import platform
import re
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

from .build import build_release
from .chain import chain, small_chain
from .program import Program
from .stack import Sizes, stack
from .table import table
from .text import write

_DESCRIPTION = """\
Counts the instructions that bcast-lower runs for fixed programs, and compares with
what is recorded. Unlike times, these figures repeat.
"""
_EPILOG = """\
exit codes:
  0  no program takes more than {most}% more than what is recorded
  1  one does
  2  wrong usage
"""
_ROOT = Path(__file__).parents[2]
_RECORD = _ROOT / "benches/instructions.json"
_MOST_PERCENT = 5
_PROGRAMS: Mapping[str, Program] = {
    "small chain": small_chain(),
    "chain of 1,000": chain(1_000),
    "stack of 6": stack(Sizes(layers=6)),
}
_COUNTED = re.compile(r"I +refs: +([\d,]+)")


def main() -> int:
    options = _options()
    binary = options.binary or build_release()
    counts = {name: _count(binary, program) for name, program in _PROGRAMS.items()}
    if options.record:
        record = {"environment": _environment(), "instructions": counts}
        _RECORD.write_text(json.dumps(record, indent=2) + "\n")
        print(table(["program", "instructions"], _rows(counts), names=1))
        return 0
    return _compare(counts, json.loads(_RECORD.read_text()))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="scripts/count-instructions",
        description=_DESCRIPTION,
        epilog=_EPILOG.format(most=_MOST_PERCENT),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--record", action="store_true", help="record these figures instead")
    parser.add_argument("--binary", type=Path, metavar="PATH", help="the tool [a release build]")
    return parser.parse_args()


def _compare(counts: Mapping[str, int], record: Mapping[str, object]) -> int:
    recorded, environment = record["instructions"], record["environment"]
    if environment != _environment():
        print(
            f"count-instructions: recorded with {environment}, but this is {_environment()}: "
            "a difference may be theirs",
            file=sys.stderr,
        )
    changes = {name: 100 * (count / recorded[name] - 1) for name, count in counts.items()}
    rows = [
        [*row, f"{recorded[row[0]]:,}", f"{changes[row[0]]:+.2f}%"] for row in _rows(counts)
    ]
    print(table(["program", "instructions", "recorded", "change"], rows, names=1))
    worse = [name for name, change in changes.items() if change > _MOST_PERCENT]
    for name in worse:
        print(f"count-instructions: {name}: more than {_MOST_PERCENT}% worse", file=sys.stderr)
    return int(bool(worse))


def _rows(counts: Mapping[str, int]) -> list[list[str]]:
    return [[name, f"{count:,}"] for name, count in counts.items()]


def _count(binary: Path, program: Program) -> int:
    with tempfile.NamedTemporaryFile("w", suffix=".mlir") as file:
        file.write(write(program))
        file.flush()
        # Only instructions are counted: no caches are simulated, nothing is written.
        valgrind = ["valgrind", "--tool=cachegrind", "--cache-sim=no"]
        quiet = ["--cachegrind-out-file=/dev/null"]
        tool = [binary, "--mlir-disable-threading", file.name, "-o", "/dev/null"]
        done = subprocess.run([*valgrind, *quiet, *tool], capture_output=True, text=True)
    if done.returncode != 0:
        raise SystemExit(f"count-instructions: {done.stderr}")
    return int(_COUNTED.search(done.stderr)[1].replace(",", ""))


def _environment() -> str:
    """What the figures depend on besides the sources."""
    rustc = subprocess.run(["rustc", "--version"], capture_output=True, text=True, check=True)
    llvm_config = [_ROOT / ".cargo/llvm/bin/llvm-config", "--version"]
    mlir = subprocess.run(llvm_config, capture_output=True, text=True, check=True)
    return f"{rustc.stdout.strip()}, MLIR {mlir.stdout.strip()}, {platform.machine()}"


if __name__ == "__main__":
    sys.exit(main())
