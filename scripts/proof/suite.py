"""Proves the tool's output for many programs (scripts/prove): the inputs of the lit tests
with their own options, the examples, the ops of the rule tables for frontends, random
programs, and the named files.
"""

import argparse
import itertools
import random
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path

from jaxlib.mlir.dialects import stablehlo
from numeric.assign import assignments
from numeric.command_line import add_binary, add_jobs, exit_codes, make_parser
from numeric.elements import COMPLEXES, FLOATS, HALVES, INTEGERS
from numeric.generate import generate
from numeric.printer import print_program, print_with_casts
from numeric.size_expressions import random_program
from numeric.tool import Mode, Refused, Tool, find_binary, shapes_text
from numeric.workers import Crash, each, run
from rule_tables import onnx, tensorflow, torch
from rule_tables.cases import program

from . import integer_claims, lemmas
from .cases import OWN, ROOT, Case, parts_of, run_lines
from .certificates import check_certificates
from .check import Answer, check_programs
from .faults import check_faults, subjects, table
from .outputs import check_outputs
from .options import Tables, settings_of, tables_of
from .reader import Reader, Unreadable

_EPILOG = """\
examples:
  A thousand random programs:
    scripts/check-proofs --programs 1000

  Faults in correct outputs; one that is proven must be harmless on XLA or IREE:
    scripts/check-proofs --faults

""" + exit_codes(
    "everything is proven, except for the functions listed as not known",
    "a program is refuted, or too many are not known",
    nothing="proven",
)
# The options with which the random programs and the named files are lowered.
_COMBINATIONS = [
    ("--assertions=custom-call",),
    ("--zero-extents=numpy", "--facts=off"),
    ("--assertions=cf", "--hoist-assertions"),
    ("--assertions=shape",),
    ("--assertions=none", "--facts=off"),
    ("--facts=off",),
    ("--zero-extents=numpy",),
    ("--assertions=none", "--zero-extents=numpy"),
    ("--lower-broadcast", "--simplify-broadcasts"),
    ("--lower-broadcast=zero-extents=numpy", "--simplify-broadcasts"),
    ("--target=iree",),
]
# The element types of the first operands of ops in tables: rules differ by kinds of numbers.
_ELEMENTS = ("f16", "f32", "i32", "ui8", "i1")
_TABLES = {"tensorflow": tensorflow, "onnx": onnx, "torch": torch}
# As many faults of one kind, of which some must be refuted.
_MANY = 10
# The maximum number of undecided functions.
_UNKNOWN = 0.02


@dataclass
class Report:
    """The results of a case."""

    answers: list[Answer]
    problem: str = ""


def main() -> int:
    options = _options()
    if options.lemmas:
        return lemmas.main()
    if options.integers:
        return integer_claims.main(options.jobs)
    binary = options.binary or find_binary()
    if options.certificates:
        return check_certificates(binary, _sources())
    if options.outputs:
        return min(_outputs(binary), 1)
    if options.faults:
        return _faults(binary, options)
    cases = list(_cases(options))
    counts: Counter[str] = Counter()
    vacuous = 0
    for number, outcome in run(each(_check, binary, cases), range(len(cases)), options.jobs):
        case = cases[number]
        again = f"{case.name} {' '.join(case.options)}"
        if isinstance(outcome, Crash):
            counts["not known"] += 1
            print(f"not known: {again}: {outcome.text}", flush=True)
            continue
        if case.is_accepted is False:
            is_reported = outcome.problem and not outcome.problem.startswith("exit code")
            counts["reported" if is_reported else "not reported"] += 1
            if not is_reported:
                print(f"not reported: {again} {outcome.problem}", flush=True)
            continue
        if case.is_accepted and "exit code 1:" in outcome.problem:
            counts["wrongly reported"] += 1
            print(f"{again}: {outcome.problem}", flush=True)
            continue
        if outcome.problem:
            counts["not read" if "jaxlib" in outcome.problem else "refused by the tool"] += 1
            if options.verbose:
                print(f"{again}: {outcome.problem}", flush=True)
        for answer in outcome.answers:
            counts[answer.verdict] += 1
            vacuous += answer.never_accepts
            if answer.verdict != "proven" or options.verbose:
                print(f"{again}\n  {answer.text()}", flush=True)
    total = counts["proven"] + counts["refuted"] + counts["not known"]
    text = ", ".join(f"{count} {verdict}" for verdict, count in sorted(counts.items()))
    print(f"{len(cases)} programs, {total} functions: {text}; {vacuous} accept no sizes")
    is_unknown = counts["not known"] > _UNKNOWN * total
    is_wrong = counts["refuted"] or counts["not reported"] or counts["wrongly reported"]
    is_empty = not total and not counts["reported"]
    return 1 if is_wrong or is_unknown or is_empty else 0


