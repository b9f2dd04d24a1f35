"""`jax.numpy` under `jax.jit`, which traces a function again for the sizes of each call."""

from collections.abc import Callable, Sequence

import numpy as np
from numeric.peer import jax

from ..answers import Run, computed, refusing, require_no

jnp = jax.numpy
_OPS: dict[str, Callable] = {
    "add": jnp.add,
    "subtract": jnp.subtract,
    "maximum": jnp.maximum,
    "greater": jnp.greater,
    "select": jnp.where,
    "clamp": lambda lower, value, upper: jnp.clip(value, lower, upper),
}


def function(case: dict) -> Callable[..., jax.Array]:
    """Returns a case as a function of arrays."""
    require_no(case, "bounded", "broadcast-dimensions", "declared-result")
    return lambda *arguments: computed(case["steps"], _OPS, arguments)


def compile_case(case: dict) -> Run:
    compiled = jax.jit(function(case))

    @refusing(TypeError, ValueError)
    def run(arguments: Sequence[np.ndarray]) -> np.ndarray:
        return np.asarray(compiled(*arguments))

    return run
