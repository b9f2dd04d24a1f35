"""jaxlib: StableHLO's own passes, and XLA's CPU backend."""

from __future__ import annotations

import importlib.metadata
import os
import platform
from collections.abc import Iterable, Iterator, Sequence

import numpy as np

# Compiling takes most of the time; the programs run for microseconds. Without FMA,
# single operations give NumPy's bits; the algebraic simplifier turns a / b / c into a /
# (b * c), which does not.
_FLAGS = [
    "--xla_cpu_parallel_codegen_split_count=1",
    "--xla_backend_optimization_level=0",
    "--xla_disable_hlo_passes=algsimp",
    # Each operation on f16 and bf16 is rounded.
    "--xla_allow_excess_precision=false",
]
if platform.machine() == "x86_64":
    # The last instruction set before FMA; it has conversions of f16.
    _FLAGS.append("--xla_cpu_max_isa=AVX")
if importlib.metadata.version("jaxlib").startswith("0.10."):
    # Newer versions do not know it.
    _FLAGS.append("--xla_cpu_use_fusion_emitters=false")
os.environ["XLA_FLAGS"] = " ".join(_FLAGS)
os.environ["JAX_PLATFORMS"] = "cpu"
os.environ["TF_CPP_MIN_LOG_LEVEL"] = "2"

import jax  # noqa: E402
from jax._src.interpreters import mlir as jax_mlir  # noqa: E402
from jax._src.lib import _jax, xla_client  # noqa: E402
from jax.extend.mlir import refine_polymorphic_shapes  # noqa: E402
from jaxlib.mlir import ir  # noqa: E402
from jaxlib.mlir.dialects import stablehlo  # noqa: E402
from jaxlib.mlir.passmanager import PassManager  # noqa: E402

_BROADCASTABLE = "chlo.broadcast_"


class PeerError(Exception):
    """A peer rejects what it should accept."""


class Module:
    """A module that jaxlib has parsed and verified."""

    def __init__(self, peer: Peer, text: str) -> None:
        self._peer = peer
        with peer.context:
            try:
                self._module = ir.Module.parse(text)
                self._module.operation.verify()
            except Exception as error:
                raise PeerError(f"jaxlib does not parse or verify it: {error}") from error

    def text(self) -> str:
        """Prints it."""
        return str(self._module)

    def generic_text(self) -> str:
        """Prints the generic form."""
        return self._module.operation.get_asm(print_generic_op_form=True)

    def run(self, passes: str) -> Module:
        """Runs passes on a copy; raises `PeerError` if one fails."""
        copy = Module(self._peer, str(self._module))
        copy.run_in_place(passes)
        return copy

    def run_in_place(self, passes: str, is_verified: bool = False) -> None:
        """Runs passes; raises `PeerError` if one fails."""
        self._peer.run_passes(self._module, passes, is_verified)

    def op_names(self) -> list[str]:
        """Returns the names of all ops."""
        return [op.name for op in _walk(self._module.operation)]

    def make_portable(self) -> None:
        """Serializes it as a portable artifact; raises `PeerError` if that fails."""
        version = stablehlo.get_current_version()
        try:
            with self._peer.context:
                stablehlo.serialize_portable_artifact_str(str(self._module), version)
        except Exception as error:
            raise PeerError(f"no portable artifact can be made: {error}") from error

    def broadcastable_ops(self) -> list[str]:
        """Returns the names of the broadcastable ops that are left."""
        return [name for name in self.op_names() if name.startswith(_BROADCASTABLE)]

    def specialise(self, types: Iterable[str]) -> Concrete:
        """Replaces the types of the arguments of `main` with static ones."""
        copy = self.run(f"stablehlo-refine-arguments{{types={','.join(types)}}}")
        return Concrete(self._peer, copy._module)


