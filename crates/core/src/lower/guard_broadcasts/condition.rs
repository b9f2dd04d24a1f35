//! Emission of conditions as `arith` ops on `index`.

use crate::{
    dialect::arith,
    ir::Emitter,
    plan::{Participant, Quantity},
    symbol::{Condition, Term, integer::Direction},
};
use melior::ir::{Value, ValueLike};

/// Emits the sizes of one result dim.
pub(super) struct IndexSizes<'e, 'c, 'a> {
    pub(super) emitter: &'e mut Emitter<'c, 'a>,
    pub(super) operands: &'e [Value<'c, 'a>],
    /// The size that the operands broadcast to.
    pub(super) extent: &'e Term<Participant>,
}

impl<'c: 'a, 'a> IndexSizes<'_, 'c, 'a> {
    /// Emits a condition, an `i1`.
    pub(super) fn emit_condition(&mut self, condition: &Condition<Quantity>) -> Value<'c, 'a> {
        match condition {
            Condition::Equal(a, b) => {
                let (a, b) = (self.emit_term(a), self.emit_term(b));
                self.emitter.emit_index_compare(Direction::Eq, a, b)
            }
            Condition::AtLeast(term, least) => {
                let (term, least) = (self.emit_term(term), self.emit_constant(*least));
                self.emitter.emit_index_compare(Direction::Ge, term, least)
            }
            Condition::AtMost(term, greatest) => {
                let (term, greatest) = (self.emit_term(term), self.emit_constant(*greatest));
                self.emitter
                    .emit_index_compare(Direction::Ge, greatest, term)
            }
            Condition::Multiple(term, of) => {
                let (term, of) = (self.emit_term(term), self.emit_constant(*of));
                let rest = self.emitter.emit_index_binary(arith::REMSI, term, of);
                let zero = self.emit_constant(0);
                self.emitter.emit_index_compare(Direction::Eq, rest, zero)
            }
            Condition::Any(conditions) => self.emit_all(conditions, arith::ORI),
            Condition::All(conditions) => self.emit_all(conditions, arith::ANDI),
        }
    }

    fn emit_all(&mut self, conditions: &[Condition<Quantity>], op: &'static str) -> Value<'c, 'a> {
        let (first, rest) = conditions
            .split_first()
            .expect("a condition has at least one part");
        let first = self.emit_condition(first);
        rest.iter().fold(first, |all, condition| {
            let next = self.emit_condition(condition);
            self.emitter.emit_pure(op, &[all, next], &[], all.r#type())
        })
    }

    fn emit_term(&mut self, term: &Term<Quantity>) -> Value<'c, 'a> {
        let sizes = term.sizes().iter();
        let sizes = sizes.map(|quantity| match quantity {
            Quantity::Of(participant) => self.emit_size(participant),
            Quantity::Extent => self.emit_extent(),
        });
        let sizes = sizes.collect::<Vec<_>>();
        self.emit_fold(term, &sizes)
    }

    /// Emits the size that the operands broadcast to.
    fn emit_extent(&mut self) -> Value<'c, 'a> {
        let extent = self.extent;
        let sizes = extent.sizes().iter();
        let sizes = sizes.map(|participant| self.emit_size(participant));
        let sizes = sizes.collect::<Vec<_>>();
        self.emit_fold(extent, &sizes)
    }

    fn emit_fold<S>(&mut self, term: &Term<S>, sizes: &[Value<'c, 'a>]) -> Value<'c, 'a> {
        let Some((&first, rest)) = sizes.split_first() else {
            let constant = match term {
                Term::Constant(value) => *value,
                _ => 1,
            };
            return self.emit_constant(constant);
        };
        let emitter = &mut *self.emitter;
        rest.iter().fold(first, |result, &size| match term {
            Term::Minimum(_) => emitter.emit_index_binary(arith::MINSI, result, size),
            Term::FirstNotOne(_) => {
                let one = emitter.emit_constant_index(1);
                let is_one = emitter.emit_index_compare(Direction::Eq, result, one);
                let operands = [is_one, size, result];
                emitter.emit_pure(arith::SELECT, &operands, &[], size.r#type())
            }
            Term::Maximum(_) | Term::Size(_) | Term::Constant(_) => {
                emitter.emit_index_binary(arith::MAXSI, result, size)
            }
        })
    }

    fn emit_size(&mut self, participant: &Participant) -> Value<'c, 'a> {
        let operand = self.operands[participant.operand];
        self.emitter.emit_dim(operand, participant.dim)
    }

    fn emit_constant(&mut self, value: i64) -> Value<'c, 'a> {
        self.emitter.emit_constant_index(value)
    }
}
