//! Ops whose types give different sizes for what the op says is equal.
//!
//! StableHLO accepts a result that is declared with fewer or more sizes than those of the operands give.

use super::{
    emit_at, insert_cast, is_dynamic,
    row::{Action::Change, Row, Versions},
    tensor_type, type_sizes,
};
use crate::{
    analysis::{Analysis, Control},
    ir::{self, Emitter},
};
use melior::ir::{
    OperationRef, Value, ValueLike, operation::OperationLike, r#type::RankedTensorType,
};

/// Ops with sizes that only some of their types give.
pub(super) static ROW: Row = Row {
    name: "declared-sizes",
    ops: &["stablehlo.*"],
    when: "whose attributes, or the type of an operand or a result, give a size that another of its types leaves \
           open",
    becomes: "the op on types with all sizes that it says, between `tensor.cast`s",
    why: "IREE takes the sizes from one of the types, and rejects the op if another one differs.",
    versions: Versions::ALL,
    example: include_str!("examples/declared-sizes.mlir"),
    action: Change(align),
};

/// Gives the operands and results of an op all sizes that follow from its types; returns whether that changes it.
fn align<'c, 'a>(emitter: &mut Emitter<'c, 'a>, operation: OperationRef<'c, 'a>) -> bool {
    let results = operation.results().map(Value::from);
    let mut values = operation.operands().chain(results);
    if !values.any(is_dynamic) {
        return false;
    }
    let mut analysis = Analysis::new();
    // The values of regions have types of their own.
    if analysis.control_of(operation) != Control::Opaque {
        return false;
    }
    analysis.learn(operation);
    let operands = operation.operands().collect::<Vec<_>>();
    let results = operation.results().map(Value::from).collect::<Vec<_>>();
    let mut all = |values: &[Value<'c, 'a>]| {
        let types = values
            .iter()
            .map(|&value| known_type(emitter, &mut analysis, value));
        types.collect::<Vec<_>>()
    };
    let (operand_types, result_types) = (all(&operands), all(&results));
    let mut is_changed = false;
    for (index, (operand, r#type)) in operands.into_iter().zip(operand_types).enumerate() {
        if let Some(r#type) = r#type {
            let cast = emit_at(emitter, operation, |emitter| {
                emitter.emit_cast(operand, r#type.into())
            });
            ir::set_operand(operation, index, cast);
            is_changed = true;
        }
    }
    for (result, r#type) in results.into_iter().zip(result_types) {
        if let Some(r#type) = r#type {
            is_changed |= insert_cast(emitter, result, r#type).is_some();
        }
    }
    is_changed
}

/// Returns the type of a tensor with the sizes that are known, if its own leaves one of them open.
fn known_type<'c, 'a>(
    emitter: &Emitter<'c, 'a>,
    analysis: &mut Analysis,
    value: Value<'c, 'a>,
) -> Option<RankedTensorType<'c>> {
    let r#type = ir::as_ranked_tensor(value.r#type())?;
    let own = type_sizes(r#type);
    if ir::encoding(r#type.into()).is_some() || own.iter().all(Option::is_some) {
        return None;
    }
    let known = own.iter().zip(analysis.constant_sizes(value));
    let known = known.map(|(own, known)| own.or(known)).collect::<Vec<_>>();
    (known != own).then(|| tensor_type(emitter, r#type, &known))
}
