"""Sorts of several tensors, along any dim, in either order, and the greatest elements."""

from __future__ import annotations

from ..generate import ANY, NUMBERS, Generator, Value

SOME = range(1, 4)
_ORDERED = "biuf"


def _others(g: Generator, x: Value) -> list[str]:
    """Chooses one or two tensors of the same shape."""
    ways = [
        lambda: str(g.pick(ANY, test=lambda v: v.type.shape == x.type.shape)),
        lambda: f"lax.broadcasted_iota({g.element('iuf')}, {x}.shape, {g.axis(x)})",
        lambda: f"jnp.flip({x}, {g.axis(x)})",
    ]
    return [g.one_of(*ways)() for _ in range(g.number(1, 2))]


def sort_of_several(g: Generator) -> str:
    """Ties of the first keys are decided by the next ones."""
    x = g.pick(NUMBERS + "b", SOME)
    few = g.one_of(str(x), f"fill({x}, 1)", f"to({x} > 0, {g.element('biuf')})" if x.kind != "c" else str(x))
    operands = [few, *_others(g, x)]
    count = g.number(1, len(operands))
    stable = True if count < len(operands) else g.one_of(True, False)
    return f"lax.sort(({', '.join(operands)}), dimension={g.axis(x)}, is_stable={stable}, num_keys={count})"


def sort_of_negative_dim(g: Generator) -> str:
    """JAX's own functions count the dim from the first one."""
    x = g.pick(_ORDERED, SOME)
    operands = [str(x), *(_others(g, x) if g.source.random() < 0.5 else [])]
    dim = g.axis(x) - x.rank
    keys = g.number(1, len(operands))
    sort = f"lax.sort_p.bind({', '.join(operands)}, dimension={dim}, is_stable=True, num_keys={keys})"
    return sort if len(operands) > 1 else f"{sort}[0]"


def descending_sort(g: Generator) -> str:
    x = g.pick(_ORDERED, SOME)
    axis = g.axis(x)
    ways = [f"jnp.flip(jnp.sort({x}, {axis}), {axis})", f"jnp.flip(jnp.sort(jnp.flip({x}, {axis}), {axis}), {axis})"]
    if x.kind == "f":
        ways.append(f"-jnp.sort(-{x}, {axis})")
        ways.append(f"lax.sort((-{x}, {x}), dimension={axis}, num_keys=1)[1]")
    else:
        ways.append(f"~jnp.sort(~{x}, {axis})")
        ways.append(f"lax.sort((~{x}, {x}), dimension={axis}, num_keys=1)[1]")
        ways.append(f"lax.sort((~{x}, {g.one_of(*_others(g, x))}), dimension={axis}, num_keys=1)")
    return g.one_of(*ways)


def rank_of_elements(g: Generator) -> str:
    x = g.pick(_ORDERED, SOME)
    axis = g.axis(x)
    return f"jnp.argsort(jnp.argsort({x}, {axis}, descending={g.one_of(True, False)}), {axis})"


def greatest(g: Generator) -> str:
    """Of integers, too, whose least number has no negative."""
    x = g.pick("iiuf", SOME)
    axis = g.axis(x)
    wide = f"jnp.concatenate([{x}, {x}, {x}], {axis})"
    operand, count = g.one_of(
        (f"jnp.concatenate([{x}, {x}], {axis})", g.number(0, 2)),
        (wide, g.number(1, 3)),
        (f"~{wide}" if x.kind in "iu" else f"-{wide}", g.number(1, 3)),
        (str(x), 1),
    )
    return f"lax.top_k({operand}, {count}, axis={axis})"


def part_of_sorted(g: Generator) -> str:
    """Only some of the results of a sort are used, as if the greatest were wanted."""
    x = g.pick("iuf", SOME)
    axis = x.rank - 1
    order = g.one_of(f"-{x}" if x.kind != "u" else f"~{x}", str(x), f"~{x}" if x.kind in "iu" else f"-{x}")
    iota = f"lax.broadcasted_iota(jnp.int32, {x}.shape, {axis})"
    sort = f"lax.sort(({order}, {iota}), dimension={axis}, num_keys=1)"
    return f"{sort}[{g.number(0, 1)}][{':, ' * axis}{g.one_of(':1', ':2', '-1:', '::2')}]"


FAMILIES = (sort_of_several, sort_of_negative_dim, descending_sort, rank_of_elements, greatest, part_of_sorted)
