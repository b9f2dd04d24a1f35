"""Running times of several calls, for comparison."""

import statistics
import time
from collections.abc import Callable, Sequence


def least_times(calls: Sequence[Callable[[], object]], rounds: int) -> list[float]:
    """Returns the least seconds of each call."""
    return list(map(min, _times(calls, rounds)))


def median_times(calls: Sequence[Callable[[], object]], rounds: int) -> list[float]:
    """Returns the median of the seconds of each call."""
    return list(map(statistics.median, _times(calls, rounds)))


def _times(calls: Sequence[Callable[[], object]], rounds: int) -> list[list[float]]:
    """Each call runs once per round, so that other load on the machine affects all of them equally."""
    times: list[list[float]] = [[] for _ in calls]
    for _ in range(rounds):
        for call, seconds in zip(calls, times, strict=True):
            begin = time.perf_counter()
            call()
            seconds.append(time.perf_counter() - begin)
    return times
