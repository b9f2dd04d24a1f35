"""The sizes of values."""

from collections.abc import Sequence

from .interpret import Unsupported
from .number import Number
from .theory import Value


def sizes_of(value: Value) -> tuple[Number, ...]:
    if value.sizes is None:
        raise Unsupported("a value without a rank")
    return value.sizes


def are_ones(strides: Sequence[Number]) -> bool:
    """Returns whether a part has no gaps between its elements."""
    return all(stride.constant == 1 for stride in strides)
