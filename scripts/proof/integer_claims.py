"""What the tool's table of integers does, proven at the widths of programs.

A test of the crate (`symbol::integer::tests::claims`) composes functions of unknown integers and
writes what the table makes of them: the results, their ranges, the same integers in fewer bits, and
how they are computed in StableHLO. Each is proven here for all values of its inputs. What is above
an integer that the claim does not look into is only known by its range, so claims about different
integers are often the same, and proven once.

`scripts/check-proofs --integers` runs it.
"""

import os
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import z3

from numeric.workers import Crash, each, run

from . import float_claims
from .integer_functions import Abstract, Exact, Result, apply, axioms, axioms_of_signs, extent, in_range, is_full, parse
from .integer_ranges import IntegerTerms, range_is_valid
from .lemma import ask

_ROOT = Path(__file__).parents[2]
_WRITER = "symbol::integer::tests::claims::claims_are_written"
_MILLISECONDS = 3_000
_LAST_MILLISECONDS = 30_000
# Products and quotients of more bits are first abstract.
_FEW_BITS = 8
# The width of an extent.
_EXTENT_BITS = 32

# A width, and the least and the greatest value, unless a proof does not use them.
Known = tuple[int, int | None, int | None]
# An expression as nested tuples, in which integers that are not looked into are numbered in order.
# It begins with one of "constant", "extent", "unknown" and "apply".
Expression = tuple


@dataclass(frozen=True)
class Integer:
    """An integer of the table."""

    bits: int
    low: int
    high: int
    definition: str
    # A value, an element or a dim; the parts of a function.
    numbers: tuple[int, ...]

    @property
    def function(self) -> str | None:
        """Returns the function that computes it."""
        return None if self.definition in ("constant", "element", "extent") else self.definition


@dataclass(frozen=True)
class Claim:
    """That something is computed by an integer of the table.

    That is a function of `parts` if the claim is of kind "same"; otherwise, their only one: the
    same number ("expand"), or the same in the width of an extent ("narrow").
    """

    kind: str
    function: str
    parts: tuple[int, ...]
    result: int


@dataclass(frozen=True)
class Task:
    """A claim as expressions: `left` is computed by `right`."""

    kind: str
    left: Expression
    right: Expression


@dataclass(frozen=True)
class Claims:
    """What the crate claims."""

    integers: dict[int, Integer]
    claims: list[Claim]
    # Functions with the ranges of their results and parts.
    ranges: list[tuple[str, tuple[tuple[int, int, int], ...]]]


def read(text: str) -> Claims:
    """Reads what the crate writes."""
    integers, claims, ranges = {}, [], []
    for line in text.splitlines():
        kind, *words = line.split(" ")
        if kind == "integer":
            name, bits, low, high, definition, *rest = words
            if definition == "apply":
                definition, *rest = rest
            numbers = tuple(map(int, rest))
            integers[int(name)] = Integer(int(bits), int(low), int(high), definition, numbers)
        elif kind == "same":
            _, function, *parts, _, result = words
            claims.append(Claim(kind, function, tuple(map(int, parts)), int(result)))
        elif kind in ("expand", "narrow"):
            part, _, result = words
            claims.append(Claim(kind, "", (int(part),), int(result)))
        elif kind == "range":
            function, *rest = words
            numbers = tuple(map(int, rest))
            each = zip(numbers[::3], numbers[1::3], numbers[2::3], strict=True)
            ranges.append((function, tuple(each)))
        else:
            raise ValueError(line)
    return Claims(integers, claims, ranges)


@dataclass(frozen=True)
class Level:
    """What a proof may use: a claim is proven at the first level that is sufficient."""

    # How deep it looks into the parts of a claim; entirely if it is `None`.
    depth: int | None
    has_ranges: bool


_LEVELS = [Level(0, False), Level(0, True), Level(1, True), Level(None, True)]


def task(integers: dict[int, Integer], claim: Claim, level: Level) -> Task:
    """Returns a claim for a proof at a level."""
    unknown: set[int] = set()
    if level.depth is not None:
        unknown = set(claim.parts)
        for _ in range(max(level.depth, claim.kind == "expand")):
            unknown = _parts(integers, unknown)
    names: dict[tuple[str, int], int] = {}
    describe = partial(_describe, integers, level.has_ranges, unknown, names)
    if claim.kind == "same":
        bits = integers[claim.result].bits
        known: Known = (bits, None, None)
        left: Expression = ("apply", claim.function, known, *map(describe, claim.parts))
    else:
        left = describe(claim.parts[0])
    return Task(claim.kind, left, describe(claim.result))


