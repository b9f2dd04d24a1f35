"""`scripts/check-targets`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

import numpy as np

from . import asserted_programs, tensorflow_programs
from .command_line import add_binary, exit_codes, make_parser
from .differences import differences
from .frontend_programs import PROGRAMS, Program
from .peer import Module, Peer, PeerError
from .size_expressions import BINARY, DIVISIONS, random_program
from .tool import Refused, Tool, find_binary

_DESCRIPTION = """\
Lowers programs in the forms that frontends emit with --target=xla, runs them on XLA's
CPU backend at several sizes, and compares with NumPy; wrong calls must fail an
assertion whose message contains the incompatible sizes. Then compares random
computations of sizes in arith, tensor and shape with Python's integers. Only functions
and StableHLO may remain, and the output must be serializable as a portable artifact.
Outputs of random programs with assertions must refuse wrong sizes, also if some sizes
are given before.
"""
_EPILOG = exit_codes("no problem was found", "a problem was found")


def main() -> int:
    options = _options()
    tool = Tool(options.binary or find_binary(), ("--target=xla",))
    peer = Peer()
    if options.faults:
        unnoticed = _unnoticed_faults(tool, peer, options.programs)
        print(f"undetected faults: {', '.join(unnoticed) or 'none'}")
        return 1 if unnoticed else 0
    problems = []
    calls = 0
    for program in (*PROGRAMS, *tensorflow_programs.PROGRAMS):
        if "xla" not in program.targets:
            continue
        if not options.only or program.name in options.only:
            calls += len(program.calls) + len(program.wrong_calls)
            found = _problems(program, tool, peer)
            problems += [f"{program.name}: {problem}" for problem in found]
    if not options.only:
        for seed in range(options.seed, options.seed + options.programs):
            program = random_program(seed)
            calls += len(program.calls)
            found = _problems(program, tool, peer)
            problems += [f"{program.name}: {problem}\n{program.text}" for problem in found]
            asserted = asserted_programs.random_program(seed)
            calls += len(asserted.calls) + len(asserted.wrong_calls)
            found = asserted_programs.problems(asserted, tool.binary)
            problems += [f"{asserted.name}: {problem}\n{asserted.text}" for problem in found]
    for problem in problems:
        print(problem)
    print(f"{calls} calls, {len(problems)} wrong")
    return 1 if problems or not calls else 0


def _unnoticed_faults(tool: Tool, peer: Peer, programs: int) -> list[str]:
    """Plants a fault in what each op should give; returns those that are not noticed."""
    unnoticed = []
    for table in (BINARY, DIVISIONS):
        for op, function in list(table.items()):
            table[op] = lambda a, b, bits, function=function: function(a, b, bits) + 1
            seeds = range(1, programs + 1)
            if not any(_problems(random_program(seed), tool, peer) for seed in seeds):
                unnoticed.append(op)
            table[op] = function
    return unnoticed


def _options() -> argparse.Namespace:
    parser = make_parser("scripts/check-targets", _DESCRIPTION, _EPILOG)
    add_binary(parser)
    parser.add_argument(
        "--only", action="append", metavar="NAME", help="a program to run [all, and random ones]"
    )
    parser.add_argument(
        "--programs", type=int, default=200, metavar="N", help="number of random programs [200]"
    )
    parser.add_argument(
        "--faults", action="store_true", help="check that wrong results of each op are detected"
    )
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="of the first one [1]")
    return parser.parse_args()


def _problems(program: Program, tool: Tool, peer: Peer) -> list[str]:
    try:
        module = Module(peer, tool.lower(program.text))
        module.make_portable()
    except (Refused, PeerError) as error:
        return [f"it is not lowered: {error}"]
    others = [name for name in module.op_names() if not name.startswith(("stablehlo.", "func."))]
    if others != ["builtin.module"]:
        return [f"other ops remain: {others}"]
    problems = []
    for call in program.calls:
        arguments = program.arguments(call)
        concrete = module.specialise(types(arguments, program.elements))
        failed = concrete.failed_assertion()
        if failed is not None:
            problems.append(f"a valid call of sizes {call} fails: {failed}")
            continue
        try:
            results = concrete.compile().run(arguments)
        except PeerError as error:
            problems.append(f"a valid call of sizes {call} fails: {error}")
            continue
        problems += differences(call, results, program.expected(arguments), program.tolerance)
    for call, expected in program.wrong_calls:
        concrete = module.specialise(types(program.arguments(call), program.elements))
        failed = concrete.failed_assertion()
        if failed is None or expected not in failed:
            problems.append(f"a wrong call of sizes {call} fails with {failed!r}, not {expected!r}")
    return problems


def types(arguments: Sequence[np.ndarray], elements: Sequence[str]) -> list[str]:
    return [
        f"tensor<{''.join(f'{size}x' for size in argument.shape)}{element}>"
        for argument, element in zip(arguments, elements, strict=True)
    ]


if __name__ == "__main__":
    sys.exit(main())
