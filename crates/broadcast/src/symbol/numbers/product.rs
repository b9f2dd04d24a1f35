//! Numbers of elements: products of sizes.

use super::{
    super::{Element, Facts, Size, Symbol},
    Interval, Polynomial,
};
use std::ops::Range;

/// The width in bits of the numbers that count the elements of a tensor.
const COUNT_BITS: u32 = 64;
/// How deeply quotients of quotients are followed.
const MAX_DEPTH: usize = 6;

/// What is known of the sizes that a tensor is reshaped to.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct KnownReshape {
    /// Whether the product of the sizes is known to be the tensor's number of elements.
    pub has_equal_counts: bool,
    /// What is known of each size.
    pub sizes: Vec<ReshapedSize>,
}

/// What is known of a number that is the size of a reshaped tensor's dim.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct ReshapedSize {
    /// Its value.
    pub constant: Option<i64>,
    /// The size that it equals if the tensor has elements, such as `b` for `b * s / s`.
    pub equal: Option<Size>,
    /// Whether it is known not to be negative.
    pub is_natural: bool,
    /// The greatest value that it may have, if that is known and the tensor has elements.
    pub greatest: Option<i64>,
}

impl Facts {
    /// Returns what is known of the numbers `result` as the sizes of a reshaped tensor that has the
    /// sizes `operand`.
    ///
    /// It follows quotients, such as `b * s * 32 / s`. If a divisor is 0, it assumes nothing of the
    /// quotient for the numbers of elements, which are 0 on both sides if both have the divisor as
    /// a factor; a quotient's value and sign are those for another divisor, since a quotient by 0
    /// is undefined.
    pub fn known_reshape(&self, operand: &[Element], result: &[Element]) -> KnownReshape {
        let quotients = self.quotients(operand, result);
        let has_equal_counts = quotients.have_equal_counts(operand, result);
        let sizes = result.iter().map(|&element| {
            let value = quotients.value(element);
            let constant = value.as_ref().and_then(Polynomial::as_constant);
            let high = value.as_ref().map(|value| quotients.range(value).high);
            ReshapedSize {
                greatest: high.and_then(|high| i64::try_from(high).ok()),
                equal: value
                    .as_ref()
                    .and_then(Polynomial::as_symbol)
                    .map(Size::Symbol),
                constant: constant.and_then(|number| i64::try_from(number).ok()),
                is_natural: self.entails_element_at_least(element, 0)
                    || value.is_some_and(|value| quotients.range(&value).low >= 0),
            }
        });
        KnownReshape {
            sizes: sizes.collect(),
            has_equal_counts,
        }
    }

    /// Returns the dims of a tensor of sizes `operand` that become dims of one of sizes `result` when it is reshaped:
    /// the smallest groups, in order, that have as many elements on both sides if the tensor has elements.
    pub fn reshaped_groups(
        &self,
        operand: &[Element],
        result: &[Element],
    ) -> Vec<[Range<usize>; 2]> {
        let mut groups = self.groups_from_start(operand, result);
        // The rest is divided from the end.
        if let Some(rest) = groups.pop() {
            let [first, second] =
                [(operand, &rest[0]), (result, &rest[1])].map(|(sizes, range)| {
                    sizes[range.clone()]
                        .iter()
                        .rev()
                        .copied()
                        .collect::<Vec<_>>()
                });
            let from_end = self.groups_from_start(&first, &second).into_iter().rev();
            groups.extend(from_end.map(|[a, b]| {
                let place = |from_end: &Range<usize>, end| end - from_end.end..end - from_end.start;
                [place(&a, rest[0].end), place(&b, rest[1].end)]
            }));
        }
        groups
    }

