"""Checks programs in processes of their own, which may crash."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from numeric.tool import Tool
from numeric.workers import Crash, each, run

from . import matrix
from .bounds import with_bounds
from .check import NO_PROGRAM, Checker, Outcome
from .families import families
from .generate import generate
from .program import Program, parse

# The text of a program, and what each target makes of it.
Checked = tuple[str, list[Outcome]]


@dataclass(frozen=True)
class Texts:
    """Programs that are given, by their positions."""

    texts: Sequence[str]

    def program(self, number: int) -> Program:
        return parse(self.texts[number])


@dataclass(frozen=True)
class Generated:
    """Random programs of some families of ops, or those of the matrix."""

    seed: int
    statements: int
    families: Sequence[str] | None
    is_matrix: bool
    has_bounds: bool
    # The form of each program, if it is given.
    form: str | None

    def program(self, number: int) -> Program:
        if self.is_matrix:
            program = matrix.program(number)
        else:
            program = generate(self.seed, number, families(self.families), self.statements)
        if self.form:
            program = replace(program, forms=(self.form, self.form))
        return with_bounds(program, number) if self.has_bounds else program

    def name(self, number: int) -> str:
        if self.is_matrix:
            return f"program {number} of the matrix ({matrix.name(number)})"
        return f"program {number} of seed {self.seed}"


Source = Texts | Generated


def check(
    source: Source, numbers: Sequence[int], tool: Tool, targets: Sequence[str], jobs: int
) -> Iterator[tuple[int, Checked | Crash]]:
    """Checks programs; yields each number with what is found."""
    return run(each(_check, source, tool, targets), numbers, jobs)


def _check(source: Source, tool: Tool, targets: Sequence[str]) -> Callable[[int], Checked]:
    checker = Checker(tool)

    def check_one(number: int) -> Checked:
        program = source.program(number)
        try:
            outcomes = checker.outcomes(program, targets)
        except Exception as error:  # JAX raises errors of many types for programs that it rejects.
            outcomes = [Outcome(NO_PROGRAM, "", f"{type(error).__name__}: {error}")]
        return program.text(), outcomes

    return check_one
