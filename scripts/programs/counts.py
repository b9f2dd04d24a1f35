"""`scripts/count-ops`."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from numeric.command_line import add_binary, make_parser
from numeric.tool import Refused, Tool, build

from .chain import chain, small_chain
from .program import Program
from .stack import Sizes, stack
from .table import table
from .text import Style, declare, write
from .upstream import Upstream

_DESCRIPTION = """\
Counts what is left of programs of broadcasting ops: all ops, those that check
sizes, and dynamic broadcasts; by bcast-lower, and by upstream's
chlo-legalize-to-stablehlo, canonicalize and cse (jaxlib's).

`declared`: arguments declare which dims have one size, which is checked where the
function begins; `assumed`: that is taken for granted (--assume-symbols=on).
Upstream leaves ops of the shape dialect, of which one may stand for many. The last
column is what MLIR's own passes make of them, and of what is equal then.
"""
_EPILOG = """\
All ops in functions are counted, at any nesting, save terminators. One assertion of
upstream's checks all dims of an op, one of bcast-lower's a single dim.

exit codes:
  0  all was counted
  1  bcast-lower refused a program
  2  wrong usage
  3  this machine cannot have the peers; nothing was counted
"""
_PRINT_GENERIC = ("--pass-pipeline=builtin.module()", "--mlir-print-op-generic")
# Where an op's name stands in the generic form.
_OP = re.compile(r'^ *(?:%[^"=]* = )?"([\w.]+)"\(.*$', re.MULTILINE)
_NOT_COUNTED = {"builtin.module", "func.func"}
_TERMINATOR = re.compile(r".*\.(return|yield|assuming_yield)")
_ASSERTION = re.compile(r"cf\.assert|shape\.cstr_\w+")
_CALLED_ASSERTION = 'call_target_name = "shape_assertion"'


@dataclass(frozen=True)
class Counts:
    """How many ops of each kind."""

    ops: int
    assertions: int
    broadcasts: int

    @staticmethod
    def of(text: str) -> Counts:
        """Counts the ops of a module in generic form."""
        ops = [
            match
            for match in _OP.finditer(text)
            if match[1] not in _NOT_COUNTED and not _TERMINATOR.fullmatch(match[1])
        ]
        return Counts(
            len(ops),
            sum(
                bool(_ASSERTION.fullmatch(match[1])) or _CALLED_ASSERTION in match[0]
                for match in ops
            ),
            sum(match[1] == "stablehlo.dynamic_broadcast_in_dim" for match in ops),
        )


class Variants:
    """The ways in which programs are lowered."""

    names = (
        "facts=off",
        "facts=on",
        "declared",
        "assumed",
        "upstream",
        "upstream, no shape ops",
    )

    def __init__(self, binary: Path) -> None:
        self._binary = binary
        self._upstream = Upstream(binary)

    def count(self, program: Program) -> list[Counts | None]:
        """Counts by each of them; `None` where one refuses the program."""
        text = write(program)
        declared = write(program, Style(attributes=declare))
        lowered = [
            *(self._run(text, f"--facts={facts}") for facts in ("off", "on")),
            *(self._run(declared, f"--assume-symbols={assume}") for assume in ("off", "on")),
            self._upstream.legalize(text),
            self._upstream.legalize_shapes(text),
        ]
        return [part and Counts.of(self._run(part, *_PRINT_GENERIC)) for part in lowered]

    def _run(self, text: str, *options: str) -> str:
        return Tool(self._binary, options).lower(text)


def main() -> int:
    options = _options()
    variants = Variants(options.binary or build())
    programs = [
        ("((a+b)*a)+b", small_chain()),
        *((f"chain of {length:,}", chain(length)) for length in options.ops),
        *((f"stack of {layers}", stack(Sizes(layers=layers))) for layers in options.layers),
    ]
    rows = []
    for title, program in programs:
        try:
            counts = variants.count(program)
        except Refused as refused:
            print(f"{title}: bcast-lower refuses it: {refused}", file=sys.stderr)
            return 1
        rows += _rows(title, counts)
    print(table(["program", "number of", *variants.names], rows, names=2))
    return 0


def _options() -> argparse.Namespace:
    parser = make_parser("scripts/count-ops", _DESCRIPTION, _EPILOG)
    parser.add_argument(
        "--ops",
        type=int,
        nargs="*",
        default=[100],
        metavar="N",
        help="of chains over four arguments of rank 3 [100]",
    )
    parser.add_argument(
        "--layers",
        type=int,
        nargs="*",
        default=[1, 6],
        metavar="N",
        help="of transformer-like stacks [1 6]",
    )
    add_binary(parser)
    return parser.parse_args()


def _rows(title: str, counts: Sequence[Counts | None]) -> Iterable[list[str]]:
    for label, name in (
        ("ops", "ops"),
        ("assertions", "assertions"),
        ("dynamic broadcasts", "broadcasts"),
    ):
        cells = ["refused" if count is None else f"{getattr(count, name):,}" for count in counts]
        yield [title, label, *cells]


if __name__ == "__main__":
    sys.exit(main())
