//! Shardings, which IREE does not read.
//!
//! They say where data is, not what it is, so that a program computes the same without them. Other
//! ops of Shardy compute on the parts of data that devices have.

use crate::{build::*, ops::is_any_of, prelude::*};

/// Shardy's dialect, in front of names of ops and attributes.
const SHARDY: &str = "sdy.";

/// The ops whose result is their operand.
const SAME: &[&str] = &[
    "sdy.data_flow_edge",
    "sdy.func_data_flow_edge",
    "sdy.propagation_barrier",
    "sdy.reshard",
    "sdy.sharding_constraint",
];

/// The ops that only declare something.
const DECLARATIONS: &[&str] = &["sdy.mesh", "sdy.sharding_group"];

pub static ROW: Row = Row {
    name: "shardings",
    ops: &["sdy.*", stablehlo::CUSTOM_CALL],
    when: "shardings of data, `@Sharding`, and attributes of Shardy",
    becomes: "nothing: the program computes the same on one device",
    why: "IREE does not read Shardy.",
    action: Program(remove),
};

/// Removes shardings from the ops in and below `root`.
fn remove(root: OpRef<'_>, changes: &ChangeLog) -> Result<(), Failed> {
    ir::with_context(root, |context| {
        ir::visit_ops(root, |operation| remove_attributes(context, operation));
    });
    for operation in ir::find_ops(root, is_only_sharding) {
        changes.add(ChangeKind::Unsharded, operation);
        if let (Some(result), Some(operand)) = (ir::result(operation, 0), ir::operand(operation, 0))
        {
            ir::replace_uses(result, operand);
        }
        ir::erase(operation);
    }
    Ok(())
}

/// Returns whether an op says only where data is.
pub fn is_only_sharding(operation: OpRef<'_>) -> bool {
    ir::is_sharding(operation) || is_any_of(operation, SAME) || is_any_of(operation, DECLARATIONS)
}

/// Removes Shardy's attributes of an op, and of the arguments and results of a function.
fn remove_attributes(context: &Context, operation: OpRef<'_>) {
    for name in ir::discardable_attribute_names(operation) {
        if name.starts_with(SHARDY) {
            ir::remove_attribute(operation, name);
        }
    }
    remove_from_signature(context, operation, |name| name.starts_with(SHARDY));
}