def _outputs(binary: Path) -> int:
    """Prints the wrong answers about outputs in files; returns their number."""
    found = list(check_outputs(binary))
    problems = [problem for problem in found if problem]
    for problem in problems:
        print(f"wrong: {problem}", flush=True)
    print(f"{len(found)} outputs in files: {len(problems)} wrong answers", flush=True)
    return len(problems)


def _faults(binary: Path, options: argparse.Namespace) -> int:
    outcomes: dict[str, Counter[str]] = {}
    bad = _outputs(binary)
    most = options.programs if options.only is None else sys.maxsize
    chosen = [it for it in subjects(binary, most, options.seed) if not options.only or options.only in str(it)]
    for number, found in run(each(check_faults, binary, chosen, options.seed), range(len(chosen)), options.jobs):
        if isinstance(found, Crash):
            print(f"{chosen[number]}: {found.text}")
            bad += 1
            continue
        for kind, verdict, text in found:
            outcomes.setdefault(kind, Counter())[verdict] += 1
            is_bad = verdict in ("not confirmed", "wrong")
            if is_bad or options.verbose:
                print(f"{verdict}: {text}", flush=True)
            bad += is_bad
    print(table(outcomes))
    total = sum(outcomes.values(), Counter())
    missed = [
        kind
        for kind, counts in outcomes.items()
        if counts.total() >= _MANY and not counts["refuted"] + counts["confirmed"]
    ]
    for kind in missed:
        print(f"never refuted: {kind}")
    print(
        f"{len(chosen)} outputs, {total.total()} faults of {len(outcomes)} kinds: "
        f"{total['refuted'] + total['confirmed']} refuted, {total['confirmed']} of them confirmed on XLA; "
        f"{total['harmless']} harmless, {bad} wrong"
    )
    return 1 if bad or missed or not outcomes else 0


def _options() -> argparse.Namespace:
    parser = make_parser("scripts/check-proofs", __doc__, _EPILOG)
    parser.add_argument("files", type=Path, nargs="*", metavar="FILE", help="files to add")
    parser.add_argument(
        "--programs",
        type=int,
        default=300,
        metavar="N",
        help="number of random programs, or of tests' outputs for faults [300]",
    )
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="the first seed [1]")
    parser.add_argument("--only", metavar="TEXT", help="only cases whose name has this in it")
    add_jobs(parser)
    add_binary(parser)
    parser.add_argument(
        "--certificates",
        action="store_true",
        help="check the reasons for removed guards instead, from `explain --emit-smt`",
    )
    parser.add_argument("--lemmas", action="store_true", help="check the rules of plans instead")
    parser.add_argument(
        "--integers",
        action="store_true",
        help="check what the table of integers computes at the widths of programs instead",
    )
    parser.add_argument(
        "--outputs", action="store_true", help="check the answers about right and wrong outputs in files instead"
    )
    parser.add_argument(
        "--faults", action="store_true", help="introduce faults into outputs instead, and check those of --outputs"
    )
    parser.add_argument("--verbose", action="store_true", help="also show proven functions")
    return parser.parse_args()


def _cases(options: argparse.Namespace) -> Iterator[Case]:
    for case in _all_cases(options):
        if not options.only or options.only in case.name:
            yield case


