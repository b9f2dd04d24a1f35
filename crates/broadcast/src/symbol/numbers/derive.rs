//! The rules of arithmetic.

use super::{
    super::{Element, Facts, NumberType, Symbol},
    Arithmetic, Computation, Interval, NumberForm, Polynomial,
};

impl Facts {
    /// Returns the result of an op of a type on two numbers.
    pub fn compute(
        &mut self,
        arithmetic: Arithmetic,
        a: Element,
        b: Element,
        r#type: NumberType,
    ) -> Element {
        let (a, b) = (self.name(a), self.name(b));
        if let Some(element) = self.derive(arithmetic, a, b, r#type) {
            return element;
        }
        // The operands alone do not determine which one it is.
        let is_determined = arithmetic != Arithmetic::Either;
        let computation = Computation::new(arithmetic, a, b, r#type);
        if let Some(&element) = self.numbers.computed.get(&computation) {
            return element;
        }
        let choice = self.choice(arithmetic, a, b);
        let element = match choice {
            // One of two sizes is a size.
            Some(choice) if choice.is_certain() => Element::named(self.fresh()),
            _ => self.fresh_element(r#type),
        };
        if is_determined {
            self.numbers.computed.insert(computation, element);
        }
        let is_quotient = matches!(
            arithmetic,
            Arithmetic::Divide | Arithmetic::DivideDown | Arithmetic::DivideUnsigned
        );
        if is_quotient && let Some(symbol) = element.symbol() {
            self.numbers.divisions.insert(symbol, (a, b));
        }
        self.assume_computed(arithmetic, a, b, element);
        self.assume_range_of_choice(arithmetic, [a, b], element);
        if let Some((choice, chosen)) = choice.zip(element.symbol()) {
            self.assume_choice(choice, chosen);
        }
        element
    }

    /// Converts a number from one type to another.
    ///
    /// Conversions to narrower integers truncate.
    pub fn convert(&mut self, element: Element, from: NumberType, to: NumberType) -> Element {
        if element.constant().is_none() && from.0 <= to.0 {
            return element;
        }
        self.compute(Arithmetic::Wrap, element, element, to)
    }

    /// Returns the result of an op if a rule gives it; `None` if it is opaque.
    fn derive(
        &mut self,
        arithmetic: Arithmetic,
        a: Element,
        b: Element,
        r#type: NumberType,
    ) -> Option<Element> {
        match (arithmetic, a.constant(), b.constant()) {
            (Arithmetic::Subtract, _, Some(0))
            | (
                Arithmetic::Multiply
                | Arithmetic::Divide
                | Arithmetic::DivideUp
                | Arithmetic::DivideDown
                | Arithmetic::DivideUnsigned
                | Arithmetic::DivideUnsignedUp,
                _,
                Some(1),
            ) => return Some(a),
            (Arithmetic::Multiply, Some(1), _) => return Some(b),
            _ => {}
        }
        let arithmetic = match arithmetic.of_signed() {
            signed if signed == arithmetic => signed,
            signed => {
                // Signed and unsigned ops agree on numbers that are not negative.
                let are_sizes = [a, b].map(|element| self.exact(element));
                let is_not_negative = |exact: &Polynomial| self.range(exact).low >= 0;
                let [Some(a), Some(b)] = &are_sizes else {
                    return None;
                };
                if !is_not_negative(a) || !is_not_negative(b) {
                    return None;
                }
                signed
            }
        };
        match arithmetic {
            Arithmetic::Add | Arithmetic::Subtract | Arithmetic::Multiply => {
                self.combine(arithmetic, a, b, r#type)
            }
            Arithmetic::Divide | Arithmetic::DivideUp | Arithmetic::DivideDown => {
                self.divide(arithmetic, a, b, r#type)
            }
            Arithmetic::Remainder | Arithmetic::RemainderDown => self.remainder(a, b, r#type),
            Arithmetic::Maximum | Arithmetic::Minimum => {
                let (greater, less) = self.in_order(a, b)?;
                Some(match arithmetic {
                    Arithmetic::Maximum => greater,
                    _ => less,
                })
            }
            Arithmetic::Convert => {
                let polynomial = self.exact(a)?;
                let fits = self.range(&polynomial).is_in(Interval::signed(r#type.0));
                fits.then(|| self.number_of(polynomial, r#type))?
            }
            Arithmetic::Wrap => {
                let polynomial = self.polynomial(a, Some(r#type.0))?;
                self.number_of(polynomial, r#type)
            }
            Arithmetic::Broadcast | Arithmetic::FirstNotOne => match (a.constant(), b.constant()) {
                _ if a == b => Some(a),
                (Some(1), _) => Some(b),
                (_, Some(1)) => Some(a),
                _ => None,
            },
            Arithmetic::Either => (a == b).then_some(a),
            _ => None,
        }
    }

    /// Returns the greater of two numbers and the other one, if it is known which is which.
    fn in_order(&self, a: Element, b: Element) -> Option<(Element, Element)> {
        if a == b {
            return Some((a, b));
        }
        if let (Some(of_a), Some(of_b)) = (self.as_size(a), self.as_size(b)) {
            if self.entails_grows_to(of_a, of_b) {
                return Some((b, a));
            }
            if self.entails_grows_to(of_b, of_a) {
                return Some((a, b));
            }
        }
        let difference = self.exact(a)?.subtract(&self.exact(b)?)?;
        if self.entails_not_negative(&difference) {
            return Some((a, b));
        }
        let opposite = Polynomial::constant(0).subtract(&difference)?;
        self.entails_not_negative(&opposite).then_some((b, a))
    }

    /// Returns a polynomial that a number equals exactly.
    fn exact(&self, element: Element) -> Option<Polynomial> {
        self.polynomial(element, None)
    }

    /// Adds, subtracts or multiplies: integers of one width form a ring.
    fn combine(
        &mut self,
        arithmetic: Arithmetic,
        a: Element,
        b: Element,
        r#type: NumberType,
    ) -> Option<Element> {
        let [left, right] = [a, b].map(|element| self.polynomial(element, Some(r#type.0)));
        let (left, right) = (left?, right?);
        let result = match arithmetic {
            Arithmetic::Add => left.add(&right),
            Arithmetic::Subtract => left.subtract(&right),
            _ => self.without_quotients(&left.multiply(&right)?),
        };
        self.number_of(result?, r#type)
    }

    /// Replaces `(a / b) * b` by `a` in each term, if `a` is a multiple of `b`.
    ///
    /// If `b` is 0, so is `a`, and so is the product, whatever the quotient is. Integers of which
    /// one is negative may round or wrap otherwise, so both must not be.
    fn without_quotients(&self, product: &Polynomial) -> Option<Polynomial> {
        if self.numbers.divisions.is_empty() {
            return Some(product.clone());
        }
        product
            .terms()
            .try_fold(Polynomial::constant(0), |sum, term| {
                let quotients = term.common_factors();
                let reduced = quotients.into_iter().try_fold(term, |term, quotient| {
                    let reduced = self.without_quotient(&term, quotient);
                    reduced.unwrap_or(Some(term))
                });
                sum.add(&reduced?)
            })
    }

    /// Replaces `quotient * b` by `a` in a term, if the quotient is that of `a` and `b`; `None`
    /// if it is not in it, and within if the result becomes too large.
    fn without_quotient(&self, term: &Polynomial, quotient: Symbol) -> Option<Option<Polynomial>> {
        let &(a, b) = self.numbers.divisions.get(&quotient)?;
        let (dividend, divisor) = (self.exact(a)?, self.exact(b)?);
        let is_natural = |number: &Polynomial| self.range(number).low >= 0;
        if !is_natural(&dividend) || !is_natural(&divisor) {
            return None;
        }
        dividend.divide_exactly(&divisor)?;
        let rest = term.divide_exactly(&divisor.multiply(&quotient.into())?)?;
        Some(rest.multiply(&dividend))
    }

    /// Returns the number of a type that equals a polynomial, modulo 2^n for integers of n bits;
    /// `None` if the type may not hold it.
    fn number_of(&mut self, polynomial: Polynomial, r#type: NumberType) -> Option<Element> {
        let fits =
            |polynomial: &Polynomial| self.range(polynomial).is_in(Interval::signed(r#type.0));
        let form = if fits(&polynomial) {
            NumberForm::exact(polynomial)
        } else {
            let bits = r#type.0;
            let polynomial = polynomial.modulo(bits);
            let bits = (!fits(&polynomial)).then_some(bits);
            NumberForm { polynomial, bits }
        };
        if let Some(polynomial) = form.as_exact() {
            if let Some(number) = polynomial.as_constant() {
                return i64::try_from(number).ok().map(Element::number);
            }
            if let Some(symbol) = polynomial.as_symbol() {
                return Some(Element::named(symbol));
            }
        }
        // The number may have been computed when it was known modulo 2^n only.
        let modular = NumberForm {
            polynomial: form.polynomial.modulo(r#type.0),
            bits: Some(r#type.0),
        };
        let known = |form: &NumberForm| self.numbers.by_form.get(form).copied();
        if let Some(element) = known(&form).or_else(|| known(&modular)) {
            return Some(element);
        }
        let element = self.fresh_element(r#type);
        let symbol = element.symbol()?;
        self.numbers.forms.insert(symbol, form.clone());
        self.numbers.by_form.insert(form.clone(), element);
        if modular != form {
            self.numbers.by_form.insert(modular, element);
        }
        if let Some(polynomial) = form.as_exact() {
            let range = self.range(polynomial);
            self.assume_between(symbol, range);
        }
        Some(element)
    }

    /// Divides. Integer quotients cannot wrap, as their magnitude is at most the dividend's.
    fn divide(
        &mut self,
        arithmetic: Arithmetic,
        a: Element,
        b: Element,
        r#type: NumberType,
    ) -> Option<Element> {
        let (dividend, divisor) = (self.exact(a)?, self.exact(b)?);
        if self.range(&divisor).low <= 0 {
            return None;
        }
        if let Some(quotient) = dividend.divide_exactly(&divisor) {
            return self.number_of(quotient, r#type);
        }
        // Rounding down and rounding towards zero agree on numbers that are not negative.
        let is_rounded = match arithmetic {
            Arithmetic::Divide => self.entails_not_negative(&dividend),
            _ => true,
        };
        if !is_rounded {
            return None;
        }
        let up = arithmetic == Arithmetic::DivideUp;
        let quotient = self.round(&dividend, &divisor, up)?;
        self.number_of(quotient, r#type)
    }

    /// Divides a polynomial by a positive one, rounding up or down.
    ///
    /// `(c * q + r) / c` is `q + r / c` in either rounding.
    pub(super) fn round(
        &mut self,
        dividend: &Polynomial,
        divisor: &Polynomial,
        up: bool,
    ) -> Option<Polynomial> {
        // No range has a negative bound: `floor(-a / b)` is `-ceil(a / b)`.
        let range = self.range(dividend);
        if range.low < 0 && range.high <= 0 {
            let zero = Polynomial::constant(0);
            let quotient = self.round(&zero.subtract(dividend)?, divisor, !up)?;
            return zero.subtract(&quotient);
        }
        let Some(number) = divisor.as_constant() else {
            return self.rounded_rest(dividend, divisor, up);
        };
        let (quotient, rest) = dividend.divide_by_constant(number);
        let rest = match rest.as_constant() {
            Some(0) => Polynomial::constant(0),
            Some(_) => Polynomial::constant(up.into()),
            None => self.rounded_rest(&rest, divisor, up)?,
        };
        quotient.add(&rest)
    }

    /// Returns an opaque number for a quotient that does not simplify.
    fn rounded_rest(
        &mut self,
        dividend: &Polynomial,
        divisor: &Polynomial,
        up: bool,
    ) -> Option<Polynomial> {
        // `ceil(a / b)` is `floor((a + b - 1) / b)`.
        let dividend = match up {
            true => dividend.add(divisor)?.subtract(&Polynomial::constant(1))?,
            false => dividend.clone(),
        };
        if up && divisor.as_constant().is_some() {
            return self.round(&dividend, divisor, false);
        }
        // The quotient is one computation, whatever type it was computed in.
        let a = self.number_of(dividend.clone(), NumberType::EXACT)?;
        let b = self.number_of(divisor.clone(), NumberType::EXACT)?;
        if self.exact(a)? != dividend || self.exact(b)? != *divisor {
            return None;
        }
        let computation = Computation::new(Arithmetic::DivideDown, a, b, NumberType::EXACT);
        if let Some(known) = self.numbers.computed.get(&computation) {
            return self.exact(*known);
        }
        let element = self.fresh_element(NumberType::EXACT);
        self.numbers.computed.insert(computation, element);
        let quotient = element.symbol()?;
        self.numbers.divisions.insert(quotient, (a, b));
        let quotient = Polynomial::from(quotient);
        // `0 <= a - b * q <= b - 1`.
        if let Some(product) = divisor.multiply(&quotient)
            && let Some(rest) = dividend.subtract(&product)
        {
            self.assume_of(element, &rest);
            let last = divisor.subtract(&Polynomial::constant(1));
            if let Some(left) = last.and_then(|last| last.subtract(&rest)) {
                self.assume_of(element, &left);
            }
        }
        if self.entails_not_negative(&dividend) {
            if let Some(more) = dividend.subtract(&quotient) {
                self.assume_of(element, &more);
            }
            let (dividend, divisor) = (self.range(&dividend), self.range(divisor));
            let range = Interval {
                low: dividend.low.max(0) / divisor.high,
                high: dividend.high / divisor.low,
            };
            self.assume_between(element.symbol()?, range);
        }
        Some(quotient)
    }

    fn remainder(&mut self, a: Element, b: Element, r#type: NumberType) -> Option<Element> {
        let (dividend, divisor) = (self.exact(a)?, self.exact(b)?);
        if self.range(&divisor).low <= 0 {
            return None;
        }
        if dividend.divide_exactly(&divisor).is_some() {
            return Some(Element::number(0));
        }
        // The signs of the two remainders differ, and no range has a negative bound.
        if !self.entails_not_negative(&dividend) {
            return None;
        }
        let quotient = self.round(&dividend, &divisor, false)?;
        let rest = dividend.subtract(&divisor.multiply(&quotient)?)?;
        // What is known only modulo 2^n has no range.
        let fits = self.range(&rest).is_in(Interval::signed(r#type.0));
        match fits || divisor.as_constant().is_some() {
            true => self.number_of(rest, r#type),
            false => None,
        }
    }

    /// Assumes what the op that computes an opaque number implies.
    fn assume_computed(
        &mut self,
        arithmetic: Arithmetic,
        a: Element,
        b: Element,
        element: Element,
    ) {
        let [Some(of_a), Some(of_b), Some(result)] =
            [a, b, element].map(|element| self.exact(element))
        else {
            return;
        };
        let is_natural = match arithmetic {
            Arithmetic::Remainder => self.entails_not_negative(&of_a),
            Arithmetic::RemainderDown => true,
            _ => false,
        };
        if is_natural
            && self.range(&of_b).low > 0
            && let Some(symbol) = element.symbol()
        {
            self.assume_natural(symbol);
            let last = of_b.subtract(&Polynomial::constant(1));
            if let Some(left) = last.and_then(|last| last.subtract(&result)) {
                self.assume_of(element, &left);
            }
        }
        for of_operand in [of_a, of_b] {
            let difference = match arithmetic {
                Arithmetic::Maximum => result.subtract(&of_operand),
                Arithmetic::Minimum => of_operand.subtract(&result),
                _ => return,
            };
            if let Some(difference) = difference {
                self.assume_of(element, &difference);
            }
        }
    }

    /// Assumes the range of a number that is one of two, if that is what the op computes.
    fn assume_range_of_choice(
        &mut self,
        arithmetic: Arithmetic,
        parts: [Element; 2],
        element: Element,
    ) -> Option<()> {
        let symbol = element.symbol()?;
        let [a, b] = parts.map(|part| {
            let exact = self.exact(part)?;
            let range = self.range(&exact);
            let low = match self.entails_not_negative(&exact) {
                true => range.low.max(0),
                false => range.low,
            };
            Some(Interval { low, ..range })
        });
        let (a, b) = (a?, b?);
        let range = match arithmetic {
            Arithmetic::Maximum => Interval {
                low: a.low.max(b.low),
                high: a.high.max(b.high),
            },
            Arithmetic::Minimum => Interval {
                low: a.low.min(b.low),
                high: a.high.min(b.high),
            },
            Arithmetic::Either => Interval {
                low: a.low.min(b.low),
                high: a.high.max(b.high),
            },
            _ => return None,
        };
        self.assume_between(symbol, range);
        Some(())
    }

    /// Records a non-negative polynomial that contains a number.
    fn assume_of(&mut self, element: Element, polynomial: &Polynomial) {
        if let Some(symbol) = element.symbol() {
            self.numbers.add_not_negative(symbol, polynomial);
        }
    }
}
