//! The broadcastable ops of a walk, which passes lower or guard.

use super::{
    LowerOptions, emission, emission::EmissionError, form::Form, forms::Forms, planned_op::Plans,
};
use crate::{
    analysis::{FactSource, PassOps, Walk, valid_symbols},
    ir,
    lower::{broadcastable::RuleFinder, rules::Rules},
};
use melior::ir::{BlockRef, OperationRef};
use rustc_hash::FxHashSet;

/// A walk over broadcastable ops and others.
pub type BroadcastWalk<'c, 'a, 'r> = Walk<'c, 'a, BroadcastableOps<'c, 'r>>;

/// The broadcastable ops of a walk.
pub struct BroadcastableOps<'c, 'r> {
    pub finder: RuleFinder<'c, 'r>,
    pub plans: Plans<'c>,
    /// Plans with what definitions and checks alone say.
    checked_plans: Plans<'c>,
    pub options: LowerOptions,
    /// Those that cannot be lowered and are kept, by their addresses.
    pub left: Option<&'r FxHashSet<usize>>,
    /// Whether the pass checks, or assumes, what functions' arguments declare.
    pub checks_declarations: bool,
    forms: Forms<'c, 'r>,
}

/// Visits the broadcastable ops of a walk.
pub trait BroadcastVisitor<'c: 'a, 'a, 'r> {
    /// Visits an op that verifies and can be lowered.
    fn visit(
        &mut self,
        walk: &mut BroadcastWalk<'c, 'a, 'r>,
        operation: OperationRef<'c, 'a>,
        form: &Form<'c, 'r>,
    );

    /// Handles an op that cannot be visited.
    fn fail(&mut self, operation: OperationRef<'c, 'a>, error: &EmissionError);
}

impl<'c, 'r> BroadcastableOps<'c, 'r> {
    /// Creates the ops that have rules.
    pub fn new(rules: &'r Rules, options: LowerOptions) -> Self {
        Self {
            finder: RuleFinder::new(rules),
            plans: Plans::default(),
            checked_plans: Plans::default(),
            options,
            left: None,
            checks_declarations: false,
            forms: Forms::default(),
        }
    }
}

/// Whether an assertion depends on the sizes of an op's result.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Asserted {
    /// It does not, or nothing but definitions and checks is known.
    No,
    /// It does, and they follow from definitions and checks.
    Known,
    /// It does, and they follow only because another op is legal for no other sizes.
    Said,
}

/// Learns by definitions and checks alone what holds after an op is lowered.
pub fn learn_checked<'c: 'a, 'a>(
    walk: &mut BroadcastWalk<'c, 'a, '_>,
    operation: OperationRef<'c, 'a>,
    form: &Form<'c, '_>,
) -> Asserted {
    let is_asserted = ir::result(operation, 0).is_some_and(|it| walk.analysis.is_asserted(it));
    let BroadcastableOps {
        plans,
        checked_plans,
        options,
        ..
    } = &mut walk.ops;
    if walk.analysis.checked().is_none() {
        return Asserted::No;
    }
    let knows_more = walk.analysis.knows_more_than_checked();
    let zero_extents = options.zero_extents;
    let plan = plans.plan_op(operation, form, zero_extents, &mut walk.analysis);
    let Some(checked) = walk.analysis.checked() else {
        return Asserted::No;
    };
    let checked_plan = checked_plans.plan_op(operation, form, zero_extents, checked);
    let (Ok(plan), Ok(checked_plan)) = (plan, checked_plan) else {
        return Asserted::No;
    };
    let (plan, checked_plan) = (&plan.cached.plan, &checked_plan.cached.plan);
    // Sizes are right only behind their guards.
    let has_guards = plan.has_guards_of(checked_plan);
    let asserted = match (is_asserted, has_guards && plan.has_sizes_of(checked_plan)) {
        (false, _) => Asserted::No,
        (true, true) if !knows_more => Asserted::No,
        (true, true) => Asserted::Known,
        (true, false) => Asserted::Said,
    };
    // The guards of an op are checked only if they are emitted.
    if asserted == Asserted::Said || has_guards {
        emission::learn(checked, checked_plans, *options, operation, form);
    }
    asserted
}

/// Visits an op if it is broadcastable and will be lowered; returns whether it is. An op that is kept is left to what
/// is known of ops in general.
pub fn visit_broadcastable<'c: 'a, 'a, 'r>(
    walk: &mut BroadcastWalk<'c, 'a, 'r>,
    visitor: &mut impl BroadcastVisitor<'c, 'a, 'r>,
    operation: OperationRef<'c, 'a>,
) -> bool {
    let ops = &mut walk.ops;
    if !ops.finder.has(operation) {
        return false;
    }
    if ops
        .left
        .is_some_and(|left| left.contains(&ir::address(operation)))
    {
        return false;
    }
    let rule = || ops.finder.find(operation);
    match ops.forms.find(operation, rule, ops.options) {
        Ok(form) => {
            walk.analysis.begin_op();
            visitor.visit(walk, operation, &form);
        }
        Err(error) => visitor.fail(operation, &error),
    }
    true
}

impl<'c: 'a, 'a, 'r> PassOps<'c, 'a> for BroadcastableOps<'c, 'r> {
    fn learn(walk: &mut Walk<'c, 'a, Self>, operation: OperationRef<'c, 'a>) -> bool {
        visit_broadcastable(walk, &mut Learning, operation)
    }

    // What arguments declare is learned without being checked: the pass itself checks it.
    fn begin_function(
        walk: &mut Walk<'c, 'a, Self>,
        function: OperationRef<'c, 'a>,
        block: BlockRef<'c, 'a>,
    ) {
        if !walk.ops.checks_declarations {
            return;
        }
        let analysis = &mut walk.analysis;
        analysis.learn_from(FactSource::Op, function);
        let symbols = valid_symbols(function);
        analysis.assume_declared(&ir::block_arguments(block), &symbols);
        if walk.ops.options.assumes_declarations() {
            analysis.assume_global_arguments(function, block, &symbols);
        }
    }

    fn assumes_globals(&self) -> bool {
        self.options.assumes_declarations()
    }
}

/// The visitor that learns what would hold after the ops are lowered.
struct Learning;

impl<'c: 'a, 'a, 'r> BroadcastVisitor<'c, 'a, 'r> for Learning {
    fn visit(
        &mut self,
        walk: &mut BroadcastWalk<'c, 'a, 'r>,
        operation: OperationRef<'c, 'a>,
        form: &Form<'c, 'r>,
    ) {
        learn_checked(walk, operation, form);
        let BroadcastableOps { plans, options, .. } = &mut walk.ops;
        emission::learn(&mut walk.analysis, plans, *options, operation, form);
    }

    // The lowering itself reports the error.
    fn fail(&mut self, _: OperationRef<'c, 'a>, _: &EmissionError) {}
}
