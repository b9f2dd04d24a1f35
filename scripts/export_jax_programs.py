"""Exports a broad set of JAX programs as StableHLO, for compare-with-jaxlib."""

import functools
import itertools
import os

# Collectives need more devices than one; read when JAX starts.
os.environ.setdefault("XLA_FLAGS", "--xla_force_host_platform_device_count=2")

import jax  # noqa: E402
import jax.numpy as jnp  # noqa: E402
from jax import export, lax  # noqa: E402

jax.config.update("jax_enable_x64", True)
# Most programs have no shardings; without Shardy they have no meshes either.
jax.config.update("jax_use_shardy_partitioner", False)

FLOATS = ["float16", "bfloat16", "float32", "float64"]
SMALL_FLOATS = [
    *(
        f"float8_{form}"
        for form in ("e4m3fn", "e5m2", "e4m3b11fnuz", "e4m3fnuz", "e5m2fnuz", "e3m4", "e4m3", "e8m0fnu")
    ),
    "float4_e2m1fn",
]
INTS = ["int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"]
SMALL_INTS = ["int2", "int4", "uint2", "uint4"]
COMPLEX = ["complex64", "complex128"]


def spec(*shape, dtype="float32"):
    return jax.ShapeDtypeStruct(shape, jnp.dtype(dtype))


def named(module, names):
    """Returns functions of a module."""
    return [getattr(module, name) for name in names.split()]


def elementwise():
    floats = [
        *named(
            jnp, "abs arccos arccosh arcsin arcsinh arctan arctanh cbrt ceil cos cosh exp exp2 expm1 floor isfinite"
        ),
        *named(jnp, "isinf isposinf isneginf log log1p negative round sign sin sinh sqrt square tan tanh trunc"),
        *named(lax, "rsqrt logistic erf erfc erf_inv lgamma digamma bessel_i1e bessel_i0e"),
        *named(jax.nn, "relu gelu softmax"),
        lambda x: lax.reduce_precision(x, 5, 10),
        lambda x: lax.round(x, lax.RoundingMethod.AWAY_FROM_ZERO),
        lambda x: lax.exp(x, accuracy=lax.AccuracyMode.HIGHEST),
        lambda x: lax.tanh(x, accuracy=lax.Tolerance(atol=1e-5, rtol=0.0, ulps=2)),
    ]
    for index, function in enumerate(floats):
        for dtype in FLOATS:
            yield f"float_{index}_{dtype}", function, [spec(2, 3, dtype=dtype)]
        yield f"float_{index}_symbolic", function, ["a, 3"]
    functions = named(jnp, "abs real imag conj exp log sin tan sqrt tanh arccos square negative")
    for index, function in enumerate(functions):
        for dtype in COMPLEX:
            yield f"complex_{index}_{dtype}", function, [spec(3, dtype=dtype)]
    integers = [jnp.bitwise_not, lax.population_count, lax.clz, jnp.sign, jnp.negative]
    for index, function in enumerate(integers):
        for dtype in INTS + SMALL_INTS:
            yield f"int_{index}_{dtype}", function, [spec(4, dtype=dtype)]


def binary():
    functions = [
        *named(jnp, "add subtract multiply divide maximum minimum power remainder arctan2 nextafter equal less"),
        *named(jnp, "logaddexp floor_divide"),
        *named(lax, "igamma zeta polygamma complex random_gamma_grad"),
    ]
    for index, function in enumerate(functions):
        yield f"float_{index}", function, [spec(2, 3), spec(2, 3)]
        yield f"symbolic_{index}", function, ["a, b", "a, b"]
    for index, function in enumerate(functions[:6]):
        yield f"broadcast_{index}", function, ["a, 1", "a, b"]
        for dtype in INTS:
            yield f"int_{index}_{dtype}", function, [spec(3, dtype=dtype)] * 2
    bits = named(jnp, "bitwise_and bitwise_or bitwise_xor left_shift right_shift")
    for index, function in enumerate([*bits, lax.shift_right_logical]):
        for dtype in INTS:
            yield f"bits_{index}_{dtype}", function, [spec(3, dtype=dtype)] * 2
    yield "where", jnp.where, [spec(3, dtype="bool"), spec(3), spec(3)]
    yield "clamp", lax.clamp, [spec(), spec(3), spec()]


