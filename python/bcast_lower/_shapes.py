"""Shapes of arguments and sizes of symbols, in the syntax of the options of passes.

No other package is imported; arrays, tensors and JAX's `ShapeDtypeStruct` have a `shape`, and most
of them a `dtype`.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from numbers import Integral, Number
from typing import Optional

# A shape as text, roughly: the tool says what is wrong with it.
_TEXT = re.compile(r"\s*(_|scalar|tensor<.*>|[-+?\d\sx]+)\s*")

# What the size of a symbol may be instead of an integer.
_OR_RANGE = ", or a range such as (1, 8) or (16, 512, 16)"

# The names that MLIR has for the types of elements whose name in Python is another.
_ELEMENTS = {
    "bool": "i1",
    "bfloat16": "bf16",
    "float16": "f16",
    "float32": "f32",
    "float64": "f64",
    "complex64": "complex<f32>",
    "complex128": "complex<f64>",
}


def shapes(given: object, option: str = "shapes") -> Optional[str]:
    """Returns the option `shapes` for a text, for arguments in order, or for some by name.

    Errors say which argument is wrong, and that it is one of `option`.
    """
    if given is None or isinstance(given, str):
        return given
    if isinstance(given, Mapping):
        named = given.items()
        return ",".join(
            f"{name}={shape(argument, f'argument {name!r} of {option}')}" for name, argument in named
        )
    if not isinstance(given, Sequence) or _is_bytes(given):
        raise TypeError(
            f"{option} must be a text, a sequence or a mapping, not {type(given).__name__}"
        )
    return ",".join(
        shape(argument, f"argument #{index} of {option}") for index, argument in enumerate(given)
    )


def sizes(given: object) -> Optional[str]:
    """Returns the option `sizes` for a text, or for sizes and ranges by the symbols' names."""
    if given is None or isinstance(given, str):
        return given
    if not isinstance(given, Mapping):
        raise TypeError(f"sizes must be a text or a mapping, not {type(given).__name__}")
    texts = (
        f"{name}={_symbol_range(size, name) or _symbol(size, name, 'sizes')}"
        for name, size in given.items()
    )
    return ",".join(texts)


def _symbol_range(given: object, name: object) -> Optional[str]:
    """Returns the range of a symbol; `None` if a size is given."""
    if isinstance(given, str):
        return given if ".." in given else None
    if isinstance(given, range):
        if len(given) == 0 or given.step < 0 or given.start % given.step:
            raise ValueError(
                f"the range of {name!r} in sizes is {given}; expected one that is not empty, whose "
                "step is positive, and which begins with a multiple of its step"
            )
        return f"{given.start}..{given[-1]}:{given.step}"
    if not isinstance(given, (tuple, list)):
        return None
    expected = "the least and the greatest size, or None for no bound, and perhaps a step"
    if len(given) not in (2, 3):
        raise TypeError(f"the range of {name!r} in sizes is {given!r}; expected {expected}")
    least, greatest, *step = ("" if it is None else _symbol(it, name, "sizes") for it in given)
    return f"{least}..{greatest}" + "".join(f":{it}" for it in step if it != "")


def profiles(given: object, option: str) -> Optional[str]:
    """Returns the option `profile` or `bounds` for a text, or for one or several calls: the shapes of the arguments
    in order, or by name, and sizes of symbols by name. One call alone is a mapping."""
    if given is None or isinstance(given, str):
        return given
    if isinstance(given, Mapping):
        return profile(given, option)
    if not isinstance(given, Sequence) or _is_bytes(given):
        raise TypeError(
            f"{option} must be a text, a mapping or a sequence of calls, each as `shapes` takes it, not "
            f"{type(given).__name__}"
        )
    for index, call in enumerate(given):
        if isinstance(call, (tuple, list)) and call and all(map(is_integer, call)):
            raise TypeError(
                f"call #{index} of {option} is a shape, {call!r}; a call has a shape for each argument, as in "
                f"[{call!r}], or sizes of symbols, as in {{'n': {call[0]}}}"
            )
    calls = (profile(call, f"call #{index} of {option}") for index, call in enumerate(given))
    return ";".join(filter(None, calls))


def profile(call: object, option: str) -> Optional[str]:
    """Returns the text of one call: shapes of arguments, and sizes of symbols by name."""
    if isinstance(call, Mapping):
        named = {
            name: str(_symbol(size, name, option)) if is_integer(size) else size
            for name, size in call.items()
        }
        return shapes(named, option)
    return shapes(call, option)


def shape(argument: object, where: str) -> str:
    """Returns the shape of an argument, or its type if it has one; `None` leaves it as it is.

    `where` begins the messages of errors.
    """
    if argument is None:
        return "_"
    if isinstance(argument, str):
        return argument
    # Numbers of NumPy have a shape, too, and some of them are Python's.
    given = getattr(argument, "shape", None)
    if given is None:
        if isinstance(argument, (bool, int, float, complex)):
            return "scalar"
        given = argument
    dims = _dims(given)
    if dims is None:
        raise TypeError(f"{where} has no shape{_advice(argument)}")
    texts = [_size(dim, f"dim {index} of {where}") for index, dim in enumerate(dims)]
    element = _element(getattr(argument, "dtype", None))
    if element is not None:
        return f"tensor<{'x'.join([*texts, element])}>"
    return "x".join(texts) or "scalar"


