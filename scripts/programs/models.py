"""Small models with dynamic batch and sequence, each with sizes to run it with."""

from collections.abc import Callable, Mapping

from .chain import chain, small_chain
from .layers import (
    Values, attention, attention_arguments, dense, dense_arguments, gelu, layer_norm,
    layer_norm_arguments, relu, rms_norm, scores, softmax, softmax_by_dimensions, split_heads,
)  # fmt: skip
from .program import Argument, Backend, Program, Value
from .stack import Sizes, stack

_FEATURES = 8
_ACTIVATIONS = Argument("x", ("b", "s", _FEATURES))
_PAIRS = tuple({"m": m, "n": n} for m, n in ((1, 1), (4, 1), (1, 5), (3, 7)))
_CASES = tuple({"b": b, "s": s} for b, s in ((1, 1), (1, 4), (3, 1), (2, 5), (4, 17)))

# In the order in which they stand in tables.
MODELS: dict[str, Program] = {program.name: program for program in (small_chain(), chain(12))}


def _model(
    name: str,
    *arguments: Argument,
    cases: tuple[Mapping[str, int], ...] = _CASES,
    mismatches: tuple[Mapping[str, int], ...] = (),
) -> Callable[[Callable[[Backend, Values], Value]], Program]:
    """Adds a program, of what it computes, to the models."""

    def add(compute: Callable[[Backend, Values], Value]) -> Program:
        MODELS[name] = Program(name, arguments, compute, cases, mismatches)
        return MODELS[name]

    return add


@_model(
    "bias_and_mask",
    Argument("x", ("b", 4)),
    Argument("bias", (4,)),
    Argument("mask", ("m", 1)),
    cases=({"b": 3, "m": 3}, {"b": 3, "m": 1}, {"b": 1, "m": 5}, {"b": 1, "m": 1}),
    mismatches=({"b": 3, "m": 2},),
)
def _bias_and_mask(b: Backend, values: Values) -> Value:
    biased = b.broadcast("add", values["x"], values["bias"])
    return b.broadcast("multiply", biased, values["mask"])


@_model("mlp", Argument("x", ("b", 8)), *dense_arguments("one", 8, 16), *dense_arguments("two", 16, 4))
def _mlp(b: Backend, values: Values) -> Value:
    return dense(b, values, "two", relu(b, dense(b, values, "one", values["x"])))


@_model(
    "feed_forward",
    _ACTIVATIONS,
    *dense_arguments("wide", _FEATURES, 4 * _FEATURES),
    *dense_arguments("narrow", 4 * _FEATURES, _FEATURES),
)
def _feed_forward(b: Backend, values: Values) -> Value:
    wide = gelu(b, dense(b, values, "wide", values["x"]))
    return b.broadcast("add", values["x"], dense(b, values, "narrow", wide))


@_model(
    "gated",
    _ACTIVATIONS,
    *dense_arguments("gate", _FEATURES, 12),
    *dense_arguments("up", _FEATURES, 12),
    *dense_arguments("down", 12, _FEATURES),
)
def _gated(b: Backend, values: Values) -> Value:
    gate = dense(b, values, "gate", values["x"])
    swish = b.broadcast("multiply", gate, b.unary("logistic", gate))
    product = b.broadcast("multiply", swish, dense(b, values, "up", values["x"]))
    return dense(b, values, "down", product)


@_model("layer_norm", _ACTIVATIONS, *layer_norm_arguments("norm", _FEATURES))
def _layer_norm(b: Backend, values: Values) -> Value:
    return layer_norm(b, values, "norm", values["x"], _FEATURES)


@_model("rms_norm", _ACTIVATIONS, Argument("scale", (_FEATURES,)))
def _rms_norm(b: Backend, values: Values) -> Value:
    return rms_norm(b, values["x"], values["scale"], _FEATURES)


@_model(
    "batch_norm",
    Argument("x", ("b", 4, "h", "w")),
    *(Argument(name, (4,)) for name in ("mean", "deviation", "scale", "shift")),
    cases=({"b": 1, "h": 1, "w": 1}, {"b": 2, "h": 3, "w": 5}, {"b": 3, "h": 1, "w": 4}),
)
def _batch_norm(b: Backend, values: Values) -> Value:
    def per_channel(name: str, x: Value, vector: Value) -> Value:
        return b.broadcast(name, x, vector, dimensions=(1,))

    deviation = b.broadcast("add", b.unary("abs", values["deviation"]), b.constant(0.1))
    x = per_channel("subtract", values["x"], values["mean"])
    x = per_channel("divide", x, deviation)
    x = per_channel("multiply", x, values["scale"])
    return per_channel("add", x, values["shift"])


@_model("softmax", Argument("x", ("b", "s")))
def _softmax(b: Backend, values: Values) -> Value:
    return softmax(b, values["x"])


@_model("softmax_by_dimensions", Argument("x", ("b", 4, "s")))
def _softmax_by_dimensions(b: Backend, values: Values) -> Value:
    return softmax_by_dimensions(b, values["x"])


