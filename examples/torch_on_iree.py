"""Runs PyTorch programs of any sizes on IREE.

docs/frontends/torch-mlir.md explains it. torch-mlir converts a program to StableHLO;
`bcast-lower --target=iree` lowers it, and its results are compared with PyTorch's. Without
arguments, the program is a layer with a mask, of any batch:

    python examples/torch_on_iree.py
    python examples/torch_on_iree.py exported.pt2   # what torch.export.save has written

A file is called with random arguments of three sizes each; integers among them are 0 or 1, as in
masks. It needs torch, torch-mlir, iree-base-compiler and iree-base-runtime.
"""

import sys
from pathlib import Path

import torch
from hf_export import PIPELINE, convert
from iree_programs import Refused, check, compile_for_cpu, difference, layer_arguments, make_ready
from torch_mlir import fx
from torch_mlir.passmanager import PassManager
from torch_symbols import ranges

# The sizes of symbols in each call of a file, in the order in which the symbols first appear.
CALLS = [(2, 7, 9, 5), (1, 4, 6, 3), (3, 16, 12, 65)]


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


def run_layer():
    layer = Layer().eval()

    def reference(x, mask):
        with torch.no_grad():
            return [layer(torch.from_numpy(x), torch.from_numpy(mask)).numpy()]

    text = to_stablehlo(layer, tuple(map(torch.from_numpy, layer_arguments(3, 3))))
    calls = [layer_arguments(*sizes) for sizes in [(3, 3), (1, 1), (5, 5), (0, 0)]]
    check(text, "main", reference, calls, layer_arguments(3, 2))


def inputs(program):
    """Returns the tensors that a program is traced with, whose sizes are numbers and symbols."""
    names = set(program.graph_signature.user_inputs)
    nodes = [node for node in program.graph.nodes if node.op == "placeholder" and node.name in names]
    return [node.meta["val"] for node in nodes]


def random_arguments(program, sizes):
    """Yields a tensor for each input; each symbol gets one of `sizes`, or the nearest size in its range."""
    torch.manual_seed(sum(sizes))
    bounds, chosen = ranges(program), {}
    for value in inputs(program):
        shape = []
        for size in value.shape:
            if isinstance(size, int):
                shape.append(size)
                continue
            for symbol in sorted(size.node.expr.free_symbols, key=str):
                least, greatest, _ = bounds.get(str(symbol), (1, sizes[0], 1))
                size_of_symbol = sizes[len(chosen) % len(sizes)]
                chosen.setdefault(symbol, max(least, min(greatest, size_of_symbol)))
            shape.append(int(size.node.expr.subs(chosen)))
        if value.dtype.is_floating_point:
            yield torch.randn(shape, dtype=value.dtype)
        else:
            yield torch.randint(0, 2, shape).to(value.dtype)


def run_file(path):
    """Runs a program; exits with what is missing if that fails."""
    try:
        program = torch.export.load(path)
    except Exception as error:  # Of several types, here and below.
        raise SystemExit(f"{path}: torch.export does not read it: {first_error(error)}") from None
    try:
        text = convert(program)
    except Exception as error:
        raise SystemExit(f"{path}: torch-mlir does not convert it: {first_error(error)}") from None
    try:
        module = compile_for_cpu(make_ready(text))
    except Refused as refused:
        raise SystemExit(f"{path}: {refused}") from None
    reference = program.module()
    for sizes in CALLS:
        arguments = list(random_arguments(program, sizes))
        with torch.no_grad():
            expected = torch.utils._pytree.tree_leaves(reference(*arguments))
        found = module["main"](*(it.numpy() for it in arguments))
        problem = difference(found, [it.numpy() for it in expected], shapes(arguments))
        if problem is not None:
            raise SystemExit(f"{path}: WRONG: {problem}")
        print(f"{path}: {shapes(arguments)} => {shapes(expected)}, as in PyTorch", flush=True)


def shapes(tensors):
    return ", ".join("x".join(map(str, it.shape)) or "scalar" for it in tensors)


def first_error(error):
    """Returns the first line of an exception that says what is wrong."""
    lines = str(error).splitlines() or [type(error).__name__]
    return next((line for line in lines if "error:" in line), lines[0]).strip()


def main():
    files = sys.argv[1:]
    for path in files:
        if not Path(path).is_file():
            raise SystemExit(f"{path}: there is no such file; torch.export.save writes one")
    for path in files:
        run_file(path)
    if not files:
        run_layer()


if __name__ == "__main__":
    main()
