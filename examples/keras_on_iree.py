"""Runs Keras models, with any batch and length or image size, on IREE.

docs/frontends/keras.md explains it. Keras runs on JAX, which exports each model with symbolic
sizes. The models are small and have random weights, so nothing is downloaded. Each is lowered by
`bcast-lower --target=iree`, run at several sizes, and compared with Keras:

    python -m venv keras && . keras/bin/activate
    pip install keras==3.15.1 jax==0.10.2 iree-base-compiler==3.13.0 iree-base-runtime==3.13.0
    python examples/keras_on_iree.py transformer lstm   # without names: all models

`--write DIRECTORY` writes what JAX exports as NAME.mlir, for other targets.
"""

import argparse
import os
from pathlib import Path

os.environ["KERAS_BACKEND"] = "jax"

import jax
import keras
import numpy as np
from iree_programs import Refused, compile_for_cpu, difference, make_ready
from jax import export
from keras import layers


def mlp():
    return [
        keras.Input((16,)),
        layers.Dense(32, activation="gelu"),
        layers.LayerNormalization(),
        layers.Dense(4, activation="softmax"),
    ]


def cnn():
    return [
        keras.Input((16, 16, 3)),
        layers.Conv2D(8, 3, strides=2, padding="same"),
        layers.BatchNormalization(),
        layers.ReLU(),
        layers.MaxPooling2D(),
        layers.SeparableConv2D(8, 3),
        layers.GlobalAveragePooling2D(),
        layers.Dense(4),
    ]


def any_image():
    return [
        keras.Input((None, None, 3)),
        layers.Conv2D(8, 3, padding="same", activation="relu"),
        layers.AveragePooling2D(2),
        layers.Conv2D(8, 3, activation="swish"),
        layers.GlobalMaxPooling2D(),
        layers.Dense(4),
    ]


def lstm():
    return [
        keras.Input((None, 8)),
        layers.LSTM(16, return_sequences=True),
        layers.Dense(4),
    ]


def bidirectional_gru():
    return [
        keras.Input((None, 8)),
        layers.Bidirectional(layers.GRU(8)),
        layers.Dense(4, activation="sigmoid"),
    ]


def convolution_of_series():
    return [
        keras.Input((None, 4)),
        layers.Conv1D(8, 3, padding="causal", activation="relu"),
        layers.Conv1D(8, 3, padding="causal", dilation_rate=2, activation="relu"),
        layers.GlobalAveragePooling1D(),
        layers.Dense(3),
    ]


def transformer():
    tokens = keras.Input((None,), dtype="int32")
    x = layers.Embedding(100, 32)(tokens)
    y = layers.MultiHeadAttention(4, 8)(x, x, use_causal_mask=True)
    x = layers.LayerNormalization()(x + y)
    y = layers.Dense(32)(layers.Dense(64, activation="gelu")(x))
    return keras.Model(tokens, layers.Dense(100)(layers.LayerNormalization()(x + y)))


def grouped_attention():
    x = inputs = keras.Input((None, 32))
    y = layers.GroupQueryAttention(8, 4, 2)(x, x)
    x = layers.RMSNormalization()(x + y)
    return keras.Model(inputs, layers.Dense(8)(x))


def mobilenet_v3():
    return keras.applications.MobileNetV3Small((32, 32, 3), weights=None, classes=10)


def efficientnet():
    return keras.applications.EfficientNetB0(input_shape=(32, 32, 3), weights=None, classes=10)


MODELS = [
    mlp,
    cnn,
    any_image,
    lstm,
    bidirectional_gru,
    convolution_of_series,
    transformer,
    grouped_attention,
    mobilenet_v3,
    efficientnet,
]
# For each unknown dim in turn.
SIZES = [(2, 7, 9), (1, 8, 6), (3, 16, 12)]


def built(build):
    keras.utils.set_random_seed(0)
    model = build()
    return model if isinstance(model, keras.Model) else keras.Sequential(model)


def exported(model):
    """Returns the function that JAX exports for any sizes, and the function itself."""
    trainable = [variable.value for variable in model.trainable_variables]
    others = [variable.value for variable in model.non_trainable_variables]

    def function(x):
        return model.stateless_call(trainable, others, x, training=False)[0]

    (spec,) = model.inputs
    names = iter(["b", "s", "t"])
    dims = ",".join(next(names) if size is None else str(size) for size in spec.shape)
    # A window of 3 fits into what 2x2 pooling leaves of the least image.
    constraints = [f"{name} >= 6" for name in "st" if f"{name}," in f"{dims},"]
    shape = export.symbolic_shape(dims, constraints=constraints)
    argument = jax.ShapeDtypeStruct(shape, spec.dtype)
    return export.export(jax.jit(function))(argument), function


def random_input(model, sizes):
    (spec,) = model.inputs
    sizes = iter(sizes)
    shape = tuple(next(sizes) if size is None else size for size in spec.shape)
    generator = np.random.default_rng(0)
    if spec.dtype == "int32":
        return generator.integers(0, 100, shape).astype(np.int32)
    return generator.standard_normal(shape).astype(np.float32)


def problem(model, program, function):
    """Returns what is wrong with a program on IREE; `None` if it computes what Keras does."""
    try:
        module = compile_for_cpu(make_ready(program.mlir_module().encode()))
    except Refused as error:
        return str(error)
    for sizes in SIZES:
        x = random_input(model, sizes)
        found = difference(module.main(x), [function(x)], x.shape)
        if found is not None:
            return found
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    names = [build.__name__ for build in MODELS]
    parser.add_argument("models", nargs="*", metavar="MODEL", help=", ".join(names))
    parser.add_argument("--write", type=Path, metavar="DIRECTORY", help="write programs there")
    options = parser.parse_args()
    unknown = [name for name in options.models if name not in names]
    if unknown:
        parser.error(f"there is no model '{unknown[0]}'; there are {', '.join(names)}")
    failed = 0
    chosen = [build for build in MODELS if not options.models or build.__name__ in options.models]
    for build in chosen:
        model = built(build)
        program, function = exported(model)
        if options.write is not None:
            options.write.mkdir(parents=True, exist_ok=True)
            (options.write / f"{build.__name__}.mlir").write_text(program.mlir_module())
            continue
        found = problem(model, program, function)
        failed += found is not None
        print(f"{build.__name__}: {found or 'runs and equals Keras'}", flush=True)
    if failed:
        raise SystemExit(f"{failed} of {len(chosen)} models do not run")


if __name__ == "__main__":
    main()
