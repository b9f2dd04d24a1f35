"""Comparing a program with its lowered form, and what has been found."""

from __future__ import annotations

import dataclasses
import html
import re
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple, Optional, Protocol

from .consumers import NotCompiled, Outcome, Worker, check_packages, compile_for_iree
from .draw import Call, Drawing, read_ranges
from .program import Function, read_function, space_of
from .tool import Refused, Tool, UsageError
from .values import Inputs, difference, dtypes, make_arguments, nudged

# What a call ends with; the words of a table.
EQUAL, BOTH_REFUSE, NOT_COMPARED = "equal", "both refuse", "not compared"
DIFFERS, ACCEPTED, REFUSED = "differs", "accepted, but wrong", "refused, but right"
_PLAIN = re.compile(r"(?:scalar|\d+(?:x\d+)*)(?:,(?:scalar|\d+(?:x\d+)*))*")
# Calls and seconds to find a smaller call that ends like a wrong one.
_SHRINK_CALLS, _SHRINK_SECONDS = 40, 120.0


class Reference(Protocol):
    """What the output is compared with."""

    def call(self, call: Call, arguments: Sequence[Any]) -> Outcome:
        """Returns the expected results, or why there are none: `refused` or `failed`."""


@dataclasses.dataclass(frozen=True)
class ComparedCall:
    """One call, with what it ends with."""

    shapes: tuple[tuple[int, ...], ...]
    sizes: dict[str, int]
    """The sizes by name, without those of dims that have none."""
    outcome: str
    difference: Optional[float]
    """The worst one, relative to the largest element of the result."""
    message: str
    """That of the lowered program, or what differs."""
    expected: str
    """The message of the reference, if it rejects the call."""
    seconds: float

    @property
    def is_wrong(self) -> bool:
        """Whether the lowered program does something else than the reference."""
        return self.outcome not in (EQUAL, BOTH_REFUSE, NOT_COMPARED)


class Comparison:
    """What a comparison has found. `print` shows a table, and so does a notebook."""

    def __init__(self) -> None:
        self.rows: list[ComparedCall] = []
        self.error = ""
        """Why nothing was called: the compiler rejects the lowered program."""
        self.note = ""
        """What is special about the comparison: its reference is not on XLA."""
        self.smallest: Optional[ComparedCall] = None
        """The smallest call found that ends like the first wrong one."""
        self.command = ""
        """What repeats it."""
        self.seconds = 0.0

    @property
    def ok(self) -> bool:
        """Whether calls were compared, and all of them agree."""
        compared = [row for row in self.rows if row.outcome != NOT_COMPARED]
        return bool(compared) and not any(row.is_wrong for row in compared)

    def to_dict(self) -> dict[str, Any]:
        """Returns what was found as dicts, lists, texts and numbers."""
        smallest = self.smallest and dataclasses.asdict(self.smallest)
        values = {"ok": self.ok, "rows": [dataclasses.asdict(row) for row in self.rows], "error": self.error, "note": self.note}
        return {**values, "smallest": smallest, "command": self.command, "seconds": self.seconds}

    def summary(self) -> str:
        """Returns the numbers of calls by outcome, and what to do about the first wrong one."""
        counts: dict[str, int] = {}
        for row in self.rows:
            counts[row.outcome] = counts.get(row.outcome, 0) + 1
        words = ", ".join(f"{count} {outcome}" for outcome, count in counts.items())
        lines = [f"{len(self.rows)} calls in {self.seconds:.1f} s: {words}" if self.rows else self.error]
        lines += [f"Note: {self.note}"] if self.note else []
        if self.smallest is not None:
            lines += ["", f"The smallest call that is found to be wrong ({self.smallest.outcome}):"]
            lines += [f"  {_shapes(self.smallest)}: {_message(self.smallest)}", "", "To repeat it:", f"  {self.command}"]
        return "\n".join(lines)

    def __str__(self) -> str:
        if not self.rows:
            return self.summary()
        cells = [list(_HEADINGS), *(_cells(row) for row in self.rows)]
        widths = [max(len(line[column]) for line in cells) for column in range(len(_HEADINGS) - 1)]
        lines = ["  ".join([*(c.ljust(w) for c, w in zip(line, widths)), line[-1]]).rstrip() for line in cells]
        return "\n".join([*lines, "", self.summary()])

    def __repr__(self) -> str:
        return f"<Comparison of {len(self.rows)} calls: {'all agree' if self.ok else 'wrong'}; print() shows it>"

    def _repr_html_(self) -> str:
        def line(cells: Sequence[str], tag: str) -> str:
            return f"<tr>{''.join(f'<{tag}>{html.escape(cell)}</{tag}>' for cell in cells)}</tr>"

        rows = "".join(line(_cells(row), "td") for row in self.rows)
        table = f"<table><thead>{line(_HEADINGS, 'th')}</thead><tbody>{rows}</tbody></table>" if rows else ""
        return f"{table}<pre>{html.escape(self.summary())}</pre>"


