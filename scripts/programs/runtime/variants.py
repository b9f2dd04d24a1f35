"""The ways to a compiled program that are compared."""

import dataclasses
import functools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from string import Template

import jax
from jax import export

from models.registry import Model
from numeric.tool import Tool, shapes_text

from .functions import TextProgram
from .torch_texts import TEXTS

# What the variant `multiples` declares of sizes that are such.
_MULTIPLE = 16
_TORCH = "torch"
_PEEL = "--iree-llvmcpu-vector-pproc-strategy=peel"


class NotApplicable(Exception):
    """A variant does not exist for a program; the text says why."""


@dataclass(frozen=True)
class Variant:
    """A way to a compiled program.

    Without `tool`, the options of bcast-lower, IREE gets the program as it is. `iree` has
    further options of IREE's compiler, whose input is of a type: `stablehlo`, or `torch`.
    """

    name: str
    description: str
    tool: tuple[str, ...] | None = ("--target=iree",)
    iree: tuple[str, ...] = ()
    input_type: str = "stablehlo"
    is_static: bool = False
    has_multiples: bool = False
    has_profile: bool = False
    has_bounds: bool = False


STATIC = Variant("static", "exported at these sizes, as it is", tool=None, is_static=True)
OURS = Variant("ours", "for any sizes, with --target=iree")
VARIANTS = [
    STATIC,
    OURS,
    Variant("multiples", f"the same, and sizes that are multiples of {_MULTIPLE} are declared so", has_multiples=True),
    Variant("profile", "the same as ours, with --profile for these sizes", has_profile=True),
    Variant("bounds", "for all sizes up to these, with --bounds", has_bounds=True),
    Variant("unchecked", "ours without assertions", tool=("--target=iree", "--assertions=none")),
    Variant("peeled", f"ours, with IREE's {_PEEL}", iree=(_PEEL,)),
    Variant("untouched", "for any sizes, as it is", tool=None),
    Variant(
        "torch",
        "the same function in torch-mlir's dialect, for any sizes, without bcast-lower",
        tool=None,
        input_type=_TORCH,
    ),
]


class Source:
    """A program at given sizes."""

    def __init__(self, program: Model, sizes: Mapping[str, int], binary: Path) -> None:
        self._program = program
        self.sizes = sizes
        self._binary = binary
        self.arguments = program.random_arguments(sizes)

    def function(self) -> Callable:
        """Returns the function as JAX runs it."""
        return jax.jit(self._program.function)

    @functools.cached_property
    def expected(self) -> list[jax.Array]:
        """JAX's own results."""
        return jax.tree.leaves(self.function()(*self.arguments))

    def text(self, variant: Variant) -> str:
        """Returns what IREE compiles; raises `NotApplicable`, and `Refused` as `Tool` does."""
        text = self._before(variant)
        if variant.tool is None:
            return text
        options = list(variant.tool)
        if variant.has_profile:
            options.append(f"--profile={self._shapes()}")
        if variant.has_bounds:
            options.append(f"--bounds={self._shapes()}")
        return Tool(self._binary, tuple(options)).lower(text)

    def specialised(self) -> export.Exported:
        """Returns the program for these sizes, specialised by bcast-lower, for JAX to call."""
        # The peers read StableHLO as a portable artifact only.
        options = ["--target=xla", f"--shapes={self._shapes()}", "--emit-artifact"]
        artifact = Tool(self._binary, tuple(options)).lower_to_bytes(self._before(OURS))
        return dataclasses.replace(self._static(), mlir_module_serialized=artifact)

    def for_sizes(self) -> str:
        """Returns the program for these sizes, in text."""
        return Tool(self._binary, ("--target=xla", f"--shapes={self._shapes()}")).lower(self._before(OURS))

    def for_bounds(self) -> str:
        """Returns the program for all sizes up to these, in text."""
        return Tool(self._binary, ("--target=xla", f"--bounds={self._shapes()}")).lower(self._before(OURS))

    def _shapes(self) -> str:
        return shapes_text(argument.shape for argument in self.arguments)

    def _static(self) -> export.Exported:
        return export.export(self.function())(*self.arguments)

    def _before(self, variant: Variant) -> str:
        """Returns the program as a frontend writes it."""
        if variant.input_type == _TORCH:
            if self._program.name not in TEXTS:
                raise NotApplicable("there is no text of it for PyTorch")
            return TEXTS[self._program.name]
        multiples = [
            name
            for name, size in self.sizes.items()
            if variant.has_multiples and size % _MULTIPLE == 0 and self._has(name)
        ]
        if variant.has_multiples and not multiples:
            raise NotApplicable(f"no size is a multiple of {_MULTIPLE}")
        if isinstance(self._program, TextProgram):
            if multiples:
                raise NotApplicable("the text declares no multiples")
            sizes = self.sizes if variant.is_static else dict.fromkeys(self.sizes, "?")
            return Template(self._program.text).substitute(sizes)
        if variant.is_static:
            return self._static().mlir_module()
        constraints = tuple(f"mod({name}, {_MULTIPLE}) == 0" for name in multiples)
        return dataclasses.replace(self._program, constraints=constraints).exported()

    def _has(self, name: str) -> bool:
        shapes = (argument.partition(":")[0].split(",") for argument in self._program.arguments)
        return any(name in shape for shape in shapes)


def chosen(names: Sequence[str]) -> list[Variant]:
    """Returns the variants with these names, and before them the static one."""
    return [variant for variant in VARIANTS if variant is STATIC or variant.name in names]
