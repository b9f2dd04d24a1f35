"""Runs random programs of broadcasting ops on XLA's CPU backend, and compares with
NumPy.

Each program is lowered once. For each assignment of sizes to its arguments,
StableHLO's passes make it concrete and check its assertions: one must fail, with
the right message, exactly where NumPy's rule rejects the shapes. Where it accepts
them, the program is compiled and run, and must give NumPy's shapes and values.
"""

import argparse
from collections import Counter
from collections.abc import Sequence
from functools import partial

from . import mutate
from .check import Case, Report, Settings, check_numbers
from .command_line import add_binary, add_jobs, at_least, exit_codes, make_parser
from .elements import OPS
from .printer import print_program
from .tool import find_binary
from .workers import Crash, run

_ZERO_EXTENTS = {"reject": ["reject"], "numpy": ["numpy"], "both": ["reject", "numpy"]}
_FACTS = {"on": ["on"], "off": ["off"], "both": ["on", "off"]}
# The maximum number of faulty programs that are shown in full.
_SHOWN = 10
# A run of this many programs must have used every op.
_MANY = 200
_EPILOG = """\
examples:
  What CI runs:
    scripts/check-numbers

  One program of a seed, as suggested by a failure report:
    scripts/check-numbers --seed 7 --only 123

  Check that faults in lowered programs are detected:
    scripts/check-numbers --mutations

""" + exit_codes("no problem was found", "a problem was found")


def main() -> int:
    options = _options()
    settings = Settings(
        binary=options.binary or find_binary(),
        seed=options.seed,
        assignments=options.assignments,
        zero_extents=_ZERO_EXTENTS[options.zero_extents],
        facts=_FACTS[options.facts],
    )
    if options.mutations:
        return mutate.main(settings, options.programs, options.jobs)
    numbers = [options.only] if options.only is not None else range(options.programs)
    return _check(settings, numbers, options)


def _options() -> argparse.Namespace:
    parser = make_parser("scripts/check-numbers", __doc__, _EPILOG)
    parser.add_argument("--programs", type=at_least(1), metavar="N", help="number of programs [300]")
    parser.add_argument(
        "--assignments", type=at_least(1), default=10, metavar="M", help="assignments of sizes per program [10]"
    )
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="the first seed [1]")
    parser.add_argument("--only", type=at_least(0), metavar="K", help="check program K only")
    parser.add_argument(
        "--zero-extents",
        choices=_ZERO_EXTENTS,
        default="both",
        help="the tool's option; `both` is one after the other, program by program [both]",
    )
    parser.add_argument("--facts", choices=_FACTS, default="both", help="the tool's option, in the same way [both]")
    add_binary(parser)
    add_jobs(parser)
    parser.add_argument(
        "--mutations",
        action="store_true",
        help="introduce all known faults into lowered programs, and check that they are detected [--programs 60]",
    )
    parser.add_argument("--verbose", action="store_true", help="show programs, and how often each op was run")
    options = parser.parse_args()
    if options.programs is None:
        options.programs = 60 if options.mutations else 300
    return options


def _check(settings: Settings, numbers: Sequence[int], options: argparse.Namespace) -> int:
    ran = rejected = wrong = faulty = 0
    covered: Counter[str] = Counter()
    for number, outcome in run(partial(check_numbers, settings), numbers, options.jobs):
        report = outcome
        if isinstance(outcome, Crash):
            report = Report(number, wrong=[outcome.text])
        ran += report.run
        rejected += report.rejected
        wrong += len(report.wrong)
        faulty += bool(report.wrong)
        covered += report.covered
        if options.verbose or (report.wrong and faulty <= _SHOWN):
            _print_report(report, settings, options.verbose)
        if report.wrong:
            again = f"--seed {settings.seed} --only {number} --assignments {settings.assignments}"
            print(
                f"program {number} is at fault; again: scripts/check-numbers {again} "
                f"--zero-extents {options.zero_extents} --facts {options.facts}",
                flush=True,
            )
    if options.verbose:
        for name, count in sorted(covered.items()):
            print(f"{name}: in {count} programs that ran")
    missing = sorted(set(OPS) - set(covered)) if len(numbers) >= _MANY else []
    if missing:
        print(f"never run: {', '.join(missing)}")
    print(
        f"{len(numbers)} programs, {ran + rejected + wrong} assignments: {ran} run, {rejected} rejected, {wrong} wrong"
    )
    return 1 if wrong or missing else 0


def _print_report(report: Report, settings: Settings, is_verbose: bool) -> None:
    case = Case.make(report.number, settings)
    print(f"program {report.number}, {' '.join(case.mode.options())}:\n{print_program(case.program)}")
    for assignment in case.assignments if is_verbose else ():
        verdict = f"rejected: {assignment.failure}" if assignment.failure else "accepted"
        print(f"  {assignment}: {verdict}")
    for text in report.wrong:
        print(f"WRONG: {text}")
