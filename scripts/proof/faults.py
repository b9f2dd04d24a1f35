"""Introduces faults into correct outputs, and checks that each is refuted and that XLA agrees.

A mutant that is proven must be harmless: then XLA sees no difference for any small sizes.
So this checks the proofs in both directions.
"""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from numeric.mutate import MUTATIONS, Line, Mutation
from numeric.mutate import mutants as mutants_of_lines
from numeric.peer import Module, Peer, PeerError
from numeric.tool import Tool

from . import confirm
from .check import check_programs
from .interpret import Settings
from .options import settings_of, tables_of
from .reader import Reader

# The sizes with which harmless mutants are tested.
_SMALL = (0, 1, 2, 3)
_RULES = Path(__file__).resolve().parents[2] / "examples/rules"


@dataclass(frozen=True)
class Sample:
    """A program to lower, and the behaviour that its mutants must not change."""

    name: str
    text: str
    options: tuple[str, ...] = ()

    def settings(self, binary: Path) -> Settings:
        """Returns the semantics that its options select."""
        return settings_of(self.options, tables_of(binary, self.options))


def _main(arguments: str, result: str, body: str) -> str:
    return f"func.func @main({arguments}) -> {result} {{\n{body}\n}}\n"


SAMPLES = [
    Sample(
        "two sizes",
        _main(
            "%a: tensor<?xf32>, %b: tensor<?xf32>",
            "tensor<?xf32>",
            "%0 = chlo.broadcast_subtract %a, %b "
            ": (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>\n return %0 : tensor<?xf32>",
        ),
    ),
    Sample(
        "two sizes, as in NumPy",
        _main(
            "%a: tensor<?xf32>, %b: tensor<?xf32>",
            "tensor<?xf32>",
            "%0 = chlo.broadcast_subtract %a, %b "
            ": (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>\n return %0 : tensor<?xf32>",
        ),
        ("--zero-extents=numpy",),
    ),
    Sample(
        "three operands",
        _main(
            "%p: tensor<?xi1>, %a: tensor<?xf32>, %b: tensor<?xf32>",
            "tensor<?xf32>",
            "%0 = chlo.broadcast_select %p, %a, %b : (tensor<?xi1>, tensor<?xf32>, "
            "tensor<?xf32>) -> tensor<?xf32>\n return %0 : tensor<?xf32>",
        ),
    ),
    Sample(
        "two dims and a declared size",
        _main(
            "%a: tensor<?x?xf32>, %b: tensor<?xf32>",
            "tensor<2x?xf32>",
            "%0 = chlo.broadcast_divide %a, %b {broadcast_dimensions = array<i64: 0>} : "
            "(tensor<?x?xf32>, tensor<?xf32>) -> tensor<2x?xf32>\n return %0 : tensor<2x?xf32>",
        ),
    ),
    Sample(
        "a fixed size",
        _main(
            "%a: tensor<?x3xf32>, %b: tensor<?xf32>",
            "tensor<?x3xf32>",
            "%0 = chlo.broadcast_subtract %a, %b : (tensor<?x3xf32>, tensor<?xf32>) -> "
            "tensor<?x3xf32>\n return %0 : tensor<?x3xf32>",
        ),
    ),
    Sample(
        "one op after another",
        _main(
            "%a: tensor<?xf32>, %b: tensor<?xf32>, %c: tensor<?xf32>",
            "tensor<?xf32>",
            "%0 = chlo.broadcast_subtract %a, %b "
            ": (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>\n"
            "%1 = chlo.broadcast_divide %c, %0 "
            ": (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>\n"
            "%2 = chlo.broadcast_subtract %1, %a "
            ": (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>\n return %2 : tensor<?xf32>",
        ),
    ),
    Sample(
        "a sequence of a rule",
        _main(
            "%a: tensor<?xf32>, %b: tensor<?xf32>",
            "tensor<?xf32>",
            '%0 = "nn.div_no_nan"(%a, %b) '
            ": (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>\n return %0 : tensor<?xf32>",
        ),
        ("--allow-unregistered-dialect", f"--rules={_RULES / 'sequences.toml'}"),
    ),
    Sample(
        "a rule that combines three operands",
        _main(
            "%a: tensor<?xf32>, %b: tensor<4xf32>, %c: tensor<f32>",
            "tensor<4xf32>",
            '%0 = "nn.mean"(%a, %b, %c) : (tensor<?xf32>, tensor<4xf32>, tensor<f32>) -> '
            "tensor<4xf32>\n return %0 : tensor<4xf32>",
        ),
        ("--allow-unregistered-dialect", f"--rules={_RULES / 'operands.toml'}"),
    ),
]


