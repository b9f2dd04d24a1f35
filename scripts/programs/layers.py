"""Layers of models, as frontends write them with `chlo.broadcast_*`.

Feature dims are fixed; batch and sequence are known only at run time. A layer's
weights are arguments whose names begin with the layer's name.
"""

import math
from collections.abc import Mapping

from .program import Argument, Builder, Value

Values = Mapping[str, Value]


def dense_arguments(name: str, inputs: int, outputs: int) -> list[Argument]:
    """The weights of `dense`."""
    return [Argument(f"{name}.weight", (inputs, outputs)), Argument(f"{name}.bias", (outputs,))]


def dense(b: Builder, values: Values, name: str, x: Value) -> Value:
    """`[..., k] => [..., n]`: a product and a bias."""
    product = b.dot(x, values[f"{name}.weight"], (b.rank(x) - 1, 0))
    return b.broadcast("add", product, values[f"{name}.bias"])


def layer_norm_arguments(name: str, features: int) -> list[Argument]:
    """The weights of `layer_norm`."""
    return [Argument(f"{name}.scale", (features,)), Argument(f"{name}.shift", (features,))]


def layer_norm(b: Builder, values: Values, name: str, x: Value, features: int) -> Value:
    """`[..., n] => [..., n]`: centred and scaled along the last dim."""
    centred = b.broadcast("subtract", x, mean_of_last(b, x, features))
    variance = mean_of_last(b, b.broadcast("multiply", centred, centred), features)
    deviation = b.unary("rsqrt", b.broadcast("add", variance, b.constant(1e-5)))
    normal = b.broadcast("multiply", centred, deviation)
    scaled = b.broadcast("multiply", normal, values[f"{name}.scale"])
    return b.broadcast("add", scaled, values[f"{name}.shift"])


def mean_of_last(b: Builder, x: Value, size: int) -> Value:
    """`[..., n] => [..., 1]`."""
    return b.broadcast("divide", reduce_last(b, "add", x), b.constant(float(size)))


def reduce_last(b: Builder, name: str, x: Value) -> Value:
    """`[..., n] => [..., 1]`."""
    last = b.rank(x) - 1
    reduced = b.reduce(name, x, (last,))
    return b.reshape(reduced, [*(b.dim(x, dim) for dim in range(last)), 1])


def softmax(b: Builder, x: Value) -> Value:
    """`[..., n] => [..., n]`, along the last dim."""
    power = b.unary("exponential", b.broadcast("subtract", x, reduce_last(b, "maximum", x)))
    return b.broadcast("divide", power, reduce_last(b, "add", power))


def gelu(b: Builder, x: Value) -> Value:
    """`[...] => [...]`, by the approximation with tanh."""
    cube = b.broadcast("multiply", b.broadcast("multiply", x, x), x)
    bent = b.broadcast("add", x, b.broadcast("multiply", cube, b.constant(0.044715)))
    inner = b.broadcast("multiply", bent, b.constant(math.sqrt(2 / math.pi)))
    gate = b.broadcast("add", b.unary("tanh", inner), b.constant(1.0))
    return b.broadcast("multiply", b.broadcast("multiply", x, b.constant(0.5)), gate)


def split_heads(b: Builder, x: Value, heads: int, width: int) -> Value:
    """`[b, s, heads * width] => [b, heads, s, width]`."""
    split = b.reshape(x, [b.dim(x, 0), b.dim(x, 1), heads, width])
    return b.transpose(split, (0, 2, 1, 3))


def scores(b: Builder, query: Value, key: Value, width: int) -> Value:
    """`[b, h, s, w] x [b, h, t, w] => [b, h, s, t]`."""
    product = b.dot(query, key, (3, 3), ((0, 1), (0, 1)))
    return b.broadcast("multiply", product, b.constant(1 / math.sqrt(width)))


def attention_arguments(name: str, features: int) -> list[Argument]:
    """The weights of `attention`."""
    return [
        argument
        for part in ("query", "key", "value", "output")
        for argument in dense_arguments(f"{name}.{part}", features, features)
    ]


def attention(b: Builder, values: Values, name: str, x: Value, mask: Value, heads: int, width: int) -> Value:
    """`[b, s, n] => [b, s, n]`; the mask, `[b, 1, 1, s]`, is added to the scores."""
    query, key, value = (
        split_heads(b, dense(b, values, f"{name}.{part}", x), heads, width) for part in ("query", "key", "value")
    )
    weights = softmax(b, b.broadcast("add", scores(b, query, key, width), mask))
    mixed = b.transpose(b.dot(weights, value, (3, 2), ((0, 1), (0, 1))), (0, 2, 1, 3))
    merged = b.reshape(mixed, [b.dim(mixed, 0), b.dim(mixed, 1), heads * width])
    return dense(b, values, f"{name}.output", merged)