class Concrete:
    """A module whose arguments have concrete types."""

    def __init__(self, peer: Peer, module: ir.Module) -> None:
        self._peer = peer
        self._module = module
        with peer.context:
            self._checked = ir.Module.parse(str(module))

    def failed_assertion(self) -> str | None:
        """Makes all sizes constant and checks the assertions, as StableHLO does.

        Returns the message of the first failed one, if any.
        """
        self._peer.run_passes(self._checked, "inline,cse,stablehlo-refine-shapes")
        passes = PassManager.parse("builtin.module(func.func(stablehlo-check-shape-assertions))", self._peer.context)
        passes.enable_verifier(False)
        try:
            passes.run(self._checked.operation)
        except ir.MLIRError as error:
            return str(error.error_diagnostics[0].message)
        return None

    def wrong_hints(self) -> list[str]:
        """Returns the expansion hints that are false after all sizes have become constant."""
        wrong = []
        for op in _walk(self._checked.operation):
            if op.name != "stablehlo.dynamic_broadcast_in_dim":
                continue
            operand = ir.RankedTensorType(op.operands[0].type).shape
            result = ir.RankedTensorType(op.results[0].type).shape
            aligned = [result[dim] for dim in op.attributes["broadcast_dimensions"]]
            for hint, holds in (
                ("known_nonexpanding_dimensions", lambda small, large: small == large),
                ("known_expanding_dimensions", lambda small, large: small != large),
            ):
                dims = op.attributes[hint] if hint in op.attributes else ()
                if not all(holds(operand[dim], aligned[dim]) for dim in dims):
                    wrong.append(f"{hint} of {op}")
        return wrong

    def refine(self) -> ir.Module:
        """Makes all sizes constant and checks the assertions, as JAX does."""
        try:
            refined = refine_polymorphic_shapes(
                jax_mlir.module_to_bytecode(self._module),
                enable_shape_assertions=True,
                validate_static_shapes=True,
                enable_shardy=False,
            )
            with self._peer.context:
                return ir.Module.parse(refined)
        except Exception as error:
            raise PeerError(f"JAX does not refine its shapes: {error}") from error

    def compile(self) -> Executable:
        """Compiles it as XLA does: XLA's own refinement, then code generation."""
        module = self.refine()
        try:
            return Executable(self._peer, module)
        except Exception as error:
            raise PeerError(f"XLA does not compile it: {error}") from error


class Executable:
    """A program that XLA has compiled."""

    def __init__(self, peer: Peer, module: ir.Module) -> None:
        self._device = peer.device
        devices = _jax.DeviceList((peer.device,))
        options = xla_client.CompileOptions()
        self._executable = peer.device.client.compile_and_load(module, devices, options)

    def run(self, arguments: Sequence[np.ndarray]) -> list[np.ndarray]:
        """Runs it."""
        buffers = jax.device_put(list(arguments), self._device)
        results = self._executable.execute_sharded(buffers)
        arrays = results.disassemble_into_single_device_arrays()
        return [np.asarray(array[0]) for array in arrays]


class Peer:
    """One context and one device."""

    def __init__(self) -> None:
        jax.config.update("jax_enable_x64", True)
        stablehlo.register_stablehlo_passes()
        self.context = jax_mlir.make_ir_context()
        self.context.allow_unregistered_dialects = True
        self.device = jax.devices("cpu")[0]

    def type_of(self, array: np.ndarray) -> str:
        """Returns the type of an array in MLIR."""
        with self.context:
            element = str(jax_mlir.dtype_to_ir_type(array.dtype))
        return "tensor<" + "".join(f"{size}x" for size in array.shape) + f"{element}>"

    def run_passes(self, module: ir.Module, passes: str, is_verified: bool = False) -> None:
        """Runs passes; between them, types may be inconsistent unless `is_verified`."""
        manager = PassManager.parse(f"builtin.module({passes})", self.context)
        manager.enable_verifier(is_verified)
        try:
            manager.run(module.operation)
        except ir.MLIRError as error:
            raise PeerError(f"{passes} fails: {error}") from error


def _walk(operation: ir.Operation) -> Iterator[ir.Operation]:
    yield operation
    for region in operation.regions:
        for block in region.blocks:
            for op in block.operations:
                yield from _walk(op.operation)
