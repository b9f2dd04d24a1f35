"""Runs counterexamples and proven mutants on XLA, or on IREE."""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numeric.elements import DTYPES
from numeric.generic_form import split_list
from numeric.peer import Module, Peer, PeerError
from programs import iree

from .check import Answer

_NAMES = {dtype: name for name, dtype in DTYPES.items()}
# What may end the process on XLA: a quotient, if an element is 0, and a call that is not an assertion.
_FATAL = re.compile(
    r'"stablehlo\.(?:divide|remainder)"\(.*? : \(tensor<[\d?x]*u?i\d+>|call_target_name = "(?!shape_assertion")'
)
# Ops that are not defined for all sizes and elements: what an input with one computes is not known.
_PARTIAL = re.compile(
    r'"(?:tensor\.(?!dim|from_elements|concat)\w+|stablehlo\.(?:dynamic_(?!slice|update_slice)\w+|'
    r"real_dynamic_slice|set_dimension_size|custom_call|composite)|arith\.(?:\w*div\w*|rem\w*|sh\w+|fpto\w+))\""
)
_TENSOR = re.compile(r"tensor<((?:[\d?]+x)*)(\w+)>")
# The sizes with which proven mutants are run, and the maximum number of calls.
_SMALL = (0, 1, 2, 3)
_MOST_CALLS = 6
# The time limit of calls of mutants, some of which do not end.
_SECONDS = 20


@dataclass(frozen=True)
class Outcome:
    """The outcome of a call: a failed assertion, a rejection, or results."""

    kind: str
    text: str = ""
    results: tuple[np.ndarray, ...] = ()

    def differs(self, other: Outcome) -> bool:
        """Returns whether a caller sees a difference, other than of rounding."""
        if self.kind != other.kind or len(self.results) != len(other.results):
            return True
        return not all(map(_are_equal, self.results, other.results))


def _are_equal(a: np.ndarray, b: np.ndarray) -> bool:
    if a.shape != b.shape:
        return False
    if a.dtype.kind in "biu":
        return np.array_equal(a, b)
    wide = [item.astype(np.float64) for item in (a, b)]
    return np.allclose(*wide, rtol=1e-2 if a.itemsize == 2 else 1e-5, equal_nan=True)


