"""Counts the ops that remain after lowering programs of broadcasting ops: all ops, those
that check sizes, and dynamic broadcasts; with bcast-lower, and with upstream's
chlo-legalize-to-stablehlo, canonicalize and cse (jaxlib's).

`declared`: arguments declare which dims have the same size, which is checked at
function entry; `assumed`: the declarations are assumed (--assume-symbols=on). Upstream
leaves ops of the shape dialect, one of which may stand for many. The last column counts
the ops after MLIR's own passes have lowered these and merged equal ones.

For files, or all files in a directory, each program that has ops to lower is counted;
the sums are of those that upstream also accepts. --guards lists the remaining guards,
each with argument sizes, found by a solver (scripts/prove), that pass all earlier
checks and that it rejects: no analysis could remove such a guard.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from numeric.command_line import add_binary, add_numbers, add_tool_options, exit_codes, make_parser
from numeric.tool import Refused, Tool, files_in, find_binary, split
from proof.needed import Guard, guards
from proof.options import settings_of, tables_of
from proof.reader import Reader, Unreadable

from .chain import chain, small_chain
from .program import Program, write
from .stack import Sizes, stack
from .table import table
from .upstream import Upstream

# The kinds of counted ops, and their titles.
_KINDS = (("ops", "ops"), ("assertions", "assertions"), ("dynamic broadcasts", "broadcasts"))

_EPILOG = """\
All ops in functions are counted, at any nesting, save terminators. One assertion of
upstream's checks all dims of an op, one of bcast-lower's a single dim.

