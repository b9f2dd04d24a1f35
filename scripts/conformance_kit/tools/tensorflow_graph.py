"""TensorFlow's graphs on the CPU, traced once for unknown sizes.

python -m conformance_kit.tools.tensorflow_graph [--jit-compile]
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence

import numpy as np

# Its notes on the processor are no answers.
os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")

import tensorflow as tf  # noqa: E402

from ..answers import Refused, Run, require_no, serve
from ..clamps import split_clamps

_DTYPES = {"f32": tf.float32, "i1": tf.bool}
_OPS: dict[str, Callable] = {
    "add": tf.add,
    "subtract": tf.subtract,
    "maximum": tf.maximum,
    "minimum": tf.minimum,
    "greater": tf.greater,
    "select": tf.where,
}
_ERRORS = (tf.errors.OpError, TypeError, ValueError)


def compile_case(case: dict) -> Run:
    # A result's shape is not declared: it is what the operands' are found to imply.
    require_no(case, "bounded", "broadcast-dimensions", "declared-result")
    signature = [tf.TensorSpec(argument["shape"], _DTYPES[argument["element"]]) for argument in case["arguments"]]

    @tf.function(input_signature=signature, jit_compile="--jit-compile" in sys.argv[1:])
    def call(*arguments: tf.Tensor) -> tf.Tensor:
        values = list(arguments)
        for step in split_clamps(case):
            values.append(_OPS[step["op"]](*(values[number] for number in step["operands"])))
        return values[-1]

    try:
        graph = call.get_concrete_function()
    except _ERRORS as error:
        raise Refused(error) from error

    def run(arguments: Sequence[np.ndarray]) -> np.ndarray:
        try:
            return graph(*map(tf.constant, arguments)).numpy()
        except _ERRORS as error:
            raise Refused(error) from error

    return run


if __name__ == "__main__":
    serve(compile_case)
