//! What is known of the sizes in a program before it is changed: which are equal, and how great they may be.

use crate::{
    analysis::{Analysis, Calls, Visitor, Walk},
    dialect::stablehlo,
    ir::{self, ValueKey},
    symbol::{Element, Size, Statement},
};
use melior::ir::{BlockRef, OperationRef, Value, ValueLike, operation::OperationLike};
use rustc_hash::FxHashMap;
use std::ops::Range;

/// The greatest size of each dim of an argument; `None` if there is no bound.
pub type Bounds = Vec<Option<i64>>;

/// What is known of the size of a dim.
#[derive(Clone, Copy, Debug)]
pub struct PlannedDim {
    /// Its name, which equal sizes share.
    pub name: Size,
    /// The greatest value that it may have; `i64::MAX` if nothing is known.
    pub greatest: i64,
}

/// What is known of a number.
#[derive(Clone, Copy, Debug)]
pub struct PlannedNumber {
    /// Its value.
    pub constant: Option<i64>,
    /// The name of the size that it is.
    pub name: Option<Size>,
}

/// Dims of a reshape's operand that become dims of its result, with the same number of elements.
#[derive(Clone, Debug)]
pub struct ReshapedDims {
    pub from: Range<usize>,
    pub to: Range<usize>,
}

/// What is known of a reshape.
pub struct PlannedReshape {
    pub groups: Vec<ReshapedDims>,
    /// The greatest sizes of its result, if they are known and there are elements.
    pub greatest: Vec<Option<i64>>,
}

/// What is known of the sizes in a function.
#[derive(Default)]
pub struct Plan {
    /// The dims of each tensor that has unknown ones.
    dims: FxHashMap<ValueKey, Vec<PlannedDim>>,
    /// The numbers in small tensors of integers, as far as they are known.
    numbers: FxHashMap<ValueKey, Vec<PlannedNumber>>,
    /// The reshapes, by the address of the op.
    reshapes: FxHashMap<usize, PlannedReshape>,
}

impl Plan {
    /// Learns what a function's sizes are if those of its arguments are at most those of `bounds`.
    pub fn of<'c: 'a, 'a>(function: OperationRef<'c, 'a>, bounds: &[Bounds]) -> Self {
        let mut planner = Planner {
            bounds: bounds.to_vec(),
            plan: Self::default(),
        };
        let mut walk = Walk::new((), Analysis::default(), Calls::default());
        walk.op(&mut planner, function);
        planner.plan
    }

    /// Returns what is known of a dim of a value.
    pub fn dim(&self, value: Value<'_, '_>, dim: usize) -> Option<PlannedDim> {
        self.dims.get(&ValueKey::new(value))?.get(dim).copied()
    }

    /// Returns what is known of the dims of a value, and forgets it.
    pub fn take_dims(&mut self, value: Value<'_, '_>) -> Option<Vec<PlannedDim>> {
        self.dims.remove(&ValueKey::new(value))
    }

    /// Sets what is known of the dims of a value.
    pub fn set_dims(&mut self, value: Value<'_, '_>, dims: Vec<PlannedDim>) {
        self.dims.insert(ValueKey::new(value), dims);
    }

    /// Returns what is known of the numbers in a value.
    pub fn numbers(&self, value: Value<'_, '_>) -> &[PlannedNumber] {
        self.numbers
            .get(&ValueKey::new(value))
            .map_or(&[], Vec::as_slice)
    }

    /// Returns what is known of a reshape.
    pub fn reshape(&self, operation: OperationRef<'_, '_>) -> Option<&PlannedReshape> {
        self.reshapes.get(&ir::address(operation))
    }
}

struct Planner {
    /// The greatest sizes of the function's arguments.
    bounds: Vec<Bounds>,
    plan: Plan,
}

