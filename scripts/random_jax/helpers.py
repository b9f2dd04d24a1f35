"""Functions that random programs use beside those of JAX."""

import contextlib
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

__all__ = [
    "bounded", "fill", "identity_with_gradient", "index_of", "nonzero", "real", "reductions", "rounded",
    "size_of", "summed", "to", "wide", "windows",
]  # fmt: skip

_noise: np.random.Generator | None = None
_is_for_iree = False


@contextlib.contextmanager
def noise(seed: int) -> Iterator[None]:
    """Changes what `rounded` and `summed` return by as much as rounding might."""
    global _noise
    _noise = np.random.default_rng(seed)
    try:
        yield
    finally:
        _noise = None


@contextlib.contextmanager
def for_iree() -> Iterator[None]:
    """Leaves in `wide`, `windows` and `reductions` what XLA computes wrongly."""
    global _is_for_iree
    _is_for_iree = True
    try:
        yield
    finally:
        _is_for_iree = False


def wide(indices: Any) -> Any:
    """Widens narrow indices, except in programs for IREE: XLA computes wrongly with them in scatters and
    updates, and writes outside of the tensors (docs/limits.md)."""
    return indices if _is_for_iree or indices.dtype.itemsize >= 4 else indices.astype(jnp.int32)


def windows(
    values: Any, initial: Any, op: Callable, sizes: Sequence, strides: Sequence, edges: Sequence, spread: Sequence,
    dilation: Sequence, neutral: Any = None,
) -> Any:  # fmt: skip
    """Reduces windows. Each element of the padding, and of the holes, is the initial value; XLA adds it once
    (docs/limits.md), so it gets a tensor that has these elements. It begins with
    `neutral`, or, if there is none, with an initial value that may be reduced any number of times."""
    if _is_for_iree:
        return lax.reduce_window(values, initial, op, sizes, strides, edges, spread, dilation)
    widths = [(*pair, hole - 1) for pair, hole in zip(edges, spread, strict=True)]
    values = jax.tree.map(lambda value, number: lax.pad(value, number, widths), values, initial)
    first = initial if neutral is None else neutral
    reduced = lax.reduce_window(values, first, op, sizes, strides, "VALID", None, dilation)
    return _with_initial(reduced, initial, op)


def reductions(values: Any, initial: Any, op: Callable, dims: Sequence[int], neutral: Any = None) -> Any:
    """Reduces tensors. XLA adds the initial value several times, or not at all (docs/limits.md), so it begins with
    `neutral`, or, if there is none, with an initial value that may be reduced any number of times."""
    if _is_for_iree:
        return lax.reduce(values, initial, op, dims)
    return _with_initial(lax.reduce(values, initial if neutral is None else neutral, op, dims), initial, op)


def _with_initial(reduced: Any, initial: Any, op: Callable) -> Any:
    return op(jax.tree.map(lambda number, part: jnp.full(part.shape, number), initial, reduced), reduced)


def rounded(value: Any) -> Any:
    """Marks floats that may be rounded in several ways."""
    return value if _noise is None else jax.tree.map(_changed, value)


def summed(value: Any) -> Any:
    """Marks sums and products, which are exact if they are integers that the type can represent."""
    if _noise is None:
        return value
    return jax.tree.map(lambda part: part if _is_whole(part) else _changed(part), value)


def _is_whole(value: Any) -> bool:
    if isinstance(value, jax.core.Tracer):
        return False
    numbers = np.asarray(value)
    if numbers.dtype.kind == "c":
        return _is_whole(numbers.real) and _is_whole(numbers.imag)
    if not jnp.issubdtype(numbers.dtype, jnp.floating):
        return True
    numbers = numbers.astype(np.float64)
    # Parts of a sum may be greater than the sum.
    limit = 0.25 / float(jnp.finfo(value.dtype).eps)
    return bool(np.all((numbers == np.round(numbers)) & (np.abs(numbers) < limit)))


def _changed(value: Any) -> Any:
    value = jnp.asarray(value)
    if not jnp.issubdtype(value.dtype, jnp.inexact):
        return value
    eps = float(jnp.finfo(value.dtype).eps)
    # Each element changes: what is unchanged by chance would be taken for exact.
    signs = 2 * _noise.integers(0, 2, value.shape) - 1
    return value + (value * jnp.asarray(eps * signs, value.real.dtype)).astype(value.dtype)


def to(value: jax.Array, element: Any) -> jax.Array:
    """Converts to a type; floats are first brought into the range of integers."""
    element = jnp.dtype(element)
    if jnp.issubdtype(value.dtype, jnp.complexfloating) and not jnp.issubdtype(element, jnp.complexfloating):
        value = value.real
    if jnp.issubdtype(value.dtype, jnp.floating) and jnp.issubdtype(element, jnp.integer):
        low = 0 if jnp.issubdtype(element, jnp.unsignedinteger) else -100
        value = jnp.clip(jnp.nan_to_num(value), low, 100)
    return value.astype(element)


def real(value: jax.Array) -> jax.Array:
    """Converts to floats."""
    if jnp.issubdtype(value.dtype, jnp.floating):
        return value
    return to(value, jnp.float32)


def bounded(value: jax.Array) -> jax.Array:
    """Keeps floats small."""
    if jnp.issubdtype(value.dtype, jnp.floating):
        return jnp.clip(jnp.nan_to_num(value), -9, 9)
    return value


def nonzero(value: jax.Array) -> jax.Array:
    """Replaces divisors that have no defined quotient."""
    return jnp.where((value == 0) | (value == to(jnp.int32(-1), value.dtype)), to(jnp.int32(3), value.dtype), value)


def index_of(value: jax.Array) -> jax.Array:
    """Returns a number of a tensor of integers, 2 if it is empty."""
    flat = jnp.ravel(value)
    index = jnp.concatenate([flat, jnp.full((1,), 2, value.dtype)])[0]
    # To a negative index, JAX adds the size in the index's type.
    return wide(index) if index.dtype.kind == "u" else index


def size_of(value: jax.Array, dim: int, element: Any) -> jax.Array:
    """Returns a size as a number of a type, which may wrap."""
    return jnp.asarray(value.shape[dim]).astype(element)


def fill(value: jax.Array, number: int) -> jax.Array:
    """Returns a tensor of one number."""
    return jnp.full(value.shape, number, value.dtype)


@jax.custom_jvp
def identity_with_gradient(x: jax.Array) -> jax.Array:
    """Returns its argument; the gradient is halved."""
    return x * 1


@identity_with_gradient.defjvp
def _gradient(primals: tuple[Any], tangents: tuple[Any]) -> tuple[Any, Any]:
    return identity_with_gradient(primals[0]), tangents[0] * 0.5
