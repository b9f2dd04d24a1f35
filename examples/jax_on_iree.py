"""Exports JAX functions of any batch, and runs them on IREE.

docs/frontends/jax.md explains it. Each function is exported with symbolic sizes,
compiled by IREE as JAX writes it and after `bcast-lower --target=iree`, run at several
sizes, and compared with JAX:

    python examples/jax_on_iree.py                 # all functions
    python examples/jax_on_iree.py softmax cumsum  # some

It needs jax, iree-base-compiler and iree-base-runtime. It fails if a function that
bcast-lower has lowered does not run, unless `REFUSALS` below gives a reason.
"""

import argparse
import os

os.environ.setdefault("JAX_PLATFORMS", "cpu")

import jax  # noqa: E402
import jax.numpy as jnp  # noqa: E402
import numpy as np  # noqa: E402
from iree_programs import Refused, compile_for_cpu, difference, make_ready  # noqa: E402
from jax import export, lax  # noqa: E402

# Sizes of the symbols: each function runs with each of these. JAX assumes that symbols
# are at least 1. k is greater than the numbers of 8 bits with a sign, l than those of 16.
SIZES = [
    dict(a=3, b=2, c=5, h=6, n=3, m=2, t=4, w=5, k=200, l=40000),
    dict(a=1, b=3, c=1, h=3, n=1, m=4, t=1, w=4, k=130, l=32770),
    dict(a=4, b=5, c=2, h=7, n=2, m=1, t=3, w=3, k=300, l=70000),
]

GENERATOR = np.random.default_rng(0)


def numbers(*shape):
    return GENERATOR.standard_normal(shape).astype(np.float32)


WEIGHTS = numbers(8, 16)
QUERY, KEY, VALUE = numbers(8, 8), numbers(8, 8), numbers(8, 8)
TABLE = numbers(10, 8)
GATES = numbers(8, 16)
KERNEL = numbers(3, 3, 2, 4)
ROWS_AND_COLUMNS = ("NHWC", "HWIO", "NHWC")


def softmax(x):
    return jax.nn.softmax(x, axis=-1)


def dropout(x):
    key = jax.random.wrap_key_data(jnp.array([1, 2], jnp.uint32))
    return jnp.where(jax.random.bernoulli(key, 0.5, x.shape), x, 0.0)


def layer_norm(x):
    mean = x.mean(-1, keepdims=True)
    return (x - mean) * lax.rsqrt(x.var(-1, keepdims=True) + 1e-5)


def rms_norm(x):
    return x * lax.rsqrt((x * x).mean(-1, keepdims=True) + 1e-6)


def group_norm(x):
    groups = x.reshape(*x.shape[:3], 2, 4)
    centred = groups - groups.mean((1, 2, 4), keepdims=True)
    return (centred * lax.rsqrt(groups.var((1, 2, 4), keepdims=True) + 1e-5)).reshape(x.shape)


def perceptron(x):
    return jax.nn.gelu(x @ WEIGHTS)


def attention(x, is_causal=False):
    query, key, value = x @ QUERY, x @ KEY, x @ VALUE
    scores = jnp.einsum("btd,bsd->bts", query, key) / np.sqrt(8)
    if is_causal:
        length = x.shape[1]
        scores = jnp.where(jnp.tril(jnp.ones((length, length), bool)), scores, -1e9)
    return jax.nn.softmax(scores, -1) @ value


def causal_attention(x):
    return attention(x, is_causal=True)


def padded_attention(x, lengths):
    is_there = jnp.arange(x.shape[1])[None, :] < lengths[:, None]
    scores = jnp.where(is_there[:, None, :], jnp.einsum("btd,bsd->bts", x, x), -1e9)
    return jax.nn.softmax(scores, -1) @ x


def heads(x):
    batch, length, width = x.shape
    split = x.reshape(batch, length, 2, 4).transpose(0, 2, 1, 3)
    merged = jax.nn.softmax(split @ split.transpose(0, 1, 3, 2), -1) @ split
    return merged.transpose(0, 2, 1, 3).reshape(batch, length, width)


def rotary(x):
    angles = jnp.arange(x.shape[1])[:, None] / 10.0 ** jnp.arange(4)
    even, odd = x[..., :4], x[..., 4:]
    cos, sin = jnp.cos(angles), jnp.sin(angles)
    return jnp.concatenate([even * cos - odd * sin, even * sin + odd * cos], -1)


