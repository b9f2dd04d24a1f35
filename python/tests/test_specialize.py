"""Programs for given sizes."""

import bcast_lower
import missing
import pytest

PROGRAM = """
func.func @main(%x: tensor<?x?xf32> loc("x"), %y: tensor<?xf32> {bcast.dims = ["n"]} loc("mask"))
    -> tensor<?x?xf32> {
  %0 = chlo.broadcast_add %x, %y : (tensor<?x?xf32>, tensor<?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
"""


class Struct:
    """JAX's `ShapeDtypeStruct`, as far as it matters."""

    def __init__(self, *shape, dtype=None):
        self.shape = shape
        self.dtype = dtype


class Named:
    """A type of elements, as NumPy's and TensorFlow's are."""

    def __init__(self, name):
        self.name = name


class Printed:
    """A type of elements, as PyTorch's are."""

    def __init__(self, text):
        self.text = text

    def __str__(self):
        return self.text


class Dim:
    """A size that is not known yet."""

    def __index__(self):
        raise RuntimeError("inconclusive")


@pytest.mark.parametrize(
    "arguments, named",
    [
        (([4, 8], Struct(8)), {}),
        ((Struct(4, 8), (8,)), {}),
        (("4x8", "8"), {}),
        ((Struct(4, 8, dtype=Named("float32")), Struct(8, dtype="float32")), {}),
        ((Struct(4, 8, dtype=Printed("torch.float32")), Struct(8, dtype=Named("key<fry>"))), {}),
        ((), {"x": Struct(4, 8), "mask": [8]}),
    ],
)
def test_arguments_have_shapes(arguments, named):
    text = bcast_lower.specialize(PROGRAM, *arguments, **named)
    assert "(%arg0: tensor<4x8xf32>" in text
    assert "chlo.broadcast_add" in text and "-> tensor<4x8xf32>" in text
    shapes = arguments or named
    lowered = bcast_lower.lower(PROGRAM, target="xla", shapes=shapes)
    assert "stablehlo.broadcast_in_dim" in lowered and "?" not in lowered


def test_what_has_no_size_stays_dynamic():
    for unknown in (None, "?", Dim()):
        for argument in (Struct(4, unknown), Struct(4, unknown, dtype="float32"), (4, unknown)):
            assert "(%arg0: tensor<4x?xf32>" in bcast_lower.specialize(PROGRAM, argument, None)
    assert "%arg1: tensor<8xf32>" in bcast_lower.specialize(PROGRAM, sizes={"n": 8})


@pytest.mark.parametrize(
    "given, declared",
    [
        ((1, 8), "1, 8"),
        ([16, 512, 16], "16, 512, 16"),
        ((4, None), "4"),
        ((None, 8), "0, 8"),
        ((None, None, 16), "0, 2147483647, 16"),
        (range(16, 512, 16), "16, 496, 16"),
        (range(3, 9), "3, 8"),
        ("2..6", "2, 6"),
    ],
)
def test_ranges_of_symbols_are_declared(given, declared):
    text = bcast_lower.specialize(PROGRAM, sizes={"n": given})
    assert f"bcast.ranges = {{n = array<i64: {declared}>}}" in text
    assert "%arg1: tensor<?xf32>" in text


@pytest.mark.parametrize("given", [(1,), (1, 2, 3, 4), (1.0, 8), ("1", 2), (True, 2)])
def test_other_ranges_are_errors(given):
    with pytest.raises(TypeError, match="of 'n' in sizes is"):
        bcast_lower.specialize(PROGRAM, sizes={"n": given})


@pytest.mark.parametrize("given", [range(0), range(8, 1, -1), range(1, 64, 8), (-1, 8), (8, 1)])
def test_ranges_without_sizes_are_errors(given):
    with pytest.raises(ValueError):
        bcast_lower.specialize(PROGRAM, sizes={"n": given})


def test_calls_that_do_not_fit_are_errors():
    with pytest.raises(bcast_lower.BcastLowerError, match="broadcast-compatible"):
        bcast_lower.specialize(PROGRAM, Struct(4, 8), Struct(7))
    with pytest.raises(bcast_lower.BcastLowerError, match="no argument 'z'"):
        bcast_lower.specialize(PROGRAM, z=Struct(4))
    with pytest.raises(TypeError, match="has no shape"):
        bcast_lower.specialize(PROGRAM, object(), Struct(7))


