"""Elementwise ops: operands of equal shapes, and their computations on integers."""

import math
import re
from collections.abc import Sequence
from dataclasses import replace
from functools import partial

import z3
from jaxlib.mlir import ir
from jaxlib.mlir.dialects import stablehlo

from .constants import known_complex, known_float
from .decompositions import decomposed
from .equal_ops import state_equal
from .floats import CONVERSIONS, compute_floats, convert, known_value
from .integers import DIVISIONS, compute_elements, flags_of
from .interpret import Run, attribute_key, handles
from .number import Number, all_of, constant, equal, negate
from .reader import Op
from .signs import term_of_arith
from .theory import Float, Kind, Value, with_given
from .truths import choose_by_scalar, direction_of, known_truth, term_of_truths

_UNARY = """
abs cbrt ceil convert cosine count_leading_zeros exponential exponential_minus_one floor imag
is_finite log log_plus_one logistic negate not popcnt real reduce_precision
round_nearest_afz round_nearest_even rsqrt sign sine sqrt tan tanh optimization_barrier
""".split()
BINARY = """
add and atan2 compare complex divide maximum minimum multiply or power remainder shift_left
shift_right_arithmetic shift_right_logical subtract xor
""".split()
_CHLO = """
acos acosh asin asinh atan atanh bessel_i1e conj cosh digamma erf erf_inv erfc is_inf
is_neg_inf is_pos_inf lgamma mulhi next_after polygamma sinh square tan zeta asin_acos_kernel
_asin_acos_kernel
""".split()
_ARITH = """
addi subi muli divsi divui ceildivsi ceildivui floordivsi remsi remui maxsi maxui minsi minui
andi ori xori cmpi select index_cast index_castui extsi extui trunci addf subf mulf divf maximumf
minimumf maxnumf minnumf negf sitofp uitofp fptosi fptoui extf truncf shli shrsi shrui remf
bitcast
""".split()
_MATH = """
exp exp2 expm1 log log1p log2 sqrt rsqrt tanh sin cos tan erf erfc powf absf absi ceil floor
roundeven round atan atan2 cbrt trunc copysign fma sinh cosh
""".split()

_TOSA = """
abs bitwise_not cast ceil clamp clz cos erf exp floor identity log logical_not negate reciprocal
rsqrt sigmoid sin tanh
""".split()

# Ops of StableHLO, with the ops of other dialects that compute the same.
_SAME = {
    **{"add": "arith.addf arith.addi", "subtract": "arith.subf arith.subi", "multiply": "arith.mulf arith.muli"},
    **{"divide": "arith.divf arith.divsi", "remainder": "arith.remf arith.remsi", "negate": "arith.negf"},
    **{"maximum": "arith.maximumf arith.maxsi", "minimum": "arith.minimumf arith.minsi", "select": "arith.select"},
    **{"and": "arith.andi", "or": "arith.ori", "xor": "arith.xori", "shift_left": "arith.shli"},
    **{"shift_right_arithmetic": "arith.shrsi", "shift_right_logical": "arith.shrui"},
    **{"convert": "arith.sitofp arith.extf arith.truncf arith.fptosi", "abs": "math.absf math.absi"},
    **{"exponential": "math.exp", "exponential_minus_one": "math.expm1", "power": "math.powf"},
    **{"log": "math.log", "log_plus_one": "math.log1p", "sqrt": "math.sqrt", "rsqrt": "math.rsqrt"},
    **{"cbrt": "math.cbrt", "tanh": "math.tanh", "sine": "math.sin", "cosine": "math.cos", "tan": "math.tan"},
    **{"atan2": "math.atan2", "ceil": "math.ceil", "floor": "math.floor"},
    **{"round_nearest_even": "math.roundeven", "round_nearest_afz": "math.round"},
}
ALIASES = {name: f"stablehlo.{own}" for own, names in _SAME.items() for name in names.split()}

# `op(x, x)` is `x`.
_IDEMPOTENT = {f"stablehlo.{name}" for name in ("and", "or", "maximum", "minimum")}
_SEMANTIC = (
    *("comparison_direction", "compare_type", "exponent_bits", "mantissa_bits", "predicate", "roundingmode"),
    "fastmath",
)
# Comparisons, and those of exchanged operands.
_EXCHANGED = {"GT": "LT", "GE": "LE"}
_CASTS = {
    *("stablehlo.convert", "arith.index_cast", "arith.index_castui", "arith.extsi"),
    *("arith.trunci", "arith.extui"),
}


