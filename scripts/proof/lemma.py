"""Claims for the solver."""

from collections.abc import Iterable, Iterator
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


def problems(lemmas: Iterable[Lemma], milliseconds: int) -> Iterator[str]:
    """Yields each lemma that is not proven, or whose opposite is, too: then its premises contradict each other, or the
    solver accepts anything."""
    for lemma in lemmas:
        answer = ask(lemma.premises, lemma.conclusion, milliseconds)
        if answer != "proven":
            yield f"{answer}: {lemma.name}"
        # What is wrong with a proof is found as fast as the proof.
        elif ask(lemma.premises, z3.Not(lemma.conclusion), milliseconds // 20) == "proven":
            yield f"proven, and so is the opposite: {lemma.name}"
