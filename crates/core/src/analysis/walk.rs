//! The walk over ops in dominance order: blocks, loops and calls.
//!
//! The walk keeps track of what is known at each op. A [`Visitor`] decides what to do with the
//! op.
//!
//! # One walk, several visitors
//!
//! `analysis/walk.rs` visits ops in dominance order, through blocks, loops and calls, and
//! maintains the facts at each position. A visitor processes the ops: one lowers, one only learns
//! what would hold (for loops), one simplifies. The ops that a pass treats itself come with the
//! walk (`PassOps`), so that the analysis knows nothing of rules and plans. With `facts=off` the
//! walk has an analysis that never learns.

mod computation;
mod dry_run;
mod loops;

pub use dry_run::DryRun;

use super::{Analysis, BranchRow, Branches, Calls, CarriedRows, Control, FactSource};
use crate::{ir, scoped_map::ScopeChange, symbol::Recorded};
use melior::ir::{
    BlockLike, BlockRef, OperationRef, RegionLike, RegionRef, operation::OperationLike,
};
use rustc_hash::FxHashSet;

/// The ops that a pass treats itself: the analysis does not know them.
pub trait PassOps<'c: 'a, 'a>: Sized {
    /// Learns from an op what would hold after the pass, if it is one of these; returns whether
    /// it is.
    fn learn(_: &mut Walk<'c, 'a, Self>, _: OperationRef<'c, 'a>) -> bool {
        false
    }

    /// Learns in a dry run what holds at the entry of a function after the pass, in the scope of
    /// its first block.
    fn begin_function(_: &mut Walk<'c, 'a, Self>, _: OperationRef<'c, 'a>, _: BlockRef<'c, 'a>) {}

    /// Returns whether the declarations of globals are assumed to hold.
    fn assumes_globals(&self) -> bool {
        false
    }
}

/// A pass that treats no ops itself.
impl<'c: 'a, 'a> PassOps<'c, 'a> for () {}

/// Visits the ops of a walk.
pub trait Visitor<'c: 'a, 'a, O>: Sized {
    /// Returns how many dry runs are in progress, including this one.
    fn dry_runs(&self) -> usize {
        0
    }

    /// Returns whether the visitor itself determines what loops keep, so that dry runs are not needed.
    fn knows_loops(&self) -> bool {
        false
    }

    /// Visits an op that the pass treats itself; returns whether it is one. Others are learned
    /// from, and the ops in their regions are visited.
    fn take(&mut self, _: &mut Walk<'c, 'a, O>, _: OperationRef<'c, 'a>) -> bool {
        false
    }

    /// Visits any other op without regions, before it is learned from.
    fn approach(&mut self, _: &mut Walk<'c, 'a, O>, _: OperationRef<'c, 'a>) {}

    /// Visits any other op without regions, after it has been learned from.
    fn pass(&mut self, _: &mut Walk<'c, 'a, O>, _: OperationRef<'c, 'a>) {}

    /// Visits an op with regions that is not taken, after it has been learned from.
    fn leave(&mut self, _: &mut Walk<'c, 'a, O>, _: OperationRef<'c, 'a>) {}

    /// Visits a block in its scope, once everything is known of its arguments.
    fn begin_block(&mut self, _: &mut Walk<'c, 'a, O>, _: BlockRef<'c, 'a>) {}

    /// Visits a function, in the scope of its first block.
    fn begin_function(
        &mut self,
        _: &mut Walk<'c, 'a, O>,
        _: OperationRef<'c, 'a>,
        _: BlockRef<'c, 'a>,
    ) {
    }

    /// Begins or ends a scope: a block and what it dominates, or one in which no value from outside may
    /// be used.
    fn scope(&mut self, _: ScopeChange) {}
}

/// A walk, with what is known at its current position.
pub struct Walk<'c, 'a, O> {
    /// The ops that the pass treats itself.
    pub ops: O,
    /// What is known.
    pub analysis: Analysis,
    /// Functions to skip, by their addresses.
    pub done: FxHashSet<usize>,
    /// The calls, if the walk sees the callers.
    pub calls: Calls<'c, 'a>,
}

/// Hypotheses about the values that a region gets and yields.
#[derive(Clone, Copy)]
struct Hypothesis<'s> {
    /// The first argument of the region that the hypothesis concerns.
    first_argument: usize,
    /// The assumption about the arguments from that one on.
    arguments: &'s CarriedRows,
    /// The claim to confirm about the values that the region yields to the next iteration.
    next: &'s CarriedRows,
}

/// The result of walking a region.
#[derive(Default)]
struct Yielded {
    /// The rows of the values that its only block yields.
    rows: Option<Vec<BranchRow>>,
    /// The weakened hypothesis about the next iteration.
    next: Option<CarriedRows>,
    /// The statements that its only block has assumed, if the region is one of an op's
    /// branches.
    assumed: Recorded,
}

