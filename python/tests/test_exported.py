"""`Exported` functions of JAX."""

import bcast_lower
import missing
import pytest


class Case:
    """A function of JAX that was exported for any number of rows."""

    def __init__(self, platforms=None):
        self.jax = missing.module("jax")
        self.np = missing.module("numpy")
        from jax import export

        jnp = self.jax.numpy
        self.export = export
        self.function = self.jax.jit(lambda x, y: {"sum": jnp.tanh(x) + y, "rows": x.shape[0]})
        self.specifications = export.symbolic_args_specs(self.arguments(2), ("b, 3", "3"))
        self.exported = export.export(self.function, platforms=platforms)(*self.specifications)

    def arguments(self, rows):
        x = self.np.arange(3 * rows, dtype=self.np.float32).reshape(rows, 3) / 8
        return x, self.np.ones(3, self.np.float32)

    def check(self, lowered):
        """Checks that an `Exported` computes the same, also in a function that JAX compiles."""
        assert type(lowered) is type(self.exported)
        for call in (lowered.call, self.jax.jit(lowered.call)):
            for rows in (1, 2, 5):
                arguments = self.arguments(rows)
                expected = self.function(*arguments)
                assert call(*arguments)["rows"] == rows
                self.np.testing.assert_allclose(call(*arguments)["sum"], expected["sum"])


@pytest.mark.parametrize("platforms", [None, ("cpu", "cuda")])
@pytest.mark.parametrize("target", [None, "xla"])
def test_exported_functions_become_exported_functions(platforms, target):
    case = Case(platforms)
    lowered = bcast_lower.lower(case.exported, target=target)
    case.check(lowered)
    # JAX, and whoever else reads it, gets the version that it has written.
    assert lowered.mlir_module_serialized[:24] == case.exported.mlir_module_serialized[:24]
    assert (lowered.in_avals, lowered.platforms) == (case.exported.in_avals, case.exported.platforms)
    again = bcast_lower.lower(lowered, target=target)
    assert again.mlir_module_serialized == lowered.mlir_module_serialized
    # In another export.
    case.check(case.export.export(case.jax.jit(lowered.call))(*case.specifications))


def test_exported_functions_are_serialized():
    missing.module("flatbuffers")
    case = Case()
    lowered = bcast_lower.lower(case.exported, target="xla")
    for order in (0, 1):
        case.check(case.export.deserialize(lowered.serialize(vjp_order=order)))


def test_derivatives_are_lowered_too():
    case = Case()
    x, y = case.arguments(2)
    stages = []
    lowered = bcast_lower.lower(case.exported, target="xla", progress=lambda *it: stages.append(it))

    def gradient(call, order):
        def total(x):
            return call(x, y)["sum"].sum()

        for _ in range(order):
            total = (lambda of: lambda x: case.jax.grad(of)(x).sum())(total)
        return total(x)

    for order in (1, 2):
        stages.clear()
        expected = gradient(case.exported.call, order)
        case.np.testing.assert_allclose(gradient(lowered.call, order), expected)
        assert ("done", 1.0) in stages
    without = case.export.export(case.function)(*case.specifications)
    without = type(without)(**{**vars(without), "_get_vjp": None})
    assert not bcast_lower.lower(without).has_vjp()


def test_wrong_sizes_are_wrong_before_and_after():
    case = Case()
    lowered = bcast_lower.lower(case.exported, target="xla")
    wrong = [
        (case.np.ones((2, 4), case.np.float32), "Shape mismatch"),
        (case.np.ones((0, 3), case.np.float32), "Expected value >= 1 for dimension variable 'b'"),
    ]
    for x, message in wrong:
        for call in (case.exported.call, lowered.call, case.jax.jit(lowered.call)):
            with pytest.raises(ValueError, match=message):
                call(x, case.arguments(1)[1])


