"""Implicitly broadcasting ops, by NumPy's rule: their semantics in the first program."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from jaxlib.mlir import ir

from .interpret import HANDLERS, NotModelled, Run, Unsupported
from .join import Participant, join
from .number import Bool, Number, all_of, at_most, constant, equal
from .reader import Op
from .theory import Kind, Value, with_given

_CHLO = "chlo.broadcast_"
# Ops whose target is an op of CHLO.
_TO_CHLO = {"next_after", "polygamma", "zeta"}
_NAMES = {
    *("add", "and", "atan2", "compare", "complex", "divide", "maximum", "minimum"),
    *("multiply", "next_after", "or", "polygamma", "power", "remainder", "select"),
    *("shift_left", "shift_right_arithmetic", "shift_right_logical", "subtract", "xor", "zeta"),
}


# Keys of rules that change what is computed in ways that are not modelled.
_NOT_MODELLED = {"map", "sequence", "target_element_type"}


@dataclass(frozen=True)
class Rule:
    """The lowering of an op after its operands are broadcast: the keys of docs/rules.md."""

    target: str
    operands: Sequence[int | str] | None = None
    others: str = "drop"
    broadcast_dimensions: str = "broadcast_dimensions"
    carry: Sequence[str] | None = None
    drop: Sequence[str] = ()
    rename: dict[str, str] = field(default_factory=dict)
    set: dict[str, str] = field(default_factory=dict)
    dialect: dict[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, keys: dict) -> Rule:
        """Creates a rule from a table's entry."""
        known = {name: keys[name] for name in cls.__dataclass_fields__ if name in keys}
        known.setdefault("broadcast_dimensions", "")
        return cls(**known)

    def takes_part(self, count: int) -> set[int]:
        """Returns the operands that are broadcast."""
        if self.operands is None:
            return set(range(count))
        return set(self._indices(count))

    def _indices(self, count: int) -> Iterator[int]:
        items = self.operands
        for item in [items] if isinstance(items, (int, str)) else items or ():
            if isinstance(item, int):
                yield item
            else:
                first, _, end = item.partition("..")
                yield from range(int(first), int(end) if end else count)

    def attributes(self, op: Op) -> dict[str, ir.Attribute]:
        """Returns the attributes of the target op."""
        found = {}
        for name, attribute in op.attributes.items():
            is_carried = self.carry is None or name in self.carry or name in self.rename
            if is_carried and name not in self.drop and name != self.broadcast_dimensions:
                found[self.rename.get(name, name)] = attribute
        with op.operation.context:
            for name, dialect in self.dialect.items():
                if name in found:
                    text = str(found[name])
                    found[name] = ir.Attribute.parse(f"#{dialect}<{text.partition('<')[2]}")
            for name, text in self.set.items():
                found[name] = ir.Attribute.parse(text)
        return found


class Replacement(Op):
    """The target op of an op."""

    def __init__(self, op: Op, rule: Rule) -> None:
        object.__setattr__(self, "operation", op.operation)
        self.__dict__.update(name=rule.target, attributes=rule.attributes(op), kinds=op.kinds)


def broadcast_rule(run: Run, op: Op) -> Rule | None:
    """Returns the rule of an op, if it broadcasts."""
    if op.name in run.settings.rules:
        rules = run.settings.rules[op.name]
        # Which of several rules fits, and what their steps compute, is not modelled.
        if len(rules) != 1 or not _NOT_MODELLED.isdisjoint(rules[0]) or "target" not in rules[0]:
            raise NotModelled(f"the rules of {op.name}")
        return Rule.of(rules[0])
    name = op.name.removeprefix(_CHLO)
    if op.name.startswith(_CHLO) and name in _NAMES:
        return Rule(f"{'chlo' if name in _TO_CHLO else 'stablehlo'}.{name}")
    return None


