//! Broadcasts to sizes that only the type of the result says.

use crate::{
    analysis::Analysis,
    build::*,
    forms::broadcast::{DynamicBroadcast, Growth, broadcast_dims, growth},
    ops::*,
    prelude::*,
    symbol::Element,
};

/// `stablehlo.broadcast_in_dim` of a tensor of unknown size.
pub static ROW: Row = Row {
    name: "broadcasts-to-declared-sizes",
    ops: &[stablehlo::BROADCAST_IN_DIM],
    when: "of which it is known only at run time whether a dim expands",
    becomes: "a `dynamic_broadcast_in_dim` to these sizes",
    why: "IREE takes the size of the result for that of the operand, and refuses calls in which that is 1.",
    example: include_str!("../../examples/broadcasts-to-declared-sizes.mlir"),
    action: Program(make_dynamic),
};

fn make_dynamic(root: OperationRef<'_, '_>, changes: &ChangeLog) -> Result<(), Failed> {
    let is_static =
        |operation: OperationRef<'_, '_>| ir::is_named(operation, stablehlo::BROADCAST_IN_DIM);
    let is_open =
        |operation| is_static(operation) && ir::operand(operation, 0).is_some_and(is_dynamic);
    if ir::find_ops(root, is_open).is_empty() {
        return Ok(());
    }
    let mut found = vec![];
    visit_known(root, |analysis, operation| {
        let known = is_open(operation).then(|| known_growth(analysis, operation));
        let known = known.flatten();
        found.extend(
            known
                .filter(|it| it.contains(&Growth::Open))
                .map(|it| (operation, it)),
        );
    });
    change_found(root, found, changes, |emitter, operation, growth| {
        let result_type = result_type(operation)?;
        let sizes = type_sizes(result_type).into_iter();
        let sizes = sizes.collect::<Option<Vec<_>>>()?;
        let (operand, dims) = (ir::operand(operation, 0)?, broadcast_dims(operation)?);
        let value = emit_at(emitter, operation, |emitter| {
            let sizes = sizes
                .into_iter()
                .map(|size| emitter.emit_constant_index(size));
            let sizes = sizes.collect::<Vec<_>>();
            let shape = emitter.emit_from_elements(&sizes);
            let broadcast = DynamicBroadcast {
                operand,
                shape,
                result_type,
                dims,
                growth,
            };
            broadcast.emit(emitter)
        });
        ir::replace_uses(ir::result(operation, 0)?, value);
        ir::erase(operation);
        Some(())
    })
}

/// Returns what facts know of each dim of the operand.
fn known_growth(analysis: &mut Analysis, operation: OperationRef<'_, '_>) -> Option<Vec<Growth>> {
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
