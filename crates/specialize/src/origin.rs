//! The dims of arguments that the sizes in a check come from.
//!
//! The copies have numbers in place of sizes, so this reads the functions of the input, in which each
//! size of an argument has a name.

use super::{
    Frame,
    failure::CallStep,
    functions::{Functions, argument_names, callee, may_hold_sizes},
    specializer::Positions,
};
use crate::{
    analysis::{Analysis, Calls, Visitor, Walk},
    diagnostic::place,
    ir,
};
use melior::ir::{
    BlockRef, Location, OperationRef, RegionLike, Value, ValueLike, operation::OperationLike,
};
use rustc_hash::FxHashSet;

/// A size of a function's argument, or a number in it.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
enum ArgumentSource {
    Dim { argument: usize, dim: usize },
    Number { argument: usize },
}

/// Finds the ops of a function.
pub(super) fn positions(function: OperationRef<'_, '_>) -> Positions {
    let mut positions = Positions::default();
    ir::visit_ops(function, |operation| {
        positions.insert(ir::address(operation), positions.len());
    });
    positions
}

/// A dim of an argument: its location, what it is called, and its size.
pub(super) type ArgumentSize<'c> = (Option<Location<'c>>, String, i64);

/// Returns the dims of the entry's arguments that the operands of an op depend on: the first one on a
/// path of calls, behind which comes a last one, in the function that is being specialised.
pub(super) fn origins<'c: 'a, 'a>(
    functions: &Functions<'c, 'a>,
    frames: &[Frame<'c, 'a>],
    path: &[CallStep],
    last: OperationRef<'c, 'a>,
) -> Vec<ArgumentSize<'c>> {
    let mut call = Some(last);
    let callers = frames.iter().rev().map(|frame| {
        let position = *frame.positions.get(&ir::address(call?))?;
        call = frame.call;
        Some(CallStep {
            function: frame.name.clone(),
            position,
        })
    });
    let Some(callers) = callers.collect::<Option<Vec<_>>>() else {
        return vec![];
    };
    let mut steps = path.iter().chain(&callers);
    let Some(first) = steps.next() else {
        return vec![];
    };
    let mut sources = find(functions, first, DependencyQuery::All);
    for step in steps {
        let outer = sources.into_iter();
        let outer = outer.flat_map(|source| find(functions, step, DependencyQuery::Of(source)));
        sources = outer.collect();
    }
    let mut seen = FxHashSet::default();
    sources.retain(|source| seen.insert(*source));
    let entry = frames
        .first()
        .and_then(|frame| ir::region(frame.copy, 0)?.first_block());
    let arguments = entry.map(ir::block_arguments).unwrap_or_default();
    let function = frames.first().and_then(|frame| functions.find(&frame.name));
    let callee = |operation| functions.find(ir::called_function(operation)?);
    let names = function.map(|function| argument_names(function, callee));
    let names = names.unwrap_or_default();
    let describe = |source: ArgumentSource| {
        let ArgumentSource::Dim { argument, dim } = source else {
            return None;
        };
        let &value = arguments.get(argument)?;
        let shape = ir::shaped_type(value.r#type());
        let size = shape.shape()?.get(dim)?.fixed_size()?;
        let name = match names.get(argument).copied().flatten() {
            Some(name) => format!("dim {dim} of argument #{argument} ('{name}')"),
            None => format!("dim {dim} of argument #{argument}"),
        };
        Some((Some(value.location()), name, size))
    };
    sources.into_iter().filter_map(describe).collect()
}

/// The most nested calls that are searched for a place.
const MAX_CALLS: usize = 4;

/// Returns the location of an op; if that is in no file, the first one in the function around it, or in one that it
/// calls: JAX gives none to what checks the arguments.
pub(super) fn located<'c: 'a, 'a>(
    module: OperationRef<'c, 'a>,
    operation: OperationRef<'c, 'a>,
) -> Location<'c> {
    let around = std::iter::successors(Some(operation), |op| op.parent_operation());
    let mut around = around.take_while(|&op| op != module);
    let own = around.clone().map(|op| op.location());
    let own = own.into_iter().find(|&it| place(it).is_some());
    let function = around.find(|&op| ir::is_function(op));
    let inner = || first_place(module, function?, MAX_CALLS);
    own.or_else(inner).unwrap_or(operation.location())
}

fn first_place<'c: 'a, 'a>(
    module: OperationRef<'c, 'a>,
    function: OperationRef<'c, 'a>,
    calls: usize,
) -> Option<Location<'c>> {
    let mut all = vec![];
    ir::visit_ops(function, |operation| all.push(operation));
    let own = all.iter().map(|operation| operation.location());
    let own = own.into_iter().find(|&it| place(it).is_some());
    let callees = || {
        let mut callees = all
            .iter()
            .filter_map(|&operation| callee(module, operation));
        callees.find_map(|callee| first_place(module, callee, calls.checked_sub(1)?))
    };
    own.or_else(callees)
}

/// What is asked about an op.
#[derive(Clone, Copy)]
enum DependencyQuery {
    /// Everything that its operands depend on.
    All,
    /// What an argument of the called function depends on.
    Of(ArgumentSource),
}

