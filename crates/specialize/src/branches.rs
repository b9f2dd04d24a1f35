//! Branches: those on known conditions are decided, and others pass on values of one type.

use super::Specializer;
use crate::{
    analysis::Walk,
    dialect::{func, scf, shape, stablehlo, tensor},
    ir::{self, OpName},
    shape::ShapeDim,
};
use melior::{
    Context,
    ir::{
        BlockLike, BlockRef, OperationRef, RegionLike, Type, ValueLike, operation::OperationLike,
    },
};

impl<'c: 'a, 'a> Specializer<'c, 'a, '_> {
    /// Puts the ops of the region that runs in front of a branch on a known condition, and visits
    /// them; returns whether the op is one. So what never runs for these sizes need not fit them.
    pub(super) fn decide_branch(
        &mut self,
        walk: &mut Walk<'c, 'a, ()>,
        operation: OperationRef<'c, 'a>,
    ) -> bool {
        let Some(region) = known_region(walk, operation) else {
            return false;
        };
        let block = ir::region(operation, region).and_then(|region| region.first_block());
        match block {
            Some(block) => {
                self.inline(operation, block, |this, inner| walk.op(this, inner));
            }
            // The other region of an `scf.if` without results may be empty.
            None => self.frame().done.push(operation),
        }
        true
    }

    /// Moves the ops of a block of an op in front of it, calling `visit` with each, and replaces the
    /// op's results with what the block yields.
    pub(super) fn inline(
        &mut self,
        operation: OperationRef<'c, 'a>,
        block: BlockRef<'c, 'a>,
        mut visit: impl FnMut(&mut Self, OperationRef<'c, 'a>),
    ) {
        let mut next = block.first_operation();
        while let Some(inner) = next {
            next = inner.next_in_block();
            if next.is_some() {
                ir::move_before(inner, operation);
                visit(self, inner);
                continue;
            }
            for (result, value) in operation.results().zip(inner.operands()) {
                ir::replace_uses(result.into(), value);
            }
        }
        self.frame().done.push(operation);
    }

    /// Returns whether an op runs in each call of the program.
    pub(super) fn always_runs(&self, operation: OperationRef<'c, 'a>) -> bool {
        let mut operation = Some(operation);
        self.frames.iter().rev().all(|frame| {
            let runs = operation.is_some_and(|operation| is_at_entry(frame.copy, operation));
            operation = frame.call;
            runs
        })
    }
}

/// Returns whether an op is in the first block of a function, and so runs whenever it is called.
pub(super) fn is_at_entry<'c: 'a, 'a>(
    function: OperationRef<'c, 'a>,
    operation: OperationRef<'c, 'a>,
) -> bool {
    let entry = ir::region(function, 0).and_then(|body| body.first_block());
    entry.is_some() && operation.block() == entry
}

/// Returns the region that a branch on a known condition runs.
fn known_region<'c: 'a, 'a>(
    walk: &mut Walk<'c, 'a, ()>,
    operation: OperationRef<'c, 'a>,
) -> Option<usize> {
    let name = ir::name_str(operation.name())?;
    if ![stablehlo::IF, stablehlo::CASE, scf::IF].contains(&name) {
        return None;
    }
    let condition = walk.analysis.constant_numbers(ir::operand(operation, 0)?)?;
    let &[condition] = condition.as_slice() else {
        return None;
    };
    Some(match name {
        // An index outside selects the last branch.
        stablehlo::CASE => usize::try_from(condition)
            .ok()
            .filter(|&index| index < operation.region_count())
            .unwrap_or(operation.region_count() - 1),
        _ if condition == 0 => 1,
        _ => 0,
    })
}

