"""Ops of `arith` on tensors: their integers have a sign by the op, StableHLO's by the type."""

from collections.abc import Sequence
from dataclasses import dataclass

import z3

from .interpret import Run
from .number import Number, constant
from .reader import Op
from .theory import Kind, Value
from .truths import direction_of

# Ops that compute without signs, as those of StableHLO.
UNSIGNED = {"divui": "divide", "remui": "remainder", "maxui": "maximum", "minui": "minimum"}


@dataclass(frozen=True)
class _Terms:
    """Ops of StableHLO on terms."""

    run: Run
    sizes: Sequence[Number]

    def op(self, name: str, label: str, *terms: z3.ExprRef) -> z3.ExprRef:
        """Applies an elementwise op whose result has an element type."""
        word, _, key = name.partition(" ")
        return self.run.theory.apply(f"stablehlo.{word} {key}: {label}", *terms)

    def convert(self, term: z3.ExprRef, of: str, to: str) -> z3.ExprRef:
        """Converts elements."""
        return term if of == to else self.op("convert", to, term)

    def bits(self, term: z3.ExprRef, of: str, to: str) -> z3.ExprRef:
        """Changes the type, and keeps the bits."""
        return self.run.theory.bits(term, of, to)

    def filled(self, kind: Kind, number: int) -> z3.ExprRef:
        """Returns a tensor of one number."""
        scalar = Value(Kind(kind.element, ()), (), None, (constant(number),))
        return self.run.theory.broadcast(scalar, (), self.sizes)


def term_of_arith(run: Run, name: str, op: Op, operands: Sequence[Value], sizes: Sequence[Number]) -> z3.ExprRef | None:
    """Returns what an op of `arith` whose name says the sign computes, by ops of StableHLO, and
    what a conversion of floats to unsigned integers computes, by signed ones.
    """
    if name == "stablehlo.convert":
        return _to_unsigned(run, operands[0], op.kinds[0], sizes)
    if not name.startswith("arith."):
        return None
    name = name.removeprefix("arith.")
    of, kind = operands[0].kind, op.kinds[0]
    values = [run.theory.tensor(operand) for operand in operands]
    terms = _Terms(run, sizes)
    if name == "cmpi" and of.width is not None:
        direction, is_unsigned = direction_of(name, op)
        if is_unsigned:
            values = [terms.bits(value, of.label, _unsigned(of)) for value in values]
        return terms.op(f"compare {direction}", kind.label, *values)
    if name in UNSIGNED:
        values = [terms.bits(value, of.label, _unsigned(of)) for value in values]
        result = terms.op(UNSIGNED[name], _unsigned(kind), *values)
        return terms.bits(result, _unsigned(kind), kind.label)
    return _converted(terms, name, of, kind, values[0])


def _to_unsigned(run: Run, operand: Value, kind: Kind, sizes: Sequence[Number]) -> z3.ExprRef | None:
    """Converts floats as XLA does: numbers outside of the type become its least or greatest one."""
    width = kind.width
    is_float = operand.kind.label.lstrip("b").startswith("f")
    if width is None or width.is_signed or not is_float:
        return None
    terms = _Terms(run, sizes)
    wide = Kind("i64", ())
    signless = kind.label.removeprefix("u")
    value = terms.convert(run.theory.tensor(operand), operand.kind.label, wide.label)
    greatest = min(width.high, 2**63 - 1)
    limits = terms.filled(wide, 0), terms.filled(wide, greatest)
    clamped = terms.op("clamp", wide.label, limits[0], value, limits[1])
    return terms.bits(terms.convert(clamped, wide.label, signless), signless, kind.label)


def _converted(terms: _Terms, name: str, of: Kind, kind: Kind, value: z3.ExprRef) -> z3.ExprRef | None:
    to = kind.label
    if of.is_truth and name in ("extui", "uitofp"):
        return terms.convert(value, of.label, to)
    if of.is_truth and name in ("extsi", "sitofp"):
        # -1 for true.
        wide = to if name == "extsi" else "i32"
        negative = terms.op("negate", wide, terms.convert(value, of.label, wide))
        return terms.convert(negative, wide, to)
    if kind.is_truth and name == "trunci":
        # The lowest bit.
        last = terms.op("and", of.label, value, terms.filled(of, 1))
        return terms.op("compare NE", to, last, terms.filled(of, 0))
    if kind.is_truth and name in ("fptosi", "fptoui"):
        # The integer, which any wider type holds, not the float, is compared with 0.
        return terms.convert(terms.convert(value, of.label, "i32"), "i32", to)
    if name == "extui":
        wide = terms.convert(terms.bits(value, of.label, _unsigned(of)), "", _unsigned(kind))
        return terms.bits(wide, _unsigned(kind), to)
    if name == "uitofp":
        return terms.convert(terms.bits(value, of.label, _unsigned(of)), "", to)
    if name == "fptoui":
        return terms.bits(terms.convert(value, of.label, _unsigned(kind)), _unsigned(kind), to)
    if name in ("extsi", "trunci"):
        return terms.convert(value, of.label, to)
    return None


def _unsigned(kind: Kind) -> str:
    """Returns the element type of the same bits without a sign."""
    return f"u{kind.label}"
