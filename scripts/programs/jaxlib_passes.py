"""Runs jaxlib's versions of upstream's passes on a file, and reports like `mlir-opt`.

It is a separate program so that its memory can be measured.
"""

import sys
import time
from collections.abc import Callable
from pathlib import Path

from numeric.peer import Module, Peer


def main() -> int:
    # The following options of `mlir-opt` are this program's default behaviour.
    path, passes, *_ = sys.argv[1:]

    def run(module: Module) -> Callable[[], str]:
        module.run_in_place(passes, is_verified=True)
        return module.text

    report(path, run)
    return 0


def report(path: str, run: Callable[[Module], Callable[[], str]]) -> None:
    """Reads a file, runs something on it, which returns how the result is written, and writes it;
    reports the times.
    """
    peer = Peer()
    peer.context.enable_multithreading(False)
    text = Path(path).read_text()
    times = [time.perf_counter()]
    module = Module(peer, text)
    times.append(time.perf_counter())
    write = run(module)
    times.append(time.perf_counter())
    write()
    times.append(time.perf_counter())
    names = ("Parser", "passes", "Output")
    seconds = [end - start for start, end in zip(times, times[1:])]
    total = times[-1] - times[0]
    for name, figure in zip((*names, "Total"), (*seconds, total)):
        print(f"  {figure:.4f} ({100 * figure / total:.1f}%)  {name}", file=sys.stderr)


if __name__ == "__main__":
    sys.exit(main())
