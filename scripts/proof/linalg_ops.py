"""Tensors whose elements are computed one by one, and the parts of tensors that they read."""

from __future__ import annotations

import re
from collections.abc import Sequence

from .control import body_terms
from .interpret import Run, Unsupported, handles
from .number import Number, add, all_of, at_most, constant, equal
from .reader import Op
from .shape_ops import AT_RUN_TIME, sizes_of, slice_numbers, term_of
from .theory import Value


@handles("linalg.generic")
def generic(run: Run, op: Op, operands: list[Value]) -> Sequence[Value]:
    """The results have the outputs' sizes; each tensor has the sizes that its map names."""
    maps = re.findall(r"-> \(([^)]*)\)", op.attribute_text("indexing_maps"))
    if any(re.sub(r"d\d+|[ ,]", "", text) for text in maps):
        raise Unsupported(f"{op.name} whose maps compute")
    maps = [_dims(text) for text in maps]
    outputs = operands[len(operands) - len(op.kinds) :]
    if len(maps) != len(operands) or len(outputs) != 1:
        raise Unsupported(f"{op.name} with these maps")
    sizes = sizes_of(outputs[0])
    if maps[-1] != list(range(len(sizes))):
        raise Unsupported(f"{op.name} whose output is permuted")
    fits = [
        equal(size, sizes[dim])
        for operand, dims in zip(operands, maps)
        for size, dim in zip(sizes_of(operand), dims)
    ]
    run.demand(all_of(fits), "all tensors have the sizes that their maps name")
    return [run.result(op, sizes, term_of(run, op, operands, *body_terms(run, op)))]


def _dims(text: str) -> list[int]:
    return [int(dim) for dim in re.findall(r"d(\d+)", text)]


@handles("tensor.extract_slice")
def extract_slice(run: Run, op: Op, operands: list[Value]) -> Sequence[Value]:
    """A part of a tensor; dims of one element may be missing."""
    offsets, lengths, strides = slice_numbers(run, op, operands[1:])
    dims = op.kinds[0].dims
    if dims is None or None in (*offsets, *lengths, *strides):
        return run.opaque(op, operands)
    if any(stride.constant != 1 for stride in strides):
        raise Unsupported(f"{op.name} with strides")
    bounds = zip(offsets, lengths, sizes_of(operands[0]))
    fits = [at_most(add(offset, length), size) for offset, length, size in bounds]
    fits += [at_most(constant(0), number) for number in (*offsets, *lengths)]
    run.demand(all_of(fits), "the part is within the tensor")
    sizes: list[Number] = []
    for item, length in zip(op.integers("static_sizes") or (), lengths):
        own = None if item == AT_RUN_TIME else item
        if len(sizes) < len(dims) and dims[len(sizes)] == own:
            sizes.append(length)
        elif own != 1:
            raise Unsupported(f"{op.name} to {op.kinds[0].label}")
    value, *rest = operands
    term = run.theory.moved([value], lambda own: term_of(run, op, [own, *rest]))
    return [run.result(op, sizes, term)]
