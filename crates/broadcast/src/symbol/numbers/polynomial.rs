//! Polynomials with integer coefficients over symbols.

use super::Interval;
use crate::symbol::Symbol;
use smallvec::{SmallVec, smallvec};
use std::fmt::{self, Display, Formatter};

/// The maximum number of terms of a polynomial.
const MAX_TERMS: usize = 12;
/// The maximum number of factors of a product.
const MAX_FACTORS: usize = 6;
/// The maximum magnitude of a coefficient.
const MAX_COEFFICIENT: i128 = 1 << 62;

/// A product of symbols, sorted; the empty product is 1.
type Product = SmallVec<[Symbol; 2]>;

/// A sum of products of symbols with integer coefficients: `2*s0*s1 + s0 - 3`.
///
/// The form is canonical: terms are sorted by their products, and no coefficient is 0. Equal
/// polynomials have equal values for all values of the symbols, as integers and modulo any
/// number.
#[derive(Clone, Debug, Eq, Hash, PartialEq)]
pub(in crate::symbol) struct Polynomial {
    terms: SmallVec<[(Product, i128); 2]>,
}

impl From<Symbol> for Polynomial {
    fn from(symbol: Symbol) -> Self {
        Self {
            terms: smallvec![(smallvec![symbol], 1)],
        }
    }
}

impl Polynomial {
    /// Returns a constant polynomial.
    pub fn constant(number: i128) -> Self {
        let terms = [(Product::new(), number)].into_iter();
        Self {
            terms: terms.filter(|&(_, factor)| factor != 0).collect(),
        }
    }

    /// Returns its value if it is constant.
    pub fn as_constant(&self) -> Option<i128> {
        match self.terms.as_slice() {
            [] => Some(0),
            [(product, number)] if product.is_empty() => Some(*number),
            _ => None,
        }
    }

    /// Returns the symbol if it consists of a single one.
    pub fn as_symbol(&self) -> Option<Symbol> {
        match self.terms.as_slice() {
            [(product, 1)] if product.len() == 1 => Some(product[0]),
            _ => None,
        }
    }

    /// Returns the symbols in it; they may repeat.
    pub fn symbols(&self) -> impl Iterator<Item = Symbol> {
        self.terms
            .iter()
            .flat_map(|(product, _)| product.iter().copied())
    }

    /// Returns the terms, each as a polynomial.
    pub fn terms(&self) -> impl Iterator<Item = Self> {
        self.terms.iter().map(|term| Self {
            terms: smallvec![term.clone()],
        })
    }

    /// Returns the symbols that are a factor of each term.
    pub fn common_factors(&self) -> Vec<Symbol> {
        let Some(((first, _), others)) = self.terms.split_first() else {
            return vec![];
        };
        let is_common = |symbol: &Symbol| others.iter().all(|(other, _)| other.contains(symbol));
        first.iter().copied().filter(is_common).collect()
    }

    /// Returns the sum; `None` if it becomes too large.
    pub fn add(&self, other: &Self) -> Option<Self> {
        self.add_times(1, other)
    }

    /// Returns the difference.
    pub fn subtract(&self, other: &Self) -> Option<Self> {
        self.add_times(-1, other)
    }

    /// Returns `self + factor * other`.
    pub fn add_times(&self, factor: i128, other: &Self) -> Option<Self> {
        let mut terms = self.terms.clone();
        for (product, number) in &other.terms {
            add_term(&mut terms, product, number.checked_mul(factor)?)?;
        }
        Self::checked(terms)
    }

    /// Returns the product.
    pub fn multiply(&self, other: &Self) -> Option<Self> {
        let mut terms = SmallVec::new();
        for (left, a) in &self.terms {
            for (right, b) in &other.terms {
                let mut product = Product::from_iter(left.iter().chain(right).copied());
                product.sort_unstable();
                add_term(&mut terms, &product, a.checked_mul(*b)?)?;
            }
            if terms.len() > 2 * MAX_TERMS {
                return None;
            }
        }
        Self::checked(terms)
    }

    /// Divides each coefficient by a positive divisor: returns `q` and `r` with
    /// `self = divisor * q + r`, where the coefficients of `r` are at least 0 and less than the
    /// divisor.
    pub fn divide_by_constant(&self, divisor: i128) -> (Self, Self) {
        let part = |of: fn(i128, i128) -> i128| Self {
            terms: self
                .terms
                .iter()
                .map(|(product, number)| (product.clone(), of(*number, divisor)))
                .filter(|&(_, number)| number != 0)
                .collect(),
        };
        (part(i128::div_euclid), part(i128::rem_euclid))
    }

