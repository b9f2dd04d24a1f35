"""A program of JAX: a function of arrays whose sizes have names."""

import functools
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import jax
import numpy as np
from jax import export

from numeric.consumers import FAILURES, Run
from numeric.differences import differences
from numeric.tool import shortened

# The sizes that each model is run with.
SIZES = (
    dict(b=2, t=7, s=5, h=16, w=25, p=2, q=3),
    dict(b=1, t=4, s=9, h=33, w=16, p=4, q=1),
    dict(b=5, t=16, s=3, h=24, w=40, p=3, q=5),
)


@dataclass(frozen=True)
class Model:
    """A program.

    `arguments` has a shape for each argument, such as `b, t, 8*p`, of floats; `:N` after it is for integers below N, and
    `:int8`, for example, for integers of a type. Any `constraints` relate the names. In a wrong call, the argument `wrong`
    has one more element in its dim 0 than the others expect; `None` if no sizes are wrong.
    """

    name: str
    function: Callable
    arguments: tuple[str, ...]
    wrong: int | None = None
    constraints: tuple[str, ...] = ()
    sizes: Sequence[Mapping[str, int]] = SIZES

    def exported(self) -> str:
        """Exports the program at symbolic sizes as StableHLO."""
        return self.for_any_sizes().mlir_module()

    def for_any_sizes(self) -> export.Exported:
        """Exports the program at symbolic sizes."""
        scope = export.SymbolicScope(self.constraints)
        shapes = []
        for argument in self.arguments:
            shape, element, _ = _parsed(argument)
            shapes.append(jax.ShapeDtypeStruct(export.symbolic_shape(shape, scope=scope), element))
        return export.export(jax.jit(self.function))(*shapes)

    def random_arguments(self, sizes: Mapping[str, int]) -> list[np.ndarray]:
        """Returns arguments at the given sizes, the same in every run."""
        generator = np.random.default_rng(0)
        arguments = []
        for argument in self.arguments:
            shape, element, limit = _parsed(argument)
            shape = [_size(dim, sizes) for dim in shape.split(",")]
            is_integer = np.dtype(element).kind in "iu"
            values = generator.integers(0, limit, shape) if is_integer else generator.standard_normal(shape)
            arguments.append(values.astype(element))
        return arguments

    def problems(self, run: Run, tolerance: float, absolute: float | None = None) -> Iterator[str]:
        """Runs the program at all sizes; yields where its results are not those of JAX."""
        function = jax.jit(self.function)
        for sizes in self.sizes:
            arguments = self.random_arguments(sizes)
            expected = jax.tree.leaves(function(*arguments))
            try:
                found = run(arguments)
            except FAILURES as error:
                yield f"stops at {sizes}: {shortened(error)}"
                return
            for problem in differences(sizes, found, expected, tolerance, absolute):
                yield f"WRONG: {shortened(problem)}"


def _parsed(argument: str) -> tuple[str, str, int]:
    """Returns an argument's shape, its element type, and the exclusive limit of integers."""
    shape, _, element = argument.partition(":")
    return (shape, "int32", int(element)) if element.isdigit() else (shape, element or "float32", 5)


def _size(dim: str, sizes: Mapping[str, int]) -> int:
    """Returns the size of a dim such as `8*p`."""
    factors = (factor.strip() for factor in dim.split("*"))
    return math.prod(sizes[factor] if factor in sizes else int(factor) for factor in factors)


def weights_of(initialise: Callable, *arguments) -> Callable:
    """Returns a function that computes weights when it is called first, also while JAX traces."""

    @functools.cache
    def weights():
        with jax.ensure_compile_time_eval():
            return initialise(*arguments)

    return weights
