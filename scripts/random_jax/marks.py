"""Marks: attributes that say something about an op's results, each another.

An op that stays, or becomes one other op, keeps its mark (docs/limits.md, "Supported input"). For XLA, ops that
differ in marks must not be merged; for IREE they are.
"""

import itertools
import re
from collections.abc import Iterator

from jax._src.interpreters import mlir as jax_mlir
from jaxlib.mlir import ir

from numeric.mutators import ops_of

_FLOATS = re.compile(r"tensor<(?:.*x)?(?:f16|bf16|f32|f64)>")
# Of floats, these ops stay in outputs, as no size is one, or become one other op.
_ELEMENTWISE = frozenset(
    f"stablehlo.{name}"
    for name in (
        "abs", "add", "atan2", "cbrt", "ceil", "clamp", "cosine", "divide", "exponential",
        "exponential_minus_one", "floor", "log", "log_plus_one", "logistic", "maximum", "minimum", "multiply", "negate",
        "power", "remainder", "round_nearest_afz", "round_nearest_even", "rsqrt", "select", "sign", "sine", "sqrt",
        "subtract", "tan", "tanh",
    )
)  # fmt: skip
_BROADCASTING = frozenset(
    f"chlo.broadcast_{name}" for name in ("add", "divide", "maximum", "minimum", "multiply", "power", "subtract")
)
_STAYING = _ELEMENTWISE | _BROADCASTING
# These may become their first operand, or be replaced by what computes the same.
_OTHERS = frozenset(
    f"stablehlo.{name}"
    for name in (
        "broadcast_in_dim", "compare", "convert", "dot_general", "dynamic_broadcast_in_dim", "dynamic_reshape",
        "get_dimension_size", "reshape", "reverse", "transpose",
    )
)  # fmt: skip
# For IREE, these are removed if another one undoes them.
_UNDONE = frozenset({"stablehlo.negate"})
# The operand of these is used if the result is.
_PASSING = ("broadcast_in_dim", "dynamic_broadcast_in_dim", "dynamic_reshape", "reshape", "reverse", "transpose")
_MARK = re.compile(r"mark = \"(\d+)\"")
_ATTRIBUTE = "mhlo.frontend_attributes"


def marked(text: str) -> str:
    """Marks ops of a module in generic form. Ops of floats that stay are written twice, with different marks; each is for
    every other one of the uses."""
    module = _parse(text)
    with module.context, ir.Location.unknown():
        numbers = itertools.count(1)
        for op in ops_of(module):
            if op.name not in _STAYING | _OTHERS or _ATTRIBUTE in op.attributes:
                continue
            _mark(op, next(numbers))
            if op.name in _STAYING:
                uses = list(op.results[0].uses)
                twin = op.clone(ip=ir.InsertionPoint(op))
                _mark(twin, next(numbers))
                for use in uses[1::2]:
                    use.owner.operands[use.operand_number] = twin.results[0]
    return module.get_asm(print_generic_op_form=True)


def missing(text: str, lowered: str, merges: bool) -> str | None:
    """Returns an op of a marked module whose mark is missing in the output, although it is used there.

    If equal ops are merged, any op of the same name and types may have kept its mark instead.
    """
    found = set(_MARK.findall(lowered))
    module = _parse(text)
    kept = {_key(op) for op in ops_of(module) if _mark_of(op) in found}
    for op in _used(module):
        may_be_merged = merges and (_key(op) in kept or op.name in _UNDONE)
        if _mark_of(op) not in found and not may_be_merged:
            return f"the mark of {op.name} is missing"
    return None


def _parse(text: str) -> ir.Operation:
    context = jax_mlir.make_ir_context()
    context.allow_unregistered_dialects = True
    return ir.Module.parse(text, context).operation


def _mark(op: ir.Operation, number: int) -> None:
    op.attributes[_ATTRIBUTE] = ir.DictAttr.get({"mark": ir.StringAttr.get(str(number))})


def _mark_of(op: ir.Operation) -> str:
    """Returns the mark of an op; an empty text if it has none."""
    mark = _MARK.search(str(op.attributes[_ATTRIBUTE])) if _ATTRIBUTE in op.attributes else None
    return mark[1] if mark else ""


def _key(op: ir.Operation) -> tuple[str, ...]:
    return (op.name, *(str(value.type) for value in (*op.operands, *op.results)))


def _used(module: ir.Operation) -> Iterator[ir.Operation]:
    """Yields the ops with marks from which public functions compute their results."""
    functions = {str(op.attributes["sym_name"]): op for op in ops_of(module) if op.name == "func.func"}
    pending = [op for op in functions.values() if "private" not in str(op.attributes.get("sym_visibility"))]
    seen = {str(op.attributes["sym_name"]) for op in pending}
    while pending:
        for op in _needed(pending.pop()):
            if op.name != "func.call":
                yield op
                continue
            callee = str(op.attributes["callee"]).replace("@", '"').rstrip('"') + '"'
            if callee in functions.keys() - seen:
                seen.add(callee)
                pending.append(functions[callee])


def _needed(function: ir.Operation) -> Iterator[ir.Operation]:
    """Yields ops that stay, and calls, from which a function computes its results."""
    body = function.regions[0]
    seen = set()
    pending = [value for block in body for value in block.operations[len(block.operations) - 1].operands]
    while pending:
        owner = pending.pop().owner
        if isinstance(owner, ir.Block) or (op := owner.operation) in seen:
            continue
        seen.add(op)
        stays = op.name in _STAYING and _mark_of(op) and _FLOATS.fullmatch(str(op.results[0].type))
        if stays or op.name == "func.call":
            yield op
        if stays:
            pending += op.operands
        elif op.name.removeprefix("stablehlo.") in _PASSING:
            pending.append(op.operands[0])
