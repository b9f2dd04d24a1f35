"""Dims of size 1 in broadcasts and reshapes."""

from collections.abc import Sequence

from .number import Bool, Number, all_of, constant, equal


def with_ones_in_order(sizes: Sequence[Number], dims: tuple[int, ...], rank: int) -> tuple[int, ...]:
    """Returns the dims of a broadcast with those of size 1, which may be any others, at the first ones."""
    ones = [at for at, size in enumerate(sizes) if size.constant == 1]
    others = {dim for at, dim in enumerate(dims) if at not in ones}
    free = [dim for dim in range(rank) if dim not in others]
    moved = dict(zip(ones, free))
    return tuple(moved.get(at, dim) for at, dim in enumerate(dims))


def without_reshape(
    before: Sequence[Number] | None, after: Sequence[Number], dims: tuple[int, ...], rank: int
) -> tuple[int, ...] | None:
    """Returns the dims of a broadcast of a reshape's operand, if the reshape only adds and removes dims of
    size 1; `None` of others, and if the result has too few dims."""
    if before is None or len(before) > rank:
        return None
    kept = [dim for at, dim in enumerate(dims) if after[at].constant != 1]
    sizes = [size for size in after if size.constant != 1]
    own = [at for at, size in enumerate(before) if size.constant != 1]
    if len(own) != len(sizes) or any(equal(before[at], size) is not True for at, size in zip(own, sizes)):
        return None
    free = iter([dim for dim in range(rank) if dim not in kept])
    rest = iter(kept)
    return tuple(next(rest) if at in own else next(free) for at in range(len(before)))


def with_assumed_ones(before: Sequence[Number] | None, after: Sequence[Number]) -> tuple[tuple[Number, ...], Bool]:
    """Returns the sizes before a reshape if some that are not known are 1, which it removes, and whether they
    are; `False` if it is not such a reshape."""
    rest = [size for size in after if size.constant != 1]
    sizes, conditions = [], []
    for size in before or ():
        if size.constant == 1 or rest and equal(size, rest[0]) is True:
            rest = rest[size.constant != 1 :]
            sizes.append(size)
        elif size.constant is None:
            sizes.append(constant(1))
            conditions.append(equal(size, constant(1)))
        else:
            return (), False
    return tuple(sizes), False if rest or not conditions else all_of(conditions)


def added_ones(before: Sequence[Number] | None, after: Sequence[Number]) -> tuple[tuple[int, ...], Bool]:
    """Returns the positions of dims after a reshape that only adds dims of size 1, or `None`."""
    if before is None or len(before) >= len(after):
        return (), False
    dims: list[int] = []
    for dim, size in enumerate(after):
        is_left = len(after) - dim > len(before) - len(dims)
        if len(dims) < len(before) and (size.constant != 1 or not is_left):
            dims.append(dim)
        elif size.constant != 1:
            return (), False
    own = [after[dim] for dim in dims]
    return tuple(dims), all_of([equal(a, b) for a, b in zip(before, own)])