def conversions():
    dtypes = FLOATS + SMALL_FLOATS + INTS + SMALL_INTS + COMPLEX + ["bool"]
    for source, target in itertools.product(dtypes, dtypes):
        if source != target and (source in FLOATS + ["int32"] or target in FLOATS):
            yield (f"{source}_{target}", functools.partial(lambda x, t: x.astype(t), t=target), [spec(2, dtype=source)])
    yield "bitcast", lambda x: lax.bitcast_convert_type(x, jnp.int8), [spec(3)]


def shapes():
    yield "reshape", lambda x: x.reshape(-1), [spec(2, 3)]
    yield "reshape_symbolic", lambda x: x.reshape(-1, 2), ["a, 2*b"]
    yield "transpose", lambda x: jnp.transpose(x, (2, 0, 1)), ["a, 2, b"]
    yield "reverse", lambda x: lax.rev(x, (0,)), [spec(2, 3)]
    yield "concatenate", lambda x, y: jnp.concatenate([x, y], 1), ["a, b", "a, c"]
    yield "pad", lambda x: lax.pad(x, jnp.float32(0), [(1, 2, 0), (-1, 0, 3)]), [spec(2, 3)]
    yield "pad_symbolic", lambda x: jnp.pad(x, ((0, x.shape[0]),)), ["a"]
    yield "slice", lambda x: x[1:3, ::2], [spec(4, 5)]
    yield "slice_symbolic", lambda x: x[1:, ::2], ["a, b"]
    yield "dynamic_slice", lambda x, i: lax.dynamic_slice(x, (i, i), (1, 2)), [spec(4, 5), spec(dtype="int32")]
    update = lambda x, y, i: lax.dynamic_update_slice(x, y, (i, i))
    yield "dynamic_update_slice", update, [spec(4, 5), spec(1, 2), spec(dtype="int32")]
    yield "iota", lambda x: jnp.arange(x.shape[0]) + x, ["a"]
    yield "eye", lambda x: jnp.eye(x.shape[0]) + x, ["a, a"]
    yield "broadcast", lambda x: jnp.broadcast_to(x, (7,) + x.shape), ["a, 1"]
    several = lambda: [jnp.arange(200.0), jnp.array([True, False]), jnp.array(1 + 2j), jnp.zeros((3, 0))]
    yield "constants", lambda: [*several(), jnp.array([1, 2], jnp.int4)], []
    yield "split", lambda x: jnp.split(x, 3), [spec(6, 2)]
    yield "gather", lambda x, i: x[i], ["a, b", spec(3, dtype="int32")]
    yield "gather_many", lambda x, i: x[:, i, i], [spec(3, 4, 5), spec(2, dtype="int32")]
    yield "take_along", lambda x, i: jnp.take_along_axis(x, i, 1), [spec(3, 4), spec(3, 2, dtype="int32")]
    for method in ("set", "add", "multiply", "min", "max", "apply"):
        argument = [jnp.sin] if method == "apply" else [1.0]
        scatter = lambda x, i, m=method, a=argument: getattr(x.at[i], m)(*a)
        yield f"scatter_{method}", scatter, [spec(5, 2), spec(3, dtype="int32")]


def reductions():
    for name in "sum prod max min all any argmax argmin cumsum cumprod mean var sort argsort median".split():
        yield name, functools.partial(getattr(jnp, name), axis=1), [spec(3, 4)]
        if name not in ("median", "var"):
            yield f"{name}_symbolic", functools.partial(getattr(jnp, name), axis=0), ["a, 4"]
    yield "logsumexp", jax.nn.logsumexp, [spec(3, 4)]
    yield (
        "reduce_custom",
        lambda x, y: lax.reduce((x, y), (jnp.float32(0), jnp.int64(0)), lambda a, b: (a[0] + b[0], a[1] * b[1]), (0,)),
        [spec(3, 4), spec(3, 4, dtype="int64")],
    )
    for name, function in [
        ("max_pool", lambda x: lax.reduce_window(x, -jnp.inf, lax.max, (1, 2, 2), (1, 2, 1), "SAME")),
        ("sum_pool", lambda x: lax.reduce_window(x, 0.0, lax.add, (1, 2, 2), (1, 1, 1), "VALID", (1, 2, 1), (1, 1, 2))),
        (
            "max_pool_gradient",
            jax.grad(lambda x: lax.reduce_window(x, -jnp.inf, lax.max, (1, 2, 2), (1, 2, 2), "VALID").sum()),
        ),
        ("cummax", lambda x: lax.cummax(x, 1)),
        ("sort_two", lambda x: lax.sort((x, x), dimension=1, num_keys=2)),
        ("top_k", lambda x: lax.top_k(x, 2)),
        ("associative_scan", lambda x: lax.associative_scan(jnp.add, x)),
    ]:
        yield name, function, [spec(2, 4, 6)]


