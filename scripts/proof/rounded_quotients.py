"""Rounded quotients of `arith` on tensors, which an output computes by other ops.

Both programs compute each element from those at the same place in the same tensors. So the results are
equal if integers of their width are, whatever these elements are: bits of which the solver knows what the
ops do to them.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import z3

from .integer_functions import Abstract, Exact, Result, apply, truth
from .interpret import Run
from .number import boolean
from .reader import Op
from .theory import Computed, Kind, Quotient, Theory, Value
from .truths import direction_of, truth_of

# The functions of `integer_functions`: those whose numbers have the sign that their type says, and those
# whose name says it.
_BY_TYPE = {
    **{"divide": "Divide", "remainder": "Remainder", "maximum": "Maximum", "minimum": "Minimum"},
    **{"convert": "Convert", "compare": "Compare"},
}
_BY_NAME = {
    **{"add": "Add", "subtract": "Subtract", "multiply": "Multiply", "and": "And", "or": "Or", "xor": "Xor"},
    **{"addi": "Add", "subi": "Subtract", "muli": "Multiply", "andi": "And", "ori": "Or", "xori": "Xor"},
    **{"divsi": "Divide(Signed)", "divui": "Divide(Unsigned)"},
    **{"remsi": "Remainder(Signed)", "remui": "Remainder(Unsigned)"},
    **{"maxsi": "Maximum(Signed)", "maxui": "Maximum(Unsigned)"},
    **{"minsi": "Minimum(Signed)", "minui": "Minimum(Unsigned)"},
    **{"shift_left": "ShiftLeft", "shift_right_arithmetic": "ShiftRightArithmetic"},
    **{"shift_right_logical": "ShiftRightLogical", "shli": "ShiftLeft"},
    **{"shrsi": "ShiftRightArithmetic", "shrui": "ShiftRightLogical"},
    **{"extsi": "Convert(Signed)", "trunci": "Convert(Signed)", "extui": "Convert(Unsigned)"},
    **{"select": "Select", "floordivsi": "DivideDown", "ceildivsi": "DivideUp(Signed)"},
    **{"ceildivui": "DivideUp(Unsigned)"},
}
ROUNDED = ("arith.floordivsi", "arith.ceildivsi", "arith.ceildivui")
# Ops that may be the last ones of what an output computes a quotient by.
_LAST = ("add", "subtract", "select", "divide", "multiply", "negate", "bitcast_convert")
_LAST += ("addi", "subi", "muli", "divsi", "divui", "shrsi", "shrui")
_MILLISECONDS = 3_000


def keep_computed(run: Run, term: z3.ExprRef, name: str, op: Op, operands: Sequence[Value]) -> None:
    """Keeps how integers are computed, and finds the rounded quotients that they are."""
    theory = run.theory
    if any(value.kind.width is None for value in operands) or op.kinds[0].width is None:
        return
    for value in operands:
        # What is known of these is not computed from the result.
        theory.computed.setdefault(theory.tensor(value), None)
    found = Computed(name, op, tuple(operands))
    is_new = theory.computed.setdefault(term, found) is found
    kind = op.kinds[0]
    if run.first is None and name in ROUNDED and not kind.is_truth and is_new:
        theory.quotients[term] = Quotient(term, kind, _require(run, operands))
    if run.first is not None and is_new and name.split(".")[-1] in _LAST:
        for quotient in theory.quotients.values():
            if quotient.kind.width.bits == kind.width.bits:
                _compare(run, quotient, term, kind)


def _require(run: Run, operands: Sequence[Value]) -> z3.BoolRef:
    """Requires of the input that all quotients are defined: no divisor is 0, and none overflows."""
    terms = [run.theory.tensor(operand) for operand in operands]
    are_defined = run.theory.function("quotients are defined", terms, z3.BoolSort())
    run.demand(are_defined, "the quotients are defined", is_unchecked=True)
    return are_defined


def _compare(run: Run, quotient: Quotient, term: z3.ExprRef, kind: Kind) -> None:
    """States that integers of the output are a quotient, if that is so for each element."""
    theory = run.theory
    values = Value(quotient.kind, (), quotient.term), Value(kind, (), term)
    own, other = (_tensors(theory, value) for value in values)
    if not other or not other <= own or not _divides(theory, values[1]):
        return
    answer = _are_equal(theory, values, Abstract())
    if answer != z3.unsat:
        answer = _are_equal(theory, values, Exact())
    quotient.answers.append(answer)
    if answer == z3.unsat:
        same = theory.bits(term, kind.label, quotient.kind.label)
        theory.assume(z3.Implies(quotient.are_defined, quotient.term == same))


def _are_equal(theory: Theory, values: Sequence[Value], exact: Exact) -> z3.CheckSatResult:
    """Looks for elements for which a defined quotient is another integer."""
    elements = _Elements(theory, exact)
    (own, is_defined), (other, is_other_defined) = (elements.of(value) for value in values)
    solver = z3.SolverFor("QF_UFBV" if isinstance(exact, Abstract) else "QF_BV")
    solver.set("timeout", _MILLISECONDS)
    solver.add(*exact.premises, is_defined, z3.Not(z3.And(is_other_defined, own == other)))
    return solver.check()


def is_followed(quotient: Quotient) -> bool:
    """Returns whether it is known of all integers that the output may compute a quotient by whether they
    are that, and there are such integers."""
    is_equal = z3.unsat in quotient.answers
    return is_equal or bool(quotient.answers) and z3.unknown not in quotient.answers


def _resolved(theory: Theory, value: Value) -> tuple[Value, Computed | None]:
    """Returns integers of which the bits are those of others as these, and how they are computed."""
    term = theory.tensor(value)
    computed = theory.computed.get(term)
    bits = theory.original_bits(term)
    if computed is not None or bits is None:
        return value, computed
    original, of, _ = bits
    return _resolved(theory, Value(Kind(of, ()), (), original))


def _parts(theory: Theory, value: Value) -> Iterator[tuple[Value, Computed | None]]:
    """Yields all tensors from which integers are computed, and how they are."""
    seen: dict[int, z3.ExprRef] = {}
    rest = [value]
    while rest:
        value, computed = _resolved(theory, rest.pop())
        term = theory.tensor(value)
        if seen.setdefault(term.get_id(), term) is term:
            yield value, computed
            rest += () if computed is None else computed.operands


def _tensors(theory: Theory, value: Value) -> set[int]:
    """Returns the tensors from which integers are computed, other than constants."""
    return {
        theory.tensor(part).get_id()
        for part, computed in _parts(theory, value)
        if computed is None and _number(theory, part) is None
    }


def _divides(theory: Theory, value: Value) -> bool:
    """Returns whether a quotient or remainder takes part in what integers are computed by."""
    names = (computed.name.split(".")[-1] for _, computed in _parts(theory, value) if computed is not None)
    return any(name.startswith(("div", "rem")) for name in names)


def _number(theory: Theory, value: Value) -> int | None:
    """Returns the number that fills a tensor, if it is known."""
    scalar = theory.repeated_operand(theory.tensor(value)) or value
    if scalar.sizes != () or not scalar.elements:
        return None
    (element,) = scalar.elements
    return int(element) if isinstance(element, bool) else getattr(element, "constant", None)


@dataclass
class _Elements:
    """The elements of tensors at one place, as bits, and whether they are defined."""

    theory: Theory
    exact: Exact
    # By tensor and width: the same numbers in another type are the same tensor.
    _found: dict[tuple[int, int], Result] = field(default_factory=dict)
    # These must outlive their numbers.
    _terms: list[z3.ExprRef] = field(default_factory=list)

    def of(self, value: Value) -> Result:
        """Returns the element of a tensor."""
        value, computed = _resolved(self.theory, value)
        term = self.theory.tensor(value)
        key = term.get_id(), value.kind.width.bits
        if key not in self._found:
            self._terms.append(term)
            self._found[key] = self._new(value, computed)
        return self._found[key]

    def _new(self, value: Value, computed: Computed | None) -> Result:
        bits = value.kind.width.bits
        number = _number(self.theory, value)
        if number is not None:
            return z3.BitVecVal(number, bits), z3.BoolVal(True)
        found = None if computed is None else self._applied(computed, bits)
        # The tensor is unknown if the op is.
        name = f"element of {self.theory.tensor(value).get_id()}"
        return found or (z3.BitVec(name, bits), z3.BoolVal(True))

    def _applied(self, computed: Computed, bits: int) -> Result | None:
        """Applies an op to elements; `None` if it is not known."""
        op, name = computed.op, computed.name.split(".")[-1]
        found = [self.of(value) for value in computed.operands]
        parts, are_defined = [part for part, _ in found], [own for _, own in found]
        kinds = [op.kinds[0], *(value.kind for value in computed.operands)]
        if all(kind.is_truth for kind in kinds):
            truths = truth_of(name, op, [part == 1 for part in parts])
            # A divisor of one bit is 1.
            return None if truths is None else (truth(boolean(truths)), z3.And(are_defined))
        function = _function(name, op, kinds[1])
        if name in ("negate", "not"):
            least = z3.BitVecVal(0 if name == "negate" else -1, bits)
            function, parts = "Subtract", [least, *parts]
        if function is None or name == "convert" and kinds[0].is_truth:
            return None
        term, is_defined = apply(function, parts, bits, self.exact)
        if computed.name.startswith("stablehlo."):
            # In `arith`, a shift by the number of bits or more is undefined, and so is the least integer divided by
            # -1. StableHLO defines both; the operations on bit vectors have the same results.
            is_division = function.startswith(("Divide", "Remainder"))
            is_defined = parts[1] != 0 if is_division else z3.BoolVal(True)
        return term, z3.And(*are_defined, is_defined)


def _function(name: str, op: Op, of: Kind) -> str | None:
    """Returns the function of integers that an op computes."""
    if name in ("compare", "cmpi"):
        direction, is_unsigned = direction_of(name, op)
        is_unsigned |= name == "compare" and not of.width.is_signed
        # StableHLO takes an integer of one bit for a truth value.
        is_unsigned |= name == "compare" and of.is_truth
        return f"Compare({direction.capitalize()},{'Unsigned' if is_unsigned else 'Signed'})"
    if name in _BY_TYPE:
        is_signed = of.width.is_signed and not of.is_truth
        return f"{_BY_TYPE[name]}({'Signed' if is_signed else 'Unsigned'})"
    return _BY_NAME.get(name)
