"""Models of Equinox and Haiku, and optimisers, losses and sampling of optax and JAX."""

from functools import partial

import equinox as eqx
import haiku as hk
import jax
import jax.numpy as jnp
import optax
from jax import lax

from .registry import Model, weights_of

_KEY = jax.random.key(0)


def _equinox():
    first, second = jax.random.split(_KEY)
    perceptron = eqx.nn.MLP(8, 4, 32, 2, key=_KEY)
    norm, attention = eqx.nn.LayerNorm(8), eqx.nn.MultiheadAttention(2, 8, key=first)
    cell = eqx.nn.GRUCell(8, 8, key=second)
    convolution = eqx.nn.Conv1d(4, 8, 3, padding=1, key=first)
    picture = eqx.nn.Sequential(
        [
            eqx.nn.Conv2d(3, 8, 3, padding=1, key=first),
            eqx.nn.Lambda(jax.nn.relu),
            eqx.nn.MaxPool2d(2, 2),
            eqx.nn.Conv2d(8, 4, 3, padding=1, key=second),
        ]
    )

    def attend(x):
        y = jax.vmap(norm)(x)
        return x + attention(y, y, y)

    def recur(x):
        return lax.scan(lambda state, row: (cell(row, state),) * 2, jnp.zeros(8), x)

    return [
        Model("equinox_perceptron", jax.vmap(perceptron), ("b, 8",)),
        Model("equinox_attention", jax.vmap(attend), ("b, t, 8",)),
        Model("equinox_gru", jax.vmap(recur), ("b, t, 8",)),
        Model("equinox_conv1d", jax.vmap(convolution), ("b, 4, 12",)),
        Model("equinox_conv1d_any_length", jax.vmap(convolution), ("b, 4, t",)),
        Model("equinox_conv2d", jax.vmap(picture), ("b, 3, 16, 16",)),
    ]


def _haiku_perceptron(x):
    return hk.nets.MLP([16, 4])(x)


def _haiku_recurrent(x, of):
    cell = of(8)
    return hk.dynamic_unroll(cell, x, cell.initial_state(x.shape[1]))[0]


def _haiku_attention(x, y):
    return hk.MultiHeadAttention(2, 4, w_init=hk.initializers.RandomNormal(), model_size=8)(x, y, y)


def _haiku_conv(x):
    x = jax.nn.relu(hk.Conv2D(8, 3, 2)(x))
    return hk.LayerNorm(-1, True, True)(hk.AvgPool(2, 2, "SAME")(x))


def _haiku():
    def model(name, function, example, arguments, *rest):
        pure = hk.without_apply_rng(hk.transform(function))
        weights = weights_of(pure.init, _KEY, *(jnp.ones(shape) for shape in example))

        def applied(*given):
            return pure.apply(weights(), *given)

        return Model(f"haiku_{name}", applied, arguments, *rest)

    image = (1, 16, 16, 3)
    return [
        model("perceptron", _haiku_perceptron, [(1, 8)], ("b, 8",)),
        model("lstm", partial(_haiku_recurrent, of=hk.LSTM), [(6, 1, 8)], ("6, b, 8",)),
        model("vanilla_rnn", partial(_haiku_recurrent, of=hk.VanillaRNN), [(6, 1, 8)], ("6, b, 8",)),
        model("attention", _haiku_attention, [(1, 4, 8)] * 2, ("b, t, 8", "b, s, 8"), 1),
        model("conv", _haiku_conv, [image], ("b, 16, 16, 3",)),
        model("conv_any_size", _haiku_conv, [image], ("b, h, w, 3",)),
    ]


def _training(optimizer):
    """Two steps of a perceptron; returns the loss and the weights."""
    first, second = jax.random.split(_KEY)
    weights = (jax.random.normal(first, (8, 16)) * 0.3, jax.random.normal(second, (16, 4)) * 0.3)

    def loss(weights, x, labels):
        logits = jnp.tanh(x @ weights[0]) @ weights[1]
        return optax.softmax_cross_entropy_with_integer_labels(logits, labels).mean()

    def train(x, labels):
        new, state = weights, optimizer.init(weights)
        for _ in range(2):
            value, gradient = jax.value_and_grad(loss)(new, x, labels)
            updates, state = optimizer.update(gradient, state, new)
            new = optax.apply_updates(new, updates)
        return value, new

    return train


def _losses(x, y):
    return (
        optax.huber_loss(x, y).mean(),
        optax.cosine_distance(x, y).mean(),
        optax.sigmoid_binary_cross_entropy(x, jax.nn.sigmoid(y)).mean(),
        optax.kl_divergence(jax.nn.log_softmax(x), jax.nn.softmax(y)).mean(),
    )


