"""Exports loops and branches of JAX over tensors of unknown size, lowers them with --target=iree, and compiles them at
several optimization levels. Runs each at several sizes, with and without threads, and compares with JAX.
"""

import argparse
from collections.abc import Sequence

# jaxlib is set up before anything imports JAX.
from numeric.peer import Peer  # isort: skip
import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from numeric.command_line import add_binary, exit_codes, make_parser
from numeric.consumers import REJECTIONS, on_iree
from numeric.tool import Tool, find_binary, shortened

from .registry import Model

_EPILOG = exit_codes("no program is wrong", "a program is wrong")
# JAX assumes that symbols are at least 1; `x[1:]` has no elements if `n` is 1.
SIZES = (dict(n=1, m=2, k=3), dict(n=3, m=1, k=1), dict(n=7, m=5, k=2), dict(n=130, m=3, k=1))
LEVELS = ("O0", "O2", "O3")


def fori(count, body, *init):
    return lax.fori_loop(0, count, lambda i, state: tuple(body(i, *state)), init)


def gradient_of_scan(x):
    def step(state, row):
        state = jnp.tanh(state * row + 0.5)
        return state, state.sum()

    return jax.grad(lambda x: lax.scan(step, x[0], x)[1].sum())(x)


def conjugate_gradients(x, b):
    def matrix(v):
        return x @ (x.T @ v) + v

    return jax.scipy.sparse.linalg.cg(matrix, b, maxiter=5)[0]


def power_iteration(x):
    matrix = x @ x.T
    return fori(4, lambda i, v: [(matrix @ v) / jnp.linalg.norm(matrix @ v)], x[:, 0] + 1)


def product_in_loop(x):
    matrix, v = x @ x.T, x[:, 0]
    body = lambda i, a, b: (a + (b * (matrix @ b)).sum(), b * 0.5)
    return fori(3, body, v, v * 2)


def until_small(x, y):
    def body(state):
        i, x, y = state
        return i + 1, x * 0.5, jnp.concatenate([x[:1], y[1:]]) + x

    return lax.while_loop(lambda s: jnp.abs(s[1]).sum() > 0.1, body, (0, x, y))


def branch_in_loop(x, y):
    def body(i, a, b):
        return lax.cond(i % 2 == 0, lambda: (b, a + 1), lambda: (a * 2, b - a))

    return fori(5, body, x, y)


def loop_in_branch(x, y):
    loop = lambda: fori(3, lambda i, a, b: (b + 1, a * 0.5), x, y)
    return lax.cond(x.sum() > 0, loop, lambda: (y, x))


def products_in_branches(x):
    def one():
        v = x[:, 0] * 2
        return x @ x.T, v

    def other():
        matrix = x @ x.T
        return jnp.sin(matrix @ matrix), matrix[:, 0] * 2

    matrix, v = lax.cond(x[0, 0] > 0, one, other)
    return jnp.cos(matrix), jnp.sin(v)


def switch(x, y, i):
    branches = [lambda: (x, y), lambda: (y, x * 2), lambda: ((x[:, None] * y).sum(1), x - y)]
    return lax.switch(i[0] % 3, branches)


def captured_in_branch(x):
    v = x[:, 1] * 3
    return lax.cond(x[0, 0] > 0, lambda: v, lambda: (x @ x.T) @ v), v


def updates(x, y):
    def body(i, x, y):
        row = lax.dynamic_slice_in_dim(y, i, 1)
        return lax.dynamic_update_slice_in_dim(x, row * 2, i, 0), y + x.sum()

    return fori(x.shape[0], body, x, y)


def used_after(x):
    """The first value of a loop that does not run is changed after it."""
    first = x * 2
    last = fori((x.sum() > 1e9).astype(int) * 3, lambda i, a: [a + 1], first)[0]
    return last, first.at[0].set(-1)


def used_after_running(x):
    first = x * 2
    last = fori(3, lambda i, a: [a.at[i].add(1)], first)[0]
    return last, first.at[0].set(-1), first


def passed_twice(x):
    return fori(3, lambda i, a, b: (a.at[0].add(b[0]), a), x, x)


def fills(x):
    ones = jnp.ones_like(x)
    last = fori(3, lambda i, a, b: (a + ones, b.at[i].set(2)), x, ones)
    return last, ones * x


