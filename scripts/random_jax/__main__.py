"""Makes random programs of jax.numpy and jax.lax, exports them at symbolic sizes, lowers them
with --target=xla and --target=iree, runs them on XLA's and on IREE's CPU backends at several
sizes, and compares the results with those of JAX. A call of sizes that do not fit must be
rejected. Each program is also lowered in a second form (through bytecode, with other names,
inlined, for given sizes, ...), which must not change its results, or not even the output. For given sizes,
an output for XLA must have no unknown ones, and at most as many ops as JAX's refinement of shapes leaves.

With --matrix, the programs combine each declaration of sizes with each op and each place of the op (plain,
in a scan, in a branch, a gradient, ...). They run at sizes around those of tiles and vectors.

With --bounds, a program is lowered for all sizes up to bounds. It is called with arguments that are padded with NaN
and extreme integers, at sizes around the bounds and within; its status must reject sizes that do not fit.

Where the results differ, the consumer gets the program without the tool: if it computes
other values there, too, the fault is its own. Other faults are made small, and written to
target/random-jax.
"""

import argparse
import os
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from numeric.command_line import add_binary, add_jobs, exit_codes, make_parser
from numeric.tool import Tool, find_binary
from numeric.workers import Crash

from . import matrix
from .check import CRASHED, FAULTS, NO_PROGRAM, REFUSED, RIGHT, TARGETS, Outcome
from .families import FAMILIES
from .forms import FORMS
from .program import Program, parse
from .shrink import shrink
from .work import Generated, Source, Texts, check

_EPILOG = exit_codes("no fault was found", "a fault was found")
_DIRECTORY = Path(__file__).parents[2] / os.environ.get("CARGO_TARGET_DIR", "target") / "random-jax"
_PROGRAMS = 100


def main() -> int:
    options = _options()
    tool = Tool(options.binary or find_binary(), tuple(options.option))
    targets = options.target or list(TARGETS)
    source: Source
    if options.files:
        source = Texts([_read(path) for path in options.files])
        numbers = range(len(options.files))
    else:
        source = Generated(
            options.seed, options.statements, options.family, options.matrix, options.bounds, options.form
        )
        count = options.programs or (matrix.COUNT if options.matrix else _PROGRAMS)
        numbers = range(options.first, options.first + count)
    checked = check(source, numbers, tool, targets, options.jobs)
    return _report(checked, source, options, tool, targets)


def _options() -> argparse.Namespace:
    parser = make_parser("scripts/check-random-jax", __doc__, _EPILOG)
    parser.add_argument("files", nargs="*", type=Path, metavar="FILE", help="run these programs instead")
    add_binary(parser)
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="of the programs [1]")
    parser.add_argument("--first", type=int, default=0, metavar="N", help="number of the first program [0]")
    parser.add_argument("--programs", type=int, metavar="N", help=f"number of programs [{_PROGRAMS}]")
    parser.add_argument("--matrix", action="store_true", help="programs of the matrix [all of them]")
    parser.add_argument("--bounds", action="store_true", help="lower programs with bounds, and pad arguments with NaN")
    parser.add_argument("--statements", type=int, default=5, metavar="N", help="of a program [5]")
    parser.add_argument(
        "--family", action="append", choices=FAMILIES, metavar="NAME",
        help="only these families of ops (scripts/random_jax/families)",
    )  # fmt: skip
    parser.add_argument("--form", choices=FORMS, metavar="NAME", help=f"all in this form: {', '.join(FORMS)} [random]")
    parser.add_argument("--target", action="append", choices=TARGETS, help="[both]")
    parser.add_argument("--option", action="append", default=[], metavar="OPTION", help="of the tool, for targets")
    add_jobs(parser)
    parser.add_argument("--no-shrink", action="store_true", help="write faults as they were found")
    parser.add_argument("--verbose", action="store_true", help="print refusals and consumers' own faults")
    return parser.parse_args()


def _read(path: Path) -> str:
    try:
        return parse(path.read_text()).text()
    except (OSError, ValueError, SyntaxError) as error:
        print(f"check-random-jax: {path}: {error}", file=sys.stderr)
        raise SystemExit(2) from None


def _report(checked: Iterator, source: Source, options: argparse.Namespace, tool: Tool, targets: Sequence[str]) -> int:
    """Prints the faults; returns the exit code."""
    counts: Counter[tuple[str, str]] = Counter()
    # JAX compiles all programs of the matrix, so the consumers must, too.
    counted = (*FAULTS, *((REFUSED, NO_PROGRAM) if options.matrix else ()))
    faults = []
    programs = 0
    for number, result in checked:
        programs += 1
        if isinstance(result, Crash):
            text = source.program(number).text()
            outcomes = [Outcome(CRASHED, "", result.text)]
        else:
            text, outcomes = result
        name = source.name(number) if isinstance(source, Generated) else str(options.files[number])
        for outcome in outcomes:
            counts[outcome.target, outcome.kind] += 1
            if outcome.kind in counted or (options.verbose and outcome.kind != RIGHT):
                print(f"{name}: {outcome.target}: {outcome.kind}: {outcome.detail}", flush=True)
            if outcome.kind in counted:
                path = _written(text, outcome, number, options, tool, targets, isinstance(source, Generated))
                faults.append(path)
                print(f"  run it again: scripts/check-random-jax {path}", flush=True)
    for (target, kind), count in sorted(counts.items()):
        print(f"{target or 'both'}: {count} {kind}")
    print(f"{programs} programs, {len(faults)} faults")
    return 1 if faults or not programs else 0


def _written(
    text: str,
    outcome: Outcome,
    number: int,
    options: argparse.Namespace,
    tool: Tool,
    targets: Sequence[str],
    is_new: bool,
) -> Path:
    """Writes a program to a file, as small as it can be made."""
    only = [outcome.target] if outcome.target else targets

    def first_bad(candidates: Sequence[Program]) -> int | None:
        texts = [candidate.text() for candidate in candidates]
        for position, result in check(Texts(texts), range(len(texts)), tool, only, jobs=1):
            outcomes = [Outcome(CRASHED, "")] if isinstance(result, Crash) else result[1]
            if any(found.is_like(outcome) for found in outcomes):
                return position
        return None

    program = parse(text)
    if is_new and not options.no_shrink:
        program = shrink(program, outcome.result, outcome.call, first_bad)
    _DIRECTORY.mkdir(parents=True, exist_ok=True)
    source = "matrix" if options.matrix else options.seed
    path = _DIRECTORY / f"{source}-{number}-{outcome.target or 'crash'}.py"
    path.write_text(f"# {outcome.kind}: {outcome.detail}\n{program.text()}")
    return path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path