impl Planner {
    fn record(&mut self, analysis: &mut Analysis, value: Value<'_, '_>) {
        let declared = ir::sizes_of(value.r#type());
        if declared.contains(&None) {
            let sizes = analysis.sizes(value).into_iter();
            let dims = sizes.map(|size| {
                let facts = analysis.facts();
                PlannedDim {
                    name: facts.canonical(size),
                    greatest: facts.limits(size).1,
                }
            });
            self.plan.dims.insert(ValueKey::new(value), dims.collect());
        } else if let Some(elements) = analysis.known_elements(value) {
            let facts = analysis.facts();
            let numbers = elements.into_iter().map(|element| PlannedNumber {
                constant: element.constant(),
                name: facts.as_size(element).map(|size| facts.canonical(size)),
            });
            self.plan
                .numbers
                .insert(ValueKey::new(value), numbers.collect());
        }
    }

    /// Records which dims of a reshape's operand become which of its result.
    fn record_groups(&mut self, analysis: &mut Analysis, operation: OperationRef<'_, '_>) {
        let (Some(operand), Some(result)) = (ir::operand(operation, 0), ir::result(operation, 0))
        else {
            return;
        };
        let elements = |analysis: &mut Analysis, value| {
            let sizes = analysis.sizes(value).into_iter();
            sizes.map(Element::from).collect::<Vec<_>>()
        };
        let from = elements(analysis, operand);
        let to = elements(analysis, result);
        let facts = analysis.facts();
        let mut groups = vec![];
        let (mut first, mut second) = (0, 0);
        while first < from.len() || second < to.len() {
            let ends = (first..=from.len()).flat_map(|a| (second..=to.len()).map(move |b| (a, b)));
            let mut ends = ends.collect::<Vec<_>>();
            ends.sort_by_key(|(a, b)| a + b);
            let found = ends.into_iter().find(|&(a, b)| {
                let is_rest = (a, b) == (from.len(), to.len());
                let is_any = a > first || b > second;
                is_rest
                    || is_any
                        && facts
                            .known_reshape(&from[first..a], &to[second..b])
                            .has_equal_counts
            });
            let (a, b) = found.unwrap_or((from.len(), to.len()));
            groups.push(ReshapedDims {
                from: first..a,
                to: second..b,
            });
            (first, second) = (a, b);
        }
        let sizes = facts.known_reshape(&from, &to).sizes.into_iter();
        let reshape = PlannedReshape {
            groups,
            greatest: sizes.map(|size| size.greatest).collect(),
        };
        self.plan.reshapes.insert(ir::address(operation), reshape);
    }
}

impl<'c: 'a, 'a> Visitor<'c, 'a, ()> for Planner {
    fn begin_function(
        &mut self,
        walk: &mut Walk<'c, 'a, ()>,
        _: OperationRef<'c, 'a>,
        entry: BlockRef<'c, 'a>,
    ) {
        let arguments = ir::block_arguments(entry).into_iter();
        for (argument, bounds) in arguments.zip(&self.bounds) {
            let sizes = walk.analysis.sizes(argument).into_iter();
            for (size, bound) in sizes.zip(bounds) {
                if let (Size::Symbol(_), Some(bound)) = (size, bound) {
                    let statement = Statement::AtMost(size, *bound);
                    walk.analysis.facts_mut().assume(statement);
                }
            }
        }
    }

    fn begin_block(&mut self, walk: &mut Walk<'c, 'a, ()>, block: BlockRef<'c, 'a>) {
        for argument in ir::block_arguments(block) {
            self.record(&mut walk.analysis, argument);
        }
    }

    fn pass(&mut self, walk: &mut Walk<'c, 'a, ()>, operation: OperationRef<'c, 'a>) {
        for result in operation.results() {
            self.record(&mut walk.analysis, result.into());
        }
        if matches!(
            ir::name_str(operation.name()),
            Some(stablehlo::RESHAPE | stablehlo::DYNAMIC_RESHAPE)
        ) {
            self.record_groups(&mut walk.analysis, operation);
        }
    }

    fn leave(&mut self, walk: &mut Walk<'c, 'a, ()>, operation: OperationRef<'c, 'a>) {
        for result in operation.results() {
            self.record(&mut walk.analysis, result.into());
        }
    }
}
