//! The table of computed numbers.

use super::{arithmetic::Computation, polynomial::Polynomial};
use crate::{
    scoped_map::{ScopeChange, Scoped, ScopedMap},
    symbol::{Element, Size, Symbol},
};

/// How a number is chosen.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Way {
    /// It is the greater one.
    Greater,
    /// It is the lesser one.
    Less,
    /// It is the first one, unless that is 1; then the second one.
    FirstNotOne,
    /// It is their join if they have one, otherwise any number.
    Join,
    /// It is either one.
    Either,
}

/// A number that is one of two sizes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Choice {
    pub(super) way: Way,
    pub(super) parts: [Size; 2],
}

impl Choice {
    /// Returns whether the number is always one of the two sizes.
    pub(super) fn is_certain(self) -> bool {
        self.way != Way::Join
    }
}

/// The known definitions of computed numbers.
#[derive(Clone, Debug)]
pub(in crate::symbol) struct Numbers {
    /// The polynomials of computed numbers.
    pub(super) forms: ScopedMap<Symbol, NumberForm>,
    /// Sizes that were later found to equal a polynomial.
    pub(super) sizes: ScopedMap<Symbol, Polynomial>,
    /// The number of each form.
    pub(super) by_form: ScopedMap<NumberForm, Element>,
    /// The size of a dim, by its polynomial modulo 2^32.
    pub(super) by_size: ScopedMap<Polynomial, Symbol>,
    /// Opaque numbers, by the op and operands that compute them.
    pub(super) computed: ScopedMap<Computation, Element>,
    /// For each symbol, polynomials that contain it and are known to be non-negative.
    pub(super) not_negative: ScopedMap<(Symbol, usize), Polynomial>,
    /// Numbers that are known to be non-negative but may exceed the range of sizes.
    pub(super) natural: ScopedMap<Symbol, ()>,
    /// Numbers that are the sizes of dims that exist.
    pub(super) dims: ScopedMap<Symbol, ()>,
    /// The dividends and divisors of opaque quotients of integers, rounded down or towards zero.
    pub(super) divisions: ScopedMap<Symbol, (Element, Element)>,
    /// Numbers that are one of two sizes.
    pub(super) choices: ScopedMap<Symbol, Choice>,
    /// Those of them that both sizes are known to broadcast to.
    pub(super) joined: ScopedMap<Symbol, ()>,
    /// The width of a size in bits: 31, or fewer in tests.
    pub(super) size_bits: u32,
}

/// A polynomial that a number equals, exactly or modulo 2^n.
#[derive(Clone, Debug, Eq, Hash, PartialEq)]
pub(super) struct NumberForm {
    pub(super) polynomial: Polynomial,
    /// The `n` of the modulus; `None` if the number equals the polynomial exactly.
    pub(super) bits: Option<u32>,
}

impl NumberForm {
    pub(super) const fn exact(polynomial: Polynomial) -> Self {
        Self {
            polynomial,
            bits: None,
        }
    }

    /// Returns the polynomial if the number equals it exactly.
    pub(super) fn as_exact(&self) -> Option<&Polynomial> {
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
            dims: ScopedMap::new(),
            divisions: ScopedMap::new(),
            choices: ScopedMap::new(),
            joined: ScopedMap::new(),
            size_bits: 31,
        }
    }
}

impl Numbers {
    pub(in crate::symbol) fn scope(&mut self, change: ScopeChange) {
        let scoped: [&mut dyn Scoped; 11] = [
            &mut self.forms,
            &mut self.sizes,
            &mut self.by_form,
            &mut self.by_size,
            &mut self.computed,
            &mut self.not_negative,
            &mut self.natural,
            &mut self.dims,
            &mut self.divisions,
            &mut self.choices,
            &mut self.joined,
        ];
        scoped.into_iter().for_each(|it| it.scope(change));
    }

    /// Returns the width in bits of the integers that hold sizes at run time.
    pub(super) const fn run_time_bits(&self) -> u32 {
        self.size_bits + 1
    }

    /// Records a non-negative polynomial under a symbol in it.
    pub(super) fn add_not_negative(&mut self, symbol: Symbol, polynomial: &Polynomial) {
        let is_free = |index: &usize| self.not_negative.get(&(symbol, *index)).is_none();
        if let Some(index) = (0..MAX_INEQUALITIES).find(is_free) {
            self.not_negative
                .insert((symbol, index), polynomial.clone());
        }
    }
}

/// The maximum number of inequalities per symbol.
pub(super) const MAX_INEQUALITIES: usize = 16;
