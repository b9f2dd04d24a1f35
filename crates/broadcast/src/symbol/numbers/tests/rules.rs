//! Each rule by itself, on 4-bit integers.

use super::*;

/// Computations with 4-bit integers, starting from two sizes.
struct Narrow {
    facts: Facts,
}

impl Narrow {
    fn new() -> ([Element; 2], Self) {
        let mut facts = facts();
        let sizes = [(); 2].map(|()| Element::named(facts.fresh()));
        (sizes, Self { facts })
    }

    fn compute(&mut self, arithmetic: Arithmetic, a: Element, b: impl Into<Element>) -> Element {
        self.facts.compute(arithmetic, a, b.into(), NARROW)
    }

    fn times(&mut self, a: Element, number: i64) -> Element {
        self.compute(Arithmetic::Multiply, a, Element::number(number))
    }

    fn plus(&mut self, a: Element, number: i64) -> Element {
        self.compute(Arithmetic::Add, a, Element::number(number))
    }

    fn over(&mut self, a: Element, number: i64) -> Element {
        self.compute(Arithmetic::Divide, a, Element::number(number))
    }

    /// A dim has this size.
    fn dim(&mut self, element: Element) -> Element {
        self.facts.size_of_dim(element).unwrap().into()
    }
}

#[test]
fn sums_are_equal_even_if_they_wrap() {
    let ([n, m], mut narrow) = Narrow::new();
    let more = narrow.plus(n, 1);
    assert_eq!(narrow.plus(more, -1), n);
    assert_eq!(narrow.plus(more, 15), n);
    let [left, right] = [(n, m), (m, n)].map(|(a, b)| narrow.compute(Arithmetic::Add, a, b));
    assert_eq!(left, right);
    assert_eq!(narrow.compute(Arithmetic::Subtract, left, m), n);
    let twice = narrow.compute(Arithmetic::Add, n, n);
    assert_eq!(twice, narrow.times(n, 2));
    assert_ne!(twice, narrow.times(n, 3));
}

#[test]
fn products_are_equal_in_any_order() {
    let ([n, m], mut narrow) = Narrow::new();
    let product = narrow.compute(Arithmetic::Multiply, n, m);
    let all = narrow.times(product, 6);
    let twice = narrow.times(m, 2);
    let thrice = narrow.times(n, 3);
    assert_eq!(all, narrow.compute(Arithmetic::Multiply, twice, thrice));
}

#[test]
fn only_numbers_that_do_not_wrap_are_divided() {
    let ([n, m], mut narrow) = Narrow::new();
    // 2n is at most 14, which does not fit into 4 bits.
    let twice = narrow.times(n, 2);
    assert_ne!(narrow.over(twice, 2), n);
    // As the size of a dim it is 2n itself, as 2n - 16 would be negative.
    let dim = narrow.dim(twice);
    assert_eq!(narrow.over(dim, 2), n);
    // 3n is 18 for n = 6, so a dim may have the size 2.
    let thrice = narrow.times(n, 3);
    let dim = narrow.dim(thrice);
    assert_ne!(narrow.over(dim, 3), n);
    narrow
        .facts
        .assume(Statement::AtMost(m.if_size().unwrap(), 3));
    let twice = narrow.times(m, 2);
    assert_eq!(narrow.over(twice, 2), m);
    let more = narrow.plus(twice, 1);
    assert_eq!(narrow.over(more, 2), m);
    let up = narrow.compute(Arithmetic::DivideUp, more, Element::number(2));
    assert_eq!(up, narrow.plus(m, 1));
}

#[test]
fn remainders_are_bounded() {
    let ([n, _], mut narrow) = Narrow::new();
    let rest = narrow.compute(Arithmetic::Remainder, n, Element::number(3));
    assert!(narrow.facts.entails_element_at_least(rest, 0));
    // The remainder is at most the dividend, and less than the divisor.
    assert_eq!(narrow.compute(Arithmetic::Maximum, rest, n), n);
    assert_eq!(
        narrow.compute(Arithmetic::Minimum, rest, Element::number(2)),
        rest
    );
    assert_ne!(
        narrow.compute(Arithmetic::Minimum, rest, Element::number(1)),
        rest
    );
    let floor = narrow.over(n, 3);
    let whole = narrow.times(floor, 3);
    assert_eq!(narrow.compute(Arithmetic::Add, whole, rest), n);
}

