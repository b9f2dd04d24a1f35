"""Compiles and runs the example of each row of legalize-for-iree (docs/iree.md) on the
installed IREE, with the row and without it, and compares with XLA. So it finds rows
that are no longer needed, and rows that do not help.
"""

import argparse
import contextlib
import itertools
import json
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import ml_dtypes
import numpy as np

from numeric.command_line import add_binary, exit_codes, make_parser
from numeric.elements import DTYPES
from numeric.peer import Module, Peer, PeerError
from numeric.tool import Refused, Tool, find_binary
from numeric.workers import Crash, each, run

from . import iree
from .times import least_times

_EPILOG = """\
outcomes:
  rejected     needed: IREE does not compile the example without the row
  wrong        needed: it computes other values, or accepts a wrong call
  stops        needed: it stops with an error
  crashes      needed: the compiled program ends the process
  slow         needed: IREE's kernels divide the position of each element by sizes, or sort all of
               them, or there are more, or the program takes 1.3 times as long
  NOT NEEDED   IREE compiles the example without the row, and computes it right
  USELESS      IREE does not compile it with the row, or computes it wrongly
  NO SPEED     a row that should only make programs faster, without which one is not right

""" + exit_codes("each row is needed, and helps", "a row is not needed, or does not help")
_EXAMPLES = Path(__file__).parents[2] / "crates/iree/src/examples"
_ELEMENTS = DTYPES | {"f8E4M3": np.dtype(ml_dtypes.float8_e4m3)}
_TOLERANCE = 1e-4
# By how much a row must shorten the time of its example, and how often both are called.
_SLOWER = 1.3
_ROUNDS = 30
# IREE's options for which a row may be needed, in this order.
_LEVELS = (
    (),
    ("--iree-opt-level=O2", "--iree-opt-strip-assertions=false"),
    ("--iree-opt-level=O3", "--iree-opt-strip-assertions=false"),
    # Assertions are removed.
    ("--iree-opt-level=O1",),
)
# The characters of a message that are printed.
_SHOWN = 110
# The elements of a tensor that a report shows.
_ELEMENTS_SHOWN = 40
# Values of inputs that have none.
_PERIOD = 7


@dataclass(frozen=True)
class Row:
    """A row of the tool's table."""

    name: str
    ops: list[str]
    refuses: bool
    # Whether it only makes programs faster.
    speeds: bool
    why: str

    @property
    def example(self) -> str:
        """Returns the program that shows it."""
        return (_EXAMPLES / f"{self.name}.mlir").read_text()

    def inputs(self) -> list[np.ndarray]:
        """Returns the arguments of `@main`."""
        inputs = re.findall(r"^// input: (.*)$", self.example, re.MULTILINE)
        return [_read_input(text) for text in inputs]


@dataclass(frozen=True)
class Outcome:
    """What a compiler does with an example."""

    # "values", "rejected" or "stops".
    kind: str
    values: tuple[np.ndarray, ...] = ()
    message: str = ""


@dataclass(frozen=True)
class Finding:
    """Whether a row is needed."""

    row: Row
    outcome: str
    detail: str = ""

    def is_good(self) -> bool:
        return not self.outcome.isupper()


def _read_input(text: str) -> np.ndarray:
    type_text, _, values = text.partition("=")
    dims, element = re.fullmatch(r"((?:\d+x)*)(.*)", type_text).groups()
    shape = [int(dim) for dim in dims.split("x")[:-1]]
    if values:
        numbers = np.array([float(value) for value in values.split()])
    else:
        numbers = np.arange(np.prod(shape, dtype=int)) % _PERIOD + 1
    return numbers.astype(_ELEMENTS[element]).reshape(shape)


def _on_iree(
    text: str, inputs: Sequence[np.ndarray], options: Sequence[str], run: Callable = iree.run_apart
) -> Outcome:
    try:
        module = iree.compile_text(text, "auto", options)
    except iree.NotCompiled as error:
        return Outcome("rejected", message=str(error))
    try:
        return Outcome("values", tuple(run(module, "main", inputs)))
    except iree.Failed as error:
        return Outcome("stops", message=str(error))


def _run_twice(module: bytes, function: str, inputs: Sequence[np.ndarray]) -> list[np.ndarray]:
    executable = iree.Executable(module)
    executable.run_all(function, inputs)
    # A call may free what the program keeps for the next one.
    return executable.run_all(function, inputs)