@handles(
    *(f"stablehlo.{name}" for name in (*_UNARY, *BINARY)),
    *(f"chlo.{name}" for name in _CHLO),
    *(f"arith.{name}" for name in _ARITH),
    *(f"math.{name}" for name in _MATH),
)
def elementwise(run: Run, op: Op, operands: list[Value]) -> Sequence[Value]:
    """Operands have equal shapes, which is the result's shape."""
    if op.name == "stablehlo.optimization_barrier":
        return [run.copy_of(value, kind) for value, kind in zip(operands, op.kinds)]
    if op.name == "arith.select" and not operands[0].kind.is_shaped:
        condition = run.truth(operands[0])
        same_sizes(run, operands[1:])
        chosen = run.theory.choose(condition, operands[1], operands[2])
        return [run.copy_of(chosen, op.kinds[0])]
    sizes = same_sizes(run, operands)
    is_sum_of_truths = op.name == "stablehlo.add" and op.kinds[0].is_truth
    if is_sum_of_truths and run.first is not None and run.settings.is_rewritten:
        run.demand(False, "it adds no truth values, which IREE adds as integers of one bit")
    _note_rewritten(run, op, operands)
    if (found := decomposed(run, op, operands)) is not None:
        return found
    if op.name in _ROUNDED and not op.kinds[0].is_truth and any(value.tensor is not None for value in operands):
        return [run.copy_of(_rounded_quotient(run, op, operands, sizes), op.kinds[0])]
    if op.name == "stablehlo.compare" and "WEAKORDER" in op.attribute_text("compare_type"):
        return [run.copy_of(_compare_weakly(run, op, operands, sizes), op.kinds[0])]
    if (known := _of_itself(run, op, operands, sizes)) is not None:
        return [run.copy_of(known, op.kinds[0])]
    return [compute(run, op.name, op, operands, sizes)]


def _of_itself(run: Run, op: Op, operands: Sequence[Value], sizes: Sequence[Number]) -> Value | None:
    """Returns the difference of a tensor of integers and itself, or their comparison."""
    if op.name not in ("stablehlo.compare", "stablehlo.subtract"):
        return None
    first, second = operands
    is_same = first.tensor is not None and second.tensor is not None and first.tensor.eq(second.tensor)
    # Elements that nothing has written may be read as different ones.
    if not is_same or first.kind.width is None or run.theory.is_partly_empty(first):
        return None
    if op.name == "stablehlo.subtract":
        return None if first.kind.is_truth else run.theory.fill(first.kind.element, constant(0), sizes)
    holds = any(direction in op.attribute_text("comparison_direction") for direction in ("EQ", "GE", "LE"))
    return run.theory.fill("i1", holds, sizes)


# Rounded quotients: the quotient without the rest, how it changes if there is a rest, and how the signs compare then.
_ROUNDED = {
    "arith.floordivsi": ("arith.divsi", "subtract", "NE"),
    "arith.ceildivsi": ("arith.divsi", "add", "EQ"),
    "arith.ceildivui": ("arith.divui", "add", ""),
}


def _rounded_quotient(run: Run, op: Op, operands: Sequence[Value], sizes: Sequence[Number]) -> Value:
    """Returns a rounded quotient, by ops that outputs have in its place (`element_lemmas`)."""
    from .broadcast_ops import Replacement  # It imports this module.

    name, step, signs = _ROUNDED[op.name]
    element = operands[0].kind.element
    zero, one = (run.theory.fill(element, constant(number), sizes) for number in (0, 1))
    quotient = compute(run, name, Replacement(op, name, {}, Kind.sized(element, sizes)), operands, sizes)
    dividend, divisor = operands
    moves = compared(run, op, "NE", computed(run, op, "multiply", [quotient, divisor], sizes), dividend, sizes)
    if signs:
        are_negative = (compared(run, op, "LT", value, zero, sizes) for value in operands)
        moves = computed(run, op, "and", [moves, compared(run, op, signs, *are_negative, sizes)], sizes)
    moved = computed(run, op, step, [quotient, one], sizes)
    return computed(run, op, "select", [moves, moved, quotient], sizes, element)


