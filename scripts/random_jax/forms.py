"""Ways to write a program, and to run the tool, that must not change what the program computes."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from jaxlib.mlir import ir
from numeric.tool import Refused, Tool, shapes_text

from . import marks

# Writes a program in another way.
Rewrite = Callable[[Path, str], "str | bytes"]


@dataclass(frozen=True)
class Form:
    """How the tool is run.

    `prepare` changes the program before: its output must be the same text. `options` may change the
    output, but not the results. Ops of a program `is_marked` must keep their marks.
    """

    options: tuple[str, ...] = ()
    prepare: Rewrite | None = None
    is_marked: bool = False


class NotWritten(Exception):
    """A program cannot be written in this way."""


class OtherText(Exception):
    """The output differs for a program that is written in another way."""


def _bytecode(binary: Path, text: str) -> bytes:
    return Tool(binary, ("--pass-pipeline=builtin.module()", "--emit-bytecode")).lower_to_bytes(text)


def _artifact(binary: Path, text: str) -> bytes:
    return Tool(binary, ("--pass-pipeline=builtin.module()", "--emit-artifact")).lower_to_bytes(text)


def renamed(_: Path, text: str) -> str:
    """Gives values and functions other names, except for `main`, whose name is its interface."""
    text = re.sub(r"%([\w$.-]+)", r"%x_\1", text)
    for name in set(re.findall(r"func\.func (?:\w+ )?@(\w+)", text)) - {"main"}:
        text = re.sub(rf"@{name}\b", f"@{name}{_SUFFIX}", text)
    return text


_SUFFIX = "_renamed"


def reordered(_: Path, text: str) -> str:
    """Puts the functions in another order."""
    head, functions, tail = functions_of(text)
    return head + "".join(reversed(functions)) + tail


def functions_of(text: str) -> tuple[str, list[str], str]:
    """Splits a module as MLIR prints it into what precedes its functions, these, and the rest."""
    parts = re.split(r"^(?=  func\.func )", text, flags=re.MULTILINE)
    last, brace, tail = parts[-1].rpartition("\n}\n")
    if len(parts) < 2 or not brace:
        return text, [], ""
    return parts[0], [*parts[1:-1], last + "\n"], "}\n"


def normalized(text: str) -> list[str]:
    """Returns an output without what depends on names, on the order of functions, and on whether a
    default is written."""
    text = re.sub(rf"@(\w+?){_SUFFIX}\b", r"@\1", text)
    text = _DEFAULT.sub("", text)
    for name, attribute in _ALIAS.findall(text):
        text = text.replace(f"{name} = {attribute}\n", "")
        text = re.sub(rf"{name}\b", lambda _, attribute=attribute: attribute, text)
    head, functions, tail = functions_of(text)
    return [head, *sorted(functions), tail]


_DEFAULT = re.compile(r", (is_stable|indices_are_sorted|unique_indices) = false")
_ALIAS = re.compile(r"^(#\w+) = (.*)$", re.MULTILINE)

FORMS = {
    "plain": Form(),
    "facts=off": Form(("--facts=off",)),
    "inlined": Form(("--pass-pipeline=builtin.module(inline,target-{target})",)),
    "shapes": Form(("--shapes={shapes}",)),
    "profile": Form(("--profile={shapes}",)),
    "ranges": Form(("--sizes={ranges}",)),
    "again": Form(),
    "bytecode": Form(prepare=_bytecode),
    "artifact": Form(prepare=_artifact),
    "renamed": Form(prepare=renamed),
    "reordered": Form(prepare=reordered),
    "marked": Form(is_marked=True),
    "bounds": Form(("--bounds={ranges}",)),
    "bounds of arguments": Form(("--bounds={shapes}",)),
}
TEXT_FORMS = tuple(name for name, form in FORMS.items() if form.prepare is not None or name == "again")
# Names occur as often as they are chosen.
XLA_FORMS = ("facts=off", "inlined", "shapes", "again", "bytecode", "artifact", "renamed", "reordered", "marked")
IREE_FORMS = ("plain",) * 5 + ("facts=off", "inlined", "shapes", "profile", "profile", "ranges", "renamed", "marked")


def lower(tool: Tool, target: str, name: str, text: str, shapes: Sequence[Sequence[int]] = (), ranges: str = "") -> str:
    """Lowers a program in a form; raises `Refused`, or `OtherText`."""
    options = [
        option.format(target=target, shapes=shapes_text(shapes), ranges=ranges) for option in FORMS[name].options
    ]
    # A program without symbols has no ranges.
    options = [option for option in options if not option.endswith("=")]
    if not any(option.startswith("--pass-pipeline") for option in options):
        # A pipeline has options of its own.
        options += [f"--target={target}", *tool.options]
    tool = replace(tool, options=tuple(options))
    if FORMS[name].is_marked:
        return lower_marked(tool, target, text)
    lowered = tool.lower(text)
    if name in TEXT_FORMS:
        check_text(name, text, lowered, tool)
    return lowered


def check_text(name: str, text: str, lowered: str, tool: Tool) -> None:
    """Lowers a program that is written in another way.

    Raises `OtherText` if the output differs from `lowered`, and `NotWritten` if the program has no such
    form.
    """
    prepare = FORMS[name].prepare
    if prepare is None:
        written = lowered
    else:
        try:
            written = prepare(tool.binary, text)
        except Refused as refused:
            raise NotWritten(str(refused)) from None
    other = tool.lower_to_bytes(written).decode()
    first, second = normalized(lowered), normalized(other)
    if first != second:
        raise OtherText(_first_difference("".join(first), "".join(second)))


def lower_marked(tool: Tool, target: str, text: str) -> str:
    """Lowers a program with marks; raises `OtherText` if the mark of an op is missing then, and `NotWritten` if jaxlib
    does not read the program."""
    generic = replace(tool, options=("--pass-pipeline=builtin.module()", "--mlir-print-op-generic"))
    try:
        text = marks.marked(generic.lower(text))
    except ir.MLIRError as error:
        raise NotWritten(str(error)) from None
    lowered = tool.lower(text)
    missing = marks.missing(text, lowered, merges=target == "iree")
    if missing is not None:
        raise OtherText(missing)
    return lowered


def _first_difference(text: str, other: str) -> str:
    lines, others = text.splitlines(), other.splitlines()
    for line, changed in zip(lines, others):
        if line != changed:
            return f"{line.strip()} became {changed.strip()}"
    return f"it has {len(others)} lines, not {len(lines)}"
