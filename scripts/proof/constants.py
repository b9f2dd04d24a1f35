"""Constants."""

from __future__ import annotations

import math
from collections.abc import Sequence

import z3
from jaxlib.mlir import ir

from .floats import floats_of_constant, is_tracked
from .interpret import Run, handles
from .number import Number, constant
from .reader import Op
from .theory import MOST_ELEMENTS, TENSOR, Element, Kind, Value


@handles(
    "stablehlo.constant",
    "arith.constant",
    "chlo.constant",
    "tosa.const",
    "tosa.const_shape",
    "shape.const_shape",
    "shape.const_size",
)
def constant_(run: Run, op: Op, operands: list[Value]) -> Sequence[Value]:
    """Returns known numbers."""
    kind = op.kinds[0]
    attribute = next(
        op.attributes[name] for name in ("value", "values", "shape") if name in op.attributes
    )
    if isinstance(attribute, (ir.IntegerAttr, ir.BoolAttr)):
        value = attribute.value
        return [Value(kind, (), None, (_item(kind, value),))]
    if isinstance(attribute, ir.DenseIntElementsAttr) and (kind.width or kind.element == "index"):
        shape = list(ir.ShapedType(attribute.type).shape)
        if math.prod(shape) <= MOST_ELEMENTS and (len(shape) < 2 or not attribute.is_splat):
            items = tuple(_item(kind, item) for item in attribute)
            sizes = tuple(constant(size) for size in shape)
            return [
                run.typed(kind, sizes, None, items)
                if kind.dims is not None
                else Value(kind, sizes, None, items)
            ]
    if kind.dims is None:
        return run.opaque(op, operands)
    sizes = tuple(constant(size or 0) for size in kind.dims)
    floats = None
    if is_tracked(kind) and math.prod(kind.dims) <= MOST_ELEMENTS:
        items = _floats_in(attribute, kind, math.prod(kind.dims))
        floats = None if items is None else floats_of_constant(kind, items)
    return [Value(kind, sizes, filled(run, attribute, kind, sizes), floats=floats)]


def _floats_in(attribute: ir.Attribute, kind: Kind, count: int) -> list[float] | None:
    if isinstance(attribute, ir.FloatAttr):
        return [attribute.value]
    if not isinstance(attribute, ir.DenseFPElementsAttr):
        return None
    if attribute.is_splat:
        return [attribute.get_splat_value().value] * count
    # jaxlib reads no others one by one.
    return list(attribute) if kind.element in ("f32", "f64") else None


def filled(run: Run, attribute: ir.Attribute, kind: Kind, sizes: Sequence[Number]) -> z3.ExprRef:
    """Returns the term of a constant; one value for all elements is a broadcast of it."""
    if isinstance(attribute, ir.DenseElementsAttr) and attribute.is_splat:
        item = attribute.get_splat_value()
        scalar = Value(kind, (), z3.Const(f"constant {item}", TENSOR))
        if kind.width is not None:
            scalar = Value(kind, (), None, (_item(kind, item.value),))
        return run.theory.broadcast(scalar, (), sizes)
    if isinstance(attribute, (ir.IntegerAttr, ir.FloatAttr, ir.BoolAttr)):
        scalar = Value(kind, (), z3.Const(f"constant {attribute}", TENSOR))
        return run.theory.broadcast(scalar, (), sizes)
    return z3.Const(f"constant {attribute}", TENSOR)


def _item(kind: Kind, value: int | bool) -> Element:
    if kind.is_truth:
        return bool(value)
    return constant(int(value))
