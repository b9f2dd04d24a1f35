"""Lowers programs with bcast-lower and runs them through jax.export.

docs/tutorial.md explains it step by step. It

1. shows a function that jax cannot export: two symbolic sizes that are equal or 1;
2. exports a function with the same signature, passes the portable artifact in the export
   through bcast-lower, and calls the result;
3. lowers the function as written by a frontend that leaves broadcasts implicit
(`masked_layer.mlir`), and calls it in place of the exported one;
4. calls it with incompatible sizes, which fails, and prints the assertion's message.
"""

import dataclasses
import shutil
import subprocess
import sysconfig
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np
from jax import export
from jax.interpreters import mlir
from jaxlib.mlir import ir
from jaxlib.mlir.dialects import stablehlo
from jaxlib.mlir.passmanager import PassManager

# The tool that the wheel installs in this environment, or any other.
TOOL = shutil.which("bcast-lower", path=sysconfig.get_path("scripts")) or "bcast-lower"
CHLO = Path(__file__).with_name("masked_layer.mlir")


def layer(x, weights, bias, mask):
    return jnp.maximum((x @ weights + bias) * mask, 0)


def lower(module: str) -> str:
    """Lowers the text of a module."""
    return subprocess.run(
        [TOOL, "--mlir-print-debuginfo"], input=module, stdout=subprocess.PIPE, text=True, check=True
    ).stdout


def lower_artifact(artifact: bytes) -> bytes:
    """Lowers a portable artifact to one that this jaxlib reads."""
    option = f"--emit-artifact={stablehlo.get_current_version()}"
    return subprocess.run([TOOL, option], input=artifact, stdout=subprocess.PIPE, check=True).stdout


def with_module(exported: export.Exported, module: str) -> export.Exported:
    """Returns an exported function with another module in it."""
    version = stablehlo.get_minimum_version()
    artifact = stablehlo.serialize_portable_artifact_str(module, version)
    return dataclasses.replace(exported, mlir_module_serialized=artifact)


def failed_assertion(module: str, types: list[str]) -> str:
    """Returns the message of the assertion that fails for arguments of these types."""
    stablehlo.register_stablehlo_passes()
    with mlir.make_ir_context():
        parsed = ir.Module.parse(module)
        # Before the assertions are checked, incompatible sizes make the module invalid.
        for passes in [
            f"stablehlo-refine-arguments{{types={','.join(types)}}}",
            "stablehlo-refine-shapes",
            "func.func(stablehlo-check-shape-assertions)",
        ]:
            manager = PassManager.parse(f"builtin.module({passes})")
            manager.enable_verifier(False)
            try:
                manager.run(parsed.operation)
            except ir.MLIRError as error:
                return error.error_diagnostics[0].message
    raise SystemExit("no assertion fails")


def numbers(*shape: int) -> np.ndarray:
    return np.arange(np.prod(shape), dtype=np.float32).reshape(shape) / 8 - 1


def arguments(batch: int, mask_batch: int) -> tuple[np.ndarray, ...]:
    return numbers(batch, 3), numbers(3, 4), numbers(4), numbers(mask_batch, 1)


def main() -> None:
    specifications = export.symbolic_args_specs(arguments(1, 1), ("b, 3", "3, 4", "4", "m, 1"))
    try:
        export.export(jax.jit(layer))(*specifications)
    except TypeError as error:
        print(f"jax: {error}")
    else:
        raise SystemExit("jax has learned to export it")

    # Nothing in it requires jax to compare the sizes `b` and `m`.
    def stand_in(x, weights, bias, mask):
        return layer(x, weights, bias, jnp.broadcast_to(mask[:1], (x.shape[0], 1)))

    exported = export.export(jax.jit(stand_in))(*specifications)
    artifact = lower_artifact(exported.mlir_module_serialized)
    same = dataclasses.replace(exported, mlir_module_serialized=artifact)
    np.testing.assert_array_equal(same.call(*arguments(2, 1)), exported.call(*arguments(2, 1)))
    print("what jax exports computes the same after bcast-lower")

    # jax assumes that symbols are at least 1, so batch 0 is omitted.
    module = lower(CHLO.read_text())
    lowered = with_module(exported, module)
    for batch, mask_batch in [(3, 3), (3, 1), (1, 1), (32, 1)]:
        x, weights, bias, mask = arguments(batch, mask_batch)
        expected = np.maximum((x @ weights + bias) * mask, 0)
        np.testing.assert_allclose(lowered.call(x, weights, bias, mask), expected)
        print(f"batch {batch}, mask of batch {mask_batch}: as NumPy computes it")

    try:
        lowered.call(*arguments(3, 2))
    except ValueError as error:
        print(f"batch 3, mask of batch 2: {error}")
    else:
        raise SystemExit("batches 3 and 2 were accepted")

    # jax's message does not give the reason. StableHLO's own check does.
    types = ["tensor<3x3xf32>", "tensor<3x4xf32>", "tensor<4xf32>", "tensor<2x1xf32>"]
    print(failed_assertion(module, types))


if __name__ == "__main__":
    main()
