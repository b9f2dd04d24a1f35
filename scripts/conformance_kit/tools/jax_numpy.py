"""`jax.numpy` under `jax.jit`, which traces a function again for the sizes of each call."""

from collections.abc import Callable, Sequence

import numpy as np
from numeric.peer import jax

from ..answers import Refused, Run, require_no, serve

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

    def call(*arguments: jax.Array) -> jax.Array:
        arrays = list(arguments)
        for step in case["steps"]:
            arrays.append(_OPS[step["op"]](*(arrays[number] for number in step["operands"])))
        return arrays[-1]

    return call


def compile_case(case: dict) -> Run:
    compiled = jax.jit(function(case))

    def run(arguments: Sequence[np.ndarray]) -> np.ndarray:
        try:
            return np.asarray(compiled(*arguments))
        except (TypeError, ValueError) as error:
            raise Refused(error) from error

    return run


if __name__ == "__main__":
    serve(compile_case)
