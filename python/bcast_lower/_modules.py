"""Inputs and results: text, bytecode, files, and objects of other packages.

No other package is imported; objects are recognised by their attributes.
"""

from __future__ import annotations

import dataclasses
import os
import re
from typing import TYPE_CHECKING, Any, Callable, NamedTuple, Optional, Union

from . import _native

if TYPE_CHECKING:
    from ._diagnostics import BcastLowerError

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
    is_exported: bool = False
    """Whether the result is JAX's `Exported` by default."""
    likely_path: Union[str, bytes, None] = None
    """The source, if it may be a path or the name of an op."""

    def without_artifact(self) -> Input:
        """Returns the same module with a default form that holds ops of all dialects."""
        if self.is_exported:
            return self._replace(form="text", finish=bytes.decode, is_exported=False)
        return self._replace(form="bytecode")


# How the names of files end that contain modules.
_SUFFIXES = (".mlir", ".mlirbc", ".bc", ".stablehlo", ".shlo", ".chlo", ".vhlo")
# Characters of MLIR's syntax. Text without any of them is no module, unless it is a comment.
_SYNTAX = frozenset('{}"%@=#!<>')
# Others, which may also be in paths.
_OTHER_SYNTAX = re.compile(r"[\s()]|//")
_OP = re.compile(r"[A-Za-z_][\w$]*(\.[\w$]+)+")
_SUFFIX = re.compile(r"\.[A-Za-z][A-Za-z0-9]{0,10}$")


def read(module: object, name: Union[str, None]) -> Input:
    """Reads a module of any kind."""
    likely_path = None
    if isinstance(module, (str, bytes)):
        likely_path = module if _refuse_path(module) else None
    if isinstance(module, str):
        return _text_input(module, name)._replace(likely_path=likely_path)
    if isinstance(module, (bytes, bytearray, memoryview)):
        source = bytes(module)
        _refuse_serialized(source, "these bytes are", "blob")
        form = _form(source)
        return Input(name or "<bytes>", source, form, False, bytes, likely_path=likely_path)
    if isinstance(module, os.PathLike):
        path = os.fspath(module)
        with open(path, "rb") as file:
            source = file.read()
        read_again = f"pathlib.Path({os.fsdecode(path)!r}).read_bytes()"
        _refuse_serialized(source, f"the file {os.fsdecode(path)!r} is", read_again)
        form = _form(source)
        finish = bytes.decode if form == "text" else bytes
        return Input(name or os.fsdecode(path), source, form, False, finish)
    # JAX's `Exported`.
    if callable(getattr(module, "mlir_module", None)):
        return _exported_input(module, name)
    # JAX's `Lowered`.
    if callable(compiler_ir := getattr(module, "compiler_ir", None)):
        module = compiler_ir()
    # MLIR's Python bindings: jaxlib, IREE, torch-mlir.
    if callable(print_ := getattr(getattr(module, "operation", None), "get_asm", None)):
        source = print_(enable_debug_info=True).encode()
        return Input(name or "<module>", source, "text", True, _parser(module))
    cls = type(module)
    advice = _advice(module)
    if not advice and cls.__module__ != "builtins" and cls.__str__ is not object.__str__:
        return _text_input(str(module), name)
    raise TypeError(
        "a module must be str, bytes, a path, or an object of MLIR's Python bindings or JAX, "
        f"not {cls.__qualname__}{advice}"
    )


def _advice(value: Any) -> str:
    """Returns what to pass instead of a value that is no module, as the end of a message."""
    has_lower = callable(getattr(value, "lower", None))
    if has_lower and hasattr(value, "jaxpr"):
        return "; a trace has no module yet: pass what its lower() returns"
    # What `jax.jit` returns, or a function, or an object that is called like one.
    is_jitted = has_lower and hasattr(value, "trace")
    is_printed = type(value).__str__ is not object.__str__
    is_function = callable(value) and not isinstance(value, type)
    if is_jitted or (is_function and (hasattr(value, "__name__") or not is_printed)):
        name = getattr(value, "__name__", "f")
        name = name if name.isidentifier() else "f"
        function = name if is_jitted else f"jax.jit({name})"
        return (
            "; a function has no module before the shapes of its arguments are known, so export it "
            "first:\n"
            "    from jax import export\n"
            f"    exported = export.export({function})(*arguments)\n"
            "where arguments are arrays, or jax.ShapeDtypeStruct((4, 3), 'float32') for one, or, if "
            "sizes are known only at run time, export.symbolic_args_specs(arrays, ('b, 3', ...))"
        )
    if hasattr(value, "eqns"):
        return "; a jaxpr has no module: export the function that it was made from"
    if hasattr(value, "shape") and hasattr(value, "dtype"):
        return (
            "; an array is an argument of a program: pass the program, and arrays to specialize() "
            "or as shapes=[...]"
        )
    return ""


def _refuse_path(text: Union[str, bytes]) -> bool:
    """Raises an error if a text is no module, but the path of one.

    Returns whether it may be a path or the name of an op, such as `model.bin`.
    """
    # Paths of Linux have at most 4,095 bytes.
    if len(text) > 4095:
        return False
    path = os.fsdecode(text).strip()
    # Text on one line that is only a comment is a module.
    if not path or not path.isprintable() or path.startswith("//"):
        return False
    has_syntax = not _SYNTAX.isdisjoint(path)
    is_word = not has_syntax and _OTHER_SYNTAX.search(path) is None
    has_suffix = is_word and _SUFFIX.search(path) is not None
    is_op = _OP.fullmatch(path) is not None
    is_path = (
        (path.lower().endswith(_SUFFIXES) and not has_syntax)
        or (is_word and "/" in path)
        or (has_suffix and not is_op)
        or ("{" not in path and os.path.isfile(path))
    )
    if is_path:
        raise _path_error(text, "is")
    return has_suffix


