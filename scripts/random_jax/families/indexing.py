"""Ops that read and write at computed positions."""

from __future__ import annotations

from ..generate import ANY, INTEGERS, NUMBERS, Generator, NotPossible

SOME = range(1, 4)


def take(g: Generator) -> str:
    x, i = g.pick(ANY, SOME), g.indices(range(0, 3))
    fill = ", fill_value=7" if x.kind in "iuf" else ""
    mode = g.one_of("mode='clip'", f"mode='fill'{fill}", "mode='wrap'")
    return f"jnp.take({x}, {i}, axis={g.axis(x)}, {mode})"


def take_along(g: Generator) -> str:
    x = g.pick(ANY, SOME)
    i = g.indices(range(x.rank, x.rank + 1))
    return f"jnp.take_along_axis({x}, {i}, {g.axis(x)}, mode='{g.one_of('clip', 'fill')}')"


def advanced_index(g: Generator) -> str:
    x, i = g.pick(ANY, range(2, 4)), g.indices(range(0, 2))
    where = g.one_of(f"{i}", f":, {i}", f"{i}, {i}")
    return f"{x}.at[{where}].get(mode='{g.one_of('clip', 'fill')}')"


def gather_pairs(g: Generator) -> str:
    """Narrow indices that JAX's own indexing would convert first."""
    x, i = g.pick(ANY, range(2, 3)), g.indices(range(1, 2))
    return (
        f"lax.gather({x}, jnp.stack([wide({i})] * 2, -1), lax.GatherDimensionNumbers((), (0, 1), (0, 1)), (1, 1),"
        f" mode='{g.one_of('clip', 'fill')}')"
    )


def gather_rows(g: Generator) -> str:
    """Narrow indices that JAX's own indexing would convert first."""
    x, i = g.pick(ANY, range(2, 3)), g.indices(range(1, 2))
    return (
        f"lax.gather({x}, wide({i})[:, None], lax.GatherDimensionNumbers((1,), (0,), (0,)), (1, {x}.shape[1]),"
        f" mode='{g.one_of('clip', 'fill')}')"
    )


def dynamic_slice(g: Generator) -> str:
    x = g.pick(ANY, SOME)
    return f"lax.dynamic_slice_in_dim({x}, {g.index()}, 1, {g.axis(x)})"


def starts_as_they_are(g: Generator) -> str:
    """Narrow starts that JAX's own functions would convert first."""
    x = g.pick(ANY, SOME)
    index = f"wide({g.index()})"
    starts = [g.one_of(index, f"{index} * 0") for _ in range(x.rank)]
    sizes = [g.one_of("1", f"{x}.shape[{dim}]") for dim in range(x.rank)]
    return f"lax.dynamic_slice_p.bind({x}, {', '.join(starts)}, slice_sizes=({', '.join(sizes)},))"


def dynamic_update_slice(g: Generator) -> str:
    x = g.pick(ANY, SOME)
    axis = g.axis(x)
    part = g.one_of(f"{x}[{':, ' * axis}:1]", f"jnp.flip({x}, {axis})[{':, ' * axis}1:]")
    return f"lax.dynamic_update_slice_in_dim({x}, {part}, {g.index()}, {axis})"


def updates_as_they_are(g: Generator) -> str:
    """Narrow starts that JAX's own functions would convert first."""
    x = g.pick(ANY, SOME)
    index = f"wide({g.index()})"
    part = f"{x}[{', '.join(g.one_of(':1', '-1:') for _ in range(x.rank))}]"
    return f"lax.dynamic_update_slice_p.bind({x}, {part}, {', '.join([index] * x.rank)})"


def changed_behind_reader(g: Generator) -> str:
    """The new elements are computed first, then something reads the tensor, and then it changes."""
    x = g.pick(ANY, SOME)
    axis = g.axis(x)
    ends = [f"s[{':, ' * axis}{end}]" for end in (":1", "-1:")]
    new = f"bounded(to({ends[0]} + {ends[1]}, {x.element}))"
    changed = g.one_of(
        f"lax.dynamic_update_slice_in_dim(s, u, {g.index()}, {axis})",
        f"s.at[{':, ' * axis}{g.one_of(':1', '-1:')}].set(u)",
        f"lax.dynamic_update_slice_in_dim(s, u + u, 0, {axis})",
        f"jnp.sort(s, {axis})",
    )
    both = f"jax.tree.leaves(({g.body({'s': x.type})}, {changed}))"
    return f"(lambda s: (lambda u: {both})({new}))({x})"


