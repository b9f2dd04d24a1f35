"""Comparing a program with its lowered form."""

from __future__ import annotations

import dataclasses
import re
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple, Optional

from . import bounded
from .consumers import NotCompiled, Outcome, Worker, check_packages, compile_for_iree
from .draw import Call, Drawing, Range, read_ranges
from .findings import ACCEPTED, BOTH_REFUSE, DIFFERS, EQUAL, NOT_COMPARED, REFUSED, ComparedCall, Comparison
from .program import Function, Shapes, Space, read_function, space_of
from .references import Reference, Specialised, SpecialisedOnIree, artifact_form, type_of
from .tool import Refused, Tool, UsageError
from .values import Inputs, check_inputs, difference, dtypes, garbage, make_arguments, nudged

_PLAIN = re.compile(r"(?:scalar|\d+(?:x\d+)*)(?:,(?:scalar|\d+(?:x\d+)*))*")
# Calls and seconds to find a smaller call that ends like a wrong one.
_SHRINK_CALLS, _SHRINK_SECONDS = 40, 120.0


class Settings(NamedTuple):
    """How a program is compared."""

    target: str
    calls: int = 20
    seed: int = 0
    shapes: str = ""
    function: Optional[str] = None
    inputs: Optional[Inputs] = None
    tolerance: Optional[float] = None
    timeout: float = 600.0
    progress: Optional[Callable[[str, float], object]] = None

    def check(self) -> None:
        """Raises `UsageError` if a number is none that it may be."""
        for name, number, expected, is_right in (
            ("calls", self.calls, "at least 1", self.calls >= 1),
            ("seed", self.seed, "at least 0", self.seed >= 0),
            ("tolerance", self.tolerance, "at least 0", self.tolerance is None or self.tolerance >= 0),
            ("timeout", self.timeout, "greater than 0", self.timeout > 0),
        ):
            if not is_right:
                raise UsageError(f"{name} must be {expected}, not {number!r}")


def compare(tool: Tool, settings: Settings, reference: Optional[Reference] = None) -> Comparison:
    """Compares a program; raises `Refused` if it is invalid, and `UsageError`.

    Without a reference, it is the program specialised for the shapes of each call, on XLA.
    """
    settings.check()
    check_packages(settings.target)
    start = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="bcast-lower-") as directory, Worker(settings.timeout) as xla:
        with Worker(settings.timeout) as consumer:
            run = _Run(tool, settings, reference, Path(directory), xla, consumer)
            run.compare()
    run.comparison.seconds = time.monotonic() - start
    return run.comparison