# Functions of floats that outputs for IREE compute by others: those of magnitudes, and signs; sines of reduced angles.
_BY_OTHERS = {f"stablehlo.{name}" for name in ("atan2", "cbrt", "cosine", "power", "sine", "tan")}
_OF_ONE_BYTE = ("i1", "i8", "ui8")


def _note_rewritten(run: Run, op: Op, operands: Sequence[Value]) -> None:
    """Notes ops whose elements outputs for IREE compute in ways that are not followed."""
    if not run.settings.is_rewritten:
        return
    if run.first is None:
        # Also those that a decomposition has.
        run.rewritten |= {op.name} & _BY_OTHERS - run.other_names
        elements = (operands[0].kind.element, op.kinds[0].element)
        if op.name == "stablehlo.convert" and elements == ("f32", "bf16") and "arith.truncf" in run.made:
            # The output rounds its bits.
            run.rewritten.add(op.name)
    elif op.name == "stablehlo.convert" and operands[0].kind.element in _OF_ONE_BYTE:
        # Parts that the input converts before it joins them.
        if run.theory.tensor(operands[0]) in run.theory.joined:
            run.rewritten.add("stablehlo.concatenate")


def _compare_weakly(run: Run, op: Op, operands: Sequence[Value], sizes: Sequence[Number]) -> Value:
    """Compares as the pass for IREE does it: NaN are equal to one another and greater than all numbers."""

    def emit(name: str, *operands: Value) -> Value:
        return computed(run, op, name, operands, sizes)

    a, b = operands
    compare = partial(compared, run, op)
    direction, _ = direction_of("compare", op)
    own = {"NE": "EQ", "GE": "LT", "LE": "GT"}.get(direction, direction)
    # Whether each operand is NaN where the comparison of NaN holds.
    a_is, b_is = {"LT": ("EQ", "NE"), "GT": ("NE", "EQ")}.get(own, ("NE", "NE"))
    of_nan = emit("and", compare(a_is, a, a, sizes), compare(b_is, b, b, sizes))
    holds = emit("or", compare(own, a, b, sizes), of_nan)
    return holds if own == direction else emit("not", holds)


def compared(run: Run, op: Op | None, direction: str, a: Value, b: Value, sizes: Sequence[Number]) -> Value:
    """Returns the truth values of a comparison."""
    assert op is not None
    attribute = stablehlo.ComparisonDirectionAttr.get(direction, op.operation.context)
    return computed(run, op, "compare", [a, b], sizes, "i1", {"comparison_direction": attribute})


@handles(*(f"tosa.{name}" for name in _TOSA))
def like_first(run: Run, op: Op, operands: list[Value]) -> Sequence[Value]:
    """The result has the shape of the first operand; the others are scalars."""
    label = f"{op.name} {attribute_key(op)}: {op.kinds[0].label}"
    return [run.typed(op.kinds[0], operands[0].sizes or (), run.theory.apply(label, *operands))]


@handles("stablehlo.select", "stablehlo.clamp")
def scalars_beside(run: Run, op: Op, operands: list[Value]) -> Sequence[Value]:
    """`select` accepts a scalar predicate, `clamp` scalar bounds."""
    is_select = op.name == "stablehlo.select"
    main = operands[1:] if is_select else operands[1:2]
    others = operands[:1] if is_select else [operands[0], operands[2]]
    sizes = same_sizes(run, [*main, *(other for other in others if other.sizes)])
    if is_select and (known := _known_truth(run, operands[0])) is not None:
        return [run.copy_of(operands[1 if known else 2], op.kinds[0])]
    filled = [other if other.sizes or not sizes else _fill(run, other, sizes) for other in others]
    values = [*filled, *main] if is_select else [filled[0], *main, filled[1]]
    result = compute(run, op.name, op, values, sizes)
    if is_select:
        choose_by_scalar(run, operands[0], result, *main)
    return [result]


def _known_truth(run: Run, value: Value) -> bool | None:
    """Returns the truth value that fills a tensor, if it is known."""
    return known_truth(run.theory.repeated_operand(run.theory.tensor(value)) or value)


def _fill(run: Run, value: Value, sizes: Sequence[Number]) -> Value:
    return run.theory.repeated(value, (), sizes)


