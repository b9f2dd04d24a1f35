"""Refines the shapes of a file with jaxlib, as JAX does, and reports like `mlir-opt`.

It is a separate program so that its memory can be measured.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

from numeric.peer import Module, Peer


def main() -> int:
    # The following options of `mlir-opt` are this program's default behaviour.
    path, types, *_ = sys.argv[1:]
    peer = Peer()
    peer.context.enable_multithreading(False)
    text = Path(path).read_text()
    times = [time.perf_counter()]
    module = Module(peer, text)
    times.append(time.perf_counter())
    # It reads and writes bytecode, which is far less than the refinement itself.
    refined = module.specialise(types.split(";")).refine()
    times.append(time.perf_counter())
    str(refined)
    times.append(time.perf_counter())
    names = ("Parser", "passes", "Output")
    seconds = [end - start for start, end in zip(times, times[1:])]
    total = times[-1] - times[0]
    for name, figure in zip((*names, "Total"), (*seconds, total)):
        print(f"  {figure:.4f} ({100 * figure / total:.1f}%)  {name}", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