def _parts(integers: dict[int, Integer], of: Sequence[int] | set[int]) -> set[int]:
    return {part for name in of if integers[name].function for part in integers[name].numbers}


def _describe(
    integers: dict[int, Integer], has_ranges: bool, unknown: set[int], names: dict[tuple[str, int], int], name: int
) -> Expression:
    integer = integers[name]
    known: Known = (integer.bits, None, None)
    if has_ranges:
        known = (integer.bits, integer.low, integer.high)
    if integer.definition == "constant":
        return ("constant", known, integer.numbers[0])
    if integer.definition == "extent":
        key = "extent", integer.numbers[0]
        return ("extent", known, names.setdefault(key, len(names)))
    if name in unknown or integer.function is None:
        return ("unknown", known, names.setdefault(("integer", name), len(names)))
    describe = partial(_describe, integers, has_ranges, unknown, names)
    parts = map(describe, integer.numbers)
    return ("apply", integer.function, known, *parts)


def _bits(expression: Expression, exact: Exact, premises: list[z3.BoolRef]) -> Result:
    """Returns an expression as bits; the premises are the ranges of what is in it."""
    kind, *rest = expression
    if kind == "constant":
        (bits, _, _), value = rest
        return z3.BitVecVal(value, bits), z3.BoolVal(True)
    if kind == "extent":
        (bits, _, _), dim = rest
        return extent(dim, bits), z3.BoolVal(True)
    if kind == "unknown":
        (bits, low, high), name = rest
        term, is_defined = z3.BitVec(f"integer {name}", bits), z3.BoolVal(True)
    else:
        function, (bits, low, high), *parts = rest
        terms = [_bits(part, exact, premises) for part in parts]
        term, is_defined = apply(function, [term for term, _ in terms], bits, exact)
        parts_defined = [is_defined for _, is_defined in terms]
        if function == "Select":
            # The other one is not computed.
            chosen = z3.If(terms[0][0] == 1, parts_defined[1], parts_defined[2])
            parts_defined = [parts_defined[0], chosen]
        is_defined = z3.And(*parts_defined, is_defined)
    if low is not None and not is_full(bits, low, high):
        premises.append(z3.Implies(is_defined, in_range(term, low, high)))
    return term, is_defined


def _equality(task: Task, left: z3.BitVecRef, right: z3.BitVecRef) -> z3.BoolRef:
    if task.kind != "narrow":
        return left == right
    if right.size() != _EXTENT_BITS:
        return z3.BoolVal(False)
    more = right.size() - left.size()
    if left.size() == 1:
        return z3.ZeroExt(more, left) == right
    return z3.SignExt(more, left) == right if more >= 0 else left == z3.SignExt(-more, right)


def _prove_bits(task: Task, exact: Exact, milliseconds: int) -> str:
    premises: list[z3.BoolRef] = []
    left, is_defined = _bits(task.left, exact, premises)
    right, is_right_defined = _bits(task.right, exact, premises)
    conclusion = z3.And(is_right_defined, _equality(task, left, right))
    solver = z3.SolverFor("QF_UFBV" if isinstance(exact, Abstract) else "QF_BV")
    return ask([*premises, *exact.premises, is_defined], conclusion, milliseconds, solver)


def _prove_integers(task: Task) -> str:
    """Proves a claim on integers without wrapping, where ranges show that nothing wraps."""
    terms = IntegerTerms()
    try:
        left, is_defined = terms.of(task.left)
        right, is_right_defined = terms.of(task.right)
    except NotImplementedError:
        return "not known"
    answer = ask([*terms.premises, is_defined], z3.And(is_right_defined, left == right), _MILLISECONDS)
    # Products and quotients are any functions here.
    return "proven" if answer == "proven" else "not known"


def _widths(expression: Expression) -> Iterator[int]:
    if expression[0] == "apply":
        yield expression[2][0]
        for part in expression[3:]:
            yield from _widths(part)
    else:
        yield expression[1][0]


def prove(task: Task, is_last: bool) -> str:
    """Returns "proven", "refuted" with an example, or "not known"."""
    widest = max([*_widths(task.left), *_widths(task.right)])
    if widest > _FEW_BITS:
        if _prove_bits(task, Abstract(), _MILLISECONDS) == "proven":
            return "proven"
        if is_last and _prove_integers(task) == "proven":
            return "proven"
        if not is_last:
            return "not known"
    return _prove_bits(task, Exact(), _LAST_MILLISECONDS)


def _prove_tasks(tasks: Sequence[Task], is_last: bool) -> Callable[[int], str]:
    return lambda number: prove(tasks[number], is_last)


