"""Runs a PyTorch module of any batch on IREE.

docs/frontends/torch-mlir.md explains it. torch-mlir converts the module, a layer with a
mask, to StableHLO; `bcast-lower --target=iree` lowers it, and its results are compared
with PyTorch's:

    python examples/torch_on_iree.py

It needs torch, torch-mlir, iree-base-compiler and iree-base-runtime.
"""

import torch
from iree_programs import check, layer_arguments
from torch_mlir import fx
from torch_mlir.passmanager import PassManager

# Without chlo-legalize-to-stablehlo, so that broadcasts stay implicit.
PIPELINE = """builtin.module(
  torchdynamo-export-to-torch-backend-pipeline,
  func.func(convert-torch-to-stablehlo), func.func(convert-torch-to-arith),
  func.func(canonicalize), func.func(cse),
  torch-func-backend-type-conversion-for-stablehlo, func.func(canonicalize),
  func.func(torch-finalizing-backend-type-conversion-for-stablehlo))"""


class Layer(torch.nn.Module):
    """A dense layer with a mask of rows."""

    def __init__(self):
        super().__init__()
        torch.manual_seed(0)
        self.linear = torch.nn.Linear(8, 4)

    def forward(self, x, mask):
        return torch.relu(self.linear(x)) * mask


def to_stablehlo(module, example):
    batch = torch.export.Dim("batch")
    module = fx.export_and_import(
        module,
        *example,
        dynamic_shapes=({0: batch}, {0: batch}),
        output_type="raw",
        func_name="main",
    )
    with module.context:
        PassManager.parse(PIPELINE).run(module.operation)
    return str(module).encode()


def main():
    layer = Layer().eval()

    def reference(x, mask):
        with torch.no_grad():
            return [layer(torch.from_numpy(x), torch.from_numpy(mask)).numpy()]

    text = to_stablehlo(layer, tuple(map(torch.from_numpy, layer_arguments(3, 3))))
    calls = [layer_arguments(*sizes) for sizes in [(3, 3), (1, 1), (5, 5), (0, 0)]]
    check(text, "main", reference, calls, layer_arguments(3, 2))


if __name__ == "__main__":
    main()
