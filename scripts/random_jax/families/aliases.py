"""Tensors that may be another one, and change although that one is used later.

Compilers for IREE change tensors in place. What a branch, loop or function returns may have the memory of what
it gets.
"""

from collections.abc import Callable

from ..generate import ANY, Generator, NotPossible, Value

SOME = range(1, 4)


def _axis_part(axis: int, part: str) -> str:
    """Returns the index of a part along a dim."""
    return f"[{':, ' * axis}{part}]"


def _other(g: Generator, x: Value, name: str) -> str:
    """Returns a new tensor of the same type, computed from a named one."""
    axis = g.axis(x)
    return g.one_of(
        f"bounded(to({name} + {name}, {x.element}))",
        f"jnp.flip({name}, {axis})",
        f"jnp.where({name} == {name}{_axis_part(axis, ':1')}, {name}, fill({name}, 1))",
    )


def _test(g: Generator, x: Value) -> str:
    """Returns a truth value that is known at run time only."""
    return g.one_of(f"{g.index()} > {g.number(0, 5)}", f"jnp.asarray({x}.shape[{g.axis(x)}]) > {g.number(1, 4)}")


def _count(g: Generator, x: Value) -> str:
    """Returns how often a loop runs, which may be never."""
    return g.one_of(f"jnp.clip(to({g.index()}, jnp.int32), 0, 2)", f"{x}.shape[{g.axis(x)}] // {g.number(2, 4)} % 3")


def _branch(g: Generator, x: Value) -> str:
    branches = ["s", _other(g, x, "s")]
    g.source.shuffle(branches)
    return f"lax.cond({_test(g, x)}, lambda: {branches[0]}, lambda: {branches[1]})"


def _branch_of_another(g: Generator, x: Value) -> str:
    """The branches yield the tensor, and another one that exists before them."""
    return f"lax.cond({_test(g, x)}, lambda: s, lambda: o)"


def _choice(g: Generator, x: Value) -> str:
    branches = ["s", "o", _other(g, x, "s")]
    g.source.shuffle(branches)
    return f"lax.switch(to({g.index()}, jnp.int32), [{', '.join(f'lambda: {branch}' for branch in branches)}])"


def _nested_branch(g: Generator, x: Value) -> str:
    inner = f"lax.cond({_test(g, x)}, lambda: s, lambda: {_other(g, x, 'o')})"
    return f"lax.cond({_test(g, x)}, lambda: {inner}, lambda: {_other(g, x, 's')})"


def _loop(g: Generator, x: Value) -> str:
    return f"lax.fori_loop(0, {_count(g, x)}, lambda _, t: {_other(g, x, 't')}, s)"


def _while(g: Generator, x: Value) -> str:
    count = f"to(jnp.asarray({_count(g, x)}), jnp.int32)"
    body = f"lambda t: (t[0] + 1, {_other(g, x, 't[1]')})"
    return f"lax.while_loop(lambda t: t[0] < {count}, {body}, (jnp.int32(0), s))[1]"


def _exchanging_loop(g: Generator, x: Value) -> str:
    new = g.one_of("t[0]", _other(g, x, "t[0]"))
    return f"lax.fori_loop(0, {_count(g, x)}, lambda _, t: (t[1], {new}), (s, o))[{g.number(0, 1)}]"


def _loop_with_branch(g: Generator, x: Value) -> str:
    test = f"k_ > {g.number(0, 1)}"
    body = f"lax.cond({test}, lambda: t, lambda: {_other(g, x, g.one_of('t', 's'))})"
    return f"lax.fori_loop(0, {_count(g, x)}, lambda k_, t: {body}, s)"


def _scan(g: Generator, x: Value) -> str:
    rows = g.pick(ANY, SOME)
    part = g.one_of("", "[:3]", "[:1]")
    return f"lax.scan(lambda t, r_: ({_other(g, x, 't')}, jnp.int32(0)), s, {rows}{part})[0]"


