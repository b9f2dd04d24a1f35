"""Modules in MLIR's generic form, as lines, and their ops; lists in the form."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

_CLOSING = {"(": ")", "[": "]", "{": "}", "<": ">"}
_OP = re.compile(r'(?P<results>%[^=]* = )?"(?P<name>[\w.]+)"\((?P<operands>[^()]*)\)(?P<rest>.*)')
_ARGUMENTS = re.compile(r"\^\w+\((.*)\):")
# What is between an op's operands, or its regions, and its types.
_TYPES = re.compile(r"(.*) : \((.*?)\) -> (.*)")
_NAME = re.compile(r"%[\w$.-]+(?:#\d+)?")


@dataclass(eq=False)
class Op:
    """An op in a module: the lines that it begins and ends with, and what it is taken apart into."""

    first: int
    last: int
    name: str
    results: tuple[str, ...]
    operands: tuple[str, ...]
    types: tuple[str, ...]
    result_types: tuple[str, ...]
    # Where its regions begin, each behind a line that the op has.
    regions: tuple[int, ...]
    parent: Op | None
    # The values that it may use, with their types, the last one first.
    visible: dict[str, str] = field(repr=False)

    @property
    def is_assertion(self) -> bool:
        return self.name in ("stablehlo.custom_call", "cf.assert") and not self.results

    @property
    def has_effect(self) -> bool:
        return not self.result_types and not self.is_end or self.name == "stablehlo.custom_call"

    @property
    def is_end(self) -> bool:
        return self.name.endswith((".return", ".yield", ".br", ".cond_br", ".condition", "func.func", "builtin.module"))

    @property
    def is_commutative(self) -> bool:
        names = "add multiply maximum minimum and or xor addi muli addf mulf maxsi minsi maxui minui andi ori xori"
        return self.name.rpartition(".")[2] in names.split()

    def changeable(self) -> Sequence[int]:
        """Returns the operands that are not only part of a message."""
        return range(min(len(self.operands), 1 if self.is_assertion else len(self.operands)))


@dataclass(frozen=True)
class Text:
    """A module in generic form, and its ops."""

    lines: tuple[str, ...]
    ops: tuple[Op, ...]

    @classmethod
    def parse(cls, text: str) -> Text:
        lines = tuple(text.splitlines())
        return cls(lines, tuple(sorted(_ops(lines), key=lambda op: op.first)))

    def with_line(self, at: int, line: str) -> str:
        return self.joined(self.lines[:at], (line,), self.lines[at + 1 :])

    def with_operands(self, op: Op, operands: Sequence[str]) -> str:
        line = self.lines[op.first]
        start = line.index('"(', line.index(f'"{op.name}"')) + 2
        return self.with_line(op.first, line[:start] + ", ".join(operands) + line[line.index(")", start) :])

    def body(self, op: Op) -> tuple[str, ...]:
        return self.lines[op.first : op.last + 1]

    def without(self, op: Op) -> tuple[tuple[str, ...], tuple[str, ...]]:
        return self.lines[: op.first], self.lines[op.last + 1 :]

    @staticmethod
    def joined(*parts: Sequence[str]) -> str:
        return "\n".join(line for part in parts for line in part) + "\n"


def _ops(lines: Sequence[str]) -> Iterator[Op]:
    """Yields the ops of a module, each after those in its regions."""
    scopes: list[dict[str, str]] = [{}]
    # Ops of which regions are open: the line, the first line of each region, the visible values, and the ops inside.
    stack: list[tuple[int, list[int], dict[str, str], list[Op]]] = []
    for number, line in enumerate(lines):
        line = line.strip()
        if found := _ARGUMENTS.match(line):
            scopes[-1].update(re.findall(r"(%\w+): (.*?)(?=, %\w+: |$)", found[1]))
            continue
        if line.startswith("}, {"):
            stack[-1][1].append(number + 1)
            scopes[-1] = {}
            continue
        visible = {name: type_ for scope in reversed(scopes) for name, type_ in reversed(scope.items())}
        opened = number, [number + 1], visible, []
        if line.endswith("({"):
            stack.append(opened)
            scopes.append({})
            continue
        first, regions, visible, inner = opened
        if line.startswith("})"):
            first, regions, visible, inner = stack.pop()
            scopes.pop()
        op = _op(lines, first, number, regions, visible)
        if op is None:
            continue
        scopes[-1].update(zip(op.results, op.result_types))
        for child in inner:
            child.parent = op
        if stack:
            stack[-1][3].append(op)
        yield op


def _op(lines: Sequence[str], first: int, last: int, regions: Sequence[int], visible: dict[str, str]) -> Op | None:
    head = _OP.match(lines[first].strip())
    tail = _TYPES.fullmatch(lines[last].strip())
    if head is None or tail is None:
        return None
    operands = tuple(_NAME.findall(head["operands"]))
    types = tuple(split_list(tail[2]))
    result = tail[3]
    result_types = tuple(split_list(result[1:-1] if result.startswith("(") else result))
    results = tuple(_NAME.findall(head["results"] or ""))
    if len(result_types) > 1:
        results = tuple(f"{results[0].split(':')[0]}#{index}" for index in range(len(result_types)))
    if len(types) != len(operands):
        return None
    return Op(first, last, head["name"], results, operands, types, result_types, tuple(regions), None, visible)


def end_of_group(text: str, start: int) -> int:
    """Returns the position after the bracket that closes the one at `start`."""
    stack = []
    position = start
    while position < len(text):
        character = text[position]
        if character == '"':
            position = end_of_string(text, position)
            continue
        if character in _CLOSING:
            stack.append(_CLOSING[character])
        elif character == ">" and text[position - 1] == "-":
            pass
        elif stack and character == stack[-1]:
            stack.pop()
            if not stack:
                return position + 1
        position += 1
    raise ValueError("a bracket is not closed")


def end_of_string(text: str, start: int) -> int:
    """Returns the position after a string literal."""
    position = start + 1
    while text[position] != '"':
        position += 2 if text[position] == "\\" else 1
    return position + 1


def split_list(text: str) -> list[str]:
    """Splits a list at the commas outside of brackets and strings."""
    parts, start, position = [], 0, 0
    while position < len(text):
        character = text[position]
        if character in _CLOSING:
            position = end_of_group(text, position)
            continue
        if character == '"':
            position = end_of_string(text, position)
            continue
        if character == ",":
            parts.append(text[start:position].strip())
            start = position + 1
        position += 1
    last = text[start:].strip()
    return [*parts, last] if last or parts else []
