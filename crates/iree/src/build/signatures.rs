//! Attributes of the arguments and results of functions.

use crate::prelude::*;
use melior::ir::attribute::{ArrayAttribute, DictionaryAttribute};

/// The attributes of functions that are lists of attributes of arguments and results.
const LISTS: &[&str] = &["arg_attrs", "res_attrs"];

/// Removes attributes by name from the arguments and results of a function; returns whether there were any.
pub fn remove_from_signature(
    context: &Context,
    operation: OpRef<'_>,
    is_removed: impl Fn(&str) -> bool,
) -> bool {
    if !ir::is_function(operation) {
        return false;
    }
    let mut is_changed = false;
    for name in LISTS {
        let list = operation.attribute(name).ok().and_then(ir::as_array);
        let Some(list) = list else { continue };
        let attributes = (0..list.len()).filter_map(|index| list.element(index).ok());
        let attributes = attributes.collect::<Vec<_>>();
        let others = attributes
            .iter()
            .map(|&attribute| without(context, attribute, &is_removed));
        let others = others.collect::<Vec<_>>();
        if others != attributes {
            let others = ArrayAttribute::new(context, &others);
            ir::set_attribute(operation, name, others.into());
            is_changed = true;
        }
    }
    is_changed
}

/// Returns a dictionary without some attributes.
fn without<'a>(
    context: &'a Context,
    attribute: Attribute<'a>,
    is_removed: impl Fn(&str) -> bool,
) -> Attribute<'a> {
    let Some(dictionary) = ir::as_dictionary(attribute) else {
        return attribute;
    };
    let entries = (0..dictionary.len()).filter_map(|index| dictionary.element(index).ok());
    let is_kept = |(name, _): &(Identifier<'_>, _)| !ir::name_str(*name).is_some_and(&is_removed);
    let kept = entries.filter(is_kept).collect::<Vec<_>>();
    DictionaryAttribute::new(context, &kept).into()
}
