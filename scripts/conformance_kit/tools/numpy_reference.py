"""NumPy, on the arguments of each call: the kit's own expectations, computed once more."""

from collections.abc import Sequence

import numpy as np

from ..answers import Run, computed, refusing, require_no
from ..ops import OPS


def compile_case(case: dict) -> Run:
    require_no(case, "broadcast-dimensions", "declared-result", "bounded")

    @refusing(ValueError)
    def run(arguments: Sequence[np.ndarray]) -> np.ndarray:
        return np.asarray(computed(case["steps"], {name: op.compute for name, op in OPS.items()}, arguments))

    return run