def test_random_keys_and_shardings_stay():
    """Their artifacts have ops and attributes of Shardy."""
    case = Case()
    jax, np, export = case.jax, case.np, case.export
    from jax.sharding import Mesh, NamedSharding, PartitionSpec

    key, x = jax.random.key(0), np.ones((4, 3), np.float32)
    exported = export.export(jax.jit(lambda key, x: jax.random.normal(key, x.shape) + x))(key, x)
    lowered = bcast_lower.lower(exported, target="xla")
    np.testing.assert_array_equal(lowered.call(key, x), exported.call(key, x))

    mesh = Mesh(jax.devices()[:1], ("d",))
    sharding = NamedSharding(mesh, PartitionSpec("d"))
    function = jax.jit(lambda x: x * 2, in_shardings=sharding, out_shardings=sharding)
    exported = export.export(function)(x)
    assert "sdy.sharding" in exported.mlir_module()
    lowered = bcast_lower.lower(exported, target="xla")
    assert "sdy.sharding" in lowered.mlir_module()
    placed = jax.device_put(x, lowered.in_shardings_jax(mesh)[0])
    np.testing.assert_array_equal(jax.jit(lowered.call)(placed), x * 2)


def test_composite_ops_of_unknown_sizes_run():
    """JAX's refinement of sizes stops at them."""
    case = Case()
    jax, export = case.jax, case.export
    if jax.__version_info__ < (0, 12):
        pytest.skip("JAX 0.10 does not export them")
    twice = jax.lax.composite(lambda x: x * jax.numpy.ones(x.shape) * 2, "own.twice", version=1)
    exported = export.export(jax.jit(twice))(case.specifications[0])
    x = case.arguments(5)[0]
    with pytest.raises(ValueError, match="Error refining shapes"):
        exported.call(x)
    case.np.testing.assert_array_equal(bcast_lower.lower(exported, target="xla").call(x), x * 2)


def test_other_forms_are_made_on_request():
    case = Case()
    assert "stablehlo.add" in bcast_lower.lower(case.exported, output="text")
    assert bcast_lower.lower(case.exported, output="bytecode").startswith(b"ML\xefR")
    artifact = bcast_lower.lower(case.exported, output="artifact")
    assert artifact == bcast_lower.lower(case.exported).mlir_module_serialized
    case.check(bcast_lower.run(case.exported, "builtin.module(cse)"))
    # What IREE reads is no artifact, and so not for JAX.
    assert "stablehlo.add" in bcast_lower.lower(case.exported, target="iree")
    assert isinstance(bcast_lower.run(case.exported, "builtin.module(target-iree)"), str)


def test_exported_functions_take_ranges():
    case = Case()
    limited = bcast_lower.lower(case.exported, target="xla", sizes={"b": (2, 6)})
    limited.call(*case.arguments(2))
    with pytest.raises(Exception, match="Error refining shapes"):
        limited.call(*case.arguments(7))


def test_exported_functions_are_specialised():
    case = Case()
    np, arguments = case.np, case.arguments(2)
    for specialized in (
        bcast_lower.specialize(case.exported, *arguments),
        bcast_lower.specialize(case.exported, sizes={"b": 2}),
        bcast_lower.lower(case.exported, sizes={"b": 2}),
        bcast_lower.lower(case.exported, target="xla", shapes=arguments),
        bcast_lower.run(case.exported, 'builtin.module(specialize-sizes{sizes="b=2"})'),
    ):
        shapes = [aval.shape for aval in (*specialized.in_avals, *specialized.out_avals)]
        assert shapes == [(2, 3), (3,), (), (2, 3)]
        expected = case.function(*arguments)
        np.testing.assert_allclose(specialized.call(*arguments)["sum"], expected["sum"])
        assert specialized.call(*arguments)["rows"] == 2
        assert "tensor<?" not in specialized.mlir_module()
        with pytest.raises(Exception, match="expected same constant"):
            specialized.call(*case.arguments(5))
    assert "tensor<2x3xf32>" in bcast_lower.lower(case.exported, sizes={"b": 2}, output="text")
    # For IREE, no `Exported` is returned.
    text = bcast_lower.lower(case.exported, target="iree", sizes={"b": 2})
    assert "(%arg0: tensor<2x3xf32>" in text


