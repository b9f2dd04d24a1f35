"""Runs Keras models, with any batch and length or image size, on IREE.

docs/frontends/keras.md explains it. Keras runs on JAX, which exports each model with symbolic
sizes. The models are small and have random weights, so nothing is downloaded. Each is lowered by
`bcast-lower --target=iree`, run at several sizes, and compared with Keras:

    python -m venv keras && . keras/bin/activate
    pip install keras==3.15.1 jax==0.10.2 iree-base-compiler==3.13.0 iree-base-runtime==3.13.0
    python examples/keras_on_iree.py transformer lstm   # without names: all models

`--write DIRECTORY` writes what JAX exports as NAME.mlir, for other targets.
"""

import os

os.environ["KERAS_BACKEND"] = "jax"

import keras
from jax_models import Model, run
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


def builder(build):
    """Returns a function that builds a model and makes a function of it without its state."""

    def built():
        keras.utils.set_random_seed(0)
        model = build()
        model = model if isinstance(model, keras.Model) else keras.Sequential(model)
        trainable = [variable.value for variable in model.trainable_variables]
        others = [variable.value for variable in model.non_trainable_variables]

        def function(x):
            return model.stateless_call(trainable, others, x, training=False)[0]

        (spec,) = model.inputs
        return Model(function, spec.shape, spec.dtype)

    built.__name__ = build.__name__
    return built


if __name__ == "__main__":
    run(__doc__.splitlines()[0], map(builder, MODELS))
