//! Checking that sizes fit.

use super::Emission;
use crate::{
    assertion::Assertion,
    explain::Check,
    ir::Binary,
    plan::{Extent, Guard, Participant, ZeroExtents},
    transform::lower_broadcast::message::guard_message,
};
use melior::ir::Value;

impl<'c, 'a> Emission<'_, 'c, 'a> {
    /// Emits the guards; returns the witnesses of what they check, each once.
    pub(super) fn emit_guards(&mut self) -> Vec<Value<'c, 'a>> {
        let backend = self.options.assertions.backend();
        let Some(form) = backend.messages() else {
            return vec![];
        };
        let request = self.request;
        let mut witnesses = vec![];
        for (result_dim, dim) in request.planned.plan.dims.iter().enumerate() {
            for guard in &dim.guards {
                let outside = match self.may_hoist && self.is_known_at_entry(result_dim, guard) {
                    true => self.emitter.begin_at_entry(request.location),
                    false => None,
                };
                self.is_at_entry = outside.is_some();
                let (predicate, sizes) = self.emit_predicate(result_dim, guard);
                if outside.is_some() && matches!(dim.extent, Extent::Join(_)) {
                    // Later guards may depend on it.
                    self.extents_at_entry[result_dim] = Some(self.emit_extent(result_dim));
                }
                let mut check = Check::Before;
                let witness = self.emitter.emit_check_once(predicate, |emitter| {
                    check = match outside {
                        Some(_) => Check::AtEntry,
                        None => Check::Here,
                    };
                    let assertion = Assertion {
                        predicate,
                        message: guard_message(self.source, request, result_dim, guard, form),
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

    /// Returns whether all sizes that a guard tests can be had where the function
    /// begins.
    fn is_known_at_entry(&self, result_dim: usize, guard: &Guard) -> bool {
        let is_known = |participant: &Participant| self.emitter.is_known_at_entry(participant.size);
        let is_extent_known = || match &self.request.planned.plan.dims[result_dim].extent {
            Extent::Constant(_) => true,
            Extent::Of(participant) => is_known(participant),
            Extent::Join(participants) => participants.iter().all(is_known),
        };
        match guard {
            Guard::Compatible(lhs, rhs) | Guard::Equal(lhs, rhs) => is_known(lhs) && is_known(rhs),
            Guard::Fixed { dynamic, .. } => is_known(dynamic),
            Guard::Broadcasts(participant) => is_known(participant) && is_extent_known(),
            Guard::Declared(_) | Guard::AtMost(_) => is_extent_known(),
        }
    }

    /// Emits what a guard tests; returns it with the sizes that its message
    /// shows.
    fn emit_predicate(
        &mut self,
        result_dim: usize,
        guard: &Guard,
    ) -> (Value<'c, 'a>, Vec<Value<'c, 'a>>) {
        match guard {
            Guard::Compatible(lhs, rhs) => {
                let (a, b) = (self.emit_size(lhs), self.emit_size(rhs));
                let predicate = match self.request.planned.plan.zero_extents {
                    ZeroExtents::Reject => {
                        let max = self.emit_extent(result_dim);
                        let min = self.emitter.emit_binary(Binary::Minimum, a, b);
                        let equal = self.emitter.emit_binary(Binary::Equal, min, max);
                        self.emit_or_one(equal, min)
                    }
                    ZeroExtents::Numpy => {
                        let equal = self.emitter.emit_binary(Binary::Equal, a, b);
                        let equal = self.emit_or_one(equal, a);
                        self.emit_or_one(equal, b)
                    }
                };
                (predicate, vec![a, b])
            }
            Guard::Fixed { dynamic, size, .. } => {
                let extent = self.emit_size(dynamic);
                let equal = self.emitter.emit_equals_constant(extent, *size);
                (self.emit_or_one(equal, extent), vec![extent])
            }
            Guard::Broadcasts(participant) => {
                let size = self.emit_size(participant);
                let join = self.emit_extent(result_dim);
                let equal = self.emitter.emit_binary(Binary::Equal, size, join);
                (self.emit_or_one(equal, size), vec![size, join])
            }
            Guard::Equal(lhs, rhs) => {
                let (a, b) = (self.emit_size(lhs), self.emit_size(rhs));
                (self.emitter.emit_binary(Binary::Equal, a, b), vec![a, b])
            }
            Guard::AtMost(bound) => {
                let extent = self.emit_extent(result_dim);
                (self.emitter.emit_at_most(extent, *bound), vec![extent])
            }
            Guard::Declared(declared) => {
                let extent = self.emit_extent(result_dim);
                (
                    self.emitter.emit_equals_constant(extent, *declared),
                    vec![extent],
                )
            }
        }
    }

    /// Emits `predicate or size == 1`.
    fn emit_or_one(&mut self, predicate: Value<'c, 'a>, size: Value<'c, 'a>) -> Value<'c, 'a> {
        let is_one = self.emitter.emit_equals_constant(size, 1);
        self.emitter.emit_binary(Binary::Or, predicate, is_one)
    }
}
