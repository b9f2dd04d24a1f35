//! Arithmetic on sizes: which computed numbers are equal, and the ranges they are in.
//!
//! A computed number is tracked as a [`Polynomial`] over sizes and over opaque numbers.
//! Integers that wrap form a ring, so addition, subtraction and multiplication need no side
//! condition: `(n + 1) - 1` is `n`, and `b * s * 16` is `s * 16 * b`, even if they wrap.
//! Every other rule has a side condition, stated where it is derived:
//!
//! - Division, comparison and widening require that the number equals its polynomial exactly,
//!   not only modulo 2^n: the polynomial's range must lie within the type (see
//!   [`NumberForm::bits`]).
//! - Divisors must be positive. Dividends must not be negative if the rounding direction
//!   depends on their sign.
//!
//! Dims have fewer than 2^31 elements, since `stablehlo.get_dimension_size` returns `i32`. So
//! two dims are equal if their polynomials are equal modulo 2^32.
//!
//! The tests check the rules on 4-bit integers and sizes below 8: exhaustively for all
//! expressions of two ops, and randomly for longer ones.

mod arithmetic;
mod choice;
mod derive;
mod interval;
mod polynomial;
mod product;
mod size;
mod table;
#[cfg(test)]
mod tests;

pub use arithmetic::Arithmetic;
pub use product::KnownReshape;

pub(super) use self::table::Numbers;
use self::table::{MAX_INEQUALITIES, NumberForm};
use super::{Element, Facts, NumberType, Size, Statement, Symbol};
use arithmetic::Computation;
use interval::Interval;
pub(super) use polynomial::Polynomial;
/// The maximum number of combinations of inequalities that are tried per proof.
const MAX_TRIES: usize = 48;
/// How deeply definitions of symbols are expanded.
const MAX_DEPTH: usize = 3;

impl Facts {
    /// Returns the form of a number.
    fn form(&self, element: Element) -> NumberForm {
        self.form_to_depth(element, MAX_DEPTH)
    }

    fn form_to_depth(&self, element: Element, depth: usize) -> NumberForm {
        let element = self.name(element);
        let Some(symbol) = element.symbol() else {
            let number = element.constant().expect("it has no name");
            return NumberForm::exact(Polynomial::constant(number.into()));
        };
        let known = self.numbers.sizes.get(&symbol);
        let form = match (known, self.numbers.forms.get(&symbol)) {
            (Some(polynomial), _) => NumberForm::exact(polynomial.clone()),
            (None, Some(form)) => form.clone(),
            (None, None) => return NumberForm::exact(symbol.into()),
        };
        if depth == 0 {
            return form;
        }
        // Definitions may have been added for its symbols since it was computed.
        let renewed = form.polynomial.replace(|part| {
            let renewed = self.form_to_depth(Element::named(part), depth - 1);
            renewed.as_exact().cloned()
        });
        match renewed {
            Some(polynomial) => NumberForm { polynomial, ..form },
            None => form,
        }
    }

    /// Returns a polynomial that a number equals modulo 2^`bits`, or exactly if `bits` is `None`.
    fn polynomial(&self, element: Element, bits: Option<u32>) -> Option<Polynomial> {
        let form = self.form(element);
        match (form.bits, bits) {
            (None, _) => Some(form.polynomial),
            (Some(known), Some(bits)) if known >= bits => Some(form.polynomial.modulo(bits)),
            // The polynomial is valid for fewer bits than asked for.
            _ => element.symbol().map(Into::into),
        }
    }

