"""Runs a program on the consumers, and compares the results with those of JAX."""

from __future__ import annotations

import contextlib
import os
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

# jaxlib is set up before anything imports JAX.
from numeric.peer import Module, Peer  # isort: skip
import jax
import jax.numpy as jnp
import numpy as np

from numeric.consumers import FAILURES, REJECTIONS, TARGETS, Run, on_iree, on_xla, with_padding
from numeric.tool import Tool, shapes_text, shortened
from programs import iree

from . import forms, helpers
from .bounds import fits, limit_of_bounds
from .program import Program

# JAX's own programs need the pass that the peer disables. Flags are read when the peer is made.
os.environ["XLA_FLAGS"] = os.environ["XLA_FLAGS"].replace("--xla_disable_hlo_passes=algsimp", "")

Call = Mapping[str, int]

# Outcomes. Those in `FAULTS` are faults of the tool.
RIGHT, OWN, REFUSED = "right", "the consumer's own", "refused"
LIMIT = "a documented limit"
NO_PROGRAM = "rejected by JAX"
WRONG, OTHER_TEXT, ACCEPTED, BROKEN = "wrong", "other text", "wrong call accepted", "broken"
CRASHED = "crashed"
FAULTS = (WRONG, OTHER_TEXT, ACCEPTED, BROKEN, CRASHED)
# The levels O1 and above remove assertions otherwise.
_IREE_OPTIONS = ("--iree-opt-strip-assertions=false",)
# What IREE says where loops end without an iteration (docs/limits.md), and how JAX's loops are written.
_NOT_COMMITTED = "transient_buffer.c"
_LOOP = re.compile(r"_loop\(|scan\(|lax\.map\(")
_UNKNOWN_SIZE = re.compile(r"tensor<[^>]*\?")
# Ops that only hold others together: JAX inlines calls.
_UNCOUNTED = ("builtin.module", "func.func", "func.return", "func.call")
# How often results of JAX with other roundings are compared with.
_ROUNDINGS = 4
# A difference of at most this fraction of a tensor's largest element is taken for rounding.
_ROUGHLY = 0.03


@dataclass(frozen=True)
class Outcome:
    """What one consumer makes of a program."""

    kind: str
    target: str
    detail: str = ""
    # The call and the result that are wrong.
    call: int | None = None
    result: int | None = None

    def is_like(self, other: Outcome) -> bool:
        """Whether both are the same problem, as far as can be told."""
        return (self.kind, self.target) == (other.kind, other.target)


