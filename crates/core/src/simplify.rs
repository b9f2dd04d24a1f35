//! `simplify-broadcasts`: simplifies ops on dynamic shapes with facts about sizes.
//!
//! It is for programs whose broadcasts are already explicit. An op whose result has the
//! operand's sizes is replaced with the operand; an op with known sizes becomes static; sizes
//! are not computed twice; an assertion that follows from earlier ones is removed. Calls that
//! fail still fail in the same way.

mod broadcast;
mod requirements;
mod reshape;
mod sized_result;
mod sizes;
mod static_form;

use self::sized_result::{Simpler, SizedResult, canonical_sizes, constant_elements, is_sharded};
use crate::{
    analysis::{Analysis, Calls, Visitor, Walk},
    diagnostic::Failed,
    dialect::stablehlo,
    explain::ChangeKind,
    ir::{self, Emitter, Replacements, create_emitter},
    rule::FactTable,
    scoped_map::ScopeChange,
    statistics::ChangeLog,
};
use melior::ir::{OperationRef, Value, ValueLike, operation::OperationLike};
pub use requirements::{note_output, requirements};
use sizes::ValuesBySizes;

/// Simplifies the ops in and below `root`, at any nesting, and logs the changes.
///
/// # Errors
///
/// Fails, and changes nothing, if the context lacks the StableHLO dialect.
pub fn simplify_broadcasts(
    root: OperationRef<'_, '_>,
    facts: &FactTable,
    changes: &ChangeLog,
) -> Result<(), Failed> {
    ir::with_context(root, |context| {
        for _ in 0..MAX_ROUNDS {
            let emitter = create_emitter(context, root)?;
            if !simplify_once(root, emitter, facts, changes) {
                break;
            }
        }
        Ok(())
    })
}

/// At most this many walks over the program. Simplified ops say more about sizes than those that
/// they replace, so a walk may simplify what an earlier one could not.
const MAX_ROUNDS: usize = 8;

/// Simplifies the ops in and below `root` in one walk; returns whether anything changed.
fn simplify_once<'c: 'a, 'a>(
    root: OperationRef<'c, 'a>,
    emitter: Emitter<'c, 'a>,
    facts: &FactTable,
    changes: &ChangeLog,
) -> bool {
    // Searching for all uses of symbols takes as long as the whole pass.
    let calls = match ir::find_ops(root, ir::is_call).is_empty() {
        true => Calls::default(),
        false => Calls::new(root),
    };
    let analysis = Analysis::default().with_facts(facts);
    let mut walk = Walk::new((), analysis.with_definitions(root), calls);
    let mut simplifier = Simplifier {
        emitter,
        known: ValuesBySizes::new(),
        asserted: ValuesBySizes::new(),
        is_implied: false,
        changes,
        replacements: Replacements::default(),
        has_changed: false,
    };
    walk.learn_from_callees();
    walk.op(&mut simplifier, root);
    simplifier.replacements.erase();
    simplifier.has_changed
}

/// The visitor that simplifies ops.
struct Simplifier<'c, 'a, 'l> {
    emitter: Emitter<'c, 'a>,
    known: ValuesBySizes<'c, 'a>,
    /// The sizes that assertions depend on.
    asserted: ValuesBySizes<'c, 'a>,
    /// Whether the op that is visited is an assertion that follows from earlier ones.
    is_implied: bool,
    changes: &'l ChangeLog,
    replacements: Replacements<'c, 'a>,
    has_changed: bool,
}

impl<'c: 'a, 'a> Visitor<'c, 'a, ()> for Simplifier<'c, 'a, '_> {
    // An assertion that has been learned from holds.
    fn approach(&mut self, walk: &mut Walk<'c, 'a, ()>, operation: OperationRef<'c, 'a>) {
        self.is_implied = walk.analysis.is_implied(operation);
    }