def contractions():
    for dtype in FLOATS + COMPLEX + ["int8", "int32", "uint8"]:
        yield f"matmul_{dtype}", jnp.matmul, [spec(2, 3, dtype=dtype), spec(3, 4, dtype=dtype)]
    yield "matmul_symbolic", jnp.matmul, ["b, m, k", "b, k, n"]
    yield "einsum", lambda x, y: jnp.einsum("bij,bkj->bik", x, y), ["b, i, j", "b, k, j"]
    yield "outer", jnp.outer, [spec(3), spec(4)]
    yield "precision", lambda x, y: lax.dot(x, y, precision="highest"), [spec(3, 3)] * 2
    for algorithm in ("BF16_BF16_F32", "BF16_BF16_F32_X3", "F32_F32_F32"):
        preset = getattr(lax.DotAlgorithmPreset, algorithm)
        yield f"algorithm_{algorithm}", lambda x, y, p=preset: lax.dot(x, y, precision=p), [spec(3, 3)] * 2
    widened = lambda x, y: lax.dot(x, y, preferred_element_type=jnp.float32)
    yield "float8", widened, [spec(3, 3, dtype="float8_e4m3fn")] * 2
    convolve = lax.conv_general_dilated
    for padding in ("SAME", "VALID", ((1, 2), (0, 3))):
        name = f"convolution_{len(padding)}_{padding[0]}".replace("(", "").replace(")", "").replace(", ", "_")
        yield name, lambda x, k, p=padding: convolve(x, k, (1, 2), p), [spec(2, 3, 8, 8), spec(5, 3, 3, 3)]
    layout = ("NHC", "HIO", "NHC")
    rows, kernel = spec(2, 9, 3), spec(3, 3, 4)
    yield "convolution_layout", lambda x, k: convolve(x, k, (1,), [(1, 1)], (2,), (1,), layout), [rows, kernel]
    grouped = lambda x, k: convolve(x, k, (1,), "VALID", feature_group_count=3)
    yield "convolution_groups", grouped, [spec(2, 3, 9), spec(6, 1, 3)]
    grouped_batch = lambda x, k: convolve(x, k, (1,), "VALID", batch_group_count=2)
    yield "convolution_batch_groups", grouped_batch, [spec(4, 3, 9), spec(6, 3, 3)]
    yield "convolution_pointwise", lambda x, k: convolve(x, k, (), "VALID"), [spec(2, 3), spec(4, 3)]
    transposed = lambda x, k: lax.conv_transpose(x, k, (2,), "SAME", dimension_numbers=layout)
    yield "convolution_transposed", transposed, [rows, kernel]
    gradient = jax.grad(lambda k, x: lax.conv(x, k, (1, 1), "SAME").sum())
    yield "convolution_gradient", gradient, [spec(5, 3, 3, 3), spec(2, 3, 8, 8)]
    yield "convolution_symbolic", lambda x, k: lax.conv(x, k, (2, 2), "SAME"), ["b, 3, h, w", spec(5, 3, 3, 3)]
    yield "ragged_dot", lax.ragged_dot, [spec(6, 3), spec(2, 3, 4), spec(2, dtype="int32")]
    yield "attention", lambda q, k, v: jax.nn.dot_product_attention(q, k, v), ["b, t, 4, 8"] * 3


def numerics():
    for kind in ("fft", "ifft", "rfft", "fft2", "fftn"):
        dtype = "float32" if kind == "rfft" else "complex64"
        yield kind, getattr(jnp.fft, kind), [spec(2, 4, 8, dtype=dtype)]
    yield "irfft", lambda x: jnp.fft.irfft(x), [spec(2, 5, dtype="complex64")]
    yield "cholesky", jnp.linalg.cholesky, [spec(3, 3)]
    solve = functools.partial(jax.scipy.linalg.solve_triangular, lower=True, trans=1)
    yield "solve_triangular", solve, [spec(3, 3), spec(3, 2)]
    yield "eigh", jnp.linalg.eigh, [spec(3, 3)]
    yield "svd", jnp.linalg.svd, [spec(3, 4)]
    yield "qr", jnp.linalg.qr, [spec(4, 3)]
    for name, function in [
        ("uniform", jax.random.uniform),
        ("normal", jax.random.normal),
        ("bits", jax.random.bits),
        ("permutation", lambda k: jax.random.permutation(k, 9)),
        ("gamma", lambda k: jax.random.gamma(k, 2.0)),
        ("split", jax.random.split),
    ]:
        yield f"random_{name}", lambda k, f=function: f(jax.random.wrap_key_data(k)), [spec(2, dtype="uint32")]
    yield "rng_bit_generator", lambda k: lax.rng_bit_generator(k, (3, 2)), [spec(4, dtype="uint32")]
    yield "rng_uniform", lambda a: lax.rng_uniform(a, a, (3,)), [spec()]


