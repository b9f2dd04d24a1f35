"""Exports a torch module with dynamic sizes as StableHLO, by torch-mlir.

It does what torch-mlir's own path lacks for large models: `examples/hf_on_iree.py` uses it.
It needs torch and torch-mlir.
"""

import torch
import torch_symbols
from torch_mlir import fx
from torch_mlir.extras.fx_decomp_util import get_decomposition_table
from torch_mlir.passmanager import PassManager

# Without chlo-legalize-to-stablehlo, so that broadcasts stay implicit.
PIPELINE = """builtin.module(
  torchdynamo-export-to-torch-backend-pipeline,
  func.func(convert-torch-to-stablehlo), func.func(convert-torch-to-arith),
  func.func(canonicalize), func.func(cse),
  torch-func-backend-type-conversion-for-stablehlo, func.func(canonicalize),
  func.func(torch-finalizing-backend-type-conversion-for-stablehlo))"""


def cumulative_sum(x, dim, *, dtype=None):
    """`aten.cumsum`, which torch-mlir converts only if the dim's size is static.

    Element i is the sum of the elements up to i, chosen by a comparison of indices.
    """
    if dtype is None:
        dtype = x.dtype if x.is_floating_point() or x.is_complex() else torch.int64
    x = x.to(dtype).movedim(dim, -1)
    index = torch.arange(x.shape[-1], device=x.device)
    is_before = index.unsqueeze(0) <= index.unsqueeze(1)
    none = torch.zeros((), dtype=dtype, device=x.device)
    return torch.where(is_before, x.unsqueeze(-2), none).sum(-1).movedim(-1, dim)


def decompositions():
    """Returns torch-mlir's decompositions, and the one that it lacks."""
    table = dict(get_decomposition_table())
    table[torch.ops.aten.cumsum.default] = cumulative_sum
    return table


def keep_buffers(module):
    """Makes all buffers of a module persistent.

    torch-mlir takes buffers from the state that a program saves, and fails with `Could not
    find state mapping for buffer` at those that are computed anew, such as rotary angles.
    """
    for part in module.modules():
        part._non_persistent_buffers_set.clear()


def to_stablehlo(module, example, dynamic_shapes):
    """Exports a module that is called with NumPy arrays.

    `dynamic_shapes` is torch.export's, one entry for each array.
    """
    keep_buffers(module)
    arguments = tuple(map(torch.from_numpy, example))
    with torch.no_grad():
        program = torch.export.export(
            module, arguments, dynamic_shapes=dynamic_shapes, strict=False
        )
    return convert(program)


def convert(program):
    """Converts a `torch.export.ExportedProgram`.

    What torch knows of the sizes, equal dims and their ranges, is declared on the arguments.
    """
    imported = fx.export_and_import(
        program, output_type="raw", func_name="main", decomposition_table=decompositions()
    )
    with imported.context:
        PassManager.parse(PIPELINE).run(imported.operation)
    shapes, ranges = torch_symbols.shapes(program), torch_symbols.ranges(program)
    return torch_symbols.annotate(str(imported), "main", shapes, ranges).encode()
