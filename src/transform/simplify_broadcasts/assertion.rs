//! Assertions that others imply.

use super::KnownSizes;
use crate::{analysis::Analysis, ir};
use melior::ir::{OperationRef, operation::OperationLike};
use rustc_hash::FxHashSet;

/// What the assertions before an op have checked.
///
/// It knows less than what a walk learns: what an op demands of sizes is no check, so an
/// assertion that follows from that has to stay, and has to compare what it did. Nor do
/// declared symbols count: what checks them is such an assertion.
pub(super) struct Checks<'c, 'a> {
    /// It never learns where there is no assertion to compare with.
    analysis: Analysis,
    /// The ops that compute what assertions check, by their addresses.
    parts: FxHashSet<usize>,
    /// What they have computed.
    known: KnownSizes<'c, 'a>,
}

impl<'c: 'a, 'a> Checks<'c, 'a> {
    /// Creates what knows nothing yet of the assertions in and below an op.
    pub(super) fn new(analysis: &mut Analysis, root: OperationRef<'c, 'a>) -> Self {
        let assertions = ir::find_ops(root, ir::is_assertion);
        Self {
            analysis: match assertions.is_empty() {
                true => Analysis::off(),
                false => Analysis::new(),
            },
            parts: parts(analysis, assertions),
            known: KnownSizes::new(),
        }
    }

    /// Returns whether an op is an assertion that those before it imply; learns from it if it
    /// is not.
    pub(super) fn imply(&mut self, operation: OperationRef<'c, 'a>) -> bool {
        if self.analysis.is_off() {
            return false;
        }
        let is_implied = self.analysis.is_implied(operation);
        if !is_implied {
            self.analysis.learn_checks(operation);
        }
        is_implied
    }

    /// Returns what is known for an op that computes what assertions check, and what they
    /// have computed; `None` for other ops.
    pub(super) fn of(
        &mut self,
        operation: OperationRef<'c, 'a>,
    ) -> Option<(&mut Analysis, &mut KnownSizes<'c, 'a>)> {
        let is_part = !self.parts.is_empty() && self.parts.contains(&ir::address(operation));
        is_part.then_some((&mut self.analysis, &mut self.known))
    }

    pub(super) fn enter(&mut self) {
        self.analysis.enter();
        self.known.enter();
    }

    pub(super) fn exit(&mut self) {
        self.analysis.exit();
        self.known.exit();
    }

    pub(super) fn enter_isolated(&mut self) {
        self.analysis.enter_isolated();
        self.known.enter_isolated();
    }

    pub(super) fn exit_isolated(&mut self) {
        self.analysis.exit_isolated();
        self.known.exit_isolated();
    }
}

/// Returns the computations of sizes that assertions depend on, by their addresses.
fn parts<'c: 'a, 'a>(
    analysis: &mut Analysis,
    assertions: Vec<OperationRef<'c, 'a>>,
) -> FxHashSet<usize> {
    let mut parts = FxHashSet::default();
    let mut pending = assertions;
    while let Some(operation) = pending.pop() {
        let operands = operation.operands().filter_map(ir::defining_op);
        for operand in operands.collect::<Vec<_>>() {
            if analysis.is_size_computation(operand) && parts.insert(ir::address(operand)) {
                pending.push(operand);
            }
        }
    }
    parts
}
