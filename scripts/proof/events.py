"""The events of a run besides computations: assertions, and requirements of ops."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from .number import Bool
from .theory import Value


@dataclass(frozen=True)
class Assertion:
    """A check at run time; the program stops if it fails.

    `most` is the condition that it may accept at most, `least` the one that it must
    accept; they differ if the options leave it open. `at` is the op.
    """

    path: Bool
    most: Bool
    least: Bool
    at: str
    # A witness orders only its users: other later ops must not rely on it.
    is_witness: bool = False
    # Whether the program itself checks it: that an op is legal for these sizes only checks nothing.
    is_own: bool = False


@dataclass(frozen=True)
class Demand:
    """A condition that must hold for an op to be defined where it is reached."""

    path: Bool
    given: Bool
    condition: Bool
    what: str
    at: str
    # Whether it need hold only if the later assertions do, too.
    is_late: bool = False
    # Whether it is only that a size can be expressed.
    is_range: bool = False
    # Whether outputs never check it: it is about elements of tensors, or a size that wrapped.
    is_unchecked: bool = False


@dataclass(frozen=True)
class Limit:
    """A condition without which no machine can reach the later ops."""

    path: Bool
    condition: Bool


@dataclass(frozen=True)
class Effect:
    """An op whose operands are seen from outside, such as a call of an unknown function."""

    path: Bool
    # Its place among those that both programs must have; `None` of others.
    number: int | None = None


Event = Assertion | Demand | Effect | Limit


@dataclass(frozen=True)
class Claim:
    """A condition that must be equal in both programs, such as a loop's initial value."""

    path: Bool
    condition: Bool
    what: str
    at: str


@dataclass
class Loop:
    """The first program's description of a loop, which the second one must match."""

    label: str
    inits: Sequence[Value]
    state: Sequence[Value]
    continues: Sequence[Value]
    yields: Sequence[Value]
    exits: Sequence[Value]
    # Nothing uses its results, so that the second program may lack it.
    is_unused: bool = False


@dataclass
class Outcome:
    """The outcome of a run of a program."""

    arguments: Sequence[Value]
    results: Sequence[Value] = ()
    events: list[Event] = field(default_factory=list)
    claims: list[Claim] = field(default_factory=list)
