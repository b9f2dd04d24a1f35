"""Programs of one op with sizes that types may give or leave open, for `typed_ops`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

# The values of an integer argument, for these sizes.
Values = Callable[[int, int], list[int]]


@dataclass(frozen=True)
class Case:
    """A program of one op. A type is dims and an element type, `n m f32`; in each of its uses, `n` and
    `m` are a number or `?`."""

    op: str
    arguments: tuple[str, ...]
    results: tuple[str, ...]
    # The op's text behind its operands: regions, then attributes. In it, `$0` stands for the type of the first
    # argument, `$r0` for that of the first result, and `M` for the size m.
    rest: str = ""
    # Which of several programs of this op.
    label: str = ""
    # The values of arguments of which an op takes some only.
    values: dict[int, Values] | None = None
    # A function that the op uses.
    function: str = ""
    # The number of operands, if it is less than that of arguments; the regions use the other arguments.
    operands: int | None = None
    # Returns the result, for ops that XLA does not compile.
    expected: Callable[..., np.ndarray] | None = None

    def name(self) -> str:
        return f"{self.op}-{self.label}" if self.label else self.op


def case(
    op: str,
    types: str,
    rest: str = "",
    label: str = "",
    function: str = "",
    operands: int | None = None,
    expected: Callable[..., np.ndarray] | None = None,
    **values: Values,
) -> Case:
    """Returns a case of types such as `n f32, n f32 -> n f32`; `v1` are the values of argument 1."""
    arguments, _, results = types.partition("->")
    return Case(
        op,
        tuple(filter(None, map(str.strip, arguments.split(",")))),
        tuple(map(str.strip, results.split(","))),
        rest,
        label,
        {int(name[1:]): value for name, value in values.items()},
        function,
        operands,
        expected,
    )


def folded(op: str, *elements: str) -> str:
    """Returns a region that folds values by an op."""
    arguments = [
        f"%{side}{index}: tensor<{element}>" for side in "xy" for index, element in enumerate(elements)
    ]
    steps = [
        f"%r{index} = stablehlo.{op} %x{index}, %y{index} : tensor<{element}>"
        for index, element in enumerate(elements)
    ]
    values = ", ".join(f"%r{index}" for index in range(len(elements)))
    types = ", ".join(f"tensor<{element}>" for element in elements)
    return f"({{^bb0({', '.join(arguments)}):\n{chr(10).join(steps)}\nstablehlo.return {values} : {types}}})"


def replaced(element: str = "f32") -> str:
    """Returns a region that takes the second value."""
    return (
        f"({{^bb0(%x: tensor<{element}>, %y: tensor<{element}>):\n"
        f"stablehlo.return %y : tensor<{element}>}})"
    )


def compared(direction: str = "LT", element: str = "f32", others: int = 0) -> str:
    """Returns a region that compares the first values."""
    arguments = [f"%x: tensor<{element}>", f"%y: tensor<{element}>"]
    arguments += [f"%o{index}: tensor<i32>" for index in range(2 * others)]
    return (
        f"({{^bb0({', '.join(arguments)}):\n%c = stablehlo.compare {direction}, %x, %y : "
        f"(tensor<{element}>, tensor<{element}>) -> tensor<i1>\nstablehlo.return %c : tensor<i1>}})"
    )
