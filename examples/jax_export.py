"""Lowers programs with bcast-lower and runs them through jax.export.

`bcast-lower` comes from the wheel that is installed beside jax: this script uses
the one in the environment's own directory. It

1. exports a function whose batch is symbolic, passes the exported module through
   bcast-lower, and calls what comes out;
2. lowers a CHLO module with the same signature, as a frontend that leaves
   broadcasts implicit writes it, and calls it in the first one's place;
3. calls it with sizes that do not fit, which the assertion refuses.
"""

import dataclasses
import subprocess
import sysconfig
from pathlib import Path

import jax
import numpy as np
from jax import export
from jaxlib.mlir.dialects import stablehlo

TOOL = Path(sysconfig.get_path("scripts")) / "bcast-lower"

CHLO = """
module attributes {jax.uses_shape_polymorphism = true} {
  func.func public @main(
      %x: tensor<?x4xf32>, %bias: tensor<4xf32>, %mask: tensor<?x1xf32>) -> tensor<?x4xf32> {
    %0 = chlo.broadcast_add %x, %bias : (tensor<?x4xf32>, tensor<4xf32>) -> tensor<?x4xf32>
    %1 = chlo.broadcast_multiply %0, %mask
        : (tensor<?x4xf32>, tensor<?x1xf32>) -> tensor<?x4xf32>
    return %1 : tensor<?x4xf32>
  }
}
"""


def lower(module: str) -> str:
    """Lowers the text of a module."""
    return subprocess.run(
        [TOOL, "--mlir-print-debuginfo"], input=module, stdout=subprocess.PIPE, text=True, check=True
    ).stdout


def with_module(exported: export.Exported, module: str) -> export.Exported:
    """Returns an exported function with another module in it."""
    version = stablehlo.get_minimum_version()
    artifact = stablehlo.serialize_portable_artifact_str(module, version)
    return dataclasses.replace(exported, mlir_module_serialized=artifact)


def numbers(*shape: int) -> np.ndarray:
    return np.arange(np.prod(shape), dtype=np.float32).reshape(shape) / 8 - 1


def check(function: export.Exported) -> None:
    """Calls a function with several batches, and compares with NumPy.

    jax takes symbols to be at least 1, so batch 0 is not tried.
    """
    for batch, mask_batch in [(3, 3), (3, 1), (1, 1)]:
        x, bias, mask = numbers(batch, 4), numbers(4), numbers(mask_batch, 1)
        result = function.call(x, bias, mask)
        np.testing.assert_allclose(result, (x + bias) * mask)


def main() -> None:
    x, bias, mask = export.symbolic_args_specs(
        (numbers(1, 4), numbers(4), numbers(1, 1)), ("b, 4", "4", "m, 1")
    )

    # jax broadcasts explicitly, and asks for sizes that it can tell are equal.
    def model(x, bias, mask):
        rows = jax.numpy.broadcast_to(mask[:1], (x.shape[0], 1))
        return (x + bias) * rows

    exported = export.export(jax.jit(model))(x, bias, mask)
    lowered = with_module(exported, lower(exported.mlir_module()))
    row = numbers(2, 4)
    np.testing.assert_array_equal(
        lowered.call(row, numbers(4), numbers(1, 1)), exported.call(row, numbers(4), numbers(1, 1))
    )
    print("the exported module computes the same after bcast-lower")

    chlo = with_module(exported, lower(CHLO))
    check(chlo)
    print("the lowered CHLO module computes what NumPy does")

    try:
        chlo.call(numbers(3, 4), numbers(4), numbers(2, 1))
    except ValueError:
        print("batches 3 and 2 are refused")
    else:
        raise SystemExit("batches 3 and 2 were accepted")


if __name__ == "__main__":
    main()
