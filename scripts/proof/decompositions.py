"""CHLO's functions, as OpenXLA's own pass writes them in ops of StableHLO.

An output that lacks such an op must compute the same ops on the same constants. The pass is
jaxlib's; it shares no code with the tool.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from jax._src.interpreters import mlir as jax_mlir
from jaxlib.mlir import ir
from jaxlib.mlir.dialects import stablehlo
from jaxlib.mlir.passmanager import PassManager

from .interpret import Run
from .reader import Op
from .theory import Kind, Value

_PASS = "builtin.module(func.func(chlo-legalize-to-stablehlo))"
FLOATS = ("f16", "bf16", "f32", "f64")
# The functions of `math` that are CHLO's.
_MATH = ("acos", "acosh", "asin", "asinh", "atan", "atanh", "cosh", "erf", "erfc", "sinh")


def decomposed(run: Run, op: Op, operands: Sequence[Value]) -> list[Value] | None:
    """Returns what an op of CHLO computes, by the ops that the pass makes of it.

    `None` if the output may keep the op, or the pass does not know it.
    """
    if op.name not in run.written_out or any(operand.sizes is None for operand in operands):
        return None
    dialect, name = op.name.split(".")
    if dialect == "math" and name not in _MATH or not _is_followed(name, operands[0].kind):
        return None
    kinds = [Kind.sized(operand.kind.element, operand.sizes or ()) for operand in operands]
    results = [Kind(kind.element, kind.dims or ()) for kind in op.kinds]
    if name != "top_k":
        results = [Kind(kind.element, kinds[0].dims) for kind in op.kinds]
    attributes = f"{{k = {op.integer('k')} : i64}}" if name == "top_k" else ""
    types = [tuple(map(_type, group)) for group in (kinds, results)]
    module = _module(f"chlo.{name}", attributes, *types)
    if module is None:
        return None
    run.followed.add(op.name)
    (function,) = module.body.operations
    arguments = [
        Value(kind, operand.sizes, operand.tensor, operand.elements, floats=operand.floats)
        for kind, operand in zip(kinds, operands)
    ]
    found = run.region(function.regions[0], arguments)
    return [
        run.typed(kind, value.sizes or (), value.tensor, value.elements)
        for value, kind in zip(found, op.kinds, strict=True)
    ]


def _is_followed(name: str, kind: Kind) -> bool:
    """Returns whether outputs compute the same ops as the pass, on these elements."""
    element = kind.element
    if name == "mulhi":
        # Unsigned numbers, and halves of products of 128 bits, have other forms.
        return kind.width is not None and kind.width.bits < 64 and not element.startswith("u")
    # The pass does not know all narrower floats.
    is_known = element in FLOATS or element in map("complex<{}>".format, FLOATS)
    return name == "top_k" or is_known and (name != "asinh" or element in FLOATS)


def _type(kind: Kind) -> str:
    sizes = "".join(f"{'?' if dim is None else dim}x" for dim in kind.dims or ())
    return f"tensor<{sizes}{kind.element}>"


@lru_cache(maxsize=256)
def _module(
    name: str, attributes: str, operands: tuple[str, ...], results: tuple[str, ...]
) -> ir.Module | None:
    """Returns a function that consists of an op, after the pass; `None` if the op stays."""
    stablehlo.register_stablehlo_passes()
    arguments = [f"%{index}" for index in range(len(operands))]
    declared = ", ".join(f"{name}: {type_}" for name, type_ in zip(arguments, operands))
    returned = ", ".join(f"%result#{index}" for index in range(len(results)))
    types = ", ".join(results)
    text = f"""\
func.func @main({declared}) -> ({types}) {{
  %result:{len(results)} = "{name}"({", ".join(arguments)}) {attributes} : \
({", ".join(operands)}) -> ({types})
  return {returned} : {types}
}}
"""
    context = jax_mlir.make_ir_context()
    with context, ir.Location.unknown():
        try:
            module = ir.Module.parse(text)
            PassManager.parse(_PASS).run(module.operation)
        except ir.MLIRError:
            return None
    return None if f"{name} " in str(module) else module
