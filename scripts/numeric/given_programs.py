"""Programs of each frontend, of sizes `b` and `n`, for `downstream` with given sizes."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import numpy as np

from .frontend_programs import Program

# The programs of `tests/frontends`, most of which compute the sums of a matrix and a row, and something of the sums of each
# row.
_DIRECTORY = Path(__file__).resolve().parents[2] / "tests" / "frontends" / "programs"
_OWN = f"--rules={_DIRECTORY / 'own.toml'}"
# The sizes `b` and `n`, on both sides of those of vectors and tiles.
SIZES = ((2, 3), (65, 129), (129, 65), (64, 1), (1, 257))

# Without a constant: IREE has no op for one of ONNX, and the tool no rule.
_ONNX = """\
func.func @main(%x: tensor<?x?xf32> {onnx.dim_params = "0:b,1:n"}, %y: tensor<?xf32> {onnx.dim_params = "0:n"}) -> tensor<?x?xf32> {
  %0 = "onnx.Add"(%x, %y) : (tensor<?x?xf32>, tensor<?xf32>) -> tensor<?x?xf32>
  %1 = "onnx.Mul"(%0, %y) : (tensor<?x?xf32>, tensor<?xf32>) -> tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}
"""

# Without an op that broadcasts what another one computes: IREE fails when it runs such a program of TOSA at unknown
# sizes (docs/limits.md).
_TOSA = """\
func.func @main(%x: tensor<?x?xf32> {bcast.dims = ["b", "n"]}, %y: tensor<1x?xf32> {bcast.dims = ["?", "n"]}) -> (tensor<?x1xf32>, tensor<?x?xf32>) {
  %sum = tosa.add %x, %y : (tensor<?x?xf32>, tensor<1x?xf32>) -> tensor<?x?xf32>
  %edges = tosa.const_shape {values = dense<[0, 0, 1, 1]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %zero = "tosa.const"() {values = dense<0.0> : tensor<1xf32>} : () -> tensor<1xf32>
  %padded = tosa.pad %sum, %edges, %zero : (tensor<?x?xf32>, !tosa.shape<4>, tensor<1xf32>) -> tensor<?x?xf32>
  %total = tosa.reduce_sum %padded {axis = 1 : i32} : (tensor<?x?xf32>) -> tensor<?x1xf32>
  return %total, %sum : tensor<?x1xf32>, tensor<?x?xf32>
}
"""


def _without_mean(arguments: Sequence[np.ndarray]) -> list[np.ndarray]:
    rows = arguments[0] + arguments[1]
    mean = rows.mean(1, keepdims=True)
    return [mean, rows - mean]


def _and_total(arguments: Sequence[np.ndarray]) -> list[np.ndarray]:
    rows = arguments[0] + arguments[1]
    return [rows.sum(1, keepdims=True), rows]


def _with_total(arguments: Sequence[np.ndarray]) -> list[np.ndarray]:
    total, rows = _and_total(arguments)
    return [total, rows + total]


def _product(arguments: Sequence[np.ndarray]) -> list[np.ndarray]:
    x, y = arguments
    return [(x + y) * y]


_OWN_TEXTS = {"onnx": _ONNX, "tosa": _TOSA}
_TABLE: tuple[tuple[str, Callable, tuple[str, ...]], ...] = (
    ("torch", _without_mean, ()),
    ("tensorflow", _without_mean, ("--rules=tensorflow",)),
    ("onnx", _product, ("--rules=onnx",)),
    ("jax", _without_mean, ()),
    ("tosa", _and_total, ()),
    ("rules", _with_total, (_OWN,)),
)


def programs() -> Iterator[tuple[Program, tuple[str, ...]]]:
    """Returns programs, and the options that they need."""
    for name, expected, options in _TABLE:
        text = _OWN_TEXTS.get(name) or (_DIRECTORY / f"{name}.mlir").read_text()
        calls = tuple(((b, n), (1, n) if name == "tosa" else (n,)) for b, n in SIZES)
        yield (
            Program(name, text, ("f32", "f32"), expected, calls, tolerance=1e-4),
            ("--allow-unregistered-dialect", *options),
        )
