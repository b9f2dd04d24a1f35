//! Numbers used as sizes of dims, and equations between sizes.

use super::{
    super::{Element, Facts, Size, Statement, Symbol},
    Interval, NumberForm, Polynomial,
};

impl Facts {
    /// Returns the polynomial that a number equals exactly, given that it is the size of a dim.
    ///
    /// If the number equals a polynomial modulo 2^32 that lies strictly between -2^31 and 2^32,
    /// the two are equal: no other congruent number in that range is a size.
    pub(super) fn form_as_size(&self, form: NumberForm) -> Option<Polynomial> {
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

    /// Returns the polynomials of two sizes that will be assumed equal; `None` if neither is
    /// computed, so that the equation says nothing new.
    pub(in crate::symbol) fn forms_to_relate(
        &self,
        a: Size,
        b: Size,
    ) -> Option<[Option<Polynomial>; 2]> {
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
        // They will be equal, so both are sizes if one is.
        let are_sizes = [a, b]
            .iter()
            .any(|&size| self.as_size(size.into()).is_some());
        let is = |form: NumberForm| match are_sizes {
            true => self.form_as_size(form),
            false => form.as_exact().cloned(),
        };
        Some([is(of_a), is(of_b)])
    }

    /// Derives what follows from two polynomials being equal.
    pub(in crate::symbol) fn relate(&mut self, polynomials: [Option<Polynomial>; 2]) {
        let [Some(a), Some(b)] = polynomials else {
            return;
        };
        let Some(difference) = a.subtract(&b) else {
            return;
        };
        let mut symbols = difference.symbols().collect::<Vec<_>>();
        symbols.sort_unstable();
        // The newest symbol is most likely the one that depends on the others.
        for symbol in symbols.into_iter().rev() {
            if self.solve(&difference, symbol) {
                return;
            }
        }
    }

    /// Solves `polynomial = 0` for a size that occurs in one linear term only; returns whether
    /// that succeeded.
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

    /// Records that an existing symbol equals a polynomial.
    fn define(&mut self, symbol: Symbol, value: Polynomial) {
        let key = value.modulo(self.numbers.run_time_bits());
        let numbers = &mut self.numbers;
        let by_form = &mut numbers.by_form;
        let own = Element::named(symbol);
        let form = NumberForm::exact(value.clone());
        let known = *by_form.get_or_insert_with(form, || own);
        let dim = *numbers.by_size.get_or_insert_with(key, || symbol);
        numbers.sizes.insert(symbol, value);
        // Numbers that were computed before may have the same polynomial.
        for other in [known.if_size(), Some(Size::Symbol(dim))] {
            if let Some(other) = other.filter(|&other| other != Size::Symbol(symbol)) {
                self.assume(Statement::Equal(Size::Symbol(symbol), other));
            }
        }
    }

    /// Returns whether a size is known to be a multiple of a positive number.
    pub fn entails_multiple(&self, size: Size, of: i64) -> bool {
        let polynomial = self.form_as_size(self.form(size.into()));
        polynomial.is_some_and(|polynomial| {
            let (_, rest) = polynomial.divide_by_constant(of.into());
            rest.as_constant() == Some(0)
        })
    }

    /// Returns the greatest number that a size is known to be a multiple of, at least 1; 0 for the
    /// size 0.
    pub fn divisor(&self, size: Size) -> i64 {
        let polynomial = self.form_as_size(self.form(size.into()));
        let divisor = polynomial.map_or(1, |polynomial| polynomial.content());
        i64::try_from(divisor).unwrap_or(1)
    }

    /// Assumes that a size is a multiple of a positive number.
    pub(in crate::symbol) fn make_multiple(&mut self, size: Size, of: i64) {
        if self.entails_multiple(size, of) {
            return;
        }
        self.node(size);
        let Some(value) = self.form_as_size(self.form(size.into())) else {
            return;
        };
        let of = Polynomial::constant(of.into());
        let quotient = self.round(&value, &of, false);
        let product = quotient.and_then(|quotient| quotient.multiply(&of));
        self.relate([Some(value), product]);
    }

    /// Returns the size of a dim that has `element` elements; `None` if no dim can.
    ///
    /// Call it only for dims that exist, since it assumes that `element` is a size: not
    /// negative, and less than 2^31.
    pub fn size_of_dim(&mut self, element: Element) -> Option<Size> {
        let size = element.if_size()?;
        if self.as_size(element).is_some() {
            return Some(size);
        }
        if let Size::Symbol(symbol) = size {
            self.version += u64::from(self.numbers.dims.get(&symbol).is_none());
            self.numbers.dims.get_or_insert_with(symbol, || ());
        }
        let bits = self.numbers.run_time_bits();
        let form = self.form(element);
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
            // Sizes that are congruent modulo 2^32 are equal.
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
}
