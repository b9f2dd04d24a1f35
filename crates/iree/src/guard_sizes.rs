//! `guard-sizes`: inserts assertions in front of ops that may get sizes for which they are undefined.
//! `guard-reshapes` does it for reshapes only, `guard-replaced-ops` for ops that other passes replace.
//!
//! It is for compilers that do not check what ops need of sizes, and read outside of memory where it
//! is not met. Nothing is inserted where facts about sizes prove that it is.

mod check;
mod need_guard;
mod reshape;
mod reshape_guard;

use crate::{
    analysis::{Analysis, CheckedRelation, GUARDED_SIZES, Visitor, Walk, reads_in_body},
    assertion::Assertions,
    build::{index, replace_operand},
    dialect::indexing_maps,
    ops::visit_with,
    prelude::*,
    scoped_map::ScopeChange,
};
use check::SizeGuard;
use need_guard::guard_need;
use reshape::{Reshape, is_reshape};
use reshape_guard::guard_reshape;

/// The ops that get assertions.
pub enum GuardedOps {
    /// All ops. Their functions are marked, and not guarded again.
    All,
    /// Ops that another pass will replace, so that assertions name these ops.
    Replaced {
        /// Whether ops of a name are replaced.
        is_replaced: fn(&str) -> bool,
        /// The addresses of the functions whose ops stay.
        kept: FxHashSet<usize>,
    },
    /// Reshapes.
    Reshapes,
}

/// Inserts an assertion in front of the ops in and below `root` that may get sizes for which they
/// are undefined, and logs each. Nothing changes with `Assertions::None`.
///
/// # Errors
///
/// Fails, and changes nothing, if the context lacks the StableHLO dialect.
pub fn guard_sizes(
    root: OpRef<'_>,
    assertions: Assertions,
    guarded: GuardedOps,
    changes: &ChangeLog,
) -> Result<(), Failed> {
    match assertions {
        Assertions::None => Ok(()),
        _ => guard(root, assertions, guarded, ChangeKind::SizesGuarded, changes),
    }
}

/// Inserts a `cf.assert` in front of the reshapes in and below `root` that may not fit, and logs
/// each.
///
/// # Errors
///
/// Fails, and changes nothing, if the context lacks the StableHLO dialect.
pub fn guard_reshapes(root: OpRef<'_>, changes: &ChangeLog) -> Result<(), Failed> {
    let (guarded, change) = (GuardedOps::Reshapes, ChangeKind::ReshapeGuarded);
    guard(root, Assertions::Cf, guarded, change, changes)
}

fn guard(
    root: OpRef<'_>,
    assertions: Assertions,
    guarded: GuardedOps,
    change: ChangeKind,
    changes: &ChangeLog,
) -> Result<(), Failed> {
    let has_reshapes =
        || !ir::find_ops(root, |operation| !Reshape::all(operation).is_empty()).is_empty();
    if matches!(guarded, GuardedOps::Reshapes) && !has_reshapes() {
        return Ok(());
    }
    ir::with_context(root, |context| {
        let emitter = create_emitter(context, root)?;
        let mut guarding = SizeGuardVisitor {
            emitter,
            assertions,
            guarded,
            change,
            changes,
            scopes: vec![GuardScope::default()],
            is_guarded: false,
            marked: vec![],
        };
        visit_with(root, Analysis::default().with_checks(), &mut guarding);
        for function in guarding.marked {
            ir::set_attribute(function, GUARDED_SIZES, Attribute::unit(context));
        }
        Ok(())
    })
}

/// The visitor that guards ops.
struct SizeGuardVisitor<'a, 'l> {
    emitter: OpEmitter<'a>,
    assertions: Assertions,
    guarded: GuardedOps,
    change: ChangeKind,
    changes: &'l ChangeLog,
    /// The open scopes.
    scopes: Vec<GuardScope>,
    /// Whether the function that is visited gets no assertions.
    is_guarded: bool,
    /// The functions that are guarded: what other passes put in the place of their ops needs no more than these,
    /// but facts do not always show it.
    marked: Vec<OpRef<'a>>,
}

/// What holds at a position of a scope.
#[derive(Default)]
struct GuardScope {
    /// Whether an assertion before it always fails.
    is_dead: bool,
    /// What assertions before it check, apart from what facts know.
    checked: Vec<CheckedRelation>,
}

