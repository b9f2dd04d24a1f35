"""Ops in MLIR's generic form, taken apart."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from numeric.generic_form import end_of_group, split_list

_HEAD = re.compile(r'(?P<results>(?:%\S+(?:, %\S+)* = )?)"(?P<name>(?:stablehlo|chlo)\.\w+)"\(')
_VALUE = re.compile(r"%[\w.$-]+(?:#\d+)?")
_DEFINED = re.compile(r"(?m)^\s*(%[\w.$-]+)(?::\d+)? = ")
_ARGUMENT = re.compile(r"(%[\w.$-]+): ")


@dataclass(frozen=True)
class Op:
    """An op of StableHLO or CHLO; `regions` and `properties` are texts."""

    name: str
    operands: tuple[str, ...]
    operand_types: tuple[str, ...]
    result_types: tuple[str, ...]
    properties: tuple[str, ...] = ()
    attributes: str = ""
    regions: tuple[str, ...] = ()
    # Values that the regions use, and their types.
    captured: tuple[tuple[str, str], ...] = ()
    # Functions that the op names.
    functions: tuple[str, ...] = ()

    def program(self) -> str:
        """Returns a module with one function that consists of this op."""
        known = dict(zip(self.operands, self.operand_types))
        extra = [f"{name.replace('#', '_')}: {type_}" for name, type_ in self.captured]
        # An operand that occurs twice has one type unless a mutation changes one of them.
        names, arguments = [], []
        for index, (operand, type_) in enumerate(zip(self.operands, self.operand_types)):
            first = self.operands.index(operand)
            shared = first < index and known[operand] == type_ == self.operand_types[first]
            number = first if shared else index
            names.append(f"%operand{number}")
            if not shared:
                arguments.append(f"%operand{number}: {type_}")
        results = [f"%r#{index}" for index in range(len(self.result_types))]
        if len(results) == 1:
            results = ["%r"]
        head = f"%r:{len(results)} = " if len(results) > 1 else "%r = " if results else ""
        properties = f" <{{{', '.join(self.properties)}}}>" if self.properties else ""
        regions = f" ({', '.join(self.regions)})" if self.regions else ""
        for name, _ in self.captured:
            regions = re.sub(re.escape(name) + r"(?![\w.$#-])", name.replace("#", "_"), regions)
        types = ", ".join(self.result_types)
        returned = f" {', '.join(results)} : {types}" if results else ""
        lines = [
            *self.functions,
            f"func.func @main({', '.join(arguments + extra)}) -> ({types}) {{",
            f'{head}"{self.name}"({", ".join(names)}){properties}{regions}{self.attributes}'
            f" : ({', '.join(self.operand_types)}) -> ({types})",
            f"return{returned}",
            "}",
        ]
        return "\n".join(lines) + "\n"

    def with_types(self, old: str, new: str) -> Op:
        """Replaces a text in all types, also in those of regions."""
        return replace(
            self,
            operand_types=tuple(type_.replace(old, new) for type_ in self.operand_types),
            result_types=tuple(type_.replace(old, new) for type_ in self.result_types),
            regions=tuple(region.replace(old, new) for region in self.regions),
            captured=tuple((name, type_.replace(old, new)) for name, type_ in self.captured),
        )


def parse_op(text: str, start: int) -> tuple[Op, tuple[str, ...], int] | None:
    """Parses an op; returns it, the names of its results, and its end."""
    found = _HEAD.match(text, start)
    if not found:
        return None
    position = end_of_group(text, found.end() - 1)
    operands = tuple(split_list(text[found.end() : position - 1]))
    properties: tuple[str, ...] = ()
    attributes = ""
    regions: tuple[str, ...] = ()
    while text.startswith(" ", position) and text[position + 1] in "<({":
        end = end_of_group(text, position + 1)
        group = text[position + 1 : end]
        if group[0] == "<":
            properties = tuple(split_list(group[2:-2]))
        elif group[0] == "(":
            regions = tuple(split_list(group[1:-1]))
        else:
            attributes = f" {group}"
        position = end
    if not text.startswith(" : (", position):
        raise ValueError("an op has no type")
    end = end_of_group(text, position + 3)
    operand_types = tuple(split_list(text[position + 4 : end - 1]))
    position = end + len(" -> ")
    if text[position] == "(":
        end = end_of_group(text, position)
        result_types = tuple(split_list(text[position + 1 : end - 1]))
    else:
        end = text.find("\n", position)
        result_types = (text[position:end],)
    names = tuple(part.split(":")[0] for part in split_list(found["results"].removesuffix(" = ")))
    if len(result_types) > 1 and len(names) == 1:
        names = tuple(f"{names[0]}#{index}" for index in range(len(result_types)))
    op = Op(found["name"], operands, operand_types, result_types, properties, attributes, regions)
    return op, names, end


def ops_in(text: str) -> Iterator[Op]:
    """Yields the ops of a module's generic form, at any nesting."""
    functions = _functions_in(text)
    types: dict[str, str] = {}
    for found in re.finditer(r'(?m)^ *(?:(\^bb\d+\(.*\):$)|((?:%\S+.* = )?"[\w.]+"\())', text):
        if found[1]:
            for argument in split_list(found[1][found[1].index("(") + 1 : -2]):
                name, _, type_ = argument.partition(": ")
                types[name] = type_
            continue
        parsed = parse_op(text, found.start(2))
        if not parsed:
            continue
        op, names, _ = parsed
        types.update(zip(names, op.result_types))
        captured = sorted(_captured(op.regions))
        if not all(name in types for name in captured):
            continue
        called = re.findall(r"@([\w.$-]+)", ", ".join(op.properties))
        yield replace(
            op,
            captured=tuple((name, types[name]) for name in captured),
            functions=tuple(functions[name] for name in called if name in functions),
        )


def _captured(regions: Sequence[str]) -> set[str]:
    text = "\n".join(regions)
    defined = set(_DEFINED.findall(text)) | set(_ARGUMENT.findall(text))
    return {name for name in _VALUE.findall(text) if name.split("#")[0] not in defined}


def _functions_in(text: str) -> dict[str, str]:
    functions = {}
    for found in re.finditer(r'(?m)^  "func\.func"\(\).*sym_name = "([\w.$-]+)".*\(\{$', text):
        end = text.find("\n  })", found.end())
        functions[found[1]] = text[found.start() : text.find("\n", end + 1)].strip()
    return functions
