"""Converts ONNX models with named dims to StableHLO, by torch-mlir.

It does what torch-mlir's own path from ONNX lacks for large models:
`examples/onnx_models_on_iree.py` uses it. It needs onnx and torch-mlir.
"""

import re
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import onnx
import onnx.shape_inference
import onnx.version_converter
import torch_symbols
from iree_programs import Refused
from torch_mlir import ir
from torch_mlir.dialects import torch as torch_dialect

IMPORTER = Path(sys.executable).with_name("torch-mlir-import-onnx")
OPTIMIZER = Path(sys.executable).with_name("torch-mlir-opt")
# The version of ONNX's ops that models of older versions are converted to.
OPSET = 18
# The ops of ONNX become those of torch.
TO_TORCH = "builtin.module(torch-onnx-to-torch-backend-pipeline)"
# Without chlo-legalize-to-stablehlo, so that broadcasts stay implicit.
TO_STABLEHLO = """builtin.module(
  func.func(convert-torch-to-stablehlo), func.func(convert-torch-to-arith),
  func.func(canonicalize), func.func(cse),
  torch-func-backend-type-conversion-for-stablehlo, func.func(canonicalize),
  func.func(torch-finalizing-backend-type-conversion-for-stablehlo))"""


@dataclass(frozen=True)
class Argument:
    """An argument of a model; each dim is a size, or a name for one that is unknown."""

    name: str
    dtype: np.dtype
    dims: list


def arguments_of(model):
    """Returns the arguments of a model that have no value in its file."""
    weights = {tensor.name for tensor in model.graph.initializer}
    found = []
    for value in model.graph.input:
        if value.name in weights:
            continue
        type_ = value.type.tensor_type
        dims = [
            # Exporters write -1 or `?` for a dim without a name.
            dim.dim_value if dim.dim_value > 0 else dim.dim_param.strip("?") or f"{value.name}.{at}"
            for at, dim in enumerate(type_.shape.dim)
        ]
        dtype = onnx.helper.tensor_dtype_to_np_dtype(type_.elem_type)
        found.append(Argument(value.name, dtype, dims))
    return found


def declared_dims(model):
    """Returns the names of the dims of each argument; a known size is `?`."""
    return [
        [dim if isinstance(dim, str) else "?" for dim in argument.dims]
        for argument in arguments_of(model)
    ]


def to_stablehlo(path):
    """Returns the program of a file, as a function `main`.

    Dims of arguments with equal names are declared equal.
    """
    model = onnx.load(path)
    if any(used.version < OPSET for used in model.opset_import if used.domain == ""):
        # torch-mlir does not know older editions of some ops, such as BatchNormalization.
        model = onnx.version_converter.convert_version(model, OPSET)
    model = onnx.shape_inference.infer_shapes(model)
    model.graph.name = "main"
    write_global_averages(model.graph)
    with tempfile.TemporaryDirectory() as directory:
        current = Path(directory) / "model.onnx"
        imported = Path(directory) / "model.mlir"
        onnx.save(model, current)
        run(IMPORTER, current, "-o", imported)
        text = run(OPTIMIZER, f"--pass-pipeline={TO_TORCH}", imported)
    text = rewritten(text)
    try:
        text = run(OPTIMIZER, f"--pass-pipeline={TO_STABLEHLO}", input=text)
    except Refused:
        # Its error is on a constant that the op uses.
        if left := unconverted(text):
            raise Refused(f"torch-mlir does not convert {', '.join(left)}") from None
        raise
    return torch_symbols.annotate(text, "main", declared_dims(model), {}).encode()


def unconverted(text):
    """Returns the names of the torch ops that have no conversion to StableHLO."""
    convert = "builtin.module(func.func(convert-torch-to-stablehlo), func.func(canonicalize))"
    text = run(OPTIMIZER, f"--pass-pipeline={convert}", input=text)
    return sorted(set(re.findall(r"torch\.aten\.\w+", text)))


def write_global_averages(graph):
    """Writes `GlobalAveragePool` as a mean over all dims behind the channels.

    torch-mlir converts it to StableHLO only if they are static.
    """
    shapes = {value.name: value.type.tensor_type.shape.dim for value in graph.value_info}
    means = {}
    for node in graph.node:
        rank = len(shapes.get(node.input[0], ())) if node.op_type == "GlobalAveragePool" else 0
        if rank:
            axes = np.arange(2, rank)
            means[f"axes_of_images_{rank}"] = axes
            node.op_type = "ReduceMean"
            node.input.append(f"axes_of_images_{rank}")
    for name, axes in means.items():
        graph.initializer.append(onnx.numpy_helper.from_array(axes, name))


def run(*command, input=None):
    """Returns what a command writes; raises `Refused` with its first error."""
    done = subprocess.run(command, input=input, capture_output=True, text=True)
    if done.returncode != 0:
        lines = done.stderr.splitlines()
        line = next((line for line in lines if "error: " in line), f"{lines[-1:]}")
        raise Refused(f"{command[0].name}: {line}")
    return done.stdout


def rewritten(text):
    """Rewrites the ops of a module of torch's dialect that torch-mlir does not convert."""
    with ir.Context() as context, ir.Location.unknown():
        torch_dialect.register_dialect(context)
        context.load_all_available_dialects()
        module = ir.Module.parse(text)
        for operation in list(operations(module.operation)):
            if rewrite := REWRITES.get(operation.name):
                with ir.InsertionPoint(operation), operation.location:
                    rewrite(operation)
        return str(module)


def operations(parent):
    """Yields the ops of an op's regions, in order."""
    for region in parent.regions:
        for block in region:
            for operation in block:
                yield operation.operation
                yield from operations(operation)


