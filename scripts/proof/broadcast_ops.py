"""Implicitly broadcasting ops, by NumPy's rule: their semantics in the first program."""

from collections.abc import Sequence

from jaxlib.mlir import ir

from .interpret import HANDLERS, NotModelled, Run
from .join import Participant, fit_into, join
from .number import Bool, Number, all_of, at_most, constant, equal
from .reader import Op, element_of
from .rules import NoRule, Rule, first_that_fits
from .theory import Kind, Value, with_given

_CHLO = "chlo.broadcast_"
# Ops whose target is an op of CHLO.
_TO_CHLO = {"next_after", "polygamma", "zeta"}
_NAMES = {
    *("add", "and", "atan2", "compare", "complex", "divide", "maximum", "minimum"),
    *("multiply", "next_after", "or", "polygamma", "power", "remainder", "select"),
    *("shift_left", "shift_right_arithmetic", "shift_right_logical", "subtract", "xor", "zeta"),
}


class Replacement(Op):
    """An op of the target of an op."""

    def __init__(self, op: Op, name: str, attributes: dict[str, ir.Attribute], kind: Kind | None = None) -> None:
        object.__setattr__(self, "operation", op.operation)
        kinds = op.kinds if kind is None else (kind,)
        self.__dict__.update(name=name, attributes=attributes, kinds=kinds)


def broadcast_rule(run: Run, op: Op) -> Rule | None:
    """Returns the rule of an op, if it broadcasts."""
    if op.name in run.settings.rules:
        return first_that_fits(run.settings.rules[op.name], op)
    name = op.name.removeprefix(_CHLO)
    if op.name.startswith(_CHLO) and name in _NAMES:
        return Rule(f"{'chlo' if name in _TO_CHLO else 'stablehlo'}.{name}")
    return None


def run_broadcast(run: Run, op: Op, operands: list[Value]) -> Sequence[Value]:
    """Asserts that the shapes are compatible, and computes on the broadcast operands."""
    from .control import run_unknown
    from .steps import run_steps

    rule = broadcast_rule(run, op)
    assert rule is not None
    part = rule.takes_part(len(operands))
    values = [value for index, value in enumerate(operands) if index in part]
    if any(value.sizes is None for value in values):
        # With `allow-partial`, such an op stays.
        return run_unknown(run, op, operands)
    rank = max((len(value.sizes or ()) for value in values), default=0)
    alignments = [_alignment(op, rule, value, rank) for value in values]
    dims = [_participants(values, alignments, dim) for dim in range(rank)]
    kind = op.kinds[0]
    into = None if rule.result_like is None else values[sorted(part).index(rule.result_like)]
    is_padded = _is_padded(dims, kind) and not _has_one(into, dims)
    is_witness = run.settings.assertions == "shape"
    stays = run.settings.leaves_tosa and op.name.startswith("tosa.")
    # Compilers of TOSA's ops use the greater of two sizes.
    zero_extents = "reject" if stays else run.settings.zero_extents
    sizes: list[Number] = []
    fits: list[Bool] = []
    for dim, participants in enumerate(dims):
        if into is None or is_padded:
            size, most, least = join(participants, zero_extents, is_padded)
        else:
            assert into.sizes is not None
            size = into.sizes[dim]
            most = least = fit_into(participants, size)
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
    given = all_of(fits) if is_witness else True
    by_index = [next(repeated) if index in part else value for index, value in enumerate(operands)]
    with run.on(True, given=given):
        if rule.target == op.name:
            found = _keep(run, op, by_index, sizes)
        elif rule.sequence:
            try:
                found = run_steps(run, op, rule, by_index, sizes)
            except NoRule:
                found = _keep(run, op, by_index, sizes)
        else:
            is_passed = part if rule.others == "drop" else range(len(operands))
            passed = [value for index, value in enumerate(by_index) if index in is_passed]
            found = _run_target(run, op, rule, passed, sizes)
        return [with_given(found, given)]


def _run_target(run: Run, op: Op, rule: Rule, operands: list[Value], sizes: Sequence[Number]) -> Value:
    """Computes the target op of a rule."""
    attributes = rule.attributes(op)
    kind = with_element(op, rule.target_element_type) if rule.target_element_type else None
    if rule.target == "stablehlo.select" and operands[0].sizes == ():
        operands[0] = run.theory.repeated(operands[0], (), sizes)
    found = apply(run, Replacement(op, rule.target, attributes, kind), operands)
    return found if kind is None else apply(run, Replacement(op, "stablehlo.convert", {}), [found])


def _keep(run: Run, op: Op, operands: list[Value], sizes: Sequence[Number]) -> Value:
    """Returns the result of an op that no rule lowers."""
    (found,) = run.opaque(op, operands)
    return run.typed(op.kinds[0], sizes, run.theory.tensor(found))


def apply(run: Run, op: Op, operands: list[Value]) -> Value:
    """Computes an op of one result."""
    from .control import run_unknown

    (found,) = HANDLERS.get(op.name, run_unknown)(run, op, operands)
    return found


def with_element(op: Op, element: str) -> Kind:
    """Returns the type of an op's result, with another element type."""
    kind, type_ = op.kinds[0], op.operation.results[0].type
    if element == element_of(type_):
        return kind
    if kind.element != element_of(type_):
        raise NotModelled(f"{op.name} on scalable vectors of two element types")
    return Kind(element, kind.dims, kind.bounds)


def _declare(run: Run, kind: Kind, dim: int, size: Number, is_witness: bool, fits: list[Bool]) -> Number:
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
    axis = op.attributes.get(rule.axis) if rule.axis else None
    if axis is not None and own < rank:
        first = axis.value if axis.value >= 0 else axis.value + rank
        return tuple(range(first, first + own))
    given = op.integers(rule.broadcast_dimensions) if rule.broadcast_dimensions else None
    if given is not None and own < rank:
        return given
    return tuple(range(rank - own, rank))


def _participants(operands: Sequence[Value], alignments: Sequence[tuple[int, ...]], dim: int) -> list[Participant]:
    found = []
    for operand, alignment in zip(operands, alignments):
        if dim in alignment:
            own = alignment.index(dim)
            declared = operand.kind.dims[own] if operand.kind.dims is not None else None
            assert operand.sizes is not None
            if declared != 1:
                found.append(Participant(operand.sizes[own], declared, operand.kind.bound(own)))
    return found


def _has_one(into: Value | None, dims: Sequence[Sequence[Participant]]) -> bool:
    """Returns whether what others must not enlarge has a static 1 where a size of theirs is dynamic."""
    if into is None or into.kind.dims is None:
        return False
    pairs = zip(into.kind.dims, dims, strict=True)
    return any(own == 1 and any(it.declared is None for it in others) for own, others in pairs)


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
