"""Runs an ONNX model of any batch on IREE.

docs/frontends/onnx.md explains it. The model, a layer with a mask, is built here;
torch-mlir converts it to StableHLO, `bcast-lower --target=iree` lowers it, and its
results are compared with ONNX's reference implementation:

    python examples/onnx_on_iree.py

It needs onnx, torch-mlir (not torch), iree-base-compiler and iree-base-runtime.
"""

import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
import onnx
from iree_programs import check, layer_arguments
from onnx import TensorProto, helper
from onnx.reference import ReferenceEvaluator

IMPORTER = Path(sys.executable).with_name("torch-mlir-import-onnx")
OPTIMIZER = Path(sys.executable).with_name("torch-mlir-opt")
# Without chlo-legalize-to-stablehlo, so that broadcasts stay implicit.
PIPELINE = """builtin.module(
  torch-onnx-to-torch-backend-pipeline,
  func.func(convert-torch-to-stablehlo), func.func(convert-torch-to-arith),
  func.func(canonicalize), func.func(cse),
  torch-func-backend-type-conversion-for-stablehlo, func.func(canonicalize),
  func.func(torch-finalizing-backend-type-conversion-for-stablehlo))"""


def build():
    generator = np.random.default_rng(0)
    weights = generator.standard_normal((8, 4)).astype(np.float32)
    bias = np.array([1, -1, 2, -2], np.float32)
    nodes = [
        helper.make_node("MatMul", ["x", "weights"], ["product"]),
        helper.make_node("Add", ["product", "bias"], ["sum"]),
        helper.make_node("Relu", ["sum"], ["activations"]),
        helper.make_node("Mul", ["activations", "mask"], ["y"]),
    ]
    graph = helper.make_graph(
        nodes,
        "layer",
        [
            helper.make_tensor_value_info("x", TensorProto.FLOAT, ["batch", 8]),
            helper.make_tensor_value_info("mask", TensorProto.FLOAT, ["rows", 1]),
        ],
        [helper.make_tensor_value_info("y", TensorProto.FLOAT, ["result", 4])],
        [
            helper.make_tensor("weights", TensorProto.FLOAT, weights.shape, weights.ravel()),
            helper.make_tensor("bias", TensorProto.FLOAT, bias.shape, bias),
        ],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)])
    model.ir_version = 8
    return model


def to_stablehlo(model):
    with tempfile.TemporaryDirectory() as directory:
        path = Path(directory) / "model.onnx"
        onnx.save(model, path)
        imported = path.with_suffix(".mlir")
        subprocess.run([IMPORTER, path, "-o", imported], check=True)
        command = [OPTIMIZER, f"--pass-pipeline={PIPELINE}", imported]
        return subprocess.run(command, check=True, capture_output=True).stdout


def main():
    model = build()
    evaluator = ReferenceEvaluator(model)

    def reference(x, mask):
        return evaluator.run(None, {"x": x, "mask": mask})

    calls = [layer_arguments(*sizes) for sizes in [(3, 3), (1, 4), (5, 1), (0, 1)]]
    check(to_stablehlo(model), "layer", reference, calls, layer_arguments(3, 2))


if __name__ == "__main__":
    main()
