"""Families of ops whose expressions are written as templates in `expressions.txt`, which explains their notation."""

import re
from collections.abc import Callable
from pathlib import Path

from ..generate import ANY, INTEGERS, NUMBERS, REAL, Generator, Value

_ROW = re.compile(r"(?:\$(?P<text>\w+)|(?P<family>\w+)(?: \((?P<operands>.*?)\))?) = (?P<template>.*)")
_VARIABLE = re.compile(r"\$(\w+)(?:\.(axis|element|like|one|rank|size|skip)\b|\.(skip))?")
_RANGE = re.compile(r"(-?\d+)\.\.(-?\d+|\$\w+\.rank)")
_ONLY = re.compile(r"@([biufc]+) ")
_KINDS = {"any": ANY, "integers": INTEGERS, "numbers": NUMBERS, "reals": REAL}


class _Expression:
    """An expression that is written, and what has been chosen for it."""

    def __init__(self, generator: Generator, texts: dict[str, str], operands: str) -> None:
        self.generator = generator
        self.texts = texts
        self.values: dict[str, Value] = {}
        self.chosen: dict[str, object] = {}
        self.dim = 0
        for operand in filter(None, operands.split(", ")):
            name, _, rest = operand.partition(":")
            self.values[name] = self._picked(*rest.split(" "))

    def _picked(self, kinds: str, *conditions: str) -> Value:
        ranks, tests = range(0, 9), []
        for condition in conditions:
            key, _, other = condition.rpartition("=")
            known = self.values.get(other)
            if re.fullmatch(r"\d-\d", condition):
                ranks = range(int(condition[0]), int(condition[2]) + 1)
            elif key == "rank":
                ranks = range(known.rank, known.rank + 1)
            else:
                tests.append({
                    "": lambda v: v.type.shape == known.type.shape,
                    "rows": lambda v: v.type.shape[0] == known.type.shape[0],
                    "bytes": lambda v: v.type.dtype.itemsize == int(other),
                    "bytes<4": lambda v: v.type.dtype.itemsize < 4,
                    "one": lambda v: 1 in v.type.shape,
                    "several": lambda v: isinstance(v.type.shape[-1], int) and v.type.shape[-1] > 1,
                }[key if "=" in condition else condition])  # fmt: skip
        if kinds == "indices":
            return self.generator.indices(ranks)
        return self.generator.pick(_KINDS.get(kinds, kinds), ranks, lambda v: all(test(v) for test in tests))

    def one_of(self, templates: list[str]) -> str:
        """Expands one of several templates that is for the kind of `x`."""
        found = []
        for template in templates:
            only = _ONLY.match(template)
            if only is None or self.values["x"].kind in only[1]:
                found.append(template[only.end() :] if only else template)
        return self.expand(self.generator.one_of(*found))

    def expand(self, template: str) -> str:
        text, at = "", 0
        while at < len(template):
            if template[at] == "{":
                end = _end(template, at)
                text += self._braces(template[at + 1 : end - 1])
            elif found := _VARIABLE.match(template, at):
                end = found.end()
                text += str(self._variable(found[1], found[2] or found[3]))
            else:
                end = at + 1
                text += template[at]
            at = end
        return text

    def _braces(self, content: str) -> str:
        if found := _RANGE.fullmatch(content):
            return str(self.generator.number(int(found[1]), int(self.expand(found[2]))))
        if not content.startswith("*"):
            return self.one_of(_split(content, "|"))
        usual, _, special = content[1:].partition("@")
        axis = self._variable("x", "axis") if special else None
        parts = []
        for self.dim in range(self.values["x"].rank):
            parts.append(self.expand(special if self.dim == axis else usual))
        return ", ".join(parts) + ","

    def _variable(self, name: str, attribute: str | None) -> object:
        if name in self.texts:
            return self.expand(self.texts[name])
        if name == "index":
            return self.generator.index()
        if name == "dim":
            return self.dim
        key = name if attribute in (None, "like") else f"{name}.{attribute}"
        if key.startswith("element_"):
            return self.chosen.setdefault(key, self.generator.element(key.removeprefix("element_")))
        value = self.values[name]
        match attribute:
            case "axis":
                if key not in self.chosen:
                    self.chosen[key] = self.generator.axis(value)
                return self.chosen[key]
            case "size":
                return f"{value}.shape[{self._variable(name, 'axis')}]"
            case "skip":
                return ":, " * self._variable(name, "axis")
            case "like":
                return self.generator.like(value)
            case "one":
                return value.type.shape.index(1)
            case None:
                return value
        return getattr(value, attribute)


def _end(template: str, start: int) -> int:
    """Returns where a part in braces ends."""
    depth = 0
    for at in range(start, len(template)):
        depth += {"{": 1, "}": -1}.get(template[at], 0)
        if not depth:
            return at + 1
    raise ValueError(f"a brace is not closed: {template}")


def _split(template: str, separator: str) -> list[str]:
    """Splits a template outside of braces."""
    parts, start, at = [], 0, 0
    while at < len(template):
        if template[at] == "{":
            at = _end(template, at)
        elif template.startswith(separator, at):
            parts.append(template[start:at])
            start = at = at + len(separator)
        else:
            at += 1
    return [*parts, template[start:]]


def _family(name: str, operands: str, templates: list[str], texts: dict[str, str]) -> Callable[[Generator], str]:
    def family(generator: Generator) -> str:
        return _Expression(generator, texts, operands).one_of(templates)

    family.__name__ = name
    return family


def _read() -> list[Callable[[Generator], str]]:
    text = Path(__file__).with_name("expressions.txt").read_text()
    text = re.sub(r"^#.*\n", "", text, flags=re.MULTILINE)
    text = re.sub(r"\n  (\|(?!\|))?", lambda found: found[1] or " ", text)
    families, texts = [], {}
    for line in filter(None, text.splitlines()):
        row = _ROW.fullmatch(line)
        assert row, line
        if row["text"]:
            texts[row["text"]] = row["template"]
        else:
            templates = _split(row["template"].strip(), " || ")
            families.append(_family(row["family"], row["operands"] or "", templates, dict(texts)))
    return families


FAMILIES = tuple(_read())
