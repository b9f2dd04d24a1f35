"""Parts of tensors, and tensors with a part in them."""

from collections.abc import Sequence

import z3

from .interpret import Run, sizes_of
from .number import Number, add, all_of, any_of, at_most, constant, equal, implies, subtract
from .theory import Part, Value


def are_ones(strides: Sequence[Number]) -> bool:
    """Returns whether a part has no gaps between its elements."""
    return all(stride.constant == 1 for stride in strides)


def part_of(
    run: Run, value: Value, starts: Sequence[Number], lengths: Sequence[Number], strides: Sequence[Number] = ()
) -> Value:
    """Returns a part of a tensor with so many elements along each dim."""
    return Value.sized(value.kind.element, lengths, part_term(run, value, starts, lengths, strides))


def known_part(
    run: Run, value: Value, starts: Sequence[Number], lengths: Sequence[Number], strides: Sequence[Number] = ()
) -> Value:
    """Returns a part of a tensor, of a row as elements if these are tracked, and it is known which ones they are."""
    elements = run.elements(value)
    known = [number.constant for number in (*starts, *lengths, *strides)]
    if elements is None or len(starts) != 1 or None in known:
        return part_of(run, value, starts, lengths, strides)
    first, count, step = [*known, 1][:3]
    return Value.sized(value.kind.element, lengths, None, elements[first : first + count * step : step])


def part_term(
    run: Run, value: Value, starts: Sequence[Number], lengths: Sequence[Number], strides: Sequence[Number] = ()
) -> z3.ExprRef:
    """Returns a part of a tensor with so many elements along each dim; without strides, they are 1."""
    value, strides = run.theory.simplest(value), strides or [constant(1)] * len(starts)
    starts, lengths = (list(map(run.theory.same_numbers.of, numbers)) for numbers in (starts, lengths))
    if run.theory.tensor(value) in run.theory.same_bits:
        return run.theory.moved([value], lambda own: part_term(run, own, starts, lengths, strides))
    if (found := run.theory.slices.get(run.theory.tensor(value))) is not None:
        # A part of a part.
        value, first, steps = found
        starts = [add(start, run.theory.multiply(step, at)) for start, step, at in zip(first, steps, starts)]
        strides = [run.theory.multiply(step, stride) for step, stride in zip(steps, strides)]
    # Of one element, there is no next one.
    strides = [constant(1) if length.constant == 1 else stride for length, stride in zip(lengths, strides)]
    if are_ones(strides) and (simpler := _beside(run, value, starts, lengths)) is not None:
        return part_term(run, *simpler, lengths, strides)
    if (trimmed := _trimmed(run, value, starts, lengths, strides)) is not None:
        return trimmed
    scalar = run.theory.repeated_operand(run.theory.tensor(value))
    if scalar is not None and scalar.sizes == ():
        # All elements are the same.
        return run.theory.broadcast(scalar, (), lengths)
    whole = all_of(
        [equal(a, b) for a, b in zip(sizes_of(value), lengths)]
        + [equal(start, constant(0)) for start in starts]
        + [equal(stride, constant(1)) for stride in strides]
    )
    own = run.theory.tensor(value)
    if whole is True:
        return own
    term = run.theory.apply("slice", own, *starts, *lengths, *strides)
    if run.theory.is_new(term):
        run.theory.slices[term] = value, starts, strides
        is_empty = any_of([equal(length, constant(0)) for length in lengths])
        run.theory.assume(implies(is_empty, term == run.theory.without_elements(lengths)))
        if whole is not False:
            run.theory.assume(implies(whole, term == own))
            run.theory.wholes[term] = whole, value
    return term


def _beside(
    run: Run, value: Value, starts: Sequence[Number], lengths: Sequence[Number]
) -> tuple[Value, Sequence[Number]] | None:
    """Returns of which tensor a part is, and where it starts there, if the tensor has another one in it
    and the part is known to be within that, or beside it."""
    found = run.theory.inserted.get(run.theory.tensor(value))
    if found is None:
        return None
    inner, around = found
    is_inside = True
    for start, length, offset, size in zip(starts, lengths, inner.offsets, inner.lengths, strict=True):
        end, last = add(start, length), add(offset, size)
        if _is_at_most(end, offset) or _is_at_most(last, start):
            return around, starts
        is_inside &= _is_at_most(offset, start) and _is_at_most(end, last)
    own = [subtract(start, offset) for start, offset in zip(starts, inner.offsets)]
    return (inner.value, own) if is_inside else None


