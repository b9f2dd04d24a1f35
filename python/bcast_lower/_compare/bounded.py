"""Programs for all sizes up to bounds: arguments are padded, and sizes passed beside them; results are cut off."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, Optional

from .program import function_text, split

_SIZE_OF = re.compile(r"bcast\.size_of = \[((?:array<i64: \d+, \d+>(?:, )?)*)\]")
_SIZES_OF = re.compile(r"bcast\.sizes_of = (\d+)")
_CHECK = re.compile(r'\{message = "((?:[^"\\]|\\.)*)", sizes = \[([^\]]*)\]\}')
_ESCAPE = re.compile(rb"\\([0-9A-F]{2}|.)")
_TENSOR = re.compile(r"tensor<((?:\d+x)*)([^<>]*(?:<[^>]*>)?)>")
_TOKEN = re.compile(r"[()]|[^\s()]+")

Shape = tuple[int, ...]


class CheckFailed(ValueError):
    """A check of sizes fails."""


class Check(NamedTuple):
    """A check, and the sizes that its message has."""

    message: str
    sizes: tuple[str, ...]


class Signature(NamedTuple):
    """How a program for sizes up to bounds is called."""

    arguments: tuple[tuple[Shape, str], ...]
    """The shape and the element type of each tensor; sizes follow them."""
    sizes: tuple[tuple[tuple[int, int], ...], ...]
    """For each size, the dims of arguments that have it."""
    results: int
    """The number of tensors that are returned; their sizes follow them, and the status."""
    sized: tuple[int, ...]
    """The results whose sizes are returned."""
    checks: tuple[Check, ...]


def read_signature(outline: str, name: str) -> Signature:
    """Reads the signature of a function that the tool has printed."""
    arguments, rest = function_text(outline, name)
    tensors, sizes = [], []
    for text in split(arguments):
        if found := _SIZE_OF.search(text):
            numbers = [int(it) for it in re.findall(r"\d+", found[1].replace("i64", ""))]
            sizes.append(tuple(zip(numbers[::2], numbers[1::2])))
        elif tensor := _TENSOR.search(text):
            tensors.append((tuple(map(int, tensor[1].split("x")[:-1])), tensor[2]))
    results, _, attributes = rest.partition(" attributes ")
    sized = [int(it) for it in _SIZES_OF.findall(results)]
    count = len(_TENSOR.findall(results)) - len(sized) - 1
    line = attributes.partition("\n")[0]
    checks = [
        Check(_unescape(message), tuple(re.findall(r'"([^"]*)"', names))) for message, names in _CHECK.findall(line)
    ]
    return Signature(tuple(tensors), tuple(sizes), count, tuple(sized), tuple(checks))


def _unescape(text: str) -> str:
    # MLIR escapes the bytes of UTF-8.
    unescaped = _ESCAPE.sub(lambda it: bytes.fromhex(it[1].decode()) if len(it[1]) == 2 else it[1], text.encode())
    return unescaped.decode(errors="replace")


def pad(signature: Signature, arguments: Sequence[Any], fill: Callable[[Shape, Any], Any]) -> list[Any]:
    """Returns what the program is called with; `fill` makes an array of a shape and type, of which elements outside are
    taken. Raises `CheckFailed` if an argument does not fit."""
    import numpy as np

    arrays = [np.asarray(it) for it in arguments]
    return pad_arrays(signature, arrays, fill) + [np.int32(it) for it in sizes_of(signature, arrays)]


def pad_arrays(signature: Signature, arrays: Sequence[Any], fill: Callable[[Shape, Any], Any]) -> list[Any]:
    """Returns the tensors of `pad`, without the sizes that follow them."""
    if len(arrays) != len(signature.arguments):
        raise CheckFailed(f"the number of arguments is {len(arrays)}; expected {len(signature.arguments)}")
    given: list[Any] = []
    for index, (array, (shape, _)) in enumerate(zip(arrays, signature.arguments)):
        if array.shape == shape:
            given.append(array)
            continue
        if array.ndim != len(shape):
            raise CheckFailed(f"argument #{index} has rank {array.ndim}; expected {len(shape)}")
        for dim, (size, bound) in enumerate(zip(array.shape, shape)):
            if size != bound and not any((index, dim) in dims for dims in signature.sizes):
                raise CheckFailed(f"argument #{index} dim {dim} has size {size}; expected {bound}")
        padded = fill(shape, array.dtype)
        inside = tuple(slice(0, min(size, bound)) for size, bound in zip(array.shape, shape))
        padded[inside] = array[inside]
        given.append(padded)
    return given


def sizes_of(signature: Signature, arrays: Sequence[Any]) -> list[int]:
    """Returns the sizes that the program gets for these arguments; raises `CheckFailed` if dims of one size differ."""
    sizes = []
    for dims in signature.sizes:
        argument, dim = dims[0]
        size = arrays[argument].shape[dim]
        if len(dims) > 1 and any(arrays[argument].shape[dim] != size for argument, dim in dims):
            words = [f"argument #{argument} dim {dim} {arrays[argument].shape[dim]}" for argument, dim in dims]
            raise CheckFailed(f"expected one size of these dims: {', '.join(words)}")
        sizes.append(size)
    return sizes


def cut(signature: Signature, outputs: Sequence[Any], given: Sequence[Any]) -> list[Any]:
    """Returns the results of a call with `given`; raises `CheckFailed` with the message of the check that fails."""
    status = int(outputs[-1])
    if status:
        raise CheckFailed(describe(signature, status, given))
    results = list(outputs[: signature.results])
    for index, sizes in zip(signature.sized, outputs[signature.results :]):
        shape = tuple(sizes.tolist())
        if shape != results[index].shape:
            results[index] = results[index][tuple(map(slice, shape))]
    return results


def packed(signature: Signature, call: Callable[..., Any]) -> Callable[..., Any]:
    """Returns a function that takes the sizes as one array behind the tensors, and returns one array of sizes, with the
    status, behind the tensors: JAX takes 1 to 2 µs for each argument and result. `call` is what JAX compiles."""

    def call_with_arrays(*given: Any) -> list[Any]:
        from jax import numpy as jnp

        *tensors, sizes = given
        results = list(call(*tensors, *[sizes[index] for index in range(len(signature.sizes))]))
        numbers = [jnp.ravel(it) for it in results[signature.results :]]
        return [*results[: signature.results], jnp.concatenate(numbers)]

    return call_with_arrays


def unpacked(signature: Signature, outputs: Sequence[Any]) -> list[Any]:
    """Returns the results of the program for those of `packed`."""
    import numpy as np

    *results, last = outputs
    numbers = np.asarray(last)
    end = 0
    for index in signature.sized:
        start, end = end, end + results[index].ndim
        results.append(numbers[start:end])
    return [*results, numbers[-1]]


def describe(signature: Signature, status: int, given: Sequence[Any]) -> str:
    """Returns the message of the check with a number, from 1, for the call with `given`, as `check_message` in Rust."""
    check = signature.checks[status - 1]
    message = check.message
    for index, expression in enumerate(check.sizes):
        size = _evaluate(_TOKEN.findall(expression), given)
        message = message.replace(f"{{{index}}}", "?" if size is None else str(size))
    return message


_FUNCTIONS: dict[str, Callable[[int, int], int]] = {
    "add": lambda a, b: a + b,
    "subtract": lambda a, b: a - b,
    "multiply": lambda a, b: a * b,
    # Rounded towards 0.
    "divide": lambda a, b: 0 if b == 0 else abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1),
    "remainder": lambda a, b: a if b == 0 else abs(a) % abs(b) * (-1 if a < 0 else 1),
    "maximum": max,
    "minimum": min,
}


def _evaluate(tokens: list[str], given: Sequence[Any]) -> Optional[int]:
    """Returns the value of an expression, such as `(add arg2 1)`; `None` if it is not known."""
    import numpy as np

    token = tokens.pop(0)
    if token == "(":
        function = _FUNCTIONS[tokens.pop(0)]
        a, b = _evaluate(tokens, given), _evaluate(tokens, given)
        tokens.pop(0)
        return None if a is None or b is None else function(a, b)
    if token == "?":
        return None
    if not token.startswith("arg"):
        return int(token)
    # It may be a tensor of one element.
    value = np.asarray(given[int(token[3:])])
    return int(value.item()) if value.size == 1 else None
