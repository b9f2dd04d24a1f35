"""Refines the shapes of a file with jaxlib, as JAX does, and reports like `mlir-opt`.

It is a separate program so that its memory can be measured.
"""

import sys
from collections.abc import Callable

from numeric.peer import Module
from programs.jaxlib_passes import report


def main() -> int:
    # The following options of `mlir-opt` are this program's default behaviour.
    path, types, *_ = sys.argv[1:]

    def run(module: Module) -> Callable[[], str]:
        # It reads and writes bytecode, which is far less than the refinement itself.
        refined = module.specialise(types.split(";")).refine()
        return lambda: str(refined)

    report(path, run)
    return 0


if __name__ == "__main__":
    sys.exit(main())
