"""Exports models, and makes arguments for them."""

from __future__ import annotations

import math
from collections.abc import Mapping

import jax
import numpy as np
from jax import export

from .registry import Model


def exported(model: Model) -> str:
    """Exports a model at symbolic sizes as StableHLO."""
    scope = export.SymbolicScope(model.constraints)
    shapes = []
    for argument in model.arguments:
        shape, _, limit = argument.partition(":")
        element = np.int32 if limit else np.float32
        shapes.append(jax.ShapeDtypeStruct(export.symbolic_shape(shape, scope=scope), element))
    return export.export(jax.jit(model.function))(*shapes).mlir_module()


def random_arguments(model: Model, sizes: Mapping[str, int]) -> list[np.ndarray]:
    """Returns arguments at the given sizes, the same in every run."""
    generator = np.random.default_rng(0)
    arguments = []
    for argument in model.arguments:
        shape, _, limit = argument.partition(":")
        shape = [_size(dim, sizes) for dim in shape.split(",")]
        if limit:
            arguments.append(generator.integers(0, int(limit), shape, np.int32))
        else:
            arguments.append(generator.standard_normal(shape).astype(np.float32))
    return arguments


def _size(dim: str, sizes: Mapping[str, int]) -> int:
    """Returns the size of a dim such as `8*p`."""
    factors = (factor.strip() for factor in dim.split("*"))
    return math.prod(sizes[factor] if factor in sizes else int(factor) for factor in factors)
