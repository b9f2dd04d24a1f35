//! Arithmetic on numbers: which are equal, and between which numbers they are.
//!
//! A number that is computed is followed as a [`Polynomial`] over sizes and over numbers of
//! which no more is known. Programs compute in integers that wrap, and a ring of integers
//! modulo 2 to the n is still a ring: `(n + 1) - 1` is `n`, and `b * s * 16` is `s * 16 * b`,
//! whatever wraps. All else has a condition, which the code that derives it states:
//!
//! - a number *is* its polynomial, not merely modulo 2 to the n, if the polynomial cannot
//!   leave the range of the type (see [`Form::bits`]); only then it may be divided, compared
//!   or converted to a wider type;
//! - a divisor is positive, and a dividend that is not divisible is not negative, where
//!   rounding depends on it.
//!
//! Sizes of dims are less than 2 to the 31: at run time they come as `tensor<i32>`. So two
//! dims have one size if their polynomials are equal modulo 2 to the 32.
//!
//! The rules are checked with integers of 4 bits and sizes below 8, all values of all
//! expressions of two ops and random ones of more (see `tests`).

mod arithmetic;
mod derive;
mod interval;
mod polynomial;
#[cfg(test)]
mod tests;

pub use arithmetic::{Arithmetic, Window};

use super::{Element, Facts, NumberType, ScopedMap, Size, Statement, Symbol};
use arithmetic::Computation;
use interval::Interval;
use polynomial::Polynomial;

/// How many inequalities are kept for a number.
const MAX_INEQUALITIES: usize = 16;
/// How many inequalities are tried to prove another one.
const MAX_TRIES: usize = 48;
/// How often what a number is computed from is looked up.
const MAX_DEPTH: usize = 3;

/// What is known of how numbers are computed.
#[derive(Clone, Debug)]
pub(super) struct Numbers {
    /// What numbers are.
    forms: ScopedMap<Symbol, Form>,
    /// What sizes proved to be after they had got a name.
    sizes: ScopedMap<Symbol, Polynomial>,
    /// The number that has a form.
    by_form: ScopedMap<Form, Element>,
    /// The size of a dim, and so a number, that equals a polynomial modulo 2 to the 32.
    by_size: ScopedMap<Polynomial, Symbol>,
    /// Numbers of which no more is known than how they are computed.
    computed: ScopedMap<Computation, Element>,
    /// For each symbol, polynomials that are not negative.
    not_negative: ScopedMap<(Symbol, usize), Polynomial>,
    /// Numbers that are not negative, though they may be no sizes.
    natural: ScopedMap<Symbol, ()>,
    /// Of quotients of floats, what is divided by what.
    quotients: ScopedMap<Symbol, (Element, Element)>,
    /// How many bits a size has; there is no need for another number but in tests.
    size_bits: u32,
}

/// What a number is.
#[derive(Clone, Debug, Eq, Hash, PartialEq)]
struct Form {
    polynomial: Polynomial,
    /// The number equals the polynomial modulo 2 to so many bits; `None`: it equals it.
    bits: Option<u32>,
}

impl Form {
    const fn exact(polynomial: Polynomial) -> Self {
        Self {
            polynomial,
            bits: None,
        }
    }

    /// Returns the polynomial if the number equals it.
    fn as_exact(&self) -> Option<&Polynomial> {
        self.bits.is_none().then_some(&self.polynomial)
    }
}

impl Default for Numbers {
    fn default() -> Self {
        Self {
            forms: ScopedMap::new(),
            sizes: ScopedMap::new(),
            by_form: ScopedMap::new(),
            by_size: ScopedMap::new(),
            computed: ScopedMap::new(),
            not_negative: ScopedMap::new(),
            natural: ScopedMap::new(),
            quotients: ScopedMap::new(),
            size_bits: 31,
        }
    }
}

impl Numbers {
    pub(super) fn enter(&mut self) {
        self.forms.enter();
        self.sizes.enter();
        self.by_form.enter();
        self.by_size.enter();
        self.computed.enter();
        self.not_negative.enter();
        self.natural.enter();
        self.quotients.enter();
    }

    pub(super) fn exit(&mut self) {
        self.forms.exit();
        self.sizes.exit();
        self.by_form.exit();
        self.by_size.exit();
        self.computed.exit();
        self.not_negative.exit();
        self.natural.exit();
        self.quotients.exit();
    }