impl<'a> SizeGuardVisitor<'a, '_> {
    fn guard_reshapes(&mut self, analysis: &mut Analysis, operation: OpRef<'a>) {
        if self.is_guarded {
            return;
        }
        // A cast checks a size at run time. What other ops merely imply about the size does not
        // replace that check.
        let analysis = match ir::is_named(operation, tensor::CAST) {
            true => analysis.checked_or_all(),
            false => analysis,
        };
        for reshape in Reshape::all(operation) {
            if self.scope().is_dead {
                return;
            }
            let (emitter, assertions) = (&mut self.emitter, self.assertions);
            let guard = guard_reshape(emitter, analysis, operation, &reshape, assertions);
            if let Some(guard) = guard {
                self.log(operation, guard);
            }
        }
    }

    /// Returns whether what an op needs is checked, apart from what reshapes do.
    fn checks_needs(&self, operation: OpRef<'a>) -> bool {
        match self.guarded {
            GuardedOps::All => true,
            // Unused ops are removed.
            GuardedOps::Replaced { is_replaced, .. } => {
                ir::name_str(operation.name()).is_some_and(is_replaced) && !ir::is_unused(operation)
            }
            GuardedOps::Reshapes => false,
        }
    }

    fn guard_needs(&mut self, analysis: &mut Analysis, operation: OpRef<'a>) {
        if self.is_guarded {
            return;
        }
        let Some((expressions, needs)) = analysis.needs_of(operation) else {
            return;
        };
        for need in needs {
            if self.scope().is_dead {
                return;
            }
            let relation = analysis.relation_of(&expressions, &need);
            let mut checked = self.scopes.iter().flat_map(|scope| &scope.checked);
            if relation.is_some_and(|needed| checked.any(|&it| analysis.is_same(it, needed))) {
                continue;
            }
            let emitter = &mut self.emitter;
            let need = (&expressions, &need);
            let guarded = guard_need(emitter, analysis, operation, need, self.assertions);
            if let Some(guard) = guarded {
                self.log(operation, guard);
                self.scope().checked.extend(relation);
            }
        }
    }

    /// Keeps the indices in a body that are data within the tensor that they read, as StableHLO's ops do.
    fn limit_reads(&mut self, operation: OpRef<'a>) {
        for (read, indices) in reads_in_body(operation) {
            let Some(tensor) = ir::operand(read, 0) else {
                continue;
            };
            for operand in indices {
                let emitter = &mut self.emitter;
                let limited = replace_operand(emitter, read, operand, |emitter, position| {
                    let last = index(emitter.emit_dim(tensor, operand - 1)) - 1;
                    Some(index(position).min(last).max(0).emit(emitter))
                });
                if limited.is_some() {
                    let about =
                        || "limited an index in its body to the tensor that it reads".into();
                    self.changes.add_about(self.change, operation, about);
                }
            }
        }
    }

    fn log(&mut self, operation: OpRef<'a>, guard: SizeGuard) {
        self.changes
            .add_about(self.change, operation, || guard.fault);
        self.scope().is_dead |= guard.fails;
    }

    fn scope(&mut self) -> &mut GuardScope {
        self.scopes
            .last_mut()
            .expect("the outermost scope is never left")
    }
}

impl<'a> Visitor<'a, 'a, ()> for SizeGuardVisitor<'a, '_> {
    fn begin_function(&mut self, _: &mut Walk<'a, 'a, ()>, function: OpRef<'a>, _: BlockRef<'a>) {
        self.is_guarded = function.attribute(GUARDED_SIZES).is_ok();
        if let GuardedOps::Replaced { kept, .. } = &self.guarded {
            self.is_guarded |= kept.contains(&ir::address(function));
        }
        if matches!(self.guarded, GuardedOps::All) {
            self.marked.push(function);
        }
    }

    fn take(&mut self, walk: &mut Walk<'a, 'a, ()>, operation: OpRef<'a>) -> bool {
        if operation.region_count() > 0 && self.checks_needs(operation) {
            self.guard_needs(&mut walk.analysis, operation);
        }
        // IREE makes a kernel of the body of an op of `linalg`, and drops assertions from it.
        let has_kernel = operation.region_count() > 0 && indexing_maps(operation).is_some();
        if has_kernel {
            if matches!(self.guarded, GuardedOps::All) && !self.is_guarded {
                self.limit_reads(operation);
            }
            walk.analysis.learn(operation);
        }
        has_kernel
    }

    // Once an op is learned from, its sizes are assumed to be right.
    fn approach(&mut self, walk: &mut Walk<'a, 'a, ()>, operation: OpRef<'a>) {
        if ir::is_assertion(operation) {
            let predicate = ir::operand(operation, 0);
            let fails = predicate.and_then(ir::constant_integer) == Some(0);
            self.scope().is_dead |= fails;
            if !matches!(self.guarded, GuardedOps::Reshapes) {
                let checked = walk.analysis.checked_by(operation);
                self.scope().checked.extend(checked);
            }
        } else if is_reshape(operation) && !matches!(self.guarded, GuardedOps::Replaced { .. }) {
            self.guard_reshapes(&mut walk.analysis, operation);
        } else if self.checks_needs(operation) {
            self.guard_needs(&mut walk.analysis, operation);
        }
    }

    fn scope(&mut self, change: ScopeChange) {
        self.emitter.scope(change);
        match change {
            ScopeChange::Enter => {
                let is_dead = self.scope().is_dead;
                self.scopes.push(GuardScope {
                    is_dead,
                    ..GuardScope::default()
                });
            }
            ScopeChange::EnterIsolated => self.scopes.push(GuardScope::default()),
            ScopeChange::Exit | ScopeChange::ExitIsolated => drop(self.scopes.pop()),
        }
    }
}
