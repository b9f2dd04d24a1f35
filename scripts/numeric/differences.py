"""Compares results with expected ones."""

from collections.abc import Sequence

import numpy as np


def differences(
    call: object,
    found: Sequence[np.ndarray],
    expected: Sequence[np.ndarray],
    tolerance: float,
    absolute: float | None = None,
) -> list[str]:
    """Returns what is wrong with the results of a call: shapes, integers that differ at all, or
    floats that differ by more than the tolerance, relative and absolute (if there is no other absolute one)."""
    problems = []
    absolute = tolerance if absolute is None else absolute
    for index, (result, wanted) in enumerate(zip(found, expected, strict=True)):
        wanted = np.asarray(wanted)
        if result.shape != wanted.shape:
            problems.append(f"result #{index} of sizes {call} has shape {result.shape}, not {wanted.shape}")
        elif wanted.dtype.kind in "biu":
            if not np.array_equal(result, wanted):
                problems.append(f"result #{index} of sizes {call} is {result}, not {wanted}")
        elif not np.allclose(result, wanted, rtol=tolerance, atol=absolute, equal_nan=True):
            problems.append(f"result #{index} of sizes {call} is {result}, not {wanted}")
    return problems
