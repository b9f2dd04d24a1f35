"""Checks the built-in tables of rules for frontends' ops, in crates/broadcast/src/rule. Each op is
lowered on tensors of dynamic sizes, for each element type, and runs on XLA with all
combinations of special values; the results must be those that the frontend's
documentation defines, in NumPy. Each op also runs with ranks 0 to 3 and sizes 0, 1 and
more, and must fail for sizes that do not broadcast. Each rule of a table must lower at
least one of these ops. A table of this script reads numbers at the limits of types from
attributes.
"""

import argparse
import re
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from numeric import workers
from numeric.command_line import add_binary, add_jobs, exit_codes, make_parser
from numeric.peer import Module, Peer, PeerError
from numeric.tool import Refused, Tool, find_binary

from . import attributes, mixed, onnx, tensorflow, torch, tosa
from .cases import CONSTANT, Case, Refusal, by_operands, program
from .values import distances, values

_EPILOG = exit_codes("all results agree", "some do not")
_TABLES = {"tensorflow": tensorflow, "onnx": onnx, "torch": torch, "tosa": tosa, "attributes": attributes}
_DIRECTORY = Path(__file__).resolve().parents[2] / "crates/broadcast/src/rule"
_OPTIONS = ("--target=xla", "--allow-unregistered-dialect")
# Frontends' constants that nothing uses, which a frontend removes.
_CONSTANTS = re.compile(rf'^ *%\S+ = "(?:{re.escape(CONSTANT)}|onnx\.NoValue|tosa\.const).*\n', re.MULTILINE)
# Shapes of operands, and the sizes of calls. A case takes as many as it has operands.
_Sizes = tuple[tuple[int, ...], ...]
_SHAPES: tuple[tuple[tuple[str, ...], tuple[_Sizes, ...]], ...] = (
    (("", "", "", ""), (((), (), (), ()),)),
    (("?x", "", "?x", ""), (((3,), (), (1,), ()), ((0,), (), (0,), ()))),
    (("?x", "?x", "", "?x"), (((1,), (4,), (), (4,)), ((4,), (1,), (), (1,)), ((0,), (1,), (), (0,)))),
    (("?x", "?x", "", "?x"), (((4,), (4,), (), (4,)),)),
    (("?x", "?x?x1x", "2x?x?x", "1x"), (((3,), (2, 1, 1), (2, 2, 3), (1,)), ((1,), (2, 0, 1), (2, 1, 1), (1,)))),
    (("?x4x", "4x", "?x?x?x", "?x1x"), (((2, 4), (4,), (3, 2, 1), (1, 1)), ((0, 4), (4,), (1, 1, 4), (0, 1)))),
)


# Of so many combinations of types that differ, one is tried if it has to be quick.
_MIXED = 5


@dataclass
class Check:
    """A table, the tool that uses it, and the peer that runs the programs."""

    name: str
    text: str
    binary: Path
    peer: Peer
    directory: Path
    # Whether wrong calls and half of the shapes are those of one type of each op, and few mixed types
    # are tried.
    is_quick: bool

    def tool(self, rules: str, *options: str) -> Tool:
        """Returns the tool with a table of these rules."""
        path = self.directory / "rules.toml"
        path.write_text(rules)
        return Tool(self.binary, (*options, f"--rules={path}"), is_silent=False)

    def lower(self, program: str) -> str:
        """Lowers a program for XLA, and removes the constants of frontends."""
        if not _CONSTANTS.search(program):
            return self.tool(self.text, *_OPTIONS).lower(program)
        lowered = self.tool(self.text, *_OPTIONS[1:], "--zero-extents=numpy").lower(program)
        return self.tool(self.text, *_OPTIONS).lower(_CONSTANTS.sub("", lowered))

    def first_of_each(self, cases: Sequence[Case]) -> list[Case]:
        """Returns a case for each op and types of operands, or for each op."""
        keys = ((case.op if self.is_quick else case.key(), case) for case in reversed(cases))
        return list(dict(keys).values())

    def groups(self, cases: Sequence[Case]) -> list[list[Case]]:
        """Returns the cases of each combination of types, or of some if they differ."""
        equal: list[list[Case]] = []
        mixed: list[list[Case]] = []
        for group in by_operands(cases):
            (mixed if len(set(group[0].operands)) > 1 else equal).append(group)
        return [*equal, *mixed[:: _MIXED if self.is_quick else 1]]

    def rows(self) -> list[str]:
        """Returns the text of each rule."""
        header = "[[rule]]\n"
        return [header + row for row in self.text.split(header)[1:]]


