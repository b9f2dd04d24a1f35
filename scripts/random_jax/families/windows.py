"""Windows, and reductions whose initial values, reducers and elements are unusual."""

from collections.abc import Callable

from ..generate import ANY, NUMBERS, REAL, Generator, NotPossible, Value

SOME = range(1, 4)


def _initial(g: Generator, x: Value) -> str:
    """Returns a number that changes what it is added to, multiplied by or compared with."""
    if x.kind == "b":
        return f"jnp.asarray({g.one_of(True, False)})"
    return f"to(jnp.int32({g.number(-3, 5)}), {x.element})"


def _monoid(g: Generator, x: Value) -> tuple[str, str]:
    """Returns an op whose results do not depend on the order of elements, and the number that changes nothing, or
    `None` if any number may be reduced several times."""
    bits = ("bitwise_and", "bitwise_or", "bitwise_xor")
    names = {
        "b": (*bits, *bits, "max", "min"),
        "i": ("add", "max", "min", "mul", *bits),
        "u": ("add", "max", "min", "mul", *bits),
        "f": ("add", "max", "min"),
        "c": ("add",),
    }
    name = g.one_of(*names[x.kind])
    neutral = {"add": 0, "mul": 1, "bitwise_xor": 0}.get(name)
    return f"lax.{name}", _constant(x, neutral)


def _constant(x: Value, number: int | None) -> str:
    if number is None:
        return "None"
    return f"jnp.asarray({bool(number)})" if x.kind == "b" else f"to(jnp.int32({number}), {x.element})"


def _reducer(g: Generator, x: Value) -> tuple[str, str]:
    """Returns the same for a function of several ops."""
    limit = f"to(jnp.int32({g.number(1, 9)}), {x.element})"
    ways: list[tuple[str, int | None]] = [
        (f"lambda p, q: lax.min(lax.max(p, q), {limit})", None),
        (f"lambda p, q: lax.max(lax.min(p, q), {limit})", None),
        ("lambda p, q: lax.select(p > q, p, q)", None),
        ("lambda p, q: lax.select(q < p, q, p)", None),
    ]
    if x.kind in "iu":
        ways += [
            ("lambda p, q: p + q + p * q", 0), ("lambda p, q: (p ^ q) ^ 1", 1), ("lambda p, q: ~(~p & ~q)", None),
        ]  # fmt: skip
    if x.kind in "if":
        ways.append(("lambda p, q: lax.max(lax.abs(p), lax.abs(q))", None))
    op, neutral = g.one_of(*ways)
    return op, _constant(x, neutral)


def _bools(g: Generator, ranks: range = SOME) -> Value:
    """Chooses truth values, or the comparison of something."""
    if g.source.random() < 0.5:
        try:
            return g.pick("b", ranks)
        except NotPossible:
            pass
    x = g.pick(REAL, ranks)
    return Value(f"({x} > {g.number(0, 3)})", x.type.update(dtype=bool))


def _dims(g: Generator, x: Value) -> str:
    """Returns some of the dims of a tensor, in any order."""
    dims = g.source.sample(range(x.rank), g.number(1, x.rank))
    return f"({', '.join(map(str, dims))},)"


def initial_values(g: Generator) -> str:
    """A reduction that begins with a number that changes the result."""
    x = g.pick(ANY, SOME)
    op, neutral = _monoid(g, x)
    return f"summed(reductions(bounded({x}), {_initial(g, x)}, {op}, {_dims(g, x)}, {neutral}))"


def reducers_of_several_ops(g: Generator) -> str:
    x = g.pick(REAL, SOME)
    op, neutral = _reducer(g, x)
    return f"reductions(bounded({x}), {_initial(g, x)}, {op}, {_dims(g, x)}, {neutral})"


def bool_reduction(g: Generator) -> str:
    x = _bools(g)
    op, neutral = _monoid(g, x)
    return g.one_of(
        f"reductions({x}, {_initial(g, x)}, {op}, {_dims(g, x)}, {neutral})",
        f"lax.reduce_{g.one_of('and', 'or', 'xor', 'max', 'min')}({x}, {_dims(g, x)})",
        f"jnp.sum({x}, {g.axis(x)})",
    )


_GREATER = "(p[0] > q[0]) | ((p[0] == q[0]) & (p[1] < q[1]))"
_LESS = "(p[0] < q[0]) | ((p[0] == q[0]) & (p[1] < q[1]))"


def reduced_pairs(g: Generator) -> str:
    """Two tensors that are reduced at once: the position of an extreme, or two results."""
    x = g.pick(REAL, SOME)
    axis = g.axis(x)
    iota = f"lax.broadcasted_iota(jnp.int32, {x}.shape, {axis})"
    order = g.one_of(_GREATER, _LESS)
    position = (
        f"reductions((bounded({x}), {iota}), ({_initial(g, x)}, jnp.int32({g.number(-1, 3)})),"
        f" lambda p, q: (lambda c: (lax.select(c, p[0], q[0]), lax.select(c, p[1], q[1])))({order}), ({axis},))"
    )
    return g.one_of(position, f"summed(reductions({_pair(g, x, _dims(g, x))}))")


