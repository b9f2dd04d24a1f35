"""Narrow and unsigned numbers, powers, means, quotients and products of them."""

from __future__ import annotations

from ..generate import ANY, INTEGERS, REAL, Generator

SOME = range(1, 4)
_NARROW = ("int8", "uint8", "int16", "uint16")


def _narrow_number(g: Generator) -> str:
    """Returns a number of 8 or 16 bits: a size, or one of a tensor, which may be negative."""
    narrow = f"jnp.{g.one_of(*_NARROW)}"
    x = g.pick(ANY, SOME)
    size = f"size_of({x}, {g.axis(x)}, {narrow})"
    return g.one_of(f"{g.index()}.astype({narrow})", size, f"-{size}", f"{size} - {narrow}({g.number(1, 9)})")


def _widened(g: Generator, name: str) -> str:
    """Widens a number, with its sign or without it, in one step or two."""
    steps = g.one_of(
        (), ("uint8",), ("uint16",), ("int16",), ("int16", "uint16"), ("int8",), ("int8", "uint16"),
        ("uint8", "int16"), ("int8", "uint32"), ("int8", "int16", "uint8"), ("uint16", "int8"),
    )  # fmt: skip
    return name + "".join(f".astype(jnp.{step})" for step in steps) + ".astype(jnp.int32)"


def widths_compared(g: Generator) -> str:
    """One number that is widened in two ways, which differ if it is negative or wraps."""
    x = g.pick(ANY, SOME)
    first, second = _widened(g, "b"), _widened(g, "b")
    test = f"{first} {g.one_of('==', '!=', '<', '<=', '>', '>=')} {second}"
    use = g.one_of(
        f"jnp.where({test}, {x}, {g.like(x)})",
        f"lax.cond({test}, lambda: {x}, lambda: jnp.flip({x}, {g.axis(x)}))",
        f"(jnp.arange({x}.shape[0]) < {first}) & (jnp.arange({x}.shape[0]) >= {second})",
        f"jnp.stack([{first}, {second}, {first} - {second}, {first} * {second}])",
        f"jnp.maximum({first}, {second}) - jnp.minimum({first}, {second})",
    )
    return f"(lambda b: {use})({_narrow_number(g)})"


def widths_as_positions(g: Generator) -> str:
    """Slices and updates that begin where one number says in several widths."""
    x = g.pick(ANY, SOME)
    axis = g.axis(x)
    first, second = _widened(g, "b"), _widened(g, "b")
    start = g.one_of(first, f"{first} - {second}", f"jnp.minimum({first}, {second})", f"{first} // 2 + {second} % 3")
    use = g.one_of(
        f"lax.dynamic_slice_in_dim({x}, {start}, 1, {axis})",
        f"lax.dynamic_update_slice_in_dim({x}, {x}[{':, ' * axis}:1], {start}, {axis})",
        f"jnp.take({x}, jnp.stack([{first}, {second}]), axis={axis}, mode='{g.one_of('clip', 'fill', 'wrap')}')",
        f"{x}.at[{':, ' * axis}{start}].set(1, mode='drop')",
    )
    return f"(lambda b: {use})({_narrow_number(g)})"


def size_arithmetic(g: Generator) -> str:
    """Numbers of one size in two widths, which may wrap in one of them."""
    x, y = g.pick(ANY, SOME), g.pick(ANY, SOME)
    axis = g.axis(x)
    sizes = [f"size_of({x}, {axis}, jnp.{g.one_of(*_NARROW)})" for _ in range(2)]
    op = g.one_of("+", "-", "*")
    changed = [f"({size} {op} {size})" if g.source.random() < 0.5 else size for size in sizes]
    first, second = (_widened(g, size) for size in changed)
    return g.one_of(
        f"jnp.where({first} {g.one_of('<', '==', '>=')} {second}, {y}, {g.like(y)})",
        f"jnp.stack([{first}, {second}, {x}.shape[{axis}] - {first}])",
        f"lax.dynamic_slice_in_dim({y}, {first} - {second}, 1, {g.axis(y)})",
    )


def integer_powers(g: Generator) -> str:
    x = g.pick(INTEGERS)
    y = g.pick(INTEGERS, test=lambda v: v.type.shape == x.type.shape)
    exponent = f"to(jnp.clip({y}, 0, {g.number(1, 9)}), {x.element})"
    return g.one_of(
        f"jnp.power({x}, {exponent})", f"lax.pow({x}, {exponent})", f"{x} ** {g.number(0, 5)}",
        f"lax.integer_pow({x}, {g.number(4, 9)})",
    )  # fmt: skip


def negative_powers(g: Generator) -> str:
    """Powers of floats with exponents that are negative, or of another type."""
    x = g.pick("f")
    base = f"(jnp.abs(bounded({x})) + 1)"
    y = g.pick("iuf", test=lambda v: v.type.shape == x.type.shape)
    element = g.one_of("jnp.int32", "jnp.int8", x.element)
    exponent = f"to(jnp.clip(bounded({y}), {0 if y.kind == 'u' else -3}, 3), {element})"
    return g.one_of(
        f"rounded(lax.integer_pow({g.one_of(base, f'nonzero(bounded({x}))')}, {g.number(-4, -1)}))",
        f"rounded({base} ** {g.one_of(-2, -1, -0.5, 0.5, 0, 2.0)})",
        f"rounded(lax.pow({base}, {exponent}))",
        f"rounded(jnp.power({base}, {exponent}))",
    )