class _Run:
    """A comparison that goes on."""

    def __init__(
        self,
        tool: Tool,
        settings: Settings,
        reference: Optional[Reference],
        directory: Path,
        xla: Worker,
        consumer: Worker,
    ) -> None:
        self._tool = tool
        self._settings = settings
        self._directory = directory
        self._xla = xla
        self._consumer = consumer
        self.comparison = Comparison()
        self._report("read", 0.0)
        self._function: Function = read_function(tool.outline(), settings.function)
        self._signature: Optional[bounded.Signature] = None
        self._types = dtypes(self._function, settings.target)
        check_inputs(settings.inputs, len(self._types))
        self._reference = reference

    def compare(self) -> None:
        settings = self._settings
        try:
            self._compile()
        except NotCompiled as error:
            self.comparison.error = str(error)
            return
        self._reference = self._reference or self._specialised()
        space = space_of(self._function, self._tool)
        drawing = Drawing(space, self._tool, self._ranges(space), settings.seed, self._bounds())
        self._drawing = drawing
        first = self._first_call() if settings.shapes else None
        calls = drawing.draw(settings.calls, first)
        if not calls:
            raise UsageError(
                "no shapes were found that the program takes; give those of one call with --shapes, such as "
                f"--shapes={self._example()}, from which others are made with --calls"
            )
        wrong: Optional[tuple[Call, ComparedCall]] = None
        for index, call in enumerate(calls):
            self._report(f"call {index + 1} of {len(calls)}", index / len(calls))
            row = self._row(call)
            self.comparison.rows.append(row)
            if row.is_wrong and wrong is None:
                wrong = call, row
        if wrong is not None:
            self._shrink(drawing, *wrong)

    def _bounds(self) -> Optional[Shapes]:
        return tuple(shape for shape, _ in self._signature.arguments) if self._signature else None

    def _ranges(self, space: Space) -> dict[str, Range]:
        """Returns the ranges of variables: those that are given, and up to their bounds."""
        ranges = read_ranges(self._tool.sizes)
        bounds = self._bounds()
        if bounds is None:
            return ranges
        for index, (argument, shape) in enumerate(zip(self._function.arguments, bounds)):
            for dim, (size, bound) in enumerate(zip(argument.dims, shape)):
                name = argument.symbols[dim] or f"{index}.{dim}"
                if size is None and name in space.variables:
                    ranges.setdefault(name, (0, bound, 1))
        greatest = max((size for shape in bounds for size in shape), default=0)
        # How other variables decide sizes is not known here.
        return {name: ranges.get(name, (0, greatest, 1)) for name in space.variables}

    def _specialised(self) -> Reference:
        """Returns the program specialised for each call, on XLA if XLA takes it."""
        try:
            if self._settings.target == "iree":
                self._tool.lower("xla", artifact_form())
            return Specialised(self._tool, self._function, self._xla)
        except Refused as error:
            if not error.is_about_sizes:
                return Specialised(self._tool, self._function, self._xla)
            self.comparison.note = (
                "the reference is the program specialised for each call on IREE, not on XLA, for which it cannot be "
                f"lowered: {error.first}"
            )
            return SpecialisedOnIree(self._tool, self._function, self._xla, self._directory, self._settings.timeout)

    def _compile(self) -> None:
        self._report("lower", 0.0)
        if self._tool.bounds:
            outline = self._tool.lower(self._settings.target, "outline").decode()
            self._signature = bounded.read_signature(outline, self._function.name)
        if self._settings.target == "xla":
            self._artifact = self._tool.lower("xla", artifact_form())
            return
        module = self._tool.lower("iree", "bytecode")
        self._report("compile", 0.0)
        compile_for_iree(module, self._directory / "program.vmfb", self._settings.timeout)

    def _first_call(self) -> Call:
        # A call that does not fit cannot be specialised, but it can be repeated.
        if _PLAIN.fullmatch(self._settings.shapes):
            words = self._settings.shapes.split(",")
            shapes = [() if it == "scalar" else tuple(map(int, it.split("x"))) for it in words]
            if _fits_ranks(shapes, self._function):
                return Call(tuple(shapes), {})
        given = read_function(self._tool.outline(shapes=self._settings.shapes), self._function.name)
        if left := given.dynamic_dims():
            raise UsageError(f"--shapes leaves dim {left[0][1]} of argument #{left[0][0]} without a size")
        return Call(tuple(tuple(size or 0 for size in it.dims) for it in given.arguments), {})

    def _example(self) -> str:
        shapes = ["x".join("4" if size is None else str(size) for size in it.dims) for it in self._function.arguments]
        return ",".join(it or "scalar" for it in shapes)

    def _row(self, call: Call) -> ComparedCall:
        assert self._reference is not None, "it is made before the first call"
        arguments = make_arguments(call, self._types, self._settings.inputs, self._settings.seed)
        expected = self._reference.call(call, arguments)
        if expected.kind == "ok" and not self._drawing.is_within(call):
            expected = Outcome("refused", [], "a size is beyond its bound", 0.0)
        found = self._call(call, arguments)
        names = {name: size for name, size in call.values.items() if name.isidentifier()}
        row = ComparedCall(
            call.shapes, {} if call.change else names, EQUAL, None, found.message, expected.message, found.seconds
        )
        if found.kind in ("crashed", "timeout"):
            expects = f"; the reference refuses the call: {expected.message}" if expected.kind == "refused" else ""
            return dataclasses.replace(row, outcome=found.kind, message=f"{found.message}{expects}")
        if expected.kind not in ("ok", "refused"):
            return dataclasses.replace(row, outcome=NOT_COMPARED, message=f"the reference fails: {expected.message}")
        if expected.kind == "refused":
            return dataclasses.replace(row, outcome=ACCEPTED if found.kind == "ok" else BOTH_REFUSE)
        if found.kind != "ok":
            return dataclasses.replace(row, outcome=REFUSED)
        result = difference(found.results, expected.results, self._settings.tolerance)
        if result.text:
            # Do the elements that differ depend on rounding?
            others = [self._reference.call(call, nudged(arguments, seed)) for seed in range(3)]
            moved = [it.results for it in others if it.kind == "ok"]
            result = difference(found.results, expected.results, self._settings.tolerance, moved)
        unstable = f"{result.unstable} elements left out: they depend on rounding" if result.unstable else ""
        outcome = DIFFERS if result.text else EQUAL
        return dataclasses.replace(row, outcome=outcome, difference=result.worst, message=result.text or unstable)

    def _call(self, call: Call, arguments: Sequence[Any]) -> Outcome:
        if self._signature is not None:
            return self._call_bounded(self._signature, call, arguments)
        shapes = [(shape, it.element) for shape, it in zip(call.shapes, self._function.arguments)]
        return self._call_with(arguments, shapes, False)

    def _call_bounded(self, signature: bounded.Signature, call: Call, arguments: Sequence[Any]) -> Outcome:
        """Calls the program for all sizes up to bounds, with elements outside that no result may depend on."""
        try:
            given = bounded.pad(signature, arguments, garbage(self._settings.seed, call))
            found = self._call_with(given, [*signature.arguments, *(((), "i32") for _ in signature.sizes)], True)
            if found.kind != "ok":
                return found
            return found._replace(results=bounded.cut(signature, found.results, given))
        except bounded.CheckFailed as error:
            return Outcome("refused", [], str(error), 0.0)

    def _call_with(
        self, arguments: Sequence[Any], shapes: Sequence[tuple[Sequence[int], str]], is_static: bool
    ) -> Outcome:
        name = self._function.name
        if self._settings.target == "iree":
            outcome = self._consumer.call("iree", str(self._directory / "program.vmfb"), name, arguments)
            return outcome._replace(message=_message_of_iree(outcome.message))
        types = [type_of(shape, element) for shape, element in shapes]
        outcome = self._consumer.call("xla", self._artifact, name, arguments, types, is_static)
        return outcome._replace(message=_message_of_xla(outcome.message))

    def _shrink(self, drawing: Drawing, call: Call, row: ComparedCall) -> None:
        start, tried = time.monotonic(), {call.shapes}
        shrunk = True
        while shrunk:
            shrunk = False
            for smaller in self._candidates(drawing, call, row):
                if len(tried) > _SHRINK_CALLS or time.monotonic() - start > _SHRINK_SECONDS:
                    break
                if smaller.shapes in tried:
                    continue
                self._report(f"looking for a smaller call than {call.text()}", 1.0)
                tried.add(smaller.shapes)
                if (found := self._row(smaller)).outcome == row.outcome:
                    call, row, shrunk = smaller, found, True
                    break
        self.comparison.smallest = row
        self.comparison.command = self._tool.command(
            call.text(), self._settings.seed, self._settings.tolerance
        )

    @staticmethod
    def _candidates(drawing: Drawing, call: Call, row: ComparedCall) -> Iterator[Call]:
        smaller = drawing.smaller(call)
        fitting = {it.shapes for it in drawing.fit(smaller)}
        yield from (it for it in smaller if (it.shapes in fitting) == (not row.expected))

    def _report(self, stage: str, share: float) -> None:
        if self._settings.progress is not None:
            self._settings.progress(stage, share)