def _dims(given: object) -> Optional[list[object]]:
    """Returns the dims of a shape; `None` if it is no shape."""
    if _is_bytes(given) or isinstance(given, (str, Mapping, AbstractSet)):
        return None
    try:
        dims = list(given)  # type: ignore[call-overload]
    except TypeError:
        return None
    return None if any(map(_has_elements, dims)) else dims


def _advice(argument: object) -> str:
    """Returns what to give instead of an argument that has no shape, as the end of a message."""
    kind = type(argument).__name__
    if not isinstance(argument, (Sequence, Mapping)) or _is_bytes(argument):
        return (
            ": expected an array, or another object with a shape, a tuple of sizes, a number, or a "
            f"shape as text, not {kind}"
        )
    if _is_data(argument):
        return (
            f": expected an array or its shape, not a nested {kind}; numpy.asarray() makes an array "
            "of it"
        )
    return (
        f": expected an array or its shape, not a {kind} of arguments; each array in it is an "
        "argument of its own, in the order of jax.tree.leaves((args, kwargs))"
    )


def _is_data(value: object) -> bool:
    """Returns whether a value is a number, or a list of numbers or of such lists."""
    if isinstance(value, (list, tuple)):
        return all(map(_is_data, value))
    return isinstance(value, Number)


def is_shape(value: object) -> bool:
    """Returns whether a value can be meant as an argument or its shape."""
    if isinstance(value, str):
        return _TEXT.fullmatch(value) is not None
    try:
        shape(value, "")
    except TypeError:
        return False
    except ValueError:  # a wrong size is a size
        return True
    return True


def _size(dim: object, where: str) -> str:
    """Returns a size; `None`, `"?"` and a symbol stay as they are."""
    if dim is None or (isinstance(dim, str) and dim.strip() == "?"):
        return "?"
    expected = "a size is an integer, or None or '?' for one that stays as it is"
    if not isinstance(dim, bool):
        try:
            size = operator.index(dim)  # type: ignore[arg-type]
        except Exception:  # symbols may raise errors of their own
            if _is_symbolic(dim):
                return "?"
        else:
            if size < 0:
                raise ValueError(
                    f"{where} is {size}, but a size is at least 0; None or '?' stays as it is"
                )
            return str(size)
    raise TypeError(f"{where} is {dim!r}, of type {type(dim).__name__}; {expected}")


def _symbol(size: object, name: object, option: str) -> int:
    """Returns the size of a symbol."""
    where = f"the size of {name!r} in {option}"
    try:
        if isinstance(size, bool):
            raise TypeError
        number = operator.index(size)  # type: ignore[arg-type]
    except Exception:
        raise TypeError(
            f"{where} is {size!r}, of type {type(size).__name__}; expected an integer"
            f"{_OR_RANGE if option == 'sizes' else ''}. A symbol without a size stays as it is"
        ) from None
    if number < 0:
        raise ValueError(f"{where} is {number}, but a size is at least 0")
    return number


def _is_symbolic(dim: object) -> bool:
    """Returns whether an object that is no integer stands for one: a dimension of JAX, or an object
    that could be an integer if its value were known. Arrays have values, and a `dtype`."""
    of_jax = type(dim).__module__.partition(".")[0] == "jax"
    return (of_jax or hasattr(type(dim), "__index__")) and not hasattr(dim, "dtype")


def is_integer(value: object) -> bool:
    return isinstance(value, Integral) and not isinstance(value, bool)


def _is_bytes(value: object) -> bool:
    return isinstance(value, (bytes, bytearray, memoryview))


def _has_elements(value: object) -> bool:
    """Returns whether a value is no size, but has elements: a list, or an array of rank 1."""
    if isinstance(value, (Sequence, Mapping, AbstractSet)):
        return not isinstance(value, str)
    try:
        return len(getattr(value, "shape", ())) > 0
    except TypeError:
        return False


def _element(dtype: object) -> Optional[str]:
    """Returns MLIR's name for the type of an array's elements; `None` if it has none."""
    if dtype is None:
        return None
    # NumPy's and TensorFlow's types have a `name`, classes of NumPy's numbers a `__name__`, and
    # PyTorch's are printed as `torch.float32`.
    name = getattr(dtype, "name", None) or getattr(dtype, "__name__", None) or str(dtype)
    name = str(name).rpartition(".")[2]
    if match := re.fullmatch(r"(u?)int(\d+)", name):
        return f"{match[1]}i{match[2]}"
    # Such as `float8_e4m3fn`.
    if match := re.fullmatch(r"float(\d)_(e\dm\d\w*)", name):
        return f"f{match[1]}{match[2].upper()}"
    return _ELEMENTS.get(name)
