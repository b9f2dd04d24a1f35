"""TVM's Relax on the CPU; each unknown size is a variable of its own."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import tvm
from tvm import relax, tirx

from ..answers import Run, computed, refusing, require_no
from ..clamps import split_clamps

_DTYPES = {"f32": "float32", "i1": "bool"}
_OPS = {
    "add": relax.op.add,
    "subtract": relax.op.subtract,
    "maximum": relax.op.maximum,
    "minimum": relax.op.minimum,
    "greater": relax.op.greater,
    "select": relax.op.where,
}
_ERRORS = (RuntimeError, ValueError, TypeError)


def _argument(number: int, it: dict) -> relax.Var:
    dims = [tirx.Var(f"s{number}_{dim}", "int64") if size is None else size for dim, size in enumerate(it["shape"])]
    return relax.Var(f"arg{number}", relax.TensorType(dims, _DTYPES[it["element"]]))


def compile_case(case: dict) -> Run:
    require_no(case, "bounded", "broadcast-dimensions", "declared-result")
    arguments = [_argument(number, it) for number, it in enumerate(case["arguments"])]
    builder = relax.BlockBuilder()
    emitting = {name: lambda *operands, op=op: builder.emit(op(*operands)) for name, op in _OPS.items()}
    with refusing(*_ERRORS):
        with builder.function("main", arguments):
            builder.emit_func_output(computed(split_clamps(case), emitting, arguments))
        machine = relax.VirtualMachine(tvm.compile(builder.get(), target="llvm"), tvm.cpu())

    @refusing(*_ERRORS)
    def run(arrays: Sequence[np.ndarray]) -> np.ndarray:
        return machine["main"](*map(tvm.runtime.tensor, arrays)).numpy()

    return run
