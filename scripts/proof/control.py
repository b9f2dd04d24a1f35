"""Branches, calls, regions and tuples."""

from collections.abc import Sequence

import z3
from jaxlib.mlir import ir

from .interpret import Run, Unsupported, handles
from .number import Bool, Number, all_of, constant, equal, negate
from .reader import Op, kind_of
from .theory import TENSOR, Kind, Value


@handles("stablehlo.if", "scf.if")
def if_(run: Run, op: Op, operands: list[Value]) -> Sequence[Value]:
    """Runs one of two regions."""
    return _branches(run, op, [run.truth(operands[0])])


@handles("stablehlo.case", "scf.index_switch")
def case(run: Run, op: Op, operands: list[Value]) -> Sequence[Value]:
    """Runs the region of an index; out of range, the last one or the default."""
    numbers = run.numbers(operands[0])
    if not numbers:
        raise Unsupported(f"{op.name} on an index that is not followed")
    index = numbers[0]
    if op.name == "stablehlo.case":
        conditions = [equal(index, constant(at)) for at in range(len(op.regions) - 1)]
        return _branches(run, op, conditions)
    conditions = [equal(index, constant(item)) for item in op.integers("cases") or ()]
    first, *others = op.regions
    return _branches(run, op, conditions, [*others, first])


def _branches(run: Run, op: Op, conditions: Sequence[Bool], regions: Sequence[ir.Region] | None = None) -> list[Value]:
    """Runs each region on its own path; the last one if no condition holds."""
    regions = op.regions if regions is None else regions
    results: list[tuple[Bool, list[Value]]] = []
    earlier: list[Bool] = []
    for index, region in enumerate(regions):
        own = conditions[index] if index < len(conditions) else True
        path = all_of([own, *(negate(condition) for condition in earlier)])
        earlier.append(own)
        with run.on(path):
            outputs = run.region(region, []) if len(region.blocks) else []
            results.append((own, [run.copy_of(v, k) for v, k in zip(outputs, op.kinds)]))
    merged = run.theory.choose_first(results)
    return [Value(kind, v.sizes, v.tensor, v.elements, v.given) for kind, v in zip(op.kinds, merged)]


@handles("func.call", "call")
def call(run: Run, op: Op, operands: list[Value]) -> Sequence[Value]:
    """Runs the called function in place of the call."""
    name = op.attribute_text("callee").lstrip("@")
    results = run.call(name, operands)
    if results is not None:
        return [run.copy_of(value, kind) for value, kind in zip(results, op.kinds)]
    number = run.count(f"call of {name}")
    run.effect(f"call {number} of @{name}", op, operands)
    marker = z3.Const(f"call {number}", TENSOR)
    return run.opaque(op, operands, marker)


@handles("scf.execute_region")
def execute_region(run: Run, op: Op, operands: list[Value]) -> Sequence[Value]:
    """Runs its region."""
    return run.region(op.regions[0], [])


@handles("stablehlo.composite")
def composite(run: Run, op: Op, operands: list[Value]) -> Sequence[Value]:
    """What its decomposition computes."""
    results = run.call(op.attribute_text("decomposition").lstrip("@"), operands)
    if results is None:
        return run.opaque(op, operands)
    return [run.copy_of(value, kind) for value, kind in zip(results, op.kinds)]


@handles("stablehlo.tuple")
def tuple_of(run: Run, op: Op, operands: list[Value]) -> Sequence[Value]:
    """Puts values together: a tuple depends on its parts only, whatever sizes their types show."""
    sizes = [size for operand in operands for size in operand.sizes or ()]
    term = run.theory.apply(f"tuple of {len(operands)}", *operands, *sizes)
    run.theory.tuples[term] = list(operands)
    return [Value(op.kinds[0], None, term)]


@handles("stablehlo.get_tuple_element")
def element_of_tuple(run: Run, op: Op, operands: list[Value]) -> Sequence[Value]:
    """Returns what has been put into a tuple."""
    (whole,) = operands
    parts = None if whole.tensor is None else run.theory.tuples.get(whole.tensor)
    if parts is None:
        return run.opaque(op, operands)
    return [run.copy_of(parts[op.integer("index")], op.kinds[0])]


def body_terms(run: Run, op: Op) -> list[z3.ExprRef]:
    """Returns what the regions of an op compute on arbitrary arguments."""
    terms: list[z3.ExprRef] = []
    for index, region in enumerate(op.regions):
        if len(region.blocks) == 0:
            continue
        arguments = arguments_of(run, region, index)
        number = run.count(op.name)
        with run.on_any(f"region {index} of {op.name} {number}"):
            results = run.region(region, arguments)
        terms += [run.theory.tensor(value) for value in results]
    return terms


def arguments_of(run: Run, region: ir.Region, index: int = 0) -> list[Value]:
    """Returns arbitrary arguments of a region of an op."""
    return bound_values(run, [kind_of(item.type) for item in region.blocks[0].arguments], index)


def bound_values(run: Run, kinds: Sequence[Kind], index: int = 0) -> list[Value]:
    """Returns arbitrary values of these types."""
    names = (f"bound {run.depth}.{index}.{at}.{_sort(kind)}" for at, kind in enumerate(kinds))
    return [run.fresh(name, kind) for name, kind in zip(names, kinds)]


def _sort(kind: Kind) -> str:
    dims = "x".join("?" if dim is None else str(dim) for dim in kind.dims or ())
    element = "i64" if kind.element == "index" else kind.element
    return f"{dims}.{element}"


# Dialects whose ops compute the same whenever they run, but for some.
_KNOWN = ("stablehlo", "chlo", "tosa", "math", "tensor", "shape", "arith", "complex", "linalg")
# Ops of these that may compute something else each time, or have effects.
_EFFECTS = ("stablehlo.rng", *(f"stablehlo.{name}" for name in ("infeed", "outfeed", "send", "recv")))


def run_unknown(
    run: Run, op: Op, operands: list[Value], known: Sequence[Sequence[Number] | None] = ()
) -> Sequence[Value]:
    """An unknown op: each occurrence may have a different result. The sizes of some results may be known."""
    body = body_terms(run, op)
    more = list(body)
    is_known = op.name.split(".")[0] in _KNOWN and not op.name.startswith("chlo.broadcast_")
    if not is_known or op.name in _EFFECTS:
        number = run.count(f"any {op.name}")
        more.append(z3.Const(f"run {number} of {op.name}", TENSOR))
        run.effect(f"{op.name} {number}", op, [*operands, *(Value(_ANY, None, term) for term in body)])
    return run.opaque(op, operands, *more, known=known)


_ANY = Kind("", None)
