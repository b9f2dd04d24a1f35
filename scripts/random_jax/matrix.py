"""The matrix: what is declared of sizes x ops x where an op stands, each at sizes around the sizes of tiles and vectors.

The numbers of declarations, ops and places have no common divisor, so consecutive programs differ in all three,
and as many programs as the product of the numbers are the whole matrix.
"""

import math
from dataclasses import dataclass

import jax
from jax import export

from .generate import LEVELS, SIZES, infer
from .program import Argument, Program, Statement, symbolic_shape

BATCHES = (1, 2, 70)


@dataclass(frozen=True)
class Declaration:
    """What a program says of the size `s`; that of `x` may be a multiple of it."""

    constraints: tuple[str, ...] = ()
    multiple: int = 1
    # The sizes are multiples of it.
    step: int = 1
    form: str = "plain"

    def sizes(self) -> list[int]:
        """Returns the sizes to call a program with, in units of `s`."""
        unit = self.multiple * self.step
        return sorted({max(1, size // unit) * self.step for size in SIZES})


DECLARATIONS = {
    "nothing": Declaration(),
    "upper": Declaration(("s <= 512",)),
    "both": Declaration(("s <= 512", "b <= 128")),
    "multiples": Declaration(multiple=8),
    "mod": Declaration(("mod(s, 8) == 0",), step=8),
    "ranges": Declaration(form="ranges"),
    "profile": Declaration(form="profile"),
}

# Tuples computed from `x`, of sizes `b, s, 8`, and `w`, of sizes `8, 24`. The first element has the type of `x`, so that
# a scan can carry it.
OPS = {
    "slice": (
        "(x @ w)[:, :, 8:16], (x @ w)[:, 1:, :8], x[:, ::2], x[0, :, 0][1:],"
        " lax.stop_gradient(lax.reduce_window("
        "x + lax.dynamic_slice_in_dim(x, jnp.argmax(x[0, :, 0]), 1, 1), -jnp.inf, lax.max, (1, 3, 1), (1, 1, 1), 'SAME'))"
    ),
    "split": "(lambda p, q, r: (p - q, q, r))(*jnp.split(x @ w, 3, -1))",
    "concatenate": "jnp.concatenate([x @ w, x], -1)[..., 20:28], jnp.concatenate([x, x @ w[:, :8]], 1)",
    "roll": "jnp.roll(x, 1, 1), jnp.roll(x @ w, 3, 0)",
    "pad": "jnp.pad(x, ((0, 0), (2, 0), (0, 0)))[:, :-2], jnp.pad(x @ w, ((0, 0), (1, 2), (0, 0)))",
    "update": "x.at[:, 0].set(1.0), x.at[:, :, 2:4].add(x[:, :, :2]), (x @ w).at[:, -1].multiply(2.0)",
    "transpose": "(x.swapaxes(1, 2) * 2.0).swapaxes(1, 2), jnp.transpose(x @ w, (1, 0, 2))",
    "gather": "jnp.take(x, jnp.arange(x.shape[1])[::-1], 1, mode='clip'), jnp.take(x @ w, jnp.asarray([1, 0]), 1, mode='clip')",
    "reduce": (
        "bounded(x * (x @ w).max(-1, keepdims=True)), (x @ w).sum(1), jnp.abs(x @ w).max((1, 2), initial=0.0),"
        " *(lambda y: (y.sum((1, 2)), y.max((1, 2)), y.swapaxes(0, 1), y.swapaxes(0, 1).sum(1)))(x * 2.0),"
        " lax.fori_loop(0, 2, lambda _, c: c * 2.0, x)"
    ),
    "convolution": (
        "lax.conv_general_dilated(x, w.reshape(3, 8, 8), (1,), ((1, 1),), dimension_numbers=('NWC', 'WIO', 'NWC')),"
        " lax.conv_general_dilated(x, w.reshape(3, 8, 8), (1,), ((2, 2),), None, (2,), ('NWC', 'WIO', 'NWC'))"
    ),
    "sort": "jnp.sort(x, 1), jnp.argsort((x @ w)[..., 0], 1), lax.top_k(x @ w, 3)[0], lax.top_k(x, 8)[1], lax.top_k(-x, 8)[1]",
    "scan": "bounded(jnp.cumsum(x, 1)), lax.cummax((x @ w).astype(jnp.int32), 1), lax.cumsum(x, 1, reverse=True)",
    "attention": (
        "(lambda q, k, v: (rounded(jax.nn.softmax(jnp.where(jnp.tri(x.shape[1], dtype=bool), q @ k.swapaxes(1, 2) / 8,"
        " -1e9)) @ v), v))(*jnp.split(x @ w, 3, -1))"
    ),
}  # fmt: skip

# Where a function stands: {op} has parameters `x` and `w`.
PLACES = {
    "plain": "{op}(x, w)",
    "scan": "lax.scan(lambda c, u: (lambda r: (bounded(r[0]), r[1:]))({op}(c, u)), x, ws)",
    "shift": "{op}(x[:, :-1], w)",
    "branch": "lax.cond(x.sum() > 0, lambda x: {op}(x * 0.5, w), lambda x: {op}(x * 2.0, w), x)",
    "gradient": (
        "rounded(jax.grad(lambda x: sum((part * part).sum() / 64 for part in jax.tree.leaves({op}(x, w))"
        " if part.dtype == jnp.float32))(x))"
    ),
    "shifted scan": "lax.scan(lambda c, u: (lambda r: (bounded(r[0]), r[1:]))({op}(c, u)), x[:, :-1], ws)",
}  # fmt: skip

COUNT = len(DECLARATIONS) * len(OPS) * len(PLACES)
_COUNTS = (len(DECLARATIONS), len(OPS), len(PLACES))
assert math.lcm(*_COUNTS) == COUNT, "some programs of the matrix would have no number"


def name(number: int) -> str:
    """Returns the name of a program."""
    return ", ".join(list(row)[number % len(row)] for row in (DECLARATIONS, OPS, PLACES))


def program(number: int) -> Program:
    """Returns a program of the matrix."""
    declaration, op, place = (list(row.values())[number % len(row)] for row in (DECLARATIONS, OPS, PLACES))
    # JAX rejects some ops on tensors that may be empty.
    least = 2 if "[:, :-1]" in place else 1
    constraints = (*declaration.constraints, *((f"s >= {least}",) if least > 1 else ()))
    rows = "s" if declaration.multiple == 1 else f"{declaration.multiple}*s"
    arguments = (
        Argument("x", f"b, {rows}, 8", "float32"),
        Argument("w", "8, 24", "float32"),
        Argument("ws", "3, 8, 24", "float32"),
    )
    scope = export.SymbolicScope(constraints)
    statement = Statement("v0", f"jax.tree.leaves({place.replace('{op}', f'(lambda x, w: ({op}))')})")
    types = {one.name: jax.ShapeDtypeStruct(symbolic_shape(one.sizes, scope), one.element) for one in arguments}
    count = len(infer(statement.expression, types))
    parts = [Statement(f"v{part + 1}", f"v0[{part}]") for part in range(count)]
    calls = [
        {"b": BATCHES[(number + position) % len(BATCHES)], "s": size}
        for position, size in enumerate(size for size in declaration.sizes() if size >= least)
    ]
    return Program(
        x64=False,
        level=LEVELS[number // len(PLACES) % len(LEVELS)],
        forms=("plain", declaration.form),
        arguments=arguments,
        statements=(statement, *parts),
        results=tuple(part.name for part in parts),
        calls=tuple(calls),
        constraints=constraints,
    )
