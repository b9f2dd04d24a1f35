"""A stack of transformer layers."""

from collections.abc import Mapping
from dataclasses import dataclass

from .layers import attention, attention_arguments, dense, dense_arguments, gelu, layer_norm, layer_norm_arguments
from .program import Argument, Builder, Program, Value


@dataclass(frozen=True)
class Sizes:
    """The static sizes."""

    layers: int = 6
    heads: int = 4
    width: int = 16
    vocabulary: int = 50

    @property
    def features(self) -> int:
        """The last dim of most values."""
        return self.heads * self.width


def stack(sizes: Sizes = Sizes()) -> Program:
    """Embeddings, then layers of attention and of two dense layers, then a norm.

    `tokens: [b, s], positions: [s, n], mask: [b, 1, 1, s] => [b, s, n]`.
    """
    features = sizes.features
    arguments = [
        Argument("tokens", ("b", "s"), "i32"),
        Argument("positions", ("s", features)),
        Argument("mask", ("b", 1, 1, "s")),
        Argument("table", (sizes.vocabulary, features)),
    ]
    for layer in range(sizes.layers):
        arguments += _layer_arguments(f"layer{layer}", features)
    arguments += layer_norm_arguments("final", features)

    def compute(b: Builder, values: Mapping[str, Value]) -> Value:
        embedded = b.lookup(values["table"], values["tokens"])
        x = b.broadcast("add", embedded, values["positions"])
        for layer in range(sizes.layers):
            x = _layer(b, values, f"layer{layer}", x, sizes)
        return layer_norm(b, values, "final", x, features)

    return Program("stack", tuple(arguments), compute, {"b": 3, "s": 5})


def _layer_arguments(name: str, features: int) -> list[Argument]:
    return [
        *layer_norm_arguments(f"{name}.norm1", features),
        *attention_arguments(f"{name}.attention", features),
        *layer_norm_arguments(f"{name}.norm2", features),
        *dense_arguments(f"{name}.wide", features, 4 * features),
        *dense_arguments(f"{name}.narrow", 4 * features, features),
    ]


def _layer(b: Builder, values: Mapping[str, Value], name: str, x: Value, sizes: Sizes) -> Value:
    normal = layer_norm(b, values, f"{name}.norm1", x, sizes.features)
    attended = attention(b, values, f"{name}.attention", normal, values["mask"], sizes.heads, sizes.width)
    x = b.broadcast("add", x, attended)
    normal = layer_norm(b, values, f"{name}.norm2", x, sizes.features)
    wide = gelu(b, dense(b, values, f"{name}.wide", normal))
    return b.broadcast("add", x, dense(b, values, f"{name}.narrow", wide))