def main() -> int:
    options = _options()
    binary = options.binary or find_binary()
    names = options.table or list(_TABLES)
    wrong = 0
    work = workers.each(_work, names, binary, options.quick)
    for number, found in workers.run(work, range(len(names)), options.jobs):
        lines = [found.text] if isinstance(found, workers.Crash) else found
        for line in lines:
            print(f"{names[number]}: {line}", flush=True)
        wrong += len(lines) - (not isinstance(found, workers.Crash))
    return 1 if wrong else 0


def _work(names: Sequence[str], binary: Path, is_quick: bool) -> Callable[[int], list[str]]:
    """Returns a function that checks a table, and returns its problems and a summary."""
    peer = Peer()

    def work(number: int) -> list[str]:
        name = names[number]
        with tempfile.TemporaryDirectory() as directory:
            table = _TABLES[name]
            text = getattr(table, "TABLE", None) or (_DIRECTORY / f"{name}.toml").read_text()
            check = Check(name, text, binary, peer, Path(directory), is_quick)
            cases = list(table.cases())
            refusals = [*table.refusals(), *mixed.refusals(check.first_of_each(cases), cases)]
            problems = list(_problems(check, cases, refusals))
            counts = f"{len(check.rows())} rules, {len(cases)} cases, {len(problems)} wrong"
            return [*problems, counts]

    return work


def _options() -> argparse.Namespace:
    parser = make_parser("scripts/check-rule-tables", __doc__, _EPILOG)
    add_binary(parser)
    parser.add_argument("--table", action="append", choices=_TABLES, help="a table to check [all]; may be repeated")
    parser.add_argument(
        "--quick",
        action="store_true",
        help=f"try wrong calls and a third of the shapes for one type of each op, and one of {_MIXED} mixed types",
    )
    add_jobs(parser)
    return parser.parse_args()


def _problems(check: Check, cases: Sequence[Case], refusals: Sequence[Refusal]) -> Iterator[str]:
    yield from _unused_rules(check, cases)
    yield from _refusals(check, refusals)
    yield from _failing_calls(check, cases)
    for group in check.groups(cases):
        yield from _run(check, group, *_all_combinations(group[0].operands))
    for group in by_operands(check.first_of_each(cases)):
        count = len(group[0].operands)
        for shapes, calls in _SHAPES[2::2] if check.is_quick else _SHAPES:
            own = shapes[:count]
            rank = max(shape.count("x") for shape in own)
            # TOSA's ops take operands of one rank.
            added = [rank - shape.count("x") if check.name == "tosa" else 0 for shape in own]
            own = [ones * "1x" + shape for ones, shape in zip(added, own, strict=True)]
            sizes = ([(1,) * ones + shape for ones, shape in zip(added, call)] for call in calls)
            sized = [_spread(group[0].operands, call) for call in sizes]
            yield from _run(check, group, [*own, rank * "?x"], sized)


def _run(
    check: Check, group: Sequence[Case], shapes: Sequence[str], calls: Sequence[list[np.ndarray]]
) -> Iterator[str]:
    """Lowers a program with all ops of a group, runs it, and compares the results."""
    try:
        module = Module(check.peer, check.lower(program(group, shapes)))
    except (Refused, PeerError) as error:
        if len(group) > 1:
            for case in group:
                yield from _run(check, [case], shapes, calls)
        else:
            yield f"{group[0].name()}: {error}"
        return
    for arguments in calls:
        sizes = ["".join(f"{size}x" for size in argument.shape) for argument in arguments]
        types = [f"tensor<{size}{element}>" for size, element in zip(sizes, group[0].operands)]
        try:
            results = module.specialise(types).compile().run(arguments)
        except PeerError as error:
            yield f"{', '.join(case.name() for case in group)}: of {', '.join(types)}: {error}"
            continue
        for case, result in zip(group, results, strict=True):
            problem = _difference(case, arguments, result)
            if problem is not None:
                yield f"{case.name()}: {problem}"


