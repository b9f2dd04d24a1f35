//! What becomes of explicit broadcasts: the ops of the output at their locations.

use crate::{
    diagnostic::place,
    explain::{OpsAt, Place, Requirements},
    ir,
};
use melior::ir::{OperationRef, operation::OperationLike};
use std::collections::BTreeMap;

/// Adds the ops of the output, in and below `root`, that are where the input has explicit
/// broadcasts.
pub fn note_output<'c: 'a, 'a>(requirements: &mut Requirements, root: OperationRef<'c, 'a>) {
    let mut found = BTreeMap::new();
    for broadcast in &requirements.broadcasts {
        let (place, name) = (broadcast.place.clone(), broadcast.source_name.clone());
        let function = broadcast.function.clone();
        if place.is_some() || name.is_some() {
            let key = output_key(place.as_ref(), name.as_deref(), function.as_deref());
            found.entry(key).or_insert_with(|| OpsAt {
                place,
                source_name: name,
                function,
                ops: vec![],
            });
        }
    }
    if found.is_empty() {
        return;
    }
    ir::visit_ops(root, |operation| {
        let location = operation.location();
        let (place, name) = (place(location), ir::location_name(location));
        let key = output_key(place.as_ref(), name, ir::function_name(operation));
        let op = ir::name_str(operation.name()).unwrap_or_default();
        let Some(at) = found.get_mut(&key).filter(|_| !op.ends_with(".constant")) else {
            return;
        };
        match at.ops.iter_mut().find(|(known, _)| known == op) {
            Some((_, count)) => *count += 1,
            None => at.ops.push((op.into(), 1)),
        }
    });
    // Ops without a place may have moved to another function.
    let is_known = |at: &OpsAt| at.place.is_some() || !at.ops.is_empty();
    requirements
        .output
        .extend(found.into_values().filter(is_known));
}

/// Returns what ops at one location of the source have in common: functions may be inlined, so only
/// the names of ops without a place depend on them.
fn output_key(
    place: Option<&Place>,
    name: Option<&str>,
    function: Option<&str>,
) -> (Option<Place>, Option<String>, Option<String>) {
    let function = function.filter(|_| place.is_none());
    (
        place.cloned(),
        name.map(Into::into),
        function.map(Into::into),
    )
}
