//! Walks of loops: what their iterations keep, found by hypotheses that are weakened until they
//! hold.

use super::{DryRun, Hypothesis, PassOps, Visitor, Walk};
use crate::{
    analysis::{CarriedRows, Control, FactSource, unrelated},
    ir,
};
use melior::ir::{OperationRef, RegionRef, operation::OperationLike};

/// At most this many iterations of the fixpoint over the sizes that a loop keeps.
const MAX_ROUNDS: usize = 4;

/// The nesting depth of loops up to which dry runs are used; further inside, nothing is
/// assumed. This bounds the cost of nested loops.
const MAX_DRY_RUNS: usize = 3;

impl<'c: 'a, 'a, O: PassOps<'c, 'a>> Walk<'c, 'a, O> {
    /// Returns what is known of the arguments of an op's regions in every run, from the
    /// returned argument on.
    pub(super) fn carried_by(
        &mut self,
        visitor: &mut impl Visitor<'c, 'a, O>,
        operation: OperationRef<'c, 'a>,
    ) -> Option<(usize, CarriedRows)> {
        if self.analysis.is_off() {
            return None;
        }
        if let Some(arguments) = self.calls.arguments(operation) {
            return Some((0, arguments));
        }
        let Control::Loop(r#loop) = self.analysis.control_of(operation) else {
            return None;
        };
        if visitor.knows_loops() {
            return None;
        }
        let body = ir::region(operation, r#loop.body)?;
        let inits = operation.operands().skip(r#loop.first_operand);
        let mut carried = self.analysis.carried_rows(inits);
        if carried.iter().all(|row| row.is_empty()) {
            // There is nothing to find out, for example for counters.
            return Some((r#loop.first_argument, carried));
        }
        if visitor.dry_runs() < MAX_DRY_RUNS {
            let mut dry_run = DryRun::within(visitor.dry_runs());
            for _ in 0..MAX_ROUNDS {
                let hypothesis = Hypothesis {
                    first_argument: r#loop.first_argument,
                    arguments: &carried,
                    next: &carried,
                };
                match self.region(&mut dry_run, body, Some(hypothesis)).next {
                    Some(left) if left == carried => {
                        return Some((r#loop.first_argument, carried));
                    }
                    Some(left) => carried = left,
                    None => break,
                }
            }
        }
        Some((r#loop.first_argument, unrelated(&carried)))
    }

    /// Visits the regions of an op such as `scf.while`, and learns from it.
    pub(super) fn two_part_loop(
        &mut self,
        visitor: &mut impl Visitor<'c, 'a, O>,
        operation: OperationRef<'c, 'a>,
    ) {
        let [Some(before), Some(after)] = [0, 1].map(|index| ir::region(operation, index)) else {
            return;
        };
        let mut carried = self.analysis.carried_rows(operation.operands());
        let mut found = None;
        if visitor.dry_runs() < MAX_DRY_RUNS {
            let mut dry_run = DryRun::within(visitor.dry_runs());
            for _ in 0..MAX_ROUNDS {
                let passed = self.first_part(&mut dry_run, operation, before, &carried);
                let hypothesis = Hypothesis {
                    first_argument: 0,
                    arguments: &passed,
                    next: &carried,
                };
                match self.region(&mut dry_run, after, Some(hypothesis)).next {
                    Some(left) if left == carried => {
                        found = Some(passed);
                        break;
                    }
                    Some(left) => carried = left,
                    None => break,
                }
            }
        }
        if found.is_none() {
            carried = unrelated(&carried);
        }
        let passed = match found {
            // Facts from inside end with the loop, so another walk would find nothing more.
            Some(passed) if visitor.dry_runs() > 0 => passed,
            _ => {
                let passed = self.first_part(visitor, operation, before, &carried);
                let hypothesis = Hypothesis {
                    first_argument: 0,
                    arguments: &passed,
                    next: &carried,
                };
                self.region(visitor, after, Some(hypothesis));
                passed
            }
        };
        self.analysis.learn_from(FactSource::Op, operation);
        let results = operation.results().map(Into::into);
        self.analysis.assume_carried(results, &passed);
        self.learn(visitor, operation);
    }

    /// Visits the region that decides whether a loop continues; returns the facts that hold
    /// outside about the values that it passes on.
    fn first_part(
        &mut self,
        visitor: &mut impl Visitor<'c, 'a, O>,
        operation: OperationRef<'c, 'a>,
        region: RegionRef<'c, 'a>,
        carried: &CarriedRows,
    ) -> CarriedRows {
        let hypothesis = Hypothesis {
            first_argument: 0,
            arguments: carried,
            next: carried,
        };
        let first_new = self.analysis.begin_new();
        match self.region(visitor, region, Some(hypothesis)).rows {
            Some(rows) => {
                // The first one is the decision.
                let rows = rows.iter().skip(1).map(|row| &row.names);
                self.analysis.passed_on(rows, first_new)
            }
            None => {
                let results = operation.results().map(Into::into);
                self.analysis.unknown_rows(results)
            }
        }
    }
}
