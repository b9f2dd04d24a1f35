"""Programs: arguments, and the computation of the result from them.

A program is a function of a backend, which either writes MLIR (`text`) or computes
with NumPy (`reference`), so that both have the same definition.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

# A size: static, or the name of one that is known only at run time.
Size: TypeAlias = int | str
# A dim of a reshaped value: static, or the dim of a value with the same size.
Source: TypeAlias = "int | tuple[Value, int]"
Value: TypeAlias = object
# What models are written with: `text.Builder`, whose operations are described there, or one with the same operations.
Backend: TypeAlias = object


@dataclass(frozen=True)
class Argument:
    """An argument of a program."""

    name: str
    sizes: tuple[Size, ...]
    element: str = "f32"
    # The exclusive upper bound of integers.
    limit: int = 2


@dataclass(frozen=True)
class Program:
    """A function of one result."""

    name: str
    arguments: tuple[Argument, ...]
    # Takes a backend and the arguments by name, returns the result.
    compute: Callable[[Backend, Mapping[str, Value]], Value]
    # Sizes to run it with, and incompatible sizes.
    cases: tuple[Mapping[str, int], ...] = ()
    mismatches: tuple[Mapping[str, int], ...] = ()
