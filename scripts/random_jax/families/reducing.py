"""Reductions, products, windows, orders and running results."""

from __future__ import annotations

from ..generate import ANY, INTEGERS, NUMBERS, REAL, Generator

SOME = range(1, 4)


def reduction(g: Generator) -> str:
    x = g.pick(NUMBERS, SOME)
    axis = g.one_of(g.axis(x), None)
    return f"summed(jnp.sum({x}, {axis}{g.one_of('', ', keepdims=True')}))"


def extreme_reduction(g: Generator) -> str:
    x = g.pick("biuf", SOME)
    name = g.one_of("max", "min", "any", "all") if x.kind == "b" else g.one_of("max", "min")
    axis = g.axis(x)
    start = "" if x.kind == "b" else ", initial=0"
    return f"jnp.{name}({x}, {axis}{start if name in ('max', 'min') else ''})"


def reduction_of_several_dims(g: Generator) -> str:
    """The tensor that is reduced is also a result, transposed or broadcast with."""
    x = g.pick(REAL, range(2, 4))
    dims = g.one_of("(-2, -1)", "(0, 1)", "(0, -1)", "0")
    kept = g.one_of("y", "y.T", "y + s")
    value = g.one_of(f"{x} * 2", f"-{x}", f"{x}.T * 2")
    return f"(lambda y: (lambda s: (s, {kept}))(summed(y.sum({dims}, keepdims=True))))({value})"


def product(g: Generator) -> str:
    x = g.pick(NUMBERS, SOME)
    return f"rounded(jnp.prod(jnp.clip({x}, 0, 1) + 1 if {x.kind != 'c'} else {x} * 0 + 1, {g.axis(x)}))"


def bit_reduction(g: Generator) -> str:
    x = g.pick(INTEGERS, SOME)
    name = g.one_of("bitwise_or", "bitwise_and", "bitwise_xor")
    return f"jnp.{name}.reduce({x}, {g.axis(x)})"


def count(g: Generator) -> str:
    x = g.pick(ANY, SOME)
    return f"jnp.count_nonzero({x}, {g.axis(x)})"


def moments(g: Generator) -> str:
    x = g.real(SOME)
    return f"rounded(jnp.{g.one_of('mean', 'var')}({x}, -1, keepdims=True))"


def position_of_extreme(g: Generator) -> str:
    x = g.pick("biuf", SOME)
    element = g.one_of("jnp.int32", "jnp.int8", "jnp.uint32", "jnp.int16")
    way = f"jnp.{g.one_of('argmax', 'argmin')}({x}, {g.axis(x)})"
    return g.one_of(way, f"lax.{g.one_of('argmax', 'argmin')}({x}, {g.axis(x)}, {element})")


def sort(g: Generator) -> str:
    x = g.pick("biuf", SOME)
    return f"jnp.sort({x}, {g.axis(x)}, descending={g.one_of(True, False)})"


def argsort(g: Generator) -> str:
    x = g.pick("biuf", SOME)
    return f"jnp.argsort({x}, {g.axis(x)}, descending={g.one_of(True, False)})"


def sort_of_pairs(g: Generator) -> str:
    x = g.pick("biuf", SOME)
    y = g.pick(ANY, test=lambda v: v.type.shape == x.type.shape)
    return f"lax.sort(({x}, {y}), dimension={g.axis(x)}, num_keys=1)"


def top_k(g: Generator) -> str:
    x = g.pick("iuf", SOME, lambda v: isinstance(v.type.shape[-1], int) and v.type.shape[-1] > 1)
    return f"lax.top_k({x}, 2)"


def running(g: Generator) -> str:
    x = g.pick(REAL, SOME)
    name = g.one_of("cumsum", "cummax", "cummin")
    return f"summed(lax.{name}({x}, {g.axis(x)}, reverse={g.one_of(True, False)}))"


def running_product(g: Generator) -> str:
    x = g.pick("iuf", SOME)
    return f"rounded(lax.cumprod(jnp.clip({x}, 0, 1) + fill({x}, 1), {g.axis(x)}))"


def running_logarithm(g: Generator) -> str:
    x = g.real(SOME)
    return f"rounded(lax.cumlogsumexp({x}, 0))"


def matrix_product(g: Generator) -> str:
    x = g.pick("iufc", range(2, 3))
    y = g.one_of(f"{x}.T", f"to({g.pick(ANY, SOME)}, {x.element})", f"jnp.ones(({x}.shape[1], 3), {x.element})")
    return f"summed(bounded({x}) @ bounded({y}))"


def batched_product(g: Generator) -> str:
    x = g.pick("iuf", range(3, 4))
    y = g.pick("iuf", range(3, 4))
    config = g.one_of("bij,bkj->bik", "bij,bjk->bik", "bij,bij->bj", "bij,bkl->bikl", "ibj,bkj->bik")
    return f"summed(jnp.einsum('{config}', bounded({x}), to(bounded({y}), {x.element})))"


def contraction(g: Generator) -> str:
    x, y = g.pick("iuf", range(2, 3)), g.pick("iuf", SOME)
    config = g.one_of("ij,ik->jk", "ij,jk->ki", "ij,ij->", "ij,ij->i", "ij,j->i", "ij,kl->ijkl", "ij,ikj->k")
    return f"summed(jnp.einsum('{config}', bounded({x}), to(bounded({y}), {x.element})))"


