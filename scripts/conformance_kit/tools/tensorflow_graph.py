"""TensorFlow's graphs on the CPU, traced once for unknown sizes.

The arguments are `--jit-compile`, or none.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence

import numpy as np

# Its notes on the processor are no answers.
os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")

import tensorflow as tf  # noqa: E402

from ..answers import Run, computed, refusing, require_no
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
        return computed(split_clamps(case), _OPS, arguments)

    with refusing(*_ERRORS):
        graph = call.get_concrete_function()

    @refusing(*_ERRORS)
    def run(arguments: Sequence[np.ndarray]) -> np.ndarray:
        return graph(*map(tf.constant, arguments)).numpy()

    return run
