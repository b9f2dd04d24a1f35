"""Lowers models of elementwise ops and matmuls with dynamic batch and sequence,
compiles them with IREE for the CPU, runs them with several sizes, and compares with
NumPy: from bcast-lower's output, and from upstream's lowering of the same programs.
"""

import argparse
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import numpy as np

from numeric.command_line import add_binary, add_jobs, exit_codes, make_parser
from numeric.differences import differences
from numeric.tool import Refused, Tool, find_binary
from numeric.workers import Crash, each, run

from . import iree, reference
from .models import MODELS
from .program import Program
from .table import table
from .text import Style, write
from .upstream import Upstream

_EPILOG = """\
outcomes:
  runs         the values are NumPy's for all sizes
  careless     the same, but incompatible sizes are not detected
  not lowered  the program is rejected before IREE
  no code      iree-compile rejects it
  stops        it stops with an error for compatible sizes
  wrong        values differ from NumPy's

""" + exit_codes(
    "no program was lowered wrongly by bcast-lower",
    "bcast-lower refused a program, or its output stopped or gave wrong values",
)
_NAMES = list(MODELS)
# Compilers may reorder sums.
_TOLERANCE = 2e-4
# IREE does not support `stablehlo.dynamic_reshape`, which it creates itself for a
# product of more than two dims. So all routes get programs that have neither.
_STYLE = Style(reshape="tensor.reshape", has_flat_products=True)
_OURS = "bcast-lower"


class NotLowered(Exception):
    """A route rejects a program."""


@dataclass(frozen=True)
class Outcome:
    """The outcome of a program on one route."""

    kind: str
    reason: str = ""


Route = Callable[[Program], str]


def _routes(binary: Path, has_constraints: bool) -> Mapping[str, Route]:
    """Returns the routes from a program to IREE's input."""
    upstream = Upstream(binary)

    def ours(program: Program, style: Style, assertions: str) -> str:
        return Tool(binary, (f"--assertions={assertions}",)).lower(write(program, style))

    def theirs(program: Program, style: Style, lower: Callable[[str], str | None]) -> str:
        text = lower(write(program, style))
        if text is None:
            raise NotLowered("upstream's passes reject it")
        return text

    lowerings = {
        **{f"{_OURS}, {assertions}": partial(ours, assertions=assertions) for assertions in _assertions(binary)},
        "IREE's own": write,
        "upstream": partial(theirs, lower=upstream.legalize),
        "upstream, no shape ops": partial(theirs, lower=upstream.legalize_shapes),
    }
    return {
        name: partial(lower, style=replace(_STYLE, has_constraints=has_constraints))
        for name, lower in lowerings.items()
    }


def _assertions(binary: Path) -> Sequence[str]:
    """Returns the tool's assertion backends that IREE may accept."""
    listed = Tool(binary, ("--list-passes",)).lower("")
    row = next((line for line in listed.splitlines() if "assertions=" in line), "")
    return [name for name in ("custom-call", "cf", "none") if name in row] or ["custom-call"]


def main() -> int:
    options = _options()
    binary = options.binary or find_binary()
    routes = list(_routes(binary, options.constraints))
    programs = [_NAMES.index(name) for name in options.programs or _NAMES]
    outcomes: dict[int, Mapping[str, Outcome]] = {}
    for number, outcome in run(each(_check, binary, options.constraints, options.seed), programs, options.jobs):
        if isinstance(outcome, Crash):
            outcome = dict.fromkeys(routes, Outcome("stops", outcome.text))
        outcomes[number] = outcome
    _print(routes, {_NAMES[number]: outcomes[number] for number in programs}, options.verbose)
    faults = {"not lowered", "stops", "wrong"}
    return int(
        any(
            outcome.kind in faults
            for row in outcomes.values()
            for route, outcome in row.items()
            if route.startswith(_OURS)
        )
    )


def _options() -> argparse.Namespace:
    parser = make_parser("scripts/compare-with-upstream", __doc__, _EPILOG)
    parser.add_argument("programs", nargs="*", metavar="PROGRAM", help=f"of {', '.join(_NAMES)} [all]")
    parser.add_argument(
        "--constraints", action="store_true", help="programs begin with assertions that say which sizes are equal"
    )
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="of the arguments [1]")
    add_binary(parser)
    add_jobs(parser)
    parser.add_argument("--verbose", action="store_true", help="say why")
    options = parser.parse_args()
    if unknown := set(options.programs) - set(_NAMES):
        parser.error(f"unknown programs: {', '.join(sorted(unknown))}")
    return options


def _check(binary: Path, has_constraints: bool, seed: int) -> Callable[[int], Mapping[str, Outcome]]:
    routes = _routes(binary, has_constraints)
    return lambda number: {
        name: _outcome(MODELS[_NAMES[number]], route, np.random.default_rng(seed)) for name, route in routes.items()
    }


def _outcome(program: Program, route: Route, generator: np.random.Generator) -> Outcome:
    try:
        executable = iree.Executable(iree.compile_text(route(program)))
        for sizes in program.cases:
            arguments = reference.arguments(program, sizes, generator)
            expected = reference.run(program, arguments)
            found = executable.run(program.name, arguments)
            for problem in differences(sizes, [found], [expected], _TOLERANCE):
                return Outcome("wrong", problem)
    except (NotLowered, Refused) as refused:
        return Outcome("not lowered", str(refused))
    except iree.NotCompiled as refused:
        return Outcome("no code", str(refused))
    except iree.Failed as failed:
        return Outcome("stops", str(failed))
    for sizes in program.mismatches:
        try:
            executable.run(program.name, reference.arguments(program, sizes, generator))
        except iree.Failed:
            continue
        return Outcome("careless", f"sizes {sizes} are taken")
    return Outcome("runs")


def _print(routes: Sequence[str], outcomes: Mapping[str, Mapping[str, Outcome]], is_verbose: bool) -> None:
    if is_verbose:
        for name, row in outcomes.items():
            for route, outcome in row.items():
                if outcome.reason:
                    print(f"{name}, {route}: {outcome.kind}: {outcome.reason}")
    rows = [[name, *(row[route].kind for route in routes)] for name, row in outcomes.items()]
    run_counts = [sum(row[route].kind in ("runs", "careless") for row in outcomes.values()) for route in routes]
    rows.append(["run", *(f"{count} of {len(outcomes)}" for count in run_counts)])
    print(table(["program", *routes], rows, names=1 + len(routes)))