@pytest.mark.parametrize("size", [4.0, "4", "n", b"4", True, 4j, object()])
def test_sizes_are_integers(size):
    def check(place, function, *arguments, **options):
        with pytest.raises(TypeError) as raised:
            function(PROGRAM, *arguments, **options)
        kind = type(size).__name__
        expected = f"dim 1 of argument {place} is {size!r}, of type {kind}; a size is an integer, or None"
        if not isinstance(size, bytes):
            assert str(raised.value).startswith(expected)

    wrong = (8, size)
    check("#0 of shapes", bcast_lower.verify, shapes=[wrong, (8,)])
    check("'x' of shapes", bcast_lower.lower, shapes={"x": Struct(8, size, dtype="float32")})
    check("#0 of specialize()", bcast_lower.specialize, wrong, (8,))
    check("'x' of specialize()", bcast_lower.specialize, x=wrong)
    profile = [((4, 8), (8,)), (wrong, (8,))]
    check("#0 of call #1 of profile", bcast_lower.lower, target="iree", profile=profile)
    check("'x' of call #0 of profile", bcast_lower.explain, target="iree", profile=[{"x": wrong}])
    with pytest.raises(TypeError, match="^the size of 'n' in sizes is .*; expected an integer"):
        bcast_lower.specialize(PROGRAM, sizes={"n": size})


def test_wrong_and_missing_sizes_are_errors():
    with pytest.raises(ValueError, match="^dim 1 of argument #0 of shapes is -8, but a size is at"):
        bcast_lower.verify(PROGRAM, shapes=[(4, -8), (8,)])
    with pytest.raises(ValueError, match=r"^dim 0 of argument 'mask' of specialize\(\) is -1, but"):
        bcast_lower.specialize(PROGRAM, mask=Struct(-1))
    for function in (bcast_lower.specialize, bcast_lower.verify):
        with pytest.raises(ValueError, match="^the size of 'n' in sizes is -1, but a size is at least"):
            function(PROGRAM, sizes={"n": -1})
        with pytest.raises(ValueError, match="^option 'sizes': '-1' is not a size"):
            function(PROGRAM, sizes="n=-1")
    with pytest.raises(ValueError, match="^shapes is empty: give the shape of each argument"):
        bcast_lower.verify(PROGRAM, shapes=[])
    for nothing in ({"shapes": {}}, {"shapes": ""}, {"sizes": {}}, {"sizes": ""}):
        assert bcast_lower.verify(PROGRAM, **nothing) is None
    with pytest.raises(ValueError, match="^the size of 'n' in call #0 of profile is -1, but a size"):
        bcast_lower.lower(PROGRAM, target="iree", profile=[{"n": -1}])


@pytest.mark.parametrize(
    "argument, expected",
    [
        ([[1, 2], [3, 4]], r"an array or its shape, not a nested list; numpy.asarray\(\) makes an array"),
        (([1.0], [2.0]), "an array or its shape, not a nested tuple"),
        ([Struct(4, 8)], r".*, not a list of arguments; each array in it .* jax.tree.leaves\(\(args, kw"),
        ({"w": Struct(4, 8)}, ".*, not a dict of arguments; each array in it is an argument of its own"),
        (b"4x8", "an array, .* a tuple of sizes, a number, or a shape as text, not bytes"),
        ({4, 8}, ".* a tuple of sizes, a number, or a shape as text, not set"),
    ],
)
def test_data_and_containers_are_no_shapes(argument, expected):
    with pytest.raises(TypeError, match=f"^argument #0 of shapes has no shape: expected {expected}"):
        bcast_lower.verify(PROGRAM, shapes=[argument, (8,)])
    with pytest.raises(TypeError, match="^argument 'x' of specialize"):
        bcast_lower.specialize(PROGRAM, x=argument)
    with pytest.raises(TypeError, match="shapes must be a text, a sequence or a mapping, not bytes"):
        bcast_lower.verify(PROGRAM, shapes=b"4x8,8")


# Types of elements, with their names in MLIR.
ELEMENTS = {
    "bool": "i1",
    "int4": "i4",
    "uint8": "ui8",
    "int64": "i64",
    "bfloat16": "bf16",
    "float16": "f16",
    "float64": "f64",
    "complex64": "complex<f32>",
    "float8_e4m3fn": "f8E4M3FN",
    "float8_e4m3b11fnuz": "f8E4M3B11FNUZ",
    "float4_e2m1fn": "f4E2M1FN",
}


@pytest.mark.parametrize("name", ELEMENTS)
def test_elements_have_types(name):
    element = ELEMENTS[name]
    fitting = f"func.func @f(%x: tensor<?x{element}>, %y: tensor<{element}>) {{ return }}"
    arguments = Struct(4, dtype=Named(name)), Struct(dtype=name)
    assert f"tensor<4x{element}>" in bcast_lower.specialize(fitting, *arguments)
    found = f"argument #0 .*whose elements are 'f32', not '{element}'"
    with pytest.raises(bcast_lower.BcastLowerError, match=found):
        bcast_lower.verify(PROGRAM, shapes=[Struct(4, 8, dtype=name), None])
    with pytest.raises(bcast_lower.BcastLowerError, match=found):
        bcast_lower.lower(PROGRAM, target="iree", profile=[{"x": Struct(4, 8, dtype=Named(name))}])