def _or_for_and(line: Line) -> list[str]:
    return [line.named("or")] if line.is_of("and", "tensor<i1>", "tensor<i1>") else []


def _maximum_for_minimum(line: Line) -> list[str]:
    is_size = line.is_of("minimum", "tensor<i32>", "tensor<i32>")
    return [line.named("maximum")] if is_size else []


def _claim_expanding(line: Line) -> list[str]:
    if line.name != "dynamic_broadcast_in_dim" or "known_" in line.attributes:
        return []
    if "broadcast_dimensions = array<i64>" in line.attributes:
        return []
    claim = ", known_expanding_dimensions = array<i64: 0>}>"
    return [line.replaced("}>", claim)]


def _other_direction(line: Line) -> list[str]:
    if not line.is_of("compare", "tensor<i32>", "tensor<i32>"):
        return []
    return [line.replaced("_direction EQ", f"_direction {other}") for other in ("NE", "GE")]


def _no_condition(line: Line) -> list[str]:
    """Replaces an `or` with one of its operands."""
    if not line.is_of("or", "tensor<i1>", "tensor<i1>"):
        return []
    both = [(operand, operand) for operand in line.operands]
    return [
        str(Line(line.head, "or", pair, line.attributes, line.types, line.tail)) for pair in both
    ]


_LINES: dict[str, Mutation] = {
    **{
        kind: mutation
        for kind, mutation in MUTATIONS.items()
        # Proofs do not cover messages.
        if kind != "the sizes of a message swapped"
    },
    "or for and in a guard": _or_for_and,
    "maximum for minimum": _maximum_for_minimum,
    "a dim claimed to expand": _claim_expanding,
    "another comparison in a guard": _other_direction,
    "a part of a guard dropped": _no_condition,
}


def _assertions_last(text: str) -> list[str]:
    """Moves an assertion after the ops that rely on it."""
    lines = text.splitlines()
    end = next(index for index, line in enumerate(lines) if '"func.return"' in line)
    made = []
    for index, line in enumerate(lines):
        if "shape_assertion" in line:
            rest = [other for at, other in enumerate(lines) if at != index]
            made.append("\n".join([*rest[: end - 1], line, *rest[end - 1 :]]))
    return made


def _size_of_another(text: str) -> list[str]:
    """Reads a size from another argument of the same type."""
    made = []
    pattern = r'"stablehlo.get_dimension_size"\((%arg\d+)\)(.*): \((tensor<[^)]*)\)'
    types = dict(re.findall(r"(%arg\d+): (tensor<[^,)]*>)", text))
    for found in re.finditer(pattern, text):
        for other, type_ in types.items():
            if other != found[1] and type_ == found[3]:
                changed = found[0].replace(found[1], other, 1)
                made.append(text[: found.start()] + changed + text[found.end() :])
    return made


def _unbroadcast(text: str) -> list[str]:
    """Replaces a broadcast with its operand."""
    made = []
    pattern = (
        r'(%\w+) = "stablehlo.dynamic_broadcast_in_dim"\((%\w+), .*: \((tensor<[^,]*>), .* -> (.*)'
    )
    for found in re.finditer(pattern, text):
        if found[3] == found[4]:
            rest = re.sub(rf"{re.escape(found[1])}\b", found[2], text[found.end() :])
            made.append(text[: found.start()] + rest)
    return made