/// Returns the arguments of a function that the operands of an op in it depend on.
fn find<'c: 'a, 'a>(
    functions: &Functions<'c, 'a>,
    step: &CallStep,
    question: DependencyQuery,
) -> Vec<ArgumentSource> {
    let Some(function) = functions.find(&step.function) else {
        return vec![];
    };
    let positions = positions(function);
    let mut visitor = Finder {
        positions,
        position: step.position,
        question,
        arguments: vec![],
        found: vec![],
    };
    let mut walk = Walk::new(
        (),
        Analysis::default().with_facts(&functions.facts),
        Calls::default(),
    );
    walk.op(&mut visitor, function);
    visitor.found
}

/// Reads one op of a function.
struct Finder<'c, 'a> {
    positions: Positions,
    position: usize,
    question: DependencyQuery,
    arguments: Vec<Value<'c, 'a>>,
    found: Vec<ArgumentSource>,
}

impl<'c: 'a, 'a> Finder<'c, 'a> {
    /// Adds the first argument's dim that has the size of a dim of a value.
    fn add_dim(&mut self, walk: &mut Walk<'c, 'a, ()>, value: Value<'c, 'a>, dim: usize) {
        let mut arguments = self.arguments.iter().enumerate();
        let found = arguments.find_map(|(argument, &other)| {
            let dim = walk.analysis.dim_of_same_size(other, value, dim)?;
            Some(ArgumentSource::Dim { argument, dim })
        });
        self.found.extend(found);
    }

    /// Adds what a number depends on: the dims that have it as their size, or what it is computed
    /// from.
    fn add_number(&mut self, walk: &mut Walk<'c, 'a, ()>, number: Value<'c, 'a>) {
        let mut pending = vec![number];
        let mut seen = FxHashSet::default();
        while let Some(number) = pending.pop() {
            // A constant that equals the size of a dim says nothing about the dim.
            let is_constant = walk.analysis.constant_numbers(number).is_some();
            if is_constant || !seen.insert(ir::ValueKey::new(number)) {
                continue;
            }
            if let Some(argument) = self.arguments.iter().position(|it| *it == number) {
                self.found.push(ArgumentSource::Number { argument });
                continue;
            }
            let count = self.found.len();
            for (argument, &value) in self.arguments.iter().enumerate() {
                let dims = walk.analysis.dims_of_size(value, number).into_iter();
                // Several arguments may have this size: the first one does.
                if let Some(dim) = dims.min() {
                    self.found.push(ArgumentSource::Dim { argument, dim });
                    break;
                }
            }
            // A result of a call counts as computed from all its operands.
            if self.found.len() == count
                && let Some(operation) = ir::defining_op(number)
                && (walk.analysis.computes_integers(operation) || ir::is_call(operation))
            {
                let operands = operation.operands().collect::<Vec<_>>();
                pending.extend(operands.into_iter().rev());
            }
        }
    }
}

impl<'c: 'a, 'a> Visitor<'c, 'a, ()> for Finder<'c, 'a> {
    fn begin_function(
        &mut self,
        _: &mut Walk<'c, 'a, ()>,
        _: OperationRef<'c, 'a>,
        entry: BlockRef<'c, 'a>,
    ) {
        self.arguments = ir::block_arguments(entry);
    }

    fn take(&mut self, walk: &mut Walk<'c, 'a, ()>, operation: OperationRef<'c, 'a>) -> bool {
        if self.positions.get(&ir::address(operation)) == Some(&self.position) {
            self.answer(walk, operation);
        }
        false
    }
}

impl<'c: 'a, 'a> Finder<'c, 'a> {
    /// Adds what all operands of an op depend on.
    fn add_operands(&mut self, walk: &mut Walk<'c, 'a, ()>, operation: OperationRef<'c, 'a>) {
        for operand in operation.operands() {
            if may_hold_sizes(operand) {
                self.add_number(walk, operand);
            }
            let shape = ir::shaped_type(operand.r#type());
            for dim in 0..shape.shape().unwrap_or_default().len() {
                self.add_dim(walk, operand, dim);
            }
        }
    }

    fn answer(&mut self, walk: &mut Walk<'c, 'a, ()>, operation: OperationRef<'c, 'a>) {
        match self.question {
            DependencyQuery::All => {
                // A check depends only on the sizes that its condition compares. Its message may show others.
                let condition = ir::operand(operation, 0).filter(|_| ir::is_assertion(operation));
                if let Some(condition) = condition {
                    self.add_number(walk, condition);
                }
                if self.found.is_empty() {
                    self.add_operands(walk, operation);
                }
            }
            DependencyQuery::Of(ArgumentSource::Number { argument }) => {
                if let Some(operand) = ir::operand(operation, argument) {
                    self.add_number(walk, operand);
                }
            }
            DependencyQuery::Of(ArgumentSource::Dim { argument, dim }) => {
                let Some(operand) = ir::operand(operation, argument) else {
                    return;
                };
                self.add_dim(walk, operand, dim);
            }
        }
    }
}
