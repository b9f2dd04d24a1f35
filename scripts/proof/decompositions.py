"""CHLO's functions, as OpenXLA's own pass writes them in ops of StableHLO.

An output that lacks such an op must compute the same ops on the same constants. The pass is
jaxlib's; it shares no code with the tool.
"""

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
stablehlo.register_stablehlo_passes()
FLOATS = ("f16", "bf16", "f32", "f64")
# Floats of 8 bits that have a NaN, and its bits. Where these are a sign alone, zero has no sign.
NARROW = {
    **{"f8E3M4": 0x78, "f8E4M3": 0x7C, "f8E4M3FN": 0x7F, "f8E5M2": 0x7E},
    **{"f8E4M3B11FNUZ": 0x80, "f8E4M3FNUZ": 0x80, "f8E5M2FNUZ": 0x80},
}
# Functions of floats of 8 bits that outputs compute as those of `f32`.
_IN_MORE_BITS = (
    *("acos", "acosh", "asin", "asinh", "atan", "atanh", "bessel_i1e", "cosh", "digamma", "erf", "erf_inv"),
    *("erfc", "lgamma", "polygamma", "sinh", "square", "tan", "zeta"),
)
# Functions of `math` that CHLO lacks.
_OF_2 = ("exp2", "log2")
# The functions of `math` that are CHLO's.
_MATH = ("acos", "acosh", "asin", "asinh", "atan", "atanh", "cosh", "erf", "erfc", "sinh")


def decomposed(run: Run, op: Op, operands: Sequence[Value]) -> list[Value] | None:
    """Returns what an op of CHLO computes, by the ops that the pass makes of it.

    `None` if the output may keep the op, or the pass does not know it.
    """
    if op.name not in run.written_out or any(operand.sizes is None for operand in operands):
        return None
    dialect, name = op.name.split(".")
    if dialect == "stablehlo" and name == "tan":
        # What the pass makes of CHLO's.
        return None
    if dialect == "math" and name not in (*_MATH, *_OF_2) or not _is_followed(name, operands[0].kind):
        return None
    kinds = [Kind.sized(operand.kind.element, operand.sizes or ()) for operand in operands]
    results = [Kind(kind.element, kind.dims or ()) for kind in op.kinds]
    if name != "top_k":
        results = [Kind(kind.element, kinds[0].dims) for kind in op.kinds]
    attributes = f"{{k = {op.integer('k')} : i64}}" if name == "top_k" else ""
    types = [tuple(map(_type, group)) for group in (kinds, results)]
    own = _own_definition(name, kinds[0], types[0][0])
    module = _passed(own) if own else _module(f"chlo.{name}", attributes, *types)
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
    """Returns whether outputs compute the same ops as the pass, or as a definition, on these elements."""
    element = kind.element
    if name in _OF_2:
        return element in FLOATS
    if name in ("mulhi", "top_k"):
        return name == "top_k" or kind.width is not None
    if element in FLOATS or element in map("complex<{}>".format, FLOATS):
        return True
    return element in NARROW and name in ("next_after", *_IN_MORE_BITS)


def _own_definition(name: str, kind: Kind, type_: str) -> str | None:
    """Writes a function for an op that outputs compute in another way than the pass."""
    element = kind.element
    if name in _OF_2:
        return _of_2(name, type_, element)
    if element in NARROW:
        return narrow_step(type_, element) if name == "next_after" else _in_more_bits(name, type_, element)
    if name == "mulhi" and kind.width is not None:
        if kind.width.bits == 64:
            return halves_product(type_, kind.width.bits, kind.width.is_signed)
        return None if kind.width.is_signed else _wide_product(type_, kind.width.bits)
    if name == "asinh" and element.startswith("complex"):
        return _RIGHT_ANGLE.format(type=type_, real=type_.replace(element, element[len("complex<") : -1]))
    return None


def _type(kind: Kind) -> str:
    sizes = "".join(f"{'?' if dim is None else dim}x" for dim in kind.dims or ())
    return f"tensor<{sizes}{kind.element}>"


@lru_cache(maxsize=256)
def _module(name: str, attributes: str, operands: tuple[str, ...], results: tuple[str, ...]) -> ir.Module | None:
    """Returns a function that consists of an op, after the pass; `None` if the op stays."""
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
    try:
        module = _passed(text)
    except ir.MLIRError:
        return None
    return None if f"{name} " in str(module) else module


@lru_cache(maxsize=256)
def _passed(text: str) -> ir.Module:
    """Returns a program after the pass."""
    context = jax_mlir.make_ir_context()
    with context, ir.Location.unknown():
        module = ir.Module.parse(text)
        PassManager.parse(_PASS).run(module.operation)
    return module