def nested(x, y):
    def inner(i, a, b):
        return b + 1, a * 0.5

    return fori(3, lambda i, a, b: fori(i + 1, inner, b, a + y), x, y)


def nested_while(x):
    def body(state):
        a, b = state
        a = lax.while_loop(lambda a: a.sum() > 10, lambda a: a * 0.5, a + b)
        return a, b - 1

    return lax.while_loop(lambda s: s[1].max() > 0, body, (x, jnp.abs(x) + 2))


def scan_of_several(x, y):
    def step(state, rows):
        a, b = state
        row, other = rows
        return (b + row, a * 0.5), (a * row, other.sum() + b, b)

    return lax.scan(step, (x[0], x[-1]), (x, y))


def scan_of_products(x):
    weights = x.T @ x

    def step(state, row):
        state = jnp.tanh(weights @ state + row)
        return state, jnp.outer(state, row)

    return lax.scan(step, x[0], x)


def mixed_types(x, i):
    init = (x, i, x > 0, i.astype(jnp.int8), x.astype(jnp.float64), i.astype(jnp.uint8))

    def body(_, f, i, b, s, d, u):
        return f + d.astype(jnp.float32), i + 1, ~b, s + i.astype(jnp.int8), d * 2 + b, u + 3

    return fori(3, body, *init)


def half_types(x, i):
    init = (x.astype(jnp.float16), x.astype(jnp.bfloat16), lax.complex(x, x), i.astype(jnp.uint32))
    out = fori(3, lambda _, h, b, c, u: (h * 2, b + 1, c * c, u << 1), *init)
    return out[0], out[1].astype(jnp.float32), out[2], out[3]


def static_and_dynamic(x):
    def body(i, total, x, table):
        return total + x.sum(), x * 0.5, table.at[i].set(total)

    return fori(4, body, jnp.float32(0), x, jnp.zeros(4))


def random_walk(x):
    def body(i, key, x):
        key, own = jax.random.split(key)
        return key, x + jax.random.normal(own, x.shape, x.dtype)

    return fori(3, body, jax.random.key(0), x)[1]


def two_keys(x):
    first, second = (jax.random.uniform(jax.random.key(seed), x.shape) for seed in (1, 2))
    return x + first, second


def constant_or_sum(x):
    """A branch returns what is computed from constants alone."""
    factors = jnp.asarray(np.array([1.5, 2.5], np.float32))
    return lax.cond(x[0] < 0, lambda: factors[1] * 0.5, x.sum), x


def emptied(x, y):
    """Tensors of no elements if a size is 1."""
    return fori(3, lambda i, a, b: (b, a + b[:1].sum()), x[1:], y[:-1] * 2)


def newton_schulz(x):
    gram, one = x @ x.T / (x * x).sum(), jnp.eye(x.shape[0], dtype=x.dtype)
    step = lambda i, y, z: (0.5 * y @ (3 * one - z @ y), z @ y)
    return fori(4, step, gram, gram)


def adam(x, y):
    loss = lambda w: ((jnp.tanh(x @ w) - y) ** 2).sum()

    def body(i, w, m, v):
        g = jax.grad(loss)(w)
        m, v = 0.9 * m + 0.1 * g, 0.99 * v + 0.01 * g * g
        return w - 0.1 * m / (jnp.sqrt(v) + 1e-6), m, v

    none = jnp.zeros(x.shape[1], jnp.float32)
    return fori(5, body, none, none, none)


def kmeans(x, c):
    def body(i, c):
        near = jnp.argmin(((x[:, None] - c[None]) ** 2).sum(-1), 1)
        hot = jax.nn.one_hot(near, c.shape[0], dtype=jnp.float32)
        return [hot.T @ x / (hot.sum(0)[:, None] + 1e-6)]

    return fori(3, body, c)


def kmeans_of_product(x, c):
    return kmeans(x @ c.T, (x @ c.T)[:1])


def growing_by_rows(x):
    """A loop whose tensors' sizes depend on other tensors' sizes."""
    both = jnp.concatenate([x, x * 2])
    return fori(3, lambda i, a, b: (a + b.sum(), jnp.roll(b, 1, 0)), both, x)


