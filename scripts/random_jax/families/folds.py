"""Tensors that change in place, and are used through ops that compilers fold, in front of the change or behind it.

What is folded is the tensor itself: then the change must not reach what uses it.
"""

from ..generate import ANY, INTEGERS, NUMBERS, REAL, Generator, Value
from .aliases import _changed, _source, _tensor

# Ways to compute a tensor `{x}` again, with the kinds of elements that they are for. The tensor `w` is of the same type,
# `k` is an index.
_FOLDS = (
    (ANY, "{x}"),
    (ANY, "jnp.roll({x}, 0, 0)"),
    (ANY, "jnp.pad({x}, 0)"),
    (ANY, "jnp.where(False, w, {x})"),
    (ANY, "jnp.where(k < k, w, {x})"),
    (ANY, "jnp.where(jnp.full({x}.shape, True), {x}, w)"),
    (ANY, "lax.cond(False, lambda: w, lambda: {x})"),
    (ANY, "lax.cond(k < k, lambda: fill(w, 1), lambda: {x})"),
    (ANY, "lax.switch(1, [lambda: w, lambda: {x}, lambda: fill(w, 1)])"),
    (ANY, "lax.fori_loop(0, 0, lambda _, t: fill(t, 1), {x})"),
    (ANY, "lax.fori_loop(0, 2, lambda _, t: t, {x})"),
    (ANY, "lax.while_loop(lambda t: False, lambda t: fill(t, 1), {x})"),
    (ANY, "lax.scan(lambda c_, r_: (c_, r_), 0, {x}[None])[1][0]"),
    (ANY, "jax.jit(lambda t, o: jnp.where(False, o, t))({x}, w)"),
    (ANY, "jax.checkpoint(lambda t: t)({x})"),
    (ANY, "lax.optimization_barrier({x})"),
    (ANY, "jnp.moveaxis({x}[None], 0, -1)[..., 0]"),
    (ANY, "{x}[..., None].reshape({x}.shape)"),
    (ANY, "lax.rev({x}[None], (0,))[0]"),
    # Of a fill.
    (ANY, "jnp.flip({x}, 0)"),
    (ANY, "lax.slice_in_dim({x}, 0, {x}.shape[0])"),
    (ANY, "jnp.concatenate([{x}, {x}[:0]])"),
    (ANY, "jnp.stack([{x}, w])[0]"),
    (ANY, "jnp.broadcast_to({x}[None], (1, *{x}.shape))[0]"),
    (ANY, "jnp.take({x}[None], jnp.zeros((1,), jnp.int32), axis=0)[0]"),
    (ANY, "lax.dynamic_update_slice_in_dim(w, {x}, 0, 0)"),
    (NUMBERS, "({x} * fill({x}, 1))"),
    (NUMBERS, "({x} - fill({x}, 0))"),
    (NUMBERS, "({x} + (fill({x}, 1) - fill({x}, 1)))"),
    (NUMBERS, "(-(-{x}))"),
    (NUMBERS, "to({x}[None].sum(0), {x}.dtype)"),
    (REAL, "jnp.minimum({x}, {x})"),
    (REAL, "lax.clamp({x}, {x}, {x})"),
    (REAL, "abs(abs({x}))"),
    (INTEGERS, "({x} + w - w)"),
    (INTEGERS, "({x} ^ w ^ w)"),
    (INTEGERS, "({x} + w * fill(w, 0))"),
    (INTEGERS, "({x} | fill({x}, 0))"),
    (INTEGERS, "(~(~{x}))"),
    ("f", "({x} / fill({x}, 1))"),
    ("f", "({x} * jnp.cos(fill({x}, 0)))"),
    ("f", "to(to({x}, jnp.complex64).real, {x}.dtype)"),
    ("f", "to(to({x}, jnp.float32), {x}.dtype)"),
    ("b", "({x} & True)"),
    ("b", "to(to({x}, jnp.int8), bool)"),
)

# Where the folded ops are: `{f}` and `{g}` are the tensor `s` computed again, `{c}` is a change of `s`, and `{cf}` one of
# `f_`, which is the tensor computed again.
_PLACES = (
    "(lambda c_: (c_, {f}))({c})",
    "(lambda r_: ({c}, r_))({f})",
    "(lambda f_: (lambda c_: (c_, s))({cf}))({f})",
    "(lambda f_: (lambda c_: (c_, jnp.flip(s, 0)))({cf}))({f})",
    "(lambda r_: (lambda f_: ({cf}, r_))({f}))(jnp.flip(s, 0))",
    "(lambda f_: (lambda c_: (c_, {g}))({cf}))({f})",
    "(lambda r_: (lambda f_: ({cf}, r_))({f}))({g})",
    "(lambda f_: ({cf}, {c}))({f})",
    # Once the fold is found, both sums are one.
    "(lambda f_: (lambda c_: (c_, jnp.flip(jnp.add(s, w), 0)))({cf}))(jnp.add({f}, w))",
    "(lambda r_: (lambda f_: ({cf}, r_))(jnp.add({f}, w)))(jnp.flip(jnp.add(s, w), 0))",
    "(lambda f_: (lambda c_: (c_, s))({cf}))(lax.cond(k > 0, lambda: {f}, lambda: w))",
    "(lambda r_: ({c}, r_))(lax.cond(k > 0, lambda: {f}, lambda: w))",
)


def _fold(g: Generator, x: Value) -> str:
    ways = [text for kinds, text in _FOLDS if x.kind in kinds]
    return g.one_of(*ways).format(x="s")


def changed_and_folded(g: Generator) -> str:
    """A tensor changes that something uses through an op that compilers fold."""
    x = _tensor(g)
    parts = {"f": _fold(g, x), "g": _fold(g, x), "c": _changed(g, x, "s"), "cf": _changed(g, x, "f_")}
    body = g.one_of(*_PLACES).format(**parts)
    source = g.one_of(
        _source(g, x),
        f"fill({x}, {g.one_of('0', '2')})",
        f"to(lax.broadcasted_iota(jnp.int32, {x}.shape, 0), {x.element})",
    )
    return f"(lambda s, w, k: {body})({source}, jnp.flip({x}, 0), to({g.index()}, jnp.int32))"


def updated_by_one_kernel(g: Generator) -> str:
    """One op reads a computed tensor and the computed elements that it is updated by."""
    x, y = _tensor(g), _tensor(g)
    if x.type != y.type:
        y = x
    update = g.one_of("u", f"u[:{g.number(1, 2)}]")
    change = f"lax.dynamic_update_slice_in_dim(s, {update}, {g.one_of('0', g.index())}, 0)"
    return f"(lambda s, u: ({change}, bounded(to(s + u, s.dtype))))(jnp.flip({x}, 0), to({y} * 2, {x.element}))"


FAMILIES = (changed_and_folded, updated_by_one_kernel)
