"""Lowers files, and checks for each resulting module that jaxlib parses and verifies it,
that it has no broadcastable op, and that it lowers to itself.

A file is split at its lines `// -----`. A part that bcast-lower rejects must contain an
expected error.
"""

import argparse
from pathlib import Path

from .command_line import add_binary, add_tool_options, exit_codes, make_parser
from .peer import Module, Peer, PeerError
from .tool import Refused, Tool, find_binary, split

_EPILOG = """\
examples:
  The files that the test suite lowers with default options:
    scripts/check-lowered $(git ls-files lit/assertions)

  Files that are already lowered:
    scripts/check-lowered --as-is lowered.mlir

""" + exit_codes("no problem was found", "a problem was found, or there was nothing to check")
# The dialects that jaxlib reads in the form that bcast-lower prints.
_SHARED_DIALECTS = {"builtin", "chlo", "func", "stablehlo"}


def main() -> int:
    options = _options()
    arguments = ("--allow-unregistered-dialect", *options.option)
    tool = Tool(options.binary or find_binary(), arguments, is_silent=False)
    peer = Peer()
    lowered = refused = wrong = 0
    for file in options.files:
        for number, part in enumerate(split(_read(file)), start=1):
            try:
                text = part if options.as_is else tool.lower(part)
            except Refused as problem:
                if "expected-error" in part:
                    refused += 1
                    continue
                problems = [f"bcast-lower rejects it: {problem}"]
            else:
                lowered += 1
                problems = _problems(text, tool, peer)
            wrong += bool(problems)
            for problem in problems:
                print(f"{file}, part {number}: {problem}")
    print(f"{len(options.files)} files: {lowered} modules lowered, {refused} refused as expected, {wrong} wrong")
    return 1 if wrong or not lowered else 0


def _options() -> argparse.Namespace:
    parser = make_parser("scripts/check-lowered", __doc__, _EPILOG)
    parser.add_argument("files", type=Path, nargs="+", metavar="FILE", help="MLIR text, or an insta snapshot of it")
    parser.add_argument("--as-is", action="store_true", help="the files are already lowered")
    add_tool_options(parser)
    add_binary(parser)
    return parser.parse_args()


def _read(file: Path) -> str:
    """Reads a file; for a snapshot, the part below its header between lines `---`."""
    text = file.read_text()
    return text.split("\n---\n", maxsplit=1)[1] if file.suffix == ".snap" else text


def _problems(text: str, tool: Tool, peer: Peer) -> list[str]:
    """Returns the problems of a lowered module."""
    problems = []
    try:
        if left := _parse(text, tool, peer).broadcastable_ops():
            problems.append(f"broadcastable ops remain: {', '.join(left)}")
    except PeerError as error:
        problems.append(f"{error}\n{text}")
    try:
        again = tool.lower(text)
        if again != text:
            problems.append(f"lowered again, it changes from\n{text}to\n{again}")
    except Refused as refused:
        problems.append(f"bcast-lower rejects its own output: {refused}\n{text}")
    return problems


def _parse(text: str, tool: Tool, peer: Peer) -> Module:
    """Parses with jaxlib; in generic form if it does not know some dialects."""
    try:
        return Module(peer, text)
    except PeerError:
        generic = Tool(tool.binary, (*tool.options, "--mlir-print-op-generic"), is_silent=False)
        try:
            module = Module(peer, generic.lower(text))
        except Refused:
            module = None
        if module is None or {name.split(".")[0] for name in module.op_names()} <= _SHARED_DIALECTS:
            raise
        return module