class Checker:
    """The consumers and the tool."""

    def __init__(self, tool: Tool) -> None:
        self._tool = tool
        self._peer = Peer()

    def outcomes(self, program: Program, targets: Sequence[str]) -> list[Outcome]:
        """Checks a program on each target; raises an error of JAX if it cannot be exported."""
        jax.config.update("jax_enable_x64", program.x64)
        return [self._outcome(program, target) for target in targets]

    @staticmethod
    def _exported(program: Program, target: str) -> str:
        """Returns a program for all sizes; that for IREE has what XLA computes wrongly."""
        with helpers.for_iree() if target == "iree" else contextlib.nullcontext():
            return program.exported()

    def _outcome(self, program: Program, target: str) -> Outcome:
        text = self._exported(program, target)
        form = program.forms[TARGETS.index(target)]
        has_bounds = form.startswith("bounds")
        shapes = program.shapes(program.bounds if has_bounds else program.calls[0])
        ranges = program.named_bounds() if has_bounds else program.ranges()
        is_static = form == "shapes"
        try:
            lowered = forms.lower(self._tool, target, form, text, shapes, ranges)
            run = on_xla(lowered, self._peer) if target == "xla" else on_iree(lowered, _options(program))
            run = with_padding(run, lowered) if has_bounds else run
        except forms.OtherText as other:
            return Outcome(OTHER_TEXT, target, shortened(other))
        except REJECTIONS as error:
            return self._rejected(program, text, target, str(error))
        if is_static and target == "xla" and (problem := self._unrefined(text, lowered, shapes, program)):
            return Outcome(BROKEN, target, problem)
        for position, call in enumerate(program.calls[:1] if is_static else program.calls):
            is_right = not has_bounds or fits(program, call)
            arguments = program.values(program.shapes(call))
            if is_right:
                outcome = self._called(program, target, run, position, call, arguments)
            else:
                outcome = _accepted(target, run, position, arguments)
            if outcome is not None:
                return outcome
        wrong = None if is_static else wrong_shapes(program)
        outcome = None if wrong is None else _accepted(target, run, 0, program.values(wrong))
        return outcome or Outcome(RIGHT, target)

    def _unrefined(self, text: str, lowered: str, shapes: Sequence[Sequence[int]], program: Program) -> str | None:
        """Returns what JAX's refinement of shapes would not leave in an output for given sizes."""
        if unknown := _UNKNOWN_SIZE.search(lowered):
            return f"{unknown[0]} is left"
        if not any(program.calls) or "chlo." in text or "stablehlo.composite" in text:
            # Nothing to compare: all sizes are known, or the counts of ops differ, because JAX's refinement treats CHLO's ops
            # and composites in another way.
            return None
        types = map(self._peer.type_of, program.values(shapes))
        refined = str(Module(self._peer, text).specialise(types).refine())
        options = ("--inline", f"--specialize-sizes=shapes={shapes_text(shapes)}", "--cse")
        own = replace(self._tool, options=options).lower(text)
        names = (Module(self._peer, it).op_names() for it in (own, refined))
        ours, theirs = (sum(name not in _UNCOUNTED for name in found) for found in names)
        return f"it has {ours} ops; JAX leaves {theirs}" if ours > theirs else None

    def _called(
        self, program: Program, target: str, run: Run, position: int, call: Call, arguments: Sequence[np.ndarray]
    ) -> Outcome | None:
        """Returns what is wrong with the results of a call, if anything."""
        try:
            expected = _on_jax(program, arguments)
        except Exception:  # JAX's errors have no common class.
            # Some programs are exported for all sizes, and rejected for given ones.
            return None
        found = None
        try:
            found = run(arguments)
            different = first_difference(program, arguments, found, expected)
        except FAILURES as error:
            different = None, f"it stops: {shortened(error)}"
        if different is None:
            return None
        result, detail = different
        wrong = None if found is None or result is None else found[result]
        is_own = self._own(program, target, call, arguments, expected, result, wrong)
        is_limit = result is None and _NOT_COMMITTED in detail and _LOOP.search(program.text()) is not None
        kind = OWN if is_own else LIMIT if is_limit else WRONG
        where = f"{dict(call)}, {program.level}" if target == "iree" else f"{dict(call)}"
        return Outcome(kind, target, f"{detail} at {where}", position, result)

    def _own(
        self,
        program: Program,
        target: str,
        call: Call,
        arguments: Sequence[np.ndarray],
        expected: Sequence[np.ndarray],
        result: int | None,
        wrong: np.ndarray | None,
    ) -> bool:
        """Whether the consumer does the same to the untouched program, with about the same wrong result,
        or one that rounding explains: XLA to that for all sizes, IREE to that of the sizes of the call.
        Where XLA computes something else for all sizes than for these, JAX is no reference for IREE
        either."""

        def differs(run: Callable[[], Sequence[np.ndarray]]) -> bool:
            try:
                found = run()
            except FAILURES:
                return result is None
            except REJECTIONS:
                # What the consumer makes of the untouched program is not known.
                return False
            different = first_difference(program, arguments, found, expected)
            if different is None or result is None or wrong is None:
                return different is not None
            return any(_is_roughly(wrong, other) for other in (found[result], expected[result]))

        def by_xla() -> Sequence[np.ndarray]:
            return self._untouched("xla", self._exported(program, "xla"), program, arguments)

        def by_iree() -> Sequence[np.ndarray]:
            return self._untouched("iree", program.exported(call), program, arguments)

        if target == "xla":
            return differs(by_xla)
        return (result is not None and differs(by_xla)) or differs(by_iree)

    def _rejected(self, program: Program, text: str, target: str, error: str) -> Outcome:
        """Classifies a program that the tool or the consumer rejects."""
        if "exit code -" in error or "panicked" in error or "crash" in error:
            return Outcome(CRASHED, target, shortened(error))
        if limit := limit_of_bounds(error):
            return Outcome(f"{LIMIT}: {limit}", target, shortened(error))
        call = program.calls[0]
        arguments = program.values(program.shapes(call))
        expected = _on_jax(program, arguments)
        try:
            found = self._untouched(target, text, program, arguments)
        except (*REJECTIONS, *FAILURES):
            return Outcome(REFUSED, target, shortened(error))
        if first_difference(program, arguments, found, expected) is not None:
            return Outcome(REFUSED, target, shortened(error))
        return Outcome(BROKEN, target, f"it runs untouched, but not after the tool: {shortened(error)}")

    def _untouched(
        self, target: str, text: str, program: Program, arguments: Sequence[np.ndarray]
    ) -> Sequence[np.ndarray]:
        if target == "xla":
            return on_xla(text, self._peer)(arguments)
        # It may write outside of its tensors.
        return iree.run_apart(iree.compile_text(text, "auto", _options(program)), "main", arguments)


def _accepted(target: str, run: Run, position: int, arguments: Sequence[np.ndarray]) -> Outcome | None:
    """Returns the fault that a call does not fail whose sizes do not fit."""
    try:
        run(arguments)
    except FAILURES:
        return None
    shapes = [argument.shape for argument in arguments]
    return Outcome(ACCEPTED, target, f"shapes {shapes} are accepted", call=position)


def _options(program: Program) -> tuple[str, ...]:
    return (*_IREE_OPTIONS, f"--iree-opt-level={program.level}")


