//! The walk over ops in dominance order: blocks, loops and calls.
//!
//! The walk keeps track of what is known at each op. A [`Visitor`] decides what to do with the
//! op.

use super::{
    LowerOptions,
    emission::EmissionError,
    entry::is_assumed,
    form::{Form, Forms},
    request::Plans,
    trial::Trial,
};
use crate::{
    analysis::{Analysis, BranchRow, Branches, Calls, CarriedRows, Control, FactSource, unrelated},
    ir,
    transform::{broadcastable::RuleFinder, rules::Rules},
};
use melior::ir::{
    BlockLike, BlockRef, OperationRef, RegionLike, RegionRef, operation::OperationLike,
};
use rustc_hash::FxHashSet;

/// How often the hypothesis about a loop is weakened until it holds.
const MAX_ROUNDS: usize = 4;

/// The nesting depth of loops up to which trial walks are used; further inside, nothing is
/// assumed. This bounds the cost of nested loops.
const MAX_TRIALS: usize = 3;

/// Visits the ops of a walk.
pub trait Visitor<'c: 'a, 'a, 'r>: Sized {
    /// Returns how many trial walks are in progress, including this one.
    fn trials(&self) -> usize;

    /// Visits a broadcastable op that verifies and can be lowered.
    fn visit(
        &mut self,
        walk: &mut Walk<'c, 'a, 'r>,
        operation: OperationRef<'c, 'a>,
        form: &Form<'c, 'r>,
    );

    /// Handles a broadcastable op that cannot be visited.
    fn fail(&mut self, operation: OperationRef<'c, 'a>, error: &EmissionError);

    /// Visits any other op without regions, after it has been learned from.
    fn pass(&mut self, _: &mut Walk<'c, 'a, 'r>, _: OperationRef<'c, 'a>) {}

    /// Visits a function, in the scope of its first block.
    fn begin_function(
        &mut self,
        _: &mut Walk<'c, 'a, 'r>,
        _: OperationRef<'c, 'a>,
        _: BlockRef<'c, 'a>,
    ) {
    }

    /// Begins a scope: a block and what it dominates.
    fn enter(&mut self);

    /// Ends a scope.
    fn exit(&mut self);

    /// Begins a scope in which no value from outside may be used.
    fn enter_isolated(&mut self);

    /// Ends such a scope.
    fn exit_isolated(&mut self);
}

/// A walk, with what is known at its current position.
pub struct Walk<'c, 'a, 'r> {
    pub finder: RuleFinder<'c, 'r>,
    pub plans: Plans<'c>,
    pub options: LowerOptions,
    pub analysis: Analysis,
    /// Functions to skip, by their addresses.
    pub done: FxHashSet<usize>,
    /// Broadcastable ops that cannot be lowered and are kept, by their addresses.
    pub left: Option<&'r FxHashSet<usize>>,
    forms: Forms<'c, 'r>,
    calls: Calls<'c, 'a>,
}

/// The result of walking a region.
#[derive(Default)]
struct Yielded {
    /// The rows of the values that its only block yields.
    rows: Option<Vec<BranchRow>>,
    /// The weakened hypothesis about its arguments.
    carried: Option<CarriedRows>,
}