impl<'c: 'a, 'a, O: PassOps<'c, 'a>> Walk<'c, 'a, O> {
    /// Creates a walk that has not started.
    pub fn new(ops: O, analysis: Analysis, calls: Calls<'c, 'a>) -> Self {
        Self {
            ops,
            analysis,
            done: FxHashSet::default(),
            calls,
        }
    }

    /// Visits an op, or the ops in its regions, and learns from it.
    pub fn op(&mut self, visitor: &mut impl Visitor<'c, 'a, O>, operation: OperationRef<'c, 'a>) {
        if !visitor.take(self, operation) {
            self.inside(visitor, operation);
            if operation.region_count() > 0 {
                visitor.leave(self, operation);
            }
        }
    }

    /// Visits the ops in the regions of an op, and learns from it.
    fn inside(&mut self, visitor: &mut impl Visitor<'c, 'a, O>, operation: OperationRef<'c, 'a>) {
        if operation.region_count() == 0 {
            visitor.approach(self, operation);
            self.learn(visitor, operation);
            visitor.pass(self, operation);
            return;
        }
        if !self.analysis.is_off() {
            match self.analysis.control_of(operation) {
                Control::TwoPartLoop => return self.two_part_loop(visitor, operation),
                Control::Computation => return self.computation(visitor, operation),
                _ => {}
            }
        }
        let carried = self.carried_by(visitor, operation);
        if let Some((_, carried)) = carried.as_ref().filter(|_| visitor.dry_runs() > 0)
            && matches!(self.analysis.control_of(operation), Control::Loop(_))
        {
            // Facts from inside end inside, so everything needed is known already.
            let results = operation.results().map(Into::into);
            self.analysis.learn_from(FactSource::Op, operation);
            self.analysis.assume_carried(results, carried);
            self.learn(visitor, operation);
            return;
        }
        let is_isolated = ir::may_be_isolated_from_above(operation);
        let hypothesis = carried
            .as_ref()
            .map(|(first_argument, carried)| Hypothesis {
                first_argument: *first_argument,
                arguments: carried,
                next: carried,
            });
        let mut yielded = vec![];
        let mut assumed = None;
        for region in operation.regions() {
            let found = match is_isolated {
                true => self.isolated(visitor, |walk, visitor| {
                    walk.region(visitor, region, hypothesis)
                }),
                false => self.region(visitor, region, hypothesis),
            };
            yielded.push(found.rows);
            match &mut assumed {
                None => assumed = Some(found.assumed),
                Some(assumed) => assumed.retain_common(&found.assumed),
            }
        }
        self.analysis.learn_from(FactSource::Op, operation);
        if let Some(assumed) = assumed {
            self.analysis.facts_mut().assume_recorded(assumed);
        }
        self.analysis.learn_from_branches(operation, &yielded);
        if let Some((_, carried)) = carried {
            let results = operation.results().map(Into::into);
            self.analysis.assume_carried(results, &carried);
        }
        self.learn(visitor, operation);
    }

    fn learn(&mut self, visitor: &mut impl Visitor<'c, 'a, O>, operation: OperationRef<'c, 'a>) {
        self.analysis.learn(operation);
        if !self.calls.is_empty() && ir::is_call(operation) {
            if self.ops.assumes_globals()
                && let Some(callee) = self.calls.callee(operation)
            {
                self.analysis.assume_global_operands(operation, callee);
            }
            self.calls.learn(&mut self.analysis, operation);
            if visitor.dry_runs() == 0 {
                self.calls.record(&mut self.analysis, operation);
            }
        }
        for result in operation.results() {
            self.analysis.name_sizes(result.into());
        }
    }

    /// Learns how the results of called functions depend on their arguments.
    pub fn learn_from_callees(&mut self) {
        let mut dry_run = DryRun::within(0);
        for function in self.calls.called() {
            let Some(body) = ir::region(function, 0) else {
                continue;
            };
            let Some(entry) = body.first_block() else {
                continue;
            };
            self.isolated(&mut dry_run, |walk, dry_run| {
                let arguments = ir::block_arguments(entry)
                    .into_iter()
                    .map(|argument| walk.analysis.row(argument))
                    .collect::<Vec<_>>();
                // Canonical names are the oldest ones, so results that equal an argument have
                // its name.
                if let Some(results) = walk.region(dry_run, body, None).rows {
                    let results = results.into_iter().map(|row| row.names);
                    let results = results.collect::<Vec<_>>();
                    walk.calls.set_results(function, &arguments, &results);
                }
            });
        }
    }

    /// Visits a region, perhaps of a loop, on a hypothesis about the values that it carries.
    fn region(
        &mut self,
        visitor: &mut impl Visitor<'c, 'a, O>,
        region: RegionRef<'c, 'a>,
        hypothesis: Option<Hypothesis<'_>>,
    ) -> Yielded {
        let mut yielded = Yielded::default();
        let mut branches = Branches::default();
        let has_one_block = region
            .first_block()
            .is_some_and(|block| block.next_in_region().is_none());
        let mut is_entry = true;
        let is_branch = has_one_block
            && region
                .first_block()
                .and_then(|block| block.parent_operation())
                .is_some_and(|operation| self.analysis.runs_one_region(operation));
        self.blocks(visitor, region, |walk, visitor, block| {
            if !is_entry {
                if let Some(operation) = block.parent_operation() {
                    walk.analysis.learn_from(FactSource::Branches, operation);
                }
                branches.learn(&mut walk.analysis, block);
            } else if let Some(hypothesis) = hypothesis {
                if let Some(operation) = block.parent_operation() {
                    let kind = match ir::is_function(operation) {
                        true => FactSource::Calls,
                        false => FactSource::Op,
                    };
                    walk.analysis.learn_from(kind, operation);
                    walk.analysis.has_said |= kind == FactSource::Calls;
                }
                let arguments = ir::block_arguments(block).into_iter();
                let arguments = arguments.skip(hypothesis.first_argument);
                walk.analysis
                    .assume_carried(arguments.clone(), hypothesis.arguments);
                if let Some(function) = block.parent_operation()
                    && let Some(checked) = walk.calls.checked_arguments(function)
                {
                    walk.analysis.assume_checked(arguments, &checked);
                }
            }
            if is_branch {
                walk.analysis.facts_mut().begin_branch();
            }
            for argument in ir::block_arguments(block) {
                walk.analysis.name_sizes(argument);
            }
            walk.analysis.learn_from_predicate(block);
            visitor.begin_block(walk, block);
            if is_entry
                && let Some(function) = block.parent_operation().filter(|&op| ir::is_function(op))
            {
                walk.analysis.assume_bounds(function, block);
                visitor.begin_function(walk, function, block);
            }
            is_entry = false;
            let last = walk.block(visitor, block);
            if is_branch {
                yielded.assumed = walk.analysis.facts_mut().end_branch();
            }
            let Some(last) = last else {
                return;
            };
            if has_one_block {
                yielded.rows = walk.analysis.yielded_rows(last);
                let refine = |hypothesis: Hypothesis<'_>| {
                    let next = hypothesis.next;
                    walk.analysis.refine_carried(next, last.operands())
                };
                yielded.next = hypothesis.map(refine);
            } else {
                branches.record(&mut walk.analysis, last);
            }
        });
        yielded
    }

    /// Visits a block's ops; returns the last one.
    ///
    /// Functions whose calls are all known are visited after their callers.
    fn block(
        &mut self,
        visitor: &mut impl Visitor<'c, 'a, O>,
        block: BlockRef<'c, 'a>,
    ) -> Option<OperationRef<'c, 'a>> {
        let mut last = None;
        let mut called = vec![];
        let mut next = block.first_operation();
        while let Some(operation) = next {
            next = operation.next_in_block();
            last = Some(operation);
            if self.done.contains(&ir::address(operation)) {
                continue;
            }
            if self.calls.is_after_its_callers(operation) {
                called.push(operation);
            } else {
                self.op(visitor, operation);
            }
        }
        called.sort_by_key(|&function| self.calls.rank(function));
        for function in called {
            self.op(visitor, function);
        }
        last
    }

    /// Calls `inside` with each block of a region, in a scope that encloses the scopes of the
    /// blocks that it dominates.
    fn blocks<V: Visitor<'c, 'a, O>>(
        &mut self,
        visitor: &mut V,
        region: RegionRef<'c, 'a>,
        mut inside: impl FnMut(&mut Self, &mut V, BlockRef<'c, 'a>),
    ) {
        for visit in ir::visit_dominator_tree(region) {
            match visit {
                ir::Visit::Enter(block) => {
                    self.scope(visitor, ScopeChange::Enter);
                    inside(self, visitor, block);
                }
                ir::Visit::Exit => self.scope(visitor, ScopeChange::Exit),
            }
        }
    }

    /// Calls `inside` in an isolated scope.
    fn isolated<V: Visitor<'c, 'a, O>, T>(
        &mut self,
        visitor: &mut V,
        inside: impl FnOnce(&mut Self, &mut V) -> T,
    ) -> T {
        self.scope(visitor, ScopeChange::EnterIsolated);
        let value = inside(self, visitor);
        self.scope(visitor, ScopeChange::ExitIsolated);
        value
    }

    fn scope<V: Visitor<'c, 'a, O>>(&mut self, visitor: &mut V, change: ScopeChange) {
        self.analysis.scope(change);
        visitor.scope(change);
    }
}