examples:
  The remaining ops of the examples, and the reasons for the guards:
    scripts/count-ops --guards examples/*.mlir

  Programs of TOSA:
    scripts/count-ops --option=--rules=tosa model.mlir

""" + exit_codes(
    "all was counted", "bcast-lower refused a program, or a guard is left that follows from others", nothing="counted"
)
_PRINT_GENERIC = ("--pass-pipeline=builtin.module()", "--mlir-print-op-generic")
# Matches an op's name in the generic form.
_OP = re.compile(r'^ *(?:%[^"=]* = )?"([\w.]+)"\(.*$', re.MULTILINE)
_NOT_COUNTED = {"builtin.module", "func.func"}
_TERMINATOR = re.compile(r".*\.(return|yield|assuming_yield)")
_ASSERTION = re.compile(r"cf\.assert|shape\.cstr_\w+")
_CALLED_ASSERTION = 'call_target_name = "shape_assertion"'


@dataclass(frozen=True)
class Counts:
    """The number of ops of each kind."""

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
            sum(bool(_ASSERTION.fullmatch(match[1])) or _CALLED_ASSERTION in match[0] for match in ops),
            sum(match[1] == "stablehlo.dynamic_broadcast_in_dim" for match in ops),
        )


class Variants:
    """The ways in which programs are lowered."""

    names = ("facts=off", "facts=on", "declared", "assumed", "upstream", "upstream, no shape ops")

    def __init__(self, binary: Path, options: Sequence[str] = ()) -> None:
        self._binary = binary
        self._options = options
        self._upstream = Upstream(binary)

    def count(self, program: Program) -> list[Counts | None]:
        """Counts with each variant; `None` if one rejects the program."""
        text = write(program)
        declared = write(program, is_declared=True)
        lowered = [
            *(self._run(text, f"--facts={facts}") for facts in ("off", "on")),
            *(self._run(declared, f"--assume-symbols={assume}") for assume in ("off", "on")),
            self._upstream.legalize(text),
            self._upstream.legalize_shapes(text),
        ]
        return [part and self._count(part) for part in lowered]

    def count_text(self, text: str) -> list[Counts | None] | None:
        """Counts by facts=off and facts=on, what is assumed, and upstream; `None` if there is
        nothing to lower."""
        if self._count_lowered(text) == 0:
            return None
        lowered = [
            *(self.lower(text, f"--facts={facts}") for facts in ("off", "on")),
            self.lower(text, "--assume-symbols=on"),
            self._upstream.legalize(text),
            self._upstream.legalize_shapes(text),
        ]
        return [part and self._count(part) for part in lowered]

    def lower(self, text: str, *options: str) -> str:
        """Lowers a program with the common options."""
        return self._run(text, *self._options, *options)

    def _count_lowered(self, text: str) -> int:
        report = self._run(text, *self._options, command=("explain", "--format=json"))
        return json.loads(report)["summary"]["ops"]["lowered"]

    def _count(self, text: str) -> Counts:
        return Counts.of(self._run(text, *_PRINT_GENERIC))

    def _run(self, text: str, *options: str, command: Sequence[str] = ()) -> str:
        tool = Tool(self._binary, (*command, "--allow-unregistered-dialect", *options), False)
        return tool.lower(text)


def main() -> int:
    options = _options()
    binary = options.binary or find_binary()
    if options.paths:
        return _count_files(options, binary)
    variants = Variants(binary)
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
            print(f"{title}: bcast-lower rejects it: {refused}", file=sys.stderr)
            return 1
        rows += _rows(title, counts)
    print(table(["program", "number of", *variants.names], rows, names=2))
    return 0


def _count_files(options: argparse.Namespace, binary: Path) -> int:
    variants = Variants(binary, options.option)
    names = [name for name in Variants.names if name != "declared"]
    counted: list[tuple[str, list[Counts | None]]] = []
    reasons: list[tuple[str, Guard]] = []
    failed = False
    for title, text in _programs(options.paths):
        try:
            counts = variants.count_text(text)
            if counts is None:
                continue
            counted.append((title, counts))
            if options.guards:
                settings = settings_of(options.option, tables_of(binary, options.option))
                reader = Reader(binary)
                pair = reader.read(text), reader.read(variants.lower(text))
                reasons += [(title, guard) for guard in guards(*pair, settings)]
        except (Refused, Unreadable) as refused:
            print(f"{title}: bcast-lower rejects it: {refused}", file=sys.stderr)
            failed = True
    rows = [row for title, counts in counted for row in _rows(title, counts)]
    rows += _rows(*_sums(counted))
    print(table(["program", "number of", *names], rows, names=2))
    for title, guard in reasons:
        print(f"{title}: {guard.text()}")
        failed |= guard.follows
    return int(failed)


def _programs(paths: Sequence[Path]) -> Iterable[tuple[str, str]]:
    for path in paths:
        for file in files_in([path]):
            parts = split(file.read_text())
            name = str(file.relative_to(path)) if path.is_dir() else file.name
            for number, part in enumerate(parts):
                yield name if len(parts) == 1 else f"{name} part {number}", part


def _sums(counted: Sequence[tuple[str, list[Counts | None]]]) -> tuple[str, list[Counts | None]]:
    """Sums the counts of programs that all variants accept."""
    complete = [counts for _, counts in counted if None not in counts]
    sums = [Counts(*(sum(getattr(count, name) for count in column) for _, name in _KINDS)) for column in zip(*complete)]
    return f"all of {len(complete)}", sums


def _options() -> argparse.Namespace:
    parser = make_parser("scripts/count-ops", __doc__, _EPILOG)
    add_numbers(parser, "--ops", [100], "of chains over four arguments of rank 3")
    add_numbers(parser, "--layers", [1, 6], "of transformer-like stacks")
    parser.add_argument("paths", type=Path, nargs="*", metavar="PATH", help="programs to count instead of these")
    parser.add_argument("--guards", action="store_true", help="list the remaining guards and the reasons for them")
    add_tool_options(parser, ", for programs in files")
    add_binary(parser)
    return parser.parse_args()


def _rows(title: str, counts: Sequence[Counts | None]) -> Iterable[list[str]]:
    for label, name in _KINDS:
        cells = ["refused" if count is None else f"{getattr(count, name):,}" for count in counts]
        yield [title, label, *cells]