def refuse_likely_path(read: Input, error: BcastLowerError) -> None:
    """Raises another error for what is the name of no op, and so may be a path."""
    if read.likely_path is None:
        return
    if error.diagnostics[0].suggestions == ():
        raise _path_error(read.likely_path, "looks like") from error


def _path_error(text: Union[str, bytes], verb: str) -> ValueError:
    taken = "a str is the text" if isinstance(text, str) else "bytes are the text or bytecode"
    return ValueError(
        f"{taken} of a module, but {text!r} {verb} a path; "
        f"pass pathlib.Path({os.fsdecode(text).strip()!r}) to read the file"
    )


def _refuse_serialized(source: bytes, what: str, read: str) -> None:
    """Raises an error if a source is what the `serialize()` of JAX's `Exported` returns.

    JAX serializes to a flatbuffer. The module is bytecode in it, preceded by its length in four bytes.
    """
    # It begins with an offset of 4 bytes, which is small.
    if source[2:4] != b"\0\0":
        return
    start = source.find(BYTECODE_MAGIC)
    length = int.from_bytes(source[start - 4 : start], "little")
    if start >= 8 and len(BYTECODE_MAGIC) < length <= len(source) - start:
        raise ValueError(
            f"{what} not a module, but a serialized export of JAX; "
            f"pass jax.export.deserialize({read}), which is an Exported"
        )


def is_exported(module: object) -> bool:
    """Returns whether a module is in an `Exported` of JAX."""
    return (
        callable(getattr(module, "mlir_module", None))
        and isinstance(getattr(module, "mlir_module_serialized", None), bytes)
        and dataclasses.is_dataclass(module)
    )


# The dims of tensors in the signature of a function, from which an argument's name or nothing separates them.
_MAIN = re.compile(r"\s*func\.func (public )?@main\(")
_ARGUMENT = re.compile(r"%arg\d+: tensor<((?:[\d?]+x)*)")
_RESULT = re.compile(r"tensor<((?:[\d?]+x)*)")


def with_sizes(exported: Any, outline: str) -> tuple[Any, dict[str, int]]:
    """Returns an `Exported` whose arguments and results have the sizes of those of its module, which is
    given as text, and the sizes of symbols that other dims of its arguments still have."""
    line = next(line for line in outline.splitlines() if _MAIN.match(line))
    arguments, _, results = line.rpartition(") -> ")
    kept = exported.module_kept_var_idx
    avals = list(exported.in_avals)
    sizes: dict[str, int] = {}
    # In front of them may be the index of the platform.
    for index, text in zip(reversed(kept), reversed(_ARGUMENT.findall(arguments))):
        known = _known(text)
        sizes.update((str(dim), size) for dim, size in zip(avals[index].shape, known) if size is not None)
        avals[index] = _with_shape(avals[index], known)
    left = {str(dim) for index in kept for dim in avals[index].shape}
    # The module does not have the arguments that the function does not use.
    for index in set(range(len(avals))).difference(kept):
        avals[index] = _with_shape(avals[index], [sizes.get(str(dim)) for dim in avals[index].shape])
    outputs = list(exported.out_avals)
    # Attributes of the function follow.
    for index, text in zip(range(len(outputs)), _RESULT.findall(results)):
        outputs[index] = _with_shape(outputs[index], _known(text))
    result = dataclasses.replace(exported, in_avals=tuple(avals), out_avals=tuple(outputs))
    return result, {name: size for name, size in sizes.items() if name in left and name.isidentifier()}


def _known(dims: str) -> list[Optional[int]]:
    return [None if dim == "?" else int(dim) for dim in dims.split("x")[:-1]]


def _with_shape(aval: Any, known: list[Optional[int]]) -> Any:
    """Returns an abstract array of JAX with these sizes, `None` for one that stays symbolic. Of keys, the module has
    more dims."""
    shape = (dim if size is None else size for dim, size in zip(aval.shape, known))
    return aval.update(shape=tuple(shape))


def _exported_input(exported: Any, name: Union[str, None]) -> Input:
    # Locations in its text may be in a `<string>`, too.
    read = _text_input(exported.mlir_module(), name or "<exported>")
    if not is_exported(exported):
        return read

    def finish(lowered: bytes) -> Any:
        return dataclasses.replace(exported, mlir_module_serialized=lowered)

    # Those who read the input can read its version.
    version = _native.artifact_version(exported.mlir_module_serialized) or "current"
    return read._replace(form=f"artifact={version}", finish=finish, is_exported=True)


def with_vjp(exported: Any, lower: Callable[[Any], Any]) -> Any:
    """Returns an `Exported` whose derivative is lowered, too, when JAX asks for it."""
    vjp = getattr(exported, "_get_vjp", None)
    if vjp is None:
        return exported
    # JAX makes it from the function that was exported.
    return dataclasses.replace(exported, _get_vjp=lambda primal: lower(vjp(primal)))


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