class Runs:
    """Runs of the right output of a program, and of mutants of it."""

    def __init__(self, peer: Peer, function: str, source: str, right: str, is_of_iree: bool) -> None:
        self._peer = peer
        self._function = function
        self._own = right
        self.right = self._as_main(right)
        head = re.search(r'function_type = \((.*?)\) -> [^"]*?sym_name = "main"', self.right)
        self._types = [_TENSOR.fullmatch(type_) for type_ in split_list(head[1])] if head else [None]
        is_known = all(found and found[2] in DTYPES for found in self._types)
        dialects = set(re.findall(r'"(\w+)\.', self.right)) - {"builtin", "func", "stablehlo", "chlo"}
        self._may_be_on_xla = is_known and not dialects
        self._is_defined = not _PARTIAL.search(source)
        # A barrier is there because IREE computes something else without it.
        self._is_on_iree = is_known and is_of_iree and ".optimization_barrier" not in right

    def _as_main(self, text: str, name: str = "main") -> str:
        text = text.replace('"unverified.', '"stablehlo.')
        own = re.escape(self._function)
        return re.sub(rf'(sym_name = "|@){own}(?![\w$.-])', rf"\g<1>{name}", text)

    def is_on_xla(self, text: str) -> bool:
        """Returns whether XLA runs a mutant that ends, and cannot end the process."""
        return self._may_be_on_xla and not _FATAL.search(text) and "stablehlo.while" not in text

    def confirm(self, answer: Answer, wrong: str) -> str:
        """Returns evidence from XLA that a program is refuted rightly; empty if there is none."""
        wrong = self._as_main(wrong)
        arguments = self._arguments(answer.sizes, answer.numbers)
        before, after = self._run(self.right, arguments), self._run(wrong, arguments)
        if before.differs(after):
            return f"{before.kind} became {after.kind} {after.text[:80]}"
        if answer.fault == "illegal":
            # XLA checks all assertions first, so later assertions would hide the failure.
            cut = self._run(_without_assertions_after(wrong, answer.at), arguments)
            if cut.kind in ("refused", "wrong hint"):
                return f"without the assertions behind the op: {cut.kind} {cut.text[:80]}"
        return ""

    def differences(self, texts: Sequence[str]) -> list[str | None]:
        """Returns for each program how its results differ from those of the right one: empty if they do not, `None` if
        neither XLA nor IREE runs it."""
        if not texts or not self._is_defined or not (self._may_be_on_xla or self._is_on_iree):
            return [None] * len(texts)
        calls = [self._arguments(sizes, [None] * len(sizes)) for sizes in self._sizes()]
        if self._may_be_on_xla:
            texts = [self._as_main(text) if self.is_on_xla(text) else None for text in (self.right, *texts)]
            right, *outcomes = [text and [self._run(text, call) for call in calls] for text in texts]
        else:
            right, *outcomes = self._runs_on_iree([self._own, *texts], calls)
            for at, text in enumerate(texts):
                if self._difference(right, outcomes[at]):
                    # Alone, because another program may have written to memory that is not its own.
                    right, outcomes[at] = self._runs_on_iree([self._own, text], calls)
        return [self._difference(right, own) for own in outcomes]

    @staticmethod
    def _difference(right: Sequence[Outcome] | None, wrong: Sequence[Outcome] | None) -> str | None:
        if right is None or wrong is None:
            return None
        for before, after in zip(right, wrong):
            if before.kind == "refused":
                # The input is not defined for these sizes either.
                continue
            if "does not compile" in after.text:
                return None
            if before.differs(after):
                return f"{before.kind} became {after.kind} {after.text[:80]}"
        return ""

    def _sizes(self) -> list[list[tuple[int, ...]]]:
        """Returns small sizes for the arguments: for IREE, which checks nothing, only sizes that are alike."""
        choices = [
            list(itertools.product(*(_SMALL if dim == "?" else (int(dim),) for dim in found[1].split("x")[:-1])))
            for found in self._types
        ]
        alike = [
            [tuple(size if dim == "?" else int(dim) for dim in found[1].split("x")[:-1]) for found in self._types]
            for size in _SMALL[1:]
        ]
        if not self._may_be_on_xla:
            return alike
        calls = [list(call) for call in itertools.islice(itertools.product(*choices), 4096)]
        return [*alike, *calls[:: max(1, -(-len(calls) // (_MOST_CALLS - len(alike))))]]

    def _arguments(
        self, sizes: Sequence[Sequence[int] | None], numbers: Sequence[Sequence[int] | None]
    ) -> list[np.ndarray]:
        """Creates arguments of these sizes."""
        generator = np.random.default_rng(1)
        arrays = []
        for found, shape, items in zip(self._types, sizes, numbers):
            type_ = DTYPES[found[2]]
            if items:
                arrays.append(np.array(items, dtype=type_).reshape(tuple(shape or ())))
            else:
                draws = generator.integers(-9, 10, size=tuple(shape or ()))
                arrays.append(np.asarray(draws + 0.5 if "f" in found[2] else draws % 5, dtype=type_))
        return arrays

    def _run(self, text: str, arguments: Sequence[np.ndarray]) -> Outcome:
        """Runs a program on XLA's CPU backend after StableHLO has checked its assertions."""
        types = [f"tensor<{''.join(f'{size}x' for size in item.shape)}{_NAMES[item.dtype]}>" for item in arguments]
        try:
            concrete = Module(self._peer, text).specialise(types)
            failed = concrete.failed_assertion()
            if failed is not None:
                is_message = "expected" in failed or "declared" in failed
                return Outcome("a failed assertion" if is_message else "refused", failed)
            if hints := concrete.wrong_hints():
                return Outcome("wrong hint", hints[0])
            return Outcome("results", "", tuple(concrete.compile().run(list(arguments))))
        except PeerError as error:
            return Outcome("refused", str(error))

    def _runs_on_iree(self, texts: Sequence[str], calls: Sequence[Sequence[np.ndarray]]) -> list[list[Outcome] | None]:
        """Compiles programs together, and runs them."""
        names = [f"program_{number}" for number in range(len(texts))]
        bodies = []
        for name, text in zip(names, texts):
            symbols = set(re.findall(r'sym_name = "([^"]*)"', text)) - {self._function}
            text = self._as_main(text, name)
            for symbol in symbols:
                text = re.sub(rf'(sym_name = "|@){re.escape(symbol)}(?![\w$.-])', rf"\g<1>{symbol}_{name}", text)
            bodies.append("\n".join(text.splitlines()[1:-1]))
        try:
            module = iree.compile_text('"builtin.module"() ({\n' + "\n".join(bodies) + "\n}) : () -> ()\n")
            found = iree.run_all_apart(module, [(name, call) for name in names for call in calls], _SECONDS)
        except (iree.NotCompiled, iree.Failed):
            if len(texts) <= 2:
                return [None] * len(texts)
            # One after the other, because one may not compile.
            pairs = [self._runs_on_iree([texts[0], text], calls) for text in texts[1:]]
            return [next((own for own, _ in pairs if own is not None), None), *(other for _, other in pairs)]
        outcomes = [Outcome("a failure") if isinstance(it, str) else Outcome("results", "", tuple(it)) for it in found]
        return [outcomes[at * len(calls) : (at + 1) * len(calls)] for at in range(len(texts))]


def _without_assertions_after(text: str, at: str) -> str:
    """Removes the assertions after an op."""
    lines = text.splitlines()
    # The op's text has other names, but its index among ops of its kind is the same.
    result = re.match(r"(%[\w#:]+) = ", at)
    name = result[1] if result else at.split("(")[0]
    place = next((i for i, line in enumerate(lines) if line.strip().startswith(name + " ")), 0)
    kept = lines[: place + 1]
    kept += [line for line in lines[place + 1 :] if "shape_assertion" not in line]
    return "\n".join(kept)
