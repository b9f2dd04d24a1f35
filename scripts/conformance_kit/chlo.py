"""Cases as programs in CHLO."""

from collections.abc import Sequence

from .clamps import split_clamps
from .ops import OPS
from .types import Type


def program(case: dict) -> str:
    """Returns the module of a case; its function is `main`."""
    arguments = [Type.from_json(it).mlir() for it in case["arguments"]]
    declared = ", ".join(f"%arg{number}: {it}" for number, it in enumerate(arguments))
    result = Type.from_json(case["steps"][-1]["type"]).mlir()
    lines = [f"func.func @main({declared}) -> {result} {{", *_body(case)]
    return "\n".join([*lines, "}", ""])


def _body(case: dict) -> list[str]:
    names = [f"%arg{number}" for number in range(len(case["arguments"]))]
    types = [Type.from_json(it) for it in case["arguments"]]
    lines = []
    for number, step in enumerate(split_clamps(case)):
        operands, signature = zip(*((names[at], types[at]) for at in step["operands"]))
        names.append(f"%{number}")
        types.append(Type.from_json(step["type"]))
        lines.append(_op(names[-1], step, operands, signature))
    return [*lines, f"  return {names[-1]} : {types[-1].mlir()}"]


def _op(name: str, step: dict, operands: Sequence[str], types: Sequence[Type]) -> str:
    op = OPS[step["op"]]
    attributes = op.attributes
    if step["broadcast_dimensions"] is not None:
        entries = ", ".join(map(str, step["broadcast_dimensions"]))
        array = f"array<i64: {entries}>" if entries else "array<i64>"
        attributes = f" {{broadcast_dimensions = {array}}}"
    signature = ", ".join(it.mlir() for it in types)
    result = Type.from_json(step["type"]).mlir()
    return f"  {name} = {op.chlo} {', '.join(operands)}{attributes} : ({signature}) -> {result}"


def file(case: dict, sources: dict[str, str]) -> str:
    """Returns the contents of a file: what the case says, its calls, and the program."""
    lines = [f"// {case['id']}: {case['says']}"]
    lines += [f"// From {sources[key]}." for key in case["from"]]
    for call in case["calls"]:
        given = ", ".join(_shape(it["shape"]) for it in call["arguments"])
        expected = call["expected"]
        result = "refused" if expected is None else _shape(expected["shape"])
        policy = f" (may be refused: {call['may_refuse']})" if call["may_refuse"] else ""
        lines.append(f"// {given} -> {result}{policy}")
    return "\n".join([*lines, program(case)])


def _shape(shape: Sequence[int]) -> str:
    return "x".join(map(str, shape)) or "()"