#[test]
fn quotients_of_negative_numbers_are_bounded() {
    // JAX computes `ceil(n / 3)` as `-floor(-n / 3)`.
    let ([n, _], mut narrow) = Narrow::new();
    let negated = narrow.times(n, -1);
    let down = narrow.compute(Arithmetic::DivideDown, negated, Element::number(3));
    let up = narrow.compute(Arithmetic::DivideUp, n, Element::number(3));
    assert_eq!(narrow.times(down, -1), up);
    assert!(narrow.facts.entails_element_at_least(up, 0));
}

/// JAX's `SAME` padding of a window of 3 elements with a stride of 2.
#[test]
fn a_padded_window_has_half_as_many_positions() {
    let ([n, _], mut narrow) = Narrow::new();
    let size = n.if_size().unwrap();
    narrow.facts.assume(Statement::AtLeast(size, 1));
    narrow.facts.assume(Statement::AtMost(size, 4));
    let negated = narrow.times(n, -1);
    let down = narrow.compute(Arithmetic::DivideDown, negated, Element::number(2));
    let twice = narrow.times(down, -2);
    let rest = narrow.compute(Arithmetic::Add, twice, negated);
    let padding = narrow.plus(rest, 1);
    let low = narrow.compute(Arithmetic::Divide, padding, Element::number(2));
    let high = narrow.compute(Arithmetic::Subtract, padding, low);
    let both = narrow.compute(Arithmetic::Add, low, high);
    assert_eq!(both, padding);
    let padded = narrow.compute(Arithmetic::Add, n, both);
    let room = narrow.plus(padded, -1);
    assert_eq!(room, twice);
    let room = narrow.compute(Arithmetic::Maximum, room, Element::number(0));
    assert_eq!(room, twice);
    let count = narrow.compute(Arithmetic::DivideDown, room, Element::number(2));
    assert_eq!(count, narrow.times(down, -1));
}

#[test]
fn remainders_of_divisions_rounded_down_are_bounded() {
    let ([n, m], mut narrow) = Narrow::new();
    narrow
        .facts
        .assume(Statement::AtLeast(m.if_size().unwrap(), 1));
    let less = narrow.plus(n, -2);
    for dividend in [Element::number(-2), Element::number(2), less] {
        let rest = narrow.compute(Arithmetic::RemainderDown, dividend, m);
        assert!(narrow.facts.entails_element_at_least(rest, 0));
        assert!(narrow.facts.entails_difference(m, rest, 1));
        assert!(!narrow.facts.entails_difference(m, rest, 2));
    }
    // The divisor may be 0.
    let rest = narrow.compute(Arithmetic::RemainderDown, less, n);
    assert!(!narrow.facts.entails_element_at_least(rest, 0));
}

#[test]
fn a_clamped_number_is_between_its_limits() {
    let ([n, m], mut narrow) = Narrow::new();
    narrow
        .facts
        .assume(Statement::AtLeast(n.if_size().unwrap(), 1));
    let last = narrow.plus(n, -1);
    // Any number, and 1 less than a size that may be 0.
    let index = narrow.facts.fresh_element(NARROW);
    let before = narrow.plus(m, -1);
    for (low, number, is_limited) in [(0, index, true), (-1, index, false), (-1, before, false)] {
        let raised = narrow.compute(Arithmetic::Maximum, number, Element::number(low));
        let clamped = narrow.compute(Arithmetic::Minimum, raised, last);
        assert_eq!(
            narrow.facts.entails_element_at_least(clamped, 0),
            is_limited
        );
        // It is less than n, so 1 more does not wrap.
        assert!(narrow.facts.entails_difference(n, clamped, 1));
        let next = narrow.plus(clamped, 1);
        assert_eq!(narrow.facts.entails_element_at_least(next, 1), is_limited);
        assert!(narrow.facts.entails_difference(n, next, 0));
    }
}