def create(name, result, *operands, **attributes):
    """Creates an op; returns its result, whose type is given as text."""
    return ir.Operation.create(
        name, results=[ir.Type.parse(result)], operands=operands, attributes=attributes
    ).result


def number(value):
    attribute = ir.IntegerAttr.get(ir.IntegerType.get_signless(64), value)
    return create("torch.constant.int", "!torch.int", value=attribute)


def numbers(values):
    return create("torch.prim.ListConstruct", "!torch.list<int>", *values)


def constant(value):
    """Returns the integer of a `torch.constant.int`."""
    return ir.IntegerAttr(value.owner.attributes["value"]).value


def sizes_of(type_):
    """Returns the sizes, as text, and the element type of one such as `!torch.vtensor<[?,32],f32>`."""
    sizes, elements = re.fullmatch(r"!torch\.vtensor<\[(.*)\],(\w+)>", str(type_)).groups()
    return sizes.split(",") if sizes else [], elements


def tensor(sizes, elements):
    return f"!torch.vtensor<[{','.join(sizes)}],{elements}>"


def write_unflatten_as_view(unflatten):
    """Writes `aten.unflatten` with all sizes of its result, as `aten.view`.

    torch-mlir converts it to StableHLO only if its sizes are constants.
    """
    operand, dim, sizes = unflatten.operands
    rank = len(sizes_of(operand.type)[0])
    dim = constant(dim) % rank
    all_sizes = [
        create("torch.aten.size.int", "!torch.int", operand, number(at)) for at in range(rank)
    ]
    all_sizes[dim : dim + 1] = sizes.owner.operands
    result = str(unflatten.result.type)
    replace(unflatten, create("torch.aten.view", result, operand, numbers(all_sizes)))


def write_cumulative_sum(cumsum):
    """Writes `aten.cumsum` as a comparison of indices, a choice and a sum.

    torch-mlir converts it to StableHLO only if the dim's size is static.
    """
    operand, dim, _ = cumsum.operands
    sizes, elements = sizes_of(operand.type)
    result_elements = sizes_of(cumsum.result.type)[1]
    at = constant(dim) % len(sizes)
    size, last, before = sizes[at], number(-1), number(-2)
    none = create("torch.constant.none", "!torch.none")
    false = ir.IntegerAttr.get(ir.IntegerType.get_signless(1), 0)
    false = create("torch.constant.bool", "!torch.bool", value=false)

    # The dim becomes the last one.
    swapped = list(sizes)
    swapped[at], swapped[-1] = swapped[-1], swapped[at]
    swap = "torch.aten.transpose.int"
    addends = create(swap, tensor(swapped, elements), operand, dim, last)
    length = create("torch.aten.size.int", "!torch.int", operand, dim)
    arange, bounds = "torch.aten.arange.start_step", (number(0), length, number(1))
    indices = create(arange, tensor([size], "si64"), *bounds, *[none] * 4)
    columns = create("torch.aten.unsqueeze", tensor(["1", size], "si64"), indices, number(0))
    rows = create("torch.aten.unsqueeze", tensor([size, "1"], "si64"), indices, last)
    is_before = create("torch.aten.le.Tensor", tensor([size, size], "i1"), columns, rows)
    repeated = [*swapped[:-1], "1", size]
    addends = create("torch.aten.unsqueeze", tensor(repeated, elements), addends, before)
    repeated[-2] = size
    zero = "0.0" if "f" in elements else "0"
    zero = ir.Attribute.parse(f"dense<{zero}> : tensor<{elements}>")
    zero = create("torch.vtensor.literal", tensor([], elements), value=zero)
    choice = "torch.aten.where.self"
    chosen = create(choice, tensor(repeated, elements), is_before, addends, zero)
    total = "torch.aten.sum.dim_IntList"
    summed = tensor(swapped, result_elements)
    summed = create(total, summed, chosen, numbers([last]), false, none)
    replace(cumsum, create(swap, str(cumsum.result.type), summed, dim, last))


def replace(operation, value):
    operation.result.replace_all_uses_with(value)
    operation.erase()


def keep_assertion(assertion):
    """Writes `torch.runtime.assert` of a comparison of sizes with `arith` and `cf.assert`.

    torch-mlir converts it to StableHLO only if its condition is a constant.
    """
    comparison = assertion.operands[0].owner
    predicate = PREDICATES.get(comparison.name)
    if predicate is None:
        return
    bit, wide = ir.IntegerType.get_signless(1), ir.IntegerType.get_signless(64)
    sizes = [
        ir.Operation.create("torch_c.to_i64", results=[wide], operands=[operand]).result
        for operand in comparison.operands
    ]
    condition = ir.Operation.create(
        "arith.cmpi",
        results=[bit],
        operands=sizes,
        attributes={"predicate": ir.IntegerAttr.get(wide, predicate)},
    ).result
    ir.Operation.create(
        "cf.assert", operands=[condition], attributes={"msg": assertion.attributes["message"]}
    )
    assertion.erase()


# Comparisons of torch, as `arith.cmpi` numbers them.
PREDICATES = {
    "torch.aten.eq.int": 0,
    "torch.aten.ne.int": 1,
    "torch.aten.lt.int": 2,
    "torch.aten.le.int": 3,
    "torch.aten.gt.int": 4,
    "torch.aten.ge.int": 5,
}
REWRITES = {
    "torch.aten.cumsum": write_cumulative_sum,
    "torch.aten.unflatten.int": write_unflatten_as_view,
    "torch.runtime.assert": keep_assertion,
}
