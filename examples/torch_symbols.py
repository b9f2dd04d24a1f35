"""Declares the sizes that torch.export knows on the arguments of an MLIR function.

torch-mlir drops equalities of dims, their ranges and their divisors. This script adds
them to a function that torch-mlir has exported, as `bcast.dims` and `bcast.ranges`:

    python torch_symbols.py exported.pt2 main <model.mlir | bcast-lower
"""

import math
import re
import sys
from collections.abc import Iterator, Mapping, Sequence

# The largest size that a dim can have.
LARGEST = 2**31 - 1


def shapes(program) -> list[list[str]]:
    """Returns the names of the dims of a `torch.export.ExportedProgram`'s tensor arguments.

    A static dim is `?`, because its type contains its size.
    """
    inputs = set(program.graph_signature.user_inputs)
    nodes = [node for node in program.graph.nodes if node.op == "placeholder" and node.name in inputs]
    values = [node.meta["val"] for node in nodes]
    return [
        ["?" if isinstance(size, int) else str(size) for size in value.shape]
        for value in values
        if hasattr(value, "shape")
    ]


def ranges(program) -> dict[str, tuple[int, int, int]]:
    """Returns the least and the greatest size of each expression, and its divisor."""
    found = {}
    for size, bounds in program.range_constraints.items():
        step = _step(str(size))
        # Infinity is neither an int nor, in torch's own kind of numbers, a float.
        least, greatest = (
            int(bound) if str(bound).isdigit() else LARGEST for bound in (bounds.lower, bounds.upper)
        )
        greatest = min(greatest, LARGEST)
        found[str(size)] = (math.ceil(least / step) * step, greatest // step * step, step)
    return found


def annotate(
    module: str,
    function: str,
    dims: Sequence[Sequence[str]],
    bounds: Mapping[str, tuple[int, int, int]],
) -> str:
    """Adds attributes to a function's arguments, one tensor for each entry of `dims`."""
    header = re.search(rf"func\.func @{re.escape(function)}\((.*?)\)( -> [^{{]*?)?( attributes \{{)?( \{{)?\n", module)
    if header is None or header[3] is not None:
        raise ValueError(f"there is no function @{function} without attributes")
    names = iter(dims)
    arguments = re.sub(r"tensor<[^>]*>", lambda type_: f"{type_[0]} {_dims(names)}", header[1])
    if next(names, None) is not None:
        raise ValueError(f"@{function} has fewer arguments than torch.export says")
    used = {name for shape in dims for name in shape}
    entries = ", ".join(
        f'"{name}" = array<i64: {_range(*bound)}>'
        for name, bound in bounds.items()
        if name in used
    )
    attributes = f" attributes {{bcast.ranges = {{{entries}}}}}" if entries else ""
    result = f"func.func @{function}({arguments}){header[2] or ''}{attributes}{header[4] or ''}\n"
    return module[: header.start()] + result + module[header.end() :]


def _dims(shapes: Iterator[Sequence[str]]) -> str:
    shape = next(shapes, None)
    if shape is None:
        raise ValueError("there are more arguments than torch.export says")
    names = ", ".join(f'"{name}"' for name in shape)
    return f"{{bcast.dims = [{names}]}}"


def _range(least: int, greatest: int, step: int) -> str:
    if step == 1 and greatest == LARGEST:
        return str(least)
    return f"{least}, {greatest}, {step}"


def _step(size: str) -> int:
    """Returns the constant factor in the text of an expression, such as 8 for `8*s0`."""
    factor = re.fullmatch(r"(\d+)\*\w+(\*\w+)*", size)
    return int(factor[1]) if factor else 1


def main() -> None:
    import torch

    path, function = sys.argv[1:]
    program = torch.export.load(path)
    sys.stdout.write(annotate(sys.stdin.read(), function, shapes(program), ranges(program)))


if __name__ == "__main__":
    main()
