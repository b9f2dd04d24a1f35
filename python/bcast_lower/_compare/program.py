"""The signature of a program, and how the shapes of its arguments follow from its sizes."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, Optional

from .tool import Refused, Tool, UsageError

Shapes = tuple[tuple[int, ...], ...]
Values = Mapping[str, int]
# By the positions of an argument and of its dim.
Sizes = Mapping[tuple[int, int], int]

# Functions of the module itself, as MLIR prints them.
_FUNCTION = re.compile(r'^  func\.func (public |private |nested )?@("[^"]*"|[\w$.-]+)\(', re.M)
_TENSOR = re.compile(r"%\w+: tensor<((?:(?:\d+|\?)x)*)([^*].*?)>(?: \{.*)?", re.S)
_DECLARED = re.compile(r"(?:bcast\.dims|onnx\.dim_params) = (\[[^\]]*\]|\"[^\"]*\")")
# JAX passes the values of its dimension variables to the functions of a module.
_JAX_SYMBOL = re.compile(r'jax\.global_constant = "(\w+)"')


class Argument(NamedTuple):
    """An argument of a function."""

    element: str
    dims: tuple[Optional[int], ...]
    symbols: tuple[str, ...]
    """The names that are declared for the dims; empty for the others."""


class Function(NamedTuple):
    """A function that can be called."""

    name: str
    arguments: tuple[Argument, ...]
    symbols: tuple[str, ...]
    """The dimension variables of JAX."""

    def dynamic_dims(self) -> list[tuple[int, int]]:
        """Returns the positions of dims whose sizes a call chooses."""
        arguments = enumerate(self.arguments)
        return [(a, d) for a, it in arguments for d, size in enumerate(it.dims) if size is None]


def read_function(outline: str, name: Optional[str]) -> Function:
    """Finds the only public function, `main`, or the one with this name; raises `UsageError`."""
    found = {}
    for match in _FUNCTION.finditer(outline):
        if match[1] not in ("private ", "nested ") or match[2].strip('"') == name:
            found[match[2].strip('"')] = outline[match.end() : _closing(outline, match.end())]
    if name is None:
        # JAX leaves functions that reduce public, beside `main`.
        name = next(iter(found), None) if len(found) == 1 else "main" if "main" in found else None
    if name is None or name not in found:
        names = ", ".join(f"'{it}'" for it in found)
        if not found:
            raise UsageError("the program has no public function")
        wrong = f"the program has no function '{name}'" if name else "the program has several functions"
        raise UsageError(f"{wrong}; name one of {names} as `function`")
    arguments = tuple(_argument(index, text.strip()) for index, text in enumerate(split(found[name])))
    return Function(name, arguments, tuple(dict.fromkeys(_JAX_SYMBOL.findall(outline))))


def function_text(outline: str, name: str) -> tuple[str, str]:
    """Returns the text of a function's arguments, and what follows them."""
    for match in _FUNCTION.finditer(outline):
        if match[2].strip('"') == name:
            end = _closing(outline, match.end())
            return outline[match.end() : end], outline[end + 1 :]
    raise UsageError(f"the program has no function '{name}'")


def _argument(index: int, text: str) -> Argument:
    match = _TENSOR.fullmatch(text)
    if match is None:
        kind = text.partition(": ")[2] or text
        raise UsageError(f"argument #{index} has the type {kind}; only ranked tensors can be passed to XLA and IREE")
    dims = tuple(None if it == "?" else int(it) for it in match[1].split("x")[:-1])
    symbols = [""] * len(dims)
    if declared := _DECLARED.search(text):
        names = re.findall(r'"([^"]*)"', declared[1])
        if declared[1].startswith('"'):
            pairs = (pair.partition(":") for pair in names[0].split(","))
            names = [dict((int(dim), it) for dim, _, it in pairs if it).get(dim, "") for dim in range(len(dims))]
        symbols = [it if it.isidentifier() else "" for it in names[: len(dims)]]
    return Argument(match[2], dims, tuple(symbols))


def _characters(text: str, start: int) -> Iterator[tuple[int, int]]:
    """Yields the position and the nesting depth of each character outside of strings."""
    depth, is_string, previous = 0, False, ""
    for position in range(start, len(text)):
        character = text[position]
        if character == '"' and previous != "\\":
            is_string = not is_string
        elif not is_string:
            depth += (character in "([{<") - (character in ")]}" or (character == ">" and previous != "-"))
            yield position, depth
        previous = character


