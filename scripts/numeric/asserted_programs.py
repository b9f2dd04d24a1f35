"""Random programs with an assertion behind ops that are only defined if it holds.

An `add` says that its operands have equal sizes. That checks nothing: whatever the sizes pass through on their way
to the assertion's condition, a call of other sizes must fail it.
"""

import random
import re
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from .frontend_programs import Program, Sizes
from .tool import Refused, Tool, shapes_text

_MESSAGE = "sizes differ"
_STEPS = 3
# The answer to a call if it is known only at run time whether the assertion holds.
_UNKNOWN = "perhaps"
_KNOWN = ("a", "b", "t", "c0", "c1", "c2")
_ASSERT = re.compile(r"ASSERT\((.*)\)")
_FUNCTION = re.compile(r"^func\.func .*?^}\n", re.MULTILINE | re.DOTALL)
_ATTRIBUTES = f'{{api_version = 2 : i32, error_message = "{_MESSAGE}: {{0}} {{1}}", has_side_effect = true}}'


class _Writer:
    """Writes one program."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)
        self._lines: list[str] = []
        self._functions: list[str] = []
        self._count = 0

    def program(self, name: str) -> Program:
        self._lines += [
            "%t = stablehlo.constant dense<true> : tensor<i1>",
            *(f"%c{value} = stablehlo.constant dense<{value}> : tensor<i32>" for value in range(3)),
        ]
        for part in self._random.sample(_PARTS["says"], k=2):
            self._add(part)
        n, m = (self._add(self._random.choice(_PARTS["size"]), p=argument) for argument in ("%a", "%b"))
        for _ in range(self._random.randrange(_STEPS + 1)):
            step = self._random.choice(_PARTS["step"])
            n, m = self._add(step, n=n), self._add(step, n=m)
        condition = self._add(self._random.choice(_PARTS["condition"]), n=n, m=m)
        self._add(self._random.choice(_PARTS["check"]), n=n, m=m, p=condition)
        # Nothing that is returned depends on the sizes that have to be equal.
        result = self._add("%r = stablehlo.get_dimension_size %a, dim = 1 : (tensor<?x?xf32>) -> tensor<i32>\n")
        body = "".join(f"  {line}\n" for line in [*self._lines, f"return {result} : tensor<i32>"])
        functions = "".join(self._functions)
        return Program(
            name,
            f"{functions}func.func @main(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>) -> tensor<i32> {{\n{body}}}\n",
            ("f32", "f32"),
            lambda arguments: [np.int32(arguments[0].shape[1])],
            calls=(((3, 4), (3, 4)), ((1, 1), (1, 1))),
            # StableHLO's passes do not compute what an assertion compares behind most of these ops.
            targets=("iree",),
            wrong_calls=tuple((((m, 4), (n, 4)), _MESSAGE) for m, n in ((3, 2), (2, 3), (1, 3))),
        )

    def _add(self, part: str, **values: str) -> str:
        """Adds a part, which gets these values; returns what it yields."""
        self._count += 1

        def renamed(found: re.Match) -> str:
            name = found[1]
            return found[0] if name in _KNOWN else values.get(name, f"%v{self._count}_{name}")

        text = re.sub(r"%(\w+)", renamed, _ASSERT.sub(_assertion, part)).replace("@f", f"@f{self._count}")
        self._functions += _FUNCTION.findall(text)
        self._lines += _FUNCTION.sub("", text).splitlines()
        return f"%v{self._count}_r"


def _assertion(found: re.Match) -> str:
    types = "(tensor<i1>, tensor<i32>, tensor<i32>) -> ()"
    return f"stablehlo.custom_call @shape_assertion({found[1]}) {_ATTRIBUTES} : {types}"


def _read() -> dict[str, list[str]]:
    """Returns the parts in `asserted_programs.mlir` by kind."""
    text = Path(__file__).with_suffix(".mlir").read_text()
    _, *rest = re.split(r"^// (says|size|step|condition|check)\n", text, flags=re.MULTILINE)
    parts: dict[str, list[str]] = {}
    for kind, part in zip(rest[::2], rest[1::2], strict=True):
        parts.setdefault(kind, []).append(part.partition("\n\n")[0].rstrip() + "\n")
    return parts


_PARTS = _read()


def random_program(seed: int) -> Program:
    """Returns the program of a seed."""
    return _Writer(seed).program(f"asserted program {seed}")


def problems(program: Program, binary: Path) -> Iterator[str]:
    """Lowers a program for XLA, as it is and with some sizes given, and yields which outputs accept other sizes than the
    program.

    What is unused is removed from them before their sizes are given: it would not accept them either. A condition
    that stays unknown then is still checked.
    """
    for given in ("", "?x4,?x4", "3x4,?x4", "?x4,3x4"):
        try:
            options = ["--target=xla", *([f"--shapes={given}"] if given else [])]
            output = Tool(binary, options, is_silent=False).lower(program.text)
        except Refused as refused:
            # A size that an op returns for which nothing is known.
            if "depends on data" not in str(refused):
                yield f"with {given or 'no sizes'} given, it is not lowered: {refused}"
            continue
        used = Tool(binary, ["--pass-pipeline=builtin.module(inline,cse)"]).lower(output)
        for sizes in program.calls:
            answer = _answer(used, sizes, binary) if _fits(sizes, given) else None
            if answer not in (None, _UNKNOWN):
                yield f"with {given or 'no sizes'} given, a valid call of sizes {sizes} gets {answer!r}"
        for sizes, message in program.wrong_calls:
            answer = _answer(used, sizes, binary) if _fits(sizes, given) else message
            if answer != _UNKNOWN and message not in (answer or ""):
                yield f"with {given or 'no sizes'} given, a wrong call of sizes {sizes} gets {answer!r}"


def _fits(sizes: Sizes, given: str) -> bool:
    dims = [shape.split("x") for shape in given.split(",")] if given else []
    pairs = ((size, dim) for shape, row in zip(sizes, dims) for size, dim in zip(shape, row))
    return all(dim in ("?", str(size)) for size, dim in pairs)


def _answer(output: str, sizes: Sizes, binary: Path) -> str | None:
    """Returns why an output refuses sizes, if it does and that is known."""
    try:
        options = ["--target=xla", f"--shapes={shapes_text(sizes)}"]
        left = Tool(binary, options, is_silent=False).lower(output)
    except Refused as refused:
        return _UNKNOWN if "depends on data" in str(refused) else str(refused)
    return _UNKNOWN if "@shape_assertion" in left else None