def select_states(x, y):
    def body(state):
        i, a, b = state
        good = a.sum() > b.sum()
        return i + 1, jnp.where(good, b, a), jnp.where(good, a, b * 1.5)

    return lax.while_loop(lambda s: s[0] < s[1].shape[0], body, (0, x, y))


def update_in_test(x):
    """The test changes a copy of what the loop passes on."""
    test = lambda s: (s[0] < 3) & (s[1].at[0].set(0).sum() > -1e9)
    return lax.while_loop(test, lambda s: (s[0] + 1, s[1] + 1), (0, x))


def rows_at_largest(x, y):
    """The position of a slice is a number that the loop computes."""

    def body(i, a, b):
        scores = a @ a.T
        best = jnp.argmax(scores.sum(1))
        row = lax.dynamic_slice_in_dim(b, best, 1)
        return a * 0.5 + row * scores[:, :1], jnp.tanh(b + a)

    return fori(3, body, x, y)


def read_between(x):
    """Numbers are read between two products of the same iteration."""

    def body(i, a, b, c):
        table = jnp.sin(a[:, None] * b[None])
        top = lax.dynamic_slice_in_dim(table, jnp.argmax(c), 1)[0]
        bottom = lax.dynamic_slice_in_dim(table, jnp.argmin(top + jnp.cos(c)), 1)[0]
        return b * 0.5 + bottom, jnp.cos(c), top

    return fori(4, body, x, x * 2, x - 1)


def sorted_beside_sums(x):
    """What is sorted in place is copied first, between the sums and their use."""

    def step(a, number):
        sums = jnp.cumsum(a * number)
        return a + number, (jnp.sort(a), sums + jnp.cumsum(sums))

    return x * 2, lax.scan(step, x * 2, x)[1]


def updated_beside_sums(x):
    """An update in place is made twice."""

    def step(a, number):
        scaled = a * number
        following = a + number
        updated = lax.dynamic_update_slice(a, scaled[:1], (2,))
        return following, updated + scaled + jnp.cumsum(scaled)

    return x * 2, lax.scan(step, x * 2, x)[1]


def shifted_state(x):
    """A padding that removes elements is an insertion into a fill, whose number is behind a barrier."""

    def step(a, number):
        return a + number, lax.pad(a, jnp.float32(0), ((-1, 1, 0),))

    start = lax.reduce_window(x, jnp.float32(0), lax.min, (3,), (1,), "VALID")
    return start, lax.scan(step, start, x)[1]


def kept_by_branch(x, y, i):
    """A branch returns a tensor that is used later, also in the next iteration."""
    square, product = x * x, y * y

    def step(_, a):
        chosen = lax.cond(a[0] + i[0] > 2, lambda: square, lambda: square + a)
        # A number is read between the uses.
        return lax.cond(chosen[0] > 1, lambda: chosen, lambda: square - a)

    of_any_size = lax.cond(i[0] > 0, lambda: product, lambda: product + y)
    return lax.fori_loop(0, 3, step, x), square, of_any_size[::-1], product


def equal_products(x, y):
    """The factors are in another order, and a mask is applied twice."""
    p, q = x * y, y * x
    product = p * q
    masked = jnp.where(x > y, x, 0)
    again = jnp.where(x > y, masked, 0)
    reflected = (masked - (masked + again)[::-1]) * again
    return jnp.sqrt(jnp.abs(product)), (p - product[::-1]) * q, jnp.clip(masked, 0, 3), reflected


def moved_part(x):
    return x.at[1:].set(x[:-1]), (x + x).at[:-1].set((x + x)[1:])


def uniform_sums(x):
    """Sums of one number, which is computed."""
    count = jnp.isfinite(jnp.arange(5)).sum() + (jnp.zeros((2, 3), jnp.uint8) >= 0).sum()

    def add_threes(_, a):
        return a + jnp.full((2, 1), 3, jnp.uint16).sum().astype(jnp.int32)

    return x + count, lax.fori_loop(0, 3, add_threes, jnp.int32(0))


def padded_element(x, number, filling):
    """Paddings of a tensor of one element, by a constant and by an argument, which keep their values."""
    one, high = jnp.float32(1), x.shape[0]
    spread = lax.pad(number, one, ((0, high, 2),))
    by_argument = lax.pad(number, filling.reshape(()), ((1, high, 1),))
    return spread, by_argument, lax.pad(number, one, ((high, 0, 0),)), filling


