"""Introduces faults into lowered programs, to test the comparison with NumPy.

Each kind of mutation is a fault that a lowering could have. It is applied at one place
of a program's generic form, if there is one; then the program is checked as usual. Not
every mutant can be detected: a dropped assertion may repeat an earlier one, and swapped
operands may be equal. But some mutants of each kind must be detected.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from .check import Case, Settings, check_lowered, inline
from .peer import Module, Peer, PeerError
from .printer import print_program
from .tool import Tool
from .workers import Crash, run


@dataclass(frozen=True)
class Line:
    """An op without regions, in generic form, taken apart."""

    head: str
    name: str
    operands: tuple[str, ...]
    attributes: str
    types: tuple[str, ...]
    tail: str

    _PATTERN = re.compile(
        r'(?P<head>\s*(?:%\S+ = )?)"stablehlo\.(?P<name>\w+)"\((?P<operands>[^()]*)\)'
        r"(?P<attributes>.*) : \((?P<types>[^()]*)\) -> (?P<tail>.*)"
    )

    @classmethod
    def parse(cls, text: str) -> Line | None:
        found = cls._PATTERN.fullmatch(text)
        if not found:
            return None
        operands, types = (tuple(found[group].split(", ")) for group in ("operands", "types"))
        return cls(
            found["head"], found["name"], operands, found["attributes"], types, found["tail"]
        )

    def __str__(self) -> str:
        operands, types = ", ".join(self.operands), ", ".join(self.types)
        return (
            f'{self.head}"stablehlo.{self.name}"({operands}){self.attributes} : ({types}) -> '
            f"{self.tail}"
        )

    @property
    def is_assertion(self) -> bool:
        return '"shape_assertion"' in self.attributes

    def is_of(self, name: str, *types: str) -> bool:
        """Returns whether the op has this name and these operand types."""
        return self.name == name and self.types == types

    def with_operands(self, order: Sequence[int]) -> str:
        """Prints it with its operands in another order."""
        operands, types = (
            tuple(items[index] for index in order) for items in (self.operands, self.types)
        )
        return str(Line(self.head, self.name, operands, self.attributes, types, self.tail))

    def named(self, name: str) -> str:
        """Prints it under another name."""
        return str(Line(self.head, name, self.operands, self.attributes, self.types, self.tail))

    def replaced(self, old: str, new: str) -> str:
        """Prints it with a text in its attributes replaced."""
        attributes = self.attributes.replace(old, new)
        return str(Line(self.head, self.name, self.operands, attributes, self.types, self.tail))


# Maps a line to its possible replacements.
Mutation = Callable[[Line], list[str]]

_SIZE = ("tensor<i32>", "tensor<i32>")
_NOT_COMMUTATIVE = (
    *("atan2", "complex", "divide", "power", "remainder", "shift_left"),
    *("shift_right_arithmetic", "shift_right_logical", "subtract"),
)


def _rank(type_: str) -> int:
    return type_.count("x", 0, type_.find("complex") if "complex" in type_ else None)


def _drop_assertion(line: Line) -> list[str]:
    return [""] if line.is_assertion else []


def _swap_operands(line: Line) -> list[str]:
    is_swappable = line.name in _NOT_COMMUTATIVE and line.operands[0] != line.operands[1]
    return [line.with_operands((1, 0))] if is_swappable else []


def _change_dims(line: Line) -> list[str]:
    found = re.search(r"broadcast_dimensions = array<i64: ([\d, ]+)>", line.attributes)
    if not found:
        return []
    dims = [int(dim) for dim in found[1].split(", ")]
    mutants = []
    for index in range(len(dims)):
        for other in range(_rank(line.tail)):
            changed = [*dims[:index], other, *dims[index + 1 :]]
            if other != dims[index] and changed == sorted(set(changed)):
                text = ", ".join(map(str, changed))
                mutants.append(
                    line.replaced(found[0], f"broadcast_dimensions = array<i64: {text}>")
                )
    return mutants


def _change_constant(line: Line) -> list[str]:
    found = re.search(r"dense<\[?(\d+)", line.attributes)
    if line.name != "constant" or not found or not line.tail.endswith("i32>"):
        return []
    prefix = found[0].removesuffix(found[1])
    return [line.replaced(found[0], f"{prefix}{int(found[1]) + 1}")]


def _minimum_for_maximum(line: Line) -> list[str]:
    return [line.named("minimum")] if line.is_of("maximum", *_SIZE) else []


def _reverse_shape(line: Line) -> list[str]:
    is_shape = line.name == "concatenate" and len(line.operands) > 1
    return [line.with_operands(range(len(line.operands))[::-1])] if is_shape else []


def _and_for_or(line: Line) -> list[str]:
    return [line.named("and")] if line.is_of("or", "tensor<i1>", "tensor<i1>") else []


def _weaken_comparison(line: Line) -> list[str]:
    is_guard = line.is_of("compare", *_SIZE) and "_direction EQ" in line.attributes
    return [line.replaced("_direction EQ", "_direction LE")] if is_guard else []


def _other_dim(line: Line) -> list[str]:
    found = re.search(r"dimension = (\d+)", line.attributes)
    if line.name != "get_dimension_size" or not found:
        return []
    dims = range(_rank(line.types[0]))
    others = [dim for dim in dims if dim != int(found[1])]
    return [line.replaced(found[0], f"dimension = {dim}") for dim in others]


def _swap_message_sizes(line: Line) -> list[str]:
    if not line.is_assertion or len(line.operands) < 3:
        return []
    return [line.with_operands((0, 2, 1))]


def _claim_nonexpanding(line: Line) -> list[str]:
    if line.name != "dynamic_broadcast_in_dim" or _rank(line.types[0]) == 0:
        return []
    dims = ", ".join(map(str, range(_rank(line.types[0]))))
    claim = f"known_nonexpanding_dimensions = array<i64: {dims}>"
    without = re.sub(r", known_(non)?expanding_dimensions = array<i64[^>]*>", "", line.attributes)
    mutant = line.replaced(line.attributes, without.replace("}>", f", {claim}}}>"))
    return [mutant] if mutant != str(line) else []


def _swap_choice(line: Line) -> list[str]:
    is_size = line.is_of("select", "tensor<i1>", *_SIZE)
    return [line.with_operands((0, 2, 1))] if is_size else []


MUTATIONS: dict[str, Mutation] = {
    "an assertion dropped": _drop_assertion,
    "operands swapped": _swap_operands,
    "an operand dim broadcast to another dim": _change_dims,
    "a constant size changed": _change_constant,
    "minimum for maximum": _minimum_for_maximum,
    "a shape's pieces reversed": _reverse_shape,
    "and for or in a guard": _and_for_or,
    "less or equal for equal in a guard": _weaken_comparison,
    "the size of another dim": _other_dim,
    "the sizes of a message swapped": _swap_message_sizes,
    "a dim claimed not to expand": _claim_nonexpanding,
    "the wrong size chosen (zero-extents=numpy)": _swap_choice,
}


def mutants(text: str, mutation: Mutation) -> list[str]:
    """Returns all results of one mutation of a program."""
    lines = text.splitlines(keepends=True)
    made = []
    for index, line in enumerate(lines):
        parsed = Line.parse(line.rstrip("\n"))
        for other in mutation(parsed) if parsed else ():
            made.append("".join([*lines[:index], f"{other}\n", *lines[index + 1 :]]))
    return made


def main(settings: Settings, programs: int, jobs: int) -> int:
    """Checks mutants of `programs` programs, and prints the results."""
    outcomes: dict[str, Counter[str]] = {kind: Counter() for kind in MUTATIONS}
    crashes = 0
    for number, outcome in run(partial(_check_mutants, settings), range(programs), jobs):
        if isinstance(outcome, Crash):
            print(f"a mutant of program {number} ends the peer: {outcome.text}")
            crashes += 1
            continue
        for kind, result in outcome:
            outcomes[kind][result] += 1
    width = max(map(len, MUTATIONS))
    print(f"{'mutation':{width}}  mutants  caught  invalid  missed")
    for kind, counts in outcomes.items():
        columns = (counts.total(), counts["caught"], counts["invalid"], counts["missed"])
        print(f"{kind:{width}}  {columns[0]:7}  {columns[1]:6}  {columns[2]:7}  {columns[3]:6}")
    unseen = [kind for kind, counts in outcomes.items() if not counts["caught"]]
    for kind in unseen:
        print(f"never caught: {kind}")
    total = sum((counts for counts in outcomes.values()), Counter())
    print(
        f"{programs} programs, {total.total()} mutants: {total['caught']} caught, "
        f"{total['invalid']} invalid, {total['missed']} missed; "
        f"{len(MUTATIONS) - len(unseen)} of {len(MUTATIONS)} kinds caught"
    )
    return 1 if unseen else 0


def _check_mutants(
    settings: Settings, numbers: Sequence[int]
) -> Iterator[tuple[int, list[tuple[str, str]] | None]]:
    """Checks one mutant of each kind of each program, as work for `workers.run`."""
    peer = Peer()
    for number in numbers:
        yield number, None
        case = Case.make(number, settings)
        lowered = Tool(settings.binary, case.mode.options()).lower(print_program(case.program))
        text = Module(peer, inline(case, lowered, settings.binary)).generic_text()
        rng = random.Random(f"{settings.seed}/{number}/mutations")
        results = []
        for kind, mutation in MUTATIONS.items():
            if made := mutants(text, mutation):
                results.append((kind, _check_mutant(case, rng.choice(made), peer)))
        yield number, results


def _check_mutant(case: Case, text: str, peer: Peer) -> str:
    try:
        Module(peer, text)
    except PeerError:
        return "invalid"
    report = check_lowered(case, text, peer, is_one_enough=True)
    return "caught" if report.wrong else "missed"
