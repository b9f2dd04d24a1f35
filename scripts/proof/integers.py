"""The computations of elementwise ops on integers and truth values."""

from collections.abc import Callable, Sequence

import z3

from .floats import are_not_zero, compare, compare_totally, compare_weakly, to_integers
from .interpret import Run, Unsupported
from .number import (
    ORDERS, Bool, Number, Width, add, all_of, any_of, at_most, choose, constant, divide, equal,
    implies, less, maximum, minimum, negate, remainder, same, subtract,
)  # fmt: skip
from .reader import Op
from .theory import Element, Kind, Value, choose_element
from .truths import direction_of, element_of_truths


def compute_elements(run: Run, name: str, op: Op, operands: Sequence[Value]) -> tuple[Element, ...] | None:
    """Computes with integers and truth values."""
    kind = op.kinds[0]
    if kind.width is None:
        return None
    columns = [run.elements(operand) for operand in operands]
    if name in _OF_FLOATS and operands[0].floats is not None:
        return _of_floats(run, name, kind, operands[0])
    if name == "stablehlo.compare" and all(operand.floats is not None for operand in operands):
        return _compare_floats(op, operands)
    if any(column is None for column in columns):
        return None
    count = len(columns[0] or ())
    if any(len(column or ()) != count for column in columns):
        return None
    results = []
    for items in zip(*columns):  # type: ignore[arg-type]
        result = _element(run, name.split(".")[-1], op, operands[0].kind, kind, list(items))
        if result is None:
            return None
        results.append(result)
    return tuple(results)


_OF_FLOATS = {"stablehlo.convert", "arith.fptosi", "arith.fptoui"}


def _of_floats(run: Run, name: str, kind: Kind, value: Value) -> tuple[Element, ...] | None:
    """Converts floats to integers.

    One that does not fit becomes the closest integer in StableHLO, as on XLA; in `arith`, the
    result is undefined.
    """
    assert kind.width is not None
    if name == "stablehlo.convert" and kind.is_truth:
        # The float is compared with 0, not its integer.
        return are_not_zero(value)
    integers = to_integers(value)
    if integers is None:
        return None
    if name == "stablehlo.convert":
        low, high = constant(kind.width.low), constant(kind.width.high)
        return tuple(minimum(maximum(item, low), high) for item in integers)
    width = Width(kind.width.bits, name == "arith.fptosi")
    fits = [all_of([at_most(constant(width.low), item), at_most(item, constant(width.high))]) for item in integers]
    run.demand(all_of(fits), "the integer fits its type", is_unchecked=True)
    if kind.is_truth:
        return tuple(negate(equal(item, constant(0))) for item in integers)
    return tuple(kind.width.wrap(item) for item in integers)


def _compare_floats(op: Op, operands: Sequence[Value]) -> tuple[Bool, ...] | None:
    a, b = (operand.floats or () for operand in operands)
    direction, _ = direction_of("compare", op)
    kind = op.attribute_text("compare_type")
    orders = {"TOTALORDER": compare_totally, "WEAKORDER": compare_weakly}
    order = next((order for name, order in orders.items() if name in kind), compare)
    found = [order(direction, operands[0].kind, x, y) for x, y in zip(a, b)]
    return None if None in found else tuple(item for item in found if item is not None)


def _element(run: Run, name: str, op: Op, of: Kind, kind: Kind, items: list[Element]) -> Element | None:
    if name == "select":
        condition, a, b = items
        return None if isinstance(condition, Number) else choose_element(condition, a, b)
    if all(isinstance(item, Number) for item in items):
        numbers: list[Number] = items  # type: ignore[assignment]
        if name in ("compare", "cmpi"):
            return _compare(name, op, of, numbers)
        assert kind.width is not None
        result = _number(run, name, of.width or kind.width, numbers)
        if result is None:
            return None
        require_no_overflow(run, op, kind.width, result)
        if kind.is_truth:
            # `convert` to i1 tests whether the integer is other than 0; `trunci` keeps its
            # last bit.
            if name == "convert":
                return negate(equal(result, constant(0)))
            return equal(Width(1, False).wrap(result), constant(1))
        return kind.width.wrap(result)
    if any(isinstance(item, Number) for item in items):
        return None
    return element_of_truths(run, name, op, items)  # type: ignore[arg-type]


def flags_of(op: Op) -> str:
    """Returns what an op of `arith` promises about overflows."""
    text = op.attribute_text("overflowFlags")
    return " ".join(flag for flag in ("nsw", "nuw") if flag in text)


def require_no_overflow(run: Run, op: Op, width: Width, exact: Number) -> None:
    """Requires what an op promises about its result, of which the exact one is given."""
    flags = flags_of(op)
    if "nsw" in flags:
        in_range = all_of([at_most(constant(width.low), exact), at_most(exact, constant(width.high))])
        if op.name == "arith.muli" and op.kinds[0].element == "index":
            # A number of elements, of a tensor that no machine could hold otherwise.
            run.limit(in_range)
        else:
            run.demand(in_range, "a sum or product fits its type", is_unchecked=True)
    if "nuw" in flags:
        raise Unsupported(f"{op}: a promise about numbers without signs")


def _compare(name: str, op: Op, of: Kind, numbers: list[Number]) -> Bool | None:
    a, b = numbers
    direction, is_unsigned = direction_of(name, op)
    if is_unsigned:
        a, b = (_unsigned(item, of.width) for item in (a, b))
    return ORDERS[direction](a, b)


def _unsigned(number: Number, width: Width | None) -> Number:
    return number if width is None else Width(width.bits, False).wrap(number)


