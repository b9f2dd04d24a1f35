"""Ops that move elements, and that make tensors of sizes."""

from __future__ import annotations

from ..generate import ANY, NUMBERS, Generator

SOME = range(1, 4)


def static_slice(g: Generator) -> str:
    x = g.pick(ANY, SOME)
    axis = g.axis(x)
    part = g.one_of("1:", ":-1", "::2", "::-1", "1::2", ":2", "-2:", "::3", "::-2", ":0")
    return f"{x}[{':, ' * axis}{part}]"


def half_slice(g: Generator) -> str:
    x = g.pick(ANY, SOME)
    return f"{x}[{g.one_of(f':{x}.shape[0] // 2', f'{x}.shape[0] // 2:', f'{x}.shape[0] // 3:{x}.shape[0] // 2')}]"


def single_row(g: Generator) -> str:
    x = g.pick(ANY, SOME)
    return f"{x}[{':, ' * g.axis(x)}{g.one_of(0, -1)}]"


def pad(g: Generator) -> str:
    x = g.pick(ANY, SOME)
    widths = [f"({g.number(0, 2)}, {g.number(0, 2)})" for _ in range(x.rank)]
    mode = g.one_of("constant", "constant", "edge", "reflect", "wrap")
    return f"jnp.pad({x}, ({', '.join(widths)},), mode='{mode}')"


def lax_pad(g: Generator) -> str:
    x = g.pick(ANY, SOME)
    widths = [f"({g.number(-2, 2)}, {g.number(-2, 2)}, {g.number(0, 2)})" for _ in range(x.rank)]
    return f"lax.pad({x}, jnp.zeros((), {x.element}), ({', '.join(widths)},))"


def size_pad(g: Generator) -> str:
    x = g.pick(ANY, range(1, 2))
    y = g.pick(ANY, SOME)
    return f"jnp.pad({x}, (({g.number(0, 2)}, {y}.shape[{g.axis(y)}]),))"


def concatenate(g: Generator) -> str:
    x = g.pick(ANY, SOME)
    axis = g.axis(x)
    other = g.one_of(
        f"to({g.pick(ANY, range(x.rank, x.rank + 1))}, {x.element})",
        f"{x}[:1]",
        f"{x}",
        f"{x}[{':, ' * axis}1:]",
    )
    return f"jnp.concatenate([{x}, {other}], {axis})"


def stack(g: Generator) -> str:
    x = g.pick(ANY, range(0, 3))
    return f"jnp.stack([{x}, jnp.broadcast_to({g.like(x)}, {x}.shape)], {g.number(0, x.rank)})"


def roll(g: Generator) -> str:
    x = g.pick(ANY, SOME)
    return f"jnp.roll({x}, {g.number(-2, 2)}, {g.axis(x)})"


def computed_roll(g: Generator) -> str:
    x = g.pick(ANY, SOME)
    return f"jnp.roll({x}, jnp.clip(to({g.index()}, jnp.int32), -3, 3), {g.axis(x)})"


def flip(g: Generator) -> str:
    x = g.pick(ANY, SOME)
    return f"jnp.flip({x}, {g.axis(x)})"


def transpose(g: Generator) -> str:
    x = g.pick(ANY, range(2, 4))
    return g.one_of(f"{x}.T", f"jnp.swapaxes({x}, 0, -1)", f"jnp.moveaxis({x}, 0, -1)")


def flatten(g: Generator) -> str:
    x = g.pick(ANY, range(2, 5))
    return g.one_of(
        f"{x}.reshape(-1)",
        f"{x}.reshape(-1, {x}.shape[-1])",
        f"{x}.reshape({x}.shape[0], -1)",
        f"{x}.reshape({x}.shape[::-1])",
    )


def split_dim(g: Generator) -> str:
    x = g.pick(ANY, SOME)
    return g.one_of(
        f"jnp.stack([{x}, {x}], -1).reshape(*{x}.shape[:-1], -1)",
        f"jnp.concatenate([{x}, {x}]).reshape(2, *{x}.shape)",
        f"jnp.concatenate([{x}, {x}, {x}]).reshape({x}.shape[0], 3, *{x}.shape[1:])",
    )


