"""Ops on each element, most of which broadcast."""

from __future__ import annotations

from ..generate import ANY, INTEGERS, NUMBERS, REAL, Generator, NotPossible


def unary(g: Generator) -> str:
    x = g.pick(NUMBERS)
    return g.one_of(f"-{x}", f"jnp.abs({x})", f"jnp.sign({x})", f"{x} + 1", f"jnp.square({x}) + 1")


def arithmetic(g: Generator) -> str:
    x = g.pick(NUMBERS)
    return f"summed({x} {g.one_of('+', '-', '*')} {g.like(x)})"


def extremes(g: Generator) -> str:
    x = g.pick("biuf")
    return f"jnp.{g.one_of('maximum', 'minimum')}({x}, {g.like(x)})"


def clip(g: Generator) -> str:
    x = g.pick(REAL)
    low, high = sorted((g.number(0, 9), g.number(0, 9)))
    return g.one_of(
        f"jnp.clip({x}, {low}, {high})", f"lax.clamp(fill({x}, {low}), {x}, fill({x}, {high}))"
    )


def where(g: Generator) -> str:
    x = g.pick()
    c = g.pick(REAL)
    return f"jnp.where({c} > {g.number(-1, 3)}, {x}, {g.like(x)})"


def select_n(g: Generator) -> str:
    x = g.pick(NUMBERS)
    y = g.pick(INTEGERS, test=lambda v: v.type.shape == x.type.shape)
    return f"lax.select_n(to(jnp.clip({y}, 0, 2), jnp.int32), {x}, {x} + 1, {x} * 2)"


def comparison(g: Generator) -> str:
    x = g.pick("biuf")
    return f"{x} {g.one_of('<', '<=', '>', '>=', '==', '!=')} {g.like(x)}"


def bits(g: Generator) -> str:
    x = g.pick("biu")
    return g.one_of(f"~{x}", f"{x} & {g.like(x)}", f"{x} | {g.like(x)}", f"{x} ^ {g.like(x)}")


def bit_counts(g: Generator) -> str:
    x = g.pick(INTEGERS)
    return g.one_of(f"lax.clz({x})", f"lax.population_count({x})")


def shifts(g: Generator) -> str:
    x = g.pick(INTEGERS)
    amount = f"jnp.clip({g.like(x)}, 0, {g.number(1, 7)})"
    function = g.one_of("left_shift", "right_shift")
    return f"jnp.{function}({x}, {amount})"


def logical_shifts(g: Generator) -> str:
    x = g.pick(INTEGERS)
    return f"lax.{g.one_of('shift_right_logical', 'shift_right_arithmetic', 'shift_left')}({x}, fill({x}, {g.number(0, 9)}))"


def integer_division(g: Generator) -> str:
    x = g.pick(INTEGERS)
    y = f"nonzero({g.like(x)})"
    return g.one_of(f"{x} // {y}", f"{x} % {y}", f"lax.div(*jnp.broadcast_arrays({x}, {y}))", f"lax.rem(*jnp.broadcast_arrays({x}, {y}))")


def division_by_constants(g: Generator) -> str:
    x = g.pick(INTEGERS)
    return f"{x} {g.one_of('//', '%')} {g.one_of(2, 3, 7, 100)}"


def float_division(g: Generator) -> str:
    x = g.pick("fc")
    return f"rounded({x} / nonzero({g.like(x)}))"


def float_remainder(g: Generator) -> str:
    x = g.pick("f")
    return f"bounded({x}) % {g.number(2, 5)}"


def exponentials(g: Generator) -> str:
    x = g.real()
    name = g.one_of("exp", "expm1", "tanh", "sin", "cos", "arctan")
    return f"rounded(jnp.{name}({x}))"


def roots(g: Generator) -> str:
    x = g.real()
    return f"rounded({g.one_of('jnp.sqrt', 'jnp.log', 'lax.rsqrt', 'jnp.log1p', 'jnp.cbrt')}(jnp.abs({x}) + 1))"


def activations(g: Generator) -> str:
    x = g.real()
    name = g.one_of("relu", "sigmoid", "gelu", "silu", "softplus", "leaky_relu", "elu")
    return f"rounded(jax.nn.{name}({x}))"


def special(g: Generator) -> str:
    return f"rounded(jax.scipy.special.{g.one_of('erf', 'erfc', 'expit', 'logit')}({g.real()} * 0.04 + 0.5))"


def powers(g: Generator) -> str:
    x = g.pick(NUMBERS)
    return f"rounded(lax.integer_pow({x}, {g.number(2, 3)}))"


def rounding(g: Generator) -> str:
    x = g.pick("f")
    return f"jnp.{g.one_of('floor', 'ceil', 'round', 'trunc')}(summed({x} / 2))"


def conversion(g: Generator) -> str:
    return f"to({g.pick()}, {g.element()})"


def wrapping_conversion(g: Generator) -> str:
    x = g.pick("biu")
    return f"rounded({x}.astype({g.element('biuf')}))"


def same_bits(g: Generator) -> str:
    x = g.pick("iuf")
    size = x.type.dtype.itemsize
    others = [name for name in g.elements if name != "bool" and name != "complex64"]
    others = [name for name in others if f"{8 * size}" in name and ("int" in name)]
    if not others:
        raise NotPossible
    return f"lax.bitcast_convert_type({x}, jnp.{g.one_of(*others)})"


def complex_parts(g: Generator) -> str:
    x = g.pick("c")
    return g.one_of(f"{x}.real", f"{x}.imag", f"jnp.conj({x})", f"lax.complex({x}.imag, {x}.real)")


def finite(g: Generator) -> str:
    x = g.pick("f")
    return g.one_of(f"jnp.isnan({x})", f"jnp.isfinite({x})", f"jnp.nan_to_num({x})")


def rank_promotion(g: Generator) -> str:
    x, y = g.pick(NUMBERS, range(1, 2)), g.pick(NUMBERS, range(1, 2))
    return f"summed(bounded({x})[:, None] {g.one_of('+', '-', '*')} to({y}, {x.element})[None, :])"


def sizes_as_numbers(g: Generator) -> str:
    x = g.pick(ANY, range(1, 4))
    size = f"size_of({x}, {g.axis(x)}, {g.element('iuf')})"
    way = g.one_of("{}", "{} + 100", "{} * 2 - 7", "{} // 3", "{} % 5", "-{}", "jnp.maximum({}, 2) - 1")
    return way.format(size) + g.one_of("", f" + jnp.int8({g.number(0, 9)})")


def size_comparisons(g: Generator) -> str:
    x, y = g.pick(ANY, range(1, 4)), g.pick(ANY, range(1, 4))
    element = g.element("biuf")
    size = f"size_of({x}, {g.axis(x)}, {element})"
    other = f"size_of({y}, {g.axis(y)}, {element})"
    return f"jnp.where({size} {g.one_of('<', '>=', '==')} {other}, {x}, {g.like(x)})"


FAMILIES = (
    unary, arithmetic, extremes, clip, where, select_n, comparison, bits, bit_counts, shifts, logical_shifts,
    integer_division, division_by_constants, float_division, float_remainder, exponentials, roots, activations,
    special, powers, rounding, conversion, wrapping_conversion, same_bits, complex_parts, finite, rank_promotion,
    sizes_as_numbers, size_comparisons,
)  # fmt: skip