/// Casts the operands of terminators in a function to the types of what they are passed to, where sizes were given to
/// only one of the two types: those of returns, those passed to other blocks, and those that branches, loops of `scf` and
/// `shape.assuming` yield. If several terminators pass different sizes, the size depends on which of them runs.
pub(super) fn cast_passed(
    context: &Context,
    function: OperationRef<'_, '_>,
    result_types: &[Type<'_>],
) {
    let mut ops = vec![];
    // Unreachable blocks return, too.
    ir::visit_ops(function, |operation| {
        let name = ir::name_str(operation.name());
        let passes = matches!(
            name,
            Some(
                func::RETURN
                    | scf::CONDITION
                    | scf::WHILE
                    | scf::YIELD
                    | shape::ASSUMING_YIELD
                    | stablehlo::RETURN
            )
        );
        if passes || operation.successor_count() > 0 {
            ops.push(operation);
        }
    });
    for operation in ops {
        match ir::name_str(operation.name()) {
            Some(func::RETURN) => cast_all(context, operation, 0, result_types),
            Some(scf::WHILE) => {
                cast_all(context, operation, 0, &first_argument_types(operation));
            }
            Some(scf::CONDITION | scf::YIELD | shape::ASSUMING_YIELD | stablehlo::RETURN) => {
                cast_to_results(context, operation)
            }
            _ => cast_to_blocks(context, operation),
        }
    }
}

/// Returns the types of the arguments of an op's first region.
fn first_argument_types<'c>(operation: OperationRef<'c, '_>) -> Vec<Type<'c>> {
    let block = ir::region(operation, 0).and_then(|region| region.first_block());
    let arguments = block.map(ir::block_arguments).unwrap_or_default();
    arguments
        .into_iter()
        .map(|argument| argument.r#type())
        .collect()
}

/// Casts what a terminator passes to arguments of blocks: its last operands, in the order of its
/// successors.
fn cast_to_blocks(context: &Context, terminator: OperationRef<'_, '_>) {
    let blocks = terminator.successors().collect::<Vec<_>>();
    let arguments = blocks.into_iter().flat_map(ir::block_arguments);
    let types = arguments
        .map(|argument| argument.r#type())
        .collect::<Vec<_>>();
    if let Some(first) = terminator.operand_count().checked_sub(types.len()) {
        cast_all(context, terminator, first, &types);
    }
}

/// Casts what a region of a branch, or a loop of `scf`, yields: to its results, but for what each
/// iteration of `scf.while` passes to the condition of the next one.
fn cast_to_results(context: &Context, r#yield: OperationRef<'_, '_>) {
    let Some(parent) = r#yield.parent_operation() else {
        return;
    };
    let results = parent.results().map(|result| result.r#type());
    let (first, types) = match (ir::name_str(parent.name()), ir::name_str(r#yield.name())) {
        (
            Some(
                scf::EXECUTE_REGION
                | shape::ASSUMING
                | scf::IF
                | scf::INDEX_SWITCH
                | scf::FOR
                | stablehlo::IF
                | stablehlo::CASE,
            ),
            _,
        ) => (0, results.collect::<Vec<_>>()),
        (Some(scf::WHILE), Some(scf::CONDITION)) => (1, results.collect()),
        (Some(scf::WHILE), _) => (0, first_argument_types(parent)),
        _ => return,
    };
    cast_all(context, r#yield, first, &types);
}

/// Casts operands, from the first one, to types.
fn cast_all(context: &Context, user: OperationRef<'_, '_>, first: usize, types: &[Type<'_>]) {
    for (index, &r#type) in types.iter().enumerate() {
        cast(context, user, first + index, r#type);
    }
}

/// Casts an operand to a type.
pub(super) fn cast<'c>(
    context: &'c Context,
    user: OperationRef<'c, '_>,
    index: usize,
    r#type: Type<'c>,
) {
    let Some(operand) = ir::operand(user, index) else {
        return;
    };
    if operand.r#type() == r#type {
        return;
    }
    // Where the sizes contradict each other, nothing ever passes it.
    let between = without_other_sizes(context, operand.r#type(), r#type);
    let types = between.into_iter().chain([r#type]);
    let mut value = operand;
    for r#type in types {
        let name = OpName::new(context, tensor::CAST);
        let cast = ir::create(user.location(), name, &[value], &[], &[r#type]);
        let Some(result) = ir::insert_before(user, cast).and_then(|cast| ir::result(cast, 0))
        else {
            return;
        };
        value = result;
    }
    ir::set_operand(user, index, value);
}

/// Returns `from` with the dims dynamic whose static sizes differ from those of `to`; `None` if none differs.
fn without_other_sizes<'c>(context: &'c Context, from: Type<'c>, to: Type<'c>) -> Option<Type<'c>> {
    let tensor = ir::as_ranked_tensor(from)?;
    let [from, to] = [from, to].map(ir::shaped_type);
    let (from, to) = (from.shape()?, to.shape()?);
    let sizes = from.iter().zip(to).map(|(from, to)| {
        let [from, to] = [from, to].map(|dim| dim.fixed_size());
        from.filter(|_| to.is_none() || from == to)
    });
    let sizes = sizes.collect::<Vec<_>>();
    let differs = |(from, to): (&ShapeDim, &ShapeDim)| {
        let sizes = from.fixed_size().zip(to.fixed_size());
        sizes.is_some_and(|(from, to)| from != to)
    };
    from.iter()
        .zip(to)
        .any(differs)
        .then(|| ir::tensor_like(context, tensor, sizes, &[]))
}
