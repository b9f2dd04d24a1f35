"""Contractions, and ops that select by indices."""

from __future__ import annotations

from collections.abc import Sequence

from jaxlib.mlir.dialects import chlo, stablehlo

from .interpret import Run, Unsupported, handles
from .number import (
    Bool,
    Number,
    add,
    all_of,
    any_of,
    at_most,
    choose,
    constant,
    equal,
    implies,
)
from .reader import Op
from .shape_ops import sizes_of, slice_term, term_of
from .theory import TENSOR, Element, Kind, Value

# Dims of the left operand, and of the right one.
_Dims = tuple[list[int], list[int]]


@handles("stablehlo.dot_general", "stablehlo.dot")
def dot_general(run: Run, op: Op, operands: list[Value]) -> Sequence[Value]:
    """Sums of products: batching dims first, then the free dims of each operand."""
    lhs, rhs = (sizes_of(operand) for operand in operands)
    if op.name == "stablehlo.dot":
        batching: _Dims = ([], [])
        contracting: _Dims = ([len(lhs) - 1], [0])
    else:
        numbers = stablehlo.DotDimensionNumbers(op.attributes["dot_dimension_numbers"])
        batching, contracting = _dims(numbers)
    sizes = _product_sizes(run, (lhs, rhs), batching, contracting)
    return [run.result(op, sizes, term_of(run, op, operands))]


def _dims(
    numbers: stablehlo.DotDimensionNumbers | chlo.RaggedDotDimensionNumbers,
) -> tuple[_Dims, _Dims]:
    """Returns the dims that are batched and those that are contracted."""
    batching = (list(numbers.lhs_batching_dimensions), list(numbers.rhs_batching_dimensions))
    contracting = (
        list(numbers.lhs_contracting_dimensions),
        list(numbers.rhs_contracting_dimensions),
    )
    return batching, contracting


def _product_sizes(
    run: Run,
    operands: tuple[Sequence[Number], Sequence[Number]],
    batching: _Dims,
    contracting: _Dims,
) -> list[Number]:
    """Requires equal sizes, and returns the result's sizes, with the right operand's last."""
    lhs, rhs = operands
    pairs = [*zip(*batching), *zip(*contracting)]
    run.demand(all_of([equal(lhs[a], rhs[b]) for a, b in pairs]), "contracted sizes are equal")
    sizes = [
        lhs[a] if lhs[a].constant is not None else rhs[b] if rhs[b].constant is not None else lhs[a]
        for a, b in zip(*batching)
    ]
    sizes += [s for d, s in enumerate(lhs) if d not in batching[0] and d not in contracting[0]]
    sizes += [s for d, s in enumerate(rhs) if d not in batching[1] and d not in contracting[1]]
    return sizes


@handles("chlo.ragged_dot")
def ragged_dot(run: Run, op: Op, operands: list[Value]) -> Sequence[Value]:
    """Products of groups, which are parts of the left operand along a dim."""
    lhs, rhs, groups = (list(sizes_of(operand)) for operand in operands)
    numbers = chlo.RaggedDotDimensionNumbers(op.attributes["ragged_dot_dimension_numbers"])
    batching, contracting = _dims(numbers)
    (ragged,) = numbers.lhs_ragged_dimensions
    fits = []
    if ragged in batching[0]:
        prefix = batching[0][: batching[0].index(ragged)]
        sizes = _product_sizes(run, (lhs, rhs), batching, contracting)
    elif ragged in contracting[0]:
        prefix = batching[0] + contracting[0][: contracting[0].index(ragged)]
        sizes = [groups[-1], *_product_sizes(run, (lhs, rhs), batching, contracting)]
    else:
        free = [dim for dim in range(len(lhs)) if dim not in (*batching[0], *contracting[0])]
        prefix = batching[0] + free[: free.index(ragged)]
        (group,) = numbers.rhs_group_dimensions
        fits.append(equal(rhs[group], groups[-1]))
        # The group dim is not a dim of the result.
        moved = [rhs[group], *(size for dim, size in enumerate(rhs) if dim != group)]
        places = {dim: 1 + dim - (dim > group) for dim in range(len(rhs))}
        sizes = _product_sizes(
            run,
            (lhs, moved),
            (batching[0], [places[dim] for dim in batching[1]]),
            (contracting[0], [places[dim] for dim in contracting[1]]),
        )
        left = len(batching[0]) + len(free)
        del sizes[left]
    if len(groups) > 1:
        fits += [equal(groups[place], lhs[dim]) for place, dim in enumerate(prefix)]
    run.demand(all_of(fits), "there are as many groups as matrices")
    return [run.result(op, sizes, term_of(run, op, operands))]


@handles("stablehlo.einsum", "stablehlo.unary_einsum")
def einsum(run: Run, op: Op, operands: list[Value]) -> Sequence[Value]:
    """Sums of products over letters: dims with the same letter have equal sizes.

    Of the dims that `...` stands for, those of one element broadcast.
    """
    config = op.attribute_text("einsum_config").strip('"')
    before, _, after = config.partition("->")
    sizes: dict[str | int, Number] = {}
    for letters, operand in zip(before.split(","), operands):
        names = _names_of_dims(letters, len(sizes_of(operand)))
        for name, size in zip(names, sizes_of(operand)):
            known = sizes.setdefault(name, size)
            same: Bool = equal(known, size)
            if isinstance(name, int):
                same = any_of([same, equal(known, constant(1)), equal(size, constant(1))])
                sizes[name] = choose(equal(known, constant(1)), size, known)
            elif size.constant is not None:
                sizes[name] = size
            run.demand(same, f"dims '{name}' have one size")
    names = _names_of_dims(after, len(op.kinds[0].dims or ()))
    return [run.result(op, [sizes[name] for name in names], term_of(run, op, operands))]