# What may be the tensor `s`, or another one, `o`.
_WAYS = (
    _branch, _branch_of_another, _choice, _nested_branch, _loop, _while, _exchanging_loop, _loop_with_branch, _scan,
)  # fmt: skip


def _folded(g: Generator, x: Value) -> str:
    """The tensor behind a barrier, through an op that changes nothing."""
    hidden = g.one_of(
        "lax.optimization_barrier(s)", "lax.optimization_barrier((s, o))[0]", "lax.optimization_barrier((o, s))[1]"
    )
    ways = [
        hidden,
        f"{hidden}[None][0]",
        f"{hidden}[None].reshape(s.shape)",
        f"jnp.moveaxis({hidden}[None], 0, -1)[..., 0]",
        f"lax.rev({hidden}[None], (0,))[0]",
        f"jnp.where(jnp.full(s.shape, True), {hidden}, o)",
        f"jnp.concatenate([{hidden}], {g.axis(x)})",
        f"jax.checkpoint(lambda t: t)({hidden})",
        f"lax.optimization_barrier({hidden})",
    ]
    if x.kind == "b":
        ways += [f"({hidden} & True)", f"to(to({hidden}, jnp.int8), {x.element})"]
    else:
        ways += [f"({hidden} * fill(s, 1))", f"({hidden} + fill(s, 0))", f"(-(-{hidden}))"]
    if x.kind == "f":
        ways += [f"to(to({hidden}, jnp.complex64).real, {x.element})", f"to(to({hidden}, jnp.float32), {x.element})"]
    return g.one_of(*ways)


def _called(g: Generator, x: Value) -> str:
    return f"jax.jit(lambda s, o: {g.one_of(*_WAYS)(g, x)})(s, o)"


def _returned_twice(g: Generator, x: Value) -> str:
    """A branch or loop that yields one tensor at two places."""
    new = _other(g, x, "s")
    twice = g.one_of("(s, s)", f"(lambda t: (t, t))({new})")
    return g.one_of(
        f"lax.cond({_test(g, x)}, lambda: {twice}, lambda: (o, {new}))",
        f"lax.fori_loop(0, {_count(g, x)}, lambda _, t: (t[0], t[0]), (s, o))",
        f"jax.jit(lambda s, o: lax.cond({_test(g, x)}, lambda: {twice}, lambda: (o, s)))(s, o)",
    )


def _changed(g: Generator, x: Value, name: str) -> str:
    """Returns an op that IREE may run in place on a named tensor, or a call of a function of it."""
    if g.source.random() < 0.2 and name != "t_":
        return f"jax.jit(lambda t_: {_changed(g, x, 't_')})({name})"
    axis = g.axis(x)
    end = _axis_part(axis, g.one_of(":1", "-1:"))
    part = g.one_of(f"fill({name}{end}, 1)", f"{name}{end}", f"bounded(to({name}{end} + {name}{end}, {x.element}))")
    ways = [
        f"lax.dynamic_update_slice_in_dim({name}, {part}, {g.one_of('0', g.index())}, {axis})",
        f"{name}.at{end}.set({part})",
        f"{name}.at[{g.indices(range(0, 2))}].set(1, mode='{g.one_of('drop', 'clip')}')",
    ]
    if x.kind != "c":
        ways += [f"jnp.sort({name}, {axis})", f"lax.sort(({name}, {name}), dimension={axis}, num_keys=1)[1]"]
        ways.append(f"lax.cummax({name}, {axis})" if x.kind != "b" else f"jnp.sort({name}, {axis}, descending=True)")
        ways.append(f"{name}.at[{g.indices(range(0, 2))}].max({g.number(0, 3)}, mode='drop')")
    return g.one_of(*ways)


def _source(g: Generator, x: Value) -> str:
    """Returns a tensor that exists before the op: an argument or earlier value, or one computed for this."""
    return g.one_of(str(x), str(x), _other(g, x, str(x)))


def _use(g: Generator, x: Value, name: str) -> str:
    """Returns what is computed from the other tensor later."""
    return g.one_of(name, name, f"bounded(to({name} + {name}, {x.element}))", f"jnp.flip({name}, {g.axis(x)})")