@_model(
    "embedding",
    Argument("tokens", ("b", "s"), "i32", 20),
    Argument("positions", ("s", _FEATURES)),
    Argument("table", (20, _FEATURES)),
    mismatches=({"b": 2, "s": 4, "positions.0": 3},),
)
def _embedding(b: Backend, values: Values) -> Value:
    embedded = b.lookup(values["table"], values["tokens"])
    return b.broadcast("add", embedded, values["positions"])


@_model(
    "padded_attention",
    _ACTIVATIONS,
    Argument("mask", ("b", 1, 1, "s")),
    *attention_arguments("attention", _FEATURES),
    mismatches=({"b": 2, "s": 4, "mask.0": 3}, {"b": 2, "s": 4, "mask.3": 3}),
)
def _padded_attention(b: Backend, values: Values) -> Value:
    return attention(b, values, "attention", values["x"], values["mask"], 2, 4)


@_model("causal_attention", *(Argument(name, ("b", "s", 8)) for name in ("q", "k", "v")))
def _causal_attention(b: Backend, values: Values) -> Value:
    query, key, value = (split_heads(b, values[name], 2, 4) for name in ("q", "k", "v"))
    product = scores(b, query, key, 4)
    sizes = [b.dim(product, 2), b.dim(product, 3)]
    is_seen = b.compare("GE", b.iota(sizes, 0), b.iota(sizes, 1))
    masked = b.broadcast("select", is_seen, product, b.constant(-1e9))
    mixed = b.dot(softmax(b, masked), value, (3, 2), ((0, 1), (0, 1)))
    return b.transpose(mixed, (0, 2, 1, 3))


@_model(
    "rotary",
    Argument("x", ("b", "s", 2, 4)),
    Argument("angles", ("s", 1, 2)),
    mismatches=({"b": 2, "s": 4, "angles.0": 3},),
)
def _rotary(b: Backend, values: Values) -> Value:
    cosine, sine = (b.unary(name, values["angles"]) for name in ("cosine", "sine"))
    first, second = (b.slice(values["x"], 3, start, start + 2) for start in (0, 2))

    def mix(name: str, lhs: Value, rhs: Value) -> Value:
        return b.broadcast(name, b.broadcast("multiply", lhs, cosine), b.broadcast("multiply", rhs, sine))

    return b.concatenate([mix("subtract", first, second), mix("add", second, first)], 3)


@_model("distances", Argument("x", ("m", 3)), Argument("y", ("n", 3)), cases=_PAIRS)
def _distances(b: Backend, values: Values) -> Value:
    x = b.reshape(values["x"], [b.dim(values["x"], 0), 1, 3])
    difference = b.broadcast("subtract", x, values["y"])
    squares = b.broadcast("multiply", difference, difference)
    return b.unary("sqrt", b.reduce("add", squares, (2,)))


@_model("similarities", Argument("x", ("m", 3)), Argument("y", ("n", 3)), cases=_PAIRS)
def _similarities(b: Backend, values: Values) -> Value:
    def lengths(x: Value) -> Value:
        return b.unary("sqrt", b.reduce("add", b.broadcast("multiply", x, x), (1,)))

    product = b.dot(values["x"], values["y"], (1, 1))
    by_rows = b.broadcast("divide", product, lengths(values["x"]), dimensions=(0,))
    return b.broadcast("divide", by_rows, lengths(values["y"]), dimensions=(1,))


@_model(
    "squeeze_and_excite",
    Argument("x", ("b", "h", "w", 4)),
    *dense_arguments("one", 4, 2),
    *dense_arguments("two", 2, 4),
    cases=({"b": 1, "h": 1, "w": 1}, {"b": 2, "h": 3, "w": 5}, {"b": 3, "h": 1, "w": 4}),
)
def _squeeze_and_excite(b: Backend, values: Values) -> Value:
    squeezed = b.reduce("maximum", values["x"], (1, 2))
    gate = b.unary("logistic", dense(b, values, "two", relu(b, dense(b, values, "one", squeezed))))
    return b.broadcast("multiply", values["x"], gate, dimensions=(0, 3))


@_model(
    "weighted_loss",
    Argument("x", ("b", 4)),
    Argument("y", ("b", 4)),
    Argument("w", ("b", 1)),
    mismatches=({"b": 3, "y.0": 2}, {"b": 3, "w.0": 4}),
)
def _weighted_loss(b: Backend, values: Values) -> Value:
    difference = b.broadcast("subtract", values["x"], values["y"])
    squares = b.broadcast("multiply", difference, difference)
    return b.reduce("add", b.broadcast("multiply", squares, values["w"]), (0, 1))


@_model(
    "clip",
    Argument("x", ("b", "s")),
    Argument("low", ("b", 1)),
    Argument("high", ("s",)),
    mismatches=({"b": 3, "s": 4, "low.0": 2}, {"b": 3, "s": 4, "high.0": 5}),
)
def _clip(b: Backend, values: Values) -> Value:
    raised = b.broadcast("maximum", values["x"], values["low"])
    is_above = b.compare("GT", raised, values["high"])
    return b.broadcast("select", is_above, values["high"], raised)


_STACK = stack(Sizes(layers=2, heads=2, width=4, vocabulary=20))
MODELS[_STACK.name] = _STACK
