"""Runs Flax models, with any batch and length or image size, on IREE.

docs/frontends/jax.md explains it. The models are small and have random weights. JAX exports each with
symbolic sizes; it is lowered by `bcast-lower --target=iree`, run at several sizes, and compared with
Flax:

    python -m venv flax && . flax/bin/activate
    pip install flax==0.12.8 jax==0.10.2 iree-base-compiler==3.13.0 iree-base-runtime==3.13.0
    python examples/flax_on_iree.py transformer resnet   # without names: all models

`--write DIRECTORY` writes what JAX exports as NAME.mlir, for other targets.
"""

import jax
import jax.numpy as jnp
from flax import linen as nn
from jax_models import TOKENS, Model, run


class Perceptron(nn.Module):
    @nn.compact
    def __call__(self, x):
        return nn.softmax(nn.Dense(4)(nn.LayerNorm()(nn.gelu(nn.Dense(32)(x)))))


class Block(nn.Module):
    """A residual block with batch normalisation, as it is evaluated."""

    features: int

    @nn.compact
    def __call__(self, x):
        y = nn.relu(nn.BatchNorm(use_running_average=True)(nn.Conv(self.features, (3, 3))(x)))
        y = nn.BatchNorm(use_running_average=True)(nn.Conv(self.features, (3, 3))(y))
        return nn.relu(x + y)


class Resnet(nn.Module):
    @nn.compact
    def __call__(self, x):
        x = nn.Conv(8, (3, 3), (2, 2))(x)
        for _ in range(2):
            x = Block(8)(x)
        return nn.Dense(4)(x.mean((1, 2)))


class Autoencoder(nn.Module):
    @nn.compact
    def __call__(self, x):
        x = nn.relu(nn.Conv(8, (3, 3), (2, 2))(x))
        return nn.sigmoid(nn.ConvTranspose(3, (3, 3), (2, 2))(x))


class Decoder(nn.Module):
    """Two layers of a transformer with a causal mask."""

    @nn.compact
    def __call__(self, tokens):
        x = nn.Embed(TOKENS, 32)(tokens)
        mask = nn.make_causal_mask(tokens)
        for _ in range(2):
            x += nn.MultiHeadDotProductAttention(4)(nn.LayerNorm()(x), mask=mask)
            x += nn.Dense(32)(nn.gelu(nn.Dense(64)(nn.RMSNorm()(x))))
        return nn.Dense(TOKENS)(nn.LayerNorm()(x))


class Recurrent(nn.Module):
    @nn.compact
    def __call__(self, x):
        return nn.Dense(4)(nn.RNN(nn.GRUCell(16))(x))


class Series(nn.Module):
    """Convolutions along the time, and pooling by attention."""

    @nn.compact
    def __call__(self, x):
        x = nn.swish(nn.GroupNorm(2)(nn.Conv(8, (3,), padding="CAUSAL")(x)))
        weights = nn.softmax(nn.Dense(1)(x), axis=1)
        return nn.Dense(3)((weights * x).sum(1))


def model(module, shape, dtype="float32"):
    """Returns a model with random weights, as constants."""
    smallest = jnp.zeros([size or 8 for size in shape], dtype)
    weights = module.init(jax.random.key(0), smallest)
    return Model(lambda x: module.apply(weights, x), shape, dtype)


def mlp():
    return model(Perceptron(), (None, 16))


def resnet():
    return model(Resnet(), (None, None, None, 3))


def resnet_fixed_image():
    return model(Resnet(), (None, 16, 16, 3))


def autoencoder():
    return model(Autoencoder(), (None, 16, 16, 3))


def transformer():
    return model(Decoder(), (None, None), "int32")


def gru():
    return model(Recurrent(), (None, None, 8))


def series():
    return model(Series(), (None, None, 4))


MODELS = [mlp, resnet, resnet_fixed_image, autoencoder, transformer, gru, series]

if __name__ == "__main__":
    run(__doc__.splitlines()[0], MODELS)