def test_arrays_of_numpy_have_types():
    np = missing.module("numpy")
    x, mask = np.ones((4, 8), np.float32), np.ones(8, np.float32)
    for fitting in ([x, mask], [x, Struct(8, dtype=np.float32)], [x, (np.int64(8),)]):
        assert bcast_lower.verify(PROGRAM, shapes=fitting) is None
    wide = "(?s)elements are 'f32', not 'f64'.*note: NumPy's numbers have 64 bits .* or give x.shape for"
    with pytest.raises(bcast_lower.BcastLowerError, match=wide):
        bcast_lower.verify(PROGRAM, shapes=[np.ones((4, 8)), mask])
    assert bcast_lower.verify(PROGRAM, shapes=[np.ones((4, 8)).shape, mask]) is None
    for wrong in (np.float32(8), np.array(8.0), np.bool_(True)):
        with pytest.raises(TypeError, match="dim 0 of argument #1 of shapes is .*; a size is an"):
            bcast_lower.verify(PROGRAM, shapes=[x, (wrong,)])
    # Python's numbers are of any type, but not NumPy's, one of which is a number of Python's, too.
    scalar = "func.func @f(%x: tensor<f32>) { return }"
    assert bcast_lower.verify(scalar, shapes=[2.0]) is None
    assert bcast_lower.verify(scalar, shapes=[np.float32(2)]) is None
    with pytest.raises(bcast_lower.BcastLowerError, match="not 'f64'"):
        bcast_lower.verify(scalar, shapes=[np.float64(2)])
    profile = [{"x": x, "n": np.int64(8)}]
    assert "@main_0(" in bcast_lower.lower(PROGRAM, target="iree", profile=profile)


@pytest.mark.parametrize(
    "option, value, advice",
    [
        ("target", "iree", r"use lower\(..., target=..., shapes=...\)"),
        ("facts", True, r"use lower\(..., facts=..., shapes=...\)"),
        ("rules", "tosa", r"use lower\(..., rules=..., shapes=...\)"),
        ("shapes", [(4, 8), (8,)], r"use lower\(..., shapes=...\)"),
        ("shapes", "4x8,8", r"use lower\(..., shapes=...\)"),
        ("outptu", "text", "did you mean 'output'"),
        ("size", {"n": 8}, "did you mean 'sizes'"),
    ],
)
def test_options_of_other_functions_are_no_names_of_arguments(option, value, advice):
    with pytest.raises(TypeError, match=rf"specialize\(\) has no option '{option}'; {advice}"):
        bcast_lower.specialize(PROGRAM, (4, 8), (8,), **{option: value})


def test_arguments_may_have_names_of_options():
    program = PROGRAM.replace('"mask"', '"target"')
    for value in (Struct(8, dtype="float32"), (8,), "8"):
        assert "%arg1: tensor<8xf32>" in bcast_lower.specialize(program, target=value)
    # Otherwise, the error says that an argument is meant.
    for arguments in ((), ((4, 8), (8,))):
        for option, advice in [
            ("target", r"use lower\(..., target=..., shapes=...\)"),
            ("allow_partal", "did you mean 'allow_partial'"),
        ]:
            named = {option: (8,)}
            note = rf"\nnote: '{option}' is the name of an argument, because .* no such option; {advice}"
            with pytest.raises(bcast_lower.BcastLowerError, match=note):
                bcast_lower.specialize(PROGRAM, *arguments, **named)


@pytest.mark.parametrize(
    "profile",
    [
        [(Struct(4, 8), (8,)), ("2x3", [3])],
        [{"x": Struct(4, 8), "n": 8}, {"x": [2, 3], "mask": (3,)}],
        "4x8,8;2x3,3",
    ],
)
def test_profiles_are_calls(profile):
    lowered = bcast_lower.lower(PROGRAM, target="iree", profile=profile)
    assert "func.func @main(%arg0: tensor<?x?xf32>, %arg1: tensor<?xf32>" in lowered
    assert "@main_0(%arg0: tensor<4x8xf32>, %arg1: tensor<8xf32>)" in lowered
    assert "@main_1(%arg0: tensor<2x3xf32>, %arg1: tensor<3xf32>)" in lowered


def test_wrong_profiles_are_errors():
    with pytest.raises(TypeError, match="profile must be a text, a mapping or a sequence of calls"):
        bcast_lower.lower(PROGRAM, target="iree", profile=4)
    with pytest.raises(TypeError, match=r"#1 of profile is a shape, \(4, 8\); .* as in \[\(4, 8\)\]"):
        bcast_lower.lower(PROGRAM, target="iree", profile=["4x8,8", (4, 8)])
    with pytest.raises(ValueError, match="needs a target"):
        bcast_lower.lower(PROGRAM, target="xla", profile="4x8,8")
    with pytest.raises(bcast_lower.BcastLowerError, match="broadcast-compatible"):
        bcast_lower.lower(PROGRAM, target="iree", profile="4x8,7")
