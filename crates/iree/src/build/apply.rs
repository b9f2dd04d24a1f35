//! Applies a row to the ops that it is about.

use crate::{analysis::Analysis, build::at::emit_at, ops::visit_known, prelude::*};

/// Returns whether a row is about ops of an op's name.
pub fn is_about(row: &Row, operation: OpRef<'_>) -> bool {
    ir::name_str(operation.name()).is_some_and(|name| row.is_about(name))
}

/// Changes the ops that a row is about, in and below `root`.
pub fn change_ops(
    root: OpRef<'_>,
    row: &Row,
    change: impl for<'a> Fn(&mut OpEmitter<'a>, OpRef<'a>) -> Option<()>,
    changes: &ChangeLog,
) -> Result<(), Failed> {
    let ops = ir::find_ops(root, |operation| is_about(row, operation)).into_iter();
    let ops = ops.map(|operation| (operation, ()));
    change_found(root, ops.collect(), changes, |emitter, operation, ()| {
        let is_in_block = operation.block().is_some();
        is_in_block.then(|| row.attempt(operation, changes, || change(emitter, operation)))?
    })
}

/// Changes several things one after the other; `None` if none of them is changed.
pub fn change_each<T>(
    things: impl IntoIterator<Item = T>,
    change: impl FnMut(T) -> Option<()>,
) -> Option<()> {
    let changed = things.into_iter().filter_map(change).count();
    (changed > 0).then_some(())
}

/// Returns whether the context of a program has an op of IREE with a region. Passes that look for symbols fail on an
/// unregistered one, since it might hold some.
pub fn has_op(root: OpRef<'_>, op: &str) -> bool {
    ir::with_context(root, |context| context.is_registered_operation(op))
}

/// Replaces the only results of ops in or below `root`, given what `look` finds about each (see [`find_known`]).
pub fn replace_known<'a, T>(
    root: OpRef<'a>,
    is_candidate: impl Fn(OpRef<'a>) -> bool,
    look: impl FnMut(&mut Analysis, OpRef<'a>) -> Option<T>,
    changes: &ChangeLog,
    mut emit: impl FnMut(&mut OpEmitter<'a>, OpRef<'a>, T) -> Option<Value<'a>>,
) -> Result<(), Failed> {
    let found = find_known(root, is_candidate, look);
    change_found(root, found, changes, |emitter, operation, known| {
        let value = emit(emitter, operation, known)?;
        ir::replace_uses(ir::result(operation, 0)?, value);
        ir::erase(operation);
        Some(())
    })
}

/// Returns what `look` finds about candidates in and below `root`, given the facts that hold at each. The program is analysed only
/// if it has candidates.
pub fn find_known<'a, T>(
    root: OpRef<'a>,
    is_candidate: impl Fn(OpRef<'a>) -> bool,
    mut look: impl FnMut(&mut Analysis, OpRef<'a>) -> Option<T>,
) -> Vec<(OpRef<'a>, T)> {
    let mut found = vec![];
    if !ir::find_ops(root, &is_candidate).is_empty() {
        visit_known(root, |analysis, operation| {
            let known = is_candidate(operation).then(|| look(analysis, operation));
            found.extend(known.flatten().map(|known| (operation, known)));
        });
    }
    found
}

/// Changes ops in or below `root`, given what has been found about each. What is emitted for one is not reused for others.
pub fn change_found<'a, T>(
    root: OpRef<'a>,
    found: Vec<(OpRef<'a>, T)>,
    changes: &ChangeLog,
    mut change: impl FnMut(&mut OpEmitter<'a>, OpRef<'a>, T) -> Option<()>,
) -> Result<(), Failed> {
    if found.is_empty() {
        return Ok(());
    }
    ir::with_context(root, |context| {
        let mut emitter = create_emitter(context, root)?;
        for (operation, known) in found {
            let emit = |emitter: &mut _| change(emitter, operation, known);
            if emit_at(&mut emitter, operation, emit).is_some() {
                changes.add(ChangeKind::Rewritten, operation);
            }
        }
        Ok(())
    })
}