def _fits_ranks(shapes: Sequence[Sequence[int]], function: Function) -> bool:
    """Returns whether shapes have the ranks and static sizes of the arguments."""
    pairs = list(zip(shapes, function.arguments))
    sizes = [(size, dim) for shape, it in pairs for size, dim in zip(shape, it.dims)]
    same_ranks = all(len(shape) == len(it.dims) for shape, it in pairs)
    return len(shapes) == len(function.arguments) and same_ranks and all(dim in (None, size) for size, dim in sizes)


def _message_of_xla(message: str) -> str:
    """Returns the part of an error of XLA's refinement that says what is wrong: the kinds of the error and a location
    precede it."""
    match = re.search(r"refinement failed: .*?error: (?:loc\(.*?\): )?(.*)", message)
    return match[1] if match else message


# How a message in which sizes are `?` begins (`crates/iree/src/forms/assertion.rs`).
_ADVICE = "for the sizes that are `?` here: "


def _message_of_iree(message: str) -> str:
    """Returns the part of a status of IREE that says what is wrong: it follows the file, the kind, and a line about
    sizes that are not shown, and the call stack follows it."""
    head = message.partition("; while ")[0]
    point = head.split("; ", 1)[1] if head.count("; ") else head
    return point.partition("\n")[2] if point.startswith(_ADVICE) else point
