"""`jax.export` of one program for all sizes; each unknown size has a symbol of its own."""

from collections.abc import Sequence

import numpy as np
from jax import export
from numeric.peer import jax

from ..answers import Run, refusing
from .jax_numpy import function

_DTYPES = {"f32": np.float32, "i1": np.bool_}


def compile_case(case: dict) -> Run:
    called = jax.jit(function(case))
    scope = export.SymbolicScope()
    arguments = []
    for number, it in enumerate(case["arguments"]):
        words = [f"s{number}_{dim}" if size is None else str(size) for dim, size in enumerate(it["shape"])]
        shape = export.symbolic_shape(f"({', '.join(words)},)" if words else "()", scope=scope)
        arguments.append(jax.ShapeDtypeStruct(shape, _DTYPES[it["element"]]))
    # An inconclusive comparison of symbols is a refusal, too.
    with refusing(TypeError, ValueError):
        exported = export.export(called)(*arguments)

    @refusing(TypeError, ValueError)
    def run(arrays: Sequence[np.ndarray]) -> np.ndarray:
        return np.asarray(exported.call(*arrays))

    return run