def _on_xla(text: str, inputs: Sequence[np.ndarray], tool: Tool, peer: Peer) -> Outcome:
    """Returns what XLA computes; it does not run programs with sizes that are arguments."""
    try:
        concrete = Module(peer, tool.lower(text)).specialise(
            [f"tensor<{_dims_and_element(array)}>" for array in inputs]
        )
        if message := concrete.failed_assertion():
            return Outcome("stops", message=message)
        return Outcome("values", tuple(concrete.compile().run(inputs)))
    except (PeerError, Refused) as error:
        return Outcome("rejected", message=str(error))


def _dims_and_element(array: np.ndarray) -> str:
    names = {element: name for name, element in _ELEMENTS.items()}
    dims = [str(size) for size in array.shape]
    return "x".join([*dims, names[array.dtype]])


def _agree(found: Outcome, expected: Outcome) -> bool:
    if found.kind != expected.kind or len(found.values) != len(expected.values):
        return False
    pairs = zip(found.values, expected.values)
    return all(
        a.shape == b.shape and np.allclose(a, b, rtol=_TOLERANCE, atol=_TOLERANCE, equal_nan=a.dtype.kind in "fc")
        for a, b in pairs
    )


def _examine(row: Row, binary: Path, peer: Peer, refusals: Sequence[str]) -> Finding:
    """Returns whether a row is needed."""
    inputs = row.inputs()
    expected = _on_xla(row.example, inputs, Tool(binary, ("--target=xla",)), peer)
    text = ""
    try:
        text = Tool(binary, ("--target=iree",)).lower(row.example)
    except Refused as error:
        if not row.refuses:
            return Finding(row, "USELESS", f"the tool refuses it: {error}")
    else:
        if row.refuses:
            return Finding(row, "USELESS", "the tool does not refuse the example")
        found = _on_iree(text, inputs, (), _run_twice)
        if expected.kind == "rejected":
            expected = found
        if found.kind == "rejected" or not _agree(found, expected):
            return Finding(row, "USELESS", found.message or "IREE computes other values than XLA")
    try:
        text, with_row = _without_row(row, binary, refusals), text
    except Refused as error:
        first = str(error).splitlines()[0]
        return Finding(row, "rejected", f"by the tool, without the row, too: {first}")
    for options in _LEVELS:
        found = _on_iree(text, inputs, options, _run_twice)
        if found.kind == "rejected":
            return Finding(row, "rejected", _without_position(found.message))
        if expected.kind != "rejected" and not _agree(found, expected):
            outcome = "stops" if found.kind == "stops" else "wrong"
            return Finding(row, outcome, _without_position(found.message))
        if expected.kind == "rejected" and found.kind == "stops":
            return Finding(row, "stops", _without_position(found.message))
    pairs = zip(_costs(with_row), _costs(text), strict=True)
    if any(cost < before for cost, before in pairs):
        return Finding(row, "slow")
    if expected.kind == "values" and _is_slower(text, with_row, inputs):
        return Finding(row, "slow")
    return Finding(row, "NOT NEEDED", found.message)


def _without_row(row: Row, binary: Path, refusals: Sequence[str]) -> str:
    """Returns what IREE gets of the example of a row without the row."""
    # The refusals are disabled with a rewrite: they would reject the op before IREE sees it.
    # Rows for speed are left out together, so that none may depend on another one.
    name = "speed" if row.speeds else row.name
    disabled = name if row.refuses else ",".join([name, *refusals])
    return Tool(binary, ("--target=iree", f"--iree-disable={disabled}")).lower(row.example)


def _report(row: Row, binary: Path, refusals: Sequence[str]) -> int:
    """Prints what IREE does with the example of a row without the row; returns the exit code."""
    inputs = row.inputs()
    expected = _on_xla(row.example, inputs, Tool(binary, ("--target=xla",)), Peer())
    programs = [row.example]
    with contextlib.suppress(Refused):
        programs.append(_without_row(row, binary, refusals))
    # What is not StableHLO as frontends write it comes last.
    for text, options in itertools.product(programs, _LEVELS):
        found = _on_iree(text, inputs, options)
        is_wrong = expected.kind != "rejected" and not _agree(found, expected)
        if is_wrong or found.kind != "values":
            print(_report_text(row, text, options, expected, found))
            return 0
    print(f"check-legalizations: IREE computes the example of {row.name} right without it", file=sys.stderr)
    return 1


