"""Integers that do not wrap as terms of the solver, and proofs of their ranges."""

from collections.abc import Sequence

import z3

from .integer_functions import Exact, apply, in_range, is_full, parse
from .lemma import ask
from .number import GREATEST_SIZE

_MILLISECONDS = 20_000
_TRUE = z3.BoolVal(True)


def _towards_zero(a: z3.ArithRef, b: z3.ArithRef) -> tuple[z3.ArithRef, list[z3.BoolRef]]:
    """A quotient by a positive number, and what defines it."""
    quotient = z3.Int("quotient")
    up = z3.And((quotient - 1) * b < a, a <= quotient * b)
    down = z3.And(quotient * b <= a, a < (quotient + 1) * b)
    return quotient, [z3.If(a >= 0, down, up)]


def _result(name: str, a: z3.ArithRef, b: z3.ArithRef) -> tuple[z3.ArithRef, list[z3.BoolRef]] | None:
    """The exact result of a function whose divisor is positive, and what defines it."""
    if name in ("Add", "Subtract", "Multiply", "MultiplyExact"):
        operators = {"Add": a + b, "Subtract": a - b}
        return operators.get(name, a * b), []
    quotient = z3.Int("quotient")
    if name == "Divide":
        return _towards_zero(a, b)
    if name == "DivideUp":
        return quotient, [(quotient - 1) * b < a, a <= quotient * b]
    if name == "DivideDown":
        return quotient, [quotient * b <= a, a < (quotient + 1) * b]
    if name == "Remainder":
        rest = z3.Int("rest")
        # `a` is a multiple of `b`, and a rest with its sign.
        has_sign = z3.If(a >= 0, z3.And(rest >= 0, rest <= a), z3.And(rest <= 0, rest >= a))
        return rest, [rest < b, rest > -b, has_sign]
    return None


def range_is_valid(function: str, ranges: Sequence[tuple[int, int, int]]) -> str:
    """Returns "proven" if the result of a function is in its range.

    Ranges are widths, least and greatest values: of the result, then of the parts, each of which
    may be any integer in its range.
    """
    (bits, low, high), *parts = ranges
    if is_full(bits, low, high):
        return "proven"
    name, arguments = parse(function)
    if arguments != ("Unsigned",) and len(parts) == 2:
        is_divided = name.startswith("Divide") or name == "Remainder"
        if not is_divided or parts[1][1] >= 1:
            a, b = z3.Ints("a b")
            exact = _result(name, a, b)
            if exact is not None:
                return _exact_range(name, exact, [a, b], ranges)
    terms = [z3.BitVec(f"part {index}", part[0]) for index, part in enumerate(parts)]
    inside = [in_range(term, *part[1:]) for term, part in zip(terms, parts, strict=True)]
    result, is_defined = apply(function, terms, bits, Exact())
    return ask([*inside, is_defined], in_range(result, low, high), _MILLISECONDS, z3.SolverFor("QF_BV"))


def _exact_range(
    name: str,
    exact: tuple[z3.ArithRef, list[z3.BoolRef]],
    terms: Sequence[z3.ArithRef],
    ranges: Sequence[tuple[int, int, int]],
) -> str:
    """Proves that the exact result is in the range, so that nothing wraps."""
    (bits, low, high), *parts = ranges
    result, definitions = exact
    premises = list(definitions)
    for term, (part_bits, least, greatest) in zip(terms, parts, strict=True):
        if part_bits != bits:
            return "refuted"
        premises += [term >= least, term <= greatest]
    if name == "MultiplyExact":
        # Undefined if it does not fit.
        premises += [result >= -(1 << (bits - 1)), result < 1 << (bits - 1)]
    return ask(premises, z3.And(result >= low, result <= high), _MILLISECONDS)


class IntegerTerms:
    """Expressions as integers. Their ranges are premises, since each is proven on its own."""

    def __init__(self) -> None:
        self.premises: list[z3.BoolRef] = []

    def of(self, expression: tuple) -> tuple[z3.ArithRef, z3.BoolRef]:
        """Returns an integer, and where it is defined; a truth value is 0 or 1."""
        kind, *rest = expression
        if kind == "constant":
            return z3.IntVal(rest[1]), _TRUE
        if kind == "extent":
            term = z3.Int(f"extent {rest[1]}")
            self.premises += [term >= 0, term <= GREATEST_SIZE]
            return term, _TRUE
        if kind == "unknown":
            (bits, low, high), name = rest
            term = z3.Int(f"integer {name}")
            if low is None:
                low, high = _limits(bits)
            self.premises += [term >= low, term <= high]
            return term, _TRUE
        function, (bits, low, high), *parts = rest
        terms = [self.of(part) for part in parts]
        widths = [(part[2] if part[0] == "apply" else part[1])[0] for part in parts]
        term, is_defined = self._apply(function, [term for term, _ in terms], widths, bits)
        is_defined = z3.And(is_defined, *(is_defined for _, is_defined in terms))
        if low is not None and not is_full(bits, low, high):
            self.premises.append(z3.Implies(is_defined, z3.And(term >= low, term <= high)))
            return term, is_defined
        return _wrap(term, bits), is_defined

    def _apply(
        self, function: str, parts: Sequence[z3.ArithRef], widths: Sequence[int], bits: int
    ) -> tuple[z3.ArithRef, z3.BoolRef]:
        """Applies a function, exactly."""
        name, arguments = parse(function)
        if name == "Select":
            return z3.If(parts[0] == 1, parts[1], parts[2]), _TRUE
        is_signed = arguments[-1:] != ("Unsigned",)
        if min(widths) == 1 or not is_signed:
            raise NotImplementedError(function)
        if name == "Convert":
            return parts[0], _TRUE
        a, b = parts
        if name == "Compare":
            compared = {"Eq": a == b, "Ne": a != b, "Lt": a < b, "Le": a <= b, "Gt": a > b, "Ge": a >= b}[arguments[0]]
            return z3.If(compared, 1, 0), _TRUE
        if name == "Broadcast":
            return z3.If(a == 1, b, a), z3.Or(a == 1, b == 1, a == b)
        if name in ("Maximum", "Minimum"):
            return z3.If((a >= b) == (name == "Maximum"), a, b), _TRUE
        if name in ("Add", "Subtract"):
            return a + b if name == "Add" else a - b, _TRUE
        if name in ("Multiply", "MultiplyExact"):
            product = a * b if z3.is_int_value(a) or z3.is_int_value(b) else self._two(name, a, b)
            low, high = _limits(bits)
            fits = z3.And(product >= low, product <= high)
            return product, fits if name == "MultiplyExact" else _TRUE
        if name.startswith("Divide") or name == "Remainder":
            least, _ = _limits(bits)
            overflows = z3.And(a == least, b == -1)
            return self._two(name, a, b), z3.And(b != 0, z3.Not(overflows))
        raise NotImplementedError(function)

    def _two(self, name: str, a: z3.ArithRef, b: z3.ArithRef) -> z3.ArithRef:
        """A function of two integers that does not depend on widths, and is not known otherwise."""
        integer = z3.IntSort()
        if name.startswith("Multiply"):
            name = "Multiply"
            if a.get_id() > b.get_id():
                a, b = b, a
        return z3.Function(name, integer, integer, integer)(a, b)


def _limits(bits: int) -> tuple[int, int]:
    return (0, 1) if bits == 1 else (-(1 << (bits - 1)), (1 << (bits - 1)) - 1)


def _wrap(term: z3.ArithRef, bits: int) -> z3.ArithRef:
    low, _ = _limits(bits)
    return (term - low) % (1 << bits) + low
