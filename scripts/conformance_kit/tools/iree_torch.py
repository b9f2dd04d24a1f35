"""IREE, which gets the case in torch-mlir's dialect.

The arguments are options of IREE.
"""

import sys
from collections.abc import Sequence

from ..answers import Run, require_no
from ..types import Type
from .iree import run_program

_OPS = {
    "add": "torch.aten.add.Tensor",
    "subtract": "torch.aten.sub.Tensor",
    "maximum": "torch.aten.maximum",
    "greater": "torch.aten.gt.Tensor",
    "select": "torch.aten.where.self",
    "clamp": "torch.aten.clamp.Tensor",
}
# Ops with a factor for the second operand.
_SCALED = {"add", "subtract"}
# The positions of the operands: torch's clamp begins with the value.
_ORDER = {"clamp": (1, 0, 2)}


def program(case: dict) -> str:
    """Returns the module of a case."""
    types = [_type(it) for it in case["arguments"]]
    names = [f"%arg{number}" for number in range(len(types))]
    declared = ", ".join(f"{name}: {it}" for name, it in zip(names, types))
    lines = ["  %one = torch.constant.int 1"]
    for number, step in enumerate(case["steps"]):
        lines.append(_op(f"%{number}", step, names, types))
        names.append(f"%{number}")
        types.append(_type(step["type"]))
    head = f"func.func @main({declared}) -> {types[-1]} {{"
    return "\n".join([head, *lines, f"  return {names[-1]} : {types[-1]}", "}", ""])


def _op(name: str, step: dict, names: Sequence[str], types: Sequence[str]) -> str:
    op = step["op"]
    order = _ORDER.get(op, range(len(step["operands"])))
    taken = [step["operands"][position] for position in order]
    operands = [names[number] for number in taken] + ["%one"] * (op in _SCALED)
    signature = [types[number] for number in taken] + ["!torch.int"] * (op in _SCALED)
    result = _type(step["type"])
    return f"  {name} = {_OPS[op]} {', '.join(operands)} : {', '.join(signature)} -> {result}"


def _type(it: dict) -> str:
    parsed = Type.from_json(it)
    dims = ",".join("?" if size is None else str(size) for size in parsed.shape)
    return f"!torch.vtensor<[{dims}],{parsed.element}>"


def compile_case(case: dict) -> Run:
    require_no(case, "bounded", "broadcast-dimensions")
    return run_program(program(case), "torch", case, sys.argv[1:])
