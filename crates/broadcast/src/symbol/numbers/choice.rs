//! Numbers that are one of two sizes: maxima, minima and selected sizes.
//!
//! If both sizes broadcast to the number, it is their join: it is 1 only if both are, and
//! equals each of them that is not 1. Often it becomes known only later that they do, for
//! example from the `dynamic_broadcast_in_dim` that takes the number as its shape.
use super::{
    super::{Element, Facts, Size, Statement, Symbol},
    Arithmetic,
    table::{Choice, Way},
};

impl Facts {
    /// Returns the choice that an operation makes, if its result is one of two sizes.
    pub(super) fn choice(&self, arithmetic: Arithmetic, a: Element, b: Element) -> Option<Choice> {
        let way = match arithmetic {
            Arithmetic::Maximum => Way::Greater,
            Arithmetic::Minimum => Way::Less,
            Arithmetic::FirstNotOne => Way::FirstNotOne,
            Arithmetic::Broadcast => Way::Join,
            Arithmetic::Either => Way::Either,
            _ => return None,
        };
        let parts = [self.as_size(a)?, self.as_size(b)?];
        Some(Choice { way, parts })
    }

    /// Records what a size is chosen from.
    pub(super) fn assume_choice(&mut self, choice: Choice, symbol: Symbol) {
        let Choice { way, parts } = choice;
        self.numbers.choices.insert(symbol, choice);
        let chosen = Size::Symbol(symbol);
        let [a, b] = parts;
        match way {
            Way::Greater if self.entails_maximum_compatible(a, b) => {
                self.join_parts(symbol, Statement::maximum(parts, chosen));
            }
            Way::FirstNotOne | Way::Join if self.entails_compatible(a, b) => {
                self.join_parts(symbol, Statement::join(parts, chosen));
            }
            // It is the first one if that is not 1, whatever the second one is.
            Way::FirstNotOne => self.assume(Statement::broadcasts_to(a, chosen)),
            _ => {}
        }
    }

    /// Derives what follows for a chosen size from `d` broadcasting to it.
    pub(in crate::symbol) fn join_chosen(&mut self, d: Size, chosen: Size) {
        let Size::Symbol(symbol) = chosen else {
            return;
        };
        let Some(&Choice { way, parts }) = self.numbers.choices.get(&symbol) else {
            return;
        };
        let [a, b] = parts;
        // If the sizes are equal, each is the join. If the lesser one is 1, the greater one is
        // at least 1.
        let is_least = || {
            let least = self.numbers.choices.get(&d.symbol()?)?;
            let has = |size| {
                least
                    .parts
                    .iter()
                    .any(|&part| self.entails_equal(part, size))
            };
            Some(least.way == Way::Less && has(a) && has(b))
        };
        let is_join = || {
            let mut parts = parts.iter();
            parts.all(|&part| self.entails_broadcasts_to(part, chosen))
        };
        let join = match way {
            // The maximum is at least each part, so parts that broadcast to it grow to it.
            Way::Greater if is_least() == Some(true) || is_join() => {
                Statement::maximum(parts, chosen)
            }
            _ if is_join() => Statement::join(parts, chosen),
            _ => return,
        };
        self.join_parts(symbol, join);
    }

    /// Assumes once that a chosen size is a join.
    fn join_parts(&mut self, chosen: Symbol, join: Statement) {
        if self.numbers.joined.get(&chosen).is_none() {
            self.numbers.joined.insert(chosen, ());
            self.assume(join);
        }
    }
}