def _contrastive(x, y):
    """Each row of one belongs to the same row of the other."""
    x, y = (z / jnp.linalg.norm(z, axis=-1, keepdims=True) for z in (x, y))
    logits = x @ y.T * 5
    return optax.softmax_cross_entropy_with_integer_labels(logits, jnp.arange(x.shape[0])).mean()


def _ctc(logits, labels):
    lengths = jnp.zeros(logits.shape[:2]), jnp.zeros(labels.shape)
    return optax.ctc_loss(logits, lengths[0], labels + 1, lengths[1])


def _sample(logits):
    key = jax.random.wrap_key_data(jnp.array([1, 2], jnp.uint32))
    return jax.random.categorical(key, logits / 0.7)


def _sample_of_best(logits):
    values, places = lax.top_k(logits, 4)
    return jnp.take_along_axis(places, _sample(values)[:, None], 1)[:, 0]


def _autoencoder(x):
    key = jax.random.wrap_key_data(jnp.array([3, 4], jnp.uint32))
    mean, spread = jnp.split(jnp.tanh(x), 2, -1)
    return mean + jnp.exp(spread) * jax.random.normal(key, mean.shape)


def _means(x):
    """Three steps of k-means from the first of the given centres."""
    centres = jnp.linspace(-1, 1, 12).reshape(3, 4)
    for _ in range(3):
        nearest = jnp.argmin(((x[:, None] - centres) ** 2).sum(-1), 1)
        sums = jax.ops.segment_sum(x, nearest, 3)
        counts = jax.ops.segment_sum(jnp.ones(x.shape[0]), nearest, 3)
        centres = jnp.where(counts[:, None] > 0, sums / jnp.maximum(counts, 1)[:, None], centres)
    return centres, nearest


def _experts(x):
    """Each row goes through the expert with the largest score."""
    first, second = jax.random.split(_KEY)
    scores = jax.nn.softmax(x @ jax.random.normal(first, (8, 4)))
    experts = jax.random.normal(second, (4, 8, 8))
    every = jnp.einsum("bd,edf->bef", x, experts)
    chosen = jax.nn.one_hot(scores.argmax(-1), 4)
    return jnp.einsum("bef,be->bf", every, chosen * scores)


def _cached(cache, row, place):
    """Puts a row into a cache, and attends to the rows up to it."""
    cache = lax.dynamic_update_slice_in_dim(cache, row[:, None], place[0], 1)
    scores = jnp.einsum("btd,bd->bt", cache, row)
    scores = jnp.where(jnp.arange(cache.shape[1]) <= place[0], scores, -jnp.inf)
    return cache, jnp.einsum("bt,btd->bd", jax.nn.softmax(scores), cache)


def _state_space(x):
    """A recurrence by an associative scan over a known number of steps."""
    decay = jax.nn.sigmoid(x)

    def join(left, right):
        return left[0] * right[0], right[0] * left[1] + right[1]

    return lax.associative_scan(join, (decay, x), axis=1)[1]


def _others():
    labelled = ("b, 8", "b:4")
    clipped = optax.chain(optax.clip_by_global_norm(1.0), optax.adamw(0.01))
    return [
        Model("optax_sgd", _training(optax.sgd(0.1, momentum=0.9)), labelled, 1),
        Model("optax_adam", _training(optax.adam(0.01)), labelled, 1),
        Model("optax_clipped_adamw", _training(clipped), labelled, 1),
        Model("optax_lion", _training(optax.lion(0.01)), labelled, 1),
        Model("optax_losses", _losses, ("b, 8", "b, 8"), 1),
        Model("optax_contrastive", _contrastive, ("b, 8", "b, 8"), 1),
        Model("optax_contrastive_gradient", jax.grad(_contrastive), ("b, 8", "b, 8"), 1),
        Model("optax_ctc", _ctc, ("b, t, 5", "b, 3:4"), 1),
        Model("jax_sample", _sample, ("b, 8",)),
        Model("jax_sample_of_best", _sample_of_best, ("b, 8",)),
        Model("jax_autoencoder", _autoencoder, ("b, 8",)),
        Model("jax_means", _means, ("b, 4",)),
        Model("jax_experts", _experts, ("b, 8",)),
        Model("jax_cached_attention", _cached, ("b, t, 8", "b, 8", "1:4"), 1),
        Model("jax_state_space", _state_space, ("b, 8, 4",)),
    ]


def models():
    """Returns all models."""
    return _equinox() + _haiku() + _others()
