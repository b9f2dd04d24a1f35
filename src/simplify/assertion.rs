//! Assertions that follow from earlier ones.

use super::KnownSizes;
use crate::{analysis::Analysis, ir, plan::DeclaredDim, symbol::Size};
use melior::ir::{OperationRef, Value, operation::OperationLike};
use rustc_hash::FxHashSet;

/// The conditions that earlier assertions have checked.
///
/// It knows less than a walk learns: an op's requirements on sizes are not checks, so an
/// assertion that only follows from them must stay, and must compare the same sizes. Declared
/// symbols do not count either, since such assertions check them.
pub(super) struct Checks<'c, 'a> {
    /// It is off if there are no assertions.
    analysis: Analysis,
    /// The ops that compute what assertions check, by their addresses.
    parts: FxHashSet<usize>,
    /// The sizes that they have computed.
    known: KnownSizes<'c, 'a>,
}

impl<'c: 'a, 'a> Checks<'c, 'a> {
    /// Creates the state before any of the assertions in and below an op.
    pub(super) fn new(analysis: &mut Analysis, root: OperationRef<'c, 'a>) -> Self {
        let assertions = ir::find_ops(root, ir::is_assertion);
        Self {
            analysis: match assertions.is_empty() {
                true => Analysis::off(),
                false => Analysis::of_checks(),
            },
            parts: parts(analysis, assertions),
            known: KnownSizes::new(),
        }
    }

    /// Returns whether an op is an assertion that follows from earlier ones; otherwise learns
    /// from it.
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

    /// Returns the analysis and the known sizes for an op that computes what assertions check;
    /// `None` for other ops.
    pub(super) fn of(
        &mut self,
        operation: OperationRef<'c, 'a>,
    ) -> Option<(&mut Analysis, &mut KnownSizes<'c, 'a>)> {
        let is_part = !self.parts.is_empty() && self.parts.contains(&ir::address(operation));
        is_part.then_some((&mut self.analysis, &mut self.known))
    }

    /// Returns the size of an argument's dim: the same for those that earlier assertions show to be
    /// equal.
    pub(super) fn canonical_size(
        &mut self,
        arguments: &[Value<'_, '_>],
        dim: DeclaredDim,
    ) -> Option<Size> {
        let size = self.analysis.declared_size(arguments, dim)?;
        Some(self.analysis.facts().canonical(size))
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

/// Returns the size computations that assertions depend on, by their addresses.
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