def _pair(g: Generator, x: Value, where: str) -> str:
    """Returns the arguments for a reduction of a tensor and another one of its shape, each with an op of its own."""
    y = g.pick(ANY, test=lambda v: v.type.shape == x.type.shape)
    (first, neutral), (second, other) = _monoid(g, x), _monoid(g, y)
    starts = _initial(g, x), _initial(g, y)
    neutrals = [start if number == "None" else number for start, number in zip(starts, (neutral, other), strict=True)]
    return (
        f"(bounded({x}), bounded({y})), ({', '.join(starts)}), lambda p, q: ({first}(p[0], q[0]), {second}(p[1], q[1])),"
        f" {where}, ({', '.join(neutrals)})"
    )


def _window(g: Generator, x: Value, reducer: tuple[str, str], largest: int) -> str:
    """Returns a reduction of windows of up to a size, with strides, padding and dilations."""
    op, neutral = reducer

    def list_of(low: int, high: int, usual: int) -> str:
        numbers = [g.number(low, high) if g.source.random() < 0.5 else usual for _ in range(x.rank)]
        return f"({', '.join(map(str, numbers))},)"

    edges = [f"({g.number(-1, 3)}, {g.number(0, 3)})" for _ in range(x.rank)]
    widths = [pair if g.source.random() < 0.5 else "(0, 0)" for pair in edges]
    return (
        f"summed(windows(bounded({x}), {_initial(g, x)}, {op}, {list_of(1, largest, 2)}, {list_of(1, 3, 1)},"
        f" ({', '.join(widths)},), {list_of(1, 3, 1)}, {list_of(1, 3, 1)}, {neutral}))"
    )


def _windows(name: str, choose: Callable[[Generator], Value], reducer: Callable, largest: int) -> Callable:
    def family(g: Generator) -> str:
        x = choose(g)
        return _window(g, x, reducer(g, x), largest)

    family.__name__ = name
    return family


_OF_WINDOWS = (
    # Windows with holes, of tensors with holes, and those that may be larger than the tensor.
    _windows("dilated_windows", lambda g: g.pick(NUMBERS, SOME), _monoid, 3),
    _windows("large_windows", lambda g: g.pick(NUMBERS, SOME), _monoid, 9),
    _windows("bool_windows", _bools, _monoid, 4),
    _windows("windows_of_several_ops", lambda g: g.pick(REAL, SOME), _reducer, 3),
)


def windows_of_pairs(g: Generator) -> str:
    x = g.pick(REAL, SOME)
    sizes = f"({', '.join(str(g.number(1, 3)) for _ in range(x.rank))},)"
    ones = f"(1,) * {x.rank}"
    where = f"{sizes}, {g.one_of(sizes, ones)}, ((0, 0),) * {x.rank}, {ones}, {ones}"
    return f"summed(windows({_pair(g, x, where)}))"


def cumulative_windows(g: Generator) -> str:
    """Running results that begin with a number that changes them, also of truth values."""
    x = g.one_of(lambda: _bools(g), lambda: g.pick(ANY, SOME))()
    axis = g.axis(x)
    size = f"{x}.shape[{axis}]"
    sizes, edges, ones = ["1"] * x.rank, ["(0, 0)"] * x.rank, ["1"] * x.rank
    sizes[axis] = size
    edges[axis] = g.one_of(f"({size} - 1, 0)", f"(0, {size} - 1)")
    op, neutral = _monoid(g, x)
    return (
        f"summed(windows(bounded({x}), {_initial(g, x)}, {op}, ({', '.join(sizes)},), ({', '.join(ones)},),"
        f" ({', '.join(edges)},), ({', '.join(ones)},), ({', '.join(ones)},), {neutral}))"
    )


def running_extremes(g: Generator) -> str:
    """Running results as JAX writes them, of truth values, too."""
    x = g.one_of(lambda: _bools(g), lambda: g.pick(REAL, SOME))()
    name = g.one_of("cummax", "cummin") if x.kind == "b" else g.one_of("cummax", "cummin", "cumprod")
    value = f"jnp.clip({x}, 0, 2)" if name == "cumprod" else x
    return f"rounded(lax.{name}({value}, {g.axis(x)}, reverse={g.one_of(True, False)}))"


FAMILIES = (
    initial_values, reducers_of_several_ops, bool_reduction, reduced_pairs, *_OF_WINDOWS, windows_of_pairs,
    cumulative_windows, running_extremes,
)  # fmt: skip