def control():
    yield "cond", lambda p, x: lax.cond(p, jnp.sin, jnp.cos, x), [spec(dtype="bool"), spec(3)]
    yield "switch", lambda i, x: lax.switch(i, [jnp.sin, jnp.cos, jnp.tan], x), [spec(dtype="int32"), spec(3)]
    yield "while", lambda x: lax.while_loop(lambda s: s[0] < 5, lambda s: (s[0] + 1, s[1] * 2), (0, x)), [spec(3)]
    yield "fori", lambda x: lax.fori_loop(0, 4, lambda i, y: y + i, x), ["a"]
    yield "scan", lambda x: lax.scan(lambda c, y: (c + y, c * y), 0.0, x), [spec(5)]
    yield "scan_symbolic", lambda x: lax.scan(lambda c, y: (c + y, c * y), 0.0, x), ["a"]
    yield "map", lambda x: lax.map(jnp.sin, x), [spec(4, 2)]
    yield "checkpoint", jax.grad(lambda x: jax.checkpoint(lambda y: jnp.sin(jnp.sin(y)))(x).sum()), [spec(3)]
    yield "custom_jvp", lambda x: jax.nn.silu(x), [spec(3)]
    yield "nested_jit", lambda x: jax.jit(jnp.sin)(jax.jit(jnp.cos)(x)), ["a"]
    yield "barrier", lambda x: lax.optimization_barrier((x, x)), [spec(3)]
    yield "composite", lambda x: lax.composite(lambda y: y * 2, "my.double", version=1)(x), [spec(3)]
    yield "platform", lambda x: lax.platform_dependent(x, cpu=jnp.sin, default=jnp.cos), [spec(3)]
    yield "assertion", lambda x: x.reshape(2, -1), ["2*a"]
    yield "vmap", jax.vmap(jnp.dot), ["b, n", "b, n"]
    yield "mlp", jax.grad(lambda w, x: jnp.tanh(x @ w).sum()), [spec(4, 3), "b, 4"]


def collectives():
    mesh = jax.sharding.Mesh(jax.devices()[:2], "i")
    P = jax.sharding.PartitionSpec
    shard = functools.partial(jax.shard_map, mesh=mesh, in_specs=P("i"), check_vma=False)
    for name, function, out in [
        ("psum", lambda x: lax.psum(x, "i"), P()),
        ("pmax", lambda x: lax.pmax(x, "i"), P()),
        ("all_gather", lambda x: lax.all_gather(x, "i"), P()),
        ("all_to_all", lambda x: lax.all_to_all(x, "i", 1, 0), P("i")),
        ("ppermute", lambda x: lax.ppermute(x, "i", [(0, 1), (1, 0)]), P("i")),
        ("psum_scatter", lambda x: lax.psum_scatter(x, "i", tiled=True), P("i")),
        ("axis_index", lambda x: x + lax.axis_index("i"), P("i")),
    ]:
        yield name, shard(function, out_specs=out), [spec(8, 2)]