def one_hot_products(x, i):
    hot = jax.nn.one_hot(i, 5)
    return hot @ hot.T, x[:, None] * (hot @ (hot.T @ x)[:, None])


LOOPS = {
    "rows_at_largest": (rows_at_largest, ["n, m", "n, m"]),
    "read_between": (read_between, ["n"]),
    "one_hot_products": (one_hot_products, ["n", "n:int32"]),
    "sorted_beside_sums": (sorted_beside_sums, ["n"]),
    "updated_beside_sums": (updated_beside_sums, ["n"]),
    "shifted_state": (shifted_state, ["n"]),
    "kept_by_branch": (kept_by_branch, ["8", "n, 16", "1:int32"]),
    "equal_products": (equal_products, ["n", "n"]),
    "equal_products_of_known_sizes": (equal_products, ["400", "400"]),
    "moved_part": (moved_part, ["n"]),
    "uniform_sums": (uniform_sums, ["n"]),
    "padded_element": (padded_element, ["n", "1", "1"]),
    "product_in_loop": (product_in_loop, ["n, 2"]),
    "conjugate_gradients": (conjugate_gradients, ["n, m", "n"]),
    "power_iteration": (power_iteration, ["n, m"]),
    "newton_schulz": (newton_schulz, ["n, m"]),
    "adam": (adam, ["n, m", "n"]),
    "kmeans": (kmeans, ["n, m", "k, m"]),
    "kmeans_of_product": (kmeans_of_product, ["n, m", "k, m"]),
    "one": (lambda x: fori(3, lambda i, a: [a * 2], x), ["n"]),
    "swap": (lambda x, y: fori(3, lambda i, a, b: (b, a), x, y), ["n", "n"]),
    "swap_and_add": (lambda x, y: fori(3, lambda i, a, b: (b, a + b), x, y), ["n, m", "n, m"]),
    "rotate": (lambda x, y: fori(4, lambda i, a, b, c: (b, c, a), x, y, x + y), ["n", "n"]),
    "ranks": (
        lambda x, y: fori(3, lambda i, a, b, c: (a + c.sum(), b + a[0, 0], c * b.sum()), x, x[:, 0], y),
        ["n, m", "k, m, 2"],
    ),
    "invariant": (lambda x, y: fori(3, lambda i, a, b: (a - b, b), x, y), ["n, m", "n, m"]),
    "mixed_types": (mixed_types, ["n", "n:int32"]),
    "half_types": (half_types, ["n", "n:int32"]),
    "static_and_dynamic": (static_and_dynamic, ["n, m"]),
    "until_small": (until_small, ["n", "n"]),
    "no_iterations": (lambda x, y: fori(0, lambda i, a, b: (b, a + 1), x, y), ["n", "n"]),
    "unknown_iterations": (lambda x, i: fori(i[0], lambda i, a, b: (b, a + 1), x, x * 2), ["n", "k:int32"]),
    "branch_in_loop": (branch_in_loop, ["n", "n"]),
    "loop_in_branch": (loop_in_branch, ["n", "n"]),
    "products_in_branches": (products_in_branches, ["n, 2"]),
    "captured_in_branch": (captured_in_branch, ["n, 2"]),
    "switch": (switch, ["n", "n", "k:int32"]),
    "nested": (nested, ["n, m", "n, m"]),
    "nested_while": (nested_while, ["n"]),
    "scan": (lambda x: lax.scan(lambda s, r: (s + r, s * r), x[0], x), ["n, m"]),
    "scan_without_rows": (lambda x: lax.scan(lambda s, _: (s * 2, s), x, length=4), ["n"]),
    "reverse_scan": (lambda x: lax.scan(lambda s, r: (s + r, s * r), x[0], x, reverse=True), ["n, m"]),
    "scan_of_several": (scan_of_several, ["n, m", "n, k"]),
    "scan_of_products": (scan_of_products, ["n, m"]),
    "gradient_of_scan": (gradient_of_scan, ["n, m"]),
    "associative_scan": (lambda x: lax.associative_scan(jnp.multiply, x), ["4, n"]),
    "map": (lambda x: lax.map(lambda r: jnp.sin(r) @ r, x), ["n, m"]),
    "cumsum_in_loop": (lambda x: fori(2, lambda i, a, b: (jnp.cumsum(b, 0) * 0.1, a + 1), x, x), ["n, m"]),
    "updates": (updates, ["n, m", "n, m"]),
    "used_after": (used_after, ["n"]),
    "used_after_running": (used_after_running, ["n"]),
    "passed_twice": (passed_twice, ["n"]),
    "fills": (fills, ["n"]),
    "random_walk": (random_walk, ["n, m"]),
    "random_integers": (lambda x: jax.random.randint(jax.random.key(0), x.shape, 0, 9), ["n, m"]),
    # Sizes of unsigned tensors, too.
    "integers_for_bytes": (lambda x: jax.random.randint(jax.random.key(0), x.shape, 0, 9), ["n, m:uint8"]),
    "two_keys": (two_keys, ["n, m"]),
    "constant_or_sum": (constant_or_sum, ["n"]),
    "emptied": (emptied, ["n", "n"]),
    "growing_by_rows": (growing_by_rows, ["n, m"]),
    "select_states": (select_states, ["n", "n"]),
    "update_in_test": (update_in_test, ["n"]),
    # Tensors of a multiple of 64 bytes.
    "swap_of_sixteens": (lambda x: fori(3, lambda i, a, b: (b + 1, a), x, x * 2), ["n, 16"]),
    "one_from_the_other": (lambda x, y: fori(3, lambda i, a, b: (a + 1, a * 2), x, y), ["n, 16", "n, 16"]),
    "argument_and_function": (lambda x: fori(3, lambda i, a, b: (a + 1, b * 2), x, x + 0.5), ["n, 16"]),
    "updated_copy": (lambda x: fori(2, lambda i, a, b: (a + 1, (a + 1).at[0].set(5)), x, -x), ["n, 16"]),
    "sort_in_loop": (lambda x: fori(2, lambda i, a, b: (jnp.sort(b), a - 1), x, -x), ["n"]),
}

