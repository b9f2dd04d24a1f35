"""Runs each op of StableHLO on IREE, lowered with --target=iree: with all sizes unknown, with sizes that
the operands' types give and the result's leaves open, with the reverse, and with a part of both. The
results must be those of XLA on static sizes.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from programs import iree

from .command_line import add_binary, add_jobs, exit_codes, make_parser
from .differences import differences
from .elements import DTYPES
from .peer import Module, Peer, PeerError
from .tool import Refused, Tool, find_binary, shortened
from .typed_case import CASES, Case
from .workers import Crash, each, run

_EPILOG = """\
outcomes:
  right        the results are those of XLA
  refused      a row of the tool says that IREE cannot compile it
  invalid      StableHLO does not accept these types
  REFUSED      the tool reports another error
  REJECTED     IREE does not compile what the tool writes
  STOPS        a call fails
  WRONG        the results are others
  UNKNOWN      XLA does not run the op on static sizes
  CRASH        the process ends

""" + exit_codes("no outcome is in capitals", "a problem was found")
_SIZES = (1, 2, 3, 16, 63, 64, 65, 129)
# The sizes n and m where types give some of them, and m where they give none.
_GIVEN = ((3, 5), (65, 16), (1, 2), (64, 1))
_OPEN = (5, 64)
_TOLERANCE = 2e-3
_OPTIMIZED = ("--iree-opt-level=O3", "--iree-opt-strip-assertions=false")
_ROW = "cannot be compiled by IREE"
# The reductions that may widen elements, with the operands that have them.
_WIDENED = {"reduce": [0], "reduce_window": [0], "scatter": [0, 2], "select_and_scatter": [0, 1]}
# Whether a dim of a tensor is given, by the number of the tensor among operands and results.
_PATTERNS: dict[str, Callable[[int, int, bool], bool]] = {
    "none": lambda use, dim, is_result: False,
    "all": lambda use, dim, is_result: True,
    "operands": lambda use, dim, is_result: not is_result,
    "results": lambda use, dim, is_result: is_result,
    "first": lambda use, dim, is_result: use == 0,
    "second": lambda use, dim, is_result: use == 1,
    "others": lambda use, dim, is_result: use != 0 and not is_result,
    "even": lambda use, dim, is_result: (use + dim) % 2 == 0,
    "odd": lambda use, dim, is_result: (use + dim) % 2 == 1,
    "last": lambda use, dim, is_result: dim == 1,
}


@dataclass(frozen=True)
class Form:
    """Which sizes of a case types give, and what they are."""

    pattern: str
    n: int
    m: int
    # Whether operands are computed, and results used.
    is_inner: bool = False

    def name(self) -> str:
        return f"{self.pattern}-{self.n}-{self.m}{'-inner' if self.is_inner else ''}"

    def sizes(self) -> tuple[int, ...]:
        """Returns the sizes n that it is called with."""
        return _SIZES if self.pattern == "none" else (self.n,)

    def at(self, n: int) -> Form:
        """Returns the form that gives all sizes."""
        return Form("all", n, self.m, self.is_inner)

    def tensor_type(self, text: str, use: int, is_result: bool) -> str:
        """Returns a type such as `n 4 f32`."""
        *dims, element = text.split(" ")
        is_given = _PATTERNS[self.pattern]
        sizes = [
            str(self.size(size)) if size.isdigit() or is_given(use, dim, is_result) else "?"
            for dim, size in enumerate(dims)
        ]
        return f"tensor<{'x'.join([*sizes, element])}>"

    def size(self, text: str) -> int:
        """Returns the value of a size such as `n*2+1`."""
        return eval(text, {"__builtins__": {}}, {"n": self.n, "m": self.m})


def _forms() -> list[Form]:
    forms = [Form("none", 3, m, is_inner) for m in _OPEN for is_inner in (False, True)]
    patterns = [pattern for pattern in _PATTERNS if pattern not in ("none", "all")]
    for n, m in _GIVEN:
        forms += [Form(pattern, n, m) for pattern in patterns]
        forms += [Form(pattern, n, m, is_inner=True) for pattern in ("operands", "results")]
    return forms


def program_text(case: Case, form: Form) -> str:
    """Returns a program of the op."""
    types = [form.tensor_type(text, use, False) for use, text in enumerate(case.arguments)]
    results = [form.tensor_type(text, len(types) + use, True) for use, text in enumerate(case.results)]

    def typed(text: str) -> str:
        text = re.sub(r"\$r(\d+)", lambda found: results[int(found[1])], text)
        text = re.sub(r"\$(\d+)", lambda found: types[int(found[1])], text)
        return re.sub(r"\bM\b", str(form.m), text)

    constants = _constants(case, form)
    names = [f"%a{index}" for index in range(len(types))]
    arguments = ", ".join(f"{names[index]}: {types[index]}" for index in range(len(types)) if index not in constants)
    lines = [
        f"{names[index]} = stablehlo.constant dense<{value}> : {types[index]}" for index, value in constants.items()
    ]
    if form.is_inner and case.operands is None:
        for index in range(len(types)):
            if index not in constants and types[index].endswith(("xf32>", "xbf16>")):
                lines.append(f"%b{index} = stablehlo.negate %a{index} : {types[index]}")
                names[index] = f"%b{index}"
    count = case.operands or len(types)
    bound = "%0" if len(results) == 1 else f"%0:{len(results)}"
    lines.append(
        f'{bound} = "stablehlo.{case.op}"({", ".join(names[:count])}) {typed(case.rest)}'
        f" : ({', '.join(types[:count])}) -> ({', '.join(results)})"
    )
    values = ["%0"] if len(results) == 1 else [f"%0#{index}" for index in range(len(results))]
    if form.is_inner:
        for index, result in enumerate(results):
            if result.endswith("f32>"):
                lines.append(f"%r{index} = stablehlo.negate {values[index]} : {result}")
                values[index] = f"%r{index}"
    lines.append(f"return {', '.join(values)} : {', '.join(results)}")
    body = "\n".join(lines)
    function = f"func.func @main({arguments}) -> ({', '.join(results)}) {{\n{body}\n}}\n"
    return f"{typed(case.function)}\n{function}"


def _constants(case: Case, form: Form) -> dict[int, object]:
    """Returns the arguments whose values are the same for all sizes."""
    found = {}
    for index, values in (case.values or {}).items():
        first, *others = [values(n, form.m) for n in form.sizes()]
        if all(other == first for other in others):
            found[index] = first
    return found


def _arguments(case: Case, form: Form) -> list[np.ndarray]:
    """Returns values for all arguments, constants too."""
    arrays = []
    for index, text in enumerate(case.arguments):
        *dims, element = text.split(" ")
        shape = [form.size(size) for size in dims]
        dtype = DTYPES[element]
        positions = np.arange(np.prod(shape, dtype=int))
        if case.values and index in case.values:
            values = np.array(case.values[index](form.n, form.m))
        elif not dims and "reduce" in case.op:
            # The initial value of a sum.
            values = np.zeros(1)
        elif dtype.kind == "b":
            values = positions % 3 == 0
        elif dtype.kind in "iu":
            values = (positions * 3 + index) % 7
        else:
            # Fractions that sums hold exactly.
            values = ((positions * 5 + index * 3) % 23 + 1) / 8
        arrays.append(values.astype(dtype).reshape(shape))
    return arrays


def _expected(case: Case, form: Form, peer: Peer, xla: Tool) -> list[np.ndarray]:
    """Returns what XLA computes with static sizes."""
    arguments = _arguments(case, form)
    if case.expected is not None:
        sign = -1 if form.is_inner else 1
        operands = [sign * array if array.ndim else array for array in arguments]
        return [sign * case.expected(*operands)]
    case, arguments = _promoted(case, arguments)
    constants = _constants(case, form)
    given = [index for index in range(len(arguments)) if index not in constants]
    types = [form.tensor_type(case.arguments[index], index, False) for index in given]
    concrete = Module(peer, xla.lower(program_text(case, form))).specialise(types)
    return concrete.compile().run([arguments[index] for index in given])


def is_widened(case: Case) -> bool:
    """Returns whether an op reduces to other elements than its operands have, which XLA does not compile."""
    elements = {case.arguments[index].rpartition(" ")[2] for index in _WIDENED.get(case.op, [])}
    return len(case.results) == 1 and not elements <= {case.results[0].rpartition(" ")[2]}


def _promoted(case: Case, arguments: list[np.ndarray]) -> tuple[Case, list[np.ndarray]]:
    """Returns a reduction of operands that have the elements of its result: XLA widens none."""
    types = list(case.arguments)
    rest = case.rest
    for index in _WIDENED.get(case.op, []) if len(case.results) == 1 else []:
        element = case.results[0].rpartition(" ")[2]
        dims, _, narrow = types[index].rpartition(" ")
        types[index] = f"{dims} {element}"
        # Windows are compared as they are.
        rest = rest.replace(f"tensor<{narrow}>", f"tensor<{element}>")
        arguments[index] = arguments[index].astype(DTYPES[element])
    return replace(case, arguments=tuple(types), rest=rest), arguments


class _Examiner:
    """Runs forms of cases on XLA and IREE."""

    def __init__(self, programs: Sequence[tuple[int, Form]], binary: Path, options: Sequence[str]) -> None:
        self._programs = programs
        self._peer = Peer()
        self._plain, self._xla, self._iree = (
            Tool(binary, arguments, is_silent=False) for arguments in ((), ("--target=xla",), ("--target=iree",))
        )
        self._options = options

    def __call__(self, number: int) -> tuple[str, str]:
        """Returns the outcome of a program, and what is wrong."""
        index, form = self._programs[number]
        case = CASES[index]
        text = program_text(case, form)
        try:
            self._plain.lower(text)
        except Refused:
            return "invalid", ""
        try:
            lowered = self._iree.lower(text)
        except Refused as refused:
            message = shortened(refused)
            return ("refused" if _ROW in str(refused) else "REFUSED"), message
        try:
            executable = iree.Executable(iree.compile_text(lowered, "auto", self._options))
        except iree.NotCompiled as error:
            return "REJECTED", shortened(error)
        constants = _constants(case, form)
        for n in form.sizes():
            static = form.at(n)
            arguments = enumerate(_arguments(case, static))
            arguments = [array for index, array in arguments if index not in constants]
            call = f"n = {n}, m = {form.m}"
            try:
                expected = _expected(case, static, self._peer, self._xla)
            except (PeerError, Refused) as error:
                return "UNKNOWN", f"{call}: {shortened(error)}"
            try:
                found = executable.run_all("main", arguments)
            except iree.Failed as error:
                return "STOPS", f"{call}: {shortened(error)}"
            if problems := differences(call, found, expected, _TOLERANCE):
                return "WRONG", shortened(problems[0])
        return "right", ""


def main() -> int:
    options = _options()
    binary = options.binary or find_binary()
    names = {case.name() for case in CASES} | {case.op for case in CASES}
    if unknown := set(options.ops) - names:
        print(f"check-typed-ops: no such op: {', '.join(sorted(unknown))}", file=sys.stderr)
        return 2
    programs = [
        (index, form)
        for index, case in enumerate(CASES)
        if not options.ops or {case.name(), case.op} & set(options.ops)
        for form in _forms()
    ]
    if options.programs is not None:
        programs = random.Random(options.seed).sample(programs, min(options.programs, len(programs)))
    levels = _OPTIMIZED if options.optimized else ()
    work = each(_Examiner, programs, binary, levels)
    counts: Counter[str] = Counter()
    shown = set()
    for number, outcome in run(work, range(len(programs)), options.jobs):
        index, form = programs[number]
        kind, detail = ("CRASH", outcome.text) if isinstance(outcome, Crash) else outcome
        counts[kind] += 1
        name = CASES[index].name()
        # A row's message is printed once for each case.
        key = (name, detail) if kind == "refused" else number
        if kind.isupper() or options.verbose and key not in shown:
            shown.add(key)
            print(f"{name} {form.name()}: {kind} {detail}".rstrip(), flush=True)
    print(", ".join(f"{count} {kind}" for kind, count in sorted(counts.items())))
    return 1 if not counts["right"] or any(kind.isupper() for kind in counts) else 0


def _options() -> argparse.Namespace:
    parser = make_parser("scripts/check-typed-ops", __doc__, _EPILOG)
    add_binary(parser)
    add_jobs(parser)
    parser.add_argument("ops", nargs="*", metavar="OP", help="ops to run [all]")
    parser.add_argument("--programs", type=int, metavar="N", help="a random choice of programs [all]")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="of the choice [1]")
    parser.add_argument("--optimized", action="store_true", help="compile with IREE's level O3")
    parser.add_argument("--verbose", action="store_true", help="also print other outcomes")
    return parser.parse_args()
