//! Shardings, which IREE does not read.
//!
//! They say where data is, not what it is, so that a program computes the same without them. Other
//! ops of Shardy compute on the parts of data that devices have.

use crate::{
    diagnostic::{Failed, emit_op_error},
    explain::ChangeKind,
    ir,
    statistics::ChangeLog,
};
use melior::{
    Context,
    ir::{
        Attribute, Identifier, OperationRef,
        attribute::{ArrayAttribute, DictionaryAttribute},
        operation::OperationLike,
    },
};

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

/// The attributes of functions that are lists of attributes of arguments and results.
const LISTS: &[&str] = &["arg_attrs", "res_attrs"];

/// Removes shardings from the ops in and below `root`.
///
/// # Errors
///
/// Fails, and changes nothing, if an op is more than a sharding, as those that compute on parts of
/// the data; an error is emitted on each.
pub(super) fn remove(root: OperationRef<'_, '_>, changes: &ChangeLog) -> Result<(), Failed> {
    let ops = ir::find_ops(root, |operation| kind(operation).is_some());
    let mut result = Ok(());
    for &operation in &ops {
        if let Some(Kind::Other) = kind(operation) {
            let message = "cannot be compiled by IREE, which does not read Shardy and compiles for \
                           one device; export the program without it";
            emit_op_error(operation, message, &[]);
            result = Err(Failed);
        }
    }
    result?;
    ir::with_context(root, |context| {
        ir::visit_ops(root, |operation| remove_attributes(context, operation));
    });
    for operation in ops {
        changes.add(ChangeKind::Unsharded, operation);
        if let (Some(result), Some(operand)) = (ir::result(operation, 0), ir::operand(operation, 0))
        {
            ir::replace_uses(result, operand);
        }
        ir::erase(operation);
    }
    Ok(())
}

/// The kinds of ops on shardings.
enum Kind {
    /// Its result is its operand.
    Same,
    /// It only declares something.
    Declaration,
    /// It is more than a sharding.
    Other,
}

fn kind(operation: OperationRef<'_, '_>) -> Option<Kind> {
    if ir::is_sharding(operation) {
        return Some(Kind::Same);
    }
    let name = ir::name_str(operation.name())?;
    // Errors are those of the op around a terminator.
    (name.starts_with(SHARDY) && name != "sdy.return").then(|| {
        if SAME.contains(&name) {
            Kind::Same
        } else if DECLARATIONS.contains(&name) {
            Kind::Declaration
        } else {
            Kind::Other
        }
    })
}

/// Removes Shardy's attributes of an op, and of the arguments and results of a function.
fn remove_attributes(context: &Context, operation: OperationRef<'_, '_>) {
    for name in ir::discardable_attribute_names(operation) {
        if name.starts_with(SHARDY) {
            ir::remove_attribute(operation, name);
        }
    }
    if !ir::is_function(operation) {
        return;
    }
    for name in LISTS {
        let list = operation.attribute(name).ok().and_then(ir::as_array);
        let Some(list) = list else { continue };
        let attributes = (0..list.len()).filter_map(|index| list.element(index).ok());
        let attributes = attributes.collect::<Vec<_>>();
        let others = attributes
            .iter()
            .map(|&attribute| without(context, attribute));
        let others = others.collect::<Vec<_>>();
        if others != attributes {
            let others = ArrayAttribute::new(context, &others);
            ir::set_attribute(operation, name, others.into());
        }
    }
}

/// Returns a dictionary without Shardy's attributes.
fn without<'c>(context: &'c Context, attribute: Attribute<'c>) -> Attribute<'c> {
    let Some(dictionary) = ir::as_dictionary(attribute) else {
        return attribute;
    };
    let entries = (0..dictionary.len()).filter_map(|index| dictionary.element(index).ok());
    let is_kept = |(name, _): &(Identifier<'_>, _)| {
        !ir::name_str(*name).is_some_and(|name| name.starts_with(SHARDY))
    };
    let kept = entries.filter(is_kept).collect::<Vec<_>>();
    DictionaryAttribute::new(context, &kept).into()
}