_TEXTS: dict[str, Callable[[str], list[str]]] = {
    "an assertion after its op": _assertions_last,
    "the size of another operand": _size_of_another,
    "a broadcast dropped": _unbroadcast,
}


def mutants(text: str) -> Iterator[tuple[str, str]]:
    """Yields kinds of faults, each with a program that contains it."""
    for kind, mutation in _LINES.items():
        for other in mutants_of_lines(text, mutation):
            yield kind, other
    for kind, change in _TEXTS.items():
        for other in change(text):
            yield kind, other


def check_faults(binary: Path, numbers: Sequence[int]) -> Iterator[tuple[int, list | None]]:
    """Checks the mutants of samples, as work for `workers.run`."""
    peer, reader = Peer(), Reader()
    for number in numbers:
        yield number, None
        yield number, list(_check_sample(peer, reader, binary, SAMPLES[number]))


def _check_sample(
    peer: Peer, reader: Reader, binary: Path, sample: Sample
) -> Iterator[tuple[str, str, str]]:
    """Yields for each mutant its kind, its outcome and the evidence."""
    settings = sample.settings(binary)
    source = reader.read(sample.text)
    lowered = Tool(binary, sample.options).lower(sample.text)
    right = Module(peer, lowered).generic_text()
    (answer,) = check_programs(source, reader.read(right), settings)
    if answer.verdict != "proven":
        yield "none", "wrong", f"{sample.name}: {answer.text()}"
        return
    seen = {right}
    for kind, wrong in mutants(right):
        if wrong in seen:
            continue
        seen.add(wrong)
        try:
            Module(peer, wrong)
        except PeerError:
            continue
        (answer,) = check_programs(source, reader.read(wrong), settings)
        if answer.verdict == "refuted":
            shown = confirm.confirm(peer, answer, right, wrong)
            verdict = "refuted" if shown else "not confirmed"
            yield kind, verdict, shown or f"{sample.name}, {kind}:\n{answer.text()}\n{wrong}"
        elif answer.verdict == "proven":
            shown = _difference(peer, right, wrong, answer_sizes(peer, right))
            yield kind, "wrong" if shown else "harmless", f"{sample.name}, {kind}: {shown}\n{wrong}"
        else:
            yield kind, "not known", f"{sample.name}, {kind}: {answer.text()}"


def answer_sizes(peer: Peer, text: str) -> list[list[tuple[int, ...]]]:
    """Returns small sizes for the arguments, all that the types allow."""
    found = re.search(r"function_type = \((.*?)\) ->", text)
    shapes = re.findall(r"tensor<((?:[\d?]+x)*)\w+>", found[1] if found else "")
    choices = [
        list(
            itertools.product(
                *(_SMALL if dim == "?" else (int(dim),) for dim in shape.split("x")[:-1])
            )
        )
        for shape in shapes
    ]
    calls = [list(call) for call in itertools.product(*choices)]
    # Enough sizes for a decision, and few enough to run.
    return calls[:: max(1, len(calls) // 12)]


def _difference(
    peer: Peer, right: str, wrong: str, calls: Sequence[Sequence[tuple[int, ...]]]
) -> str:
    for sizes in calls:
        arguments = confirm.arguments_of(peer, right, sizes, [None] * len(sizes))
        before, after = (confirm.run(peer, text, arguments) for text in (right, wrong))
        if before.differs(after):
            return f"with sizes {sizes}, {before.kind} became {after.kind} {after.text}"
    return ""


def table(outcomes: dict[str, Counter[str]]) -> str:
    """Formats the number of outcomes of each kind."""
    verdicts = ("refuted", "harmless", "not confirmed", "not known", "wrong")
    width = max(map(len, outcomes), default=8)
    lines = [f"{'fault':{width}}  " + "  ".join(verdicts)]
    for kind, counts in outcomes.items():
        columns = "  ".join(f"{counts[verdict]:{len(verdict)}}" for verdict in verdicts)
        lines.append(f"{kind:{width}}  {columns}")
    return "\n".join(lines)
