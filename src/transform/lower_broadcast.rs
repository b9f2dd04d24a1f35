//! `lower-broadcast`: lowers every broadcastable op to StableHLO in which each
//! broadcast is explicit and guarded.

mod emission;
mod message;
mod request;

use super::{
    Failed,
    broadcastable::{RuleFinder, find_broadcastable_ops},
    verify_broadcastable::verify_op,
};
use crate::{
    assertion::Assertions,
    diagnostic::{self, Severity},
    ir::{self, Emitter, Replacements, Visit},
    plan::ZeroExtents,
    rule::RuleTable,
    shape::TraitRules,
};
use melior::{
    Context,
    ir::{BlockLike, OperationRef, RegionRef, operation::OperationLike},
};

/// What `lower-broadcast` may be told.
#[derive(Clone, Copy, Debug, Default, Eq, Hash, PartialEq)]
pub struct LowerOptions {
    /// What is accepted.
    pub trait_rules: TraitRules,
    /// What checks the guards.
    pub assertions: Assertions,
    /// What 0 against 1 gives where both are known only at run time.
    pub zero_extents: ZeroExtents,
}

/// Lowers all broadcastable ops in and below `root`, at any nesting.
///
/// All of them are verified before the IR is changed. Guards, sizes and
/// broadcasts stand in front of the op that needs them, with its location; none
/// is emitted twice where the first one dominates.
///
/// # Errors
///
/// Fails, and changes nothing, if any op is wrong or has types that cannot be
/// lowered; each such op gets an error.
pub fn lower_broadcast(
    root: OperationRef<'_, '_>,
    table: &RuleTable,
    options: LowerOptions,
) -> Result<(), Failed> {
    let mut finder = RuleFinder::new(table);
    let found = find_broadcastable_ops(root, &mut finder);
    if found.is_empty() {
        return Ok(());
    }
    let mut result = Ok(());
    for (operation, rule) in found {
        let checked = verify_op(operation, rule, options.trait_rules)
            .and_then(|(op, _)| request::check(&op, options.zero_extents));
        if checked.is_err() {
            result = Err(Failed);
        }
    }
    result?;

    ir::with_context(root, |context| {
        lower_verified(context, root, finder, options)
    })
}

fn lower_verified<'c, 'a>(
    context: &'c Context,
    root: OperationRef<'c, 'a>,
    finder: RuleFinder<'_>,
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
    let mut lowering = Lowering {
        finder,
        options,
        emitter,
        replacements: Replacements::default(),
    };
    lowering.lower_op(root);
    lowering.replacements.erase();
    Ok(())
}

struct Lowering<'c, 'a, 'r> {
    finder: RuleFinder<'r>,
    options: LowerOptions,
    emitter: Emitter<'c, 'a>,
    replacements: Replacements<'c, 'a>,
}

impl<'c, 'a> Lowering<'c, 'a, '_> {
    fn lower_op(&mut self, operation: OperationRef<'c, 'a>) {
        if let Some(rule) = self.finder.find(operation) {
            if let Some(value) = emission::emit(&mut self.emitter, self.options, operation, rule) {
                self.replacements.replace(operation, value);
            }
            return;
        }
        emission::record_existing_size(&mut self.emitter, operation);
        if operation.region_count() == 0 {
            return;
        }
        let is_isolated = ir::may_be_isolated_from_above(operation);
        for region in operation.regions() {
            if is_isolated {
                self.emitter.enter_isolated();
            }
            self.lower_region(region);
            if is_isolated {
                self.emitter.exit_isolated();
            }
        }
    }

    fn lower_region(&mut self, region: RegionRef<'c, 'a>) {
        for visit in ir::visit_dominator_tree(region) {
            let block = match visit {
                Visit::Enter(block) => block,
                Visit::Exit => {
                    self.emitter.exit();
                    continue;
                }
            };
            self.emitter.enter();
            let mut next = block.first_operation();
            while let Some(operation) = next {
                next = operation.next_in_block();
                self.lower_op(operation);
            }
        }
    }
}