def test_arguments_have_the_names_that_jax_gives_them():
    case = Case()
    jax, np, export = case.jax, case.np, case.export

    def attend(q, k, *, mask, unused):
        return (q @ k.T) * mask["of"]

    b, n = export.symbolic_shape("b, n")
    shape = lambda *dims: jax.ShapeDtypeStruct(dims, np.float32)  # noqa: E731
    symbolic = {"mask": {"of": shape(b, 3)}, "unused": shape(n, b)}
    exported = export.export(jax.jit(attend))(shape(b, n), shape(3, n), **symbolic)
    q, k, mask = (np.ones(dims, np.float32) for dims in ((4, 5), (3, 5), (4, 3)))
    named = {"mask": {"of": mask}, "unused": np.ones((5, 4), np.float32)}
    for specialized in (
        bcast_lower.specialize(exported, q=q),
        bcast_lower.lower(exported, target="xla", shapes={"q": q}),
        bcast_lower.lower(exported, shapes={"k": k, "mask['of']": mask}),
    ):
        assert [aval.shape for aval in specialized.in_avals] == [(4, 5), (3, 5), (4, 3), (5, 4)]
        expected = attend(q, k, **named)
        np.testing.assert_allclose(specialized.call(q, k, **named), expected)
        gradient = jax.grad(lambda q: specialized.call(q, k, **named).sum())(q)  # noqa: B023
        np.testing.assert_allclose(gradient, mask @ k)
    half = bcast_lower.specialize(exported, sizes={"n": 5})
    assert [str(aval.shape) for aval in half.in_avals[:2]] == ["(b, 5)", "(3, 5)"]
    with pytest.raises(bcast_lower.BcastLowerError, match="no argument 'p'; it has 'q': tensor"):
        bcast_lower.specialize(exported, p=q)


def test_sizes_are_solved_for():
    case = Case()
    jax, np, export = case.jax, case.np, case.export
    (c,) = export.symbolic_shape("c")
    function = jax.jit(lambda x, y: x.reshape(-1, 16, 3).sum(1) + y)
    shapes = [jax.ShapeDtypeStruct(dims, np.float32) for dims in ((16 * c, 3), (c, 3))]
    solved = bcast_lower.lower(export.export(function)(*shapes), target="xla", sizes={"c": 5})
    assert [aval.shape for aval in solved.in_avals] == [(80, 3), (5, 3)]


def test_errors_in_nested_functions_have_lines():
    case = Case()
    jax, np, export = case.jax, case.np, case.export

    def factors(x):
        return jax.numpy.linalg.cholesky(x), jax.numpy.linalg.qr(x)[0]

    exported = export.export(
        jax.jit(factors), disabled_checks=[export.DisabledSafetyCheck.custom_call("x")]
    )(np.eye(4, dtype=np.float32))
    with pytest.raises(bcast_lower.BcastLowerError, match=r"@lapack_\w+ cannot be compiled") as raised:
        bcast_lower.explain(exported, target="iree")
    line = factors.__code__.co_firstlineno + 1
    assert {diagnostic.line for diagnostic in raised.value.diagnostics} == {line}
    assert raised.value.explanation is not None


def test_checks_of_arguments_have_places_and_messages():
    case = Case()
    x, _ = case.arguments(2)
    _, y = case.arguments(3)
    with pytest.raises(bcast_lower.BcastLowerError, match="assertion fails") as raised:
        bcast_lower.specialize(case.exported, case.np.ones((0, 3), x.dtype), y)
    assert raised.value.diagnostics[0].line is not None
    text = str(bcast_lower.explain(case.exported))
    assert "message: Expected value >= 1 for dimension variable 'b'.\n" in text