def wider_product(g: Generator) -> str:
    x, y = g.pick("iuf", range(2, 3)), g.pick("iuf", range(1, 3))
    wide = "jnp.float32" if x.kind == "f" else "jnp.int32"
    return (
        f"summed(lax.dot_general({x}, to({y}, {x.element}), ((({g.number(0, 1)},), (0,)), ((), ())),"
        f" preferred_element_type={wide}))"
    )


def outer_product(g: Generator) -> str:
    x, y = g.pick(REAL, range(1, 2)), g.pick(REAL, range(1, 2))
    return f"summed(jnp.outer(bounded({x}), to(bounded({y}), {x.element})))"


def convolution(g: Generator) -> str:
    x = g.pick("iuf", range(2, 3))
    features = g.number(1, 3)
    kernel = f"to(jnp.arange({3 * features}), {x.element}).reshape(3, 1, {features})"
    padding = g.one_of("'SAME'", "'VALID'", "[(2, 1)]", "[(0, 2)]")
    return (
        f"summed(lax.conv_general_dilated(bounded({x})[:, :, None], {kernel}, ({g.number(1, 2)},), {padding},"
        f" rhs_dilation=({g.number(1, 2)},), dimension_numbers=('NHC', 'HIO', 'NHC')))"
    )


def image_convolution(g: Generator) -> str:
    x = g.pick("f", range(3, 4))
    kernel = f"to(jnp.arange(8), {x.element}).reshape(2, 2, 1, 2)"
    padding = g.one_of("'SAME'", "'VALID'")
    return (
        f"summed(lax.conv_general_dilated(bounded({x})[..., None], {kernel}, ({g.number(1, 2)}, 1),"
        f" {padding}, dimension_numbers=('NHWC', 'HWIO', 'NHWC')))"
    )


def feature_convolution(g: Generator) -> str:
    x = g.pick("f", range(3, 4))
    return (
        f"summed(lax.conv_general_dilated(bounded({x}), jnp.ones((2, {x}.shape[2], 2), {x.element}), (1,), 'SAME',"
        " dimension_numbers=('NHC', 'HIO', 'NHC')))"
    )


def pooling(g: Generator) -> str:
    x = g.pick("iuf", SOME)
    name, start = g.one_of(("max", "0"), ("min", "0"), ("add", "0"))
    window = [str(g.number(1, 3)) for _ in range(x.rank)]
    strides = [str(g.number(1, 2)) for _ in range(x.rank)]
    padding = g.one_of("'SAME'", "'VALID'", f"(({g.number(0, 1)}, {g.number(0, 2)}),) * {x.rank}")
    return (
        f"summed(lax.reduce_window({x}, jnp.array({start}, {x.element}), lax.{name},"
        f" ({', '.join(window)},), ({', '.join(strides)},), {padding}))"
    )


def pooling_gradient(g: Generator) -> str:
    """The gradient goes to the first one of equal elements."""
    x = g.pick("f", SOME)
    window, strides = ([str(g.number(1, most)) for _ in range(x.rank)] for most in (3, 2))
    padding = g.one_of("'SAME'", "'VALID'")
    pooled = (
        f"lax.reduce_window(s_, jnp.array(-jnp.inf, {x.element}), lax.max, ({', '.join(window)},),"
        f" ({', '.join(strides)},), {padding})"
    )
    return f"rounded(jax.grad(lambda s_: jnp.square(jnp.maximum({pooled}, 0)).sum())(jnp.maximum(bounded({x}), 0)))"


def softmax(g: Generator) -> str:
    x = g.real(SOME)
    return f"rounded(jax.nn.{g.one_of('softmax', 'log_softmax', 'logsumexp')}({x}, axis={g.one_of(0, -1)}))"


def masked_softmax(g: Generator) -> str:
    x = g.real(range(2, 4))
    return f"rounded(jax.nn.softmax(jnp.where({x} > 0, {x}, -1e9).astype(jnp.float32), axis=-1))"


def normalization(g: Generator) -> str:
    x = g.real(range(1, 4))
    return g.one_of(
        f"rounded(({x} - {x}.mean(-1, keepdims=True)) * lax.rsqrt({x}.var(-1, keepdims=True) + 0.5))",
        f"rounded({x} * lax.rsqrt(jnp.square({x}).mean(-1, keepdims=True) + 0.5))",
        f"rounded({x} / (jnp.sqrt(jnp.square({x}).sum(0)) + 0.5))",
    )


def differences(g: Generator) -> str:
    x = g.pick(NUMBERS, SOME)
    return f"summed(jnp.diff({x}, axis={g.axis(x)}))"


def trace(g: Generator) -> str:
    x = g.pick(REAL, range(2, 3))
    return g.one_of(f"summed(jnp.trace({x}))", f"jnp.diagonal({x})", f"jnp.diag({x}[0])")


FAMILIES = (
    reduction, extreme_reduction, reduction_of_several_dims, product, bit_reduction, count, moments,
    position_of_extreme, sort, argsort, sort_of_pairs, top_k, running, running_product, running_logarithm,
    matrix_product, batched_product,
    contraction, wider_product, outer_product, convolution, image_convolution, feature_convolution, pooling,
    pooling_gradient, softmax, masked_softmax, normalization, differences, trace,
)  # fmt: skip
