"""Finds for each guard of an output whether sizes that pass all earlier checks make it fail."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import z3

from .check import solver_of
from .events import Assertion, Demand, Effect, Limit, Outcome
from .interpret import Run, Settings, Unsupported
from .number import all_of, boolean, implies
from .reader import Program
from .theory import Theory

_FOLLOWS = "it follows from what is checked before"
# The ranges of the arguments' sizes to search, in order.
_RANGES = ((2, 4), (1, 4), (0, 16), (0, 2**31 - 1))
_TEXT = r'"((?:[^"\\]|\\.)*)"'
_MESSAGE = re.compile(rf"(?:error_message = |cf\.assert.*?, |cstr_require.*?, |\bmsg = ){_TEXT}")


@dataclass(frozen=True)
class Guard:
    """A guard, by its message, and the sizes of arguments that only it rejects.

    Without sizes, `problem` is the reason.
    """

    function: str
    message: str
    sizes: tuple[tuple[int, ...], ...] = ()
    problem: str = ""

    @property
    def follows(self) -> bool:
        """Returns whether an analysis could have removed it."""
        return self.problem == _FOLLOWS

    def text(self) -> str:
        """Returns it as readable text."""
        if self.problem:
            return f"@{self.function}: {self.problem}: {self.message}"
        sizes = ", ".join(str(list(shape)) for shape in self.sizes)
        return f"@{self.function}: only this refuses arguments of sizes {sizes}: {self.message}"


def guards(first: Program, second: Program, settings: Settings) -> Iterator[Guard]:
    """Examines the guards that a lowering has added to a program."""
    for name in first.entries():
        if name in second.functions:
            yield from _guards_of(name, first, second, settings)


def _guards_of(name: str, first: Program, second: Program, settings: Settings) -> Iterator[Guard]:
    theory = Theory()
    loops: list = []
    try:
        run = Run(theory, first, settings, loops)
        before = run.run(name)
        after = Run(theory, second, settings, loops, first=run).run(name)
    except Unsupported as problem:
        yield Guard(name, "", problem=f"not known, as {problem}")
        return
    # Ops that check something themselves have no message.
    own = {_message(event) for event in before.events if isinstance(event, Assertion)} | {""}
    for index, event in enumerate(after.events):
        if isinstance(event, Assertion) and _message(event) not in own:
            yield _examine(name, theory, after, index, event)


def _message(event: Assertion) -> str:
    found = _MESSAGE.search(event.at)
    return found[1] if found else ""


def _examine(name: str, theory: Theory, outcome: Outcome, index: int, guard: Assertion) -> Guard:
    solver = solver_of(theory)
    for product in theory.products:
        solver.add(product)
    for event in outcome.events[:index]:
        if not isinstance(event, Effect):
            solver.add(_passes(event))
    solver.add(boolean(guard.path), z3.Not(boolean(guard.most)))
    sizes = [size for argument in outcome.arguments for size in argument.sizes or () if size.constant is None]
    message = _message(guard)
    result = z3.unsat
    for low, high in _RANGES:
        solver.push()
        for size in sizes:
            solver.add(size.z >= low, size.z <= high)
        result = solver.check()
        if result == z3.sat:
            return Guard(name, message, tuple(_shapes(solver.model(), outcome.arguments)))
        solver.pop()
    problem = _FOLLOWS if result == z3.unsat else "no answer in time"
    return Guard(name, message, problem=problem)


def _passes(event: Assertion | Demand | Limit) -> z3.BoolRef:
    """Returns the condition that holds after an assertion or an op."""
    if isinstance(event, Assertion):
        return boolean(implies(event.path, event.most))
    given = event.given if isinstance(event, Demand) else True
    return boolean(implies(all_of([event.path, given]), event.condition))


def _shapes(model: z3.ModelRef, arguments: Sequence) -> Iterator[tuple[int, ...]]:
    for argument in arguments:
        sizes = argument.sizes or ()
        yield tuple(model.eval(size.z, model_completion=True).as_long() for size in sizes)