    /// Returns how many bits an integer has that a size is computed in at run time.
    const fn run_time_bits(&self) -> u32 {
        self.size_bits + 1
    }

    /// Notes that a polynomial is not negative, where it may be looked for.
    fn add_not_negative(&mut self, symbol: Symbol, polynomial: &Polynomial) {
        let is_free = |index: &usize| self.not_negative.get(&(symbol, *index)).is_none();
        if let Some(index) = (0..MAX_INEQUALITIES).find(is_free) {
            self.not_negative
                .insert((symbol, index), polynomial.clone());
        }
    }
}

impl Facts {
    /// Returns what a number is; `None` if it may be no integer.
    fn form(&self, element: Element) -> Option<Form> {
        self.form_to_depth(element, MAX_DEPTH)
    }

    fn form_to_depth(&self, element: Element, depth: usize) -> Option<Form> {
        let element = self.name(element);
        if let Some(number) = element.constant() {
            return Some(Form::exact(Polynomial::constant(number.into())));
        }
        let symbol = element.symbol()?;
        let known = self.numbers.sizes.get(&symbol);
        let form = match (known, self.numbers.forms.get(&symbol)) {
            (Some(polynomial), _) => Form::exact(polynomial.clone()),
            (None, Some(form)) => form.clone(),
            (None, None) => {
                let may_be_no_integer = |r#type| matches!(r#type, NumberType::Float(_));
                let is_integer = !self.element_type(element).is_some_and(may_be_no_integer);
                return is_integer.then(|| Form::exact(symbol.into()));
            }
        };
        if depth == 0 {
            return Some(form);
        }
        // Since it was computed, more may have become known of what it is computed from.
        let renewed = form.polynomial.replace(|part| {
            let part = Element::named(part);
            let renewed = self.form_to_depth(part, depth - 1)?;
            renewed.as_exact().cloned()
        });
        Some(match renewed {
            Some(polynomial) => Form { polynomial, ..form },
            None => form,
        })
    }

    /// Returns a polynomial that a number equals modulo 2 to so many bits, or that it equals.
    fn polynomial(&self, element: Element, bits: Option<u32>) -> Option<Polynomial> {
        let form = self.form(element)?;
        match (form.bits, bits) {
            (None, _) => Some(form.polynomial),
            (Some(known), Some(bits)) if known >= bits => Some(form.polynomial.modulo(bits)),
            // Where more bits are asked for, only the number itself will do.
            _ => element.symbol().map(Into::into),
        }
    }

    /// Returns between which numbers a number is.
    fn range_of(&self, symbol: Symbol) -> Interval {
        let element = Element::named(symbol);
        let at_most = |bits: u32| (1i128 << bits) - 1;
        let known = self.values(Size::Symbol(symbol));
        let r#type = match self.element_type(element) {
            None => Interval {
                low: 0,
                high: at_most(self.numbers.size_bits),
            },
            Some(NumberType::Integer(bits)) => Interval::signed(bits),
            Some(NumberType::Float(_)) => Interval::ALL,
        };
        // What is known holds if the number is a size, and a positive bound if it is none,
        // too: see `Element`.
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

    /// Tells whether it is known that a polynomial is not negative.
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
                    let factor = match has {
                        0 => continue,
                        has => wanted / has,
                    };
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

    /// Tells whether what is computed is known to be at least so great.
    pub(super) fn is_computed_at_least(&self, element: Element, least: i64) -> bool {
        let form = self.form(element);
        let polynomial = form.as_ref().and_then(Form::as_exact);
        let least = Polynomial::constant(least.into());
        let difference = polynomial.and_then(|polynomial| polynomial.subtract(&least));
        difference.is_some_and(|difference| self.entails_not_negative(&difference))
    }

    /// Assumes that `a - b >= least`.
    pub fn assume_difference(&mut self, a: Element, b: Element, least: i64) {
        let [Some(left), Some(right)] = [a, b].map(|element| self.form(element)) else {
            return;
        };
        // What wraps says nothing of the numbers.
        let (Some(left), Some(right)) = (left.as_exact(), right.as_exact()) else {
            return;
        };
        let least = Polynomial::constant(least.into());
        let difference = left.subtract(right);
        if let Some(difference) = difference.and_then(|difference| difference.subtract(&least)) {
            self.assume_not_negative(&difference);
        }
    }

