"""A process that calls compiled programs, which may end it: programs read where no tensor is.

Reads requests from standard input, each pickled behind its length in 8 bytes, and writes answers in
the same form. It is run as a file.
"""

from __future__ import annotations

import os
import pickle
import re
import sys
import time
from collections.abc import Callable
from typing import IO, Any

# Programs by their file and function, and the last static one by its artifact.
_loaded: dict[tuple[str, str | bytes], Any] = {}


def main() -> None:
    # What libraries print must not be taken for an answer.
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    # Its directory has modules whose names others may use.
    sys.path.pop(0)
    functions: dict[str, Callable[..., tuple[str, Any, float]]] = {"iree": call_iree, "xla": call_xla}
    while (request := receive(sys.stdin.buffer)) is not None:
        kind, *details = request
        send(answers, functions[kind](*details))


def receive(stream: IO[bytes]) -> Any:
    """Reads a message; `None` at the end."""
    header = stream.read(8)
    if len(header) < 8:
        return None
    body = stream.read(int.from_bytes(header, "little"))
    return pickle.loads(body)


def send(stream: IO[bytes], message: Any) -> None:
    """Writes a message."""
    body = pickle.dumps(message, protocol=5)
    stream.write(len(body).to_bytes(8, "little") + body)
    stream.flush()


def call_iree(path: str, function: str, arguments: list[Any]) -> tuple[str, Any, float]:
    """Calls a function of a module that IREE has compiled."""
    import numpy as np
    from iree import runtime  # type: ignore[import-untyped]

    if (path, function) not in _loaded:
        with open(path, "rb") as file:
            module = runtime.load_vm_flatbuffer(file.read(), driver="local-sync")
        _loaded[path, function] = module[function]
    start = time.monotonic()
    try:
        results = _loaded[path, function](*arguments)
        if results is None:
            results = []
        elif not isinstance(results, (list, tuple)):
            results = [results]
        # Copies: what the runtime returns may be freed with the result.
        arrays = [np.array(it.to_host() if hasattr(it, "to_host") else it) for it in results]
    except Exception as error:
        return "refused", str(error), time.monotonic() - start
    return "ok", arrays, time.monotonic() - start


def call_xla(
    artifact: bytes, function: str, arguments: list[Any], types: list[str], is_static: bool
) -> tuple[str, Any, float]:
    """Calls a function of a portable artifact on XLA, as JAX does with an exported function."""
    import jax
    import numpy as np

    start = time.monotonic()
    kind, results = "refused", None
    with with_64_bits():
        try:
            call = _loaded.get(("static", artifact)) if is_static else None
            if call is None:
                module = _read(artifact, function)
                if not is_static:
                    module = _refined(module, types)
                call = jax.jit(_exported(module, arguments).call)
            if is_static:
                _loaded.clear()
                _loaded["static", artifact] = call
            kind = "failed"
            results = [np.asarray(it) for it in call(*arguments)]
        except Exception as error:
            return kind, str(error), time.monotonic() - start
    return "ok", results, time.monotonic() - start


def with_64_bits() -> Any:
    """Returns a context in which JAX keeps types of 64 bits."""
    import jax

    # The name in older versions.
    where: Any = jax if hasattr(jax, "enable_x64") else jax.experimental
    return where.enable_x64(True)


def _read(artifact: bytes, function: str) -> Any:
    """Reads an artifact, with the function as `main`."""
    from jax._src.interpreters.mlir import make_ir_context
    from jaxlib.mlir import ir
    from jaxlib.mlir.dialects import stablehlo

    module = stablehlo.deserialize_portable_artifact(make_ir_context(), artifact)
    with module.context:
        symbols = ir.SymbolTable(module.operation)
        if function != "main":
            if "main" in symbols:
                symbols.set_symbol_name(symbols["main"], "other_main")
            symbols.set_symbol_name(symbols[function], "main")
    return module


def _refined(module: Any, types: list[str]) -> Any:
    """Returns a module for arguments of these types, whose checks hold."""
    import io

    from jax.extend.mlir import refine_polymorphic_shapes
    from jaxlib.mlir import ir
    from jaxlib.mlir.dialects import stablehlo
    from jaxlib.mlir.passmanager import PassManager

    def run(passes: str, on: Any) -> None:
        manager = PassManager.parse(f"builtin.module({passes})")
        # Between passes for shapes, types may not agree.
        manager.enable_verifier(False)
        manager.run(on.operation)

    stablehlo.register_stablehlo_passes()
    with module.context:
        if types:
            run(f"stablehlo-refine-arguments{{types={','.join(types)}}}", module)
        checked = ir.Module.parse(str(module))
        bytecode = io.BytesIO()
        module.operation.write_bytecode(bytecode)
        options = {"enable_shape_assertions": True, "validate_static_shapes": True, "enable_shardy": False}
        try:
            return ir.Module.parse(refine_polymorphic_shapes(bytecode.getvalue(), **options))
        except Exception:
            # JAX does not say which check fails.
            run("inline,cse,stablehlo-refine-shapes", checked)
            try:
                run("func.func(stablehlo-check-shape-assertions)", checked)
            except ir.MLIRError as error:
                message = str(error.error_diagnostics[0].message)
                # A size that these passes do not compute.
                if "expects static" not in message:
                    raise ValueError(message) from error
            raise


def _exported(module: Any, arguments: list[Any]) -> Any:
    """Returns an `Exported` of JAX that has a module of static shapes."""
    import dataclasses

    import jax
    from jax import export
    from jax.extend.mlir import serialize_portable_artifact
    from jaxlib.mlir import ir
    from jaxlib.mlir.dialects import stablehlo

    with module.context:
        main = ir.SymbolTable(module.operation)["main"]
        types = [
            ir.RankedTensorType(it)
            for it in ir.FunctionType(ir.TypeAttr(main.attributes["function_type"]).value).results
        ]
        results = [(tuple(it.shape), dtype_of(str(it.element_type))) for it in types]
        # With ops of Shardy, as JAX does.
        artifact = serialize_portable_artifact(module, stablehlo.get_current_version(), use_mixed_serialization=True)

    def with_same_types(*_: Any) -> tuple[Any, ...]:
        return tuple(jax.numpy.zeros(shape, dtype) for shape, dtype in results)

    given = [jax.ShapeDtypeStruct(array.shape, array.dtype) for array in arguments]
    model = export.export(jax.jit(with_same_types))(*given)
    kept = tuple(range(len(given)))
    return dataclasses.replace(model, mlir_module_serialized=artifact, module_kept_var_idx=kept)


# NumPy's names of MLIR's element types.
_DTYPES = {"f64": "float64", "f32": "float32", "f16": "float16", "bf16": "bfloat16", "i1": "bool"}
_DTYPES |= {"complex<f32>": "complex64", "complex<f64>": "complex128"}


def dtype_of(element: str) -> Any:
    """Returns NumPy's type for a type of elements; raises `KeyError` if there is none."""
    import numpy as np

    name = _DTYPES.get(element)
    if name is None and (match := re.fullmatch(r"(u?)i(2|4|8|16|32|64)", element)):
        name = f"{match[1]}int{match[2]}"
    if name is None and (match := re.fullmatch(r"f(4|6|8)(E\w+)", element)):
        name = f"float{match[1]}_{match[2].lower()}"
    if name is None:
        raise KeyError(element)
    try:
        return np.dtype(name)
    except TypeError:
        import ml_dtypes

        try:
            return np.dtype(getattr(ml_dtypes, name))
        except AttributeError:
            raise KeyError(element) from None


if __name__ == "__main__":
    main()
