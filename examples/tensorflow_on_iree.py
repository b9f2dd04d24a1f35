"""Runs a TensorFlow function of any batch on IREE.

docs/frontends/tensorflow.md explains it. TensorFlow's bridge converts the function, a
layer with a mask, to StableHLO; `bcast-lower --target=iree` lowers it, and its results
are compared with TensorFlow's:

    python examples/tensorflow_on_iree.py

It needs tensorflow (or tensorflow-cpu), iree-base-compiler and iree-base-runtime.
"""

import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "0")

import numpy as np  # noqa: E402
import tensorflow as tf  # noqa: E402
from iree_programs import check, layer_arguments  # noqa: E402
from tensorflow.python.framework.convert_to_constants import (  # noqa: E402
    convert_variables_to_constants_v2,
)

# With implicit broadcasts: without CHLO's legalisation.
PIPELINE = (
    "xla-legalize-tf{legalize-chlo=false use-tf2xla-fallback=true device-type=XLA_CPU_JIT},"
    "canonicalize,cse,hlo-legalize-to-stablehlo"
)


class Layer(tf.Module):
    """A dense layer with a mask of rows."""

    def __init__(self):
        generator = np.random.default_rng(0)
        self.weights = tf.Variable(generator.standard_normal((8, 4)).astype(np.float32))
        self.bias = tf.Variable([1.0, -1.0, 2.0, -2.0])

    @tf.function(
        input_signature=[
            tf.TensorSpec([None, 8], tf.float32),
            tf.TensorSpec([None, 1], tf.float32),
        ]
    )
    def __call__(self, x, mask):
        return tf.nn.softplus(x @ self.weights + self.bias) * mask


def to_stablehlo(function):
    frozen = convert_variables_to_constants_v2(function.get_concrete_function())
    text = tf.mlir.experimental.convert_function(frozen, "tf-standard-pipeline")
    text = tf.mlir.experimental.run_pass_pipeline(text, PIPELINE)
    return text.encode(), frozen.name.decode()


def main():
    layer = Layer()
    text, name = to_stablehlo(layer.__call__)

    def reference(x, mask):
        return [layer(x, mask).numpy()]

    calls = [layer_arguments(*sizes) for sizes in [(3, 3), (1, 4), (5, 1), (0, 1)]]
    check(text, name, reference, calls, layer_arguments(3, 2))


if __name__ == "__main__":
    main()
