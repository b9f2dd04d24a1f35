"""Scatters, and parts of tensors that are replaced."""

from collections.abc import Container, Sequence
from dataclasses import replace

import z3
from jaxlib.mlir import ir
from jaxlib.mlir.dialects import stablehlo

from .broadcast_ops import Replacement
from .control import body_terms
from .elementwise import BINARY, compute, promoted, same_sizes
from .gather_ops import wide
from .interpret import Run, Unsupported, attribute_key, handles, sizes_of
from .larger import enlarge, is_padded, start_of
from .number import Number, add, all_equal, all_of, any_of, at_most, boolean, constant, equal, implies, subtract
from .parts import are_ones, insert_term, part_of
from .reader import Op
from .scatter_forms import Dims, Scatter
from .shape_ops import concatenated, kept_dims, slice_numbers, transposed
from .theory import Part, Value

_DIMS = "scatter_dimension_numbers"
_IOTA = "stablehlo.dynamic_iota"
# What says that indices are in order, or that updates do not overlap.
_PROMISES = ("indices_are_sorted", "unique_indices")


@handles("stablehlo.scatter")
def scatter(run: Run, op: Op, operands: list[Value]) -> Sequence[Value]:
    """Updates parts of tensors; those not within the tensor are ignored, as on XLA."""
    operands = promoted(run, op, operands, (*op.kinds, None, *op.kinds))
    body = body_terms(run, op)
    numbers = stablehlo.ScatterDimensionNumbers(op.attributes[_DIMS])
    dims = Dims.of(numbers)
    count = len(operands) // 2
    single = _single(dims, list(numbers.update_window_dims), operands)
    updates = [_batch_first(run, update, numbers, single) for update in operands[count + 1 :]]
    dims = replace(dims, windows=dims.windows - len(single), inserted=tuple(sorted((*dims.inserted, *single.values()))))
    index_sizes = sizes_of(operands[count])
    batch = [size for at, size in enumerate(index_sizes) if at != dims.vector]
    positions = [equal(size, constant(len(dims.indexed))) for at, size in enumerate(index_sizes) if at == dims.vector]
    run.demand(all_of(positions), "an index has a position for each dim")
    for update in updates:
        run.demand(all_equal(batch, sizes_of(update)[: len(batch)]), "each index has an update")
    inputs = [*operands[: count + 1], *updates]
    if run.first is None and run.settings.is_rewritten and op.name in run.written_out and _IOTA in run.made:
        # A row is selected by the positions of elements.
        run.rewritten.add(op.name)
    if run.first is None and run.settings.is_rewritten and not dims.are_first:
        # It is of a transposed tensor.
        run.rewritten.add(op.name)
    if dims.have_single_elements(inputs):
        terms = _elements(run, op, dims, inputs, body)
    else:
        if any(start_of(run.theory, operand) is not None for operand in operands[:count]):
            # Slices that are not within the part are written behind it.
            run.rewritten.add(op.name)
        name = f"{op.name} {dims} {attribute_key(op, sorted({*op.attributes} - {_DIMS}))}"
        terms = [run.theory.apply(f"{name} #{at}", *inputs, *body) for at in range(len(op.kinds))]
    results = [run.result(op, sizes_of(operands[index]), term, index=index) for index, term in enumerate(terms)]
    if len(operands) == 3:
        _one_part(run, op, operands, results[0])
    return results


def _elements(run: Run, op: Op, dims: Dims, inputs: Sequence[Value], body: Sequence[z3.ExprRef]) -> list[z3.ExprRef]:
    """Updates single elements along the indexed dims."""
    count = len(inputs) // 2
    operands, updates = inputs[:count], inputs[count + 1 :]
    operand, indices = operands[0], wide(run, inputs[count])
    for values in (operands, updates):
        same_sizes(run, values)
    own, index_sizes = sizes_of(operand), sizes_of(indices)
    pairs = zip(dims.batching, dims.index_batching, strict=True)
    fits = [equal(own[dim], index_sizes[at]) for dim, at in pairs]
    run.demand(all_of(fits), "batching dims have one size")
    numbers = [run.theory.tensor(indices), *(size.z for size in (*own, *index_sizes))]
    for name in _PROMISES:
        if op.truth(name):
            # Other indices may break it.
            promise = run.theory.function(f"{name} {dims}", numbers, z3.BoolSort())
            run.demand(promise, f"{name} holds")
    others = attribute_key(op, sorted({*op.attributes} - {_DIMS, *_PROMISES}))
    scatter = Scatter(run, dims, others, updates, body)
    if scatter.is_followed(operands):
        run.demand(scatter.have_one_shape(operands), "what larger tensors begin with has one shape")
    else:
        run.rewritten.add(op.name)
    is_guarded = run.settings.guards_scatters if count == 1 else run.settings.guards_several
    if run.first is not None and is_guarded:
        run.demand(scatter.is_inside(operand, indices), "updates are within the tensor")
    return scatter.into(operands, indices)