#[test]
fn a_number_that_only_wrapping_makes_negative_is_recognized() {
    let ([n, m], mut narrow) = Narrow::new();
    let sum = narrow.compute(Arithmetic::Add, n, m);
    let product = narrow.times(sum, 3);
    let less = narrow.plus(product, -1);
    for (number, is_recognized) in [(n, true), (sum, true), (product, true), (less, false)] {
        let facts = &narrow.facts;
        assert_eq!(
            facts.entails_not_negative_unless_wrapped(number),
            is_recognized
        );
    }
    assert!(!narrow.facts.entails_element_at_least(sum, 0));
}

#[test]
fn inequalities_follow_from_assertions() {
    let ([n, m], mut narrow) = Narrow::new();
    assert_ne!(narrow.compute(Arithmetic::Maximum, n, m), n);
    narrow.facts.assume_difference(n, m, 1);
    assert_eq!(narrow.compute(Arithmetic::Maximum, n, m), n);
    assert_eq!(narrow.compute(Arithmetic::Minimum, n, m), m);
    assert!(narrow.facts.entails_element_at_least(n, 1));
    let difference = narrow.compute(Arithmetic::Subtract, n, m);
    assert!(narrow.facts.entails_element_at_least(difference, 1));
}

#[test]
fn a_size_that_equals_a_computed_number_takes_its_definition() {
    let ([n, m], mut narrow) = Narrow::new();
    let twice = narrow.times(n, 2);
    let equal = Condition::<Element>::Equal(Term::Size(m), Term::Size(twice));
    narrow.facts.assume_condition(&equal);
    assert_eq!(narrow.over(m, 2), n);
    assert_eq!(
        narrow
            .compute(Arithmetic::Remainder, m, Element::number(2))
            .constant(),
        Some(0)
    );
}

#[test]
fn multiples_divide() {
    let ([n, m], mut narrow) = Narrow::new();
    let size = n.if_size().unwrap();
    assert!(!narrow.facts.entails_multiple(size, 2));
    narrow.facts.assume(Statement::Multiple(size, 2));
    assert!(narrow.facts.entails_multiple(size, 2));
    assert!(!narrow.facts.entails_multiple(size, 4));
    let half = narrow.over(n, 2);
    assert_eq!(narrow.times(half, 2), n);
    // A remainder of zero implies the same.
    let size = m.if_size().unwrap();
    let rest = narrow.compute(Arithmetic::Remainder, m, Element::number(3));
    let zero = Condition::<Element>::Equal(Term::Size(rest), Term::Constant(0));
    narrow.facts.assume_condition(&zero);
    assert!(narrow.facts.entails_multiple(size, 3));
}

#[test]
fn equations_are_solved() {
    let ([n, m], mut narrow) = Narrow::new();
    let [a, b] = [n, m]
        .map(|size| narrow.plus(size, 1))
        .map(|more| narrow.dim(more));
    let [a, b] = [a, b].map(|size| size.if_size().unwrap());
    narrow.facts.assume(Statement::Equal(a, b));
    assert!(
        narrow
            .facts
            .entails_equal(n.if_size().unwrap(), m.if_size().unwrap())
    );
    narrow.facts.assume(Statement::Equal(a, Size::Constant(5)));
    assert!(
        narrow
            .facts
            .entails_equal(n.if_size().unwrap(), Size::Constant(4))
    );
}

#[test]
fn congruent_numbers_are_equal_if_both_are_sizes() {
    let ([n, m], mut narrow) = Narrow::new();
    let wide = narrow.facts.compute(Arithmetic::Multiply, n, m, WIDE);
    let cut = narrow.compute(Arithmetic::Multiply, n, m);
    narrow.dim(cut);
    assert_ne!(narrow.facts.name(cut), narrow.facts.name(wide));
    narrow.dim(wide);
    assert_eq!(narrow.facts.name(cut), narrow.facts.name(wide));
}

#[test]
fn facts_learned_in_a_scope_end_with_it() {
    let ([n, m], mut narrow) = Narrow::new();
    narrow.facts.enter();
    narrow.facts.assume_difference(n, m, 0);
    assert_eq!(narrow.compute(Arithmetic::Maximum, n, m), n);
    narrow.facts.exit();
    assert_ne!(narrow.compute(Arithmetic::Maximum, n, m), n);
}

