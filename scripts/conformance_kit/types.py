"""Types of tensors in the source of the kit, and the trait's rules for them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

_ELEMENTS = {"f32", "i1"}


class TypesDoNotFit(Exception):
    """No sizes at run time could make an op valid."""


@dataclass(frozen=True)
class Type:
    """A shape, `None` where a size is known only at run time, with bounds, and the elements."""

    shape: tuple[int | None, ...]
    bounds: tuple[int | None, ...]
    element: str = "f32"

    @staticmethod
    def parse(text: str) -> Type:
        """Reads `2x?x<=4`, `()` or `i1:3`."""
        element, _, dims = text.rpartition(":")
        element = element or "f32"
        words = [] if dims == "()" else dims.split("x")
        if element not in _ELEMENTS:
            raise ValueError(f"`{text}` is not a type")
        bounds = [int(word[2:]) if word.startswith("<=") else None for word in words]
        shape = [None if word.startswith(("?", "<=")) else int(word) for word in words]
        return Type(tuple(shape), tuple(bounds), element)

    def accepts(self, shape: Sequence[int]) -> bool:
        """Returns whether a value of the type can have a shape."""
        return len(shape) == len(self.shape) and all(
            (known is None or size == known) and (bound is None or size <= bound)
            for size, known, bound in zip(shape, self.shape, self.bounds)
        )

    def check_declared(self, declared: Type) -> None:
        """Raises an error if the result that operands imply can never have a declared type."""
        if len(self.shape) != len(declared.shape):
            raise TypesDoNotFit("another rank is declared")
        for size, other in zip(self.shape, declared.shape):
            if None not in (size, other) and size != other:
                raise TypesDoNotFit(f"{other} is declared, not {size}")

    def to_json(self) -> dict[str, object]:
        """Returns it as in `cases.json`."""
        return {"element": self.element, "shape": list(self.shape), "bounds": list(self.bounds)}

    @staticmethod
    def from_json(it: dict) -> Type:
        """Returns it from `cases.json`."""
        return Type(tuple(it["shape"]), tuple(it["bounds"]), it["element"])

    def mlir(self) -> str:
        """Returns the builtin type."""
        dims = "".join(f"{'?' if size is None else size}x" for size in self.shape)
        if all(bound is None for bound in self.bounds):
            return f"tensor<{dims}{self.element}>"
        bounds = ", ".join("?" if bound is None else str(bound) for bound in self.bounds)
        return f"tensor<{dims}{self.element}, #stablehlo.bounds<{bounds}>>"


def infer(operands: Sequence[Type], dims: Sequence[int] | None) -> Type:
    """Returns the type that operands broadcast to, without bounds.

    Raises an error if static sizes, or the attribute, can never be right.
    """
    rank = max(len(operand.shape) for operand in operands)
    lower = [operand for operand in operands if len(operand.shape) < rank]
    if dims is not None:
        _check_attribute(dims, [len(operand.shape) for operand in lower or operands], rank)
        if not lower and list(dims) != list(range(rank)):
            raise TypesDoNotFit("with equal ranks, only the identity is right")
    shape: list[int | None] = [1] * rank
    for operand in operands:
        own = len(operand.shape)
        to = range(rank - own, rank) if own == rank or dims is None else dims
        for dim, size in zip(to, operand.shape):
            shape[dim] = _join(shape[dim], size)
    return Type(tuple(shape), (None,) * rank, operands[-1].element)


def _check_attribute(dims: Sequence[int], ranks: Sequence[int], rank: int) -> None:
    if any(len(dims) != own for own in ranks):
        raise TypesDoNotFit("there must be one entry for each dim")
    if any(not 0 <= dim < rank for dim in dims):
        raise TypesDoNotFit("an entry is not a dim of the result")
    if any(b <= a for a, b in zip(dims, dims[1:])):
        raise TypesDoNotFit("the entries do not increase")


def _join(a: int | None, b: int | None) -> int | None:
    if a == 1:
        return b
    if b == 1 or b is None:
        return a
    if a is None or a == b:
        return b
    raise TypesDoNotFit(f"{a} and {b} do not broadcast")
