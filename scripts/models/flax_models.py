"""Models of Flax."""

import jax
import jax.numpy as jnp
import optax
from flax import linen as nn

from .registry import Model, weights_of


class Perceptron(nn.Module):
    @nn.compact
    def __call__(self, x):
        return nn.Dense(4)(nn.gelu(nn.Dense(32)(x)))


class Pictures(nn.Module):
    """Convolutions, poolings, and the mean of all pixels."""

    @nn.compact
    def __call__(self, x):
        x = nn.max_pool(nn.relu(nn.Conv(8, (3, 3))(x)), (2, 2), (2, 2))
        x = nn.avg_pool(nn.relu(nn.Conv(8, (5, 5))(x)), (2, 2), (2, 2))
        return nn.Dense(4)(x.mean((1, 2)))


class Residual(nn.Module):
    """Two blocks with batch normalisation, as they are evaluated."""

    @nn.compact
    def __call__(self, x):
        x = nn.Conv(8, (7, 7), (2, 2))(x)
        for _ in range(2):
            y = nn.relu(nn.BatchNorm(use_running_average=True)(nn.Conv(8, (3, 3))(x)))
            x = nn.relu(x + nn.BatchNorm(use_running_average=True)(nn.Conv(8, (3, 3))(y)))
        return nn.Dense(4)(x.mean((1, 2)))


class Separable(nn.Module):
    """A depthwise and a pointwise convolution."""

    @nn.compact
    def __call__(self, x):
        x = nn.Conv(x.shape[-1], (3, 3), feature_group_count=x.shape[-1])(x)
        return nn.GroupNorm(2)(nn.swish(nn.Conv(8, (1, 1))(x)))


class Unet(nn.Module):
    """Down and up again, with a connection between equal sizes."""

    @nn.compact
    def __call__(self, x):
        first = nn.relu(nn.Conv(4, (3, 3))(x))
        second = nn.relu(nn.Conv(8, (3, 3))(nn.max_pool(first, (2, 2), (2, 2))))
        up = nn.ConvTranspose(4, (2, 2), (2, 2))(second)
        return nn.Conv(1, (1, 1))(jnp.concatenate([first, up], -1))


class Encoder(nn.Module):
    """A layer of a transformer, over tokens and their number."""

    @nn.compact
    def __call__(self, ids, lengths):
        x = nn.Embed(32, 16)(ids)
        is_there = jnp.arange(ids.shape[1])[None] < lengths[:, None]
        mask = nn.make_attention_mask(is_there, is_there)
        x = nn.LayerNorm()(x + nn.MultiHeadDotProductAttention(4)(x, mask=mask))
        return nn.LayerNorm()(x + nn.Dense(16)(nn.gelu(nn.Dense(32)(x))))


class Decoder(nn.Module):
    """A layer that also attends to another text."""

    @nn.compact
    def __call__(self, ids, memory):
        x = nn.Embed(32, 16)(ids)
        x = x + nn.MultiHeadDotProductAttention(4)(nn.LayerNorm()(x), mask=nn.make_causal_mask(ids))
        x = x + nn.MultiHeadDotProductAttention(4)(nn.LayerNorm()(x), memory)
        return nn.Dense(32)(nn.LayerNorm()(x))


class VisionTransformer(nn.Module):
    """Patches, positions, attention and the mean."""

    @nn.compact
    def __call__(self, x):
        x = nn.Conv(16, (4, 4), (4, 4), padding="VALID")(x)
        x = x.reshape(x.shape[0], -1, 16)
        x = x + self.param("positions", nn.initializers.normal(), (1, 16, 16))
        x = x + nn.MultiHeadDotProductAttention(4)(nn.LayerNorm()(x))
        return nn.Dense(4)(x.mean(1))


class Recurrent(nn.Module):
    cell: type
    is_both_ways: bool = False

    @nn.compact
    def __call__(self, x):
        forward = nn.RNN(self.cell(8))
        if self.is_both_ways:
            return nn.Bidirectional(forward, nn.RNN(self.cell(8)))(x)
        return forward(x)


class Mixer(nn.Module):
    """Mixes tokens of a known number, then channels."""

    @nn.compact
    def __call__(self, x):
        y = jnp.swapaxes(nn.LayerNorm()(x), 1, 2)
        x = x + jnp.swapaxes(nn.Dense(6)(nn.gelu(nn.Dense(12)(y))), 1, 2)
        return x + nn.Dense(8)(nn.gelu(nn.Dense(16)(nn.RMSNorm()(x))))


def _apply(module, *example):
    """Returns the module's function with random weights."""
    weights = weights_of(jax.jit(module.init), jax.random.key(0), *example)
    return lambda *arguments: module.apply(weights(), *arguments)


def _floats(*shape):
    return jnp.ones(shape, jnp.float32)


def _integers(*shape):
    return jnp.ones(shape, jnp.int32)


def _training_step():
    """One step of gradient descent; returns the loss and the embedding's new weights."""
    module = Decoder()
    example = _integers(2, 4), _floats(2, 4, 16)
    initial = weights_of(jax.jit(module.init), jax.random.key(0), *example)

    def loss(weights, ids, memory):
        logits = module.apply(weights, ids[:, :-1], memory)
        return optax.softmax_cross_entropy_with_integer_labels(logits, ids[:, 1:]).mean()

    def step(ids, memory):
        weights = initial()
        value, gradient = jax.value_and_grad(loss)(weights, ids, memory)
        new = jax.tree.map(lambda weight, change: weight - 0.1 * change, weights, gradient)
        return value, new["params"]["Embed_0"]["embedding"]

    return step


def models():
    """Returns all models."""
    image, pixels = ("b, 16, 16, 3",), _floats(1, 16, 16, 3)
    any_image, text = ("b, h, w, 3",), ("b, t, 8",)
    # JAX must see that going down and up again gives the same size.
    even_image = ("b, 8*p, 8*q, 3",)
    ids, memory = _integers(1, 4), _floats(1, 4, 16)
    return [
        Model("flax_perceptron", _apply(Perceptron(), _floats(1, 8)), ("b, 8",)),
        Model("flax_conv", _apply(Pictures(), pixels), image),
        Model("flax_conv_any_size", _apply(Pictures(), pixels), any_image),
        Model("flax_resnet", _apply(Residual(), pixels), image),
        Model("flax_resnet_any_size", _apply(Residual(), pixels), any_image),
        Model("flax_depthwise", _apply(Separable(), _floats(1, 16, 16, 4)), ("b, 16, 16, 4",)),
        Model("flax_unet", _apply(Unet(), pixels), image),
        Model("flax_unet_any_size", _apply(Unet(), pixels), even_image),
        Model("flax_vision_transformer", _apply(VisionTransformer(), pixels), image),
        Model("flax_encoder", _apply(Encoder(), ids, _integers(1)), ("b, t:32", "b:5"), 1),
        Model("flax_decoder", _apply(Decoder(), ids, memory), ("b, t:32", "b, s, 16"), 1),
        Model("flax_train_decoder", _training_step(), ("b, t:32", "b, s, 16"), 1, ("t >= 2",)),
        Model("flax_lstm", _apply(Recurrent(nn.OptimizedLSTMCell), _floats(1, 4, 8)), text),
        Model("flax_gru", _apply(Recurrent(nn.GRUCell), _floats(1, 4, 8)), text),
        Model("flax_both_ways", _apply(Recurrent(nn.GRUCell, True), _floats(1, 4, 8)), text),
        Model("flax_mixer", _apply(Mixer(), _floats(1, 6, 8)), ("b, 6, 8",)),
    ]
