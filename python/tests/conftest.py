"""What the tests share."""

import pytest

ADD = """\
func.func @f(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %0 = chlo.broadcast_add %x, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
"""

# Shapes that never fit.
WRONG = """\
func.func @f(%x: tensor<2xf32>, %y: tensor<3xf32>) -> tensor<3xf32> {
  %0 = chlo.broadcast_add %x, %y : (tensor<2xf32>, tensor<3xf32>) -> tensor<3xf32>
  %1 = chlo.broadcast_add %y, %x : (tensor<3xf32>, tensor<2xf32>) -> tensor<3xf32>
  return %1 : tensor<3xf32>
}
"""


@pytest.fixture
def add() -> str:
    return ADD


@pytest.fixture
def wrong() -> str:
    return WRONG
