"""What a program does besides computing: it asserts, and asks that its ops are legal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from .number import Bool, Number
from .theory import Value


@dataclass(frozen=True)
class Assertion:
    """A check at run time, where the program stops if it fails.

    `most` is what it may accept at most, `least` what it must accept; they differ where
    the options leave it open. `at` is the op.
    """

    path: Bool
    most: Bool
    least: Bool
    at: str
    # A witness orders only what takes it: nothing behind it may rely on it.
    is_witness: bool = False


@dataclass(frozen=True)
class Demand:
    """What must hold for an op to have a meaning where it is reached."""

    path: Bool
    given: Bool
    condition: Bool
    what: str
    at: str


Event = Assertion | Demand


@dataclass(frozen=True)
class Claim:
    """What must be the same in both programs, such as what a loop begins with."""

    path: Bool
    condition: Bool
    what: str
    at: str
    # How many events come before it.
    index: int


@dataclass
class Loop:
    """What the first program says of a loop, for the second one to agree with."""

    inits: Sequence[Value]
    state: Sequence[Value]
    continues: Sequence[Value]
    yields: Sequence[Value]
    exits: Sequence[Value]


@dataclass
class Outcome:
    """What a run of a program comes to."""

    arguments: Sequence[Value]
    results: Sequence[Value] = ()
    events: list[Event] = field(default_factory=list)
    claims: list[Claim] = field(default_factory=list)
    # The op that gives each result, for messages.
    ops: list[str] = field(default_factory=list)


def sizes_text(sizes: Sequence[Number] | None) -> str:
    """Writes sizes for people."""
    if sizes is None:
        return "[*]"
    return "[" + ", ".join(str(size.term) for size in sizes) + "]"