def computed(
    run: Run,
    op: Op | None,
    name: str,
    values: Sequence[Value],
    sizes: Sequence[Number],
    element: str = "",
    attributes: dict[str, ir.Attribute] | None = None,
) -> Value:
    """Returns what an elementwise op of StableHLO computes for an op, of values of these sizes; of other elements if a
    type is given."""
    from .broadcast_ops import Replacement  # It imports this module.

    assert op is not None
    kind = Kind.sized(element or values[0].kind.element, sizes)
    own = Replacement(op, f"stablehlo.{name}", attributes or {}, kind)
    return compute(run, own.name, own, values, sizes)


def converted(run: Run, op: Op | None, value: Value, element: str) -> Value:
    """Returns the same numbers as elements of another type."""
    if value.kind.element == element:
        return value
    return with_given(computed(run, op, "convert", [value], value.sizes or (), element), value.given)


def promoted(run: Run, op: Op, operands: Sequence[Value], kinds: Sequence[Kind | None]) -> list[Value]:
    """Returns operands with the elements of these types; without a type, they stay."""
    pairs = zip(operands, kinds, strict=True)
    return [value if kind is None else converted(run, op, value, kind.element) for value, kind in pairs]


def same_sizes(run: Run, operands: Sequence[Value]) -> list[Number]:
    """Requires that operands have equal shapes; returns the shape."""
    ranked = [operand for operand in operands if operand.sizes is not None]
    if not ranked:
        return []
    first = ranked[0].sizes
    assert first is not None
    sizes = list(first)
    for operand in ranked[1:]:
        if len(operand.sizes or ()) != len(first):
            run.demand(False, "operands have one rank")
            continue
        conditions = [equal(a, b) for a, b in zip(first, operand.sizes or ())]
        run.demand(all_of(conditions), "operands have one shape")
        for dim, size in enumerate(operand.sizes or ()):
            if size.constant is not None:
                sizes[dim] = size
    return sizes


def compute(run: Run, name: str, op: Op, operands: Sequence[Value], sizes: Sequence[Number]) -> Value:
    """Computes elementwise, if elements are tracked."""
    kind = op.kinds[0]
    if all(operand.sizes is None for operand in operands) and kind.dims is None:
        name = f"{name} {attribute_key(op, _SEMANTIC)}: {kind.label}"
        return Value(kind, None, run.theory.apply(name, *operands))
    if name in _CASTS and operands[0].kind.element == kind.element:
        return run.typed(kind, sizes, operands[0].tensor, operands[0].elements)
    if (part := _part_of_complex(name, operands[0])) is not None:
        return run.typed(kind, sizes, part)
    if sizes and (repeated := _of_scalars(run, name, op, operands, sizes)) is not None:
        return repeated
    are_written = not any(map(run.theory.is_partly_empty, operands))
    elements = compute_elements(run, name, op, operands) if are_written else None
    if name.split(".")[-1] in DIVISIONS and kind.width is not None and not kind.is_truth:
        _state_divisor(run, name, operands[1])
    if elements is None:
        _require_defined(run, name, op, operands)
    if elements is not None and all(operand.tensor is None for operand in operands):
        return run.typed(kind, sizes, None, elements)
    if elements is not None and not sizes and isinstance(elements[0], bool):
        return run.typed(kind, sizes, None, elements)
    floats = _floats(run, name, kind, operands)
    if not sizes and (known := known_value(kind, floats)) is not None:
        return Value(kind, (), known_float(run, kind, known), floats=floats)
    if not sizes and name == "stablehlo.complex":
        parts = [known_value(operand.kind, operand.floats) for operand in operands]
        if None not in parts:
            return Value(kind, (), known_complex(run, kind, parts))
    term = _term(run, name, op, operands, sizes)
    term = run.theory.with_sizes(term, operands, sizes)
    value = run.typed(kind, sizes, term)
    run.theory.keep_elementwise(term, operands, partial(_term, run, name, op))
    # For non-scalars, keep both the term and the elements: the other program may not
    # track elements.
    if elements is not None:
        return run.theory.with_elements(value, elements)
    return replace(value, floats=floats)