def _names_of_dims(letters: str, rank: int) -> list[str | int]:
    """Returns the letters of dims, and numbers for those of `...`, counted from the last."""
    left, dots, right = letters.partition("...")
    count = rank - len(left) - len(right)
    if count < 0 or count and not dots:
        raise Unsupported(f"einsum has '{letters}' for rank {rank}")
    return [*left, *reversed(range(count)), *right]


@handles("stablehlo.triangular_solve")
def triangular_solve(run: Run, op: Op, operands: list[Value]) -> Sequence[Value]:
    """The result has the shape of the right-hand side."""
    return [run.result(op, sizes_of(operands[1]), term_of(run, op, operands))]


@handles("stablehlo.gather", "stablehlo.dynamic_gather")
def gather(run: Run, op: Op, operands: list[Value]) -> Sequence[Value]:
    """Slices at indices: the dims of the indices and, at `offset_dims`, of the slices."""
    numbers = stablehlo.GatherDimensionNumbers(op.attributes["dimension_numbers"])
    slices = (
        run.numbers(operands[2])
        if len(operands) > 2
        else [constant(size) for size in op.integers("slice_sizes") or ()]
    )
    if slices is None:
        return run.opaque(op, operands)
    indices = list(sizes_of(operands[1]))
    vector = numbers.index_vector_dim
    if vector < len(indices):
        del indices[vector]
    dropped = {*numbers.collapsed_slice_dims, *numbers.operand_batching_dims}
    kept = [size for dim, size in enumerate(slices) if dim not in dropped]
    fits = [at_most(part, size) for part, size in zip(slices, sizes_of(operands[0]))]
    fits += [at_most(constant(0), part) for part in slices]
    fits += [equal(slices[dim], constant(1)) for dim in dropped]
    run.demand(all_of(fits), "slices are not larger than the operand")
    offsets = set(numbers.offset_dims)
    rank = len(indices) + len(kept)
    rest, parts = iter(indices), iter(kept)
    sizes = [next(parts) if dim in offsets else next(rest) for dim in range(rank)]
    is_pick = len(sizes_of(operands[0])) == 1 and [size.constant for size in slices] == [1]
    picked = _picked(run, operands) if is_pick else None
    if picked is not None:
        return [run.result(op, sizes, None, picked)]
    terms = [run.theory.tensor(operand) for operand in operands[:2]]
    terms += [size.z for size in slices]
    label = f"gather {op.attributes['dimension_numbers']}"
    result = run.result(op, sizes, run.theory.function(label, terms, TENSOR))
    starts = run.numbers(operands[1])
    is_one = all(size.constant == 1 for size in indices) and not numbers.operand_batching_dims
    if starts is not None and is_one:
        _one_slice(run, operands[0], dict(zip(numbers.start_index_map, starts)), slices, result)
    return [result]


def _one_slice(
    run: Run,
    value: Value,
    starts: dict[int, Number],
    lengths: Sequence[Number],
    result: Value,
) -> None:
    """States that a gather of one slice is that slice, if it is within the tensor."""
    own = sizes_of(value)
    offsets = [starts.get(dim, constant(0)) for dim in range(len(own))]
    ends = [add(offset, length) for offset, length in zip(offsets, lengths, strict=True)]
    is_within = [at_most(constant(0), offset) for offset in offsets]
    is_within += [at_most(end, size) for end, size in zip(ends, own, strict=True)]
    kind = Kind(value.kind.element, tuple(length.constant for length in lengths))
    term = slice_term(run, value, offsets, ends, [constant(1)] * len(own))
    slice_ = Value(kind, tuple(lengths), term)
    same = result.tensor == run.theory.reshape(slice_, sizes_of(result))
    run.theory.assume(implies(all_of(is_within), same))


def _picked(run: Run, operands: Sequence[Value]) -> tuple[Element, ...] | None:
    """Returns the elements of a list at known indices."""
    elements, indices = run.elements(operands[0]), run.numbers(operands[1])
    if elements is None or indices is None or any(item.constant is None for item in indices):
        return None
    last = len(elements) - 1
    return tuple(elements[min(max(item.constant or 0, 0), last)] for item in indices)


@handles("stablehlo.torch_index_select")
def torch_index_select(run: Run, op: Op, operands: list[Value]) -> Sequence[Value]:
    """Selects slices along one dim by indices."""
    dim, batch = op.integer("dim"), op.integer("batch_dims")
    own, index = sizes_of(operands[0]), sizes_of(operands[1])
    sizes = [*own[:dim], *index[batch:], *own[dim + 1 :]]
    picked = _picked(run, operands) if len(own) == 1 else None
    if picked is not None:
        return [run.result(op, sizes, None, picked)]
    return [run.result(op, sizes, term_of(run, op, operands))]