def _single(dims: Dims, windows: Sequence[int], operands: Sequence[Value]) -> dict[int, int]:
    """Returns the dims of the updates that have one element along an indexed dim, and these dims: as well, the updates may
    lack them."""
    count = len(operands) // 2
    missing = (*dims.inserted, *dims.batching)
    kept = [dim for dim in range(len(sizes_of(operands[0]))) if dim not in missing]
    update = sizes_of(operands[count + 1])
    pairs = zip(windows, kept, strict=True)
    return {own: dim for own, dim in pairs if dim in dims.indexed and update[own].constant == 1}


def _batch_first(run: Run, update: Value, numbers: stablehlo.ScatterDimensionNumbers, single: Container[int]) -> Value:
    """Returns updates whose batch dims are the first ones, without some of one element, which makes no difference."""
    dims = [dim for dim in range(len(sizes_of(update))) if dim not in single]
    windows = [dims.index(dim) for dim in numbers.update_window_dims if dim not in single]
    if single:
        update = run.theory.in_sizes(update, [sizes_of(update)[dim] for dim in dims])
    batch = [dim for dim in range(len(dims)) if dim not in windows]
    return transposed(run, update, (*batch, *windows))


def _one_part(run: Run, op: Op, operands: Sequence[Value], result: Value) -> None:
    """Requires that updates fit, and states what the result is if there is only one."""
    operand, indices, update = operands
    own, index_sizes, update_sizes = (list(sizes_of(value)) for value in operands)
    numbers = stablehlo.ScatterDimensionNumbers(op.attributes[_DIMS])
    missing = {*numbers.inserted_window_dims, *numbers.input_batching_dims}
    window = iter(numbers.update_window_dims)
    lengths = [constant(1) if dim in missing else update_sizes[next(window)] for dim in range(len(own))]
    fits = [at_most(lengths[dim], size) for dim, size in enumerate(own) if dim not in missing]
    run.demand(all_of(fits), "updates are not larger than the operand")
    batch = [size for dim, size in enumerate(index_sizes) if dim != numbers.index_vector_dim]
    starts = run.numbers(indices)
    if numbers.input_batching_dims or starts is None or any(size.constant != 1 for size in batch):
        return
    offsets = [constant(0)] * len(own)
    is_inside = []
    for start, dim in zip(starts, numbers.scattered_dims_to_operand_dims):
        offsets[dim] = start
        is_inside += [at_most(constant(0), start), at_most(add(start, lengths[dim]), own[dim])]
    new = run.theory.in_sizes(update, lengths)
    combined = _combined(run, op, [part_of(run, operand, offsets, lengths), new])
    if combined is None:
        return
    inserted = insert_term(run, combined, operand, offsets)
    chosen = z3.If(boolean(all_of(is_inside)), inserted, run.theory.tensor(operand))
    run.theory.assume(result.tensor == chosen)


def _combined(run: Run, op: Op, values: Sequence[Value]) -> Value | None:
    """Computes the region, which combines elements, on whole tensors, if it is one op."""
    block = op.regions[0].blocks[0]
    arguments = list(block.arguments)
    (returned,) = list(block.operations)[-1].operands
    if returned in arguments:
        return values[arguments.index(returned)]
    if isinstance(returned.owner, ir.Block):
        return None
    body = Op(returned.owner.operation)
    operands = list(body.operation.operands)
    is_elementwise = body.name.removeprefix("stablehlo.") in BINARY
    if not is_elementwise or not all(item in arguments for item in operands):
        return None
    inputs = [values[arguments.index(item)] for item in operands]
    own = Replacement(body, body.name, body.attributes, values[0].kind)
    return compute(run, body.name, own, inputs, values[0].sizes or ())


def _is_never(condition: z3.BoolRef) -> bool:
    solver = z3.Solver()
    solver.set("timeout", 1000)
    return solver.check(condition) == z3.unsat


def _is_empty(value: ir.Value) -> bool:
    """Returns whether a tensor has unknown elements, of whatever type it and its elements are."""
    forms = ("stablehlo.bitcast_convert", "tensor.cast")
    owner = value.owner
    while not isinstance(owner, ir.Block) and owner.operation.name in forms:
        owner = owner.operation.operands[0].owner
    return not isinstance(owner, ir.Block) and owner.operation.name == "tensor.empty"


