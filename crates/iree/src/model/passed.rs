//! What loops and branches pass on.

use crate::{model::rows::makes_rows, ops::*, prelude::*};

/// A value that a loop or branch passes on.
pub struct Passed<'a> {
    /// Its position among the values that the op passes on.
    pub number: usize,
    /// The operands that it comes from.
    pub from: Vec<(OpRef<'a>, usize)>,
    /// The arguments and results that are equal to it.
    pub to: Vec<Value<'a>>,
}

impl<'a> Passed<'a> {
    /// Returns the value's type, if it is the same everywhere, a tensor's, and has no encoding.
    pub fn r#type(&self) -> Option<RankedTensorType<'a>> {
        let r#type = self.to.first()?.r#type();
        let from = self.from.iter();
        let from = from.filter_map(|&(user, index)| ir::operand(user, index));
        let mut all = from.chain(self.to.iter().copied());
        let is_same = all.all(|value| value.r#type() == r#type) && ir::encoding(r#type).is_none();
        RankedTensorType::try_from(r#type).ok().filter(|_| is_same)
    }

    /// Returns whether the value may be carried in rows, whose sizes are not its own: an op starts with it,
    /// so that it has the sizes that it has there, and each iteration reads it. IREE loses the sizes of a
    /// tensor that a loop does not read.
    pub fn may_be_padded(&self, operation: OpRef<'a>) -> bool {
        if ir::is_named(operation, scf::WHILE) {
            // Its parts pass on values in two ways.
            return false;
        }
        let mut from = self.from.iter();
        self.start(operation).is_some()
            && from.all(|&(user, _)| self.unread_argument(user).is_none())
    }

    /// Returns the operand with which a loop starts the value; `None` for a branch.
    pub fn start(&self, operation: OpRef<'a>) -> Option<Value<'a>> {
        let mut from = self.from.iter();
        let own = from.find(|(user, _)| *user == operation);
        own.and_then(|&(user, index)| ir::operand(user, index))
    }

    /// Returns whether all that the value comes from is tied to sizes, or inserted into tensors of known
    /// sizes: of its own type, it is so already.
    pub fn has_known_sizes(&self, operation: OpRef<'a>) -> bool {
        let mut from = self.from.iter();
        let are_tied = from.all(|&(user, index)| {
            let value = ir::operand(user, index);
            value.is_some_and(|value| ir::defined_by(value, TIE_SHAPE).is_some())
        });
        let start = self.start(operation).map(source_of);
        let start = start.and_then(ir::defining_op);
        let is_inserted = || {
            let insertion = start.filter(|&op| is_insertion(op))?;
            ir::defined_by(source_of(ir::operand(insertion, 1)?), tensor::EMPTY)
        };
        are_tied || start.is_some_and(makes_rows) || is_inserted().is_some()
    }

    /// Returns whether an iteration passes on what a branch or loop passes on to it.
    pub fn is_made_by_branches(&self, operation: OpRef<'a>) -> bool {
        self.from.iter().any(|&(user, index)| {
            let value = ir::operand(user, index).map(source_of);
            let definition = value.and_then(ir::defining_op);
            user != operation && definition.is_some_and(is_control)
        })
    }

    /// Returns the value's argument of the block that an op ends, if nothing reads it.
    pub fn unread_argument(&self, end: OpRef<'a>) -> Option<Value<'a>> {
        let arguments = ir::block_arguments(end.block()?);
        let mut own = self.to.iter().copied();
        own.find(|value| arguments.contains(value) && !ir::is_used(*value))
    }
}

/// Returns the values that a loop or branch passes on, without those that a loop does not change.
pub fn passed<'a>(operation: OpRef<'a>) -> Option<Vec<Passed<'a>>> {
    let mut all = transfers(operation)?;
    match ir::name_str(operation.name())? {
        stablehlo::WHILE => all.retain(|passed| {
            let mut ends = passed.from.iter().filter_map(|&(user, index)| {
                ir::operand(user, index).filter(|_| user != operation)
            });
            !ends.any(|end| passed.to.get(1) == Some(&end))
        }),
        scf::FOR | scf::WHILE => {}
        _ => {
            let mut ends = all.iter().flat_map(|passed| &passed.from);
            if ends.all(|&(end, _)| is_alone(end)) {
                all.clear();
            }
        }
    }
    Some(all)
}

/// Returns all values that a loop or branch passes on.
pub fn transfers<'a>(operation: OpRef<'a>) -> Option<Vec<Passed<'a>>> {
    let blocks = operation.regions().map(|region| region.first_block());
    let blocks = blocks.collect::<Option<Vec<_>>>()?;
    let ends = blocks.iter().map(|block| block.terminator());
    let ends = ends.collect::<Option<Vec<_>>>()?;
    let arguments = blocks.iter().copied().map(ir::block_arguments);
    let arguments = arguments.collect::<Vec<_>>();
    let argument = |block: usize, index: usize| arguments[block].get(index).copied();
    let result = |index| ir::result(operation, index);
    let passed = |number, from, to: Vec<Option<_>>| {
        let to = to.into_iter().collect::<Option<_>>()?;
        Some(Passed { number, from, to })
    };
    let results = 0..operation.result_count();
    match ir::name_str(operation.name())? {
        stablehlo::WHILE => results
            .map(|at| {
                let to = vec![argument(0, at), argument(1, at), result(at)];
                passed(at, vec![(operation, at), (ends[1], at)], to)
            })
            .collect(),
        scf::WHILE => {
            let before = (0..operation.operand_count()).map(|at| {
                let from = vec![(operation, at), (ends[1], at)];
                passed(at, from, vec![argument(0, at)])
            });
            let after = results.map(|at| {
                let to = vec![argument(1, at), result(at)];
                passed(at, vec![(ends[0], at + 1)], to)
            });
            before.chain(after).collect()
        }
        scf::FOR => results
            .map(|at| {
                let to = vec![argument(0, at + 1), result(at)];
                passed(at, vec![(operation, at + 3), (ends[0], at)], to)
            })
            .collect(),
        _ => results
            .map(|at| {
                let from = ends.iter().map(|&end| (end, at)).collect();
                passed(at, from, vec![result(at)])
            })
            .collect(),
    }
}

/// Returns whether a branch yields one value, which its last op computes: IREE allocates it alone,
/// at a constant offset.
fn is_alone(end: OpRef<'_>) -> bool {
    let value = ir::operand(end, 0).filter(|_| end.operand_count() == 1);
    let definition = value.and_then(ir::defining_op);
    definition.is_some_and(|definition| {
        ops_behind(definition).find(|&it| !is_barrier_of_nothing(it)) == Some(end)
    })
}