# Programs that IREE 3.13 does not compile, or stops with an error; none may have other values.
REFUSALS = {
    "growing_by_rows": "IREE's runtime rejects a copy on its own",
    "kmeans_of_product": "IREE drops a tensor that does not matter from one region of the loop",
    "read_between": "IREE's runtime rejects a copy on its own",
    "sort_in_loop": "IREE needs a stack allocation of unknown size",
    "used_after": "IREE frees what a loop without an iteration starts with",
}

_TOLERANCE, _ABSOLUTE = 1e-3, 1e-4


def _outcome(model: Model, tool: Tool, levels: Sequence[str]) -> str:
    """Returns `runs`, or the first problem."""
    try:
        text = tool.lower(model.exported())
        for level in levels:
            run = on_iree(text, [f"--iree-opt-level={level}"])
            if problem := next(model.problems(run, _TOLERANCE, _ABSOLUTE), None):
                return f"{problem} at {level}"
    except REJECTIONS as error:
        return f"refused: {shortened(error)}"
    return "runs"


def main() -> int:
    options = _options()
    Peer()
    tool = Tool(options.binary or find_binary(), ("--target=iree",))
    levels = options.levels.split(",")
    names = options.programs or list(LOOPS)
    wrong = refusals = 0
    for name in names:
        function, arguments = LOOPS[name]
        outcome = _outcome(Model(name, function, tuple(arguments), sizes=SIZES), tool, levels)
        # IREE may refuse some; none may have other values.
        is_known = name in REFUSALS and outcome.startswith(("refused", "stops"))
        refusals += is_known
        wrong += not is_known and outcome != "runs"
        print(f"{name}: {outcome}{f' ({REFUSALS[name]})' if name in REFUSALS else ''}", flush=True)
    print(f"of {len(names)} programs, {wrong} are wrong, and IREE refuses {refusals}")
    return 1 if wrong else 0


def _options() -> argparse.Namespace:
    parser = make_parser("scripts/check-jax --loops", __doc__, _EPILOG)
    add_binary(parser)
    parser.add_argument("programs", nargs="*", metavar="PROGRAM", help="programs to run [all]")
    parser.add_argument("--levels", default=",".join(LEVELS), help="of optimization [%(default)s]")
    options = parser.parse_args()
    if unknown := set(options.programs) - set(LOOPS):
        parser.error(f"unknown programs: {', '.join(sorted(unknown))}")
    return options
