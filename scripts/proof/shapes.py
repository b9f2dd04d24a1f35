"""Proofs for given sizes: the arguments of the input have the shapes that the output is for."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from jaxlib.mlir import ir

from .reader import Program, Unreadable, kind_of
from .theory import Kind

_BY_POSITION = re.compile(r"%?arg(\d+)$")


def static_kinds(program: Program, name: str) -> list[Kind]:
    """Returns the kinds of a function's arguments."""
    function = program.functions[name]
    return [kind_of(argument.type) for argument in function.regions[0].blocks[0].arguments]


def narrowed(kinds: Sequence[Kind], given: Sequence[Kind]) -> list[Kind]:
    """Returns the kinds with the sizes that are static in `given`, where they are dynamic."""
    if len(kinds) != len(given):
        raise Unreadable(f"the input has {len(kinds)} arguments, the output {len(given)}")
    return [_narrowed(kind, other) for kind, other in zip(kinds, given)]


def _narrowed(kind: Kind, given: Kind) -> Kind:
    if kind.dims is None or given.dims is None:
        return given if kind.dims is None and given.element == kind.element else kind
    pairs = zip(kind.dims, given.dims)
    dims = tuple(own if own is not None else size for own, size in pairs)
    limits = [kind.bound(dim) for dim in range(len(dims))]
    # A size has no bound, but one that exceeds it is wrong.
    bounds = tuple(
        None if limit is None or size is not None and size <= limit else limit for limit, size in zip(limits, dims)
    )
    return replace(kind, dims=dims, bounds=bounds if any(it is not None for it in bounds) else ())


def check_shapes(text: str, kinds: Sequence[Kind]) -> None:
    """Checks that arguments have the shapes of `--shapes`, given by position or as `arg0`."""
    for index, shape in _entries(text):
        if index >= len(kinds):
            raise Unreadable(f"the output has {len(kinds)} arguments, but a shape for #{index}")
        dims = kinds[index].dims
        for given, actual in zip(shape, dims or ()):
            if given is not None and given != actual:
                raise Unreadable(f"the output is for another shape of argument #{index}: {dims}")
        if dims is None or len(shape) != len(dims):
            raise Unreadable(f"the output is for another shape of argument #{index}: {dims}")


def _entries(text: str) -> Iterator[tuple[int, tuple[int | None, ...]]]:
    """Yields the positions of arguments, with their shapes."""
    for position, entry in enumerate(text.split(",")):
        name, _, shape = entry.strip().rpartition("=")
        if name and (found := _BY_POSITION.match(name)) is None:
            raise Unreadable(f"give the shape of '{name}' by position, as that of 'arg0'")
        if shape == "_":
            continue
        sizes = [] if shape == "scalar" else shape.split("x")
        if not all(size == "?" or size.isdecimal() for size in sizes):
            raise Unreadable(f"'{shape}' is not a shape such as 4x128")
        dims = tuple(None if size == "?" else int(size) for size in sizes)
        yield int(found[1]) if name else position, dims


def declared_names(attributes: ir.DictAttr) -> list[tuple[int, str]]:
    """Returns the dims of an argument that have names, and the names."""
    if "bcast.dims" in attributes:
        names = [ir.StringAttr(name).value for name in attributes["bcast.dims"]]
        return [(dim, name) for dim, name in enumerate(names) if name != "?"]
    if "onnx.dim_params" in attributes:
        entries = ir.StringAttr(attributes["onnx.dim_params"]).value.split(",")
        pairs = [entry.split(":", 1) for entry in entries if entry.strip()]
        return [(int(dim), name.strip()) for dim, name in pairs]
    return []
