"""Running times of several calls, for comparison."""

import time
from collections.abc import Callable, Sequence


def least_times(calls: Sequence[Callable[[], object]], rounds: int) -> list[float]:
    """Returns the least seconds of each call. Each runs once per round, so that other load on
    the machine affects all of them equally."""
    least = [float("inf")] * len(calls)
    for _ in range(rounds):
        for index, call in enumerate(calls):
            begin = time.perf_counter()
            call()
            least[index] = min(least[index], time.perf_counter() - begin)
    return least
