"""Sorts."""

from collections.abc import Sequence

from .control import arguments_of
from .elementwise import same_sizes
from .greatest import keep_sort
from .interpret import Run, attribute_key, handles, sizes_of
from .number import all_of, negate
from .reader import Op
from .theory import Kind, Value


@handles("stablehlo.sort")
def sort(run: Run, op: Op, operands: list[Value]) -> Sequence[Value]:
    """Sorts elements by a comparison.

    IREE leaves neighbours in order for which the comparison holds. So elements for which it holds both
    ways are equal, as if it held for neither.
    """
    same_sizes(run, operands)
    (region,) = op.regions
    tensors = [run.theory.tensor(operand) for operand in operands]
    # A tensor that is sorted beside itself is sorted once.
    first = [next(index for index, other in enumerate(tensors) if other.eq(tensor)) for tensor in tensors]
    distinct = sorted(set(first))
    pairs = arguments_of(run, region)
    pairs = [pairs[2 * first[index // 2] + index % 2] for index in range(len(pairs))]
    exchanged = [pairs[index ^ 1] for index in range(len(pairs))]
    truths = []
    for arguments in (pairs, exchanged):
        number = run.count(op.name)
        with run.on_any(f"comparison of {op.name} {number}"):
            (found,) = run.region(region, arguments)
        truths.append(run.truth(found))
    is_first, is_last = truths
    is_before = all_of([is_first, negate(is_last)]) if run.settings.is_rewritten else is_first
    comparison = run.theory.tensor(Value(Kind("i1", ()), (), None, (is_before,)))
    terms = [*(tensors[index] for index in distinct), comparison]
    dim = op.integer("dimension") if "dimension" in op.attributes else -1
    dim %= max(len(sizes_of(operands[0])), 1)
    name = f"{op.name} {attribute_key(op, ['is_stable'])} along {dim}"
    sorted_tensors = [run.theory.apply(f"{name} #{place}", *terms) for place in range(len(distinct))]
    results = [
        run.result(op, sizes_of(operands[index]), sorted_tensors[distinct.index(first[index])], index=index)
        for index in range(len(op.kinds))
    ]
    keep_sort(run, op, operands, pairs, is_first, results)
    return results