def _of_scalars(run: Run, name: str, op: Op, operands: Sequence[Value], sizes: Sequence[Number]) -> Value | None:
    """Computes once with floats each of which fills a tensor; returns `None` of other operands."""
    from .broadcast_ops import Replacement  # It imports this module.

    kind = op.kinds[0]
    scalars = [run.theory.repeated_operand(run.theory.tensor(operand)) for operand in operands]
    has_floats = any(it.width is None for it in (kind, *(operand.kind for operand in operands)))
    if not has_floats or any(scalar is None or scalar.sizes != () for scalar in scalars):
        return None
    scalars = [replace(scalar, kind=Kind(scalar.kind.element, ())) for scalar in scalars]
    one = compute(run, name, Replacement(op, name, op.attributes, Kind(kind.element, ())), scalars, ())
    repeated = run.theory.repeated(one, (), sizes)
    return replace(
        run.typed(kind, sizes, repeated.tensor, repeated.elements), floats=_floats(run, name, kind, operands)
    )


def _part_of_complex(name: str, operand: Value) -> z3.ExprRef | None:
    """Returns the part of `stablehlo.complex` that an op returns."""
    part = ("stablehlo.real", "stablehlo.imag").index(name) if name in ("stablehlo.real", "stablehlo.imag") else None
    term = operand.tensor
    if part is None or term is None or not term.decl().name().startswith("stablehlo.complex"):
        return None
    return term.arg(part)


def _state_divisor(run: Run, name: str, divisor: Value) -> None:
    """States that no element of a divisor is 0. The input may not know the divisor's sizes. The output may
    know them, and must then show this for each element; StableHLO's quotients by 0 are any number."""
    term = run.theory.function("has no 0", [run.theory.tensor(divisor)], z3.BoolSort())
    numbers = run.numbers(divisor)
    if numbers is not None:
        run.theory.assume(term == all_of([negate(equal(number, constant(0))) for number in numbers]))
    elif run.first is None or name.startswith("arith."):
        run.demand(term, "the divisor is not 0", is_unchecked=True)


# Ops of `arith` that are undefined for some elements. The ops of StableHLO with the same meaning are always defined.
_SHIFTS = ("arith.shli", "arith.shrsi", "arith.shrui")
_SIGNED_QUOTIENTS = ("arith.divsi", "arith.remsi")
_PARTIAL = (*_SHIFTS, *_SIGNED_QUOTIENTS, "arith.fptosi", "arith.fptoui")


def _require_defined(run: Run, name: str, op: Op, operands: Sequence[Value]) -> None:
    """Requires that an op is defined for all elements: the output may have it if the input has the same one."""
    kind = op.kinds[0]
    terms = [run.theory.tensor(operand) for operand in operands]
    if flags := flags_of(op):
        run.demand(
            run.theory.function(f"{name} {flags} holds", terms, z3.BoolSort()), f"{flags} holds", is_unchecked=True
        )
    if name not in _PARTIAL or kind.is_truth:
        return
    if name in ("arith.fptosi", *_SHIFTS) and run.first is not None and run.first.rewritten & _BY_OTHERS:
        # Of exponents that a selection has limited, and by distances within a word: neither is followed.
        return
    if name in (*_SHIFTS, *_SIGNED_QUOTIENTS):
        scalar = run.theory.repeated_operand(run.theory.tensor(operands[1])) or operands[1]
        numbers = run.numbers(scalar) or []
        known = [number.constant for number in numbers if number.constant is not None]
        assert kind.width is not None
        allowed = range(kind.width.bits) if name in _SHIFTS else range(1, kind.width.high)
        if numbers and all(number in allowed for number in known) and len(known) == len(numbers):
            return
    run.demand(run.theory.function(f"{name} is defined", terms, z3.BoolSort()), f"{name} is defined", is_unchecked=True)


def _term(run: Run, name: str, op: Op, operands: Sequence[Value], sizes: Sequence[Number]) -> z3.ExprRef:
    """Returns the term of an elementwise op on tensors of one shape."""
    terms = [run.theory.tensor(operand) for operand in operands]
    key = _key(op)
    for greater, less in _EXCHANGED.items():
        if name == "stablehlo.compare" and key.startswith(greater):
            # Also of floats, whatever is no number.
            terms.reverse()
            key = less + key.removeprefix(greater)
    label = f"{ALIASES.get(name, name)} {key}: {op.kinds[0].label}"
    term = term_of_truths(run, name.split(".")[-1], op, operands, sizes)
    if term is None:
        term = _term_of_integers(run, name, op, operands)
    if term is None:
        term = term_of_arith(run, name, op, operands, sizes)
    if term is None:
        term = run.theory.apply(label, *terms)
        _state_equal(run, label, op.kinds[0], term, terms)
    is_idempotent = label.split(":")[0].rstrip() in _IDEMPOTENT
    if is_idempotent and run.theory.is_new(run.theory.apply("idempotent", term)):
        run.theory.assume(z3.Implies(terms[0] == terms[1], term == terms[0]))
    return term