#[test]
fn exact_quotients_times_their_divisors_are_dividends() {
    let mut facts = facts();
    let [n, m] = [(); 2].map(|()| Element::named(facts.fresh()));
    let number = Element::number;
    let mut compute = |arithmetic, a, b, r#type| facts.compute(arithmetic, a, b, r#type);
    let product = compute(Arithmetic::Multiply, n, m, WIDE);
    let twice = compute(Arithmetic::Multiply, m, number(2), WIDE);
    let more = compute(Arithmetic::Add, product, number(1), WIDE);
    let less = compute(Arithmetic::Subtract, product, m, WIDE);
    let wrapped = compute(Arithmetic::Multiply, n, m, NARROW);
    // If `m` is 0, the quotient is any number, and both products are 0.
    for (dividend, divisor, factor, is_known) in [
        (product, m, m, true),
        (product, m, twice, true),
        (product, m, number(2), false),
        (product, m, n, false),
        // Rounded.
        (product, twice, twice, false),
        (more, m, m, false),
        // Negative, if `n` is 0 and `m` is not.
        (less, m, m, false),
        (wrapped, m, m, false),
    ] {
        for division in [
            Arithmetic::Divide,
            Arithmetic::DivideDown,
            Arithmetic::DivideUnsigned,
        ] {
            let quotient = compute(division, dividend, divisor, WIDE);
            let own = compute(Arithmetic::Multiply, quotient, factor, WIDE);
            let times = match factor == twice && divisor == m {
                true => compute(Arithmetic::Multiply, dividend, number(2), WIDE),
                false => dividend,
            };
            assert_eq!(
                own == times,
                is_known,
                "{dividend:?} {divisor:?} {division:?}"
            );
        }
    }
}

#[test]
fn a_divisor_is_common_to_all_terms() {
    let ([n, m], mut narrow) = Narrow::new();
    let size = |element: Element| element.if_size().unwrap();
    assert_eq!(narrow.facts.divisor(size(n)), 1);
    assert_eq!(narrow.facts.divisor(Size::Constant(6)), 6);
    assert_eq!(narrow.facts.divisor(Size::Constant(0)), 0);
    narrow.facts.assume(Statement::Multiple(size(n), 4));
    assert_eq!(narrow.facts.divisor(size(n)), 4);
    assert_eq!(narrow.facts.divisor(size(m)), 1);
    // 4q + 2 may be 18, which wraps to 2; as the size of a dim it is what it is modulo 16.
    let more = narrow.plus(n, 2);
    let dim = narrow.dim(more);
    assert_eq!(narrow.facts.divisor(size(dim)), 2);
}

#[test]
fn limits_are_those_of_the_size_and_of_its_polynomial() {
    let ([n, m], mut narrow) = Narrow::new();
    let size = |element: Element| element.if_size().unwrap();
    assert_eq!(narrow.facts.limits(size(n)).0, 0);
    assert_eq!(narrow.facts.limits(Size::Constant(3)), (3, 3));
    narrow.facts.assume(Statement::AtLeast(size(n), 1));
    narrow.facts.assume(Statement::Multiple(size(n), 2));
    // 2 or 4 or 6.
    assert_eq!(narrow.facts.limits(size(n)), (2, 6));
    // 5 - m >= 0.
    let negative = narrow.times(m, -1);
    let rest = narrow.plus(negative, 5);
    narrow.facts.assume_difference(rest, Element::number(0), 0);
    assert_eq!(narrow.facts.limits(size(m)), (0, 5));
}

#[test]
fn inequalities_of_several_sizes_bound_each() {
    let ([n, m], mut narrow) = Narrow::new();
    let [size, other] = [n, m].map(|element| narrow.facts.size_of_dim(element).unwrap());
    narrow.facts.assume(Statement::AtLeast(other, 1));
    narrow.facts.assume_difference(n, m, 2);
    assert!(narrow.facts.entails_at_least(size, 3));
    assert!(!narrow.facts.entails_at_least(size, 4));
    assert!(narrow.facts.entails_at_most(other, 5));
    assert!(!narrow.facts.entails_at_most(other, 4));
}
