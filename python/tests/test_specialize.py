"""Programs for given sizes."""

import bcast_lower
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

    def __init__(self, *shape):
        self.shape = shape


@pytest.mark.parametrize(
    "arguments, named",
    [
        (([4, 8], Struct(8)), {}),
        ((Struct(4, 8), (8,)), {}),
        (("4x8", "8"), {}),
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
    assert "(%arg0: tensor<4x?xf32>" in bcast_lower.specialize(PROGRAM, Struct(4, None), None)
    assert "%arg1: tensor<8xf32>" in bcast_lower.specialize(PROGRAM, sizes={"n": 8})


def test_calls_that_do_not_fit_are_errors():
    with pytest.raises(bcast_lower.BcastLowerError, match="broadcast-compatible"):
        bcast_lower.specialize(PROGRAM, Struct(4, 8), Struct(7))
    with pytest.raises(bcast_lower.BcastLowerError, match="no argument 'z'"):
        bcast_lower.specialize(PROGRAM, z=Struct(4))
    with pytest.raises(TypeError, match="has no shape"):
        bcast_lower.specialize(PROGRAM, object(), Struct(7))


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
    with pytest.raises(TypeError, match="a sequence of calls"):
        bcast_lower.lower(PROGRAM, target="iree", profile={"x": (4, 8)})
    with pytest.raises(ValueError, match="needs a target"):
        bcast_lower.lower(PROGRAM, target="xla", profile="4x8,8")
    with pytest.raises(bcast_lower.BcastLowerError, match="broadcast-compatible"):
        bcast_lower.lower(PROGRAM, target="iree", profile="4x8,7")