def test_arguments_are_checked_as_they_are():
    case = Case()
    np, jnp = case.np, case.jax.numpy
    x, y = case.arguments(2)
    symbolic = case.exported.in_avals
    for fitting in ([x, y], [jnp.asarray(x), y], case.specifications, symbolic, ["?x3", None]):
        assert bcast_lower.verify(case.exported, shapes=fitting) is None
    # Symbols stay unknown.
    text = bcast_lower.specialize(case.exported, *symbolic, allow_partial=True, output="text")
    assert "tensor<?x3xf32>" in text
    for wrong in (x.astype(np.int32), np.float64(x), case.jax.ShapeDtypeStruct((2, 3), jnp.bfloat16)):
        with pytest.raises(bcast_lower.BcastLowerError, match="argument #0.* whose elements are 'f32'"):
            bcast_lower.verify(case.exported, shapes=[wrong, y])
    for wrong in (jnp.float32(2), jnp.ones(3)):
        with pytest.raises(TypeError, match="argument #0 of shapes"):
            bcast_lower.verify(case.exported, shapes=[(wrong, 3), y])


def test_arguments_are_leaves_that_the_function_uses():
    case = Case()
    np, tree = case.np, case.jax.tree

    def layer(weights, x, *, unused, scale):
        return x @ weights["w"] * scale

    def ones(*shape):
        return np.ones(shape, np.float32)

    arguments = {"w": ones(3, 4), "not used": ones(5)}, ones(2, 3)
    named = {"unused": ones(7), "scale": ones(4)}
    leaves = tree.leaves((arguments, named))
    for platforms in (None, ("cpu", "cuda")):
        exported = case.export.export(case.jax.jit(layer), platforms=platforms)(*arguments, **named)
        kept = [leaves[index] for index in exported.module_kept_var_idx]
        assert [leaf.shape for leaf in kept] == [(3, 4), (2, 3), (4,)]
        first = [] if platforms is None else [None]
        assert bcast_lower.verify(exported, shapes=[*first, *kept]) is None


def test_what_jax_serializes_is_refused_with_advice(tmp_path):
    missing.module("flatbuffers")
    case = Case()
    path = tmp_path / "function.bin"
    for order in (0, 1):
        blob = case.exported.serialize(vjp_order=order)
        path.write_bytes(blob)
        for function in (bcast_lower.lower, bcast_lower.verify, bcast_lower.explain):
            for module in (blob, bytes(blob), memoryview(blob)):
                with pytest.raises(ValueError, match=r"pass jax.export.deserialize\(blob\), which"):
                    function(module)
            with pytest.raises(ValueError, match=r"function.bin' is not a module.*\.read_bytes\(\)\)"):
                function(path)
        case.check(bcast_lower.lower(case.export.deserialize(path.read_bytes())))
    # Other bytes around a module are errors of the tool.
    with pytest.raises(bcast_lower.BcastLowerError, match="pass the input from there on"):
        bcast_lower.lower(b"\0\0\0\0" + case.exported.mlir_module_serialized)


def test_functions_and_arrays_are_refused_with_advice():
    case = Case()
    jax = case.jax

    def layer(x):
        return x

    export_it = r"export it first:\n    from jax import export\n    exported = export.export"
    traced = case.function.trace(*case.arguments(2))
    for value, message in [
        (jax.jit(layer), rf"not PjitFunction; a function .*{export_it}\(layer\)\(\*arguments\)"),
        (case.function, rf"{export_it}\(f\)\(\*arguments\)"),
        (layer, rf"not function; a function .*{export_it}\(jax.jit\(layer\)\)\(\*arguments\)"),
        (traced, r"not Traced; a trace has no module yet: pass what its lower\(\) returns"),
        (jax.make_jaxpr(layer)(1.0), "not (Closed)?Jaxpr; a jaxpr has no module: export the function"),
        (jax.numpy.ones(3), "not ArrayImpl; an array is an argument of a program: pass the program"),
        (case.np.ones(3), "not ndarray; an array is an argument of a program: pass the program"),
    ]:
        for function in (bcast_lower.lower, bcast_lower.verify, bcast_lower.explain):
            with pytest.raises(TypeError, match=message):
                function(value)
