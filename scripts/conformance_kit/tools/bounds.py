"""Programs on bounded sizes as programs on unbounded ones.

XLA's client takes no argument of a bounded size. So the bounds are removed from a lowered program
before it runs, and a tensor whose size is set becomes a slice of it, which has the same elements.
"""

import re

_BOUNDS = re.compile(r", #stablehlo\.bounds<[^>]*>")
_SET_SIZE = re.compile(
    r"^(?P<result>\s*%\w+) = stablehlo\.set_dimension_size (?P<operand>%\w+), (?P<size>%\w+), "
    r"dim = (?P<dim>\d+) : \(tensor<(?P<type>[^>]*)>, tensor<i32>\) -> tensor<(?P<to>[^>]*)>$"
)


def without_bounds(text: str) -> str:
    """Removes bounds from a program of StableHLO, in the form that MLIR prints."""
    if "#stablehlo.bounds" not in text:
        return text
    lines = _BOUNDS.sub("", text).splitlines()
    return "\n".join(part for number, line in enumerate(lines) for part in _as_slice(line, number))


def _as_slice(line: str, number: int) -> list[str]:
    found = _SET_SIZE.match(line)
    if not found:
        return [line]
    operand, it = found["operand"], found["type"]
    rank = it.count("x")
    new = f"%slice{number}_"
    lines, sizes = [], []
    for dim in range(rank):
        size = found["size"]
        if dim != int(found["dim"]):
            size = f"{new}size{dim}"
            lines.append(
                f"{size} = stablehlo.get_dimension_size {operand}, dim = {dim} : (tensor<{it}>) -> tensor<i32>"
            )
        lines.append(f"{new}{dim} = stablehlo.reshape {size} : (tensor<i32>) -> tensor<1xi32>")
        sizes.append(f"{new}{dim}")
    shape = f"tensor<{rank}xi32>"
    one = ", ".join(["tensor<1xi32>"] * rank)
    lines += [
        f"{new}limits = stablehlo.concatenate {', '.join(sizes)}, dim = 0 : ({one}) -> {shape}",
        f"{new}starts = stablehlo.constant dense<0> : {shape}",
        f"{new}strides = stablehlo.constant dense<1> : {shape}",
        f"{found['result']} = stablehlo.real_dynamic_slice {operand}, {new}starts, {new}limits, "
        f"{new}strides : (tensor<{it}>, {shape}, {shape}, {shape}) -> tensor<{found['to']}>",
    ]
    return lines
