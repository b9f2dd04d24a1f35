"""`bounded`: one static program for all sizes up to bounds."""

import pathlib
import pickle

import missing
import numpy
import pytest

import bcast_lower
from bcast_lower._compare import bounded as calls

CASES = pathlib.Path(__file__).parents[2] / "crates/bounds/src/message/cases.mlir"

ADD = """
func.func @main(%x: tensor<?x?xf32> {bcast.dims = ["b", "s"]}, %y: tensor<?xf32>) -> (tensor<?x?xf32>, tensor<f32>) {
  %0 = chlo.broadcast_add %x, %y : (tensor<?x?xf32>, tensor<?xf32>) -> tensor<?x?xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<?x?xf32>, tensor<f32>) -> tensor<f32>
  return %0, %1 : tensor<?x?xf32>, tensor<f32>
}
"""


def test_a_program_is_compiled_once_and_called_with_any_sizes():
    missing.module("jax")
    program = bcast_lower.bounded(ADD, bounds="3x5,5")
    for b, s in ((0, 5), (1, 1), (3, 0), (2, 4), (3, 5)):
        x = numpy.arange(b * s, dtype=numpy.float32).reshape(b, s)
        y = numpy.full(s, 0.5, numpy.float32)
        found, total = program(x, y)
        assert found.shape == (b, s)
        assert (found == x + y).all()
        assert total == (x + y).sum()
    (bucket,) = program.buckets
    assert bucket.calls == 5
    assert 0 < bucket.padding < 1


def test_complex_numbers_are_elements():
    missing.module("jax")
    program = bcast_lower.bounded(
        "func.func @main(%x: tensor<?xcomplex<f32>>) -> tensor<?xcomplex<f32>> {\n"
        "  %0 = stablehlo.negate %x : tensor<?xcomplex<f32>>\n"
        "  return %0 : tensor<?xcomplex<f32>>\n}\n",
        bounds="4",
    )
    x = numpy.array([1 + 2j, 3j], numpy.complex64)
    assert numpy.array_equal(program(x), -x)


def test_a_jax_that_is_too_old_is_named(monkeypatch):
    missing.module("jax")
    monkeypatch.delattr("jax.extend.mlir.serialize_portable_artifact")
    with pytest.raises(ModuleNotFoundError, match="jax .* is too old; install another one"):
        bcast_lower.bounded(ADD, bounds="3x5,5")(numpy.zeros((2, 4), numpy.float32), numpy.zeros(4, numpy.float32))


def test_a_wrong_call_raises_the_message_of_the_check():
    missing.module("jax")
    program = bcast_lower.bounded(ADD, bounds="3x5,5")
    x, y = numpy.zeros((2, 4), numpy.float32), numpy.zeros(3, numpy.float32)
    with pytest.raises(bcast_lower.CheckFailed, match="operand #0 dim 1 has size 4, operand #1 dim 0 has size 3"):
        program(x, y)
    with pytest.raises(bcast_lower.CheckFailed, match="got 4 as size of 'b' \\(0 to 3\\)"):
        program(numpy.zeros((4, 1), numpy.float32), y)
    with pytest.raises(bcast_lower.CheckFailed, match="argument #1 has rank 0; expected 1"):
        program(x, numpy.float32(1))


def test_messages_are_those_of_the_library():
    found = 0
    for case in CASES.read_text(encoding="utf-8").split("\n\n")[1:]:
        comments = [line[3:].partition(": ") for line in case.splitlines() if line.startswith("// ")]
        (_, _, sizes), *messages = comments
        _, _, name = case.partition("func.func @")
        signature = calls.read_signature(case, name.partition("(")[0].strip('"'))
        given = [*signature.arguments, *map(int, sizes.split())]
        for status, _, message in messages:
            assert calls.describe(signature, int(status), given) == message
            found += 1
    assert found == 7


