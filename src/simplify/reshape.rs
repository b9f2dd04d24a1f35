//! `stablehlo.dynamic_reshape`.

use super::{Simpler, Target};
use crate::{
    analysis::Analysis,
    dialect::stablehlo,
    explain::ChangeKind,
    ir::{self, Emitter},
};
use melior::ir::{
    OperationRef, Value, ValueLike,
    operation::OperationLike,
    r#type::{RankedTensorType, ShapedTypeLike},
};

pub(super) fn simplify<'c: 'a, 'a>(
    emitter: &mut Emitter<'c, 'a>,
    analysis: &mut Analysis,
    operation: OperationRef<'c, 'a>,
) -> Option<Simpler<'c, 'a>> {
    let target = Target::of(analysis, operation)?;
    let operand = ir::operand(operation, 0)?;
    let result_type = target.r#type.into();
    if target.has_sizes_of(analysis, operand) {
        let value = target.emit_cast(emitter, operand)?;
        return Some((value, ChangeKind::Dropped));
    }
    let operand_type = RankedTensorType::try_from(operand.r#type()).ok()?;
    if let Some(r#type) = target.static_type(emitter)
        && operand_type.has_static_shape()
    {
        let value = emitter.emit_named(stablehlo::RESHAPE, &[operand], &[], r#type.into());
        return Some((target.emit_cast(emitter, value)?, ChangeKind::Fixed));
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
    if target.has_sizes_of(analysis, source) {
        let value = target.emit_cast(emitter, source)?;
        return Some((value, ChangeKind::Dropped));
    }
    let operands = [source, ir::operand(operation, 1)?];
    let value = emitter.emit_named(stablehlo::DYNAMIC_RESHAPE, &operands, &[], result_type);
    Some((value, ChangeKind::Merged))
}
