"""A program of JAX at symbolic sizes, and its text, which is Python."""

import ast
import warnings
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import export, lax

from . import helpers

# What expressions may use beside their operands.
NAMESPACE: dict[str, Any] = {"jax": jax, "jnp": jnp, "lax": lax, "np": np}
NAMESPACE |= {name: getattr(helpers, name) for name in helpers.__all__}


@dataclass(frozen=True)
class Argument:
    """An argument; its sizes are written as for `jax.export.symbolic_shape`."""

    name: str
    sizes: str
    element: str


@dataclass(frozen=True)
class Statement:
    """A value, computed by an expression from those before it."""

    name: str
    expression: str


@dataclass(frozen=True)
class Program:
    """A function, the sizes that it is called with, and how it is compiled."""

    x64: bool
    # The level of optimization on IREE.
    level: str
    # How the tool is run for each consumer: keys of `forms.FORMS`.
    forms: tuple[str, ...]
    arguments: tuple[Argument, ...]
    statements: tuple[Statement, ...]
    results: tuple[str, ...]
    calls: tuple[Mapping[str, int], ...]
    # What is declared of the symbols, as for `jax.export.symbolic_shape`.
    constraints: tuple[str, ...] = ()
    # The greatest sizes, in the forms with bounds.
    bounds: Mapping[str, int] = field(default_factory=dict)
    # Whether results may have the memory of arguments.
    donated: bool = False

    def text(self) -> str:
        """Writes it, for `parse`."""
        lines = [f"x64 = {self.x64}", f"level = {self.level!r}", f"forms = {self.forms!r}"]
        lines += [f"constraints = {self.constraints!r}"] if self.constraints else []
        lines += [f"bounds = {dict(self.bounds)!r}"] if self.bounds else []
        lines += ["donated = True"] if self.donated else []
        lines += [
            f'{argument.name} = argument("{argument.sizes}", "{argument.element}")' for argument in self.arguments
        ]
        lines += [f"{statement.name} = {statement.expression}" for statement in self.statements]
        lines += [f"results = [{', '.join(self.results)}]"]
        calls = [f"dict({', '.join(f'{k}={v}' for k, v in call.items())})" for call in self.calls]
        lines += [f"calls = [{', '.join(calls)}]"]
        return "\n".join(lines) + "\n"

    def function(self, *arguments: Any) -> list[Any]:
        """Computes the results."""
        values = {one.name: value for one, value in zip(self.arguments, arguments, strict=True)}
        for statement in self.statements:
            values[statement.name] = evaluate(statement.expression, values)
        return [values[name] for name in self.results]

    def symbolic_arguments(self) -> list[jax.ShapeDtypeStruct]:
        """Returns the types of the arguments for all sizes."""
        scope = export.SymbolicScope(self.constraints)
        return [
            jax.ShapeDtypeStruct(symbolic_shape(argument.sizes, scope), argument.element) for argument in self.arguments
        ]

    def shapes(self, call: Mapping[str, int]) -> list[tuple[int, ...]]:
        """Returns the shapes of the arguments in a call."""
        return [tuple(eval(size, {}, dict(call)) for size in _split(argument.sizes)) for argument in self.arguments]

    def sizes(self) -> set[str]:
        """Returns the sizes of the arguments, as they are written."""
        return {size.strip() for argument in self.arguments for size in _split(argument.sizes)}

    def values(self, shapes: Sequence[tuple[int, ...]]) -> list[np.ndarray]:
        """Returns arguments of these shapes, always the same ones."""
        return [random_values(argument, shape) for argument, shape in zip(self.arguments, shapes, strict=True)]

    def ranges(self) -> str:
        """Returns the ranges of the symbols in its calls, for the tool."""
        symbols = self.calls[0] if self.calls else {}
        limits = ((symbol, [call[symbol] for call in self.calls]) for symbol in symbols)
        return ",".join(f"{symbol}={min(sizes)}..{max(sizes)}" for symbol, sizes in limits)

    def named_bounds(self) -> str:
        """Returns the greatest sizes of the symbols, for the tool."""
        symbols = set(self.symbols())
        return ",".join(f"{symbol}={size}" for symbol, size in self.bounds.items() if symbol in symbols)

    def symbols(self) -> Iterator[str]:
        """Yields the symbols in the sizes of each argument."""
        for argument in self.arguments:
            for node in ast.walk(ast.parse(f"({argument.sizes})")):
                if isinstance(node, ast.Name):
                    yield node.id

    def exported(self, call: Mapping[str, int] | None = None) -> str:
        """Exports it to StableHLO, for all sizes, or for those of a call."""
        types = self.symbolic_arguments()
        # Programs for one call are compared with: they keep their arguments.
        donated = range(len(types)) if self.donated and call is None else ()
        if call is not None:
            shapes = self.shapes(call)
            types = [jax.ShapeDtypeStruct(*pair) for pair in zip(shapes, (t.dtype for t in types))]
        # All arguments are passed, used or not.
        # A new function is traced again, also if indices are narrow now.
        function = jax.jit(
            lambda *arguments: self.function(*arguments), keep_unused=True, donate_argnums=tuple(donated)
        )
        with warnings.catch_warnings():
            # JAX lists the arguments that no result has the type of.
            warnings.filterwarnings("ignore", "Some donated buffers")
            return export.export(function)(*types).mlir_module()