def _report_text(row: Row, text: str, options: Sequence[str], expected: Outcome, found: Outcome) -> str:
    compile_command = " ".join(["iree-compile", *iree.flags("auto", options), "main.mlir", "-o main.vmfb"])
    run_command = ["iree-run-module --device=local-task --module=main.vmfb --function=main"]
    for array in row.inputs():
        numbers = " ".join(f"{number:g}" for number in array.flat)
        run_command.append(f"'--input={_dims_and_element(array)}={numbers}'")
    parts = [
        f"# {_without_position(found.message) or 'Wrong values'}",
        row.why,
        f"IREE {iree.version()}. Program, `main.mlir`:",
        f"```mlir\n{text.strip()}\n```",
        "Commands:",
        "\n".join(["```sh", compile_command, " \\\n    ".join(run_command), "```"]),
        "Expected:",
        _outcome_text(expected),
        "Got:",
        _outcome_text(found),
    ]
    return "\n\n".join(parts)


def _outcome_text(outcome: Outcome) -> str:
    values = (np.array2string(array, threshold=_ELEMENTS_SHOWN) for array in outcome.values)
    text = outcome.message or "\n".join(values)
    if outcome.kind == "rejected" and not outcome.message:
        text = "The program runs."
    return f"```text\n{text}\n```"


def _costs(text: str) -> tuple[int, int, int]:
    """Returns the numbers of integer divisions and of sorts in IREE's kernels, and of the kernels."""
    flow = iree.compile_text(text, "auto", ["--compile-to=flow"]).decode()
    found = (r"arith\.(?:div|rem)[su]i", r"iree_linalg_ext\.sort", r"flow\.executable private")
    divisions, sorts, kernels = (len(re.findall(pattern, flow)) for pattern in found)
    return divisions, sorts, kernels


def _is_slower(text: str, other: str, inputs: Sequence[np.ndarray]) -> bool:
    """Returns whether a program takes notably longer than another one."""
    modules = [iree.compile_text(it, "auto", ["--iree-opt-level=O3"]) for it in (text, other)]
    calls = [iree.Call(module, "main", inputs).run for module in modules]
    own, faster = least_times(calls, _ROUNDS)
    return own > _SLOWER * faster


def _work(rows: Sequence[Row], refusals: Sequence[str], binary: Path) -> Callable[[int], Finding]:
    peer = Peer()
    return lambda number: _examine(rows[number], binary, peer, refusals)


def _without_position(message: str) -> str:
    return re.sub(r"^.*?error: ", "", message)[:_SHOWN]


def main() -> int:
    options = _options()
    binary = options.binary or find_binary()
    listed = subprocess.run([binary, "--generate=iree-rows"], stdout=subprocess.PIPE, text=True, check=True)
    rows = [Row(**row) for row in json.loads(listed.stdout)]
    by_name = {row.name: row for row in rows}
    asked = [*options.rows, options.report] if options.report else options.rows
    if unknown := set(asked) - by_name.keys():
        print(f"check-legalizations: no such row: {', '.join(sorted(unknown))}", file=sys.stderr)
        return 2
    refusals = [row.name for row in rows if row.refuses]
    if options.report:
        return _report(by_name[options.report], binary, refusals)
    if options.rows:
        rows = [row for row in rows if row.name in options.rows]
    findings = []
    for number, finding in run(each(_work, rows, refusals, binary), range(len(rows)), jobs=1):
        if isinstance(finding, Crash):
            # A wrong program may write anywhere.
            finding = Finding(rows[number], "crashes", finding.text)
        if finding.is_good() and rows[number].speeds and finding.outcome != "slow":
            finding = Finding(rows[number], "NO SPEED", f"{finding.outcome} without it")
        findings.append(finding)
        print(f"{finding.row.name:34} {finding.outcome:11} {finding.detail}", flush=True)
    counts = Counter(finding.outcome for finding in findings)
    print(", ".join(f"{count} {outcome}" for outcome, count in counts.items()))
    return 0 if findings and all(finding.is_good() for finding in findings) else 1


def _options() -> argparse.Namespace:
    parser = make_parser("scripts/check-legalizations", __doc__, _EPILOG)
    add_binary(parser)
    parser.add_argument(
        "--report", metavar="ROW", help="write a report of what is behind a row, for IREE's maintainers"
    )
    parser.add_argument("rows", nargs="*", metavar="ROW", help="rows to examine [all]")
    return parser.parse_args()
