"""Padding that adds, removes and spreads elements."""

from __future__ import annotations

from ..generate import ANY, Generator, Value

SOME = range(1, 4)


def _value(g: Generator, x: Value) -> str:
    return f"jnp.asarray({g.number(0, 3)}, {x.element})"


def _padded(x: str, value: str, axis: int, rank: int, edges: str) -> str:
    """Pads along one dim."""
    widths = ["(0, 0, 0)"] * rank
    widths[axis] = edges
    return f"lax.pad({x}, {value}, ({', '.join(widths)},))"


def pad_to_size(g: Generator) -> str:
    """The edges are differences of sizes, so either of them may be negative."""
    x, y = g.pick(ANY, SOME), g.pick(ANY, SOME)
    axis = g.axis(x)
    size, wanted = f"{x}.shape[{axis}]", f"{y}.shape[{g.axis(y)}]"
    more, spread = f"{wanted} - {size}", f"({size} - 1)"
    edges = g.one_of(
        f"(0, {more}, 0)",
        f"({more}, 0, 0)",
        f"({more} - 1, 1, 0)",
        f"(2, {more} - 2, 0)",
        f"({wanted}, -{size}, 0)",
        f"(-{size}, {wanted}, 0)",
        f"({more}, {size} - {wanted}, 0)",
        f"({wanted}, {size}, 0)",
        f"({wanted} - {size} // 2, {size} // 2 - {size}, 0)",
        f"({more}, -{spread}, 1)",
        f"(-{spread}, {more}, 1)",
        f"(-2 * {spread}, {more}, 2)",
    )
    return _padded(str(x), _value(g, x), axis, x.rank, edges)


def pad_by_size(g: Generator) -> str:
    """An edge is a size, or is removed by one."""
    x, y = g.pick(ANY, SOME), g.pick(ANY, SOME)
    axis = g.axis(x)
    size, other = f"{x}.shape[{axis}]", f"{y}.shape[{g.axis(y)}]"
    edges = g.one_of(
        f"({other}, -{size}, {g.number(0, 2)})",
        f"(-{size} + 1, {other} - 1, {g.number(0, 2)})",
        f"(-({size} // 2), {g.number(0, 2)}, {g.number(0, 2)})",
        f"({g.number(-1, 2)}, {size} - 1, {g.number(0, 1)})",
        f"(1 - {size}, {size} - 1, {g.number(0, 1)})",
    )
    return _padded(str(x), _value(g, x), axis, x.rank, edges)


def cut_interior(g: Generator) -> str:
    """Elements are put between others, and cut off again."""
    x = g.pick(ANY, SOME)
    widths = [f"({g.number(-3, 1)}, {g.number(-3, 1)}, {g.number(0, 3)})" for _ in range(x.rank)]
    wide = [f"({g.number(2, 4)}, {g.number(2, 4)}, {g.number(0, 1)})" for _ in range(x.rank)]
    inner = f"lax.pad({x}, {_value(g, x)}, ({', '.join(wide)},))"
    return f"lax.pad({inner}, {_value(g, x)}, ({', '.join(widths)},))"


def pad_and_cut(g: Generator) -> str:
    """What is added is removed again, or the other way round."""
    x = g.pick(ANY, SOME)
    axis = g.axis(x)
    low, high = g.number(0, 3), g.number(0, 3)
    other = f"{g.pick(ANY, SOME)}.shape[0]"
    first, second = g.one_of(
        (f"({low}, {high}, 0)", f"(-{low}, -{high}, 0)"),
        (f"({other}, 1, 0)", f"(-{other}, {g.number(-1, 1)}, 0)"),
        (f"(0, {other}, 0)", f"({g.number(0, 2)}, -{other}, {g.number(0, 1)})"),
        ("(-1, 2, 0)", f"(1, -2, {g.number(0, 1)})"),
    )
    inner = _padded(str(x), _value(g, x), axis, x.rank, first)
    return _padded(inner, _value(g, x), axis, x.rank, second)


def pad_gradient(g: Generator) -> str:
    """The gradient of a padding cuts off, and takes every other element."""
    x = g.pick("f", SOME)
    widths = [f"({g.number(-1, 2)}, {g.number(-1, 2)}, {g.number(0, 2)})" for _ in range(x.rank)]
    padded = f"lax.pad(s_, jnp.zeros((), {x.element}), ({', '.join(widths)},))"
    return f"rounded(jax.grad(lambda s_: ({padded} * {padded}).sum())(bounded({x})))"


FAMILIES = (pad_to_size, pad_by_size, cut_interior, pad_and_cut, pad_gradient)