    /// Returns the greatest number that divides each coefficient; 0 if there is none that is not 0.
    pub fn content(&self) -> i128 {
        let coefficients = self.terms.iter().map(|&(_, number)| number.abs());
        coefficients.fold(0, greatest_common_divisor)
    }

    /// Returns `q` with `self = divisor * q`, if the divisor has one term and there is such
    /// a polynomial.
    pub fn divide_exactly(&self, divisor: &Self) -> Option<Self> {
        let [(factors, factor)] = divisor.terms.as_slice() else {
            return (self == divisor).then(|| Self::constant(1));
        };
        let divide = |(product, number): &(Product, i128)| {
            let mut left = product.clone();
            for symbol in factors {
                let position = left.iter().position(|other| other == symbol)?;
                left.remove(position);
            }
            (number % factor == 0).then_some((left, number / factor))
        };
        let mut terms = self
            .terms
            .iter()
            .map(divide)
            .collect::<Option<SmallVec<[_; 2]>>>()?;
        terms.sort_unstable();
        Some(Self { terms })
    }

    /// Returns the polynomial that equals this one modulo 2^`bits` and whose coefficients fit a
    /// signed integer of that width.
    pub fn modulo(&self, bits: u32) -> Self {
        let wrap = |number: i128| wrap(number, bits);
        let terms = self
            .terms
            .iter()
            .map(|(product, number)| (product, wrap(*number)));
        let terms = terms.filter(|&(_, number)| number != 0);
        Self {
            terms: terms
                .map(|(product, number)| (product.clone(), number))
                .collect(),
        }
    }

    /// Returns the polynomial with each symbol replaced; `None` if it becomes too large.
    pub fn replace(&self, mut with: impl FnMut(Symbol) -> Option<Self>) -> Option<Self> {
        let mut sum = Self::constant(0);
        for (product, number) in &self.terms {
            let mut term = Self::constant(*number);
            for &symbol in product {
                let value = with(symbol).unwrap_or_else(|| symbol.into());
                term = term.multiply(&value)?;
            }
            sum = sum.add(&term)?;
        }
        Some(sum)
    }

    /// Returns the range of its values, given the ranges of its symbols.
    pub fn range(&self, mut of: impl FnMut(Symbol) -> Interval) -> Interval {
        let mut sum = Interval::constant(0);
        for (product, number) in &self.terms {
            let mut term = Interval::constant(*number);
            let mut factors = product.iter().copied().peekable();
            while let Some(symbol) = factors.next() {
                let range = of(symbol);
                // A square is not negative.
                match factors.next_if_eq(&symbol) {
                    Some(_) => term = term.multiply(range.square()),
                    None => term = term.multiply(range),
                }
            }
            sum = sum.add(term);
        }
        sum
    }

    /// Returns the coefficient of a symbol's linear term: 3 for `s0` in `3*s0 + s0*s1`.
    pub fn coefficient(&self, symbol: Symbol) -> i128 {
        let is_it = |(product, _): &&(Product, i128)| product.as_slice() == [symbol];
        self.terms
            .iter()
            .find(is_it)
            .map_or(0, |&(_, number)| number)
    }

    /// Returns both coefficients of each non-constant product that the two polynomials have in
    /// common.
    pub fn common<'p>(&'p self, other: &'p Self) -> impl Iterator<Item = (i128, i128)> + 'p {
        self.terms.iter().filter_map(|(product, number)| {
            let (_, found) = other.terms.iter().find(|(found, _)| found == product)?;
            (!product.is_empty()).then_some((*number, *found))
        })
    }

    fn checked(terms: SmallVec<[(Product, i128); 2]>) -> Option<Self> {
        let is_small = |(product, number): &(Product, i128)| {
            product.len() <= MAX_FACTORS && number.abs() <= MAX_COEFFICIENT
        };
        (terms.len() <= MAX_TERMS && terms.iter().all(is_small)).then_some(Self { terms })
    }
}

impl Display for Polynomial {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        for (index, (product, number)) in self.terms.iter().rev().enumerate() {
            let sign = if *number < 0 { "-" } else { "+" };
            match index {
                0 if *number < 0 => formatter.write_str("-")?,
                0 => {}
                _ => write!(formatter, " {sign} ")?,
            }
            let size = number.unsigned_abs();
            let symbols = product.iter().map(Symbol::to_string).collect::<Vec<_>>();
            match (size, symbols.is_empty()) {
                (_, true) => write!(formatter, "{size}")?,
                (1, false) => formatter.write_str(&symbols.join("*"))?,
                (_, false) => write!(formatter, "{size}*{}", symbols.join("*"))?,
            }
        }
        if self.terms.is_empty() {
            formatter.write_str("0")?;
        }
        Ok(())
    }
}

