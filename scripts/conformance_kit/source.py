"""Reads `conformance/cases.toml`, and checks that its expected outcomes follow from the rules."""

import re
import tomllib
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from .ops import OPS, values
from .types import Type, TypesDoNotFit, infer

_CALL = re.compile(r"^(?P<arguments>.*) -> (?P<result>\S+)(?: \((?P<policy>[a-z-]+)\))?$")
_STEP = re.compile(r"^(?P<op>\w+) (?P<operands>[\d ]+?)(?: @(?P<dims>[-\d,]*))? -> (?P<type>\S+)$")
# The integers that f32 represents exactly.
_EXACT = 2**24


class WrongCase(Exception):
    """A case in the source is malformed, or does not follow from the rules."""


def read(path: Path) -> dict[str, object]:
    """Returns the contents of `cases.json`."""
    source = tomllib.loads(path.read_text())
    cases = []
    for row in source["case"]:
        try:
            cases.append(_case(row, source["policies"], source["sources"]))
        except (KeyError, ValueError, TypesDoNotFit, WrongCase) as error:
            raise WrongCase(f"{path}: case {row.get('id')}: {error}") from error
    ids = [case["id"] for case in cases]
    if repeated := {name for name in ids if ids.count(name) > 1}:
        raise WrongCase(f"{path}: {', '.join(repeated)}: more than one case has the id")
    used = {key for case in cases for key in case["from"]}
    used |= {call["may_refuse"] for case in cases for call in case["calls"]}
    if unused := {*source["sources"], *source["policies"]} - used:
        raise WrongCase(f"{path}: no case names {', '.join(sorted(unused))}")
    return {"version": 1, "policies": source["policies"], "sources": source["sources"], "cases": cases}


def _case(row: dict, policies: dict, sources: dict) -> dict[str, object]:
    if unknown := set(row["from"]) - set(sources):
        raise WrongCase(f"unknown sources: {', '.join(unknown)}")
    arguments = [Type.parse(text) for text in row["arguments"].split(", ")]
    steps = [_step(text) for text in row["steps"]]
    calls = [_call(text, arguments, steps, policies) for text in row["calls"]]
    is_valid = _fits(arguments, steps)
    if is_valid != any(call["expected"] for call in calls):
        raise WrongCase("a call must be accepted if and only if the types fit")
    return {
        "id": row["id"],
        "says": row["says"],
        "from": row["from"],
        "features": _features(arguments, steps),
        "is_valid": is_valid,
        "arguments": [it.to_json() for it in arguments],
        "steps": [step | {"type": step["type"].to_json()} for step in steps],
        "calls": calls,
    }


def _step(text: str) -> dict[str, object]:
    found = _STEP.match(text)
    if not found or found["op"] not in OPS:
        raise WrongCase(f"`{text}` is not a step")
    dims = found["dims"]
    return {
        "op": found["op"],
        "operands": [int(number) for number in found["operands"].split()],
        "broadcast_dimensions": dims if dims is None else [int(entry) for entry in dims.split(",") if entry],
        "type": Type.parse(found["type"]),
    }


def _features(arguments: Sequence[Type], steps: Sequence[dict]) -> list[str]:
    """Returns what a tool must be able to express to be given the case."""
    types = [*arguments, *(step["type"] for step in steps)]
    has = {
        "dynamic": any(None in it.shape for it in types),
        "bounded": any(bound is not None for it in types for bound in it.bounds),
        "broadcast-dimensions": any(step["broadcast_dimensions"] is not None for step in steps),
        "mixed-ranks": _has_mixed_ranks(arguments, steps),
        "declared-result": _depends_on_declared(arguments, steps),
    }
    return [name for name, is_needed in has.items() if is_needed]


def _has_mixed_ranks(arguments: Sequence[Type], steps: Sequence[dict]) -> bool:
    known = [*arguments, *(step["type"] for step in steps)]
    ranks = ({len(known[number].shape) for number in step["operands"]} for step in steps)
    return any(len(of_step) > 1 for of_step in ranks)


def _depends_on_declared(arguments: Sequence[Type], steps: Sequence[dict]) -> bool:
    """Returns whether a declared type is not the one that the operands' types imply."""
    known = list(arguments)
    for step in steps:
        operands = [known[number] for number in step["operands"]]
        try:
            inferred = infer(operands, step["broadcast_dimensions"])
        except TypesDoNotFit:
            return False
        if inferred.shape != step["type"].shape:
            return True
        known.append(step["type"])
    return False


def _fits(arguments: Sequence[Type], steps: Sequence[dict]) -> bool:
    known = list(arguments)
    for step in steps:
        operands = [known[number] for number in step["operands"]]
        try:
            infer(operands, step["broadcast_dimensions"]).check_declared(step["type"])
        except TypesDoNotFit:
            return False
        known.append(step["type"])
    return True


def _call(text: str, arguments: Sequence[Type], steps: Sequence[dict], policies: dict) -> dict[str, object]:
    found = _CALL.match(text)
    if not found:
        raise WrongCase(f"`{text}` is not a call")
    shapes = [Type.parse(word).shape for word in found["arguments"].split(", ")]
    if len(shapes) != len(arguments):
        raise WrongCase(f"`{text}` does not have one shape for each argument")
    for shape, argument in zip(shapes, arguments):
        if not argument.accepts(shape):
            raise WrongCase(f"`{text}`: an argument does not have its type")
    policy = found["policy"]
    if policy is not None and policy not in policies:
        raise WrongCase(f"`{text}`: there is no policy `{policy}`")
    given = [values(steps, number, it.element, shape) for number, (it, shape) in enumerate(zip(arguments, shapes))]
    result = _evaluate(given, arguments, steps)
    wanted = None if found["result"] == "refused" else Type.parse(found["result"]).shape
    if wanted != (None if result is None else result.shape):
        found_outcome = "refused" if result is None else result.shape
        raise WrongCase(f"`{text}`: by the rules, it is {found_outcome}")
    return {
        "arguments": [_array(array) for array in given],
        "expected": None if result is None else _array(result),
        "may_refuse": policy,
    }


def _evaluate(given: Sequence[np.ndarray], arguments: Sequence[Type], steps: Sequence[dict]) -> np.ndarray | None:
    """Runs a program by NumPy's rule; `None` if a call is wrong."""
    arrays, types = list(given), list(arguments)
    for step in steps:
        operands = [arrays[number] for number in step["operands"]]
        operand_types = [types[number] for number in step["operands"]]
        try:
            # It also checks the attribute.
            rank = len(infer(operand_types, step["broadcast_dimensions"]).shape)
            result = OPS[step["op"]].compute(
                *(_aligned(array, step["broadcast_dimensions"], rank) for array in operands)
            )
        except (TypesDoNotFit, ValueError):
            return None
        if not step["type"].accepts(result.shape):
            return None
        if result.size and np.abs(result.astype(np.float64)).max() >= _EXACT:
            raise WrongCase(f"{step['op']} gives values that f32 does not represent")
        arrays.append(result)
        types.append(step["type"])
    return arrays[-1]


def _aligned(array: np.ndarray, dims: Sequence[int] | None, rank: int) -> np.ndarray:
    if dims is None or array.ndim == rank:
        return array
    shape = [1] * rank
    for dim, size in zip(dims, array.shape):
        shape[dim] = size
    return array.reshape(shape)


def _array(array: np.ndarray) -> dict[str, object]:
    elements = array.reshape(-1).tolist()
    if array.dtype != np.bool_:
        elements = [int(element) for element in elements]
    return {"shape": list(array.shape), "values": elements}