def masked_mean(x, lengths):
    is_there = jnp.arange(x.shape[1])[None, :] < lengths[:, None]
    return jnp.where(is_there[..., None], x, 0).sum(1) / jnp.maximum(lengths, 1)[:, None]


def convolution(x, strides=(1, 1)):
    return lax.conv_general_dilated(
        x, KERNEL, strides, "SAME", dimension_numbers=ROWS_AND_COLUMNS
    )


def narrow_sizes(x, y):
    """Sizes wrap in integers of 8 and 16 bits."""
    size, other = jnp.asarray(x.shape[0]).astype(jnp.int8), jnp.asarray(y.shape[0]).astype(jnp.int16)
    numbers = jnp.maximum(size + 100, size), jnp.minimum(other - 100, other) // 3
    return [number.astype(jnp.int32) for number in numbers]


def pooling(x):
    return lax.reduce_window(x, -jnp.inf, lax.max, (1, 2, 2, 1), (1, 2, 2, 1), "VALID")


def recurrence(x):
    def step(state, row):
        state = jnp.tanh(state * 0.5 + row)
        return state, state

    return lax.scan(step, jnp.zeros(x.shape[1:]), x)


def long_short_term_memory(x):
    def step(states, row):
        hidden, cell = states
        joined = jnp.concatenate([row, hidden], -1) @ GATES
        take, forget, give, new = jnp.split(joined, 4, -1)
        cell = jax.nn.sigmoid(forget) * cell + jax.nn.sigmoid(take) * jnp.tanh(new)
        hidden = jax.nn.sigmoid(give) * jnp.tanh(cell)
        return (hidden, cell), hidden

    none = jnp.zeros(x.shape[1:])
    return lax.scan(step, (none, none), x)


def recomputed(x):
    layer = jax.checkpoint(lambda y: jnp.tanh(y @ WEIGHTS))
    return jnp.sum(layer(x) ** 2)


def repeat_until(x):
    return lax.while_loop(lambda s: s[0] < x.shape[0], lambda s: (s[0] + 1, s[1] * 1.5), (0, x))[1]


def chosen(x, indices):
    return jnp.take(x, indices, axis=0, mode="clip")


def chosen_pairs(x, i, j):
    """Gathers elements at clamped indices, which JAX's own indexing would convert first."""
    dims = lax.GatherDimensionNumbers((), (0, 1), (0, 1))
    return lax.gather(x, jnp.stack([i, j], -1), dims, (1, 1), mode="clip")


def part(x, i):
    return lax.dynamic_slice_p.bind(x, i[0], i[1], slice_sizes=(1, 2))


# Outside of `jit`, XLA's CPU backend clamps narrow starts of updates to wrong bounds.
@jax.jit
def with_part(x, y, i):
    return lax.dynamic_update_slice_p.bind(x, y, i[0], i[1])


def with_updates(x, i):
    """Adds at indices, of which those outside are dropped."""
    dims = lax.ScatterDimensionNumbers((), (0,), (0,))
    updates = jnp.arange(1.0, i.shape[0] + 1)
    return lax.scatter_add(x, i[:, None], updates, dims, mode="drop")


