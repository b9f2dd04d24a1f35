"""The ops of the kit: what they compute, their names in CHLO, and values that show wrong reads."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Op:
    """An op on operands that broadcast together."""

    compute: Callable[..., np.ndarray]
    # In CHLO, if it has one.
    chlo: str = ""
    attributes: str = ""
    # Whether a result names the elements that were read, if operands are multiples of powers.
    adds: bool = False


def _clamp(lower: np.ndarray, value: np.ndarray, upper: np.ndarray) -> np.ndarray:
    return np.minimum(np.maximum(lower, value), upper)


OPS = {
    "add": Op(np.add, "chlo.broadcast_add", adds=True),
    "subtract": Op(np.subtract, "chlo.broadcast_subtract", adds=True),
    "maximum": Op(np.maximum, "chlo.broadcast_maximum"),
    "minimum": Op(np.minimum, "chlo.broadcast_minimum"),
    "greater": Op(np.greater, "chlo.broadcast_compare", " {comparison_direction = #chlo<comparison_direction GT>}"),
    "select": Op(np.where, "chlo.broadcast_select", adds=True),
    "clamp": Op(_clamp),
}


def values(steps: Sequence[dict], number: int, element: str, shape: Sequence[int]) -> np.ndarray:
    """Returns the elements of an argument: small integers, all different, or a pattern of booleans
    that no shift repeats.

    Sums and differences of multiples of 1, 1,000 and 1,000,000 show which elements were
    read; for ops that choose between operands, their orders are mixed.
    """
    count = np.arange(int(np.prod(shape, dtype=np.int64)))
    if element == "i1":
        bits = np.array([int(index).bit_count() % 2 == 0 for index in count], dtype=np.bool_)
        return bits.reshape(shape)
    if all(OPS[step["op"]].adds for step in steps):
        elements = (count + 1) * 1000**number
    else:
        elements = (5 * count + 3 * number) % 11 * 10 + number + 1 + count // 11 * 110
    return elements.astype(np.float32).reshape(shape)
