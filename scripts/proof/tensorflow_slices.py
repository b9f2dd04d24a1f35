"""`tf.StridedSlice`."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from .interpret import Run, Unsupported, handles, sizes_of
from .number import Number, add, all_of, at_most, choose, constant, divide, less, maximum, minimum, subtract
from .parts import known_part
from .reader import Op
from .scans import reversed_along
from .shape_ops import reshape_by
from .tensorflow_ops import integer_of, numbers_of
from .theory import Value


@dataclass
class _Part:
    """A part of a dim of the operand; the dim is reversed before a negative stride."""

    start: Number
    limit: Number
    stride: int = 1
    is_reversed: bool = False
    is_dropped: bool = False

    def size(self) -> Number:
        length = divide(subtract(self.limit, self.start), self.stride, "up")
        return Number(length.term, max(length.low, 0), max(length.high, 0))


@handles("tf.StridedSlice")
def strided_slice(run: Run, op: Op, operands: list[Value]) -> Sequence[Value]:
    """Parts of dims; entries of the lists may stand for a new dim, one element, or all the rest."""
    value = operands[0]
    own = sizes_of(value)
    begins, ends, strides = (numbers_of(run, op, operands, index) for index in (1, 2, 3))

    def has(name: str, place: int) -> bool:
        return integer_of(op, f"{name}_mask") >> place & 1 != 0

    places = range(len(begins))
    taken = sum(not has("ellipsis", place) and not has("new_axis", place) for place in places)
    rest = len(own) - taken
    parts: list[_Part] = []
    # The dims of the result: parts, or new ones.
    dims: list[int | None] = []

    def add_rest() -> None:
        for _ in range(rest):
            dims.append(len(parts))
            parts.append(_Part(constant(0), own[len(parts)]))

    for place in places:
        if has("ellipsis", place):
            add_rest()
        elif has("new_axis", place):
            dims.append(None)
        else:
            size, stride = own[len(parts)], strides[place].constant
            if not stride:
                raise Unsupported(f"{op.name} with a stride that is not known")
            if has("shrink_axis", place):
                parts.append(_index(run, begins[place], size))
                continue
            begin = None if has("begin", place) else begins[place]
            end = None if has("end", place) else ends[place]
            dims.append(len(parts))
            parts.append(_range(size, begin, end, stride))
    if not any(has("ellipsis", place) for place in places):
        add_rest()
    kept = [part for part in parts if not part.is_dropped]
    cut = _cut(run, op, value, parts)
    sizes = [constant(1) if dim is None else parts[dim].size() for dim in dims]
    if len(kept) == len(parts) and None not in dims:
        return [run.copy_of(cut, op.kinds[0])]
    return [reshape_by(run, cut, op.kinds[0], sizes)]


def _index(run: Run, index: Number, size: Number) -> _Part:
    """One element, counted from the end if the index is negative; it must be there."""
    start = choose(less(index, constant(0)), add(index, size), index)
    run.check(all_of([at_most(constant(0), start), less(start, size)]))
    return _Part(start, add(start, constant(1)), is_dropped=True)


def _range(size: Number, begin: Number | None, end: Number | None, stride: int) -> _Part:
    """Positions are counted from the end if they are negative, and moved to the closest one."""
    low, high = constant(0), size
    if stride < 0:
        low, high = constant(-1), subtract(size, constant(1))

    def position(number: Number | None, default: Number) -> Number:
        if number is None:
            return default
        counted = choose(less(number, constant(0)), add(number, size), number)
        return minimum(maximum(counted, low), high)

    first, last = (low, high) if stride > 0 else (high, low)
    start, limit = position(begin, first), position(end, last)
    if stride < 0:
        start, limit = (subtract(subtract(size, constant(1)), item) for item in (start, limit))
    # Nothing, if the end is in front of the start.
    return _Part(start, maximum(start, limit), abs(stride), stride < 0)


def _cut(run: Run, op: Op, value: Value, parts: Sequence[_Part]) -> Value:
    """Returns the parts of a tensor, with dims of size 1 for single elements."""
    reversed_ = [dim for dim, part in enumerate(parts) if part.is_reversed]
    if reversed_:
        value = replace(value, tensor=reversed_along(run, value, reversed_), elements=None)
    sizes = [part.size() for part in parts]
    return known_part(run, value, [part.start for part in parts], sizes, [constant(part.stride) for part in parts])