def _state_equal(run: Run, label: str, kind: Kind, term: z3.ExprRef, terms: Sequence[z3.ExprRef]) -> None:
    """States to what other elementwise ops one is equal, if the output may have these instead."""
    name = label.partition(" ")[0]
    is_new = name.startswith("stablehlo.") and term not in run.theory.applied
    if not run.settings.is_rewritten or not is_new:
        return

    def rebuilt(operands: Sequence[z3.ExprRef]) -> z3.ExprRef:
        other = run.theory.apply(label, *operands)
        _state_equal(run, label, kind, other, operands)
        return other

    state_equal(run.theory, name.removeprefix("stablehlo."), kind, term, terms, rebuilt)


def _term_of_integers(run: Run, name: str, op: Op, operands: Sequence[Value]) -> z3.ExprRef | None:
    """Returns the simpler term of a conversion of integers, or of a mask that keeps all of their bits."""
    theory, kind = run.theory, op.kinds[0]
    if name == "stablehlo.select" and operands[0].kind.is_truth and not kind.is_truth:
        if all(is_filled_with(run, value, at) for value, at in zip(operands[1:], (1, 0))):
            # A truth value as a number.
            return theory.apply(f"stablehlo.convert : {kind.label}", operands[0])
    if name == "stablehlo.and" and kind.width is not None:
        for value, mask in (operands, reversed(operands)):
            original = theory.converted.get(theory.tensor(value))
            scalar = theory.repeated_operand(theory.tensor(mask))
            number = None if scalar is None or scalar.elements is None else scalar.elements[0]
            if original is None or not isinstance(number, Number) or number.constant is None:
                continue
            width = original.kind.width
            if width is not None and not width.is_signed and number.constant == width.high:
                return theory.tensor(value)
    if name != "stablehlo.convert" or operands[0].kind.width is None or operands[0].kind.is_truth:
        return None
    original = theory.converted.get(theory.tensor(operands[0]))
    if original is not None:
        if original.kind.element == kind.element:
            return theory.tensor(original)
        operands = [original]
    of, to = operands[0].kind.width, kind.width
    if of is not None and to is not None and of.bits == to.bits:
        return theory.bits(theory.tensor(operands[0]), operands[0].kind.label, kind.label)
    if to is not None and not kind.is_truth and to.low <= of.low <= of.high <= to.high:
        return _widened(run, operands[0], kind)
    return theory.apply(f"{name} : {kind.label}", operands[0])


def _widened(run: Run, original: Value, kind: Kind) -> z3.ExprRef:
    """Returns integers in a type that has all of theirs.

    What is converted again, is converted from the first type, for no number is lost.
    """
    theory = run.theory
    term = theory.apply(f"stablehlo.convert : {kind.label}", original)
    if theory.is_new(theory.apply("converted", term)):
        theory.converted[term] = original
    return term


def is_filled_with(run: Run, value: Value, number: int) -> bool:
    """Returns whether a tensor is known to be filled with a number."""
    if choice := run.theory.choices.get(run.theory.tensor(value)):
        return all(is_filled_with(run, one, number) for one in choice[1:])
    scalar = run.theory.repeated_operand(run.theory.tensor(value)) or value
    if scalar.sizes != ():
        return False
    if scalar.elements:
        (element,) = scalar.elements
        return isinstance(element, Number) and element.constant == number
    # No zero with a sign.
    known = known_value(scalar.kind, scalar.floats)
    return known == number and math.copysign(1, known) > 0


def _floats(run: Run, name: str, kind: Kind, operands: Sequence[Value]) -> tuple[Float | None, ...] | None:
    own = name.split(".")[-1]
    if own in CONVERSIONS:
        return convert(own, kind, operands[0], run.elements(operands[0]))
    return compute_floats(ALIASES.get(name, name).split(".")[-1], kind, operands)


