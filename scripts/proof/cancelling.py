"""Products and quotients of sizes, from which equal factors are cancelled.

For the solver, a product or a quotient of unknown numbers is a function of them. So it is told what each
one is if no wrapping changes it and no divisor is 0: a constant times the product of the numbers that are
left, in one order.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

import z3

from .term_map import TermMap
from .theory import Theory


@dataclass(frozen=True)
class _Form:
    """A constant times other terms, and when a term is that."""

    factor: int
    terms: tuple[z3.ArithRef, ...]
    conditions: tuple[z3.BoolRef, ...] = ()

    @property
    def keys(self) -> Counter[int]:
        return Counter(term.get_id() for term in self.terms)


class Cancelling:
    """The forms of terms."""

    def __init__(self, theory: Theory) -> None:
        self._theory = theory
        self._forms: TermMap[_Form] = TermMap()

    def lemmas(self) -> Iterator[z3.BoolRef]:
        """Yields what the products and quotients of a theory are."""
        for term in list(self._theory.nonlinear):
            form = self._form(term)
            simple = self._built(form)
            if not simple.eq(term):
                yield z3.Implies(z3.And(*form.conditions), term == simple)

    def _form(self, term: z3.ArithRef) -> _Form:
        found = self._forms.get(term)
        if found is None:
            found = self._find(term)
            self._forms[term] = found
        return found

    def _find(self, term: z3.ArithRef) -> _Form:
        own = _Form(1, (term,))
        if z3.is_int_value(term):
            return _Form(term.as_long(), ())
        if _is(term, "product"):
            return self._times(*map(self._form, term.children()))
        if _is(term, "quotient"):
            return self._divided(*map(self._form, term.children())) or own
        if z3.is_mul(term) and term.num_args() == 2:
            return self._times(*map(self._form, term.children()))
        if z3.is_idiv(term) and z3.is_int_value(term.arg(1)):
            form, divisor = self._form(term.arg(0)), term.arg(1).as_long()
            if divisor > 0 and form.factor % divisor == 0:
                return _Form(form.factor // divisor, form.terms, form.conditions)
        if (wrapped := _wrapped(term)) is not None:
            number, low, modulus = wrapped
            form = self._form(number)
            exact = self._built(form)
            return _Form(form.factor, form.terms, (*form.conditions, exact >= low, exact < low + modulus))
        if z3.is_app_of(term, z3.Z3_OP_ITE):
            a, b = (self._form(term.arg(at)) for at in (1, 2))
            if (a.factor, a.keys) == (b.factor, b.keys):
                return _Form(a.factor, a.terms, (*a.conditions, *b.conditions))
        return own

    def _times(self, a: _Form, b: _Form) -> _Form:
        terms = tuple(sorted((*a.terms, *b.terms), key=lambda term: term.get_id()))
        return _Form(a.factor * b.factor, terms, (*a.conditions, *b.conditions))

    def _divided(self, a: _Form, b: _Form) -> _Form | None:
        rest = a.keys
        rest.subtract(b.keys)
        if b.factor == 0 or a.factor % b.factor or min(rest.values(), default=0) < 0:
            return None
        by_key = {term.get_id(): term for term in a.terms}
        left = tuple(by_key[key] for key in sorted(rest.elements()))
        divisors = [term != 0 for term in b.terms]
        return _Form(a.factor // b.factor, left, (*a.conditions, *b.conditions, *divisors))

    def _built(self, form: _Form) -> z3.ArithRef:
        if not form.terms:
            return z3.IntVal(form.factor)
        first, *others = form.terms
        for other in others:
            first = self._product(first, other)
        return first if form.factor == 1 else form.factor * first

    def _product(self, a: z3.ArithRef, b: z3.ArithRef) -> z3.ArithRef:
        a, b = sorted((a, b), key=lambda term: term.get_id())
        term = self._theory.function("product", [a, b], z3.IntSort())
        if self._theory.is_new(term):
            self._theory.products.append(term == a * b)
            self._theory.assume((term == 0) == z3.Or(a == 0, b == 0))
            self._theory.assume(z3.Implies(a == 1, term == b))
            self._theory.assume(z3.Implies(b == 1, term == a))
        return term


def _is(term: z3.ExprRef, name: str) -> bool:
    """Returns whether a term is a function with this name."""
    return term.decl().name().startswith(f"{name}/")


def _wrapped(term: z3.ArithRef) -> tuple[z3.ArithRef, int, int] | None:
    """Returns the number that a term wraps, its least value, and the number of values."""
    if not z3.is_add(term) or term.num_args() != 2 or not z3.is_int_value(term.arg(1)):
        return None
    rest, low = term.arg(0), term.arg(1).as_long()
    if not z3.is_mod(rest) or not z3.is_int_value(rest.arg(1)) or not z3.is_sub(rest.arg(0)):
        return None
    number, subtracted = rest.arg(0).children()
    if not z3.is_int_value(subtracted) or subtracted.as_long() != low:
        return None
    return number, low, rest.arg(1).as_long()
