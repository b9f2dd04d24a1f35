//! Emission of guards.

use super::Emission;
use crate::{
    assertion::{Assertion, EmitSizes, emit_condition, guard_message},
    ir::{self, Emitter},
    plan::{CheckStatus, Guard, Participant, Quantity},
};
use melior::ir::Value;

impl<'c, 'a> Emission<'_, 'c, 'a> {
    /// Emits the guards; returns the witnesses of their checks without duplicates.
    pub(super) fn emit_guards(&mut self) -> Vec<Value<'c, 'a>> {
        let backend = self.options.assertions.backend();
        let Some(form) = backend.messages() else {
            return vec![];
        };
        let planned = self.planned;
        let mut witnesses = vec![];
        for (result_dim, dim) in planned.cached.plan.dims.iter().enumerate() {
            for guard in &dim.guards {
                let outside = match self.may_hoist && self.is_known_at_entry(result_dim, guard) {
                    true => self.emitter.begin_at_entry(planned.location),
                    false => None,
                };
                self.is_at_entry = outside.is_some();
                let (predicate, sizes) = self.emit_predicate(result_dim, guard);
                if outside.is_some() && dim.joined().is_some() {
                    // Later guards may need it.
                    self.extents_at_entry[result_dim] = Some(self.emit_extent(result_dim));
                }
                let mut check = CheckStatus::Before;
                let witness = self.emitter.emit_check_once(predicate, |emitter| {
                    check = match outside {
                        Some(_) => CheckStatus::AtEntry,
                        None => CheckStatus::Here,
                    };
                    let name = |operand: usize| ir::value_name(planned.operands[operand]);
                    let assertion = Assertion {
                        predicate,
                        message: guard_message(self.source, name, result_dim, guard, form),
                        sizes,
                    };
                    backend.emit_check(emitter, &assertion)
                });
                self.checks.push(check);
                if let Some(outside) = outside {
                    self.emitter.end_at_entry(outside);
                    self.is_at_entry = false;
                }
                if let Some(witness) = witness
                    && !witnesses.contains(&witness)
                {
                    witnesses.push(witness);
                }
            }
        }
        witnesses
    }

    /// Returns whether all sizes that a guard compares are available at function entry.
    fn is_known_at_entry(&self, result_dim: usize, guard: &Guard) -> bool {
        let is_known = |participant: &Participant| self.emitter.is_known_at_entry(participant.size);
        let extent = &self.planned.cached.plan.dims[result_dim].extent;
        guard.condition().all_sizes(&|quantity| match quantity {
            Quantity::Of(participant) => is_known(participant),
            Quantity::Extent => extent.sizes().iter().all(is_known),
        })
    }

    /// Emits a guard's predicate; returns it with the sizes that its message shows.
    fn emit_predicate(
        &mut self,
        result_dim: usize,
        guard: &Guard,
    ) -> (Value<'c, 'a>, Vec<Value<'c, 'a>>) {
        let mut quantities = DimQuantities {
            emission: self,
            result_dim,
        };
        let shown = guard.shown();
        let shown = shown.iter().map(|quantity| quantities.emit_size(quantity));
        let shown = shown.collect();
        (emit_condition(&mut quantities, &guard.condition()), shown)
    }
}

/// The quantities of one result dim.
struct DimQuantities<'q, 'e, 'c, 'a> {
    emission: &'q mut Emission<'e, 'c, 'a>,
    result_dim: usize,
}

impl<'c, 'a> EmitSizes<'c, 'a, Quantity> for DimQuantities<'_, '_, 'c, 'a> {
    fn emitter(&mut self) -> &mut Emitter<'c, 'a> {
        self.emission.emitter
    }

    fn emit_size(&mut self, quantity: &Quantity) -> Value<'c, 'a> {
        match quantity {
            Quantity::Of(participant) => self.emission.emit_size(participant),
            Quantity::Extent => self.emission.emit_extent(self.result_dim),
        }
    }
}
