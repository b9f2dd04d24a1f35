"""A claim for the solver."""

from dataclasses import dataclass

import z3


@dataclass(frozen=True)
class Lemma:
    """A claim that follows from premises."""

    name: str
    premises: tuple[z3.BoolRef, ...]
    conclusion: z3.BoolRef
