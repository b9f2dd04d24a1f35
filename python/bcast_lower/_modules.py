"""Inputs and results: text, bytecode, files, and objects of other packages.

No other package is imported; objects are recognised by their attributes.
"""

from __future__ import annotations

import os
from typing import Any, Callable, NamedTuple, Union

from . import _native

BYTECODE_MAGIC = b"ML\xefR"


class Input(NamedTuple):
    """A module to read."""

    name: str
    """Its name in locations."""
    source: bytes
    form: str
    """The default form of the result: `"text"`, `"bytecode"` or `"artifact=VERSION"`."""
    debug_info: bool
    """Whether the result has locations by default."""
    finish: Callable[[bytes], Any]
    """Makes the result of its bytes in the default form."""


# How the names of files end that contain modules.
_SUFFIXES = (".mlir", ".mlirbc", ".bc", ".stablehlo", ".shlo", ".chlo", ".vhlo")
# Characters of MLIR's syntax. Text without any of them is no module, unless it is a comment.
_SYNTAX = frozenset('{}"%@=#!<>')


def read(module: object, name: Union[str, None]) -> Input:
    """Reads a module of any kind."""
    if isinstance(module, (str, bytes)):
        _refuse_path(module)
    if isinstance(module, str):
        return _text_input(module, name)
    if isinstance(module, (bytes, bytearray, memoryview)):
        source = bytes(module)
        return Input(name or "<bytes>", source, _form(source), False, bytes)
    if isinstance(module, os.PathLike):
        path = os.fspath(module)
        with open(path, "rb") as file:
            source = file.read()
        form = _form(source)
        finish = bytes.decode if form == "text" else bytes
        return Input(name or os.fsdecode(path), source, form, False, finish)
    # JAX's `Exported`.
    if callable(text := getattr(module, "mlir_module", None)):
        return _text_input(text(), name)
    # JAX's `Lowered`.
    if callable(compiler_ir := getattr(module, "compiler_ir", None)):
        module = compiler_ir()
    # MLIR's Python bindings: jaxlib, IREE, torch-mlir.
    if callable(print_ := getattr(getattr(module, "operation", None), "get_asm", None)):
        source = print_(enable_debug_info=True).encode()
        return Input(name or "<module>", source, "text", True, _parser(module))
    cls = type(module)
    if cls.__module__ != "builtins" and cls.__str__ is not object.__str__:
        return _text_input(str(module), name)
    raise TypeError(
        "a module must be str, bytes, a path, or an object of MLIR's Python bindings or JAX, "
        f"not {cls.__qualname__}"
    )


def _refuse_path(text: Union[str, bytes]) -> None:
    """Raises an error if a text is no module, but the path of one."""
    # Paths of Linux have at most 4,095 bytes.
    if len(text) > 4095:
        return
    path = os.fsdecode(text).strip()
    # Text on one line that is only a comment is a module.
    if not path or not path.isprintable() or path.startswith("//"):
        return
    is_named_so = path.lower().endswith(_SUFFIXES) and _SYNTAX.isdisjoint(path)
    if is_named_so or ("{" not in path and os.path.isfile(path)):
        taken = "a str is the text" if isinstance(text, str) else "bytes are the text or bytecode"
        raise ValueError(
            f"{taken} of a module, but {text!r} is a path; "
            f"pass pathlib.Path({path!r}) to read the file"
        )


def _text_input(text: str, name: Union[str, None]) -> Input:
    return Input(name or "<string>", text.encode(), "text", False, bytes.decode)


def _form(source: bytes) -> str:
    if not source.startswith(BYTECODE_MAGIC):
        return "text"
    version = _native.artifact_version(source)
    return f"artifact={version}" if version else "bytecode"


def _parser(module: Any) -> Callable[[bytes], Any]:
    """Returns a function that parses text in the context of a module of the same package."""
    parse = getattr(type(module), "parse", None)
    context = getattr(module, "context", None)
    if not callable(parse) or context is None:
        return bytes.decode

    def parse_in_context(text: bytes) -> Any:
        try:
            return parse(text.decode(), context)
        except Exception as error:
            raise RuntimeError(
                "the module's context cannot read the result, perhaps because it lacks a dialect; "
                f"output='text' returns it as text. {error}"
            ) from error

    return parse_in_context