def symbolic_shape(sizes: str, scope: export.SymbolicScope) -> tuple[Any, ...]:
    return export.symbolic_shape(f"({sizes})" if sizes else "()", scope=scope)


def evaluate(expression: str, values: Mapping[str, Any]) -> Any:
    """Computes an expression of a program."""
    with warnings.catch_warnings():
        # Shrinking tries calls of what is no function.
        warnings.simplefilter("ignore", SyntaxWarning)
        # Functions in the expression look names up in globals only.
        return eval(expression, NAMESPACE | dict(values))


def used_names(expression: str) -> set[str]:
    """Returns the names that occur in an expression."""
    return {node.id for node in ast.walk(ast.parse(expression)) if isinstance(node, ast.Name)}


def parse(text: str) -> Program:
    """Reads what `Program.text` writes."""
    fields: dict[str, Any] = {}
    arguments, statements = [], []
    for node in ast.parse(text).body:
        if not isinstance(node, ast.Assign) or not isinstance(node.targets[0], ast.Name):
            raise ValueError(f"line {node.lineno} is no assignment to a name")
        name, value = node.targets[0].id, node.value
        if name == "calls":
            fields[name] = tuple(
                {keyword.arg: ast.literal_eval(keyword.value) for keyword in call.keywords} for call in value.elts
            )
        elif name == "results":
            fields[name] = tuple(result.id for result in value.elts)
        elif name in ("x64", "level", "forms", "constraints", "bounds", "donated"):
            fields[name] = ast.literal_eval(value)
        elif isinstance(value, ast.Call) and getattr(value.func, "id", "") == "argument":
            arguments.append(Argument(name, *map(ast.literal_eval, value.args)))
        else:
            statements.append(Statement(name, ast.unparse(value)))
    if missing := {"x64", "level", "forms", "results", "calls"} - set(fields):
        raise ValueError(f"it has no {', '.join(sorted(missing))}")
    return Program(arguments=tuple(arguments), statements=tuple(statements), **fields)


def random_values(argument: Argument, shape: tuple[int, ...]) -> np.ndarray:
    """Returns numbers that depend on the argument's name and shape only.

    Floats are small integers, so that sums and products are exact. Half of the integers are small,
    the others any integers of the type.
    """
    source = np.random.default_rng([zlib.crc32(argument.name.encode()), *shape])
    small = source.integers(-4, 5, shape)
    element = jnp.dtype(argument.element)
    if element == np.bool_:
        return small > 0
    if jnp.issubdtype(element, jnp.complexfloating):
        return (small + 1j * source.integers(-4, 5, shape)).astype(element)
    if jnp.issubdtype(element, jnp.floating):
        return small.astype(element)
    limits = np.iinfo(element)
    any_of_type = source.integers(limits.min, limits.max, shape, element, endpoint=True)
    return np.where(source.random(shape) < 0.5, np.abs(small).astype(element), any_of_type)


def _split(sizes: str) -> list[str]:
    return [size for size in sizes.split(",") if size.strip()]
