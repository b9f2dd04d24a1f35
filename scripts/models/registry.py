"""The form of a model: a function of arrays whose sizes have names."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass

import jax

# The sizes that each model is run with.
SIZES = (
    dict(b=2, t=7, s=5, h=16, w=25, p=2, q=3),
    dict(b=1, t=4, s=9, h=33, w=16, p=4, q=1),
    dict(b=5, t=16, s=3, h=24, w=40, p=3, q=5),
)


@dataclass(frozen=True)
class Model:
    """A model.

    `arguments` has a shape for each argument, such as `b, t, 8*p`, of floats; `:N` after
    it is for integers below N. Any `constraints` relate the names. In a wrong call, the
    argument `wrong` has one more element in its dim 0 than the others expect; `None` if
    no sizes are wrong.
    """

    name: str
    function: Callable
    arguments: tuple[str, ...]
    wrong: int | None = None
    constraints: tuple[str, ...] = ()


def weights_of(initialise: Callable, *arguments) -> Callable:
    """Returns a function that computes weights when it is called first, also while JAX traces."""

    @functools.cache
    def weights():
        with jax.ensure_compile_time_eval():
            return initialise(*arguments)

    return weights