impl<'c: 'a, 'a, 'r> Walk<'c, 'a, 'r> {
    /// Creates a walk that has not started.
    pub fn new(
        rules: &'r Rules,
        options: LowerOptions,
        analysis: Analysis,
        calls: Calls<'c, 'a>,
    ) -> Self {
        Self {
            finder: RuleFinder::new(rules),
            plans: Plans::default(),
            options,
            analysis,
            done: FxHashSet::default(),
            left: None,
            forms: Forms::default(),
            calls,
        }
    }

    /// Visits an op, or the ops in its regions, and learns from it.
    pub fn op(&mut self, visitor: &mut impl Visitor<'c, 'a, 'r>, operation: OperationRef<'c, 'a>) {
        if !self.finder.has(operation) {
            self.inside(visitor, operation);
            return;
        }
        if self
            .left
            .is_some_and(|left| left.contains(&ir::address(operation)))
        {
            return;
        }
        let rule = || self.finder.find(operation);
        match self.forms.find(operation, rule, self.options) {
            Ok(form) => {
                self.analysis.begin_op();
                visitor.visit(self, operation, &form);
            }
            Err(error) => visitor.fail(operation, &error),
        }
    }

    /// Visits the ops in the regions of an op, and learns from it.
    fn inside(&mut self, visitor: &mut impl Visitor<'c, 'a, 'r>, operation: OperationRef<'c, 'a>) {
        if operation.region_count() == 0 {
            self.learn(visitor, operation);
            visitor.pass(self, operation);
            return;
        }
        let carried = self.carried_by(visitor, operation);
        if let Some((_, carried)) = carried.as_ref().filter(|_| visitor.trials() > 0)
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
        let mut yielded = vec![];
        for region in operation.regions() {
            let found = match is_isolated {
                true => self.isolated(visitor, |walk, visitor| {
                    walk.region(visitor, region, carried.as_ref())
                }),
                false => self.region(visitor, region, carried.as_ref()),
            };
            yielded.push(found.rows);
        }
        self.analysis.learn_from(FactSource::Op, operation);
        self.analysis.learn_from_branches(operation, &yielded);
        if let Some((_, carried)) = carried {
            let results = operation.results().map(Into::into);
            self.analysis.assume_carried(results, &carried);
        }
        self.learn(visitor, operation);
    }

    fn learn(&mut self, visitor: &mut impl Visitor<'c, 'a, 'r>, operation: OperationRef<'c, 'a>) {
        self.analysis.learn(operation);
        if ir::name_str(operation.name()).is_some_and(ir::is_call) {
            if is_assumed(self.options)
                && let Some(callee) = self.calls.callee(operation)
            {
                self.analysis.assume_global_operands(operation, callee);
            }
            self.calls.learn(&mut self.analysis, operation);
            if visitor.trials() == 0 {
                self.calls.record(&mut self.analysis, operation);
            }
        }
        for result in operation.results() {
            self.analysis.name_sizes(result.into());
        }
    }

    /// Returns what is known of the arguments of an op's regions in every run, from the
    /// returned argument on.
    fn carried_by(
        &mut self,
        visitor: &mut impl Visitor<'c, 'a, 'r>,
        operation: OperationRef<'c, 'a>,
    ) -> Option<(usize, CarriedRows)> {
        if self.analysis.is_off() {
            return None;
        }
        if let Some(arguments) = self.calls.arguments(operation) {
            return Some((0, arguments));
        }
        let Control::Loop(r#loop) = self.analysis.control_of(operation) else {
            return None;
        };
        let body = ir::region(operation, r#loop.body)?;
        let inits = operation.operands().skip(r#loop.first_operand);
        let mut carried = self.analysis.carried_rows(inits);
        if carried.iter().all(|row| row.is_empty()) {
            // There is nothing to find out, for example for counters.
            return Some((r#loop.first_argument, carried));
        }
        if visitor.trials() < MAX_TRIALS {
            let mut trial = Trial::within(visitor.trials());
            for _ in 0..MAX_ROUNDS {
                let hypothesis = (r#loop.first_argument, carried);
                let left = self.region(&mut trial, body, Some(&hypothesis)).carried;
                carried = hypothesis.1;
                match left {
                    Some(left) if left == carried => {
                        return Some((r#loop.first_argument, carried));
                    }
                    Some(left) => carried = left,
                    None => break,
                }
            }
        }
        Some((r#loop.first_argument, unrelated(&carried)))
    }

    /// Learns how the results of called functions depend on their arguments.
    pub fn learn_from_callees(&mut self) {
        let mut trial = Trial::within(0);
        for function in self.calls.called() {
            let Some(body) = ir::region(function, 0) else {
                continue;
            };
            let Some(entry) = body.first_block() else {
                continue;
            };
            self.isolated(&mut trial, |walk, trial| {
                let arguments = ir::block_arguments(entry)
                    .into_iter()
                    .map(|argument| walk.analysis.row(argument))
                    .collect::<Vec<_>>();
                // Canonical names are the oldest ones, so results that equal an argument have
                // its name.
                if let Some(results) = walk.region(trial, body, None).rows {
                    let results = results.into_iter().map(|row| row.names);
                    let results = results.collect::<Vec<_>>();
                    walk.calls.set_results(function, &arguments, &results);
                }
            });
        }
    }

    /// Visits a region; `carried` is what is known of its arguments from an index on.
    fn region(
        &mut self,
        visitor: &mut impl Visitor<'c, 'a, 'r>,
        region: RegionRef<'c, 'a>,
        carried: Option<&(usize, CarriedRows)>,
    ) -> Yielded {
        let mut yielded = Yielded::default();
        let mut branches = Branches::default();
        let has_one_block = region
            .first_block()
            .is_some_and(|block| block.next_in_region().is_none());
        let mut is_entry = true;
        self.blocks(visitor, region, |walk, visitor, block| {
            if !is_entry {
                if let Some(operation) = block.parent_operation() {
                    walk.analysis.learn_from(FactSource::Branches, operation);
                }
                branches.learn(&mut walk.analysis, block);
            } else if let Some((first, carried)) = carried {
                if let Some(operation) = block.parent_operation() {
                    let kind = match ir::is_function(operation) {
                        true => FactSource::Calls,
                        false => FactSource::Op,
                    };
                    walk.analysis.learn_from(kind, operation);
                }
                let arguments = ir::block_arguments(block).into_iter().skip(*first);
                walk.analysis.assume_carried(arguments, carried);
            }
            for argument in ir::block_arguments(block) {
                walk.analysis.name_sizes(argument);
            }
            walk.analysis.learn_from_predicate(block);
            if is_entry
                && let Some(function) = block.parent_operation().filter(|&op| ir::is_function(op))
            {
                visitor.begin_function(walk, function, block);
            }
            is_entry = false;
            let Some(last) = walk.block(visitor, block) else {
                return;
            };
            if has_one_block {
                yielded.rows = walk.analysis.yielded_rows(last);
                let refine = |(_, carried): &(usize, CarriedRows)| {
                    walk.analysis.refine_carried(carried, last.operands())
                };
                yielded.carried = carried.map(refine);
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
        visitor: &mut impl Visitor<'c, 'a, 'r>,
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
    fn blocks<V: Visitor<'c, 'a, 'r>>(
        &mut self,
        visitor: &mut V,
        region: RegionRef<'c, 'a>,
        mut inside: impl FnMut(&mut Self, &mut V, BlockRef<'c, 'a>),
    ) {
        for visit in ir::visit_dominator_tree(region) {
            match visit {
                ir::Visit::Enter(block) => {
                    self.analysis.enter();
                    visitor.enter();
                    inside(self, visitor, block);
                }
                ir::Visit::Exit => {
                    visitor.exit();
                    self.analysis.exit();
                }
            }
        }
    }

    /// Calls `inside` in an isolated scope.
    fn isolated<V: Visitor<'c, 'a, 'r>, T>(
        &mut self,
        visitor: &mut V,
        inside: impl FnOnce(&mut Self, &mut V) -> T,
    ) -> T {
        self.analysis.enter_isolated();
        visitor.enter_isolated();
        let value = inside(self, visitor);
        visitor.exit_isolated();
        self.analysis.exit_isolated();
        value
    }
}
