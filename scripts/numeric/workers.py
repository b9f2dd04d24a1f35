"""Two processes that check programs, and survive a crash of the peers."""

import multiprocessing
import os
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any

# The maximum time for one program.
_TIMEOUT_SECONDS = 300

# Takes numbers; yields `(number, None)` before processing one and `(number, outcome)`
# after.
Work = Callable[[Sequence[int]], Iterator[tuple[int, Any]]]


def each(make: Callable[..., Callable[[int], Any]], *arguments: Any) -> Work:
    """Returns the work of one number after the other, by the function that `make` returns in each process."""
    return partial(_each, make, arguments)


def _each(
    make: Callable[..., Callable[[int], Any]], arguments: Sequence[Any], numbers: Sequence[int]
) -> Iterator[tuple[int, Any]]:
    process = make(*arguments)
    for number in numbers:
        yield number, None
        yield number, process(number)


@dataclass(frozen=True)
class Crash:
    """A process that died on a program."""

    text: str


@dataclass
class _Worker:
    process: BaseProcess
    connection: Connection
    pending: list[int]
    current: int | None = None
    # Whether it was ended because it did not answer.
    is_late: bool = False


def run(work: Work, numbers: Sequence[int], jobs: int) -> Iterator[tuple[int, Any]]:
    """Distributes numbers; yields each with its outcome, or a `Crash`."""
    shares = [list(numbers[first::jobs]) for first in range(jobs)]
    workers = [_start(work, share) for share in shares if share]
    while workers:
        ready = wait([worker.connection for worker in workers], _TIMEOUT_SECONDS)
        if not ready:
            for worker in workers:
                worker.is_late = True
                worker.process.kill()
            continue
        for worker in [worker for worker in workers if worker.connection in ready]:
            try:
                number, outcome = worker.connection.recv()
            except EOFError:
                workers.remove(worker)
                worker.process.join()
                if not worker.pending:
                    continue
                ending = f"the process ends with exit code {worker.process.exitcode}"
                if worker.is_late:
                    ending = f"no answer in {_TIMEOUT_SECONDS} seconds"
                if worker.current is None:
                    raise RuntimeError(f"nothing can be checked: {ending}") from None
                worker.pending.remove(worker.current)
                yield worker.current, Crash(ending)
                if worker.pending:
                    workers.append(_start(work, worker.pending))
                continue
            worker.current = number
            if outcome is not None:
                worker.pending.remove(number)
                yield number, outcome


def _start(work: Work, numbers: list[int]) -> _Worker:
    context = multiprocessing.get_context("spawn")
    receiver, sender = context.Pipe(duplex=False)
    process = context.Process(target=_serve, args=(work, numbers, sender), daemon=True)
    process.start()
    sender.close()
    return _Worker(process, receiver, list(numbers))


def _serve(work: Work, numbers: Sequence[int], sender: Connection) -> None:
    threading.Thread(target=_end_with_parent, daemon=True).start()
    for message in work(numbers):
        try:
            sender.send(message)
        except BrokenPipeError:
            # Nobody waits for the rest.
            return


def _end_with_parent() -> None:
    """Ends the process if its parent is killed, even in a program that does not end."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)