def _in_place(g: Generator, x: Value, tensors: str, uses: list[str]) -> str:
    """Returns a function of `s` and `o` of the tensors, with results in any order."""
    g.source.shuffle(uses)
    return f"(lambda s, o: {tensors.format(uses=', '.join(uses))})({_source(g, x)}, {_other(g, x, str(x))})"


def _tensor(g: Generator) -> Value:
    """Chooses a tensor, half of the time of known size, if there is one."""
    if g.source.random() < 0.5:
        try:
            return g.pick(ANY, SOME, lambda v: all(isinstance(size, int) for size in v.type.shape))
        except NotPossible:
            pass
    return g.pick(ANY, SOME)


def _aliases(g: Generator, ways: tuple[Callable[[Generator, Value], str], ...]) -> str:
    x = _tensor(g)
    uses = [_changed(g, x, "a_"), _use(g, x, g.one_of("s", "s", "o"))]
    if g.source.random() < 0.3:
        uses.append(_use(g, x, g.one_of("a_", "o")))
    return _in_place(g, x, f"(lambda a_: ({{uses}},))({g.one_of(*ways)(g, x)})", uses)


def changed_results(g: Generator) -> str:
    """A result of a branch or loop, which may be a tensor that is used later, changes."""
    return _aliases(g, _WAYS)


def changed_folded(g: Generator) -> str:
    """A tensor behind a barrier, which is used in front of it, too, changes."""
    return _aliases(g, (_folded,))


def changed_results_of_calls(g: Generator) -> str:
    return _aliases(g, (_called,))


def changed_one_of_two(g: Generator) -> str:
    """One of two results, which may be the same tensor, changes."""
    x = _tensor(g)
    uses = [_changed(g, x, "a_"), _use(g, x, g.one_of("b_", "b_", "s"))]
    return _in_place(g, x, f"(lambda a_, b_: ({{uses}},))(*{_returned_twice(g, x)})", uses)


def changed_in_turn(g: Generator) -> str:
    """A branch in front reads the tensor that changes behind it, or another shape of it."""
    x = _tensor(g)
    read = f"lax.cond({_test(g, x)}, lambda: {_other(g, x, 's')}, lambda: {_changed(g, x, 's')})"
    again = _changed(g, x, g.one_of("s", "a_"))
    return _in_place(g, x, f"(lambda a_: ({{uses}},))({read})", [again, "a_", _use(g, x, "s")][: g.number(2, 3)])


def changed_by_itself(g: Generator) -> str:
    """A part of a tensor moves within it: what is read and what is written may overlap."""
    x = _tensor(g)
    axis = g.axis(x)
    to, of = g.one_of((":1", ":1"), ("1:", ":-1"), (":-1", "1:"), ("-1:", ":1"), (":-1", ":-1"))
    part = f"s{_axis_part(axis, of)}"
    start = {":1": "0", "1:": "1", ":-1": "0", "-1:": g.index()}[to]
    written = f"s.at{_axis_part(axis, to)}.set({part})"
    moved = f"lax.dynamic_update_slice_in_dim(s, {part}, {start}, {axis})"
    return f"(lambda s: {g.one_of(written, moved)})({_source(g, x)})"


def passed_on(g: Generator) -> str:
    """Tensors that are returned as they are, also twice."""
    x = _tensor(g)
    return g.one_of(
        f"({x}, {x})",
        f"(lambda a_: (a_, a_))({_other(g, x, str(x))})",
        f"jax.jit(lambda s: (s, {_changed(g, x, 's')}, s))({x})",
        f"(lambda s, o: ({g.one_of(*_WAYS)(g, x)}, s))({x}, {_other(g, x, str(x))})",
    )


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


FAMILIES = (
    changed_results, changed_folded, changed_results_of_calls, changed_one_of_two, changed_in_turn,
    changed_by_itself, passed_on, changed_behind_reader,
)  # fmt: skip
