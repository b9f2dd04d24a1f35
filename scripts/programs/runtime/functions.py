"""The programs whose running times are compared: functions of JAX, and text."""

from collections.abc import Callable
from dataclasses import dataclass

import jax
import jax.numpy as jnp
from jax import lax

from models.registry import Model

# The sizes that programs are run with, unless others are given.
SIZES = dict(b=4, s=128, t=64, h=32, w=32)
_EPSILON = 1e-5


@dataclass(frozen=True)
class TextProgram(Model):
    """A program in MLIR text, in which `${s}` stands for the size `s`; the function computes
    the same."""

    text: str = ""


def _causal_mask(x):
    length = x.shape[-1]
    return jnp.where(jnp.tril(jnp.ones((length, length), bool)), x, -1e9)


def _attention(queries, keys, values, mask: Callable = lambda scores: scores):
    scores = jnp.einsum("bhsd,bhtd->bhst", queries, keys) / queries.shape[-1] ** 0.5
    return jnp.einsum("bhst,bhtd->bhsd", jax.nn.softmax(mask(scores), axis=-1), values)


def _merge_heads(x, weights):
    batch, heads, length, width = x.shape
    return x.transpose(0, 2, 1, 3).reshape(batch, length, heads * width) @ weights


def _split_heads(x, heads):
    batch, length, width = x.shape
    return x.reshape(batch, length, heads, width // heads).transpose(0, 2, 1, 3)


def _layer_norm(x, scale, bias):
    mean = x.mean(-1, keepdims=True)
    variance = ((x - mean) ** 2).mean(-1, keepdims=True)
    return (x - mean) * lax.rsqrt(variance + _EPSILON) * scale + bias


def _rms_norm(x, scale):
    return x * lax.rsqrt((x * x).mean(-1, keepdims=True) + _EPSILON) * scale


def _transformer_block(x, queries, keys, values, merge, up, down, scale, bias):
    normal = _layer_norm(x, scale, bias)
    heads = (_split_heads(normal @ weights, 4) for weights in (queries, keys, values))
    x = x + _merge_heads(_attention(*heads, _causal_mask), merge)
    return x + jax.nn.gelu(_layer_norm(x, scale, bias) @ up) @ down


def _mlp(x, up, up_bias, down, down_bias):
    return jax.nn.gelu(x @ up + up_bias) @ down + down_bias


def _chain(x, y):
    for _ in range(8):
        x = jnp.tanh(x + y) * 0.5
    return x


def _convolution(x, filters):
    dims = ("NHWC", "HWIO", "NHWC")
    return lax.conv_general_dilated(x, filters, (1, 1), "SAME", dimension_numbers=dims)


def _depthwise(x, filters):
    dims = ("NHWC", "HWIO", "NHWC")
    return lax.conv_general_dilated(x, filters, (1, 1), "SAME", dimension_numbers=dims, feature_group_count=x.shape[-1])


def _normal(x, axes):
    mean, variance = x.mean(axes, keepdims=True), x.var(axes, keepdims=True)
    return (x - mean) * lax.rsqrt(variance + _EPSILON)


def _group_norm(x):
    groups = x.reshape(*x.shape[:-1], 8, x.shape[-1] // 8)
    return _normal(groups, (1, 2, 4)).reshape(x.shape)


def _resized(x):
    batch, height, width, channels = x.shape
    return jax.image.resize(x, (batch, 2 * height, 2 * width, channels), "nearest")


def _grouped_queries(queries, keys, values):
    scores = jnp.einsum("bgqsd,bgtd->bgqst", queries, keys) / queries.shape[-1] ** 0.5
    return jnp.einsum("bgqst,bgtd->bgqsd", jax.nn.softmax(scores, axis=-1), values)


def _masked_mean(x, mask):
    mask = mask.astype(x.dtype)
    return (x * mask[:, :, None]).sum(1) / (mask.sum(1, keepdims=True) + 1)


def _best_expert(x, router, experts):
    gates = jax.nn.softmax(x @ router, axis=-1)
    chosen = jax.nn.one_hot(gates.argmax(-1), router.shape[-1]) * gates
    return jnp.einsum("bse,bsd,edf->bsf", chosen, x, experts)


def _recurrent(x, hidden, inputs, recurrence):
    def step(state, element):
        state = jnp.tanh(element @ inputs + state @ recurrence)
        return state, state

    return lax.scan(step, hidden, x)[1]


def _iterated(x):
    return lax.fori_loop(0, 50, lambda _, state: state * 0.5 + 1, x)


def _updated_rows(x, rows, updates):
    def step(index, state):
        return state.at[rows[index]].add(updates[index])

    return lax.fori_loop(0, rows.shape[0], step, x)


def _append_to_cache(cache, new):
    return jnp.concatenate([cache[:, 1:], new], axis=1)


def _loss(x, weights, labels):
    logarithms = jax.nn.log_softmax(x @ weights, axis=-1)
    return -jnp.take_along_axis(logarithms, labels[..., None], axis=-1).mean()


_BROADCASTS = """\
func.func public @main(
    %x: tensor<${b}x${s}x64xf32>, %row: tensor<${s}x64xf32>, %scale: tensor<${b}x1x64xf32>)
    -> tensor<${b}x${s}x64xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = chlo.broadcast_add %x, %row
      : (tensor<${b}x${s}x64xf32>, tensor<${s}x64xf32>) -> tensor<${b}x${s}x64xf32>
  %1 = chlo.broadcast_multiply %0, %scale
      : (tensor<${b}x${s}x64xf32>, tensor<${b}x1x64xf32>) -> tensor<${b}x${s}x64xf32>
  %2 = chlo.broadcast_maximum %1, %zero
      : (tensor<${b}x${s}x64xf32>, tensor<f32>) -> tensor<${b}x${s}x64xf32>
  return %2 : tensor<${b}x${s}x64xf32>
}
"""

_SQUARE = ("64,64",)
_HEADS = "b,4,s,16"

PROGRAMS = [
    Model("softmax", lambda x: jax.nn.softmax(x, axis=-1), ("b,s,s",)),
    Model("causal_mask", _causal_mask, ("b,s,s",)),
    Model("attention", _attention, (_HEADS,) * 3),
    Model("cross_attention", _attention, (_HEADS, "b,4,t,16", "b,4,t,16")),
    Model("merge_heads", _merge_heads, (_HEADS, "64,64")),
    Model("transformer_block", _transformer_block, ("b,s,64", *_SQUARE * 4, "64,256", "256,64", "64", "64")),
    Model("mlp", _mlp, ("b,s,64", "64,256", "256", "256,64", "64")),
    Model("bias", jnp.add, ("b,s,64", "64")),
    Model("layer_norm", _layer_norm, ("b,s,64", "64", "64")),
    Model("rms_norm", _rms_norm, ("b,s,64", "64")),
    Model("outer", lambda x, y: x[:, :, None] * y[:, None, :], ("b,s", "b,s")),
    Model("chain", _chain, ("b,s,64",) * 2),
    Model("convolution", _convolution, ("b,32,32,8", "3,3,8,16")),
    Model("convolution_any_image", _convolution, ("b,h,w,8", "3,3,8,16")),
    Model("depthwise_any_image", _depthwise, ("b,h,w,32", "3,3,1,32")),
    Model("instance_norm", lambda x: _normal(x, (1, 2)), ("b,h,w,64",)),
    Model("group_norm", _group_norm, ("b,h,w,64",)),
    Model("batch_norm", lambda x: _normal(x, (0, 1, 2)), ("b,h,w,64",)),
    Model("resized", _resized, ("b,h,w,16",)),
    Model("grouped_queries", _grouped_queries, ("b,2,4,s,32", "b,2,s,32", "b,2,s,32")),
    Model("pooled", lambda x, w: jax.nn.relu(x @ w).mean(1), ("b,s,64", "64,64")),
    Model("masked_mean", _masked_mean, ("b,s,64", "b,s:2")),
    Model("embedding", lambda i, t, w: t[i] @ w, ("b,s:1000", "1000,64", "64,64")),
    Model("batch_matmul", jnp.matmul, ("b,s,t", "b,t,s")),
    Model("best_expert", _best_expert, ("b,s,64", "64,8", "8,64,64")),
    Model("top_k", lambda x, w: lax.top_k(x @ w, 4)[0], ("b,s,64", "64,32")),
    Model("recurrent", _recurrent, ("s,b,64", "b,64", "64,64", "64,64")),
    Model("iterated", _iterated, ("s,t",)),
    Model("updated_rows", _updated_rows, ("t,s", "b:16", "b,s")),
    Model("cumulative_sum", lambda x: jnp.cumsum(x, axis=1), ("b,s,64",)),
    Model("reversed", lambda x: x[:, ::-1], ("b,s,64",)),
    Model("append_to_cache", _append_to_cache, ("b,s,64", "b,1,64")),
    Model("loss", _loss, ("b,s,64", "64,256", "b,s:256")),
    TextProgram(
        "chlo_broadcasts",
        lambda x, row, scale: jnp.maximum((x + row) * scale, 0),
        ("b,s,64", "s,64", "b,1,64"),
        text=_BROADCASTS,
    ),
]
