"""TOSA in `mlir-opt`, lowered to Linalg and loops, and run by `mlir-runner`."""

import os
import re
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from ..answers import NotApplicable, Refused, Run, require_no, run_command
from ..clamps import split_clamps
from ..types import Type

_LLVM = Path(os.environ.get("MLIR_SYS_220_PREFIX", "/usr/lib/llvm-22"))
MLIR_OPT = str(_LLVM / "bin/mlir-opt")
_RUNNER = str(_LLVM / "bin/mlir-runner")
_LIBRARIES = [str(_LLVM / f"lib/libmlir_{name}.so") for name in ("runner_utils", "c_runner_utils")]
_TO_LINALG = "func.func(tosa-to-linalg-named,tosa-to-linalg,tosa-to-arith,tosa-to-tensor)"
_TO_LLVM = (
    "one-shot-bufferize{bufferize-function-boundaries},func.func(convert-linalg-to-loops),"
    "convert-scf-to-cf,expand-strided-metadata,lower-affine,convert-math-to-llvm,"
    "convert-arith-to-llvm,"
    "finalize-memref-to-llvm,convert-func-to-llvm,convert-cf-to-llvm,reconcile-unrealized-casts"
)
_OPS = {
    "add": "add",
    "subtract": "sub",
    "maximum": "maximum",
    "minimum": "minimum",
    "greater": "greater",
    "select": "select",
}
# The specification begins at 1.
_NO_ZERO = "there is no size 0"
_ELEMENTS = {"f": "f32", "i": "i32", "b": "i1"}
_ELEMENT = re.compile(r"[fi]\d+>$")
_SIZES = re.compile(r"sizes = \[([\d, ]*)\]")


def _program(case: dict) -> str:
    """Returns the function of a case."""
    types = [Type.from_json(it).mlir() for it in case["arguments"]]
    names = [f"%arg{number}" for number in range(len(types))]
    declared = ", ".join(f"{name}: {it}" for name, it in zip(names, types))
    lines = []
    for number, step in enumerate(split_clamps(case)):
        result = Type.from_json(step["type"]).mlir()
        operands, signature = zip(*((names[at], types[at]) for at in step["operands"]))
        lines.append(
            f"  %{number} = tosa.{_OPS[step['op']]} {', '.join(operands)} : ({', '.join(signature)}) -> {result}"
        )
        names.append(f"%{number}")
        types.append(result)
    head = f"func.func @main({declared}) -> {types[-1]} {{"
    return "\n".join([head, *lines, f"  return {names[-1]} : {types[-1]}", "}", ""])


def _entry(arguments: Sequence[np.ndarray], types: Sequence[str], result: str) -> str:
    """Returns a function that calls `main`, of these types, with constants, and prints the result as integers: floats are
    printed with six digits."""
    lines = []
    for number, (array, declared) in enumerate(zip(arguments, types, strict=True)):
        static = Type(array.shape, (None,) * array.ndim, _ELEMENTS[array.dtype.kind]).mlir()
        lines.append(f"  %c{number} = arith.constant dense<{_elements(array)}> : {static}")
        lines.append(f"  %a{number} = tensor.cast %c{number} : {static} to {declared}")
    names = ", ".join(f"%a{number}" for number in range(len(types)))
    shown = _ELEMENT.sub("i32>", result)
    lines += [
        f"  %r = call @main({names}) : ({', '.join(types)}) -> {result}",
        f"  %f = tosa.cast %r : ({result}) -> {shown}",
        f"  %u = tensor.cast %f : {shown} to tensor<*xi32>",
        "  call @printMemrefI32(%u) : (tensor<*xi32>) -> ()",
        "  return",
    ]
    head = "func.func private @printMemrefI32(tensor<*xi32>)\nfunc.func @entry() {"
    return "\n".join([head, *lines, "}", ""])


def _elements(array: np.ndarray) -> str:
    if not array.size:
        return ""
    if array.dtype == np.bool_:
        return str(array.tolist()).lower()
    return str(array.tolist())


def _lower(text: str, passes: str) -> str:
    """Runs passes of mlir-opt; raises `Refused` if one fails."""
    done = run_command([MLIR_OPT, f"--pass-pipeline=builtin.module({passes})"], text)
    if done.returncode != 0:
        raise Refused(done.stderr)
    return done.stdout


def _run_entry(text: str) -> np.ndarray:
    """Lowers a module to LLVM, calls its function `entry`, and returns what that prints."""
    lowered = _lower(text, f"{_TO_LINALG},{_TO_LLVM}")
    libraries = f"-shared-libs={','.join(_LIBRARIES)}"
    done = run_command([_RUNNER, "-e", "entry", "-entry-point-result=void", libraries], lowered)
    if done.returncode != 0:
        raise Refused(done.stderr)
    sizes, _, elements = done.stdout.partition("data =")
    shape = [int(size) for size in _SIZES.findall(sizes)[0].split(",") if size.strip()]
    count = int(np.prod(shape, dtype=np.int64))
    words = elements.replace("[", " ").replace("]", " ").replace(",", " ").split()
    return np.array([float(word) for word in words[:count]], dtype=np.float32).reshape(shape)


def compile_case(case: dict) -> Run:
    # TOSA's ops take operands of one rank; its clamp has attributes as limits.
    require_no(case, "bounded", "broadcast-dimensions", "mixed-ranks")
    if any(0 in it["shape"] for it in [*case["arguments"], case["steps"][-1]["type"]]):
        raise NotApplicable(_NO_ZERO)
    types = [Type.from_json(it).mlir() for it in case["arguments"]]
    result = Type.from_json(case["steps"][-1]["type"]).mlir()
    text = _program(case)
    _lower(text, _TO_LINALG)

    def run(arguments: Sequence[np.ndarray]) -> np.ndarray:
        if any(not array.size for array in arguments):
            raise NotApplicable(_NO_ZERO)
        array = _run_entry(text + _entry(arguments, types, result))
        is_boolean = case["steps"][-1]["type"]["element"] == "i1"
        return array.astype(np.bool_) if is_boolean else array

    return run
