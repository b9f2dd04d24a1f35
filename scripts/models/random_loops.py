"""Random loops over tensors of unknown size, for `scripts/check-jax --loops --random`.

A program computes tensors from its argument `[n, m]`, of any of several types, in front of a loop, in
it, and in a loop nested in it: views of the argument that a compiler might find to be the same, and
products. All numbers are small integers, so that each order of additions gives the same result.
"""

import random

import jax
import jax.numpy as jnp
from jax import lax

ARGUMENTS = ("uint8", "int8", "uint16", "int32", "float32")
RESULTS = (jnp.int32, jnp.float32)
# The state is reduced to numbers below it, so that products of floats are exact.
LIMIT = 97


def views(x, result):
    """Returns ways to compute a tensor `[m, n]` from `x`."""
    rows = (x.shape[1], x.shape[0])
    return (
        lambda: x.T.astype(result),
        lambda: x.astype(result).T,
        lambda: x.T.astype(result) * 2 - 1,
        lambda: jnp.flip(x.astype(result), 0).T,
        lambda: (x.astype(result) + x.astype(result)[0:1]).T,
        lambda: x.T.reshape(-1).reshape(rows).astype(result),
        lambda: jnp.broadcast_to(x.sum(0)[:, None] % LIMIT, rows).astype(result),
        lambda: jnp.where(x.T > 2, x.T, 0).astype(result),
        lambda: jnp.zeros(rows, result) + x.T.astype(result)[:, :1],
    )


def steps(x, state, source, result):
    """Returns ways to compute the next tensor `[m, n]` from those of the state."""
    a, b = source.choice(state), source.choice(state)
    v, w = (source.choice(views(x, result))() for _ in range(2))
    return (
        lambda: a + v,
        lambda: a + (v @ x.astype(result) @ b),
        lambda: b - (v @ w.T @ a),
        lambda: jnp.maximum(a, v) + b.max(),
        lambda: a @ b.T @ v,
        lambda: jnp.concatenate([a[:, 1:], v[:, :1]], 1),
        # A loop may compute a tensor without reading it.
        lambda: v + w,
    )


def program(seed):
    """Returns a function of one argument, and the name of its element type."""
    source = random.Random(seed)
    result = source.choice(RESULTS)
    count = source.randint(1, 3)
    iterations = source.choice((1, 1, 2, 3))
    is_nested = source.random() < 0.35
    kind = source.choice(("fori", "scan", "while"))
    first, outer_seed, inner_seed = (source.randrange(1 << 30) for _ in range(3))

    def body(x, state, before, body_seed):
        # JAX traces it several times, each time with the same choices.
        own = random.Random(body_seed)
        known = (*state, before) if own.random() < 0.3 else state
        following = [own.choice(steps(x, known, own, result))() for _ in state]
        if own.random() < 0.4:
            following.reverse()
        return tuple((value % LIMIT).astype(result) for value in following)

    def function(x):
        own = random.Random(first)
        state = tuple(own.choice(views(x, result))() for _ in range(count))
        before = own.choice(views(x, result))()

        def iteration(state):
            state = body(x, state, before, outer_seed)
            if is_nested:
                step = lambda _, inner: body(x, inner, before, inner_seed)  # noqa: E731
                state = lax.fori_loop(0, 2, step, state)
            return state

        if kind == "fori":
            state = lax.fori_loop(0, iterations, lambda _, state: iteration(state), state)
        elif kind == "scan":
            state, _ = lax.scan(lambda state, _: (iteration(state), None), state, length=iterations)
        else:
            _, state = lax.while_loop(
                lambda carried: carried[0] < iterations,
                lambda carried: (carried[0] + 1, iteration(carried[1])),
                (0, state),
            )
        return (*state, before)

    return jax.jit(function), source.choice(ARGUMENTS)