def run_broadcast(run: Run, op: Op, operands: list[Value]) -> Sequence[Value]:
    """Asserts that the shapes are compatible, and computes on the broadcast operands."""
    from .control import run_unknown

    rule = broadcast_rule(run, op)
    assert rule is not None
    part = rule.takes_part(len(operands))
    values = [value for index, value in enumerate(operands) if index in part]
    if any(value.sizes is None for value in values):
        raise Unsupported(f"{op.name} on values without a rank")
    rank = max((len(value.sizes or ()) for value in values), default=0)
    alignments = [_alignment(op, rule, value, rank) for value in values]
    dims = [_participants(values, alignments, dim) for dim in range(rank)]
    kind = op.kinds[0]
    is_padded = _is_padded(dims, kind)
    is_witness = run.settings.assertions == "shape"
    stays = run.settings.leaves_tosa and op.name.startswith("tosa.")
    # Compilers of TOSA's ops use the greater of two sizes.
    zero_extents = "reject" if stays else run.settings.zero_extents
    sizes: list[Number] = []
    fits: list[Bool] = []
    for dim, participants in enumerate(dims):
        size, most, least = join(participants, zero_extents, is_padded)
        if stays and run.first is not None:
            run.demand(least, "its shapes fit")
        else:
            # A witness orders only the ops that use it.
            run.check(most, least, is_witness)
        fits.append(most)
        sizes.append(_declare(run, kind, dim, size, is_witness, fits))
    repeated = iter(
        value if value.sizes == tuple(sizes) else run.theory.repeated(value, alignment, sizes)
        for value, alignment in zip(values, alignments)
    )
    passed = [
        next(repeated) if index in part else value
        for index, value in enumerate(operands)
        if index in part or rule.others == "keep"
    ]
    target = Replacement(op, rule)
    if target.name == "stablehlo.select" and passed[0].sizes == ():
        passed[0] = run.theory.repeated(passed[0], (), sizes)
    handler = HANDLERS.get(target.name, run_unknown)
    given = all_of(fits) if is_witness else True
    with run.on(True, given=given):
        return [with_given(value, given) for value in handler(run, target, passed)]


def _declare(
    run: Run, kind: Kind, dim: int, size: Number, is_witness: bool, fits: list[Bool]
) -> Number:
    """Asserts a size that the result's type declares."""
    declared = kind.dims[dim] if kind.dims is not None else None
    bound = kind.bound(dim)
    if declared is not None:
        fits.append(equal(size, constant(declared)))
        size = constant(declared)
    elif bound is not None:
        fits.append(at_most(size, constant(bound)))
    else:
        return size
    run.check(fits[-1], is_witness=is_witness)
    return size


def _alignment(op: Op, rule: Rule, operand: Value, rank: int) -> tuple[int, ...]:
    own = len(operand.sizes or ())
    given = op.integers(rule.broadcast_dimensions) if rule.broadcast_dimensions else None
    if given is not None and own < rank:
        return given
    return tuple(range(rank - own, rank))


def _participants(
    operands: Sequence[Value], alignments: Sequence[tuple[int, ...]], dim: int
) -> list[Participant]:
    found = []
    for operand, alignment in zip(operands, alignments):
        if dim in alignment:
            own = alignment.index(dim)
            declared = operand.kind.dims[own] if operand.kind.dims is not None else None
            assert operand.sizes is not None
            if declared != 1:
                found.append(Participant(operand.sizes[own], declared, operand.kind.bound(own)))
    return found


def _is_padded(dims: Sequence[Sequence[Participant]], kind: Kind) -> bool:
    """Returns whether all aligned dynamic dims have equal bounds: they are not repeated."""
    has_bounds = False
    for dim, participants in enumerate(dims):
        dynamic = [item for item in participants if item.declared is None]
        if not dynamic:
            continue
        bound = dynamic[0].bound
        declared = kind.dims[dim] if kind.dims is not None else None
        declared_bound = kind.bound(dim)
        is_alike = (
            bound is not None
            and len(dynamic) == len(participants)
            and all(item.bound == bound for item in dynamic)
            and declared is None
            and (declared_bound is None or bound <= declared_bound)
        )
        if not is_alike:
            return False
        has_bounds = True
    return has_bounds