def _number(run: Run, name: str, width: Width, numbers: list[Number]) -> Number | None:
    """Computes exactly; the caller wraps the result."""
    if name in _UNSIGNED:
        numbers = [_unsigned(item, width) for item in numbers]
    a = numbers[0]
    b = numbers[1] if len(numbers) > 1 else a
    zero = constant(0)
    simple: dict[str, Callable[[], Number]] = {
        **dict.fromkeys(("add", "addi"), lambda: add(a, b)),
        **dict.fromkeys(("subtract", "subi"), lambda: subtract(a, b)),
        **dict.fromkeys(("multiply", "muli"), lambda: run.theory.multiply(a, b)),
        **dict.fromkeys(("maximum", "maxsi", "maxui"), lambda: maximum(a, b)),
        **dict.fromkeys(("minimum", "minsi", "minui"), lambda: minimum(a, b)),
        **dict.fromkeys(("abs", "absi"), lambda: choose(less(a, zero), subtract(zero, a), a)),
        **dict.fromkeys(("convert", "index_cast", "extsi", "trunci", "extui", "index_castui"), lambda: a),
        "negate": lambda: subtract(zero, a),
        "clamp": lambda: minimum(maximum(numbers[0], numbers[1]), numbers[2]),
        "sign": lambda: choose(less(a, zero), constant(-1), choose(equal(a, zero), zero, constant(1))),
    }
    if name in simple:
        return simple[name]()
    if (bitwise := name.removesuffix("i")) in ("and", "or", "xor"):
        return run.theory.bitwise(bitwise, a, b, width)
    if name == "not":
        return subtract(constant(-1 if width.is_signed else width.high), a)
    if name in _SHIFTS:
        return _shift(name, width, a, b)
    return _division(run, name, a, b)


# Ops that treat their operands as unsigned.
_UNSIGNED = {"divui", "remui", "ceildivui", "maxui", "minui", "extui", "index_castui"}
_UNSIGNED |= {"shrui", "shift_right_logical"}
_SHIFTS = {"shli", "shrsi", "shrui", "shift_left", "shift_right_arithmetic"}
_SHIFTS |= {"shift_right_logical"}


def _shift(name: str, width: Width, a: Number, b: Number) -> Number | None:
    amount = b.constant
    if amount is None or not 0 <= amount < width.bits:
        return None
    if name in ("shli", "shift_left") and a.constant is not None:
        return constant(a.constant << amount)
    if name in ("shli", "shift_left"):
        return Number(a.z * (1 << amount), a.low << amount, a.high << amount)
    return divide(a, 1 << amount, "down")


# Ops that divide, and the functions of which they are for the solver.
DIVISIONS = {
    **dict.fromkeys(("divide", "divsi", "divui"), "quotient"),
    "floordivsi": "quotient down",
    **dict.fromkeys(("ceildivsi", "ceildivui"), "quotient up"),
    **dict.fromkeys(("remainder", "remsi", "remui"), "rest"),
}


def _division(run: Run, name: str, a: Number, b: Number) -> Number | None:
    """A quotient, or what is left; the solver knows those by a size only at their limits."""
    label, _, rounding = DIVISIONS.get(name, "").partition(" ")
    if not label:
        return None
    if b.constant == 0:
        # In StableHLO the result is implementation-defined; in `arith` it is undefined.
        run.demand(False, "the divisor is not 0", is_unchecked=True)
        return constant(0)
    if b.constant is not None:
        return remainder(a, b.constant) if label == "rest" else divide(a, b.constant, rounding or "zero")
    run.demand(negate(equal(b, constant(0))), "the divisor is not 0", is_unchecked=True)
    if not rounding:
        return quotient(run, a, b, label)
    return _rounded(quotient(run, a, b), quotient(run, a, b, "rest"), (a, b), rounding)


def _rounded(whole: Number, rest: Number, parts: tuple[Number, Number], rounding: str) -> Number:
    """Returns a quotient that is rounded "up" or "down", of that without the rest."""
    is_exact = equal(rest, constant(0))
    are_alike = same(*(less(number, constant(0)) for number in parts))
    if rounding == "down":
        return choose(any_of([is_exact, are_alike]), whole, subtract(whole, constant(1)))
    return choose(any_of([is_exact, negate(are_alike)]), whole, add(whole, constant(1)))


def quotient(run: Run, a: Number, b: Number, label: str = "quotient") -> Number:
    """Returns a quotient by a number that is not a constant, or what is left."""
    greatest = max(abs(a.low), abs(a.high), 1)
    term = run.theory.function(label, [a.z, b.z], z3.IntSort())
    low = 0 if a.low >= 0 and b.low >= 0 else -greatest
    if run.theory.is_new(term):
        given = run.theory.within(a, b)
        run.theory.assume(implies(given, z3.And(term >= low, term <= greatest)))
        if label != "rest":
            run.theory.assume(z3.Implies(b.z == 1, term == a.z))
            whole = run.theory.multiply(b, Number(term, low, greatest))
            rest = run.theory.function("rest", [a.z, b.z], z3.IntSort())
            if label == "quotient":
                run.theory.nonlinear.append(term)
                run.theory.assume(z3.Implies(b.z != 0, a.z == whole.z + rest))
                run.theory.assume(z3.Implies(a.z == b.z, z3.Implies(b.z > 0, term == 1)))
                # What is left has the sign of the dividend, and is not greater.
                least, most = z3.If(a.z < 0, a.z, 0), z3.If(a.z < 0, 0, a.z)
                run.theory.assume(z3.Implies(b.z != 0, z3.And(least <= rest, rest <= most)))
            if low == 0 and label == "quotient":
                run.theory.assume(implies(given, z3.Implies(b.z > 0, z3.And(rest >= 0, rest < b.z))))
    return Number(term, low, greatest)
