"""`jax.export` of one program for all sizes; each unknown size has a symbol of its own."""

from collections.abc import Sequence

import numpy as np
from jax import export
from numeric.peer import jax

from ..answers import Refused, Run, serve
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
    try:
        exported = export.export(called)(*arguments)
    except (TypeError, ValueError) as error:
        # An inconclusive comparison of symbols is one, too.
        raise Refused(error) from error

    def run(arrays: Sequence[np.ndarray]) -> np.ndarray:
        try:
            return np.asarray(exported.call(*arrays))
        except (TypeError, ValueError) as error:
            raise Refused(error) from error

    return run


if __name__ == "__main__":
    serve(compile_case)