def test_the_first_bounds_that_fit_are_taken():
    compiled = []

    def compile_(text, name):
        compiled.append(text.count("tensor<4x4xf32>") > 0)
        assert name == "main"
        # As if all sums were 0.
        return lambda arrays: [numpy.zeros(arrays[0].shape, numpy.float32), numpy.float32(0), arrays[0].shape, 0]

    program = bcast_lower.bounded(ADD, bounds=["2x2,2", "4x4,4"], call=compile_)
    program(numpy.zeros((2, 1), numpy.float32), numpy.zeros(1, numpy.float32))
    program(numpy.zeros((1, 3), numpy.float32), numpy.zeros(3, numpy.float32))
    assert compiled == [False, True]
    assert [it.calls for it in program.buckets] == [1, 1]


def test_an_exported_function_of_jax_is_called_with_its_trees():
    jax = missing.module("jax")
    from jax import export

    (b,) = export.symbolic_shape("b")

    def function(weights, x):
        h = jax.nn.softmax(x @ weights["w"], axis=0)
        return {"h": h, "noise": x + jax.random.normal(jax.random.key(0), x.shape)}

    weights = {"w": numpy.linspace(-1, 1, 12, dtype=numpy.float32).reshape(4, 3)}
    x_shape = jax.ShapeDtypeStruct((b, 4), "float32")
    exported = export.export(jax.jit(function))(weights, x_shape)
    program = bcast_lower.bounded(exported, bounds={"b": 6})
    for size in (1, 5, 6):
        x = numpy.random.default_rng(size).standard_normal((size, 4)).astype(numpy.float32)
        found, expected = program(weights, x), exported.call(weights, x)
        assert set(found) == {"h", "noise"}
        assert numpy.allclose(found["h"], expected["h"], atol=1e-6)
        # Random numbers do not depend on the bound.
        assert numpy.array_equal(found["noise"], expected["noise"])
    with pytest.raises(TypeError, match="expected arguments of the structure"):
        program(x)
    assert program.exported.in_avals[-1].shape == ()