def expand(g: Generator) -> str:
    x = g.pick(ANY, range(0, 3))
    return f"jnp.expand_dims({x}, {g.number(0, x.rank)})"


def squeeze(g: Generator) -> str:
    x = g.pick(ANY, SOME, lambda v: 1 in v.type.shape)
    return f"jnp.squeeze({x}, {x.type.shape.index(1)})"


def tile(g: Generator) -> str:
    x = g.pick(ANY, range(1, 3))
    return f"jnp.tile({x}, ({', '.join(str(g.number(1, 3)) for _ in range(x.rank))},))"


def tile_by_size(g: Generator) -> str:
    x, y = g.pick(ANY, range(1, 2)), g.pick(ANY, SOME)
    return f"jnp.tile({x}, ({y}.shape[{g.axis(y)}], 1))"


def repeat(g: Generator) -> str:
    x = g.pick(ANY, range(1, 3))
    return f"jnp.repeat({x}, {g.number(1, 3)}, axis={g.axis(x)})"


def broadcast_to(g: Generator) -> str:
    x, y = g.pick(ANY, range(0, 3)), g.pick(ANY, SOME)
    return g.one_of(
        f"jnp.broadcast_to({x}, {y}.shape)",
        f"jnp.broadcast_to({x}, (2, *{x}.shape))",
        f"jnp.broadcast_to({x}[:1], {x}.shape)" if x.rank else f"jnp.broadcast_to({x}, {y}.shape)",
        f"jnp.broadcast_to({x}, ({y}.shape[0], *{x}.shape))",
    )


def arange(g: Generator) -> str:
    x = g.pick(ANY, SOME)
    size = f"{x}.shape[{g.axis(x)}]"
    element = g.element("iuf")
    return g.one_of(
        f"jnp.arange({size}).astype({element})",
        f"jnp.arange({size}, dtype={element})",
        f"jnp.arange(1, {size} + 1, 1, dtype={element})",
    )


def iota(g: Generator) -> str:
    x = g.pick(ANY, SOME)
    element = g.element("iuf")
    return f"lax.broadcasted_iota({element}, {x}.shape, {g.axis(x)})"


def full(g: Generator) -> str:
    x = g.pick(ANY, SOME)
    return f"jnp.full({x}.shape, {g.number(0, 5)}, {g.element(NUMBERS)})"


def triangle(g: Generator) -> str:
    x = g.pick(ANY, range(2, 4))
    return f"jnp.{g.one_of('tril', 'triu')}({x}, {g.number(-1, 1)})"


def eye(g: Generator) -> str:
    x, y = g.pick(ANY, SOME), g.pick(ANY, SOME)
    return f"jnp.eye({x}.shape[0], {y}.shape[0], {g.number(-1, 1)}, dtype={g.element('biuf')})"


def mask(g: Generator) -> str:
    x = g.pick(ANY, range(2, 4))
    y = g.pick("iu", range(1, 2))
    return f"jnp.where(jnp.arange({x}.shape[-1]) < jnp.clip({y}, 0, 9)[:1].astype(jnp.int32), {x}, jnp.zeros((), {x.element}))"


def meshgrid(g: Generator) -> str:
    x, y = g.pick(ANY, range(1, 2)), g.pick(ANY, range(1, 2))
    return f"jnp.meshgrid({x}, {y}, indexing='{g.one_of('ij', 'xy')}')"


FAMILIES = (
    static_slice, half_slice, single_row, pad, lax_pad, size_pad, concatenate, stack, roll, computed_roll, flip,
    transpose, flatten, split_dim, expand, squeeze, tile, tile_by_size, repeat, broadcast_to, arange, iota,
    full, triangle, eye, mask, meshgrid,
)  # fmt: skip