def _all_cases(options: argparse.Namespace) -> Iterator[Case]:
    for file in sorted([*(ROOT / "lit").rglob("*.mlir"), *OWN.glob("*.mlir")]):
        for arguments in run_lines(file):
            yield from parts_of(file, arguments)
    for file in sorted((ROOT / "examples").glob("*.mlir")):
        for arguments in (*_COMBINATIONS, ("--target=xla",)):
            yield from parts_of(file, arguments)
    yield from parts_of(ROOT / "examples/any_size.mlir", ("--shapes=4x128,128",))
    for profiles in (("4x128,128",), ("4x128,128", "1x?,?")):
        arguments = ("--target=iree", *(f"--profile={profile}" for profile in profiles))
        yield from parts_of(ROOT / "examples/any_size.mlir", arguments)
    yield from _table_cases()
    yield from _function_cases()
    for file in options.files:
        # Files of CHLO's targets have been lowered by another tool.
        for arguments in (*_COMBINATIONS[0:7:6], ("--target=xla",), ("--target=iree",)):
            yield from parts_of(file, arguments)
    for number in range(options.programs):
        rng = random.Random(f"{options.seed}/{number}")
        text = print_program(generate(rng))
        arguments = _COMBINATIONS[number % len(_COMBINATIONS)]
        yield Case(f"random program {number}", text, arguments)
    yield from _specialized_cases(options.programs // 4, options.seed)
    for number in range(options.programs // 10):
        yield Case(f"sizes {number}", random_program(options.seed + number), ("--target=xla",))


def _specialized_cases(count: int, seed: int) -> Iterator[Case]:
    """Yields random programs, for given sizes that they accept, and for some that they reject."""
    mode = Mode("numpy", "on")
    for number in range(count):
        rng = random.Random(f"{seed}/specialized {number}")
        source = generate(rng)
        found = list(assignments(source, 4, mode, rng))
        for is_accepted, name in ((True, "specialized"), (False, "rejected")):
            fitting = (item for item in found if (item.failure is None) == is_accepted)
            if assignment := next(fitting, None):
                sizes = shapes_text(assignment.shapes.values())
                options = ("--zero-extents=numpy", f"--shapes={sizes}")
                text = print_program(source)
                yield Case(f"{name} program {number}", text, options, is_accepted)
                # The sizes that loops carry are not known.
                if not is_accepted and "stablehlo.while" not in text:
                    text = print_with_casts(source, [*assignment.shapes.values()])
                    options = ("--zero-extents=numpy",)
                    yield Case(f"rejected casted program {number}", text, options, False)
                # The solver is slow to find that rows of a loop hold all elements.
                if is_accepted and number % 3 == 0 and "stablehlo.while" not in text:
                    options = ("--target=iree", f"--profile={sizes}")
                    yield Case(f"profiled program {number}", text, options, True)


def _table_cases() -> Iterator[Case]:
    """Yields each op of the tables for frontends, on operands of unknown sizes."""
    for name, table in _TABLES.items():
        for case in table.cases():
            if case.operands[0] not in _ELEMENTS:
                continue
            text = program([case], ["?x"] * (len(case.operands) + 1))
            options = (f"--rules={name}", "--zero-extents=numpy")
            yield Case(f"{name}: {case.name()}", text, options)


# Functions of CHLO: of which elements, and the numbers of their operands and, if they return truth values, `i1`.
_FUNCTIONS = (
    ("acos acosh asin asinh atan atanh conj cosh sinh square tan", HALVES + FLOATS + COMPLEXES, 1, ""),
    ("bessel_i1e digamma erf erf_inv erfc lgamma", HALVES + FLOATS, 1, ""),
    ("is_inf is_neg_inf is_pos_inf", HALVES + FLOATS, 1, "i1"),
    ("next_after polygamma zeta", HALVES + FLOATS, 2, ""),
    ("_asin_acos_kernel", COMPLEXES, 1, ""),
    ("mulhi", INTEGERS, 2, ""),
)
# Those whose formula has changed since StableHLO 1.17, which jaxlib 0.10.2 contains.
_CHANGED = ("asin", "digamma", "polygamma")


def _function_cases() -> Iterator[Case]:
    """Yields each function of CHLO, which outputs replace by the formula of jaxlib's pass."""
    left_out = _CHANGED if stablehlo.get_current_version() == "1.17.0" else ()
    shapes = itertools.cycle(("?x", "2x?x1x", ""))
    for names, elements, count, result in _FUNCTIONS:
        for name, element in itertools.product(names.split(), elements):
            if name in left_out:
                continue
            # That of a complex scalar is not proven for `atan` and `atanh`.
            shape = next(shapes) or ("?x" if element in COMPLEXES else "")
            operand, found = (f"tensor<{shape}{it}>" for it in (element.name, result or element.name))
            operands = [f"%{index}" for index in range(count)]
            arguments = ", ".join(f"{it}: {operand}" for it in operands)
            types = ", ".join([operand] * count)
            yield Case(
                f"chlo.{name} of {element.name}",
                f"func.func @main({arguments}) -> {found} {{\n"
                f'  %r = "chlo.{name}"({", ".join(operands)}) : ({types}) -> {found}\n  return %r : {found}\n}}\n',
                ("--target=xla",),
            )


def _sources() -> Iterator[tuple[str, str]]:
    files = [*sorted((ROOT / "lit").rglob("*.mlir")), *sorted(ROOT.glob("examples/*.mlir"))]
    for file in files:
        for case in parts_of(file, ()):
            yield case.name, case.text


def _check(binary: Path, cases: Sequence[Case]) -> Callable[[int], Report]:
    """Returns a function that checks a case, for `workers.each`."""
    reader = Reader(binary)
    tables = cache(partial(tables_of, binary))
    return lambda number: _report(reader, binary, cases[number], tables(cases[number].options))


def _report(reader: Reader, binary: Path, case: Case, tables: Tables) -> Report:
    options = dict.fromkeys(("--allow-unregistered-dialect", *case.options))
    tool = Tool(binary, tuple(options), is_silent=False)
    try:
        if case.is_accepted is False:
            return Report([], tool.diagnostics(case.text))
        target = tool.lower(case.text)
    except Refused as refused:
        return Report([], str(refused))
    try:
        programs = reader.read(case.text), reader.read(target)
        return Report(list(check_programs(*programs, settings_of(case.options, tables))))
    except Unreadable as problem:
        return Report([], f"jaxlib does not read it: {problem}")
