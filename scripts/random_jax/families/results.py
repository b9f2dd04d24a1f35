"""Results that nothing computes, and those without elements."""

from __future__ import annotations

from ..generate import ANY, Generator

SOME = range(1, 4)


def unchanged(g: Generator) -> str:
    """An operand as it is, also through a function that returns what it gets."""
    x = g.pick()
    return g.one_of(str(x), f"lax.optimization_barrier({x})", f"jax.checkpoint(lambda s: s)({x})", f"({x}, {x})")


def constants(g: Generator) -> str:
    element = g.element()
    number = g.number(0, 1) if element == "bool" else g.number(0, 9)
    shape = g.one_of("()", "(3,)", "(2, 1)", "(0,)", "(2, 0)")
    full = f"jnp.full({shape}, {number}, {element})"
    array = f"jnp.asarray(np.arange({number} + 4) % 3).astype({element})"
    return g.one_of(full, array, f"({full}, {full})", f"({array}, {full}, {array})")


def no_elements(g: Generator) -> str:
    x = g.pick(ANY, SOME)
    axis = g.axis(x)
    none = f"{x}[{':, ' * axis}:0]"
    zeros = f"jnp.zeros(({x}.shape[{axis}], 0), {x.element})"
    return g.one_of(
        none,
        zeros,
        f"{zeros}.T",
        f"{none}.sum({axis})",
        f"jnp.concatenate([{none}, {none}], {axis})",
        f"jnp.pad({none}, 1)",
        f"jnp.broadcast_to({none}, (2, *{none}.shape))",
        f"{none} + {none}",
        f"{x}.at[{':, ' * axis}:0].set({none})",
        f"({zeros} @ jnp.ones((0, 2), {x.element}))" if x.kind != "b" else zeros,
        f"jnp.sort({none}, {axis})" if x.kind != "c" else none,
        f"lax.cumsum({none}, {axis})" if x.kind != "b" else none,
        f"jnp.take({x}, jnp.zeros((0,), jnp.int32), axis={axis})",
        f"{none}.reshape(0, 3)",
        f"(lambda s: (s, s))({none})",
    )


FAMILIES = (unchanged, constants, no_elements)