ELEMENTS = {"i8": np.int8, "i16": np.int16, "i32": np.int32}
ELEMENTS |= {"ui8": np.uint8, "ui16": np.uint16, "ui32": np.uint32}
# Small numbers; arguments of the other types of integers are any numbers of the type.
INTEGERS = ":i32"
# A function, and the shapes of its arguments.
FUNCTIONS = {
    "softmax": (softmax, ["b, 8"]),
    "log_softmax": (lambda x: jax.nn.log_softmax(x, -1), ["b, n"]),
    "layer_norm": (layer_norm, ["b, t, 8"]),
    "rms_norm": (rms_norm, ["b, 8"]),
    "group_norm": (group_norm, ["b, h, w, 8"]),
    "perceptron": (perceptron, ["b, t, 8"]),
    "attention": (attention, ["b, t, 8"]),
    "causal_attention": (causal_attention, ["b, t, 8"]),
    "padded_attention": (padded_attention, ["b, t, 8", "b" + INTEGERS]),
    "heads": (heads, ["b, t, 8"]),
    "rotary": (rotary, ["b, t, 8"]),
    "masked_mean": (masked_mean, ["b, t, 4", "b" + INTEGERS]),
    "concatenation": (lambda x, y: jnp.concatenate([x, y], 0), ["b, 4", "c, 4"]),
    "interleave": (lambda x, y: jnp.stack([x, y], -1).reshape(x.shape[0], -1), ["b, 4", "b, 4"]),
    "one_hot": (lambda i: jax.nn.one_hot(i, 5), ["b" + INTEGERS]),
    "embedding": (lambda i: jnp.asarray(TABLE)[i], ["b, t" + INTEGERS]),
    "narrow_indices": (chosen, ["k, 3", "20:i8"]),
    "short_indices": (chosen, ["l, 2", "n, 20:i16"]),
    "unsigned_indices": (chosen, ["k, 3", "n, 20:ui8"]),
    "unsigned_short_indices": (chosen, ["l, 2", "20:ui16"]),
    "large_unsigned_indices": (chosen, ["k, 3", "n, 20:ui32"]),
    "narrow_indices_of_known_sizes": (chosen, ["200, 3", "20:i8"]),
    "unsigned_indices_of_known_sizes": (chosen, ["200, 3", "20:ui8"]),
    "pairs_of_narrow_indices": (chosen_pairs, ["k, k", "20:i8", "20:i8"]),
    "narrow_sizes": (narrow_sizes, ["k", "l"]),
    "narrow_starts": (part, ["k, 3", "2:i8"]),
    "narrow_starts_of_known_sizes": (part, ["200, 3", "2:i8"]),
    "unsigned_starts": (part, ["k, 3", "2:ui8"]),
    "part_at_narrow_starts": (with_part, ["k, 3", "1, 2", "2:i8"]),
    "part_at_narrow_starts_of_known_sizes": (with_part, ["40000, 3", "2, 2", "2:i16"]),
    "updates_at_narrow_indices": (with_updates, ["k", "20:i8"]),
    "updates_at_unsigned_indices": (with_updates, ["k", "20:ui8"]),
    "update_of_one_element": (
        lambda x, i: x.at[i[0], i[1]].add(2.0),
        ["n, m", "2" + INTEGERS],
    ),
    "columns": (lambda x, i: x[:, i], ["n, 5", "b" + INTEGERS]),
    "last_step": (lambda x: x[:, -1], ["b, t, 4"]),
    "segment_sum": (
        lambda x, i: jax.ops.segment_sum(x, i, num_segments=5),
        ["b, 4", "b" + INTEGERS],
    ),
    "dropped_updates": (lambda x, i: x.at[i].add(1.0), ["b, 4", "n" + INTEGERS]),
    "replaced_rows": (lambda x: x.at[1:].set(0.5), ["b, 4"]),
    "added_columns": (lambda x: x.at[:, 1:3].add(x[:, 2:]), ["b, 4"]),
    "scan": (recurrence, ["t, b, 4"]),
    "long_short_term_memory": (long_short_term_memory, ["t, b, 4"]),
    "while_loop": (repeat_until, ["b, 4"]),
    "cumsum": (lambda x: jnp.cumsum(x, 0), ["b, 4"]),
    "cumulative_share": (lambda x: jnp.cumsum(jnp.exp(x), 1) / jnp.exp(x).sum(), ["3, n"]),
    "differences": (lambda x: x[:, 1:] - x[:, :-1], ["3, b"]),
    "dropout": (dropout, ["b, 4"]),
    "histogram": (lambda x: jnp.histogram(x, bins=4, range=(-2, 2))[0], ["b"]),
    "convolution": (convolution, ["b, h, w, 2"]),
    "strided_convolution": (lambda x: convolution(x, (2, 2)), ["b, h, w, 2"]),
    "pooling": (pooling, ["b, h, w, 2"]),
    "every_other_row": (lambda x: x[::2] + 1, ["b, 4"]),
    "reverse": (lambda x: x[::-1], ["b, 4"]),
    "slices_of_two_dims": (lambda x: x[1:, ::2], ["b, t"]),
    "pairs_of_indices": (lambda x, i, j: x[i, j], ["n, m, t", "b" + INTEGERS, "b" + INTEGERS]),
    "two_symbols": (lambda x, y: x[:, None, :] + y[None, :, :], ["a, 4", "b, 4"]),
    "outer_product": (lambda x, y: x[:, None] * y[None, :], ["a", "b"]),
    "matmul": (lambda x, y: x @ y, ["b, n, m", "b, m, t"]),
    "argmax": (lambda x: jnp.argmax(x, -1), ["b, 7"]),
    "sort": (lambda x: jnp.sort(x, -1), ["b, 5"]),
    "argsort": (lambda x: jnp.argsort(jnp.round(x), 0), ["b, 5"]),
    "top_k": (lambda x: lax.top_k(jnp.round(x), 2), ["b, 5"]),
    "pad": (lambda x: jnp.pad(x, ((1, 2), (0, x.shape[0]))), ["b, 4"]),
    "gradient": (jax.grad(lambda x: jnp.sum(jnp.tanh(x @ WEIGHTS) ** 2)), ["b, 8"]),
    "gradient_with_checkpoint": (jax.grad(recomputed), ["b, 8"]),
    "fft": (lambda x: jnp.abs(jnp.fft.rfft(x)), ["b, 8"]),
}
# Functions that IREE 3.13 does not support in any form.
REFUSALS = {"fft": "IREE has no 'stablehlo.fft' of dynamic shapes"}