def _key(op: Op) -> str:
    parts = []
    for name in _SEMANTIC:
        text = op.attribute_text(name)
        word = re.split("[ <]", text)[-1].rstrip(">") if "<" in text else text
        if text and word not in ("NOTYPE", "none"):
            parts.append(word)
    return " ".join(parts)


@handles("stablehlo.map")
def map_(run: Run, op: Op, operands: list[Value]) -> Sequence[Value]:
    """Applies a region to each element."""
    sizes = same_sizes(run, operands)
    from .control import body_terms

    term = run.theory.apply(f"{op.name}: {op.kinds[0].label}", *operands, *body_terms(run, op))
    return [run.typed(op.kinds[0], sizes, term)]


@handles(
    "tensor.cast",
    "tensor.bitcast",
    "stablehlo.bitcast_convert",
    "builtin.unrealized_conversion_cast",
    "torch_c.to_builtin_tensor",
    "torch_c.from_builtin_tensor",
)
def cast(run: Run, op: Op, operands: list[Value]) -> Sequence[Value]:
    """Converts a tensor to another type."""
    (value,), kind = operands, op.kinds[0]
    if value.kind.element == kind.element:
        if value.sizes is None:
            return run.opaque(op, operands) if kind.dims is not None else [replace(value, kind=kind)]
        return [run.copy_of(value, kind)]
    if value.sizes is None or kind.dims is None:
        return run.opaque(op, operands)
    if len(value.sizes) != len(kind.dims):
        return [_of_other_width(run, op, value)]
    if (result := same_bits(run, value, kind)) is not None:
        return [result]
    return [run.typed(kind, value.sizes, run.theory.apply(f"{op.name}: {kind.label}", value))]


def same_bits(run: Run, value: Value, kind: Kind) -> Value | None:
    """The bits of integers as those of another type; `None` if they are of another width, or not known to
    be integers."""
    of = value.kind
    if value.sizes is None or kind.width is None or of.width is None:
        return None
    if kind.width.bits != of.width.bits:
        return None
    numbers = run.numbers(value)
    wrapped = None if numbers is None else tuple(map(kind.width.wrap, numbers))
    if wrapped is not None and value.tensor is None:
        return run.typed(kind, value.sizes, None, wrapped)
    original = run.theory.converted.get(run.theory.tensor(value))
    width = None if original is None else original.kind.width
    if original is not None and width is not None and width.high <= kind.width.high and width.low >= 0:
        # A number that is not negative has the same bits as a signed and as an unsigned integer.
        term = _widened(run, original, kind)
    else:
        term = run.theory.bits(run.theory.tensor(value), of.label, kind.label)
    result = run.typed(kind, value.sizes, term)
    # Those of a tensor follow from its bits.
    is_tracked = wrapped is not None and value.elements is not None
    return run.theory.with_elements(result, wrapped) if is_tracked else result


def _of_other_width(run: Run, op: Op, value: Value) -> Value:
    """The bits of elements as those of smaller ones, along a further last dim, or the reverse."""
    kind, of = op.kinds[0], value.kind
    bits, bits_of = _bits(kind.element), _bits(of.element)
    if op.name != "stablehlo.bitcast_convert" or bits is None or bits_of is None:
        (result,) = run.opaque(op, [value])
        return result
    if run.first is None and _BITS_BY_SHIFTS & run.made:
        run.rewritten.add(op.name)
    sizes = list(value.sizes or ())
    if bits < bits_of:
        sizes.append(constant(bits_of // bits))
    else:
        run.demand(equal(sizes.pop(), constant(bits // bits_of)), "the last dim is one element")
    return run.typed(kind, sizes, run.theory.apply(f"{op.name}: {kind.label}", value))


# What computes the bits of smaller elements, and those of larger ones.
_BITS_BY_SHIFTS = {"stablehlo.shift_right_logical", "stablehlo.shift_left"}


def _bits(element: str) -> int | None:
    """Returns how many bits an element has; `None` if its type's name does not say it."""
    if found := re.fullmatch(r"complex<f(\d+)>", element):
        return 2 * int(found[1])
    found = re.fullmatch(r"(?:u?i|b?f)(\d+)", element)
    return int(found[1]) if found else None
