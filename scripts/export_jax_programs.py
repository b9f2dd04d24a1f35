"""Exports programs of JAX as StableHLO, for compare-with-jaxlib: random ones, and what these lack."""

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


def conversions():
    dtypes = FLOATS + SMALL_FLOATS + INTS + SMALL_INTS + COMPLEX + ["bool"]
    for source, target in itertools.product(dtypes, dtypes):
        if source != target and (source in FLOATS + ["int32"] or target in FLOATS):
            yield (f"{source}_{target}", functools.partial(lambda x, t: x.astype(t), t=target), [spec(2, dtype=source)])
    yield "bitcast", lambda x: lax.bitcast_convert_type(x, jnp.int8), [spec(3)]


def functions():
    """Functions, and attributes of ops, that random programs lack."""
    for name in "arccos arccosh arcsinh arctanh cosh sinh tan".split():
        yield name, getattr(jnp, name), [spec(2, 3)]
    yield "erfc", lax.erfc, [spec(2, 3)]
    yield "reduce_precision", lambda x: lax.reduce_precision(x, 5, 10), [spec(2, 3)]
    yield "highest", lambda x: lax.exp(x, accuracy=lax.AccuracyMode.HIGHEST), [spec(2, 3)]
    tolerance = lax.Tolerance(atol=1e-5, rtol=0.0, ulps=2)
    yield "tolerance", lambda x: lax.tanh(x, accuracy=tolerance), [spec(2, 3)]
    for algorithm in ("BF16_BF16_F32", "BF16_BF16_F32_X3", "F32_F32_F32"):
        preset = getattr(lax.DotAlgorithmPreset, algorithm)
        yield f"algorithm_{algorithm}", lambda x, y, p=preset: lax.dot(x, y, precision=p), [spec(3, 3)] * 2
    widened = lambda x, y: lax.dot(x, y, preferred_element_type=jnp.float32)
    yield "float8", widened, [spec(3, 3, dtype="float8_e4m3fn")] * 2
    gradient = jax.grad(lambda k, x: lax.conv_transpose(x, k, (2, 2), "SAME").sum())
    yield "convolution_gradient", gradient, [spec(5, 3, 3, 3), spec(2, 8, 8, 3)]
    yield "convolution_symbolic", lambda x, k: lax.conv(x, k, (2, 2), "SAME"), ["b, 3, h, w", spec(5, 3, 3, 3)]
    windows = lambda x: lax.reduce_window(x, 0.0, lax.add, (1, 2, 2), (1, 1, 1), "VALID", (1, 2, 1), (1, 1, 2))
    yield "sum_pool", windows, [spec(2, 4, 6)]


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


# The random programs, and the statements of each.
_RANDOM, _STATEMENTS = 200, 4
FAMILIES = [conversions, functions, numerics, collectives]
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


def random_programs():
    """Programs of check-random-jax."""
    # It imports JAX.
    from random_jax.families import families
    from random_jax.generate import generate

    for number in range(_RANDOM):
        program = generate(1, number, families(None), _STATEMENTS)
        # Of all types of elements, whatever one program has.
        jax.config.update("jax_enable_x64", True)
        yield str(number), program.function, program.symbolic_arguments()


def export_all(directory):
    """Writes each program to `directory`/<family>/<name>.mlir."""
    count, failures = 0, []
    for family in [*FAMILIES, random_programs, *WITH_SHARDY]:
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
