//! `stablehlo.dynamic_reshape`.

use super::{Simpler, SizedResult, is_sharded};
use crate::{
    analysis::{Analysis, element_count},
    dialect::stablehlo,
    explain::ChangeKind,
    ir::{self, Emitter},
};
use melior::ir::{
    OperationRef, Value, ValueLike, operation::OperationLike, r#type::RankedTensorType,
};

pub(super) fn simplify<'c: 'a, 'a>(
    emitter: &mut Emitter<'c, 'a>,
    analysis: &mut Analysis,
    operation: OperationRef<'c, 'a>,
) -> Option<Simpler<'c, 'a>> {
    let target = SizedResult::of(analysis, operation)?;
    let operand = ir::operand(operation, 0)?;
    let result_type = target.r#type.into();
    let is_sharded = is_sharded(operation);
    if !is_sharded && target.has_sizes_of(analysis, operand) && target.can_cast(operand.r#type()) {
        let value = emitter.emit_cast(operand, result_type);
        return Some((value, ChangeKind::Dropped));
    }
    let attributes = ir::attributes_about_results(operation);
    let operand_type = RankedTensorType::try_from(operand.r#type()).ok()?;
    // In code that never runs, there may be another number of elements.
    if let Some(r#type) = target.static_type(emitter)
        && target.can_cast(r#type.into())
        && element_count(r#type.into())
            .is_some_and(|count| element_count(operand_type.into()) == Some(count))
    {
        let value = emitter.emit_named(stablehlo::RESHAPE, &[operand], &attributes, r#type.into());
        return Some((emitter.emit_cast(value, result_type), ChangeKind::Fixed));
    }
    // Of two consecutive reshapes, only the last one matters.
    let inner = ir::defining_op(operand)?;
    let is_reshape = matches!(
        ir::name_str(inner.name()),
        Some(stablehlo::RESHAPE | stablehlo::DYNAMIC_RESHAPE)
    );
    if !is_reshape {
        return None;
    }
    let source: Value<'c, 'a> = ir::operand(inner, 0)?;
    if !is_sharded && target.has_sizes_of(analysis, source) && target.can_cast(source.r#type()) {
        let value = emitter.emit_cast(source, result_type);
        return Some((value, ChangeKind::Dropped));
    }
    let operands = [source, ir::operand(operation, 1)?];
    let value = emitter.emit_named(
        stablehlo::DYNAMIC_RESHAPE,
        &operands,
        &attributes,
        result_type,
    );
    Some((value, ChangeKind::Merged))
}