def _on_jax(program: Program, arguments: Sequence[np.ndarray]) -> list[np.ndarray]:
    return [np.asarray(part) for part in jax.jit(program.function)(*arguments)]


def first_difference(
    program: Program, arguments: Sequence[np.ndarray], found: Sequence[np.ndarray], expected: Sequence[np.ndarray]
) -> tuple[int, str] | None:
    """Returns the first result that differs by more than rounding explains, and how."""
    rounded: list[list[np.ndarray]] | None = None
    for position, (result, wanted) in enumerate(zip(found, expected, strict=True)):
        name = program.results[position]
        if result.shape != wanted.shape:
            return position, f"{name} has shape {result.shape}, not {wanted.shape}"
        result = _as_type(result, wanted.dtype)
        if is_close(result, wanted, np.zeros(())):
            continue
        if rounded is None:
            rounded = [_with_noise(program, arguments, seed) for seed in range(_ROUNDINGS)]
        deviation = _deviation(wanted, [values[position] for values in rounded])
        if not is_close(result, wanted, deviation):
            return position, f"{name} is {_shown(result)}, not {_shown(wanted)}"
    return None


def _with_noise(program: Program, arguments: Sequence[np.ndarray], seed: int) -> list[np.ndarray]:
    with helpers.noise(seed):
        return [np.asarray(part) for part in program.function(*map(jnp.asarray, arguments))]


def _as_type(result: np.ndarray, element: np.dtype) -> np.ndarray:
    """Returns the bits of a result as JAX's type; IREE gives truth values as bytes."""
    if result.dtype == element:
        return result
    return result.view(element) if result.dtype.itemsize == element.itemsize else result.astype(element)


def _exact(values: np.ndarray) -> np.ndarray:
    if values.dtype.kind in "biu":
        return values
    return values.astype(np.complex128 if values.dtype.kind == "c" else np.float64)


def _deviation(wanted: np.ndarray, others: Sequence[np.ndarray]) -> np.ndarray:
    """Returns how much each element may differ: infinitely where JAX's own results are not finite in
    one case only."""
    with np.errstate(all="ignore"):
        if wanted.dtype.kind in "biu":
            parts = [np.where(other != wanted, np.inf, 0) for other in others]
        else:
            parts = [np.abs(_exact(other) - _exact(wanted)) for other in others]
            same = [_same_special(_exact(other), _exact(wanted)) for other in others]
            parts = [np.where(is_same, 0, part) for part, is_same in zip(parts, same)]
        return 64 * np.nan_to_num(np.max(parts, axis=0), nan=np.inf, posinf=np.inf)


def _same_special(result: np.ndarray, wanted: np.ndarray) -> np.ndarray:
    return (result == wanted) | (np.isnan(result) & np.isnan(wanted))


def is_close(result: np.ndarray, wanted: np.ndarray, deviation: np.ndarray) -> bool:
    """Whether all elements are equal, or differ by no more than expected."""
    if wanted.dtype.kind in "biu":
        return bool(np.all((result == wanted) | (deviation > 0)))
    eps = float(jnp.finfo(wanted.dtype).eps)
    result, wanted = _exact(result), _exact(wanted)
    with np.errstate(all="ignore"):
        allowed = deviation + 32 * eps * np.abs(wanted) + 1e-5
        near = np.abs(result - wanted) <= allowed
        near |= _same_special(result, wanted) | np.isinf(deviation)
        # What is not a number is another infinity elsewhere.
        near |= ~np.isfinite(wanted) & np.isnan(wanted)
    return bool(np.all(near))


def _is_roughly(result: np.ndarray, other: np.ndarray) -> bool:
    """Whether all elements are equal, but for what may be lost in sums of greater floats."""
    if result.shape != other.shape:
        return False
    result = _as_type(result, other.dtype)
    if other.dtype.kind in "biu":
        return bool(np.all(result == other))
    result, other = _exact(result), _exact(other)
    with np.errstate(all="ignore"):
        greatest = np.max(np.abs(other), where=np.isfinite(other), initial=0)
        near = np.abs(result - other) <= _ROUGHLY * greatest
    return bool(np.all(near | _same_special(result, other)))


def _shown(values: np.ndarray) -> str:
    text = np.array2string(values, threshold=12, edgeitems=3, max_line_width=1000)
    return text.replace("\n", "")[:90]


def wrong_shapes(program: Program) -> list[tuple[int, ...]] | None:
    """Returns shapes of a call that does not fit: one of two sizes that must be equal is greater."""
    if not program.calls:
        return None
    shapes = program.shapes(program.calls[0])
    symbols = list(program.symbols())
    for position, argument in enumerate(program.arguments):
        if argument.sizes in symbols and symbols.count(argument.sizes) > 1:
            changed = list(shapes)
            changed[position] = (shapes[position][0] + 1,)
            return changed
    return None