@handles("tensor.insert_slice")
def insert_slice(run: Run, op: Op, operands: list[Value]) -> Sequence[Value]:
    """The result has the destination's shape, and equals the source if that covers everything."""
    update, target, *rest = operands
    sizes = sizes_of(target)
    offsets, lengths, strides = slice_numbers(run, op, rest)
    kept = kept_dims(op, op.operand_kinds[0].dims or (), f"of {update.kind.label}")
    own = [lengths[dim] for dim in kept]
    run.demand(all_equal(sizes_of(update), own), "what is inserted fits")
    is_at_start = all(offset.constant == 0 for offset in offsets) and are_ones(strides)
    if run.first is not None and is_at_start and start_of(run.theory, target) is not None:
        # Of what a loop on IREE carries without reading it, only what is written is defined then.
        within = [at_most(length, size) for length, size in zip(lengths, sizes)]
        run.demand(all_of(within), "what is inserted is within the tensor")
        return [run.result(op, sizes, enlarge(run.theory, update, tuple(kept), sizes))]
    if _is_empty(op.operation.operands[1]):
        return _insert_into_empty(run, op, operands, offsets, lengths, strides, tuple(kept))
    parts = run.theory.parts.get(run.theory.tensor(target))
    if parts is not None:
        # What is inserted in another way replaces elements of the parts before.
        is_part = len(own) == len(lengths) and are_ones(strides)
        parts = [*parts, Part(update, offsets, lengths)] if is_part else None
    within = [at_most(constant(0), offset) for offset in offsets]
    for offset, length, stride, size in zip(offsets, lengths, strides, sizes):
        # The place behind the last element.
        steps = run.theory.multiply(subtract(length, constant(1)), stride)
        end = add(offset, length) if stride.constant == 1 else add(add(offset, steps), constant(1))
        within.append(at_most(end, size))
    # Nothing is written in the output if a part has no elements, wherever it is.
    is_empty = [] if run.first is None else [equal(length, constant(0)) for length in lengths]
    run.demand(any_of([*is_empty, all_of(within)]), "what is inserted is within the tensor")
    if len(own) < len(lengths):
        update = run.theory.in_sizes(update, lengths)
    term = insert_term(run, update, target, offsets, strides)
    if parts is not None:
        run.theory.parts[term] = parts
        if not _is_continued(op):
            return [_joined(run, parts, run.result(op, sizes, term))]
    return [run.result(op, sizes, term)]


def _is_continued(op: Op) -> bool:
    """Returns whether only another insertion uses a result, as what it inserts into."""
    uses = list(op.operation.results[0].uses)
    return len(uses) == 1 and _is_insertion_into(op, uses[0])


def _is_insertion_into(op: Op, use: ir.OpOperand) -> bool:
    """Returns whether a use of a result is as what an op of the same kind inserts into."""
    return use.owner.name == op.name and use.operand_number == 1


def _joined(run: Run, parts: Sequence[Part], other: Value) -> Value:
    """Returns the concatenation that inserted parts are if they cover a tensor in order."""
    sizes = sizes_of(other)
    moved = [dim for dim in range(len(sizes)) if any(part.offsets[dim].constant != 0 for part in parts)]
    if len(moved) != 1:
        return other
    (dim,) = moved
    end: Number = constant(0)
    conditions = []
    for part in parts:
        conditions.append(equal(part.offsets[dim], end))
        others = [at for at in range(len(sizes)) if at != dim]
        conditions += [equal(part.lengths[at], sizes[at]) for at in others]
        end = add(end, part.lengths[dim])
    covers = all_of([*conditions, equal(end, sizes[dim])])
    joined = concatenated(run, [part.value for part in parts], dim, sizes)
    return run.theory.choose(covers, replace(joined, kind=other.kind), other)


def _insert_into_empty(
    run: Run,
    op: Op,
    operands: Sequence[Value],
    offsets: Sequence[Number],
    lengths: Sequence[Number],
    strides: Sequence[Number],
    kept: tuple[int, ...],
) -> Sequence[Value]:
    """The elements that are not written must not be read."""
    update, sizes = operands[0], sizes_of(operands[1])
    if any(item.constant != 1 for item in strides):
        raise Unsupported(f"{op.name} with strides into an empty tensor")
    if any(item.constant != 0 for item in offsets):
        raise Unsupported(f"{op.name} into an empty tensor, not at its start")
    whole = all_equal(lengths, sizes)
    is_larger = whole is False or isinstance(whole, z3.ExprRef) and _is_never(whole)
    is_larger |= run.first is not None and is_padded(run, operands[0], sizes)
    # Where it is used otherwise, too, its other elements must not be read, or there are none.
    is_continued = any(_is_insertion_into(op, use) for use in op.operation.results[0].uses)
    if is_larger or is_continued or len(kept) < len(lengths):
        fits = [at_most(a, b) for a, b in zip(lengths, sizes, strict=True)]
        run.demand(all_of(fits), "what is inserted is within the tensor")
        term = enlarge(run.theory, update, kept, sizes)
        if is_continued and len(kept) == len(lengths):
            run.theory.parts[term] = [Part(update, offsets, lengths)]
            run.theory.assume(implies(whole, term == run.theory.tensor(update)))
        return [run.result(op, sizes, term)]
    run.demand(whole, "all elements of an empty tensor are written")
    return [run.copy_of(update, op.kinds[0])]