    /// Returns the smallest groups from the first dims on, of which the last one is of all that are left.
    fn groups_from_start(&self, operand: &[Element], result: &[Element]) -> Vec<[Range<usize>; 2]> {
        let mut quotients = self.quotients(operand, result);
        let whole = quotients.counts.len();
        let mut groups = vec![];
        let (mut first, mut second) = (0, 0);
        while first < operand.len() || second < result.len() {
            let mut ends = (first..=operand.len())
                .flat_map(|a| (second..=result.len()).map(move |b| (a, b)))
                .filter(|&(a, b)| a > first || b > second)
                .collect::<Vec<_>>();
            ends.sort_by_key(|(a, b)| a + b);
            let found = ends.into_iter().find(|&(a, b)| {
                let (operand_dims, result_dims) = (&operand[first..a], &result[second..b]);
                quotients.counts.truncate(whole);
                quotients.counts.extend(quotients.product(operand_dims));
                (a, b) == (operand.len(), result.len())
                    || quotients.have_equal_counts(operand_dims, result_dims)
            });
            let (a, b) = found.unwrap_or((operand.len(), result.len()));
            groups.push([first..a, second..b]);
            (first, second) = (a, b);
        }
        groups
    }

    /// Returns whether a number is computed as the product of `sizes`. It equals that product unless a multiplication
    /// has wrapped.
    pub fn is_product(&self, number: Element, sizes: &[Element]) -> bool {
        let one = Polynomial::constant(1);
        let mut factors = sizes.iter();
        let product = factors.try_fold(one, |product, &size| {
            product.multiply(&self.form(size).polynomial)
        });
        product == Some(self.form(number).polynomial)
    }

    /// Returns the state that evaluates quotients among the sizes of a tensor and of what it is reshaped to.
    fn quotients(&self, operand: &[Element], result: &[Element]) -> Quotients<'_> {
        // If a factor of both numbers is 0, so are they, whether they have wrapped or not.
        let [mut positive, right] = [operand, result].map(|list| {
            let forms = list.iter().map(|&element| self.form(element));
            let factors = forms.flat_map(|form| form.polynomial.common_factors());
            factors.collect::<Vec<_>>()
        });
        positive.retain(|symbol| right.contains(symbol));
        let mut quotients = Quotients {
            facts: self,
            positive,
            counts: vec![],
        };
        quotients.counts.extend(quotients.product(operand));
        quotients
    }

    /// Returns the factors of a number that is a product of sizes; otherwise the number alone.
    pub fn factors(&self, element: Element) -> Vec<Element> {
        let factors = || {
            let form = self.form(element);
            let polynomial = form.as_exact()?;
            let symbols = polynomial.common_factors();
            let one = Some(Polynomial::constant(1));
            let product = symbols
                .iter()
                .fold(one, |product, &symbol| product?.multiply(&symbol.into()));
            let rest = polynomial.divide_exactly(&product?)?.as_constant()?;
            let rest = Element::number(i64::try_from(rest).ok()?);
            let symbols = symbols.into_iter().map(Element::named);
            Some(symbols.chain([rest]).collect())
        };
        factors().unwrap_or_else(|| vec![element])
    }
}

/// The values of numbers, of which some may be quotients.
struct Quotients<'f> {
    facts: &'f Facts,
    /// The symbols that are assumed to be at least 1.
    positive: Vec<Symbol>,
    /// Numbers of elements of a tensor, or of some of its dims. A number that equals one modulo 2^64, or a part of it by a
    /// constant, is that number, since no tensor has 2^63 elements.
    counts: Vec<Polynomial>,
}