_HEADINGS = ("shapes", "sizes", "outcome", "difference", "seconds", "message")


def _cells(row: ComparedCall) -> list[str]:
    sizes = " ".join(f"{name}={size}" for name, size in row.sizes.items())
    worst = "" if row.difference is None else f"{row.difference:.1e}" if row.difference else "0"
    message = _message(row)
    short = message if len(message) <= 100 else f"{message[:97]}..."
    return [_shapes(row), sizes, row.outcome, worst, f"{row.seconds:.3f}", short]


def _shapes(row: ComparedCall) -> str:
    return ",".join("x".join(map(str, shape)) or "scalar" for shape in row.shapes)


def _message(row: ComparedCall) -> str:
    text = row.message or row.expected
    if row.outcome == ACCEPTED:
        text = f"expected: {row.expected}"
    return " ".join(text.split())


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


def compare(tool: Tool, settings: Settings, reference: Optional[Reference] = None) -> Comparison:
    """Compares a program; raises `Refused` if it is invalid, and `UsageError`.

    Without a reference, it is the program specialised for the shapes of each call, on XLA.
    """
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
        self, tool: Tool, settings: Settings, reference: Optional[Reference], directory: Path, xla: Worker, consumer: Worker
    ) -> None:
        self._tool = tool
        self._settings = settings
        self._directory = directory
        self._xla = xla
        self._consumer = consumer
        self.comparison = Comparison()
        self._report("read", 0.0)
        self._function: Function = read_function(tool.outline(), settings.function)
        self._types = dtypes(self._function, settings.target)
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
        drawing = Drawing(space, self._tool, read_ranges(self._tool.sizes), settings.seed)
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

    def _specialised(self) -> Reference:
        """Returns the program specialised for each call, on XLA if XLA takes it."""
        try:
            if self._settings.target == "iree":
                self._tool.lower("xla", artifact_form())
            return _Specialised(self._tool, self._function, self._xla)
        except Refused as error:
            if not error.is_about_sizes:
                return _Specialised(self._tool, self._function, self._xla)
            self.comparison.note = (
                "the reference is the program specialised for each call on IREE, not on XLA, for which it cannot be "
                f"lowered: {error.first}"
            )
            return _SpecialisedOnIree(self._tool, self._function, self._xla, self._directory, self._settings.timeout)

    def _compile(self) -> None:
        self._report("lower", 0.0)
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
        found = self._call(call, arguments)
        names = {name: size for name, size in call.values.items() if name.isidentifier()}
        row = ComparedCall(call.shapes, {} if call.change else names, EQUAL, None, found.message, expected.message, found.seconds)
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
        name = self._function.name
        if self._settings.target == "iree":
            outcome = self._consumer.call("iree", str(self._directory / "program.vmfb"), name, arguments)
            return outcome._replace(message=_message_of_iree(outcome.message))
        types = [_type(shape, it.element) for shape, it in zip(call.shapes, self._function.arguments)]
        outcome = self._consumer.call("xla", self._artifact, name, arguments, types, False)
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
        self.comparison.command = self._tool.command(call.text(), self._settings.seed)

    @staticmethod
    def _candidates(drawing: Drawing, call: Call, row: ComparedCall) -> Iterator[Call]:
        smaller = drawing.smaller(call)
        fitting = {it.shapes for it in drawing.fit(smaller)}
        yield from (it for it in smaller if (it.shapes in fitting) == (not row.expected))

    def _report(self, stage: str, share: float) -> None:
        if self._settings.progress is not None:
            self._settings.progress(stage, share)


