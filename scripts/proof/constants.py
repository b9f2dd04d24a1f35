"""Constants."""

import hashlib
import math
import re
from collections.abc import Sequence

import numpy
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
    "tf.Const",
)
def constant_(run: Run, op: Op, operands: list[Value]) -> Sequence[Value]:
    """Returns known numbers."""
    kind = op.kinds[0]
    attribute = next(op.attributes[name] for name in ("value", "values", "shape") if name in op.attributes)
    attribute = _inline(run, attribute, kind) or attribute
    if isinstance(attribute, (ir.IntegerAttr, ir.BoolAttr)):
        value = attribute.value
        return [Value(kind, (), None, (_item(kind, value),))]
    if isinstance(attribute, ir.DenseIntElementsAttr) and (kind.width or kind.element == "index"):
        shape = list(ir.ShapedType(attribute.type).shape)
        if math.prod(shape) <= MOST_ELEMENTS and (len(shape) < 2 or not attribute.is_splat):
            items = tuple(_item(kind, item) for item in attribute)
            sizes = tuple(constant(size) for size in shape)
            if kind.dims is None:
                return [Value(kind, sizes, None, items)]
            value = run.typed(kind, sizes, None, items)
            if shape and items and attribute.is_splat:
                # In the other program it may have a size that is not known.
                run.theory.assume_same(run.theory.tensor(value), filled(run, attribute, kind, sizes))
            return [value]
    if kind.dims is None:
        return run.opaque(op, operands)
    sizes = tuple(constant(size or 0) for size in kind.dims)
    floats = None
    if is_tracked(kind) and math.prod(kind.dims) <= MOST_ELEMENTS:
        items = _floats_in(attribute, kind, math.prod(kind.dims))
        floats = None if items is None else floats_of_constant(kind, items)
    return [Value(kind, sizes, filled(run, attribute, kind, sizes), floats=floats)]


# The maximum number of integers that are kept of a constant whose elements are not tracked.
_MOST_LISTED = 1024
# The types of resources whose elements are read.
_NUMPY = {
    **{"f16": numpy.float16, "f32": numpy.float32, "f64": numpy.float64},
    **{f"i{bits}": numpy.dtype(f"int{bits}") for bits in (8, 16, 32, 64)},
    **{f"ui{bits}": numpy.dtype(f"uint{bits}") for bits in (8, 16, 32, 64)},
}


def _resource(run: Run, attribute: ir.Attribute) -> bytes | None:
    """Returns the bytes of a resource's elements; `None` of other attributes."""
    found = re.match(r'dense_resource<"?([^">]*)"?>', str(attribute))
    return run.program.resources.get(found[1]) if found else None


def _digest(run: Run, attribute: ir.Attribute) -> str:
    """Returns what tells the elements of a resource from others; nothing of other attributes."""
    elements = _resource(run, attribute)
    return "" if elements is None else f" {hashlib.sha256(elements).hexdigest()}"


def _inline(run: Run, attribute: ir.Attribute, kind: Kind) -> ir.Attribute | None:
    """Returns the elements of a resource; `None` of other attributes, and of other types."""
    elements = _resource(run, attribute)
    if elements is None or kind.element not in _NUMPY or kind.dims is None:
        return None
    numbers = numpy.frombuffer(elements, dtype=_NUMPY[kind.element])
    shape = [dim or 0 for dim in kind.dims]
    if len(numbers) != math.prod(shape):
        return None
    assert run.op is not None
    with run.op.operation.context, run.op.operation.location:
        type_ = ir.Type.parse(kind.element)
        return ir.DenseElementsAttr.get(numpy.reshape(numbers, shape), type=type_).maybe_downcast()


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
        if kind.width is not None:
            scalar = Value(kind, (), None, (_item(kind, item.value),))
            return run.theory.broadcast(scalar, (), sizes)
        return run.theory.broadcast(_scalar(kind, item), (), sizes)
    if isinstance(attribute, (ir.IntegerAttr, ir.FloatAttr, ir.BoolAttr)):
        return run.theory.broadcast(_scalar(kind, attribute), (), sizes)
    if complex_number := re.match(r"dense<(\([^()]*\))> : tensor<[^c]*(complex<\w+>)>$", str(attribute)):
        number, element = complex_number.groups()
        scalar = Value(kind, (), z3.Const(f"constant {number} : {element}", TENSOR))
        return run.theory.broadcast(scalar, (), sizes)
    term = z3.Const(f"constant {attribute}{_digest(run, attribute)}", TENSOR)
    is_listed = isinstance(attribute, ir.DenseIntElementsAttr) and len(attribute) <= _MOST_LISTED
    if is_listed and not kind.is_truth and run.theory.is_new(term):
        run.theory.listed[term] = tuple(constant(int(item)) for item in attribute)
    return term


def _scalar(kind: Kind, item: ir.Attribute) -> Value:
    """Returns one number."""
    floats = None
    if is_tracked(kind) and isinstance(item, ir.FloatAttr):
        floats = floats_of_constant(kind, [item.value])
    return Value(kind, (), z3.Const(f"constant {item}", TENSOR), floats=floats)


def float_scalar(run: Run, kind: Kind, item: float) -> Value:
    """Returns a float that is known."""
    return _scalar(kind, _float(run, kind.element, item))


def known_float(run: Run, kind: Kind, item: float) -> z3.ExprRef:
    """Returns the term of a float that is known."""
    return filled(run, _float(run, kind.element, item), kind, ())


def zero_of(run: Run, element: str) -> Value:
    """Returns the scalar 0 of a type of truth values or numbers."""
    kind = Kind(element, ())
    if kind.is_truth:
        return Value(kind, (), None, (False,))
    if kind.width is not None:
        return Value(kind, (), None, (constant(0),))
    if element.startswith("complex"):
        return Value(kind, (), known_complex(run, kind, (0.0, 0.0)))
    return float_scalar(run, kind, 0.0)


def known_complex(run: Run, kind: Kind, parts: Sequence[float]) -> z3.ExprRef:
    """Returns the term of a complex number that is known."""
    element = kind.element.removeprefix("complex<").removesuffix(">")
    texts = [str(_float(run, element, part)).split(" ")[0] for part in parts]
    return z3.Const(f"constant ({','.join(texts)}) : {kind.element}", TENSOR)


def _float(run: Run, element: str, item: float) -> ir.FloatAttr:
    assert run.op is not None
    location = run.op.operation.location
    return ir.FloatAttr.get(ir.Type.parse(element, location.context), item, location)


def _item(kind: Kind, value: int | bool) -> Element:
    if kind.is_truth:
        return bool(value)
    return constant(int(value))
