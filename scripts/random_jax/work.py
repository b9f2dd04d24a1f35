"""Checks programs in processes of their own, which may crash."""

import functools
from collections.abc import Iterator, Sequence

from numeric.tool import Tool
from numeric.workers import Crash, run

from . import matrix
from .bounds import with_bounds
from .check import NO_PROGRAM, Checker, Outcome
from .families import families
from .generate import generate
from .program import Program, parse

# The text of a program, and what each target makes of it.
Checked = tuple[str, list[Outcome]]


def check_texts(
    texts: Sequence[str], tool: Tool, targets: Sequence[str], jobs: int
) -> Iterator[tuple[int, Checked | Crash]]:
    """Checks programs; yields each position with what is found."""
    return run(functools.partial(_given, texts, tool, targets), range(len(texts)), jobs)


def check_random(
    seed: int,
    statements: int,
    names: Sequence[str] | None,
    has_bounds: bool,
    numbers: Sequence[int],
    tool: Tool,
    targets: Sequence[str],
    jobs: int,
) -> Iterator[tuple[int, Checked | Crash]]:
    """Checks random programs of some families of ops; yields each number with what is found."""
    return run(functools.partial(_generated, seed, statements, names, has_bounds, tool, targets), numbers, jobs)


def check_matrix(
    has_bounds: bool, numbers: Sequence[int], tool: Tool, targets: Sequence[str], jobs: int
) -> Iterator[tuple[int, Checked | Crash]]:
    """Checks programs of the matrix; yields each number with what is found."""
    return run(functools.partial(_of_matrix, has_bounds, tool, targets), numbers, jobs)


def _of_matrix(
    has_bounds: bool, tool: Tool, targets: Sequence[str], numbers: Sequence[int]
) -> Iterator[tuple[int, Checked | None]]:
    checker = Checker(tool)
    for number in numbers:
        yield number, None
        program = matrix.program(number)
        program = with_bounds(program, number) if has_bounds else program
        yield number, (program.text(), _outcomes(checker, program, targets))


def _generated(
    seed: int,
    statements: int,
    names: Sequence[str] | None,
    has_bounds: bool,
    tool: Tool,
    targets: Sequence[str],
    numbers: Sequence[int],
) -> Iterator[tuple[int, Checked | None]]:
    checker = Checker(tool)
    for number in numbers:
        yield number, None
        program = generate(seed, number, families(names), statements)
        program = with_bounds(program, number) if has_bounds else program
        yield number, (program.text(), _outcomes(checker, program, targets))


def _given(
    texts: Sequence[str], tool: Tool, targets: Sequence[str], numbers: Sequence[int]
) -> Iterator[tuple[int, Checked | None]]:
    checker = Checker(tool)
    for number in numbers:
        yield number, None
        yield number, (texts[number], _outcomes(checker, parse(texts[number]), targets))


def _outcomes(checker: Checker, program: Program, targets: Sequence[str]) -> list[Outcome]:
    try:
        return checker.outcomes(program, targets)
    except Exception as error:  # JAX raises errors of many types for programs that it rejects.
        return [Outcome(NO_PROGRAM, "", f"{type(error).__name__}: {error}")]
