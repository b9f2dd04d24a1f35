"""Writes a program of broadcasting ops, as a frontend would, to standard output."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TextIO

from numeric.command_line import make_parser

from .chain import chain, functions, small_chain
from .program import Program, write
from .stack import Sizes, stack
from .weights import FORMS, Weights

_EPILOG = """\
programs:
  small_chain  three ops over two arguments of rank 2
  chain        --ops ops over four arguments of rank 3
  functions    --count such chains, each a function of its own
  stack        --layers transformer layers; batch and sequence are dynamic
  weights      --constants constants of --mebibytes MiB, in each of --functions functions

example:
  scripts/write-program chain --ops 10000 -o chain.mlir
  scripts/write-program weights --form dense_resource -o weights.mlir
"""


def main() -> int:
    options = _options()
    if options.output is None:
        _write(options, sys.stdout)
    else:
        with options.output.open("w") as file:
            _write(options, file)
    return 0


def _write(options: argparse.Namespace, file: TextIO) -> None:
    if options.program == "weights":
        weights = (options.constants, options.mebibytes, options.functions, options.form)
        Weights(*weights).write(file)
    else:
        file.write("\n".join(map(write, _programs(options))))


def _options() -> argparse.Namespace:
    parser = make_parser("scripts/write-program", __doc__, _EPILOG)
    names = ["small_chain", "chain", "functions", "stack", "weights"]
    parser.add_argument("program", choices=names, metavar="PROGRAM")
    parser.add_argument("--ops", type=int, default=100, metavar="N", help="of a chain [100]")
    parser.add_argument("--count", type=int, default=1000, metavar="N", help="of functions [1000]")
    parser.add_argument("--layers", type=int, default=6, metavar="N", help="of the stack [6]")
    parser.add_argument("--constants", type=int, default=8, metavar="N", help="of weights [8]")
    parser.add_argument("--mebibytes", type=int, default=16, metavar="N", help="of a constant [16]")
    parser.add_argument("--functions", type=int, default=1, metavar="N", help="with weights [1]")
    parser.add_argument("--form", choices=FORMS, default=FORMS[0], help="of constants [%(default)s]")
    parser.add_argument("-o", "--output", type=Path, metavar="FILE")
    return parser.parse_args()


def _programs(options: argparse.Namespace) -> Sequence[Program]:
    match options.program:
        case "small_chain":
            return [small_chain()]
        case "chain":
            return [chain(options.ops)]
        case "functions":
            return functions(options.count, options.ops)
        case _:
            return [stack(Sizes(layers=options.layers))]