def scatter(g: Generator) -> str:
    x, i = g.pick(NUMBERS, SOME), g.indices(range(0, 2))
    name = g.one_of("add", "max", "min") if x.kind in "iuf" else "add"
    mode = g.one_of("drop", "clip")
    update = g.one_of("1", "3", f"to({g.pick(NUMBERS).text}.sum(), {x.element})" if x.kind != "c" else "2")
    return f"summed({x}.at[{i}].{name}({update}, mode='{mode}'))"


def scatter_of_columns(g: Generator) -> str:
    x, i = g.pick("iuf", range(2, 4)), g.indices(range(0, 2))
    return f"summed({x}.at[:, {i}].{g.one_of('add', 'max', 'multiply')}(2, mode='{g.one_of('drop', 'clip')}'))"


def scatter_of_values(g: Generator) -> str:
    """Equal values, as the order of updates is not defined."""
    x, i = g.pick(ANY, SOME), g.indices(range(0, 2))
    return f"{x}.at[{i}].set({g.number(0, 1)}, mode='{g.one_of('drop', 'clip')}')"


def scatter_of_slices(g: Generator) -> str:
    x = g.pick(ANY, SOME)
    axis = g.axis(x)
    part = g.one_of("1:", ":-1", "::2", "0", "-1", ":2")
    return f"{x}.at[{':, ' * axis}{part}].{g.one_of('set', 'add') if x.kind != 'b' else 'set'}(1)"


def narrow_scatter(g: Generator) -> str:
    """Narrow indices that JAX's own indexing would convert first."""
    x, i = g.pick("iuf", range(1, 2)), g.indices(range(1, 2))
    name = g.one_of("scatter_add", "scatter_max", "scatter_min")
    return (
        f"summed(lax.{name}({x}, wide({i})[:, None], fill({i}, 1).astype({x.element}),"
        f" lax.ScatterDimensionNumbers((), (0,), (0,)), mode='{g.one_of('drop', 'clip')}'))"
    )


def scatter_along(g: Generator) -> str:
    x = g.pick("iuf", range(1, 3))
    i = g.pick(INTEGERS, test=lambda v: v.type.shape == x.type.shape)
    return f"jnp.put_along_axis({x}, {i}, {g.number(0, 3)}, {g.axis(x)}, inplace=False, mode='{g.one_of('clip', 'drop')}')"


def segments(g: Generator) -> str:
    x = g.pick("iuf", SOME)
    i = g.pick(INTEGERS, range(1, 2), lambda v: v.type.shape[0] == x.type.shape[0])
    return f"summed(jax.ops.segment_{g.one_of('sum', 'max')}({x}, {i}, num_segments={g.number(1, 5)}))"


def one_hot(g: Generator) -> str:
    i = g.indices(range(0, 3))
    x = g.pick(ANY, SOME)
    width = g.one_of(str(g.number(1, 5)), f"{x}.shape[0]")
    return f"jax.nn.one_hot({i}, {width}, dtype={g.element('iuf')})"


def histogram(g: Generator) -> str:
    i = g.indices(range(1, 2))
    return g.one_of(
        f"jnp.bincount(jnp.clip({i}, 0, 5), length={g.number(2, 6)})", f"jnp.nonzero({i}, size=4, fill_value=-1)[0]"
    )


def positions_in_order(g: Generator) -> str:
    x, y = g.pick("iuf", range(1, 2)), g.pick("iuf", range(0, 2))
    side = g.one_of("left", "right")
    return f"jnp.searchsorted(jnp.sort({x}), to({y}, {x.element}), side='{side}', method='compare_all')"


def inverse_order(g: Generator) -> str:
    x = g.pick("iuf", range(1, 2))
    return f"jnp.argsort(jnp.argsort({x}))"


def random_bits(g: Generator) -> str:
    x = g.pick(ANY, SOME)
    if g.source.random() < 0.5:
        raise NotPossible
    return g.one_of(
        f"jax.random.bits(jax.random.key({g.number(0, 9)}), {x}.shape, jnp.{g.one_of('uint8', 'uint16', 'uint32')})",
        f"jax.random.randint(jax.random.key({g.number(0, 9)}), {x}.shape, 0, 9)",
        f"jax.random.bernoulli(jax.random.key({g.number(0, 9)}), 0.5, {x}.shape)",
    )


FAMILIES = (
    take, take_along, advanced_index, gather_pairs, gather_rows, dynamic_slice, starts_as_they_are,
    dynamic_update_slice, updates_as_they_are, changed_behind_reader, scatter, scatter_of_columns, scatter_of_values,
    scatter_of_slices, narrow_scatter, scatter_along, segments, one_hot, histogram, positions_in_order, inverse_order, random_bits,
)  # fmt: skip
