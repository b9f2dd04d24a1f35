"""Shapes of arguments and sizes of symbols, in the syntax of the options of passes.

No other package is imported; arrays, tensors and JAX's `ShapeDtypeStruct` have a `shape`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Optional


def shapes(given: object) -> Optional[str]:
    """Returns the option `shapes` for a text, for arguments in order, or for some by name."""
    if given is None or isinstance(given, str):
        return given
    if isinstance(given, Mapping):
        return ",".join(f"{name}={_shape(argument)}" for name, argument in given.items())
    if not isinstance(given, Sequence):
        raise TypeError(
            f"shapes must be a text, a sequence or a mapping, not {type(given).__name__}"
        )
    return ",".join(map(_shape, given))


def sizes(given: object) -> Optional[str]:
    """Returns the option `sizes` for a text or for sizes by the symbols' names."""
    if given is None or isinstance(given, str):
        return given
    if not isinstance(given, Mapping):
        raise TypeError(f"sizes must be a text or a mapping, not {type(given).__name__}")
    return ",".join(f"{name}={size}" for name, size in given.items())


def profiles(given: object) -> Optional[str]:
    """Returns the option `profile` for a text or for several calls: the shapes of the arguments in
    order, or by name, and sizes of symbols by name."""
    if given is None or isinstance(given, str):
        return given
    if isinstance(given, Mapping) or not isinstance(given, Sequence):
        raise TypeError(
            "profile must be a text or a sequence of calls, each as `shapes` takes it, not "
            f"{type(given).__name__}"
        )
    return ";".join(filter(None, map(_profile, given)))


def _profile(call: object) -> Optional[str]:
    if isinstance(call, Mapping):
        named = {
            name: str(size) if isinstance(size, int) else size for name, size in call.items()
        }
        return shapes(named)
    return shapes(call)


def _shape(argument: object) -> str:
    """Returns the shape of an argument; `None` leaves it as it is."""
    if argument is None:
        return "_"
    if isinstance(argument, str):
        return argument
    if isinstance(argument, (bool, int, float, complex)):
        return "scalar"
    dims = getattr(argument, "shape", argument)
    try:
        dims = list(dims)  # type: ignore[call-overload]
    except TypeError:
        raise TypeError(f"{argument!r} has no shape") from None
    return "x".join(map(_size, dims)) or "scalar"


def _size(dim: object) -> str:
    """Returns a size; one that is not a number, such as `None` or a symbol, stays as it is."""
    try:
        return str(dim.__index__())  # type: ignore[attr-defined]
    except Exception:  # JAX's symbolic dims raise errors of their own
        return "?"
