"""Checking one program: lowered, run, and compared with NumPy."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from .assign import Assignment, assignments, numbers
from .elements import Quality, agree
from .generate import generate
from .message import explain_mismatch
from .peer import Concrete, Executable, Module, Peer, PeerError
from .printer import print_program
from .program import BroadcastOp, Program, ShapeOp, Statement, Type, walk
from .reference import Failure, evaluate
from .tool import Mode, Refused, Tool


# Programs that are lowered in one call.
_BATCH = 25


@dataclass(frozen=True)
class Settings:
    """The parameters of a check.

    `zero_extents` and `facts` list the modes of lowering, which alternate from program
    to program.
    """

    binary: Path
    seed: int
    assignments: int
    zero_extents: Sequence[str]
    facts: Sequence[str]

    def mode(self, number: int) -> Mode:
        """Returns the mode in which program `number` is lowered."""
        rest, zero_extents = divmod(number, len(self.zero_extents))
        return Mode(self.zero_extents[zero_extents], self.facts[rest % len(self.facts)])


@dataclass(frozen=True)
class Case:
    """A program and the sizes to try."""

    number: int
    seed: int
    mode: Mode
    program: Program
    assignments: Sequence[Assignment]

    @classmethod
    def make(cls, number: int, settings: Settings) -> Case:
        """Generates program `number` of a seed, which depends only on the number.

        Many programs accept all sizes; some of them are skipped.
        """
        mode = settings.mode(number)
        rng = random.Random(f"{settings.seed}/{number}")
        while True:
            program = generate(rng)
            sizes = assignments(program, settings.assignments, mode, rng)
            if any(assignment.failure for assignment in sizes) or rng.random() < 0.3:
                return cls(number, settings.seed, mode, program, sizes)

    def arguments(self, index: int) -> list[np.ndarray]:
        """Draws the arguments for one of the assignments."""
        rng = np.random.default_rng([self.seed, self.number, index])
        return [numbers(value, shape, rng) for value, shape in self.assignments[index].shapes.items()]


@dataclass
class Report:
    """The results for one program."""

    number: int
    run: int = 0
    rejected: int = 0
    wrong: list[str] = field(default_factory=list)
    covered: Counter[str] = field(default_factory=Counter)


def check_numbers(settings: Settings, numbers_: Sequence[int]) -> Iterator[tuple[int, Report | None]]:
    """Generates and checks programs, as work for `workers.run`."""
    peer = Peer()
    for first in range(0, len(numbers_), _BATCH):
        batch = numbers_[first : first + _BATCH]
        cases = []
        for number in batch:
            yield number, None
            cases.append(Case.make(number, settings))
        yield batch[0], None
        reports = check_cases(cases, peer, settings.binary)
        for number, report in zip(batch, reports, strict=True):
            yield number, report
            if number != batch[-1]:
                yield batch[batch.index(number) + 1], None


def check_cases(cases: Sequence[Case], peer: Peer, binary: Path) -> Iterator[Report]:
    """Checks programs, all lowered in one call per mode, and again once more."""
    lowered: dict[int, str | Refused] = {}
    again: dict[int, str | Refused] = {}
    for mode in {case.mode for case in cases}:
        tool = Tool(binary, mode.options())
        alike = [case for case in cases if case.mode == mode]
        texts = tool.lower_all([print_program(case.program) for case in alike])
        lowered.update((case.number, text) for case, text in zip(alike, texts))
        good = [case.number for case in alike if isinstance(lowered[case.number], str)]
        again.update(zip(good, tool.lower_all([str(lowered[number]) for number in good])))
    for case in cases:
        text = lowered[case.number]
        if isinstance(text, Refused):
            report = check_refused(case, text)
        else:
            report = check_lowered(case, inline(case, text, binary), peer)
            if str(again[case.number]) != text:
                report.wrong.append(f"lowered again, it changes:\n{again[case.number]}")
        yield report


def check_refused(case: Case, refused: Refused) -> Report:
    """Checks that a program that is refused fails in every call."""
    report = Report(case.number)
    accepted = [it for it in case.assignments if None in it.outcomes]
    if " in any call of @" in str(refused) and not accepted:
        report.rejected = len(case.assignments)
    else:
        report.wrong.append(f"bcast-lower rejects it: {refused}")
    return report


def inline(case: Case, lowered: str, binary: Path) -> str:
    """Inlines the functions that a program calls: jaxlib's own pass inlines none."""
    if not case.program.functions:
        return lowered
    return Tool(binary, ("--pass-pipeline=builtin.module(inline)",)).lower(lowered)


