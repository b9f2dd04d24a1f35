"""Ops whose result sizes a rule file describes with `[[facts]]`.

The facts are assumed to be true in both programs. The elements of a result are an unknown function
of the operands.
"""

from collections.abc import Sequence

from jaxlib.mlir import ir

from .interpret import Run
from .number import Number, add, constant, divide, equal, fold, subtract
from .number_ops import product
from .reader import Op
from .rules import has_attributes, selected
from .theory import Value


# The keys of a size that is computed from others.
_COMPUTED = ("sum", "product", "difference", "quotient", "quotient_up")


class _UnknownError(Exception):
    """The facts say nothing about a result."""


def run_with_facts(run: Run, op: Op, operands: list[Value]) -> Sequence[Value]:
    """Computes the results of an op whose sizes a rule file gives."""
    from .control import body_terms, run_unknown

    alternatives = run.settings.facts[op.name]
    unknown = {"results": [{}] * len(op.kinds)}
    facts = next((facts for facts in alternatives if _fit(op, facts)), unknown)
    rows = facts["results"] if "results" in facts else [facts.get("result", {})] * len(op.kinds)
    known: list[Sequence[Number] | None] = []
    for kind, row in zip(op.kinds, rows, strict=True):
        try:
            known.append(_sizes(run, op, operands, row) if row and kind.dims is not None else None)
        except _UnknownError:
            known.append(None)
    if facts.get("constant"):
        return run.opaque(op, operands, *body_terms(run, op), known=known)
    return run_unknown(run, op, operands, known)


def run_constant(run: Run, op: Op, operands: list[Value]) -> Sequence[Value]:
    """Returns a constant of a frontend, which depends on its attributes alone."""
    return run.opaque(op, operands)


def _fit(op: Op, facts: dict) -> bool:
    """Returns whether an op meets the requirements of facts."""
    return has_attributes(op, facts.get("require", {}), facts.get("require_if_present", {}))


def _sizes(run: Run, op: Op, operands: Sequence[Value], row: dict) -> list[Number]:
    """Returns the sizes of a result."""
    if "concat" in row:
        return _joined(run, op, operands, row)
    if "dims" in row:
        return [size for entry in row["dims"] for size in _entry(run, op, operands, entry)]
    like = _operand(operands, row["like"])
    rank = len(like)
    if "permutation" in row:
        return [like[dim] for dim in _dims(op, row["permutation"], rank)]
    if "reduced" not in row:
        return like
    reduced = _dims(op, row["reduced"], rank)
    if "keep" in row and _number(op, row["keep"]):
        return [constant(1) if dim in reduced else size for dim, size in enumerate(like)]
    return [size for dim, size in enumerate(like) if dim not in reduced]


def _joined(run: Run, op: Op, operands: Sequence[Value], row: dict) -> list[Number]:
    places = selected(row["concat"], len(operands))
    parts = [_operand(operands, place) for place in places]
    (axis,) = _dims(op, row["axis"], len(parts[0]))
    sizes = list(parts[0])
    for part in parts[1:]:
        for dim, size in enumerate(part):
            if dim == axis:
                sizes[dim] = add(sizes[dim], size)
            else:
                run.demand(equal(sizes[dim], size), f"operands have one size in dim {dim}")
    return sizes


def _entry(run: Run, op: Op, operands: Sequence[Value], entry: object) -> list[Number]:
    """Returns the sizes of an entry of `dims`."""
    if not isinstance(entry, dict) or "attribute" in entry:
        return [constant(_number(op, entry))]
    computed = next((key for key in _COMPUTED if key in entry), None)
    if computed is not None:
        sizes = [size for part in entry[computed] for size in _entry(run, op, operands, part)]
        match computed:
            case "sum":
                return [fold(add, [constant(0), *sizes])]
            case "product":
                return [product(run, sizes)]
            case "difference":
                return [fold(subtract, sizes)]
        size, divisor = sizes
        if divisor.constant is None or divisor.constant <= 0:
            raise _UnknownError
        return [divide(size, divisor.constant, "up" if computed == "quotient_up" else "down")]
    sizes = _operand(operands, entry["operand"])
    if "dim" in entry:
        return [sizes[dim] for dim in _dims(op, entry["dim"], len(sizes))]
    first, end = (
        _end(op, entry[key], len(sizes)) if key in entry else default
        for key, default in (("from", 0), ("to", len(sizes)))
    )
    return sizes[first:end]


def _operand(operands: Sequence[Value], index: int) -> list[Number]:
    sizes = operands[index].sizes
    if sizes is None:
        raise _UnknownError
    return list(sizes)


def _dims(op: Op, given: object, rank: int) -> list[int]:
    """Returns dims, counted from the first one."""
    return [_end(op, dim, rank) for dim in _numbers(op, given)]


def _end(op: Op, given: object, rank: int) -> int:
    number = _number(op, given)
    return number + rank if number < 0 else number


def _number(op: Op, given: object) -> int:
    (number,) = _numbers(op, given)
    return number


def _numbers(op: Op, given: object) -> list[int]:
    """Returns the numbers in an attribute, or those that a table has in place of one."""
    if isinstance(given, dict):
        if given["attribute"] not in op.attributes:
            if "default" not in given:
                raise _UnknownError
            return _numbers(op, given["default"])
        numbers = _numbers(op, given["attribute"])
        return numbers[given["index"] :][:1] if "index" in given else numbers
    if isinstance(given, list):
        return given
    if not isinstance(given, str):
        return [int(given)]
    attribute = op.attributes.get(given)
    if attribute is None:
        raise _UnknownError
    if isinstance(attribute, (ir.IntegerAttr, ir.BoolAttr)):
        return [int(attribute.value)]
    if isinstance(attribute, ir.ArrayAttr):
        return [ir.IntegerAttr(item).value for item in attribute]
    return [int(item) for item in attribute]
