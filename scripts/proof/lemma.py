"""A claim for the solver."""

from collections.abc import Iterable
from dataclasses import dataclass

import z3


@dataclass(frozen=True)
class Lemma:
    """A claim that follows from premises."""

    name: str
    premises: tuple[z3.BoolRef, ...]
    conclusion: z3.BoolRef


def ask(
    premises: Iterable[z3.BoolRef], conclusion: z3.BoolRef, milliseconds: int, solver: z3.Solver | None = None
) -> str:
    """Returns "proven" if a conclusion follows from premises, "refuted" with an example, or "not known"."""
    solver = solver or z3.Solver()
    solver.set("timeout", milliseconds)
    solver.add(*premises, z3.Not(conclusion))
    answer = solver.check()
    if answer == z3.sat:
        return f"refuted: {solver.model()}"
    return "proven" if answer == z3.unsat else "not known"
