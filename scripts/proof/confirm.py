"""Runs counterexamples on XLA."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from jaxlib.mlir import ir
from numeric.peer import Module, Peer, PeerError

from .check import Answer

_NUMPY = {"f32": np.float32, "f64": np.float64, "i1": np.bool_, "i32": np.int32, "i64": np.int64}


@dataclass(frozen=True)
class Outcome:
    """The outcome of a call on XLA: a failed assertion, a rejection, or results."""

    kind: str
    text: str = ""
    results: tuple[np.ndarray, ...] = ()

    def differs(self, other: Outcome) -> bool:
        """Returns whether a caller sees a difference."""
        if self.kind != other.kind or len(self.results) != len(other.results):
            return True
        pairs = zip(self.results, other.results)
        return not all(
            a.shape == b.shape and np.array_equal(a, b, equal_nan=a.dtype.kind == "f")
            for a, b in pairs
        )


def confirm(peer: Peer, answer: Answer, right: str, wrong: str) -> str:
    """Returns evidence from XLA that a program is wrong; empty if there is none."""
    arguments = arguments_of(peer, right, answer.sizes, answer.numbers)
    before, after = run(peer, right, arguments), run(peer, wrong, arguments)
    if before.differs(after):
        return f"{before.kind} became {after.kind} {after.text[:80]}"
    if answer.fault == "illegal":
        # XLA checks all assertions first, so later assertions would hide the failure.
        cut = run(peer, without_assertions_after(wrong, answer.at), arguments)
        if cut.kind in ("refused", "wrong hint"):
            return f"without the assertions behind the op: {cut.kind} {cut.text[:80]}"
    return ""


def arguments_of(
    peer: Peer,
    text: str,
    sizes: Sequence[Sequence[int] | None],
    numbers: Sequence[Sequence[int] | None],
) -> list[np.ndarray]:
    """Creates arguments of these sizes."""
    generator = np.random.default_rng(1)
    with peer.context:
        module = ir.Module.parse(text)
        (function,) = (
            op
            for op in module.body.operations
            if op.operation.name == "func.func" and op.name.value == "main"
        )
        elements = [str(ir.ShapedType(item.type).element_type) for item in function.arguments]
    arrays = []
    for element, shape, items in zip(elements, sizes, numbers):
        type_ = _NUMPY[element]
        if items:
            arrays.append(np.array(items, dtype=type_).reshape(tuple(shape or ())))
        else:
            draws = generator.integers(-9, 10, size=tuple(shape or ()))
            arrays.append(np.asarray(draws + (0.5 if element[0] == "f" else 0), dtype=type_))
    return arrays


def run(peer: Peer, text: str, arguments: Sequence[np.ndarray]) -> Outcome:
    """Runs a program on XLA's CPU backend after StableHLO has checked its assertions."""
    names = {value: key for key, value in _NUMPY.items()}
    types = [
        f"tensor<{''.join(f'{size}x' for size in item.shape)}{names[item.dtype.type]}>"
        for item in arguments
    ]
    try:
        concrete = Module(peer, text).specialise(types)
        failed = concrete.failed_assertion()
        if failed is not None:
            is_message = "expected" in failed or "declared" in failed
            return Outcome("a failed assertion" if is_message else "refused", failed)
        if hints := concrete.wrong_hints():
            return Outcome("wrong hint", hints[0])
        return Outcome("results", "", tuple(concrete.compile().run(list(arguments))))
    except PeerError as error:
        return Outcome("refused", str(error))


def without_assertions_after(text: str, at: str) -> str:
    """Removes the assertions after an op."""
    lines = text.splitlines()
    # The op's text has other names, but its index among ops of its kind is the same.
    result = re.match(r"(%[\w#:]+) = ", at)
    name = result[1] if result else at.split("(")[0]
    place = next((i for i, line in enumerate(lines) if line.strip().startswith(name + " ")), 0)
    kept = lines[: place + 1]
    kept += [line for line in lines[place + 1 :] if "shape_assertion" not in line]
    return "\n".join(kept)