# Bits, read as integers, count away from zero. Where the sign alone is NaN, the step from the least
# negative number to it ends at zero instead.
_STEP = """\
func.func @step(%x: {floats}, %y: {floats}) -> {floats} {{
  %a = stablehlo.bitcast_convert %x : ({floats}) -> {bits}
  %b = stablehlo.bitcast_convert %y : ({floats}) -> {bits}
  %magnitude = "chlo.constant_like"(%a) {{value = 127 : i8}} : ({bits}) -> {bits}
  %sign = "chlo.constant_like"(%a) {{value = -128 : i8}} : ({bits}) -> {bits}
  %zero = "chlo.constant_like"(%a) {{value = 0 : i8}} : ({bits}) -> {bits}
  %one = "chlo.constant_like"(%a) {{value = 1 : i8}} : ({bits}) -> {bits}
  %minus_one = "chlo.constant_like"(%a) {{value = -1 : i8}} : ({bits}) -> {bits}
  %nan = "chlo.constant_like"(%x) {{value = {nan} : {element}}} : ({floats}) -> {floats}
  %m = stablehlo.and %a, %magnitude : {bits}
  %n = stablehlo.and %b, %magnitude : {bits}
  %s = stablehlo.and %a, %sign : {bits}
  %t = stablehlo.and %b, %sign : {bits}
  %less = stablehlo.compare GT, %m, %n : ({bits}, {bits}) -> {truths}
  %across = stablehlo.compare NE, %s, %t : ({bits}, {bits}) -> {truths}
  %inward = stablehlo.or %less, %across : {truths}
  %step = stablehlo.select %inward, %minus_one, %one : {truths}, {bits}
  %stepped = stablehlo.add %a, %step : {bits}
  %least = stablehlo.or %t, %one : {bits}
  %to_zero = stablehlo.compare EQ, %n, %zero : ({bits}, {bits}) -> {truths}
  %first = stablehlo.select %to_zero, %b, %least : {truths}, {bits}
  %from_zero = stablehlo.compare EQ, %m, %zero : ({bits}, {bits}) -> {truths}
  %next = stablehlo.select %from_zero, %first, %stepped : {truths}, {bits}
  %is_sign = stablehlo.compare EQ, %next, %sign : ({bits}, {bits}) -> {truths}
  %unsigned = stablehlo.select %is_sign, %zero, %next : {truths}, {bits}
  %is_there = stablehlo.compare EQ, %x, %y : ({floats}, {floats}) -> {truths}
  %number = stablehlo.select %is_there, %b, {next} : {truths}, {bits}
  %is_x_nan = stablehlo.compare NE, %x, %x : ({floats}, {floats}) -> {truths}
  %is_y_nan = stablehlo.compare NE, %y, %y : ({floats}, {floats}) -> {truths}
  %is_nan = stablehlo.or %is_x_nan, %is_y_nan : {truths}
  %nan_bits = stablehlo.bitcast_convert %nan : ({floats}) -> {bits}
  %found = stablehlo.select %is_nan, %nan_bits, %number : {truths}, {bits}
  %result = stablehlo.bitcast_convert %found : ({bits}) -> {floats}
  return %result : {floats}
}}
"""


def narrow_step(floats: str, element: str) -> str:
    """Writes a function that steps from floats of 8 bits to those next to them towards others, which are
    tensors of this type. `wrong_definitions` runs it on all of them."""
    nan = NARROW[element]
    return _STEP.format(
        floats=floats,
        bits=floats.replace(element, "i8"),
        truths=floats.replace(element, "i1"),
        element=element,
        nan=f"0x{nan:02X}",
        next="%unsigned" if nan == 0x80 else "%next",
    )


def _in_more_bits(name: str, floats: str, element: str) -> str:
    """Writes a function of floats that is computed in `f32`."""
    wide = floats.replace(element, "f32")
    count = 2 if name in ("polygamma", "zeta") else 1
    names = [f"%x{index}" for index in range(count)]
    converted = "\n".join(f"  %w{at} = stablehlo.convert {it} : ({floats}) -> {wide}" for at, it in enumerate(names))
    return f"""\
func.func @wide({", ".join(f"{it}: {floats}" for it in names)}) -> {floats} {{
{converted}
  %f = "chlo.{name}"({", ".join(f"%w{at}" for at in range(count))}) : ({", ".join([wide] * count)}) -> {wide}
  %r = stablehlo.convert %f : ({wide}) -> {floats}
  return %r : {floats}
}}
"""


def _of_2(name: str, floats: str, element: str) -> str:
    """Writes a power of 2, or a logarithm, which is a whole number for such a power."""
    wide = floats.replace(element, "f64" if element == "f64" else "f32")
    of = floats if name == "exp2" else wide
    scalar = "f64" if element == "f64" else "f32"
    two = f'"chlo.constant_like"(%w) {{value = 2.0 : {element if of == floats else scalar}}} : ({of}) -> {of}'
    if name == "exp2":
        lines = [f"%w = stablehlo.optimization_barrier %x : {floats}", f"%two = {two}"]
        lines.append(f"%r = stablehlo.power %two, %w : {floats}")
    else:
        lines = [
            f"%w = stablehlo.convert %x : ({floats}) -> {wide}",
            f"%two = {two}",
            f"%a = stablehlo.log %w : {wide}",
            f"%b = stablehlo.log %two : {wide}",
            f"%q = stablehlo.divide %a, %b : {wide}",
        ]
        truths = floats.replace(element, "i1")
        lines += [
            f"%n = stablehlo.round_nearest_even %q : {wide}",
            f"%p = stablehlo.power %two, %n : {wide}",
            f"%is = stablehlo.compare EQ, %p, %w : ({wide}, {wide}) -> {truths}",
            f"%s = stablehlo.select %is, %n, %q : {truths}, {wide}",
            f"%r = stablehlo.convert %s : ({wide}) -> {floats}",
        ]
    body = "\n  ".join(lines)
    return f"func.func @of_2(%x: {floats}) -> {floats} {{\n  {body}\n  return %r : {floats}\n}}\n"


