"""Runs `bcast-lower compare` on files, on random programs and on the ops of StableHLO, at sizes that they accept and at
others. Programs that the tool or IREE rejects are counted. With --bounds, one static program for all sizes up to
these is compared.
"""

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

from . import typed_ops
from .again import Program, in_files, random_programs, run_pipeline
from .command_line import add_binary, add_jobs, at_least, exit_codes, make_parser
from .tool import find_binary

_EPILOG = """\
examples:
  scripts/check-compare examples
  scripts/check-compare --programs=100 --target=iree
  scripts/check-compare --ops=all --bounds=7 --target=xla
  scripts/check-compare --ops=reduce,sort --bounds=7 --target=xla --faults

""" + exit_codes("no call differs", "a call differs, crashes, or is wrongly accepted or refused")


# Specialised for no indices into a tensor without elements, they are rejected by StableHLO's verifier.
_FROM_NOTHING = ("gather", "gather-flat")


def _compare(binary: Path, options: argparse.Namespace, program: Program) -> tuple[Counter[str], list[str]]:
    name, text = program
    # What an unused op needs is not checked, because the op is removed, but the reference rejects it.
    used = run_pipeline(binary, "remove-unused-ops", text)
    if used is None:
        return Counter({"rejected": 1}), []
    with tempfile.NamedTemporaryFile("w", suffix=".mlir") as file:
        file.write(used)
        file.flush()
        command = [binary, "compare", f"--target={options.target}", f"--calls={options.calls}", "--format=json"]
        if options.bounds is not None and (bounds := _bounds(used, options.bounds)):
            command += [f"--bounds={bounds}", "--function=main"]
        environment = {**os.environ, "PYTHON": sys.executable}
        done = subprocess.run([*command, file.name], capture_output=True, text=True, env=environment)
    if not done.stdout.startswith("{"):
        lines = done.stderr.splitlines()[-1:]
        return Counter({"rejected": 1}), [] if done.returncode == 1 else [f"{name}: {lines}"]
    found = json.loads(done.stdout)
    if found["error"]:
        if options.verbose:
            print(f"{name}: {found['error'].splitlines()[1:2]}", flush=True)
        return Counter({"rejected by IREE": 1}), []
    counts = Counter(row["outcome"] for row in found["rows"])
    smallest = found["smallest"]
    wrong = [f"{name}: {smallest['shapes']}: {smallest['outcome']}: {smallest['message']}"] if smallest else []
    return counts, wrong


def _bounds(text: str, size: int) -> str:
    """Returns the shapes of the arguments of `main`, whose unknown sizes are this one."""
    start = re.search(r"func\.func (?:public )?@main\(", text)
    assert start, "programs have a function 'main'"
    types = re.findall(r"%\w+: tensor<((?:(?:\d+|\?)x)*)", text[start.end() : text.index(") ->", start.end())])
    return ",".join(it.rstrip("x").replace("?", str(size)) or "scalar" for it in types)


def _programs_of_ops(names: Sequence[str]) -> list[Program]:
    """Returns a program for each case of `typed_ops.txt` of these names, with all sizes unknown."""
    form = typed_ops.Form("none", 3, 5)
    chosen = [it for it in typed_ops.CASES if list(names) == ["all"] or it.op in names or it.name() in names]
    chosen = [it for it in chosen if not typed_ops.is_widened(it) and it.name() not in _FROM_NOTHING]
    # The values of the arguments of the others are sizes.
    return [(it.name(), typed_ops.program_text(it, form)) for it in chosen if not it.values]


def _options() -> argparse.Namespace:
    parser = make_parser("scripts/check-compare", __doc__, _EPILOG)
    parser.add_argument("paths", nargs="*", type=Path, metavar="PATH", help="a file, or a directory of files *.mlir")
    parser.add_argument("--programs", type=at_least(0), default=0, metavar="N", help="number of random programs [0]")
    parser.add_argument("--ops", default="", metavar="NAMES", help="ops of typed_ops.txt, or `all` [none]")
    parser.add_argument("--bounds", type=at_least(0), metavar="SIZE", help="one program for all sizes up to this")
    parser.add_argument("--faults", action="store_true", help="plant faults in programs for bounds: each must be found")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="the first seed [1]")
    parser.add_argument("--calls", type=at_least(1), default=12, metavar="N", help="calls of each program [12]")
    parser.add_argument("--target", choices=("iree", "xla"), default="iree", help="the compiler [iree]")
    parser.add_argument("--verbose", action="store_true", help="also show why IREE rejects programs")
    add_binary(parser)
    add_jobs(parser)
    options = parser.parse_args()
    if not options.paths and not options.programs and not options.ops:
        parser.error("expected a path, --programs or --ops")
    if options.faults and options.bounds is None:
        parser.error("--faults needs --bounds")
    return options


def main() -> int:
    """Runs the command line; returns the exit code."""
    options = _options()
    binary = options.binary or find_binary()
    # The initial values of their reductions are arguments, which StableHLO requires to be neutral.
    made = [it for it in random_programs(options.programs, options.seed) if "stablehlo.reduce" not in it[1]]
    ops = _programs_of_ops(options.ops.split(",")) if options.ops else []
    programs = [*in_files(options.paths), *made, *ops]
    if options.faults:
        # It needs the Python package, which only the repository has.
        from . import bounds_faults

        with_bounds = [(name, text, _bounds(text, options.bounds)) for name, text in programs]
        return bounds_faults.main(binary, with_bounds, options.target, options.calls, options.jobs)
    counts: Counter[str] = Counter()
    failures = 0
    with ThreadPoolExecutor(options.jobs) as pool:
        for found, wrong in pool.map(partial(_compare, binary, options), programs):
            counts += found
            failures += len(wrong)
            for line in wrong:
                print(line, flush=True)
    words = ", ".join(f"{count} {outcome}" for outcome, count in counts.most_common())
    print(f"{len(programs)} programs: {words}; {failures} wrong")
    return min(failures, 1)
