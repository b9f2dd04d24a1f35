"""NumPy, on the arguments of each call: the kit's own expectations, computed once more."""

from collections.abc import Sequence

import numpy as np

from ..answers import Refused, Run, require_no, serve
from ..ops import OPS


def compile_case(case: dict) -> Run:
    require_no(case, "broadcast-dimensions", "declared-result", "bounded")

    def run(arguments: Sequence[np.ndarray]) -> np.ndarray:
        arrays = list(arguments)
        for step in case["steps"]:
            operands = [arrays[number] for number in step["operands"]]
            try:
                arrays.append(np.asarray(OPS[step["op"]].compute(*operands)))
            except ValueError as error:
                raise Refused(error) from error
        return arrays[-1]

    return run


if __name__ == "__main__":
    serve(compile_case)