def _trimmed(
    run: Run, value: Value, starts: Sequence[Number], lengths: Sequence[Number], strides: Sequence[Number]
) -> z3.ExprRef | None:
    """Returns a part of a padded tensor as the same part of one that is only as large as the part, along
    the dims whose numbers are all known; `None` of other tensors, and if that is so already."""
    found = run.theory.padded.get(run.theory.tensor(value))
    if found is None:
        return None
    inner, gaps, filler = found
    sizes, firsts = list(sizes_of(value)), list(starts)
    offsets, begins, counts = list(inner.offsets), [constant(0)] * len(sizes), list(inner.lengths)
    is_same = True
    for dim in range(len(sizes)):
        items = (starts[dim], lengths[dim], strides[dim], sizes[dim], offsets[dim], counts[dim], gaps[dim])
        known = [item.constant for item in items]
        start, length, stride, size, offset, count, gap = (item or 0 for item in known)
        if None in known or length == 0:
            continue
        end = start + (length - 1) * stride + 1
        if start == 0 and end == size:
            continue
        is_same = False
        # The elements of what is inserted that are at these positions, or between them.
        begin = max(-((offset - start) // gap), 0)
        behind = min((end - 1 - offset) // gap + 1, count)
        if begin >= behind:
            return run.theory.broadcast(filler, (), lengths)
        sizes[dim], firsts[dim] = constant(end - start), constant(0)
        offsets[dim] = constant(offset + begin * gap - start)
        begins[dim], counts[dim] = constant(begin), constant(behind - begin)
    if is_same:
        return None
    trimmed = put_into_filled(run, part_of(run, inner.value, begins, counts), filler, offsets, gaps, sizes)
    return part_term(run, trimmed, firsts, lengths, strides)


def _is_at_most(a: Number, b: Number) -> bool:
    """Returns whether the first number is known to be at most the second."""
    return equal(a, b) is True or at_most(a, b) is True


def put_into_filled(
    run: Run, value: Value, filler: Value, offsets: Sequence[Number], strides: Sequence[Number], sizes: Sequence[Number]
) -> Value:
    """Returns a filled tensor of these sizes with another one in it."""
    filled = run.theory.repeated(filler, (), sizes)
    return Value.sized(value.kind.element, sizes, insert_term(run, value, filled, offsets, strides))


def insert_term(
    run: Run, update: Value, target: Value, offsets: Sequence[Number], strides: Sequence[Number] = ()
) -> z3.ExprRef:
    """Replaces a part of a tensor; without strides, they are 1."""
    update, target = map(run.theory.simplest, (update, target))
    strides = strides or [constant(1)] * len(offsets)
    offsets = list(map(run.theory.same_numbers.of, offsets))

    def replaced(update: Value, target: Value) -> z3.ExprRef:
        part, whole = run.theory.tensor(update), run.theory.tensor(target)
        covers = all_of(
            [equal(a, b) for a, b in zip(update.sizes or (), target.sizes or ())]
            + [equal(offset, constant(0)) for offset in offsets]
        )
        if covers is True and are_ones(strides):
            return part
        if any(size.constant == 0 for size in update.sizes or ()):
            return whole
        term = run.theory.apply("insert", part, whole, *offsets, *strides, *(update.sizes or ()))
        is_new = run.theory.is_new(term)
        inserted = Part(update, offsets, update.sizes or ())
        filler = run.theory.repeated_operand(whole)
        if is_new and filler is not None and filler.sizes == ():
            run.theory.padded[term] = inserted, strides, filler
        if is_new and are_ones(strides):
            run.theory.inserted[term] = inserted, target
            own = part_term(run, target, offsets, update.sizes or ())
            # What is there already.
            run.theory.assume(z3.Implies(part == own, term == whole))
            run.theory.assume(implies(covers, term == part))
        return term

    return run.theory.moved([update, target], replaced)