def sharded():
    """Programs with Shardy's ops and attributes, on two devices."""
    mesh = jax.make_mesh((2,), ("i",), axis_types=(jax.sharding.AxisType.Auto,))
    P = jax.sharding.PartitionSpec
    by_row = jax.sharding.NamedSharding(mesh, P("i"))
    whole = jax.sharding.NamedSharding(mesh, P())
    shard = functools.partial(jax.shard_map, mesh=mesh, in_specs=P("i"))
    placed = functools.partial(jax.jit, in_shardings=by_row, out_shardings=whole)
    constrained = lambda x: lax.with_sharding_constraint(jnp.sin(x), by_row) + 1
    yield "in_shardings", placed(jnp.sin), [spec(8, 2)]
    yield "constraint", constrained, [spec(8, 2)]
    yield "constraint_symbolic", constrained, ["a, 2"]
    yield "constraint_gradient", jax.grad(lambda x: constrained(x).sum()), [spec(8, 2)]
    yield "matmul", placed(jnp.matmul, in_shardings=(by_row, whole)), [spec(8, 4), spec(4, 2)]
    yield "shard_map", shard(jnp.sin, out_specs=P("i")), [spec(8, 2)]
    yield "psum", shard(lambda x: lax.psum(x, "i"), out_specs=P()), [spec(8, 2)]
    yield "all_gather", shard(lambda x: lax.all_gather(x, "i"), out_specs=P("i")), [spec(8, 2)]
    yield (
        "no_operand",
        jax.shard_map(lambda: lax.axis_index("i").reshape(1), mesh=mesh, in_specs=(), out_specs=P("i")),
        [],
    )
    yield (
        "partly_manual",
        jax.shard_map(
            lambda x: x * 2, mesh=jax.make_mesh((2, 1), ("i", "j")), in_specs=P("i"), out_specs=P("i"), axis_names={"i"}
        ),
        [spec(8, 2)],
    )
    yield "loop", lambda x: lax.fori_loop(0, 3, lambda _, y: constrained(y), x), [spec(8, 2)]


def host():
    """Programs that need typed keys, LAPACK or Python; only Shardy's form has all of them."""
    for name in ("threefry2x32", "rbg", "unsafe_rbg"):
        yield f"typed_key_{name}", lambda n=name: jax.random.normal(jax.random.key(0, impl=n), (3,)), []
    yield "key_argument", lambda x: jax.random.key_data(jax.random.split(jax.random.key(x))), [spec(dtype="uint32")]
    square = [spec(3, 3)]
    for name in ("qr", "svd", "eigh", "eigvalsh", "cholesky", "inv", "det", "slogdet", "pinv"):
        yield name, getattr(jnp.linalg, name), square
    yield "solve", jnp.linalg.solve, [spec(3, 3), spec(3, 2)]
    yield "lstsq", jnp.linalg.lstsq, [spec(4, 3), spec(4)]
    yield "expm", jax.scipy.linalg.expm, square
    for name in ("pure_callback", "io_callback"):
        callback = getattr(jax, name, None) or getattr(jax.experimental, name)
        yield name, lambda x, c=callback: c(lambda y: y, spec(3), x), [spec(3)]
    yield "debug_print", lambda x: (jax.debug.print("{}", x), x)[1], [spec(3)]


FAMILIES = [elementwise, binary, conversions, shapes, reductions, contractions, numerics, control, collectives]
# Programs that are lowered with Shardy and not exported: export refuses some of them, and
# replaces sharded arguments.
WITH_SHARDY = [sharded, host]


def specs(arguments):
    scope = export.SymbolicScope()
    return [
        jax.ShapeDtypeStruct(export.symbolic_shape(a, scope=scope), jnp.float32) if isinstance(a, str) else a
        for a in arguments
    ]


def lower(function, arguments):
    return export.export(
        jax.jit(function),
        disabled_checks=[
            export.DisabledSafetyCheck.custom_call(name) for name in ("lapack_sgesdd_ffi", "lapack_ssyevd_ffi")
        ],
    )(*specs(arguments)).mlir_module()


def lower_with_shardy(function, arguments):
    jitted = function if hasattr(function, "lower") else jax.jit(function)
    if any(isinstance(a, str) for a in arguments):
        return export.export(jitted)(*specs(arguments)).mlir_module()
    return jitted.lower(*arguments).as_text()


def export_all(directory):
    """Writes each program to `directory`/<family>/<name>.mlir."""
    count, failures = 0, []
    for family in FAMILIES + WITH_SHARDY:
        with_shardy = family in WITH_SHARDY
        jax.config.update("jax_use_shardy_partitioner", with_shardy)
        folder = directory / family.__name__
        folder.mkdir(parents=True, exist_ok=True)
        for name, function, arguments in family():
            try:
                text = (lower_with_shardy if with_shardy else lower)(function, arguments)
            except Exception as error:  # what JAX refuses is no test
                failures.append(f"{family.__name__}/{name}: {str(error)[:90]}")
                continue
            (folder / f"{name}.mlir").write_text(text)
            count += 1
    print(f"exported {count} programs; JAX refused {len(failures)}")
    for failure in failures:
        print("  " + failure.replace("\n", " "))
