//! Broadcasts to sizes that only the type of the result says.

use crate::{
    analysis::Analysis,
    build::*,
    forms::broadcast::{DynamicBroadcast, Growth, broadcast_dims, growth},
    ops::*,
    prelude::*,
    symbol::Element,
};

pub static ROW: Row = Row {
    name: "broadcasts-to-declared-sizes",
    ops: &[stablehlo::BROADCAST_IN_DIM],
    when: "of which it is known only at run time whether a dim expands",
    becomes: "a `dynamic_broadcast_in_dim` to these sizes",
    why: "IREE takes the size of the result for that of the operand, and refuses calls in which that is 1.",
    action: Program(make_dynamic),
};

fn make_dynamic(root: OpRef<'_>, changes: &ChangeLog) -> Result<(), Failed> {
    let is_candidate =
        |operation| is_about(&ROW, operation) && ir::operand(operation, 0).is_some_and(is_dynamic);
    replace_known(
        root,
        is_candidate,
        |analysis, operation| {
            known_growth(analysis, operation).filter(|it| it.contains(&Growth::Open))
        },
        changes,
        |emitter, operation, growth| {
            let result_type = result_type(operation)?;
            let sizes = type_sizes(result_type).into_iter();
            let sizes = sizes.collect::<Option<Vec<_>>>()?;
            let shape = emit_constant_indices(emitter, &sizes);
            let broadcast = DynamicBroadcast {
                operand: ir::operand(operation, 0)?,
                shape: emitter.emit_from_elements(&shape),
                result_type,
                dims: broadcast_dims(operation)?,
                growth,
            };
            Some(broadcast.emit(emitter))
        },
    )
}

/// Returns what facts know of each dim of the operand.
fn known_growth(analysis: &mut Analysis, operation: OpRef<'_>) -> Option<Vec<Growth>> {
    let dims = broadcast_dims(operation)?;
    let types = growth(operation, &dims)?;
    let sizes = analysis.sizes(ir::operand(operation, 0)?);
    let declared = type_sizes(result_type(operation)?);
    let facts = analysis.facts();
    let known = types.into_iter().zip(sizes).zip(dims);
    Some(
        known
            .map(|((growth, size), dim)| {
                let is = |number| facts.entails_element_is(Element::from(size), number);
                match growth {
                    Growth::Open if is(1) => Growth::Repeated,
                    Growth::Open if declared[dim].is_some_and(is) => Growth::Kept,
                    growth => growth,
                }
            })
            .collect(),
    )
}