class _Specialised:
    """The program specialised for the shapes of each call, on XLA."""

    def __init__(self, tool: Tool, function: Function, xla: Worker) -> None:
        self._tool = tool
        self._function = function
        self._xla = xla

    def call(self, call: Call, arguments: Sequence[Any]) -> Outcome:
        is_given = bool(self._function.dynamic_dims())
        try:
            artifact = self._tool.specialise(call.text() if is_given else "", "xla", artifact_form())
        except Refused as error:
            return Outcome("refused" if error.is_about_sizes else "failed", [], error.first, 0.0)
        types = [_type(shape, it.element) for shape, it in zip(call.shapes, self._function.arguments)]
        outcome = self._xla.call("xla", artifact, self._function.name, arguments, types, True)
        return outcome._replace(kind="ok" if outcome.kind == "ok" else "failed")


class _SpecialisedOnIree:
    """The program specialised for the shapes of each call, on IREE."""

    def __init__(self, tool: Tool, function: Function, worker: Worker, directory: Path, seconds: float) -> None:
        self._tool = tool
        self._function = function
        self._worker = worker
        self._file = directory / "specialised.vmfb"
        self._seconds = seconds
        self._compiled = ""

    def call(self, call: Call, arguments: Sequence[Any]) -> Outcome:
        text = call.text()
        try:
            if text != self._compiled:
                self._worker.close()
                module = self._tool.specialise(text if self._function.dynamic_dims() else "", "iree", "bytecode")
                compile_for_iree(module, self._file, self._seconds)
                self._compiled = text
        except Refused as error:
            return Outcome("refused" if error.is_about_sizes else "failed", [], error.first, 0.0)
        except NotCompiled as error:
            return Outcome("failed", [], str(error), 0.0)
        outcome = self._worker.call("iree", str(self._file), self._function.name, arguments)
        return outcome._replace(kind="ok" if outcome.kind == "ok" else "failed")


def _fits_ranks(shapes: Sequence[Sequence[int]], function: Function) -> bool:
    """Returns whether shapes have the ranks and static sizes of the arguments."""
    pairs = list(zip(shapes, function.arguments))
    sizes = [(size, dim) for shape, it in pairs for size, dim in zip(shape, it.dims)]
    same_ranks = all(len(shape) == len(it.dims) for shape, it in pairs)
    return len(shapes) == len(function.arguments) and same_ranks and all(dim in (None, size) for size, dim in sizes)


def artifact_form() -> str:
    """Returns the form of artifacts that the installed jaxlib reads."""
    from jaxlib.mlir.dialects import stablehlo

    # The newest version that the tool writes.
    ours, theirs = (1, 22, 0), tuple(map(int, stablehlo.get_current_version().split(".")))
    return f"artifact={'.'.join(map(str, min(ours, theirs)))}"


def _type(shape: Sequence[int], element: str) -> str:
    return "tensor<" + "".join(f"{size}x" for size in shape) + f"{element}>"


def _message_of_xla(message: str) -> str:
    """Returns the part of an error of XLA's refinement that says what is wrong: the kinds of the error and a location
    precede it."""
    match = re.search(r"refinement failed: .*?error: (?:loc\(.*?\): )?(.*)", message)
    return match[1] if match else message


def _message_of_iree(message: str) -> str:
    """Returns the part of a status of IREE that says what is wrong: it follows the file and the kind, and the call
    stack follows it."""
    head = message.partition("; while ")[0]
    return head.split("; ", 1)[1] if head.count("; ") else head