    /// Returns the range of a symbol's values.
    fn range_of(&self, symbol: Symbol) -> Interval {
        let element = Element::named(symbol);
        let at_most = |bits: u32| (1i128 << bits) - 1;
        let known = self.values(Size::Symbol(symbol));
        let is_dim = self.numbers.dims.get(&symbol).is_some();
        let r#type = match self.element_type(element).filter(|_| !is_dim) {
            None => Interval {
                low: 0,
                high: at_most(self.numbers.size_bits),
            },
            Some(NumberType(bits)) => Interval::signed(bits),
        };
        // Of a number that may be negative, only positive lower bounds hold: see `Element`.
        let known = Interval {
            low: match known.min() {
                least @ 1.. => least.into(),
                _ if self.numbers.natural.get(&symbol).is_some() => 0,
                _ => i128::MIN,
            },
            high: known.max().into(),
        };
        r#type.meet(known).unwrap_or(r#type)
    }

    fn range(&self, polynomial: &Polynomial) -> Interval {
        polynomial.range(|symbol| self.range_of(symbol))
    }

    /// Returns whether a polynomial is known to be non-negative.
    fn entails_not_negative(&self, polynomial: &Polynomial) -> bool {
        self.is_not_negative(polynomial, 2, &mut 0)
    }

    fn is_not_negative(&self, polynomial: &Polynomial, depth: usize, tries: &mut usize) -> bool {
        if self.range(polynomial).low >= 0 {
            return true;
        }
        if depth == 0 {
            return false;
        }
        for symbol in polynomial.symbols() {
            let known = (0..MAX_INEQUALITIES)
                .map_while(|index| self.numbers.not_negative.get(&(symbol, index)));
            for inequality in known {
                for (wanted, has) in polynomial.common(inequality) {
                    // If `p - k * q >= 0` and `q >= 0` for a positive `k`, so is `p`.
                    let factor = wanted / has;
                    *tries += 1;
                    if factor <= 0 || *tries > MAX_TRIES {
                        continue;
                    }
                    let rest = polynomial.add_times(-factor, inequality);
                    if rest.is_some_and(|rest| self.is_not_negative(&rest, depth - 1, tries)) {
                        return true;
                    }
                }
            }
        }
        false
    }

    /// Returns whether a number is known to be a polynomial other than a symbol or a constant.
    pub fn is_computed(&self, element: Element) -> bool {
        let form = self.form(element);
        let polynomial = form.as_exact();
        polynomial.is_some_and(|it| it.as_symbol().is_none() && it.as_constant().is_none())
    }

    /// Returns the least and the greatest value that a size may have, as far as is known; the latter
    /// is `i64::MAX` if nothing is.
    pub fn limits(&self, size: Size) -> (i64, i64) {
        let values = self.values(size);
        let polynomial = self.form_as_size(self.form(size.into()));
        let range = polynomial.map_or(Interval::ALL, |polynomial| self.range(&polynomial));
        let low = i128::from(values.min()).max(range.low);
        let high = i128::from(values.max()).min(range.high);
        let divisor = i128::from(self.divisor(size).max(1));
        let least = -(-low).div_euclid(divisor) * divisor;
        let greatest = match high {
            high if high >= i64::MAX.into() => i64::MAX.into(),
            high => high.div_euclid(divisor) * divisor,
        };
        let narrow = |number| i64::try_from(number).unwrap_or(i64::MAX);
        (narrow(least), narrow(greatest))
    }

    /// Returns whether a number's polynomial proves that it is at least `least`.
    pub(super) fn is_computed_at_least(&self, element: Element, least: i64) -> bool {
        let form = self.form(element);
        let polynomial = form.as_exact();
        let least = Polynomial::constant(least.into());
        let difference = polynomial.and_then(|polynomial| polynomial.subtract(&least));
        difference.is_some_and(|difference| self.entails_not_negative(&difference))
    }

    /// Returns whether a number that sizes are computed in is not negative unless it has wrapped.
    pub fn entails_not_negative_unless_wrapped(&self, element: Element) -> bool {
        let NumberForm { polynomial, bits } = self.form(element);
        let is_wide = bits.is_none_or(|bits| bits >= self.numbers.run_time_bits());
        is_wide && self.entails_not_negative(&polynomial)
    }

    /// Returns whether `a - b >= least` is known.
    pub fn entails_difference(&self, a: Element, b: Element, least: i64) -> bool {
        let [left, right] = [a, b].map(|element| self.form(element));
        // A polynomial that is valid only modulo 2^n does not order the numbers.
        let (Some(left), Some(right)) = (left.as_exact(), right.as_exact()) else {
            return false;
        };
        let least = Polynomial::constant(least.into());
        let difference = left.subtract(right);
        let difference = difference.and_then(|difference| difference.subtract(&least));
        difference.is_some_and(|difference| self.entails_not_negative(&difference))
    }

    /// Assumes that `a - b >= least`.
    pub fn assume_difference(&mut self, a: Element, b: Element, least: i64) {
        let [left, right] = [a, b].map(|element| self.form(element));
        // A polynomial that is valid only modulo 2^n does not order the numbers.
        let (Some(left), Some(right)) = (left.as_exact(), right.as_exact()) else {
            return;
        };
        let least = Polynomial::constant(least.into());
        let difference = left.subtract(right);
        if let Some(difference) = difference.and_then(|difference| difference.subtract(&least)) {
            self.assume_not_negative(&difference);
        }
    }

    /// Assumes that a polynomial is non-negative.
    pub(in crate::symbol) fn assume_not_negative(&mut self, polynomial: &Polynomial) {
        self.record_not_negative(polynomial);
        for symbol in polynomial.symbols() {
            self.numbers.add_not_negative(symbol, polynomial);
            self.assume_bounds_by(symbol, polynomial);
        }
    }

    /// Assumes the bound of a size that a non-negative polynomial implies if the size occurs
    /// in one linear term only.
    fn assume_bounds_by(&mut self, symbol: Symbol, polynomial: &Polynomial) {
        // A statement about a number that is not negative holds as if it were a size.
        let size = match self.numbers.natural.get(&symbol) {
            Some(()) => Some(Size::Symbol(symbol)),
            None => self.as_size(Element::named(symbol)),
        };
        let Some(size) = size else {
            return;
        };
        let factor = polynomial.coefficient(symbol);
        let Some(rest) = polynomial.add_times(-factor, &symbol.into()) else {
            return;
        };
        if factor == 0 || rest.symbols().any(|other| other == symbol) {
            return;
        }
        // `factor * size >= -rest`, which is at least `-high`.
        let high = self.range(&rest).high;
        let bound = match high.checked_neg() {
            // Rounded up, as sizes are whole.
            Some(bound) if factor > 0 => -(-bound).div_euclid(factor),
            // `size <= rest / -factor`, rounded down.
            Some(_) => high.div_euclid(-factor),
            None => return,
        };
        match i64::try_from(bound) {
            Ok(bound) if factor > 0 && bound > 0 => self.assume(Statement::AtLeast(size, bound)),
            Ok(bound) if factor < 0 && bound >= 0 => self.assume(Statement::AtMost(size, bound)),
            _ => {}
        }
    }

    /// Assumes that a number is not negative; returns whether that is new.
    pub(in crate::symbol) fn assume_natural(&mut self, symbol: Symbol) -> bool {
        let is_new = self.numbers.natural.get(&symbol).is_none();
        self.numbers.natural.get_or_insert_with(symbol, || ());
        is_new
    }

    /// Assumes the range of a number.
    fn assume_between(&mut self, symbol: Symbol, range: Interval) {
        let size = Size::Symbol(symbol);
        if range.low >= 0 {
            self.assume_natural(symbol);
        }
        if let Ok(least @ 1..) = i64::try_from(range.low) {
            self.assume(Statement::AtLeast(size, least));
        }
        if let Ok(greatest @ 0..) = i64::try_from(range.high)
            && i128::from(greatest) < (1 << self.numbers.size_bits) - 1
        {
            self.assume(Statement::AtMost(size, greatest));
        }
    }
}
