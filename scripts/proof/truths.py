"""Integers of one bit: 0 or 1 as unsigned numbers, and 0 or -1 as signed ones.

StableHLO takes them for truth values: its sum is `or`, and true is greater than false.
"""

import itertools
from collections.abc import Sequence

import z3

from .interpret import Run
from .number import Bool, Number, all_of, any_of, boolean, choose, constant, equal, negate, same
from .reader import Op
from .theory import Element, Kind, Value, choose_element

_COMPARISONS = ("EQ", "NE", "LT", "LE", "GT", "GE")
# `arith.cmpi`'s predicates, in order; the last four compare without signs.
_PREDICATES = ("EQ", "NE", "LT", "LE", "GT", "GE", "LT", "LE", "GT", "GE")
_FIRST_UNSIGNED = 6

# In `arith`, true is -1 where integers are signed, so it is less than false; sums wrap.
_AND = {"and", "andi", "multiply", "muli", "minimum", "minui", "maxsi"}
_OR = {"or", "ori", "add", "maximum", "maxui", "minsi"}
_XOR = {"xor", "xori", "addi", "subi"}
# The divisor is 1 or -1; -1 / -1 = 1 does not fit one bit, and is undefined.
_QUOTIENTS = {"divui", "divsi", "ceildivui", "ceildivsi", "floordivsi"}
_REMAINDERS = {"remui", "remsi"}
_SHIFTS = {"shli", "shrui", "shrsi"}
# The maximum number of tensors of which a truth table is made.
_MOST_TENSORS = 4


def direction_of(name: str, op: Op) -> tuple[str, bool]:
    """Returns how an op compares, and whether numbers have no signs, whatever their type says."""
    if name == "cmpi":
        predicate = op.integer("predicate")
        return _PREDICATES[predicate], predicate >= _FIRST_UNSIGNED
    text = op.attribute_text("comparison_direction")
    return next(word for word in _COMPARISONS if word in text), False


def truth_of(name: str, op: Op, items: Sequence[Bool]) -> Bool | None:
    """Computes one bit from others."""
    if name in _AND:
        return all_of(items)
    if name in _OR:
        return any_of(items)
    if name in _XOR:
        return negate(same(*items))
    if name == "not":
        return negate(items[0])
    if name == "select":
        chosen = choose_element(*items)
        assert not isinstance(chosen, Number)
        return chosen
    if name in ("compare", "cmpi"):
        return _compare(name, op, *items)
    if name in _QUOTIENTS or name in _SHIFTS:
        return items[0]
    return False if name in _REMAINDERS else None


def _compare(name: str, op: Op, a: Bool, b: Bool) -> Bool:
    direction, is_unsigned = direction_of(name, op)
    if name == "cmpi" and not is_unsigned:
        # -1 is less than 0.
        a, b = negate(a), negate(b)
    return {
        "EQ": lambda: same(a, b),
        "NE": lambda: negate(same(a, b)),
        "LT": lambda: all_of([negate(a), b]),
        "LE": lambda: any_of([negate(a), b]),
        "GT": lambda: all_of([a, negate(b)]),
        "GE": lambda: any_of([a, negate(b)]),
    }[direction]()


def element_of_truths(run: Run, name: str, op: Op, items: Sequence[Bool]) -> Element | None:
    """Computes an element from truth values."""
    if name in ("convert", "extui", "index_castui"):
        return choose(items[0], constant(1), constant(0))
    if name in ("extsi", "index_cast"):
        return choose(items[0], constant(-1), constant(0))
    needed = _needed(name)
    if needed is not None:
        run.demand(same(items[1], needed), _WORDS[needed])
    return truth_of(name, op, items)


# What the second operand must be, for the result to be defined.
_WORDS = {True: "the divisor is not 0", False: "the shift is less than the number of bits"}


def _needed(name: str) -> bool | None:
    if name in _QUOTIENTS or name in _REMAINDERS:
        return True
    return False if name in _SHIFTS else None


