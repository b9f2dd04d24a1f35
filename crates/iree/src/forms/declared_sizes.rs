//! Ops whose types give different sizes for what the op says is equal.
//!
//! StableHLO accepts a result that is declared with fewer or more sizes than those of the operands give. A cast that
//! gives a size which only another type has is checked, unless facts prove it: nothing else checks that the sizes agree.

use crate::{
    analysis::{Analysis, Control, Loop},
    build::*,
    guard_sizes::guard_reshapes,
    ops::*,
    prelude::*,
};
use std::cell::Cell;

pub static ROW: Row = Row {
    name: "declared-sizes",
    ops: &["stablehlo.*"],
    when: "whose attributes, or the type of an operand or a result, give a size that another of its types leaves \
           open; what branches and loops pass on in other types than those of their results",
    becomes: "the op on types with all sizes that it says, and branches and loops of the types of their results, \
              between `tensor.cast`s",
    why: "IREE takes the sizes from one of the types, and rejects the op if another one differs.",
    action: Program(align_all),
};

/// Ops with an operand that gives the sizes of their result. IREE accepts any declared type of it.
const OF_GIVEN_SIZES: [&str; 5] = [
    stablehlo::DYNAMIC_BROADCAST_IN_DIM,
    stablehlo::DYNAMIC_IOTA,
    stablehlo::DYNAMIC_PAD,
    stablehlo::DYNAMIC_RESHAPE,
    stablehlo::REAL_DYNAMIC_SLICE,
];

/// Gives what each op in and below `root` says is equal the same sizes in all types.
fn align_all(root: OpRef<'_>, changes: &ChangeLog) -> Result<(), Failed> {
    let is_changed = Cell::new(false);
    change_ops(
        root,
        &ROW,
        |emitter, operation| {
            align(emitter, operation)?;
            is_changed.set(true);
            Some(())
        },
        changes,
    )?;
    match is_changed.get() {
        true => guard_reshapes(root, changes),
        false => Ok(()),
    }
}

/// Gives what an op says is equal the same sizes in all types; `None` if it has them.
fn align<'a>(emitter: &mut OpEmitter<'a>, operation: OpRef<'a>) -> Option<()> {
    let results = operation.results().map(Value::from);
    let mut values = operation.operands().chain(results);
    require(!is_any_of(operation, &OF_GIVEN_SIZES))?;
    let mut analysis = Analysis::default();
    match analysis.control_of(operation) {
        Control::Opaque if values.any(is_dynamic) => align_op(emitter, &mut analysis, operation),
        Control::Branches | Control::Conditional => pass_on(emitter, operation, None),
        Control::Loop(r#loop) => pass_on(emitter, operation, Some(r#loop)),
        _ => None,
    }
}

/// Gives the operands and results of an op without branches and loops all sizes that it says.
fn align_op<'a>(
    emitter: &mut OpEmitter<'a>,
    analysis: &mut Analysis,
    operation: OpRef<'a>,
) -> Option<()> {
    analysis.learn(operation);
    let results = operation.results().map(Value::from);
    let results = results.map(|result| (result, known_type(emitter, analysis, result)));
    let results = results.collect::<Vec<_>>();
    let operands = operation.operands();
    let operands = operands.map(|operand| known_type(emitter, analysis, operand));
    let operands = operands.collect::<Vec<_>>();
    let cast = cast_operands(emitter, operation, &operands);
    change_each(results, |(result, r#type)| {
        change_type(emitter, result, r#type)
    })
    .or(cast)
}

/// Returns the type of a tensor with the sizes that are known.
fn known_type<'a>(emitter: &OpEmitter<'a>, analysis: &mut Analysis, value: Value<'a>) -> Type<'a> {
    let own = value.r#type();
    let Some(r#type) = ir::as_ranked_tensor(own).filter(|_| ir::encoding(own).is_none()) else {
        return own;
    };
    let sizes = type_sizes(r#type).into_iter();
    let known = sizes.zip(analysis.constant_sizes(value));
    let known = known.map(|(own, known)| own.or(known)).collect::<Vec<_>>();
    tensor_type(emitter, r#type, &known).into()
}

/// Gives what an op's regions return, and what a loop carries, the types of its results.
fn pass_on<'a>(
    emitter: &mut OpEmitter<'a>,
    operation: OpRef<'a>,
    r#loop: Option<Loop>,
) -> Option<()> {
    let types = operation.results().map(|result| result.r#type());
    let types = types.collect::<Vec<_>>();
    let start = r#loop.and_then(|_| cast_operands(emitter, operation, &types));
    let changed = change_each(operation.regions().enumerate(), |(index, region)| {
        let block = region.first_block()?;
        let carried = ir::block_arguments(block).into_iter().zip(&types);
        let carried = change_each(carried.filter(|_| r#loop.is_some()), |(argument, &own)| {
            change_type(emitter, argument, own)
        });
        // Another region of a loop returns whether it goes on.
        let end = block.terminator();
        let end = end.filter(|_| r#loop.is_none_or(|r#loop| r#loop.body == index));
        end.and_then(|end| cast_operands(emitter, end, &types))
            .or(carried)
    });
    changed.or(start)
}

/// Casts the operands of an op to types.
fn cast_operands<'a>(
    emitter: &mut OpEmitter<'a>,
    operation: OpRef<'a>,
    types: &[Type<'a>],
) -> Option<()> {
    change_each(types.iter().enumerate(), |(index, &r#type)| {
        let operand = ir::operand(operation, index).filter(|&it| is_open(it, r#type))?;
        let cast = earlier_cast(operation, operand, r#type);
        let cast =
            cast.unwrap_or_else(|| emit_at(emitter, operation, |it| it.emit_cast(operand, r#type)));
        ir::set_operand(operation, index, cast);
        Some(())
    })
}

/// Returns a cast of a value to a type in front of an op in its block.
fn earlier_cast<'a>(operation: OpRef<'a>, value: Value<'a>, r#type: Type<'a>) -> Option<Value<'a>> {
    let mut users = ir::users(value).into_iter();
    users.find_map(|(user, _)| {
        let is_earlier = ir::is_named(user, tensor::CAST)
            && user.block() == operation.block()
            && ir::is_before(user, operation);
        ir::result(user, 0).filter(|cast| is_earlier && cast.r#type() == r#type)
    })
}

/// Gives a value another type, and what uses it a cast to its own.
fn change_type<'a>(emitter: &OpEmitter<'a>, value: Value<'a>, r#type: Type<'a>) -> Option<()> {
    let cast = is_open(value, r#type).then(|| insert_cast(emitter, value, r#type));
    cast.flatten().map(|_| ())
}

/// Returns whether a value differs from a type of tensors in sizes.
fn is_open<'a>(value: Value<'a>, r#type: Type<'a>) -> bool {
    let own = value.r#type();
    let are_tensors = [own, r#type].iter().all(|it| it.is_ranked_tensor());
    own != r#type && are_tensors && ir::encoding(own) == ir::encoding(r#type)
}
