//! `lower-broadcast`: lowers every broadcastable op to StableHLO in which each
//! broadcast is explicit and guarded.

mod emission;
mod entry;
mod form;
mod lowering;
mod message;
mod request;
mod requirements;

use super::{
    Failed,
    broadcastable::{RuleFinder, visit_broadcastable_ops},
    rules::Rules,
};
use crate::{
    assertion::Assertions,
    diagnostic::{self, Severity},
    ir::{self, Emitter},
    plan::ZeroExtents,
    shape::TraitRules,
};
use form::Forms;
use melior::{
    Context,
    ir::{OperationRef, operation::OperationLike},
};

/// What `lower-broadcast` may be told.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub struct LowerOptions {
    /// What is accepted.
    pub trait_rules: TraitRules,
    /// What checks the guards.
    pub assertions: Assertions,
    /// What 0 against 1 gives where both are known only at run time.
    pub zero_extents: ZeroExtents,
    /// Whether what is known of sizes from other ops is used. Without it, each op
    /// is lowered on its own.
    pub facts: bool,
    /// Whether what function arguments declare of their dims is taken for
    /// granted. Without it, it is checked where the function begins.
    pub assume_symbols: bool,
    /// Whether guards that depend on the sizes of a function's arguments only are
    /// checked where the function begins.
    pub hoist_assertions: bool,
    /// Whether an op that verifies but cannot be lowered stays, with a remark
    /// that says why. Without it, it is an error.
    pub allow_partial: bool,
}

impl Default for LowerOptions {
    fn default() -> Self {
        Self {
            trait_rules: TraitRules::default(),
            assertions: Assertions::default(),
            zero_extents: ZeroExtents::default(),
            facts: true,
            assume_symbols: false,
            hoist_assertions: false,
            allow_partial: false,
        }
    }
}

/// Lowers all broadcastable ops in and below `root`, at any nesting, and checks
/// where functions begin what their arguments declare of their dims.
///
/// All of them are verified before the IR is changed. Guards, sizes and
/// broadcasts stand in front of the op that needs them, with its location; none
/// is emitted twice where the first one dominates.
///
/// # Errors
///
/// Fails, and changes nothing, if any op is wrong or cannot be lowered; each such
/// op gets an error. Under `allow_partial`, one that is right but cannot be
/// lowered gets a remark and stays. Fails also where a hook does: its op gets an
/// error and stays, while others are lowered.
pub fn lower_broadcast(
    root: OperationRef<'_, '_>,
    rules: &Rules,
    options: LowerOptions,
) -> Result<(), Failed> {
    let declarations = entry::check(root, options);
    let has_declarations = !matches!(declarations, Ok(false));
    let mut result = declarations.map(|_| ());
    let mut finder = RuleFinder::new(rules);
    let mut forms = Forms::default();
    let mut has_ops = false;
    visit_broadcastable_ops(root, &mut finder, |operation, rule| {
        has_ops = true;
        if forms.check(operation, rule, options).is_err() {
            result = Err(Failed);
        }
    });
    if !has_ops && !has_declarations {
        return Ok(());
    }
    result?;

    ir::with_context(root, |context| {
        lower_verified(context, root, finder, forms, options)
    })
}

fn lower_verified<'c, 'a>(
    context: &'c Context,
    root: OperationRef<'c, 'a>,
    finder: RuleFinder<'c, '_>,
    forms: Forms<'c, '_>,
    options: LowerOptions,
) -> Result<(), Failed> {
    let Some(emitter) = Emitter::new(context) else {
        diagnostic::emit(
            root.location(),
            Severity::Error,
            "the dialect 'stablehlo' is not registered in this context",
            &[],
        );
        return Err(Failed);
    };
    let ops = options.assertions.backend().ops();
    if let Some(op) = ops.iter().find(|op| !context.is_registered_operation(op)) {
        let message = format!("the op '{op}' is not registered in this context");
        diagnostic::emit(root.location(), Severity::Error, &message, &[]);
        return Err(Failed);
    }
    lowering::lower(root, finder, forms, emitter, options)
}