def _closing(text: str, start: int) -> int:
    return next((position for position, depth in _characters(text, start) if depth < 0), len(text))


def split(text: str) -> list[str]:
    """Splits a text at commas that are not in brackets."""
    commas = [position for position, depth in _characters(text, 0) if depth == 0 and text[position] == ","]
    bounds = [-1, *commas, len(text)]
    return [text[a + 1 : b] for a, b in zip(bounds, bounds[1:])] if text.strip() else []


class Space:
    """The calls of a function: variables, and the shapes that follow from their values."""

    def __init__(
        self,
        function: Function,
        variables: Sequence[str],
        dims: Callable[[Values], Sizes],
        values: Callable[[Sizes], Values],
    ) -> None:
        self.function = function
        self.variables = tuple(variables)
        self._dims = dims
        self._values = values

    def shapes(self, values: Values) -> Shapes:
        """Returns the shapes of the arguments."""
        dims = self._dims(values)
        arguments = enumerate(self.function.arguments)
        return tuple(
            tuple(dims[a, d] if size is None else size for d, size in enumerate(it.dims)) for a, it in arguments
        )

    def values(self, shapes: Shapes) -> dict[str, int]:
        """Returns the values of which shapes follow; none if there are none."""
        found = dict(self._values({(a, d): shapes[a][d] for a, d in self.function.dynamic_dims()}))
        return found if set(found) == set(self.variables) and self.shapes(found) == shapes else {}


def space_of(function: Function, tool: Tool) -> Space:
    """Returns the space of a program: by its dimension variables, if JAX has written it, otherwise with a
    variable for each declared symbol and for each other dim."""
    return (function.symbols and _space_of_jax(function, tool)) or _space_of_dims(function)


def _space_of_dims(function: Function) -> Space:
    names = {(a, d): function.arguments[a].symbols[d] or f"{a}.{d}" for a, d in function.dynamic_dims()}
    variables = list(dict.fromkeys(names.values()))
    return Space(
        function,
        variables,
        lambda values: {dim: values[name] for dim, name in names.items()},
        lambda sizes: {names[dim]: size for dim, size in sizes.items()},
    )


# Sizes, and the distance to a second one, at which it is tried how dims depend on symbols; constraints exclude some.
_PROBES = ((16, 16), (8, 8), (64, 64), (4, 4), (3, 1), (1, 1), (128, 128), (2, 2), (512, 512))


def _space_of_jax(function: Function, tool: Tool) -> Optional[Space]:
    """Finds the linear function by which each dim depends on the symbols of JAX, by giving their sizes."""
    symbols, dims = function.symbols, function.dynamic_dims()

    def sizes(values: Values) -> dict[tuple[int, int], int]:
        text = ",".join(f"{name}={value}" for name, value in values.items())
        given = read_function(tool.outline(sizes=text), function.name)
        return {(a, d): size for a, d in dims if (size := given.arguments[a].dims[d]) is not None}

    # Equal sizes fit most constraints, and sizes in some order those such as `t <= s`.
    places = range(len(symbols))
    orders = [[0 for _ in places], list(places), list(reversed(places))]
    for (base, step), order in itertools.product(_PROBES, orders):
        bases = {it: base * (1 + 4 * place) for it, place in zip(symbols, order)}
        tried = {it: bases[it] + step * (index % 2) for index, it in enumerate(symbols)}
        try:
            first = sizes(bases)
            raised = {it: sizes({**bases, it: bases[it] + step}) for it in symbols}
            check = sizes(tried)
        except Refused:
            continue
        if any(len(it) < len(dims) for it in (first, check, *raised.values())):
            return None
        slopes = {dim: {it: (raised[it][dim] - first[dim]) // step for it in symbols} for dim in dims}

        def linear(values: Values, bases: Values = bases, first: Sizes = first, slopes: Any = slopes) -> Sizes:
            return {
                dim: first[dim] + sum(slope * (values[it] - bases[it]) for it, slope in slopes[dim].items())
                for dim in dims
            }

        def solve(given: Sizes, bases: Values = bases, first: Sizes = first, slopes: Any = slopes) -> Values:
            found = {}
            for dim, size in given.items():
                used = [(it, slope) for it, slope in slopes[dim].items() if slope]
                if len(used) == 1:
                    ((name, slope),) = used
                    found[name] = bases[name] + (size - first[dim]) // slope
            return found

        space = Space(function, symbols, linear, solve)
        return space if linear(tried) == check else None
    return None