def test_exported_functions_of_lapack_and_keys_take_any_sizes():
    jax = missing.module("jax")
    from jax import export

    def function(key, x, y):
        matrix = x @ x.T + jax.numpy.eye(x.shape[0])
        top = jax.lax.top_k(y, y.shape[0] // 2)
        return jax.numpy.linalg.cholesky(matrix), jax.numpy.linalg.solve(matrix, y), top, jax.random.normal(key, y.shape)

    n, m = export.symbolic_shape("n, 2*m")
    key = jax.random.key(3)
    types = [jax.ShapeDtypeStruct(shape, "float32") for shape in ((n, m), (n,))]
    exported = export.export(jax.jit(function))(jax.eval_shape(lambda: key), *types)
    # `m` is half of a size.
    program = bcast_lower.bounded(exported, bounds={"n": 7, "m": 3})
    for n, m in ((7, 3), (1, 1), (4, 2)):
        source = numpy.random.default_rng(n)
        x, y = (source.standard_normal(shape).astype(numpy.float32) for shape in ((n, 2 * m), (n,)))
        for found, expected in zip(jax.tree.leaves(program(key, x, y)), jax.tree.leaves(function(key, x, y))):
            numpy.testing.assert_allclose(found, expected, rtol=1e-3, atol=1e-4)


def test_some_sizes_are_given_and_others_bounded_by_name():
    jax = missing.module("jax")
    from jax import export

    def function(x, y):
        return (x * y).sum(axis=1), jax.numpy.concatenate([x, x])

    b, n = export.symbolic_shape("b, n")
    types = [jax.ShapeDtypeStruct(shape, "float32") for shape in ((b, 2 * n), (2 * n,))]
    exported = export.export(jax.jit(function))(*types)
    for sizes, bounds, shapes in (
        ({"n": 3}, {"b": 4}, [(4, 6), (1, 6)]),
        ({"b": 2}, {"n": 4}, [(2, 8), (2, 2)]),
    ):
        program = bcast_lower.bounded(exported, bounds=bounds, sizes=sizes)
        assert program.lower_text() == bcast_lower.lower(exported, target="xla", bounds=bounds, sizes=sizes)
        for shape in shapes:
            x = numpy.arange(shape[0] * shape[1], dtype=numpy.float32).reshape(shape)
            for found, expected in zip(program(x, x[0]), function(x, x[0])):
                assert numpy.array_equal(found, expected)


def test_bounds_that_do_not_fit_are_errors():
    with pytest.raises(bcast_lower.BcastLowerError, match="has no bound"):
        bcast_lower.bounded(ADD, bounds={"b": 3})
    with pytest.raises(ValueError, match="must not be empty"):
        bcast_lower.bounded(ADD, bounds=[])


def test_bounds_that_are_no_sizes_are_errors():
    for size in (4.5, True):
        with pytest.raises(TypeError, match="the bound of 'b' is .*; expected an integer"):
            bcast_lower.bounded(ADD, bounds={"b": size, "s": 5})


def test_elements_of_another_type_are_errors():
    missing.module("jax")
    program = bcast_lower.bounded(ADD, bounds="3x5,5")
    with pytest.raises(TypeError, match="argument #1 has elements of type int32; expected float32"):
        program(numpy.zeros((2, 4), numpy.float32), numpy.zeros(4, numpy.int32))


def test_a_target_compiles_by_a_function():
    def compile_(text, name):
        assert name == "main"
        return lambda arrays: [arrays[0], arrays[1][0], numpy.array([2, 4]), numpy.int32(0)]

    with pytest.raises(ValueError, match="give call, a function that compiles it"):
        bcast_lower.bounded(ADD, bounds="3x5,5", target="iree")
    program = bcast_lower.bounded(ADD, bounds="3x5,5", target="iree", call=compile_)
    assert program.lower_text() == bcast_lower.lower(ADD, target="iree", bounds="3x5,5")
    assert program(numpy.ones((2, 4), numpy.float32), numpy.ones(4, numpy.float32))[0].shape == (2, 4)


def test_what_cannot_be_done_with_a_program_says_so():
    jax = missing.module("jax")
    program = bcast_lower.bounded(ADD, bounds="3x5,5")
    x = numpy.zeros((2, 4), numpy.float32)
    with pytest.raises(TypeError, match="jax.jit, jax.vmap and loops cannot trace it"):
        jax.jit(program)(x, x[0])
    with pytest.raises(TypeError, match="keep its text"):
        pickle.dumps(program)


def test_jax_differentiates_a_program():
    jax = missing.module("jax")
    from jax import export

    def loss(weight, rows, scale):
        return ((rows @ weight["w"]) ** 2).sum(axis=1) * scale

    (b, s) = export.symbolic_shape("b, s")
    types = ({"w": jax.ShapeDtypeStruct((s, 2), "float32")}, jax.ShapeDtypeStruct((b, s), "float32"))
    exported = export.export(jax.jit(loss))(*types, jax.ShapeDtypeStruct((), "int32"))
    program = bcast_lower.bounded(exported, bounds={"b": 3, "s": 5})
    for b, s in ((1, 1), (3, 5), (2, 4)):
        rows = numpy.arange(b * s, dtype=numpy.float32).reshape(b, s)
        weight = {"w": numpy.ones((s, 2), numpy.float32)}
        found = jax.grad(lambda *it: program(*it, 2).sum(), argnums=(0, 1))(weight, rows)
        expected = jax.grad(lambda *it: loss(*it, 2).sum(), argnums=(0, 1))(weight, rows)
        for one, other in zip(jax.tree.leaves(found), jax.tree.leaves(expected)):
            assert one.shape == other.shape
            numpy.testing.assert_allclose(one, other, rtol=1e-5)

    def twice(function):
        return jax.grad(lambda it: jax.grad(lambda inner: function(weight, inner, 2).sum())(it).sum())(rows)

    numpy.testing.assert_allclose(twice(program), twice(loss), rtol=1e-5)
    for traced in (program, jax.grad(lambda *it: program(*it).sum())):
        with pytest.raises(TypeError, match="jax.jit, jax.vmap and loops cannot trace it"):
            jax.jit(traced)(weight, rows, 2)
    by_shapes = bcast_lower.bounded(exported, bounds="5x2,3x5,_")
    with pytest.raises(ValueError, match="bounds by name"):
        jax.grad(lambda *it: by_shapes(*it, 2).sum())({"w": numpy.ones((4, 2), "f")}, numpy.ones((2, 4), "f"))
