"""Ops with the types of their operands, and the function that they compute."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from numeric.elements import DTYPES

from .values import COMPLEX

# Gets arrays that NumPy can broadcast.
Function = Callable[..., np.ndarray]
Constant = int | float | bool | str | None
# How the names of torch-mlir's constants begin.
CONSTANT = "torch.constant."


@dataclass(frozen=True)
class Case:
    """An op on operands of given element types, and the expected elements."""

    op: str
    operands: tuple[str, ...]
    result: str
    function: Function
    attributes: str = ""
    # Whether the op has a defined result for given elements; `None` if it always has.
    is_defined: Function | None = None
    # The permitted distance, in floats between the two results.
    ulps: int = 0
    # Further operands, which take no part in the broadcast, and the position of the first; at the
    # end, if it is `None`.
    constants: tuple[Constant, ...] = ()
    first_constant: int | None = None

    def name(self) -> str:
        """Returns a short description."""
        attributes = f" {{{self.attributes}}}" if self.attributes else ""
        constants = f" with {', '.join(map(repr, self.constants))}" if self.constants else ""
        return f"{self.op}{attributes} on {', '.join(self.operands)}{constants}"

    def key(self) -> tuple:
        """Returns what the op is apart from the types of its operands."""
        return self.op, self.attributes, self.constants, self.first_constant, len(self.operands)

    def call(self, result: str, names: Sequence[str], ranks: Sequence[str]) -> str:
        """Returns the op, on operands of these names and shapes."""
        *shapes, result_shape = ranks
        types = [tensor(*pair) for pair in zip(shapes, self.operands, strict=True)]
        constants = [f"{result}_{index}" for index in range(len(self.constants))]
        pairs = list(zip(constants, self.constants, strict=True))
        defined = "".join(self._constant(name, value) for name, value in pairs)
        first = len(self.operands) if self.first_constant is None else self.first_constant
        types[first:first] = [self._constant_type(value) for value in self.constants]
        operands = [*names[:first], *constants, *names[first:]]
        return (
            f'{defined}  {result} = "{self.op}"({", ".join(operands)}) '
            f"{{{self.attributes}}} : ({', '.join(types)}) -> {tensor(result_shape, self.result)}\n"
        )

    def _constant(self, name: str, value: Constant) -> str:
        """Returns the definition of a constant, as the frontend has it."""
        type_ = self._constant_type(value)
        if type_ == "none":
            return f'  {name} = "onnx.NoValue"() {{value}} : () -> none\n'
        if type_.startswith("tensor"):
            return f'  {name} = "tosa.const"() {{values = dense<{value}> : {type_}}} : () -> {type_}\n'
        kind = type_.removeprefix("!torch.")
        texts = {
            "int": f"{{value = {value} : i64}}",
            "float": f"{{value = {value!r} : f64}}",
            "bool": f"{{value = {str(value).lower()}}}",
            "str": f'{{value = "{value}"}}',
            "none": "",
        }
        return f'  {name} = "{CONSTANT}{kind}"() {texts[kind]} : () -> {type_}\n'

    def _constant_type(self, value: Constant) -> str:
        if self.op.startswith("tosa."):
            return "tensor<1xi8>"
        if value is None:
            return "!torch.none" if self.op.startswith("torch.") else "none"
        return f"!torch.{type(value).__name__}"

    def expected(self, arguments: Sequence[np.ndarray]) -> np.ndarray:
        """Returns the elements of the result."""
        with np.errstate(all="ignore"):
            return np.asarray(self.function(*arguments)).astype(DTYPES[self.result])

    def defined(self, arguments: Sequence[np.ndarray]) -> np.ndarray:
        """Returns which elements of the result are defined."""
        shape = np.broadcast_shapes(*(argument.shape for argument in arguments))
        if self.is_defined is None:
            return np.ones(shape, bool)
        with np.errstate(all="ignore"):
            return np.broadcast_to(self.is_defined(*arguments), shape)


@dataclass(frozen=True)
class Refusal:
    """An op that the table must not lower, with a part of the error."""

    op: str
    operands: tuple[str, ...]
    result: str
    attributes: str
    error: str
    constants: tuple[Constant, ...] = ()


def each(
    op: str,
    elements: Sequence[str],
    function: Function,
    is_defined: Function | None = None,
    ulps: int = 0,
    attributes: str = "",
    constants: tuple[Constant, ...] = (),
    count: int = 2,
    first_constant: int | None = None,
) -> Iterator[Case]:
    """Yields an op whose operands and result have the same element type, for each type."""
    for element in elements:
        # Complex products and quotients are rounded in several steps.
        distance = max(ulps, 4) if element in COMPLEX else ulps
        operands = (element,) * count
        yield Case(op, operands, element, function, attributes, is_defined, distance, constants, first_constant)


def compare(op: str, elements: Sequence[str], function: Function, attributes: str = "") -> Iterator[Case]:
    """Yields an op that compares, for each element type."""
    for element in elements:
        yield Case(op, (element, element), "i1", function, attributes)


def select(op: str, elements: Sequence[str]) -> Iterator[Case]:
    """Yields an op that selects by its first operand, for each element type."""
    for element in elements:
        yield Case(op, ("i1", element, element), element, np.where)


def tensor(shape: str, element: str) -> str:
    """Returns a tensor type; a shape is a list of dims, each with an `x`: `2x?x`."""
    return f"tensor<{shape}{element}>"


def program(cases: Sequence[Case], shapes: Sequence[str]) -> str:
    """Returns a program that applies ops to the same operands.

    The last shape is that of the results.
    """
    *operand_shapes, result_shape = shapes
    elements = cases[0].operands
    names = [f"%arg{index}" for index in range(len(elements))]
    pairs = zip(names, operand_shapes, elements, strict=True)
    arguments = ", ".join(f"{name}: {tensor(shape, kind)}" for name, shape, kind in pairs)
    results = [f"%r{index}" for index in range(len(cases))]
    types = ", ".join(tensor(result_shape, case.result) for case in cases)
    body = "".join(case.call(result, names, shapes) for case, result in zip(cases, results, strict=True))
    return f"func.func @main({arguments}) -> ({types}) {{\n{body}  return {', '.join(results)} : {types}\n}}\n"


def by_operands(cases: Sequence[Case]) -> Iterator[list[Case]]:
    """Groups cases by the element types of operands."""
    groups: dict[tuple[str, ...], list[Case]] = {}
    for case in cases:
        groups.setdefault(case.operands, []).append(case)
    yield from groups.values()
