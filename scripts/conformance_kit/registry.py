"""The tools that the kit knows."""

import subprocess
from collections.abc import Callable
from dataclasses import dataclass, field
from importlib import metadata
from pathlib import Path

from .answers import command_of

# Policies of bcast-lower, beside `zero-extents`.
_OURS = {"bounded-expansion": "refuse", "static-result": "numpy"}


@dataclass(frozen=True)
class Tool:
    """A tool, as the module that answers for it."""

    name: str
    title: str
    module: str
    arguments: tuple[str, ...] = ()
    # The packages of scripts/peers that it needs, beside jaxlib.
    peers: str = ""
    policies: dict[str, str] = field(default_factory=dict)
    # Whether the path of bcast-lower is its first argument.
    is_ours: bool = False
    version: Callable[[], str] = lambda: ""

    def command(self, binary: Path | None) -> list[str]:
        """Returns the program that answers."""
        own = [str(binary)] if self.is_ours else []
        return command_of(self.module, [*own, *self.arguments])


def _package(name: str) -> Callable[[], str]:
    return lambda: metadata.version(name)


def _mlir_version() -> str:
    from .tools.tosa import MLIR_OPT

    done = subprocess.run([MLIR_OPT, "--version"], capture_output=True, text=True, check=True)
    return next(line.split()[-1] for line in done.stdout.splitlines() if "version" in line)


def _ours(name: str, title: str, module: str, zero: str, *arguments: str, peers: str = "") -> Tool:
    return Tool(
        name,
        title,
        module,
        (*arguments, f"--zero-extents={zero}"),
        peers,
        _OURS | {"zero-against-one": "refuse" if zero == "reject" else "numpy"},
        is_ours=True,
    )


OURS = (
    _ours("ours-xla", "bcast-lower, on XLA", "lowered", "numpy", "--target=xla"),
    _ours("ours-xla-reject", "bcast-lower, `--zero-extents=reject`, on XLA", "lowered", "reject", "--target=xla"),
)
_IREE = _package("iree-base-compiler")
TOOLS = (
    *OURS,
    _ours("ours-iree", "bcast-lower, on IREE", "iree_lowered", "numpy", "--target=iree", peers="iree"),
    _ours(
        "ours-iree-reject",
        "bcast-lower, `--zero-extents=reject`, on IREE",
        "iree_lowered",
        "reject",
        "--target=iree",
        peers="iree",
    ),
    Tool("chlo", "StableHLO's CHLO legalisation, on XLA", "chlo_legalized", version=_package("jaxlib")),
    Tool("iree-stablehlo", "IREE, CHLO in its StableHLO input", "iree_stablehlo", peers="iree", version=_IREE),
    Tool("iree-torch", "IREE, its torch input", "iree_torch", peers="iree", version=_IREE),
    Tool(
        "iree-torch-checked",
        "the same, sizes not assumed equal",
        "iree_torch",
        ("--iree-torch-use-strict-symbolic-shapes=false",),
        peers="iree",
        version=_IREE,
    ),
    Tool("tosa", "TOSA in `mlir-opt`", "tosa", version=_mlir_version),
    Tool("onnx", "ONNX's reference evaluator", "onnx_reference", peers="onnx", version=_package("onnx")),
    Tool("onnxruntime", "ONNX Runtime", "onnx_runtime", peers="onnx", version=_package("onnxruntime")),
    Tool(
        "tensorflow", "TensorFlow's graphs", "tensorflow_graph", peers="tensorflow", version=_package("tensorflow-cpu")
    ),
    Tool(
        "tensorflow-xla",
        "the same, compiled by XLA for a call",
        "tensorflow_graph",
        ("--jit-compile",),
        peers="tensorflow",
        version=_package("tensorflow-cpu"),
    ),
    Tool("tvm", "TVM's Relax", "tvm_relax", peers="tvm", version=_package("apache-tvm")),
    Tool("jax-export", "`jax.export`, symbolic sizes", "jax_export", version=_package("jax")),
    Tool("jax", "`jax.numpy`, at the sizes of a call", "jax_numpy", version=_package("jax")),
    Tool("numpy", "NumPy, at the sizes of a call", "numpy_reference", version=_package("numpy")),
)


def find(name: str) -> Tool:
    """Returns the tool of a name; raises `KeyError` if there is none."""
    return {tool.name: tool for tool in TOOLS}[name]