impl Quotients<'_> {
    /// Returns whether dims of a tensor have as many elements as those they are reshaped to.
    fn have_equal_counts(&self, operand: &[Element], result: &[Element]) -> bool {
        let [mut left, mut right] = [operand, result].map(|list| {
            list.iter()
                .map(|&it| self.facts.name(it))
                .collect::<Vec<_>>()
        });
        // Products of few factors are less likely to become too large.
        let zero = Element::number(0);
        left.retain(|factor| {
            let mut others = right.iter();
            let position = others.position(|other| other == factor && *other != zero);
            let position = position.map(|position| right.swap_remove(position));
            position.is_none()
        });
        let products = [&left, &right].map(|list| self.product(list));
        matches!(products, [Some(a), Some(b)] if a == b)
    }

    fn product(&self, factors: &[Element]) -> Option<Polynomial> {
        let one = Polynomial::constant(1);
        factors.iter().try_fold(one, |product, &factor| {
            product.multiply(&self.value(factor)?)
        })
    }

    /// Returns a polynomial that a number equals exactly.
    fn value(&self, element: Element) -> Option<Polynomial> {
        self.value_to_depth(element, MAX_DEPTH)
    }

    fn value_to_depth(&self, element: Element, depth: usize) -> Option<Polynomial> {
        let form = self.facts.form(element);
        let with_quotients = |polynomial: Polynomial| match depth {
            0 => Some(polynomial),
            _ => polynomial.replace(|symbol| self.quotient(symbol, depth - 1)),
        };
        let value = with_quotients(form.polynomial)?;
        match form.bits {
            Some(COUNT_BITS) if self.divides_count(&value) => Some(value),
            None => Some(value),
            Some(_) => with_quotients(self.facts.name(element).symbol()?.into()),
        }
    }

    /// Returns whether a number of elements is a positive constant times a number.
    fn divides_count(&self, number: &Polynomial) -> bool {
        self.counts.iter().any(|count| {
            let factor = count.divide_exactly(number);
            let factor = factor.and_then(|factor| factor.as_constant());
            factor.is_some_and(|factor| factor > 0)
        })
    }

    /// Returns the value of a quotient if the division is exact.
    fn quotient(&self, symbol: Symbol, depth: usize) -> Option<Polynomial> {
        let &(dividend, divisor) = self.facts.numbers.divisions.get(&symbol)?;
        let dividend = self.value_to_depth(dividend, depth)?;
        let divisor = self.value_to_depth(divisor, depth)?;
        let is_rounded_down = self.range(&dividend).low >= 0 && self.range(&divisor).low >= 1;
        dividend
            .divide_exactly(&divisor)
            .filter(|_| is_rounded_down)
    }

    fn range(&self, polynomial: &Polynomial) -> Interval {
        polynomial.range(|symbol| {
            let range = self.facts.range_of(symbol);
            match self.positive.contains(&symbol) {
                true => Interval {
                    low: range.low.max(1),
                    high: range.high.max(1),
                },
                false => range,
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use crate::symbol::{Arithmetic, Element, Facts, NumberType, Size, Statement};

    const NARROW: NumberType = NumberType(32);
    const WIDE: NumberType = NumberType::EXACT;

    fn sizes<const COUNT: usize>(facts: &mut Facts) -> [Element; COUNT] {
        [(); COUNT].map(|()| Element::from(Size::Symbol(facts.fresh())))
    }

    fn has_equal_counts(facts: &Facts, operand: &[Element], result: &[Element]) -> bool {
        facts.known_reshape(operand, result).has_equal_counts
    }

    #[test]
    fn counts_are_equal_if_their_polynomials_are() {
        let mut facts = Facts::default();
        let [b, s, h] = sizes(&mut facts);
        let number = Element::number;
        let mut compute = |arithmetic, a, b, r#type| facts.compute(arithmetic, a, b, r#type);
        let rows = compute(Arithmetic::Multiply, b, s, WIDE);
        let wrapped = compute(Arithmetic::Multiply, b, s, NARROW);
        let next = compute(Arithmetic::Add, s, number(1), WIDE);
        let volume = compute(Arithmetic::Multiply, rows, h, WIDE);
        for (operand, result, is_known) in [
            (&[][..], &[][..], true),
            (&[], &[number(1)], true),
            (&[b, s, number(32)], &[s, number(4), b, number(8)], true),
            (&[b, s, number(32)], &[s, number(4), b, number(7)], false),
            (&[b, s, h], &[rows, h], true),
            (&[b, s, h], &[h, rows, b], false),
            (&[rows], &[b, s], true),
            (&[b, s, h, number(3)], &[volume, number(3)], true),
            (&[b, s, h, number(3)], &[volume, number(-3)], false),
            (&[b, s, h, number(0)], &[volume, number(0)], true),
            (&[b, s, h], &[volume, number(3)], false),
            // The number of elements may have been lost.
            (&[b, s], &[wrapped], false),
            (&[wrapped, h], &[h, wrapped], true),
            (&[b, next], &[b, s], false),
            (&[number(0)], &[number(0), b], true),
            (&[number(7)], &[number(2), number(5)], false),
        ] {
            let is_equal = has_equal_counts(&facts, operand, result);
            assert_eq!(is_equal, is_known, "{operand:?} {result:?}");
        }
    }

    #[test]
    fn dims_of_equal_counts_are_groups() {
        let mut facts = Facts::default();
        let [b, s, h] = sizes(&mut facts);
        let rows = facts.compute(Arithmetic::Multiply, b, s, WIDE);
        let wrapped = facts.compute(Arithmetic::Multiply, b, s, NARROW);
        let back = facts.compute(Arithmetic::Divide, rows, s, WIDE);
        let number = Element::number;
        for (operand, result, groups) in [
            (&[][..], &[][..], vec![]),
            (&[], &[number(1)], vec![[0..0, 0..1]]),
            (&[b, s, h], &[rows, h], vec![[0..2, 0..1], [2..3, 1..2]]),
            // If `s` is 0, there are no elements.
            (&[b, s], &[back, s], vec![[0..1, 0..1], [1..2, 1..2]]),
            (&[b], &[back], vec![[0..1, 0..1]]),
            (&[b, s, h], &[h, b, s], vec![[0..3, 0..3]]),
            // They are found from the end, too.
            (&[b, s, h], &[wrapped, h], vec![[0..2, 0..1], [2..3, 1..2]]),
            (
                &[b, s, number(8)],
                &[rows, number(2), number(4)],
                vec![[0..2, 0..1], [2..3, 1..3]],
            ),
            (
                &[b, s, number(8)],
                &[wrapped, number(2), number(4)],
                vec![[0..2, 0..1], [2..3, 1..3]],
            ),
        ] {
            let found = facts.reshaped_groups(operand, result);
            assert_eq!(found, groups, "{operand:?} {result:?}");
        }
    }

    #[test]
    fn equal_sizes_are_equal_factors() {
        let mut facts = Facts::default();
        let [a, b, c] = [(); 3].map(|()| Size::Symbol(facts.fresh()));
        let [left, right] = [[a, c], [c, b]].map(|list| list.map(Element::from));
        assert!(!has_equal_counts(&facts, &left, &right));
        facts.assume(Statement::Equal(a, b));
        assert!(has_equal_counts(&facts, &left, &right));
    }

    #[test]
    fn sizes_that_are_computed_from_the_others_fit() {
        let mut facts = Facts::default();
        let [b, s, other] = sizes(&mut facts);
        let number = Element::number;
        let mut divide = |a, b| facts.compute(Arithmetic::Divide, a, b, WIDE);
        let odd = divide(s, number(3));
        let by_other = divide(s, other);
        let mut multiply = |a, b| facts.compute(Arithmetic::Multiply, a, b, WIDE);
        let rows = multiply(b, s);
        // It may wrap, but a tensor that exists has fewer elements.
        let all = multiply(rows, number(32));
        let divide = |facts: &mut Facts, a, b| facts.compute(Arithmetic::Divide, a, b, WIDE);
        let by_rows = divide(&mut facts, all, b);
        let by_all = divide(&mut facts, by_rows, s);
        let heads = divide(&mut facts, by_all, number(8));
        let back = divide(&mut facts, rows, s);
        for (operand, result, is_known) in [
            (&[b, s, number(32)][..], &[b, s, heads, number(8)][..], true),
            (&[rows, number(32)], &[b, s, heads, number(8)], true),
            (&[rows, number(32)], &[b, s, heads, number(7)], false),
            // Another tensor may have that many elements.
            (&[b, s, number(16)], &[b, s, heads, number(4)], false),
            (&[b, s], &[back, s], true),
            (&[back, s, number(8)], &[b, number(8), s], true),
            // If `s` is 0, the quotient is any number.
            (&[b], &[back], false),
            (&[s], &[odd, number(3)], false),
            (&[s, other], &[by_other, other, other], false),
        ] {
            let known = facts.known_reshape(operand, result);
            assert_eq!(known.has_equal_counts, is_known, "{operand:?} {result:?}");
        }
        let known = facts.known_reshape(&[rows, number(32)], &[b, s, heads, number(8)]);
        assert_eq!(known.sizes[2].constant, Some(4));
        assert!(known.sizes.iter().all(|size| size.is_natural));
        let known = facts.known_reshape(&[b, s], &[back, s]);
        assert_eq!(known.sizes[0].equal, b.if_size());
        let known = facts.known_reshape(&[b, s], &[by_other, number(-1)]);
        assert!(known.sizes.iter().all(|size| !size.is_natural));
    }
}
