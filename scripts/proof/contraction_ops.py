"""Contractions."""

from __future__ import annotations

from collections.abc import Sequence

import z3
from jaxlib.mlir.dialects import chlo, stablehlo

from .interpret import Run, Unsupported, handles
from .number import (
    Bool,
    Number,
    all_of,
    any_of,
    choose,
    constant,
    equal,
)
from .products import Dims, product_term
from .reader import Op
from .shape_ops import term_of
from .sizes import sizes_of
from .theory import Kind, Value


@handles("stablehlo.dot_general", "stablehlo.dot")
def dot_general(run: Run, op: Op, operands: list[Value]) -> Sequence[Value]:
    """Sums of products: batching dims first, then the free dims of each operand."""
    lhs, rhs = (sizes_of(operand) for operand in operands)
    if op.name == "stablehlo.dot":
        batching: Dims = ([], [])
        contracting: Dims = ([len(lhs) - 1], [0])
    else:
        numbers = stablehlo.DotDimensionNumbers(op.attributes["dot_dimension_numbers"])
        batching, contracting = _dims(numbers)
    sizes = _product_sizes(run, (lhs, rhs), batching, contracting)
    return [run.result(op, sizes, product_term(run, op, operands, batching, contracting, sizes))]


def _dims(
    numbers: stablehlo.DotDimensionNumbers | chlo.RaggedDotDimensionNumbers,
) -> tuple[Dims, Dims]:
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
    batching: Dims,
    contracting: Dims,
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
    result = [sizes[name] for name in names]
    term = _product_of_letters(run, op, operands, before.split(","), names)
    if term is None:
        return [run.result(op, result, term_of(run, op, operands))]
    run.followed.add(op.name)
    return [run.result(op, result, term)]


def _product_of_letters(
    run: Run, op: Op, operands: Sequence[Value], letters: Sequence[str], result: Sequence[str | int]
) -> z3.ExprRef | None:
    """Returns the contraction that an equation is; `None` if dims of `...` may broadcast, or dims of one
    operand are summed alone, or there is one operand."""
    if len(operands) != 2:
        return None
    sides = [
        _names_of_dims(text, len(sizes_of(operand))) for text, operand in zip(letters, operands)
    ]
    lhs, rhs = sides
    shared = [name for name in lhs if name in rhs]
    alone = [name for name in (*lhs, *rhs) if name not in shared]
    pairs = [
        (sizes_of(operands[0])[lhs.index(name)], sizes_of(operands[1])[rhs.index(name)])
        for name in shared
        if isinstance(name, int)
    ]
    is_plain = all(len(set(names)) == len(names) for names in (*sides, result))
    if not is_plain or not set(alone) <= set(result):
        return None
    if any(equal(a, b) is not True for a, b in pairs):
        return None
    batches = [name for name in shared if name in result]
    summed = [name for name in shared if name not in result]
    batching, contracting = (
        ([lhs.index(name) for name in names], [rhs.index(name) for name in names])
        for names in (batches, summed)
    )
    found = [*batches, *alone]
    sizes = [
        sizes_of(operands[0])[lhs.index(name)] if name in lhs else sizes_of(operands[1])[rhs.index(name)]
        for name in found
    ]
    term = product_term(run, op, operands, batching, contracting, sizes)
    order = [found.index(name) for name in result]
    if order == sorted(order):
        return term
    kind = Kind.sized(op.kinds[0].element, sizes)
    dims = tuple(order.index(at) for at in range(len(order)))
    permuted = [sizes[at] for at in order]
    return run.theory.broadcast(Value(kind, tuple(sizes), term), dims, permuted)


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