def arguments_of(specifications, sizes):
    arguments = []
    for specification in specifications:
        shape, _, element = specification.partition(":")
        shape = [sizes.get(dim.strip()) or int(dim) for dim in shape.split(",")]
        if element == "":
            arguments.append(numbers(*shape))
            continue
        limits = np.iinfo(ELEMENTS[element])
        low, high = (0, 4) if element == "i32" else (limits.min, limits.max)
        arguments.append(GENERATOR.integers(low, high, shape, limits.dtype, endpoint=True))
    return arguments


def first_problem(module, function, specifications):
    """Runs a module at all sizes; returns the first problem, if any."""
    for sizes in SIZES:
        arguments = arguments_of(specifications, sizes)
        expected = jax.tree_util.tree_leaves(function(*map(jnp.asarray, arguments)))
        try:
            found = module["main"](*arguments)
        except RuntimeError as error:
            return f"stops at {sizes}: {str(error)[:90]}"
        problem = difference(found, expected, sizes)
        if problem is not None:
            return problem
    return None


def outcome(text, function, specifications, prepare):
    try:
        module = compile_for_cpu(prepare(text))
    except Refused as refused:
        return f"no: {refused}"
    problem = first_problem(module, function, specifications)
    return f"WRONG: {problem}" if problem else "runs"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("functions", nargs="*", metavar="FUNCTION")
    parser.add_argument("--only-ready", action="store_true", help="leave out JAX's own form")
    options = parser.parse_args()
    if unknown := set(options.functions) - set(FUNCTIONS):
        parser.error(f"unknown functions: {', '.join(sorted(unknown))}")
    names = options.functions or list(FUNCTIONS)
    counts = [0, 0]
    problems = []
    for name in names:
        function, specifications = FUNCTIONS[name]
        scope = export.SymbolicScope()
        types = [
            jax.ShapeDtypeStruct(
                export.symbolic_shape(specification.partition(":")[0], scope=scope),
                ELEMENTS.get(specification.partition(":")[2], np.float32),
            )
            for specification in specifications
        ]
        text = export.export(jax.jit(function))(*types).mlir_module().encode()
        ready = outcome(text, function, specifications, make_ready)
        # IREE may access memory outside the tensors at indices that JAX's own form leaves to it.
        elements = {specification.partition(":")[2] for specification in specifications}
        has_any_indices = not elements <= {"", "i32"}
        leave_out = options.only_ready or has_any_indices
        ours = "" if leave_out else outcome(text, function, specifications, bytes)
        counts[0] += ours == "runs"
        counts[1] += ready == "runs"
        reason = REFUSALS.get(name)
        if ready != "runs" and (reason is None or not ready.startswith("no")):
            problems.append(name)
        print(f"{name}: {ready}{f' ({reason})' if reason else ''}", flush=True)
        if ours not in ("", "runs"):
            print(f"  as JAX writes it: {ours}", flush=True)
    before = "" if options.only_ready else f" {counts[0]} run as JAX writes them,"
    print(f"of {len(names)} functions,{before} {counts[1]} through bcast-lower")
    if problems:
        raise SystemExit(f"wrong: {', '.join(problems)}")


if __name__ == "__main__":
    main()
