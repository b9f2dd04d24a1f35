//! Shardy's ops, which an artifact holds as they are, between casts to and from VHLO's types.

use crate::ir::{self, name_str};
use melior::ir::{
    BlockLike, OperationRef, RegionLike, Type, Value, ValueLike,
    operation::{OperationBuilder, OperationLike},
};
use std::iter::successors;

const CAST: &str = "builtin.unrealized_conversion_cast";

/// Ops of Shardy's passes that are checked against what defines their operands. Frontends do not emit
/// them.
const OF_PASSES: &[&str] = &[
    "sdy.all_gather",
    "sdy.all_reduce",
    "sdy.all_slice",
    "sdy.all_to_all",
    "sdy.collective_permute",
    "sdy.func_data_flow_edge",
    "sdy.reduce_scatter",
    "sdy.replicated_to_unreduced",
    "sdy.sharded_to_unreduced",
];

/// Returns why an artifact cannot hold such an op.
pub fn refusal(name: &str) -> Option<&'static str> {
    OF_PASSES.contains(&name).then_some(
        "it is checked against the op that defines its operand, which a cast to a type of VHLO hides",
    )
}

/// Returns whether an artifact holds an op of this name as it is.
pub fn is_foreign(name: &str) -> bool {
    ir::dialect_of(name) == "sdy"
}

/// Puts casts between such an op and others that have VHLO's types: in front of its operands, and
/// after its results and the arguments of its blocks. `encode` returns the type that VHLO has for a
/// type.
///
/// Between two such ops there is no cast: the sharding of a value is read from the op that defines it.
///
/// # Errors
///
/// Returns the reason if VHLO lacks a type.
pub fn separate<'c: 'a, 'a>(
    operation: OperationRef<'c, 'a>,
    encode: impl Fn(Type<'c>) -> Result<Type<'c>, String>,
) -> Result<(), String> {
    let cast = |value: Value<'c, 'a>, to: Type<'c>| {
        let builder = OperationBuilder::new(CAST, operation.location()).add_operands(&[value]);
        let built = builder.add_results(&[to]).build();
        built.map_err(|error| error.to_string())
    };
    let result = |cast| ir::result(cast, 0).ok_or("a cast has no result");
    let block = operation.block().ok_or("it is not in a block")?;
    for (index, operand) in operation.operands().enumerate() {
        if !is_foreign_value(operand) {
            let cast = block.insert_operation_before(operation, cast(operand, operand.r#type())?);
            ir::set_operand(operation, index, result(cast)?);
        }
    }
    for value in operation.results().map(Value::from) {
        if let Some(users) = other_users(value) {
            let cast = cast(value, encode(value.r#type())?)?;
            let cast = block.insert_operation_after(operation, cast);
            replace(&users, result(cast)?);
        }
    }
    for region in operation.regions() {
        for block in successors(region.first_block(), |block| block.next_in_region()) {
            for argument in ir::block_arguments(block) {
                if let Some(users) = other_users(argument) {
                    let cast = cast(argument, encode(argument.r#type())?)?;
                    replace(&users, result(block.insert_operation(0, cast))?);
                }
            }
        }
    }
    Ok(())
}

fn is_foreign_op(operation: OperationRef<'_, '_>) -> bool {
    name_str(operation.name()).is_some_and(is_foreign)
}

/// Returns whether a value is a result of such an op, or an argument of a block in it.
fn is_foreign_value(value: Value<'_, '_>) -> bool {
    let defining = ir::defining_op(value);
    let parent = || ir::owner(value)?.parent_operation();
    defining.or_else(parent).is_some_and(is_foreign_op)
}

/// A use: the op, and the index of the operand.
type Use<'c, 'a> = (OperationRef<'c, 'a>, usize);

/// Returns the uses of a value in ops that become VHLO's; `None` if there are none.
fn other_users<'c, 'a>(value: Value<'c, 'a>) -> Option<Vec<Use<'c, 'a>>> {
    let users = ir::users(value).into_iter();
    let users: Vec<_> = users.filter(|(user, _)| !is_foreign_op(*user)).collect();
    (!users.is_empty()).then_some(users)
}

fn replace<'c, 'a>(users: &[Use<'c, 'a>], value: Value<'c, 'a>) {
    for &(user, index) in users {
        ir::set_operand(user, index, value);
    }
}
