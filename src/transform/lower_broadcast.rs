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
    analysis::{Analysis, Sizes},
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
}

impl Default for LowerOptions {
    fn default() -> Self {
        Self {
            trait_rules: TraitRules::default(),
            assertions: Assertions::default(),
            zero_extents: ZeroExtents::default(),
            facts: true,
        }
    }
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
        analysis: Analysis::new(),
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
    analysis: Analysis,
    replacements: Replacements<'c, 'a>,
}

impl<'c, 'a> Lowering<'c, 'a, '_> {
    fn lower_op(&mut self, operation: OperationRef<'c, 'a>) {
        let Some(rule) = self.finder.find(operation) else {
            self.lower_inside(operation);
            return;
        };
        let mut nothing_known;
        let analysis = if self.options.facts {
            &mut self.analysis
        } else {
            nothing_known = Analysis::new();
            &mut nothing_known
        };
        let value = emission::emit(&mut self.emitter, analysis, self.options, operation, rule);
        if let Some(value) = value {
            self.replacements.replace(operation, value);
        }
    }

    /// Lowers what is in the regions of an op, and learns from it.
    fn lower_inside(&mut self, operation: OperationRef<'c, 'a>) {
        let is_isolated = operation.region_count() > 0 && ir::may_be_isolated_from_above(operation);
        let mut yielded = vec![];
        for region in operation.regions() {
            if is_isolated {
                self.emitter.enter_isolated();
                self.analysis.enter_isolated();
            }
            yielded.push(self.lower_region(region));
            if is_isolated {
                self.emitter.exit_isolated();
                self.analysis.exit_isolated();
            }
        }
        if self.options.facts {
            self.analysis.learn(operation);
            self.analysis.learn_from_branches(operation, &yielded);
        }
        self.record_existing_size(operation);
    }

    /// Notes the size that the input holds, if the op is a
    /// `stablehlo.get_dimension_size`.
    fn record_existing_size(&mut self, operation: OperationRef<'c, 'a>) {
        if ir::name_str(operation.name()) != Some("stablehlo.get_dimension_size") {
            return;
        }
        let (Ok(operand), Ok(result)) = (operation.operand(0), OperationRef::result(operation, 0))
        else {
            return;
        };
        let dim = ir::integer(operation, "dimension").and_then(|dim| usize::try_from(dim).ok());
        let Some(dim) = dim else {
            return;
        };
        self.emitter
            .record_dimension_size(operand, dim, result.into());
        if self.options.facts
            && let Some(&size) = self.analysis.sizes(operand).get(dim)
        {
            let size = self.analysis.facts().canonical(size);
            self.emitter.record_size(size, result.into());
        }
    }

    /// Lowers a region; returns the sizes of what it yields, if it has one block.
    fn lower_region(&mut self, region: RegionRef<'c, 'a>) -> Option<Vec<Sizes>> {
        let mut yielded = None;
        let visits = ir::visit_dominator_tree(region);
        for visit in &visits {
            let block = match visit {
                Visit::Enter(block) => block,
                Visit::Exit => {
                    self.emitter.exit();
                    self.analysis.exit();
                    continue;
                }
            };
            self.emitter.enter();
            self.analysis.enter();
            let mut next = block.first_operation();
            while let Some(operation) = next {
                next = operation.next_in_block();
                self.lower_op(operation);
                if next.is_none() && visits.len() == 2 && self.options.facts {
                    yielded = Some(self.analysis.operand_sizes(operation));
                }
            }
        }
        yielded
    }
}
