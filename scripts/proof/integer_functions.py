"""The functions of integers of `symbol::integer`, as terms of the solver.

They are written from the definitions of MLIR's dialect `arith`, in which some results are not
defined. A truth value is an integer of one bit.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import z3

from .number import GREATEST_SIZE
from .term_map import TermMap

# A term, and where it is defined.
Result = tuple[z3.ExprRef, z3.BoolRef]

_TRUE = z3.BoolVal(True)
_COMPARISONS = {"Eq", "Ne", "Lt", "Le", "Gt", "Ge"}


def parse(function: str) -> tuple[str, tuple[str, ...]]:
    """Splits `Compare(Lt,Signed)` into its name and its arguments."""
    name, _, arguments = function.rstrip(")").partition("(")
    return name, tuple(arguments.split(",")) if arguments else ()


@dataclass
class Exact:
    """Products and quotients as the solver knows them."""

    premises: list[z3.BoolRef] = field(default_factory=list)

    def multiply(self, a: z3.BitVecRef, b: z3.BitVecRef) -> z3.BitVecRef:
        return a * b

    def fits(self, a: z3.BitVecRef, b: z3.BitVecRef) -> z3.BoolRef:
        """Whether the product of two signed numbers does not wrap."""
        return z3.And(z3.BVMulNoOverflow(a, b, True), z3.BVMulNoUnderflow(a, b))

    def divide(self, a: z3.BitVecRef, b: z3.BitVecRef, is_signed: bool) -> z3.BitVecRef:
        return a / b if is_signed else z3.UDiv(a, b)

    def remainder(self, a: z3.BitVecRef, b: z3.BitVecRef, is_signed: bool) -> z3.BitVecRef:
        return z3.SRem(a, b) if is_signed else z3.URem(a, b)


@dataclass
class Abstract(Exact):
    """Products and quotients as unknown functions, of which only `axioms` are known.

    What holds of these, holds of products and quotients, too. The solver is slow with those of
    many bits.
    """

    _seen: TermMap[None] = field(default_factory=TermMap)

    def multiply(self, a: z3.BitVecRef, b: z3.BitVecRef) -> z3.BitVecRef:
        if _is_constant(a) or _is_constant(b):
            return a * b
        return self._of_two("multiply", a, b, a.sort())

    def fits(self, a: z3.BitVecRef, b: z3.BitVecRef) -> z3.BoolRef:
        if _is_constant(a) or _is_constant(b):
            return super().fits(a, b)
        return self._of_two("fits", a, b, z3.BoolSort())

    def divide(self, a: z3.BitVecRef, b: z3.BitVecRef, is_signed: bool) -> z3.BitVecRef:
        return self._divided(a, b, is_signed)[0]

    def remainder(self, a: z3.BitVecRef, b: z3.BitVecRef, is_signed: bool) -> z3.BitVecRef:
        return self._divided(a, b, is_signed)[1]

    def _divided(self, a: z3.BitVecRef, b: z3.BitVecRef, is_signed: bool) -> tuple[z3.BitVecRef, z3.BitVecRef]:
        """Returns a quotient and a remainder."""
        kind = f"{'signed' if is_signed else 'unsigned'} {a.size()}"
        quotient, rest = (
            z3.Function(f"{name} {kind}", a.sort(), a.sort(), a.sort())(a, b) for name in ("divide", "remainder")
        )
        if quotient not in self._seen:
            self._seen[quotient] = None
            parts = a, b, quotient, rest
            self.premises += axioms(*parts, self.multiply(quotient, b), is_signed)
            if is_signed:
                self.premises += axioms_of_signs(*parts, *self._divided(a, b, False))
        return quotient, rest

    def _of_two(self, name: str, a: z3.BitVecRef, b: z3.BitVecRef, sort: z3.SortRef) -> z3.ExprRef:
        """Applies a function that commutes."""
        if a.get_id() > b.get_id():
            a, b = b, a
        return z3.Function(f"{name} {a.size()}", a.sort(), a.sort(), sort)(a, b)


def axioms(
    a: z3.BitVecRef, b: z3.BitVecRef, quotient: z3.BitVecRef, rest: z3.BitVecRef, product: z3.BitVecRef, is_signed: bool
) -> list[z3.BoolRef]:
    """What is known of a quotient, a remainder, and the quotient times the divisor."""
    if not is_signed:
        return [
            z3.Implies(b != 0, product + rest == a),
            z3.Implies(b != 0, z3.ULT(rest, b)),
            z3.Implies(b != 0, z3.ULE(quotient, a)),
            z3.Implies(b == 1, quotient == a),
        ]
    return [
        z3.Implies(b != 0, product + rest == a),
        z3.Implies(b == 1, quotient == a),
        z3.Implies(b != 0, z3.Or(rest == 0, (rest < 0) == (a < 0))),
    ]


def axioms_of_signs(
    a: z3.BitVecRef,
    b: z3.BitVecRef,
    quotient: z3.BitVecRef,
    rest: z3.BitVecRef,
    unsigned_quotient: z3.BitVecRef,
    unsigned_rest: z3.BitVecRef,
) -> list[z3.BoolRef]:
    """Signed division is unsigned division of numbers that are not negative."""
    are_nonnegative = z3.And(a >= 0, b >= 0)
    return [
        z3.Implies(are_nonnegative, quotient == unsigned_quotient),
        z3.Implies(are_nonnegative, rest == unsigned_rest),
    ]


def _is_constant(term: z3.ExprRef) -> bool:
    return z3.is_bv_value(z3.simplify(term))


def truth(condition: z3.BoolRef) -> z3.BitVecRef:
    """A truth value, of one bit."""
    return z3.If(condition, z3.BitVecVal(1, 1), z3.BitVecVal(0, 1))


def apply(function: str, parts: Sequence[z3.BitVecRef], bits: int, exact: Exact) -> Result:
    """Applies a function to bits; the result has `bits` bits."""
    name, arguments = parse(function)
    if name == "Select":
        condition, a, b = parts
        return z3.If(condition == 1, a, b), _TRUE
    if name == "Convert":
        return _convert(parts[0], bits, arguments[0] == "Signed"), _TRUE
    a, b = parts
    if name == "Compare":
        direction, signedness = arguments
        return truth(_compare(direction, signedness == "Signed", a, b)), _TRUE
    if name == "Broadcast":
        return z3.If(a == 1, b, a), z3.Or(a == 1, b == 1, a == b)
    is_signed = arguments != ("Unsigned",)
    least = z3.BitVecVal(1 << (a.size() - 1), a.size())
    is_divisible = b != 0
    if is_signed:
        is_divisible = z3.And(is_divisible, z3.Not(z3.And(a == least, b == -1)))
    if name.startswith("Divide"):
        quotient = exact.divide(a, b, is_signed)
        if name != "Divide":
            rest = exact.remainder(a, b, is_signed)
            # The quotient is rounded towards zero.
            are_alike = (a < 0) == (b < 0) if is_signed else _TRUE
            up = z3.And(rest != 0, are_alike)
            down = z3.And(rest != 0, z3.Not(are_alike))
            quotient = {
                "DivideUp": z3.If(up, quotient + 1, quotient),
                "DivideDown": z3.If(down, quotient - 1, quotient),
            }[name]
        return quotient, is_divisible
    if name == "Remainder":
        return exact.remainder(a, b, is_signed), is_divisible
    if name == "MultiplyExact":
        return exact.multiply(a, b), exact.fits(a, b)
    if name == "Multiply":
        return exact.multiply(a, b), _TRUE
    if name.startswith("Shift"):
        # `z3.LShR` fills with zeros, `>>` with copies of the sign.
        shifted = {
            "ShiftLeft": lambda: a << b,
            "ShiftRightArithmetic": lambda: a >> b,
            "ShiftRightLogical": lambda: z3.LShR(a, b),
        }[name]()
        # The width is less than 2 to its power.
        return shifted, z3.ULT(z3.ZeroExt(8, b), a.size())
    simple: dict[str, Callable[[], z3.BitVecRef]] = {
        "Add": lambda: a + b,
        "Subtract": lambda: a - b,
        "And": lambda: a & b,
        "Or": lambda: a | b,
        "Xor": lambda: a ^ b,
        "Maximum": lambda: z3.If(_compare("Ge", is_signed, a, b), a, b),
        "Minimum": lambda: z3.If(_compare("Le", is_signed, a, b), a, b),
    }
    return simple[name](), _TRUE


def _compare(direction: str, is_signed: bool, a: z3.BitVecRef, b: z3.BitVecRef) -> z3.BoolRef:
    if direction not in _COMPARISONS:
        raise KeyError(direction)
    if direction in ("Eq", "Ne"):
        return a == b if direction == "Eq" else a != b
    if direction in ("Gt", "Ge"):
        a, b = b, a
    if direction in ("Lt", "Gt"):
        return a < b if is_signed else z3.ULT(a, b)
    return a <= b if is_signed else z3.ULE(a, b)


def _convert(a: z3.BitVecRef, bits: int, is_signed: bool) -> z3.BitVecRef:
    more = bits - a.size()
    if more <= 0:
        return z3.Extract(bits - 1, 0, a)
    return z3.SignExt(more, a) if is_signed else z3.ZeroExt(more, a)


def extent(dim: int, bits: int) -> z3.BitVecRef:
    """A size, which 31 bits hold."""
    known = GREATEST_SIZE.bit_length()
    return z3.ZeroExt(bits - known, z3.BitVec(f"extent {dim}", known))


def in_range(term: z3.BitVecRef, low: int, high: int) -> z3.BoolRef:
    """Whether a number is in a range; one of one bit is 0 or 1."""
    if term.size() == 1:
        return z3.And(z3.UGE(term, low), z3.ULE(term, high))
    return z3.And(term >= low, term <= high)


def is_full(bits: int, low: int, high: int) -> bool:
    """Returns whether all numbers of so many bits are in a range."""
    if bits == 1:
        return low <= 0 and high >= 1
    return low <= -(1 << (bits - 1)) and high >= (1 << (bits - 1)) - 1