def term_of_truths(
    run: Run, name: str, op: Op, operands: Sequence[Value], sizes: Sequence[Number]
) -> z3.ExprRef | None:
    """Returns a tensor of bits that is computed from others, by its truth table.

    The same function of the same tensors is the same term, by whatever ops it is computed.
    """
    kinds = [op.kinds[0], *(operand.kind for operand in operands)]
    if not all(kind.is_truth for kind in kinds):
        return None
    theory = run.theory
    if any(map(theory.is_partly_empty, operands)):
        return None
    own: dict[tuple[bool, ...], bool] = {}
    for bits in itertools.product((False, True), repeat=len(operands)):
        found = truth_of(name, op, bits)
        if not isinstance(found, bool):
            return None
        own[bits] = found
    needed = _needed(name)
    if needed is not None:
        filled = filled_with(run, needed, sizes)
        is_empty = [equal(size, constant(0)) for size in sizes]
        run.demand(any_of([*is_empty, theory.tensor(operands[1]) == filled]), _WORDS[needed])
    # Of the operands, which the solver may find equal to those of another op, and of the tensors
    # that they are computed from.
    direct = [theory.tensor(operand) for operand in operands]
    term = _applied(run, direct, own, range(len(direct)))
    tables = [_table(run, operand) for operand in operands]
    tensors = {tensor.get_id(): tensor for leaves, _ in tables for tensor in leaves}
    leaves = [tensors[key] for key in sorted(tensors)]
    if theory.is_new(theory.apply("bits", term)):
        _permute(run, term, direct, own)
    if len(leaves) > _MOST_TENSORS:
        return term
    table: dict[tuple[bool, ...], bool] = {}
    for bits in itertools.product((False, True), repeat=len(leaves)):
        of = {leaf.get_id(): bit for leaf, bit in zip(leaves, bits)}
        table[bits] = own[tuple(its[tuple(of[x.get_id()] for x in xs)] for xs, its in tables)]
    composed = _term(run, leaves, table, sizes)
    if not composed.eq(term):
        theory.assume(term == composed)
    return composed


# The tensors that a tensor of bits is computed from, and its bit for theirs.
_Table = tuple[list[z3.ExprRef], dict[tuple[bool, ...], bool]]


def _table(run: Run, value: Value) -> _Table:
    term = run.theory.tensor(value)
    if found := run.theory.tables.get(term):
        return found
    scalar = run.theory.repeated_operand(term) or value
    known = scalar.elements or ()
    if known and all(isinstance(item, bool) and item is known[0] for item in known):
        return [], {(): bool(known[0])}
    if (known_scalar := known_truth(scalar)) is not None:
        return [], {(): known_scalar}
    return [term], {(False,): False, (True,): True}


def known_truth(scalar: Value) -> bool | None:
    """Returns the truth value of a scalar, if it is known; its term may have been made of a number."""
    if scalar.sizes != () or not scalar.elements:
        return None
    (element,) = scalar.elements
    if isinstance(element, Number):
        return None if element.constant is None else bool(element.constant)
    return element if isinstance(element, bool) else None


def _term(
    run: Run, leaves: list[z3.ExprRef], table: dict[tuple[bool, ...], bool], sizes: Sequence[Number]
) -> z3.ExprRef:
    for index in reversed(range(len(leaves))):
        flipped = {(*key[:index], not key[index], *key[index + 1 :]): key for key in table}
        if all(table[key] == table[flipped[key]] for key in table):
            leaves = [*leaves[:index], *leaves[index + 1 :]]
            table = {(*key[:index], *key[index + 1 :]): bit for key, bit in table.items() if key[index]}
    if not leaves:
        return filled_with(run, table[()], sizes)
    if table == {(False,): False, (True,): True}:
        return leaves[0]
    term = _applied(run, leaves, table, range(len(leaves)))
    if run.theory.is_new(term):
        run.theory.tables[term] = leaves, table
        _permute(run, term, leaves, table)
    return term


def _permute(run: Run, term: z3.ExprRef, leaves: Sequence[z3.ExprRef], table: dict[tuple[bool, ...], bool]) -> None:
    """States that the order of tensors does not matter, if the table has the same one."""
    for order in itertools.permutations(range(len(leaves))):
        permuted = _applied(run, leaves, table, order)
        if not permuted.eq(term):
            run.theory.assume(term == permuted)


def _applied(
    run: Run, leaves: Sequence[z3.ExprRef], table: dict[tuple[bool, ...], bool], order: Sequence[int]
) -> z3.ExprRef:
    """Applies a truth table to tensors in an order."""
    permuted = {tuple(key[index] for index in order): bit for key, bit in table.items()}
    text = "".join(str(int(permuted[key])) for key in sorted(permuted))
    return run.theory.apply(f"bits by the table {text}", *(leaves[index] for index in order))


def filled_with(run: Run, truth: bool, sizes: Sequence[Number]) -> z3.ExprRef:
    """Returns a tensor of one truth value."""
    scalar = Value(Kind("i1", ()), (), None, (truth,))
    return run.theory.broadcast(scalar, (), sizes)


def choose_by_scalar(run: Run, condition: Value, chosen: Value, a: Value, b: Value) -> None:
    """States that all elements of a choice by one bit are those of the same operand."""
    elements = run.elements(condition)
    if condition.sizes or not elements or chosen.tensor is None:
        return
    assert not isinstance(elements[0], Number)
    is_first = boolean(elements[0])
    x, y, term = (run.theory.tensor(value) for value in (a, b, chosen))
    if run.theory.is_new(run.theory.apply("chosen", term, x, y)):
        run.theory.assume(z3.Implies(is_first, term == x))
        run.theory.assume(z3.Implies(z3.Not(is_first), term == y))
