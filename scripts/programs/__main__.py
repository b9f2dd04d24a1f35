"""`scripts/write-program`."""

from __future__ import annotations

import argparse
import sys
import textwrap
from collections.abc import Sequence
from pathlib import Path

from .chain import chain, functions
from .models import MODELS
from .program import Program
from .stack import Sizes, stack
from .text import write

_DESCRIPTION = """\
Writes a program of broadcasting ops, as a frontend would, to standard output.
"""
_EPILOG = """\
programs:
  chain      --ops ops over four arguments of rank 3
  functions  --count such chains, each a function of its own
  stack      --layers transformer layers; batch and sequence are dynamic
  and the models of scripts/compare-with-upstream:
{models}

example:
  scripts/write-program chain --ops 10000 -o chain.mlir
"""


def main() -> int:
    options = _options()
    text = "\n".join(map(write, _programs(options)))
    if options.output is None:
        sys.stdout.write(text)
    else:
        options.output.write_text(text)
    return 0


def _options() -> argparse.Namespace:
    sized = ["chain", "functions", "stack"]
    models = [name for name in MODELS if name not in sized]
    parser = argparse.ArgumentParser(
        prog="scripts/write-program",
        description=_DESCRIPTION,
        epilog=_EPILOG.format(
            models=textwrap.fill(", ".join(models), 76, initial_indent="    ", subsequent_indent="    ")
        ),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("program", choices=[*sized, *models], metavar="PROGRAM")
    parser.add_argument("--ops", type=int, default=100, metavar="N", help="of a chain [100]")
    parser.add_argument("--count", type=int, default=1000, metavar="N", help="of functions [1000]")
    parser.add_argument("--layers", type=int, default=6, metavar="N", help="of the stack [6]")
    parser.add_argument("-o", "--output", type=Path, metavar="FILE")
    return parser.parse_args()


def _programs(options: argparse.Namespace) -> Sequence[Program]:
    match options.program:
        case "chain":
            return [chain(options.ops)]
        case "functions":
            return functions(options.count, options.ops)
        case "stack":
            return [stack(Sizes(layers=options.layers))]
        case model:
            return [MODELS[model]]


if __name__ == "__main__":
    sys.exit(main())