def _prove_ranges(ranges: Sequence[tuple[str, tuple[tuple[int, int, int], ...]]]) -> Callable[[int], str]:
    return lambda number: range_is_valid(*ranges[number])


def check(known: Claims, jobs: int) -> Iterator[str]:
    """Proves all claims; yields each that is not proven."""
    rest = known.claims
    for level in _LEVELS:
        by_task: dict[Task, list[Claim]] = {}
        for claim in rest:
            by_task.setdefault(task(known.integers, claim, level), []).append(claim)
        tasks = list(by_task)
        rest = []
        is_last = level == _LEVELS[-1]
        for number, answer in run(each(_prove_tasks, tasks, is_last), range(len(tasks)), jobs):
            if isinstance(answer, Crash) or answer != "proven":
                rest += by_task[tasks[number]]
                if is_last:
                    yield f"{answer}\n  {tasks[number]}"
        print(f"{level}: {len(tasks)} distinct claims, {len(rest)} left of all", flush=True)
    for number, answer in run(each(_prove_ranges, known.ranges), range(len(known.ranges)), jobs):
        if isinstance(answer, Crash) or answer != "proven":
            yield f"{answer}: range of {known.ranges[number]}"


def wrong_axioms() -> Iterator[str]:
    """Yields what `Abstract` assumes wrongly of products and quotients.

    What relates signed to unsigned division is proven at all widths, the rest at 8 bits: the
    solver does not prove it at others.
    """
    for bits in (8, 16, 32, 64):
        a, b = z3.BitVecs("a b", bits)
        signed = a / b, z3.SRem(a, b)
        unsigned = z3.UDiv(a, b), z3.URem(a, b)
        known = axioms_of_signs(a, b, *signed, *unsigned)
        if bits == _FEW_BITS:
            known += axioms(a, b, *unsigned, unsigned[0] * b, False)
            known += axioms(a, b, *signed, signed[0] * b, True)
        for axiom in known:
            if ask((), axiom, _LAST_MILLISECONDS, z3.SolverFor("QF_BV")) != "proven":
                yield f"not proven at {bits} bits: {axiom}"


# As many claims of a function are made wrong, of which some may be about undefined results, such as quotients by 0.
_SOME = 5


def _accepted(known: Claims) -> Iterator[str]:
    """Yields functions of which no wrong claim is refuted: a result that is greater by one, or a range that begins where
    that of the result ends."""
    wrong: dict[str, list[Task]] = {}
    ranges: dict[str, list[tuple[tuple[int, int, int], ...]]] = {}
    for claim in known.claims:
        if claim.kind == "same" and len(found := wrong.setdefault(claim.function, [])) < _SOME:
            right = task(known.integers, claim, _LEVELS[0])
            bits = (known.integers[claim.result].bits, None, None)
            found.append(replace(right, right=("apply", "Add", bits, right.right, ("constant", bits, 1))))
    for function, ((bits, _, high), *parts) in known.ranges:
        greatest = 2 ** (bits - 1) - 1
        if high < greatest and len(found := ranges.setdefault(function, [])) < _SOME:
            found.append(((bits, high + 1, greatest), *parts))
    for function, tasks in wrong.items():
        if not any(prove(it, True).startswith("refuted") for it in tasks):
            yield f"not refuted: {tasks}"
    for function, found in ranges.items():
        if not any(range_is_valid(function, it).startswith("refuted") for it in found):
            yield f"not refuted: range of {function} {found}"


def write_claims() -> str:
    """Returns what the crate claims."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "claims"
        package = ["--package", "bcast-lower-broadcast", "--lib"]
        subprocess.run(
            ["cargo", "test", "--quiet", "--locked", *package] + ["--", "--ignored", "--exact", _WRITER],
            cwd=_ROOT,
            env=os.environ | {"BCAST_LOWER_CLAIMS": str(file)},
            stdout=sys.stderr,
            check=True,
        )
        return file.read_text()


def main(jobs: int) -> int:
    """Checks all claims; returns an exit code."""
    known = read(write_claims())
    problems = [*wrong_axioms(), *_accepted(known), *float_claims.problems()]
    problems += check(known, jobs)
    for problem in problems:
        print(problem)
    kinds = Counter(claim.kind for claim in known.claims)
    functions = {parse(function)[0] for function, _ in known.ranges}
    counts = ", ".join(f"{count} of kind {kind}" for kind, count in sorted(kinds.items()))
    print(f"{counts}, {len(known.ranges)} ranges, of {len(functions)} functions: {len(problems)} not proven")
    return 1 if problems else 0