fn greatest_common_divisor(mut a: i128, mut b: i128) -> i128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// Returns the signed integer of `bits` bits that equals a number modulo 2^`bits`.
pub(super) fn wrap(number: i128, bits: u32) -> i128 {
    let unused = i128::BITS.saturating_sub(bits);
    (number << unused) >> unused
}

/// Adds a term to sorted terms; `None` if its coefficient becomes too large.
fn add_term(
    terms: &mut SmallVec<[(Product, i128); 2]>,
    product: &Product,
    number: i128,
) -> Option<()> {
    match terms.binary_search_by(|(found, _)| found.cmp(product)) {
        Ok(index) => {
            terms[index].1 = terms[index].1.checked_add(number)?;
            if terms[index].1 == 0 {
                terms.remove(index);
            }
        }
        Err(index) if number != 0 => terms.insert(index, (product.clone(), number)),
        Err(_) => {}
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn symbols() -> [Polynomial; 3] {
        [0, 1, 2].map(|number| Symbol(number).into())
    }

    fn number(number: i128) -> Polynomial {
        Polynomial::constant(number)
    }

    #[test]
    fn equal_sums_have_the_same_form() {
        let [a, b, c] = symbols();
        let left = a.add(&b).unwrap().multiply(&a.add(&c).unwrap()).unwrap();
        let right = a
            .multiply(&a)
            .unwrap()
            .add(&a.multiply(&c).unwrap())
            .unwrap();
        let right = right.add(&b.multiply(&a).unwrap()).unwrap();
        let right = right.add(&c.multiply(&b).unwrap()).unwrap();
        assert_eq!(left, right);
        assert_eq!(left.to_string(), "s1*s2 + s0*s2 + s0*s1 + s0*s0");
        assert_eq!(a.subtract(&a).unwrap().as_constant(), Some(0));
        let back = a.add(&number(1)).unwrap().subtract(&number(1)).unwrap();
        assert_eq!(back.as_symbol(), Some(Symbol(0)));
    }

    #[test]
    fn divisions_give_quotient_and_remainder() {
        let [a, b, _] = symbols();
        let sum = a.add_times(5, &b).unwrap().subtract(&number(3)).unwrap();
        let (quotient, remainder) = sum.divide_by_constant(2);
        assert_eq!(quotient.to_string(), "2*s1 - 2");
        assert_eq!(remainder.to_string(), "s1 + s0 + 1");
        let product = a.multiply(&b).unwrap().multiply(&number(6)).unwrap();
        let half = product
            .divide_exactly(&b.multiply(&number(2)).unwrap())
            .unwrap();
        assert_eq!(half.to_string(), "3*s0");
        assert_eq!(a.divide_exactly(&b), None);
        assert_eq!(sum.divide_exactly(&sum).unwrap().as_constant(), Some(1));
    }

    #[test]
    fn coefficients_wrap() {
        let [a, ..] = symbols();
        let sum = number(12).add_times(15, &a).unwrap();
        assert_eq!(sum.modulo(4).to_string(), "-s0 - 4");
        assert_eq!(number(16).modulo(4).as_constant(), Some(0));
        assert_eq!(wrap(i128::MAX, 64), -1);
    }

    #[test]
    fn results_that_are_too_large_are_none() {
        let [a, b, c] = symbols();
        let sum = a.add(&b).unwrap().add(&c).unwrap().add(&number(1)).unwrap();
        let square = sum.multiply(&sum).unwrap();
        assert_eq!(square.multiply(&square), None);
        let large = number(1 << 62);
        assert_eq!(large.multiply(&large), None);
        let large = (0..12).map(|number| Polynomial::from(Symbol(number)));
        let large = large.reduce(|sum, symbol| sum.add_times(1 << 62, &symbol).unwrap());
        let large = large.unwrap();
        assert_eq!(large.multiply(&large), None);
        let power = (0..6)
            .try_fold(number(1), |power, _| power.multiply(&a))
            .unwrap();
        assert_eq!(power.multiply(&a), None);
    }

    #[test]
    fn ranges_follow_from_the_ranges_of_symbols() {
        let [a, b, _] = symbols();
        let sum = a.multiply(&b).unwrap().add_times(-2, &a).unwrap();
        let range = sum.range(|symbol| match symbol {
            Symbol(0) => Interval { low: -1, high: 3 },
            _ => Interval { low: 0, high: 4 },
        });
        assert_eq!(range, Interval { low: -10, high: 14 });
        let square = a.multiply(&a).unwrap();
        let range = square.range(|_| Interval { low: -2, high: 1 });
        assert_eq!(range, Interval { low: 0, high: 4 });
    }
}
