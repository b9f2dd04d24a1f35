"""The options of passes, from the table that the extension module has."""

from __future__ import annotations

import inspect
import os
import textwrap
from collections.abc import Iterable, Mapping
from typing import Any, Literal, NamedTuple, Optional, TypedDict, Union

from . import _native, _shapes


class Option(NamedTuple):
    """An option of passes: a keyword argument of `lower`, `explain` and perhaps `verify`."""

    name: str
    values: tuple[object, ...]
    """The values that it takes, the default first; empty if it takes names and paths."""
    description: str
    defaults: Mapping[str, object]
    """The default with each target that has one of its own."""
    is_verification: bool
    """Whether `verify` takes it."""

    @property
    def default(self) -> object:
        """The default without a target; `None` if the option takes names and paths."""
        return self.values[0] if self.values else None


def _value(kind: str, text: str) -> object:
    return text == "on" if kind == "switch" else text


OPTIONS: Mapping[str, Option] = {
    name: Option(
        name,
        tuple(_value(kind, text) for text in values),
        description,
        {target: _value(kind, text) for target, text in defaults},
        is_verification,
    )
    for name, kind, values, is_verification, description, defaults in _native.option_table()
}
"""All options, by name."""

_TEXTS = {name for name, kind, *_ in _native.option_table() if kind == "text"}

TARGETS: Mapping[str, str] = dict(_native.target_table())
"""All targets, each with what it is for."""

_Names = Union[str, "os.PathLike[str]", Iterable[Union[str, "os.PathLike[str]"]]]


def _type(option: Option) -> Any:
    if option.name in _TEXTS:
        return object
    if not option.values:
        return _Names
    if isinstance(option.default, bool):
        return bool
    return Literal.__getitem__(option.values)


def _typed_dict(name: str, options: list[Option]) -> Any:
    fields = {option.name: Optional[_type(option)] for option in options}
    return TypedDict(name, fields, total=False)  # type: ignore[operator]


VerifyOptions = _typed_dict(
    "VerifyOptions", [option for option in OPTIONS.values() if option.is_verification]
)
LowerOptions = _typed_dict("LowerOptions", list(OPTIONS.values()))


def _described(option: Option) -> str:
    def shown(value: object) -> str:
        return f'"{value}"' if isinstance(value, str) else str(value)

    text = option.description
    if option.values:
        text += f". One of {', '.join(map(shown, option.values))}; {shown(option.default)} by default"
        for target, value in option.defaults.items():
            text += f', {shown(value)} with target="{target}"'
    indent = "    "
    lines = textwrap.wrap(f"{text}.", 88, initial_indent=indent, subsequent_indent=indent)
    return "\n".join([f"{option.name}:", *lines])


def with_options(function: Any, only_verification: bool = False) -> None:
    """Gives a function that takes `**options` the signature and the documentation of them."""
    options = [
        option for option in OPTIONS.values() if option.is_verification or not only_verification
    ]
    signature = inspect.signature(function)
    kinds = inspect.Parameter
    own = [
        parameter
        for parameter in signature.parameters.values()
        if parameter.kind is not kinds.VAR_KEYWORD
    ]
    names = {parameter.name for parameter in own}
    options = [option for option in options if option.name not in names]
    more = [kinds(option.name, kinds.KEYWORD_ONLY, default=None) for option in options]
    function.__signature__ = signature.replace(parameters=[*own, *more])
    documentation = inspect.cleandoc(function.__doc__)
    described = "\n".join(map(_described, options))
    function.__doc__ = (
        f"{documentation}\n\nOptions of passes, of which None is the default:\n\n{described}\n"
    )


def check_target(target: object) -> None:
    """Raises an error if a target is no name; the extension module knows the names."""
    if not (target is None or isinstance(target, str)):
        names = ", ".join(map(repr, TARGETS))
        raise TypeError(f"target must be {names} or None, not {target!r}")


def normalize(function: Any, options: Mapping[str, object]) -> dict[str, object]:
    """Returns options as the extension module takes them."""
    parameters = inspect.signature(function).parameters
    for name in options:
        if name not in parameters:
            advice = _native.did_you_mean(name, list(parameters))
            raise TypeError(f"{function.__name__}() has no option '{name}'{advice}")
    return {name: _normalized(name, value) for name, value in options.items()}


def _normalized(name: str, value: object) -> object:
    if name == "shapes":
        text = _shapes.shapes(value)
        if text == "" and not isinstance(value, (str, Mapping)):
            raise ValueError(
                "shapes is empty: give the shape of each argument, None for one that stays as it is, or "
                "leave shapes out"
            )
        return text or None
    if name == "sizes":
        return _shapes.sizes(value) or None
    if name in ("profile", "bounds"):
        return _shapes.profiles(value, name) or None
    if name in _TEXTS and not (value is None or isinstance(value, str)):
        raise TypeError(f"{name} must be a name, not {value!r}")
    return value if OPTIONS[name].values or name in _TEXTS else _paths(value)


def _paths(names: object) -> Optional[list[str]]:
    if names is None:
        return None
    if isinstance(names, (str, os.PathLike)):
        names = [names]
    return [os.fspath(name) for name in names]  # type: ignore[attr-defined]
