"""Lowers programs in the forms that frontends emit with --target=xla, runs them on XLA's
CPU backend at several sizes, and compares with NumPy; wrong calls must fail an
assertion whose message contains the incompatible sizes. Then compares random
computations of sizes in arith, tensor and shape with Python's integers. Only functions
and StableHLO may remain, and the output must be serializable as a portable artifact.
Outputs of random programs with assertions must refuse wrong sizes, also if some sizes
are given before.
"""

import argparse
from collections.abc import Iterator

from . import asserted_programs
from .command_line import add_binary, exit_codes, make_parser
from .downstream import case_of, problems_of
from .frontend_programs import Program, programs
from .peer import Peer
from .size_expressions import BINARY, DIVISIONS, random_program
from .tool import Tool, find_binary

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
    for program in (*programs("forms"), *programs("tensorflow")):
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
            if not any(problem for seed in seeds for problem in _problems(random_program(seed), tool, peer)):
                unnoticed.append(op)
            table[op] = function
    return unnoticed


def _options() -> argparse.Namespace:
    parser = make_parser("scripts/check-targets", __doc__, _EPILOG)
    add_binary(parser)
    parser.add_argument("--only", action="append", metavar="NAME", help="a program to run [all, and random ones]")
    parser.add_argument("--programs", type=int, default=200, metavar="N", help="number of random programs [200]")
    parser.add_argument("--faults", action="store_true", help="check that wrong results of each op are detected")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="of the first one [1]")
    return parser.parse_args()


def _problems(program: Program, tool: Tool, peer: Peer) -> Iterator[str]:
    return problems_of(case_of(program), "xla", tool, peer)