    /// Assumes that a polynomial is not negative.
    fn assume_not_negative(&mut self, polynomial: &Polynomial) {
        for symbol in polynomial.symbols() {
            self.numbers.add_not_negative(symbol, polynomial);
            self.assume_bounds_by(symbol, polynomial);
        }
    }

    /// Assumes what follows for a size from a polynomial in which it stands alone being not
    /// negative.
    fn assume_bounds_by(&mut self, symbol: Symbol, polynomial: &Polynomial) {
        let Some(size) = self.as_size(Element::named(symbol)) else {
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

    /// Returns what a number is that is known to be a size of a dim.
    ///
    /// If it equals a polynomial modulo 2 to the 32, and that is between -2 to the 31 and
    /// 2 to the 32, without the ends, then no other number than the polynomial is congruent
    /// and a size.
    fn form_as_size(&self, form: Form) -> Option<Polynomial> {
        let bits = self.numbers.run_time_bits();
        if form.bits.is_none() {
            return Some(form.polynomial);
        }
        let polynomial = form.polynomial.modulo(bits);
        let limits = Interval {
            low: 1 - (1 << (bits - 1)),
            high: (1 << bits) - 1,
        };
        let is_it = form.bits.is_some_and(|known| known >= bits);
        (is_it && self.range(&polynomial).is_in(limits)).then_some(polynomial)
    }

    /// Returns what two numbers are, if that may say more than that they are equal.
    pub(super) fn forms_to_relate(&self, a: Size, b: Size) -> Option<[Option<Polynomial>; 2]> {
        if self.numbers.forms.is_empty() && self.numbers.sizes.is_empty() {
            return None;
        }
        let is_computed = |size: Size| {
            let symbol = self.canonical(size).symbol();
            symbol.is_some_and(|symbol| {
                self.numbers.forms.get(&symbol).is_some()
                    || self.numbers.sizes.get(&symbol).is_some()
            })
        };
        if !is_computed(a) && !is_computed(b) {
            return None;
        }
        let [of_a, of_b] = [a, b].map(|size| self.form(size.into()));
        let [of_a, of_b] = [of_a?, of_b?];
        // They are equal, so if one is a size, both are.
        let are_sizes = [a, b]
            .iter()
            .any(|&size| self.as_size(size.into()).is_some());
        let is = |form: Form| match are_sizes {
            true => self.form_as_size(form),
            false => form.as_exact().cloned(),
        };
        Some([is(of_a), is(of_b)])
    }

    /// Takes in that two sizes are equal, which were these numbers.
    pub(super) fn relate(&mut self, polynomials: [Option<Polynomial>; 2]) {
        let [Some(a), Some(b)] = polynomials else {
            return;
        };
        let Some(difference) = a.subtract(&b) else {
            return;
        };
        let mut symbols = difference.symbols().collect::<Vec<_>>();
        symbols.sort_unstable();
        // The newest is what is most likely computed from the others.
        for symbol in symbols.into_iter().rev() {
            if self.solve(&difference, symbol) {
                return;
            }
        }
    }

    /// Solves an equation for a symbol, if it is a size that stands alone in it: the
    /// polynomial is 0.
    fn solve(&mut self, polynomial: &Polynomial, symbol: Symbol) -> bool {
        let factor = polynomial.coefficient(symbol);
        let Some(rest) = polynomial.add_times(-factor, &symbol.into()) else {
            return false;
        };
        let is_alone = factor != 0 && rest.symbols().all(|other| other != symbol);
        if !is_alone || self.as_size(Element::named(symbol)).is_none() {
            return false;
        }
        // `factor * symbol = -rest`.
        let (quotient, remainder) = rest.divide_by_constant(factor.abs());
        if remainder.as_constant() != Some(0) {
            return false;
        }
        let Some(value) = Polynomial::constant(0).add_times(-factor.signum(), &quotient) else {
            return false;
        };
        let known = value.as_symbol().map(Size::Symbol);
        let constant = value.as_constant().map(i64::try_from);
        match (known, constant) {
            (Some(known), _) if self.as_size(known.into()).is_some() => {
                self.assume(Statement::Equal(known, Size::Symbol(symbol)));
            }
            (_, Some(Ok(number @ 0..))) => {
                self.assume(Statement::Equal(
                    Size::Symbol(symbol),
                    Size::Constant(number),
                ));
            }
            (_, Some(_)) => return false,
            _ if self.numbers.sizes.get(&symbol).is_some() => return false,
            _ => self.define(symbol, value),
        }
        true
    }

    /// Notes what a size is that had a name already.
    fn define(&mut self, symbol: Symbol, value: Polynomial) {
        let key = value.modulo(self.numbers.run_time_bits());
        let numbers = &mut self.numbers;
        let by_form = &mut numbers.by_form;
        let own = Element::named(symbol);
        let form = Form::exact(value.clone());
        let known = *by_form.get_or_insert_with(form, || own);
        let dim = *numbers.by_size.get_or_insert_with(key, || symbol);
        numbers.sizes.insert(symbol, value);
        // What was computed before has the same value.
        for other in [known.if_size(), Some(Size::Symbol(dim))] {
            if let Some(other) = other.filter(|&other| other != Size::Symbol(symbol)) {
                self.assume(Statement::Equal(Size::Symbol(symbol), other));
            }
        }
    }

    /// Tells whether it is known that a size is a multiple of a positive number.
    pub fn entails_multiple(&self, size: Size, of: i64) -> bool {
        let polynomial = self
            .form(size.into())
            .and_then(|form| self.form_as_size(form));
        polynomial.is_some_and(|polynomial| {
            let (_, rest) = polynomial.divide_by_constant(of.into());
            rest.as_constant() == Some(0)
        })
    }

    /// Takes in that a size is a multiple of a positive number.
    pub(super) fn make_multiple(&mut self, size: Size, of: i64) {
        if self.entails_multiple(size, of) {
            return;
        }
        self.node(size);
        let Some(form) = self.form(size.into()) else {
            return;
        };
        let Some(value) = self.form_as_size(form) else {
            return;
        };
        let of = Polynomial::constant(of.into());
        let quotient = self.round(&value, &of, false);
        let product = quotient.and_then(|quotient| quotient.multiply(&of));
        self.relate([Some(value), product]);
    }

    /// Returns the size of a dim whose size is a number; `None` if there is no such dim.
    ///
    /// The dim is there from here on: so the number is not negative, and less than 2 to
    /// the 31.
    pub fn size_of_dim(&mut self, element: Element) -> Option<Size> {
        let size = element.if_size()?;
        if self.as_size(element).is_some() {
            return Some(size);
        }
        let bits = self.numbers.run_time_bits();
        let Some(form) = self.form(element) else {
            return Some(size);
        };
        if form.bits.is_some_and(|known| known < bits) {
            return Some(size);
        }
        let key = form.polynomial.modulo(bits);
        if let Some(number) = key.as_constant() {
            return i64::try_from(number)
                .ok()
                .filter(|&number| number >= 0)
                .map(Size::Constant);
        }
        let Size::Symbol(symbol) = self.canonical(size) else {
            return Some(self.canonical(size));
        };
        let is_size = |symbol: &Symbol| self.as_size(Element::named(*symbol)).is_some();
        let own = key.as_symbol().filter(is_size);
        if let Some(known) = own.or_else(|| self.numbers.by_size.get(&key).copied()) {
            // Both are sizes, so being congruent they are equal.
            self.assume(Statement::Equal(Size::Symbol(known), Size::Symbol(symbol)));
            return Some(Size::Symbol(known));
        }
        self.numbers.by_size.insert(key, symbol);
        if let Some(polynomial) = self.form_as_size(form)
            && polynomial.as_symbol() != Some(symbol)
        {
            let range = self.range(&polynomial);
            self.assume_between(symbol, range);
            if self.numbers.sizes.get(&symbol).is_none() {
                self.define(symbol, polynomial);
            }
        }
        Some(Size::Symbol(symbol))
    }

    /// Assumes between which numbers a number is.
    fn assume_between(&mut self, symbol: Symbol, range: Interval) {
        let size = Size::Symbol(symbol);
        if range.low >= 0 {
            self.numbers.natural.get_or_insert_with(symbol, || ());
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
