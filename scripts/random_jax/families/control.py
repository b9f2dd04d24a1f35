"""Control flow, and functions of functions."""

import jax

from ..generate import ANY, Generator, NotPossible, Value

_COUNTER = jax.ShapeDtypeStruct((), "int32")


def _state(g: Generator) -> list[Value]:
    """Chooses what a loop carries."""
    first = g.pick()
    others = [g.pick() for _ in range(g.number(0, 2))]
    return [first, *others]


def _bodies(g: Generator, state: list[Value], more: dict[str, jax.ShapeDtypeStruct]) -> str:
    """Returns the next values of a loop, of parts `s[0]`, ... of its state."""
    parameters = {f"s{position}": value.type for position, value in enumerate(state)} | more
    bodies = [
        f"s{g.source.randrange(len(state))}" if g.source.random() < 0.25 else g.body(parameters, value.type)
        for value in state
    ]
    for body, value in zip(bodies, state, strict=True):
        if body in parameters and parameters[body] != value.type:
            raise NotPossible
    return f"({', '.join(bodies)},)"


def _names(state: list[Value]) -> str:
    return ", ".join(f"s{position}" for position in range(len(state)))


def fori_loop(g: Generator) -> str:
    state = _state(g)
    body = _bodies(g, state, {"k_": _COUNTER})
    initial = ", ".join(map(str, state))
    count = g.one_of(str(g.number(0, 3)), f"jnp.clip(to({g.index()}, jnp.int32), 0, 3)")
    return f"lax.fori_loop(0, {count}, lambda k_, s: (lambda k_, {_names(state)}: {body})(jnp.asarray(k_, jnp.int32), *s), ({initial},))"


def loop_of_shared_values(g: Generator) -> str:
    """The loop begins with what each iteration computes again."""
    x = g.pick("iuf", range(1, 4))
    value = g.one_of(
        f"jnp.concatenate([{x}, {x}])",
        f"jnp.pad({x}, 1)",
        f"bounded({x}) @ jnp.ones(({x}.shape[-1], 3), {x}.dtype)",
        f"lax.cumsum(bounded({x}), {g.axis(x)})",
        f"jnp.sort({x}, {g.axis(x)})",
    )
    loop = f"lax.fori_loop(0, {g.number(0, 3)}, lambda k_, s: bounded(s) + summed({value}), summed({value}))"
    return f"{loop} * 2"


def while_loop(g: Generator) -> str:
    state = _state(g)
    body = _bodies(g, state, {"k_": _COUNTER})
    initial = ", ".join(map(str, state))
    return (
        f"lax.while_loop(lambda s: s[0] < {g.number(0, 3)},"
        f" lambda s: (s[0] + 1, *(lambda k_, {_names(state)}: {body})(*s)), (jnp.int32(0), {initial}))[1:]"
    )


def scan(g: Generator) -> str:
    state = _state(g)
    rows = g.pick(ANY, range(1, 4))
    row = jax.ShapeDtypeStruct(rows.type.shape[1:], rows.type.dtype)
    body = _bodies(g, state, {"r_": row})
    parameters = {f"s{position}": value.type for position, value in enumerate(state)} | {"r_": row}
    output = g.body(parameters)
    initial = ", ".join(map(str, state))
    part = g.one_of("[0]", "[1]")
    text = (
        f"lax.scan(lambda s, r_: (lambda r_, {_names(state)}: ({body}, {output}))(r_, *s), ({initial},), {rows},"
        f" reverse={g.one_of(True, False)}){part}"
    )
    return text


def cond(g: Generator) -> str:
    x = g.pick()
    size = f"jnp.asarray({g.pick(ANY, range(1, 4))}.shape[0])"
    test = g.one_of(f"{g.index()} > {g.number(0, 5)}", f"{size} > {g.number(0, 8)}")
    first, second = (g.body({"s0": x.type}, x.type) for _ in range(2))
    return f"lax.cond({test}, lambda s0: {first}, lambda s0: {second}, {x})"


def switch(g: Generator) -> str:
    x = g.pick()
    branches = [g.body({"s0": x.type}, x.type) for _ in range(2)] + ["s0"]
    g.source.shuffle(branches)
    return f"lax.switch(to({g.index()}, jnp.int32), [{', '.join(f'lambda s0: {branch}' for branch in branches)}], {x})"


def vmap(g: Generator) -> str:
    x = g.pick(ANY, range(1, 4))
    row = jax.ShapeDtypeStruct(x.type.shape[1:], x.type.dtype)
    return f"jax.vmap(lambda r_: {g.body({'r_': row})})({x})"


def vmap_of_columns(g: Generator) -> str:
    x = g.pick(ANY, range(2, 4))
    column = jax.ShapeDtypeStruct(x.type.shape[:1] + x.type.shape[2:], x.type.dtype)
    return f"jax.vmap(lambda r_: {g.body({'r_': column})}, in_axes=1, out_axes={g.one_of(0, -1)})({x})"


def lax_map(g: Generator) -> str:
    x = g.pick(ANY, range(1, 4))
    row = jax.ShapeDtypeStruct(x.type.shape[1:], x.type.dtype)
    return f"lax.map(lambda r_: {g.body({'r_': row})}, {x})"


def gradient(g: Generator) -> str:
    x = g.pick("f")
    body = g.body({"s0": x.type})
    loss = f"(bounded(to({body}, jnp.float32)) * 1.5).sum()"
    return f"rounded(jax.grad(lambda s0: {loss})({x}))"


def pullback(g: Generator) -> str:
    x = g.pick("f")
    body = g.body({"s0": x.type}, x.type)
    return f"rounded(jax.vjp(lambda s0: {body}, {x})[1](fill({x}, 2))[0])"


def pushforward(g: Generator) -> str:
    x = g.pick("f")
    body = g.body({"s0": x.type}, x.type)
    return f"rounded(jax.jvp(lambda s0: {body}, ({x},), (fill({x}, 2),))[1])"


def custom_gradient(g: Generator) -> str:
    x = g.pick("f")
    body = g.body({"s0": x.type}, x.type)
    return f"rounded(jax.grad(lambda s0: identity_with_gradient({body}).sum())({x}))"


def remat(g: Generator) -> str:
    x = g.pick("f")
    body = g.body({"s0": x.type}, x.type)
    return g.one_of(
        f"rounded(jax.grad(lambda x_: jax.checkpoint(lambda s0: {body})(x_).sum())({x}))",
        f"jax.checkpoint(lambda s0: {body})({x})",
    )


def called_function(g: Generator) -> str:
    x = g.pick()
    return f"jax.jit(lambda s0: {g.body({'s0': x.type})})({x})"


FAMILIES = (
    fori_loop, loop_of_shared_values, while_loop, scan, cond, switch, vmap, vmap_of_columns, lax_map, gradient,
    pullback, pushforward, custom_gradient, remat, called_function,
)  # fmt: skip