def integer_means(g: Generator) -> str:
    """Of numbers whose sums floats hold."""
    x = g.pick("biu", SOME, lambda v: v.type.dtype.itemsize < 4)
    axis = g.axis(x)
    element = g.element("iu")
    total = f"jnp.sum({x}, {axis}, dtype={element})"
    return g.one_of(
        f"rounded(jnp.mean({x}, {axis}))",
        f"rounded(jnp.mean({x}, {axis}, dtype={g.element('f')}))",
        f"{total} // to(jnp.asarray({x}.shape[{axis}] % 5 + 1), {element})",
        f"rounded(jnp.average({x}, {axis}))",
        f"rounded(jnp.var({x}, {axis}))",
    )


def whole_quotients(g: Generator) -> str:
    """Quotients of floats that are rounded down, and remainders, of whole numbers: these are exact."""
    x = g.pick("f")
    whole = f"jnp.round(bounded({x}))"
    divisor = g.one_of(f"nonzero(jnp.round(bounded({g.like(x)})))", str(g.one_of(-3, -2, 2, 3, 4)))
    return g.one_of(
        f"{whole} // {divisor}", f"{whole} % {divisor}", f"jnp.divmod({whole}, {divisor})",
        f"jnp.fmod({whole}, {divisor})",
        f"lax.rem(*jnp.broadcast_arrays({whole}, to(jnp.asarray({divisor}), {x.element})))",
    )  # fmt: skip


def signed_quotients(g: Generator) -> str:
    """Quotients of integers of any width, and remainders."""
    x = g.pick(INTEGERS)
    divisor = g.one_of(f"nonzero({g.like(x)})", f"to(jnp.int32({g.one_of(-7, -2, 3, 5, 100)}), {x.element})")
    return f"{g.one_of('jnp.floor_divide', 'jnp.remainder', 'jnp.divmod', 'jnp.fmod')}({x}, {divisor})"


def binary_logarithms(g: Generator) -> str:
    x = g.pick(REAL)
    positive = f"(jnp.abs(bounded(real({x}))) + 1)"
    exponent = f"bounded(real({x}))"
    return g.one_of(
        f"rounded(jnp.log2({positive}))", f"rounded(jnp.exp2({exponent}))", f"rounded(lax.exp2({exponent}))",
        f"rounded(jnp.log2(lax.exp2(jnp.round({exponent}))))", f"rounded(jnp.log10({positive}))",
        f"rounded(jnp.logaddexp2({exponent}, {g.number(-2, 3)}))",
    )  # fmt: skip


_ONE = ("ii->i", "ii->", "...i->...", "iij->j", "i...->...i", "ij->ji", "...ii->...i", "iji->j", "ij->")
_TWO = (
    "...ij,...jk->...ik", "i...,i...->...", "...,...->...", "ii,ij->j", "ij,jj->i", "iij,ij->j", "ii,jj->ij",
    "...i,i->...", "ij,...j->...i", "bi...,bi->b...", "ij,ij->ij", "i,j->ji", "i,i->", "ij,kj->ik", "a...b,b->...a",
)  # fmt: skip


def einsum(g: Generator) -> str:
    """Letters that stand for a dim of one operand twice, `...`, dims of size 1, and results of more bits."""
    x = g.pick("iuf", SOME)
    operand = f"bounded({x})"
    wide = ""
    if g.source.random() < 0.5:
        wide = f", preferred_element_type={g.one_of('jnp.float32', 'jnp.bfloat16') if x.kind == 'f' else 'jnp.int32'}"
    if g.source.random() < 0.3:
        return f"summed(jnp.einsum('{g.one_of(*_ONE)}', {operand}{wide}))"
    y = g.pick("iuf", SOME)
    other = f"to(bounded({y}), {x.element})"
    parts = ["{}", "{}", "{}[:1]", "{}[..., :1]"]
    return (
        f"summed(jnp.einsum('{g.one_of(*_TWO)}', {g.one_of(*parts).format(operand)},"
        f" {g.one_of(*parts).format(other)}{wide}))"
    )


def product_of_wider(g: Generator) -> str:
    """Products of bytes and truth values that are widened first, with a sign or without."""
    x = g.pick("biu", range(2, 3), lambda v: v.type.dtype.itemsize == 1)
    wide = g.one_of("jnp.int32", "jnp.uint32", "jnp.float32", "jnp.int16")
    first = f"{x}.astype({wide})"
    second = g.one_of(f"{x}.T.astype({wide})", f"jnp.ones(({x}.shape[1], 2), {wide})")
    return g.one_of(
        f"summed({first} @ {second})", f"summed(jnp.einsum('ij,ij->i', {first}, {first}))", f"summed({first}.sum(0))"
    )


FAMILIES = (
    widths_compared, widths_as_positions, size_arithmetic, integer_powers, negative_powers, integer_means,
    whole_quotients, signed_quotients, binary_logarithms, einsum, product_of_wider,
)  # fmt: skip