    fn pass(&mut self, walk: &mut Walk<'c, 'a, ()>, operation: OperationRef<'c, 'a>) {
        if self.is_implied {
            self.has_changed = true;
            self.changes.add(ChangeKind::Implied, operation);
            self.replacements.remove(operation);
            return;
        }
        // Requesting a missing result is as slow as printing the function.
        if operation.result_count() != 1 || !self.emitter.set_anchor(operation) {
            return;
        }
        let Some(result) = ir::result(operation, 0) else {
            return;
        };
        // What an assertion depends on must not be replaced with what is the same only because another op, or the
        // assertion, says so.
        let known_sizes = match walk.analysis.is_asserted(result) {
            true => &mut self.asserted,
            false => &mut self.known,
        };
        let key = ValuesBySizes::key(walk.analysis.of(result), operation);
        let known = key.as_ref().and_then(|key| known_sizes.find(key));
        let simpler = match known {
            Some(value) => Some((value, ChangeKind::Reused)),
            None => simplify(&mut self.emitter, walk.analysis.of(result), operation),
        };
        let value = simpler.map_or(result, |(value, _)| value);
        if let Some(key) = key.filter(|_| known.is_none()) {
            known_sizes.record(key, value);
        }
        // Other ops may use what assertions compare.
        if let Some(key) = ValuesBySizes::key(&mut walk.analysis, operation)
            && self.known.find(&key).is_none()
        {
            self.known.record(key, value);
        }
        if let Some((value, kind)) = simpler {
            self.has_changed = true;
            self.changes.add(kind, operation);
            walk.analysis.note_replacement(result, value);
            self.replacements.replace(operation, value);
        }
    }

    fn scope(&mut self, change: ScopeChange) {
        self.emitter.scope(change);
        self.known.scope(change);
        self.asserted.scope(change);
    }
}

/// Emits the static form of an op whose result has a static type, in front of the emitter's anchor,
/// if its numbers are known; returns the value that replaces its result.
pub fn emit_static_form<'c: 'a, 'a>(
    emitter: &mut Emitter<'c, 'a>,
    analysis: &mut Analysis,
    operation: OperationRef<'c, 'a>,
) -> Option<Value<'c, 'a>> {
    if operation.result_count() != 1 {
        return None;
    }
    let analysis = analysis.of(ir::result(operation, 0)?);
    simplify(emitter, analysis, operation).map(|(value, _)| value)
}

/// Emits the replacement of an op; `None` if the op stays.
fn simplify<'c: 'a, 'a>(
    emitter: &mut Emitter<'c, 'a>,
    analysis: &mut Analysis,
    operation: OperationRef<'c, 'a>,
) -> Option<Simpler<'c, 'a>> {
    match ir::name_str(operation.name())? {
        stablehlo::BROADCAST_IN_DIM | stablehlo::DYNAMIC_BROADCAST_IN_DIM => {
            broadcast::simplify(emitter, analysis, operation)
        }
        stablehlo::DYNAMIC_RESHAPE => reshape::simplify(emitter, analysis, operation),
        stablehlo::CONVERT | stablehlo::REAL | stablehlo::IMAG => {
            original(operation).filter(|_| !is_sharded(operation))
        }
        name => static_form::simplify(emitter, analysis, operation, name),
    }
}

/// Returns the value that a conversion to its own type, or a part of `complex`, is. IREE folds these ops, too; then it
/// merges broadcasts between which they stood, but loses what the broadcasts say of their dims.
fn original<'c: 'a, 'a>(operation: OperationRef<'c, 'a>) -> Option<Simpler<'c, 'a>> {
    let name = ir::name_str(operation.name())?;
    let operand = ir::operand(operation, 0)?;
    let simpler = match name {
        stablehlo::CONVERT => (operand, ChangeKind::Dropped),
        _ => {
            let part = usize::from(name == stablehlo::IMAG);
            let parts = ir::defined_by(operand, stablehlo::COMPLEX)?;
            (ir::operand(parts, part)?, ChangeKind::Merged)
        }
    };
    let result: Value<'c, 'a> = ir::result(operation, 0)?;
    (simpler.0.r#type() == result.r#type()).then_some(simpler)
}