def check_lowered(case: Case, lowered: str, peer: Peer, is_one_enough: bool = False) -> Report:
    """Checks a lowered program for all its assignments.

    Stops at the first problem if one is enough.
    """
    report = Report(case.number)
    try:
        module = Module(peer, lowered)
    except PeerError as error:
        report.wrong.append(str(error))
        return report
    if left := module.broadcastable_ops():
        report.wrong.append(f"broadcastable ops remain: {', '.join(left)}")
        return report
    executables: dict[tuple, Executable] = {}
    for index, assignment in enumerate(case.assignments):
        is_run = False
        try:
            is_run, problem = _check_assignment(case, index, module, executables)
        except PeerError as error:
            problem = str(error)
        if problem:
            report.wrong.append(f"with {assignment}: {problem}")
            if is_one_enough:
                break
        elif is_run:
            report.run += 1
        else:
            report.rejected += 1
    if report.run:
        report.covered.update(_name(statement) for statement in walk(case.program.body))
    return report


def _name(statement: Statement) -> str:
    match statement:
        case BroadcastOp(name=name) | ShapeOp(kind=name):
            return name
        case _:
            return type(statement).__name__


def _check_assignment(
    case: Case, index: int, module: Module, executables: dict[tuple, Executable]
) -> tuple[bool, str | None]:
    """Returns whether one assignment is run, and its problem, if any."""
    assignment = case.assignments[index]
    shapes = tuple(assignment.shapes.values())
    executable = executables.get(shapes)
    if executable is None:
        types = [str(Type(shape, value.type.element)) for value, shape in assignment.shapes.items()]
        concrete = module.specialise(types)
        is_accepted, problem = _check_assertions(concrete, assignment.outcomes)
        if problem or not is_accepted:
            return False, problem
        executable = executables[shapes] = concrete.compile()
    return True, _check_values(case, index, executable)


def _check_assertions(concrete: Concrete, outcomes: Sequence[Failure | None]) -> tuple[bool, str | None]:
    """Returns whether no assertion fails, and the problem, if any."""
    message = concrete.failed_assertion()
    failures = [failure for failure in outcomes if failure is not None]
    if message is None:
        if None not in outcomes:
            return True, f"no assertion fails, though NumPy rejects {failures[0]}"
        hints = concrete.wrong_hints()
        return True, f"a hint does not hold: {hints[0]}" if hints else None
    if not failures:
        return False, f"an assertion fails, though NumPy accepts the shapes: {message}"
    mismatches = [explain_mismatch(message, failure) for failure in failures]
    if all(mismatches):
        return False, f"an assertion fails with '{message}', but {mismatches[0]}"
    return False, None


def _check_values(case: Case, index: int, executable: Executable) -> str | None:
    arguments = case.arguments(index)
    program = case.program
    # If sizes are accepted at all, NumPy's rule gives the result.
    expected = evaluate(program, dict(zip(program.arguments, arguments)), "numpy")
    actual = executable.run(arguments)
    for value, want, got in zip(program.body.results, expected, actual, strict=True):
        if want.shape != got.shape:
            return f"{value} has shape {list(got.shape)}, NumPy's has {list(want.shape)}"
        if not agree(want, got, value.quality == Quality.APPROXIMATE):
            return f"{value} is\n{got!r}\nNumPy's is\n{want!r}"
    return None
