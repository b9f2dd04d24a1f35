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

/// The dims of a reshape's operand, group by group.
#[derive(Clone, Debug)]
pub struct ReshapeGroups {
    /// The names of the sizes of the operand's dims.
    pub names: Vec<Size>,
    pub groups: Vec<ReshapedDims>,
}

/// What is known of a reshape.
pub struct PlannedReshape {
    /// The groups of the operand's dims.
    pub whole: ReshapeGroups,
    /// If an earlier reshape has merged dims: how many each dim of the operand is merged from, and the groups of these.
    pub split: Option<(Vec<usize>, ReshapeGroups)>,
    /// The greatest sizes of its result, if they are known and there are elements.
    pub greatest: Vec<Option<i64>>,
    /// The names of sizes that those of its result equal if there are elements, where only that is known of them; it is
    /// assumed, and has to be checked.
    pub assumed: Vec<Option<Size>>,
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
    /// Learns what a function's sizes are, whose arguments have declared bounds.
    pub fn of<'c: 'a, 'a>(function: OperationRef<'c, 'a>) -> Self {
        let mut planner = Planner::default();
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

#[derive(Default)]
struct Planner {
    /// For the size of each merged dim, the sizes of the dims that a reshape has merged into it.
    merged: FxHashMap<Size, Vec<Size>>,
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
        let [from, to] = [operand, result].map(|value| analysis.sizes(value));
        let facts = analysis.facts();
        let [from, to] = [from, to].map(|sizes| {
            let names = sizes.into_iter().map(|size| facts.canonical(size));
            names.collect::<Vec<_>>()
        });
        let elements =
            |sizes: &[Size]| sizes.iter().copied().map(Element::from).collect::<Vec<_>>();
        let result_elements = elements(&to);
        let group = |names: Vec<Size>| {
            let groups = facts.reshaped_groups(&elements(&names), &result_elements);
            let groups = groups
                .into_iter()
                .map(|[from, to]| ReshapedDims { from, to });
            let groups = groups.collect();
            ReshapeGroups { names, groups }
        };
        let split = from.iter().map(|name| match self.merged.get(name) {
            Some(names) => names.clone(),
            None => vec![*name],
        });
        let split = split.collect::<Vec<_>>();
        let is_merged = split.iter().any(|names| names.len() > 1);
        let factors = split.iter().map(Vec::len).collect::<Vec<_>>();
        let split = is_merged.then(|| (factors, group(split.concat())));
        let known = facts
            .known_reshape(&elements(&from), &result_elements)
            .sizes;
        let assumed = known.iter().zip(&to).map(|(known, name)| {
            let equal = facts.canonical(known.equal?);
            (equal != *name).then_some(equal)
        });
        let reshape = PlannedReshape {
            greatest: known.iter().map(|size| size.greatest).collect(),
            assumed: assumed.collect(),
            whole: group(from),
            split,
        };
        let split = reshape.split.as_ref().map(|(_, groups)| groups);
        let ReshapeGroups { names, groups } = split.unwrap_or(&reshape.whole);
        for group in groups {
            let names = &names[group.from.clone()];
            let mut inner = names.iter().skip(1);
            let moves = inner.any(|name| matches!(name, Size::Symbol(_)));
            if let (&[merged @ Size::Symbol(_)], true) = (&to[group.to.clone()], moves) {
                self.merged.entry(merged).or_insert_with(|| names.to_vec());
            }
        }
        let facts = analysis.facts_mut();
        for (&name, assumed) in to.iter().zip(&reshape.assumed) {
            if let &Some(assumed) = assumed {
                facts.assume(Statement::Equal(name, assumed));
            }
        }
        self.plan.reshapes.insert(ir::address(operation), reshape);
    }
}

impl<'c: 'a, 'a> Visitor<'c, 'a, ()> for Planner {
    fn begin_block(&mut self, walk: &mut Walk<'c, 'a, ()>, block: BlockRef<'c, 'a>) {
        for argument in ir::block_arguments(block) {
            self.record(&mut walk.analysis, argument);
        }
    }

    fn pass(&mut self, walk: &mut Walk<'c, 'a, ()>, operation: OperationRef<'c, 'a>) {
        if matches!(
            ir::name_str(operation.name()),
            Some(stablehlo::RESHAPE | stablehlo::DYNAMIC_RESHAPE)
        ) {
            self.record_groups(&mut walk.analysis, operation);
        }
        for result in operation.results() {
            self.record(&mut walk.analysis, result.into());
        }
    }

    fn leave(&mut self, walk: &mut Walk<'c, 'a, ()>, operation: OperationRef<'c, 'a>) {
        for result in operation.results() {
            self.record(&mut walk.analysis, result.into());
        }
    }
}