def _difference(case: Case, arguments: Sequence[np.ndarray], found: np.ndarray) -> str | None:
    expected = case.expected(arguments)
    if found.shape != expected.shape:
        return f"the result has shape {found.shape}, not {expected.shape}"
    wrong = (distances(found, expected) > case.ulps) & case.defined(arguments)
    places = np.argwhere(wrong)
    if len(places) == 0:
        return None
    place = tuple(places[0])
    operands = [np.broadcast_to(argument, found.shape)[place] for argument in arguments]
    return (
        f"{len(places)} of {found.size} results differ; of {', '.join(map(repr, operands))} it "
        f"gives {found[place]!r}, not {expected[place]!r}"
    )


def _all_combinations(elements: Sequence[str]) -> tuple[list[str], list[list[np.ndarray]]]:
    """Returns shapes and operands whose broadcast combines all values."""
    rank = len(elements)
    arguments = []
    shapes = []
    for index, element in enumerate(elements):
        operand = values(element)
        dims = [1] * rank
        dims[index] = operand.size
        arguments.append(operand.reshape(dims))
        shapes.append("".join("?x" if dim == index else "1x" for dim in range(rank)))
    return [*shapes, "?x" * rank], [arguments]


def _spread(elements: Sequence[str], sizes: Sequence[tuple[int, ...]]) -> list[np.ndarray]:
    """Returns operands of given sizes, with some of the values."""
    return [np.resize(values(element), size) for element, size in zip(elements, sizes)]


def _failing_calls(check: Check, cases: Sequence[Case]) -> Iterator[str]:
    """Calls each op with sizes that do not broadcast."""
    for case in check.first_of_each(cases):
        if len(case.operands) == 1:
            continue
        try:
            text = check.lower(program([case], ["?x"] * (len(case.operands) + 1)))
            sizes = (3, *[2] * (len(case.operands) - 1))
            types = [f"tensor<{size}x{element}>" for size, element in zip(sizes, case.operands)]
            found = Module(check.peer, text).specialise(types).failed_assertion()
        except (Refused, PeerError) as error:
            yield f"{case.name()}: {error}"
            continue
        if found is None or not found.startswith(f"{case.op}: operand #"):
            yield f"{case.name()}: a wrong call fails with {found!r}"


def _unused_rules(check: Check, cases: Sequence[Case]) -> Iterator[str]:
    """Finds rules that lower none of the cases."""
    for row in check.rows():
        op = row.split('source = "', 1)[1].split('"', 1)[0]
        options = ("--allow-unregistered-dialect", "--allow-partial")
        tool = check.tool(row, *options)
        programs = [program([case], ["?x"] * (len(case.operands) + 1)) for case in cases if case.op == op]
        if not any(_is_lowered(tool, text, op) for text in programs):
            yield f"no case is lowered by the rule\n{row}"


def _is_lowered(tool: Tool, text: str, op: str) -> bool:
    try:
        return f'"{op}"' not in tool.lower(text)
    except Refused:
        return False


def _refusals(check: Check, refusals: Sequence[Refusal]) -> Iterator[str]:
    """Lowers ops that the table must not lower."""
    tool = check.tool(check.text, "--allow-unregistered-dialect")
    for refusal in refusals:
        case = Case(
            refusal.op,
            refusal.operands,
            refusal.result,
            np.add,
            attributes=refusal.attributes,
            constants=refusal.constants,
        )
        try:
            tool.lower(program([case], ["?x"] * (len(refusal.operands) + 1)))
        except Refused as error:
            if refusal.error not in str(error):
                yield f"{case.name()}: it fails with {error}"
            continue
        yield f"{case.name()}: it is lowered"