# `asinh(z)` is `-i asin(iz)`.
_RIGHT_ANGLE = """\
func.func @asinh(%z: {type}) -> {type} {{
  %a = stablehlo.real %z : ({type}) -> {real}
  %b = stablehlo.imag %z : ({type}) -> {real}
  %c = stablehlo.negate %b : {real}
  %turned = stablehlo.complex %c, %a : {type}
  %found = chlo.asin %turned : {type} -> {type}
  %d = stablehlo.real %found : ({type}) -> {real}
  %e = stablehlo.imag %found : ({type}) -> {real}
  %f = stablehlo.negate %d : {real}
  %back = stablehlo.complex %e, %f : {type}
  return %back : {type}
}}
"""


def _wide_product(integers: str, bits: int) -> str:
    """Writes the upper half of a product of integers without a sign, in twice as many bits."""
    unsigned, wide = (integers.replace(f"ui{bits}", it) for it in (f"ui{2 * bits}", f"i{2 * bits}"))
    plain = integers.replace("ui", "i")
    return f"""\
func.func @mulhi(%a: {integers}, %b: {integers}) -> {integers} {{
  %c = stablehlo.convert %a : ({integers}) -> {unsigned}
  %d = stablehlo.convert %b : ({integers}) -> {unsigned}
  %e = stablehlo.bitcast_convert %c : ({unsigned}) -> {wide}
  %f = stablehlo.bitcast_convert %d : ({unsigned}) -> {wide}
  %product = stablehlo.multiply %e, %f : {wide}
  %bits = "chlo.constant_like"(%product) {{value = {bits} : i{2 * bits}}} : ({wide}) -> {wide}
  %upper = stablehlo.shift_right_logical %product, %bits : {wide}
  %narrow = stablehlo.convert %upper : ({wide}) -> {plain}
  %result = stablehlo.bitcast_convert %narrow : ({plain}) -> {integers}
  return %result : {integers}
}}
"""


# Halves are numbers: a = a1 * 2^h + a0, and so is b. Each sum fits.
_HALVES = """\
func.func @mulhi(%a: {integers}, %b: {integers}) -> {integers} {{
  %x = stablehlo.bitcast_convert %a : ({integers}) -> {plain}
  %y = stablehlo.bitcast_convert %b : ({integers}) -> {plain}
  %h = "chlo.constant_like"(%x) {{value = {half} : i{bits}}} : ({plain}) -> {plain}
  %mask = "chlo.constant_like"(%x) {{value = {mask} : i{bits}}} : ({plain}) -> {plain}
  %a1 = stablehlo.{shift} %x, %h : {plain}
  %a0 = stablehlo.and %x, %mask : {plain}
  %b1 = stablehlo.{shift} %y, %h : {plain}
  %b0 = stablehlo.and %y, %mask : {plain}
  %low = stablehlo.multiply %a0, %b0 : {plain}
  %carry = stablehlo.shift_right_logical %low, %h : {plain}
  %one = stablehlo.multiply %a1, %b0 : {plain}
  %middle = stablehlo.add %one, %carry : {plain}
  %middle1 = stablehlo.{shift} %middle, %h : {plain}
  %middle0 = stablehlo.and %middle, %mask : {plain}
  %other = stablehlo.multiply %a0, %b1 : {plain}
  %last = stablehlo.add %other, %middle0 : {plain}
  %last1 = stablehlo.{shift} %last, %h : {plain}
  %high = stablehlo.multiply %a1, %b1 : {plain}
  %sum = stablehlo.add %high, %middle1 : {plain}
  %upper = stablehlo.add %sum, %last1 : {plain}
  %result = stablehlo.bitcast_convert %upper : ({plain}) -> {integers}
  return %result : {integers}
}}
"""


def halves_product(integers: str, bits: int, is_signed: bool) -> str:
    """Writes the upper half of a product by products of halves; `wrong_definitions` runs it on all integers
    of 8 bits."""
    return _HALVES.format(
        integers=integers,
        plain=integers.replace("ui", "i"),
        bits=bits,
        half=bits // 2,
        mask=2 ** (bits // 2) - 1,
        shift="shift_right_arithmetic" if is_signed else "shift_right_logical",
    )
