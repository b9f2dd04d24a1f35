"""Proves that an output accepts the sizes that its input accepts, and computes the same,
for all sizes: the assertions hold exactly where NumPy's rule accepts the shapes, every
op is legal where it is reached, all hints are true, and the results have NumPy's sizes
and come from the same ops on the same values. docs/proof.md lists the assumptions.
"""

import argparse
import sys
from pathlib import Path

from numeric.command_line import add_binary, add_tool_options, exit_codes, make_parser
from numeric.tool import Refused, Tool, find_binary, split

from .check import check_programs
from .options import Tables, names_rules, settings_of, tables_of
from .record import write_record
from .reader import Reader, Unreadable

_EPILOG = """\
examples:
  The tool's output for a file:
    scripts/prove examples/bias_add.mlir

  With options of the tool:
    scripts/prove --option=--zero-extents=numpy --option=--target=xla model.mlir

  An existing output:
    scripts/prove model.mlir lowered.mlir

  A program for the sizes of one call, and an existing one:
    scripts/prove --shapes=4x128,128 model.mlir
    scripts/prove --shapes=4x128,128 model.mlir static.mlir

  A record for `bcast-lower explain --proof=proof.json model.mlir`:
    scripts/prove --record=proof.json model.mlir

""" + exit_codes(
    "all functions are proven",
    "a function is refuted, or not known",
    usage="invalid usage, or a program that cannot be read",
    nothing="proven",
)


def main() -> int:
    options = _options()
    # The tool reads rule tables.
    needs_tool = options.output is None or options.record is not None
    needs_tool |= names_rules(" ".join(options.option))
    binary = options.binary or (find_binary() if needs_tool else None)
    tables = tables_of(binary, options.option) if binary else Tables()
    settings = settings_of(options.option, tables)
    reader = Reader(binary)
    answers = []
    try:
        source = options.input.read_text()
        target = _output(options, binary, source)
        for before, after in _pairs(source, target):
            for answer in check_programs(reader.read(before), reader.read(after), settings):
                print(answer.text(), flush=True)
                answers.append(answer)
        if options.record is not None:
            pipeline = Tool(binary, (*options.option, "--print-pipeline")).lower("").strip()
            write_record(options.record, pipeline, options.input, target, answers)
    except (Unreadable, Refused, OSError) as problem:
        print(f"prove: {problem}", file=sys.stderr)
        return 2
    return 0 if all(answer.verdict == "proven" for answer in answers) else 1


def _output(options: argparse.Namespace, binary: Path | None, source: str) -> str:
    """Returns the output to prove."""
    if options.output is not None:
        return options.output.read_text()
    assert binary is not None
    several = ("--split-input-file",) if len(split(source)) > 1 else ()
    given = ("--allow-unregistered-dialect", *several, *options.option)
    return Tool(binary, given, is_silent=False).lower(source)


def _pairs(source: str, target: str) -> list[tuple[str, str]]:
    """Returns each part of a split input with its output."""
    before, after = split(source), split(target)
    if len(before) != len(after):
        raise Unreadable(f"the input has {len(before)} parts, the output {len(after)}")
    return list(zip(before, after, strict=True))


def _options() -> argparse.Namespace:
    parser = make_parser("scripts/prove", __doc__, _EPILOG)
    parser.add_argument("input", type=Path, metavar="INPUT", help="the program")
    parser.add_argument("output", type=Path, nargs="?", metavar="OUTPUT", help="what it became [the tool is run]")
    add_tool_options(parser, ". Those that decide what is accepted must be given for an OUTPUT, too")
    parser.add_argument(
        "--shapes",
        metavar="SHAPES",
        help="prove it for these shapes of the arguments alone, by position; short for --option=--shapes=SHAPES",
    )
    parser.add_argument(
        "--record", type=Path, metavar="FILE", help="write the answers to a file, for `bcast-lower explain --proof`"
    )
    add_binary(parser)
    options = parser.parse_args()
    if options.shapes:
        options.option.append(f"--shapes={options.shapes}")
    return options
