"""Sums of products over letters."""

from collections.abc import Sequence

from .elementwise import converted
from .interpret import Run, Unsupported, handles, sizes_of
from .join import Participant, join
from .number import Bool, Number, all_of, any_of, constant, equal
from .products import product_term
from .reader import Op
from .shape_ops import reduced, term_of
from .theory import Value

# A letter, or a dim of `...`.
Label = str | int


@handles("stablehlo.einsum", "stablehlo.unary_einsum")
def einsum(run: Run, op: Op, operands: list[Value]) -> Sequence[Value]:
    """Sums of products over letters: dims with the same letter have equal sizes.

    Of the dims that `...` stands for, those of one element broadcast.
    """
    before, _, after = op.attribute_text("einsum_config").strip('"').partition("->")
    labels = [
        _names_of_dims(letters, len(sizes_of(operand)))
        for letters, operand in zip(before.split(","), operands, strict=True)
    ]
    is_written_out = op.name in run.written_out
    sizes = {
        label: _size(run, label, operands, labels, is_written_out)
        for label in dict.fromkeys(label for own in labels for label in own)
    }
    result = _names_of_dims(after, len(op.kinds[0].dims or ()))
    of_result = [sizes[label] for label in result]
    if not is_written_out or any(len({*own}) < len(own) for own in labels):
        return [run.result(op, of_result, term_of(run, op, operands))]
    run.followed.add(op.name)
    values = []
    all_labels = [*labels, result]
    is_summed = any(
        not any(label in own for at, own in enumerate(all_labels) if at != index)
        for index, labels_of in enumerate(labels)
        for label in labels_of
    )
    for index, value in enumerate(operands):
        if is_summed or len(operands) == 1:
            # In the result's type, in which elements are added.
            value = converted(run, op, value, op.kinds[0].element)
        others = {label for own in (*labels[:index], *labels[index + 1 :], result) for label in own}
        alone = [dim for dim, label in enumerate(labels[index]) if label not in others]
        if alone:
            value = reduced(run, op, "add", value, alone)
        labels[index] = [label for label in labels[index] if label in others]
        own = [sizes[label] for label in labels[index]]
        values.append(run.theory.repeated(value, tuple(range(len(own))), own))
    found = values[0]
    if len(operands) == 2:
        found, labels[0] = _product(run, op, values, labels, result, sizes)
    permuted = [labels[0].index(label) for label in result]
    places = tuple(permuted.index(at) for at in range(len(permuted)))
    term = run.theory.tensor(found)
    if permuted != sorted(permuted):
        term = run.theory.broadcast(found, places, of_result)
    return [run.result(op, of_result, term)]


def _size(run: Run, label: Label, operands: Sequence[Value], labels: Sequence[list[Label]], is_checked: bool) -> Number:
    """Returns the size that a label stands for, and requires that there is one."""
    found = [
        sizes_of(operand)[dim]
        for operand, own in zip(operands, labels)
        for dim, other in enumerate(own)
        if other == label
    ]
    if not isinstance(label, int):
        run.demand(all_of([equal(found[0], size) for size in found]), f"dims '{label}' have one size")
        return next((size for size in found if size.constant is not None), found[0])
    participants = [Participant(size, size.constant if size.constant != 1 else None, None) for size in found]
    participants = [item for item in participants if item.size.constant != 1]
    size, most, least = join(participants, run.settings.zero_extents, False)
    if is_checked and run.first is None:
        run.check(most, least)
    else:
        one = constant(1)
        fits: list[Bool] = [any_of([equal(it, size), equal(it, one)]) for it in found]
        run.demand(all_of(fits), "dims of '...' broadcast")
    return size


def _product(
    run: Run,
    op: Op,
    values: Sequence[Value],
    labels: Sequence[list[Label]],
    result: Sequence[Label],
    sizes: dict[Label, Number],
) -> tuple[Value, list[Label]]:
    """Returns the product of two operands, and the labels of its dims."""
    lhs, rhs = labels
    shared = [label for label in lhs if label in rhs]
    batches = [label for label in shared if label in result]
    summed = [label for label in shared if label not in result]
    batching, contracting = (
        ([lhs.index(label) for label in group], [rhs.index(label) for label in group]) for group in (batches, summed)
    )
    found = [*batches, *(label for label in (*lhs, *rhs) if label not in shared)]
    own = [sizes[label] for label in found]
    term = product_term(run, op, values, batching, contracting, own)
    return Value.sized(op.kinds[0].element, own, term), found


def _names_of_dims(letters: str, rank: int) -> list[str | int]:
    """Returns the letters of dims, and numbers for those of `...`, counted from the last."""
    left, dots, right = letters.partition("...")
    count = rank - len(left) - len(right)
    if count < 0 or count and not dots:
        raise Unsupported(f"einsum has '{letters}' for rank {rank}")
    return [*left, *reversed(range(count)), *right]
