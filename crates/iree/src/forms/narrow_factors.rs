//! Operands of `stablehlo.dot_general` that are converted from truth values or bytes.
//!
//! IREE computes with the narrow elements, as if they had a sign: true is -1, and 255 is -1. So
//! truth values select 1 or 0, and converted bytes keep their low 8 bits only.

use crate::{build::*, ops::*, prelude::*};

pub static ROW: Row = Row {
    name: "narrow-factors",
    ops: &[stablehlo::DOT_GENERAL],
    when: "of an operand that is converted from truth values or bytes, also on static \
           shapes",
    becomes: "the product with `select` of 1 or 0, or with the low 8 bits",
    why: "IREE moves the conversion into the product (`FuseWidenOperands` in its \
           `StableHLOToStableHLO.cpp`), and takes true and 255 for -1.",
    action: Change(convert_exactly),
};

/// The ops of whose operand IREE computes with the elements, too.
const MOVES: [&str; 9] = [
    stablehlo::BROADCAST_IN_DIM,
    stablehlo::DYNAMIC_BROADCAST_IN_DIM,
    stablehlo::DYNAMIC_RESHAPE,
    stablehlo::REAL_DYNAMIC_SLICE,
    stablehlo::RESHAPE,
    stablehlo::SLICE,
    stablehlo::TRANSPOSE,
    tensor::CAST,
    tensor::RESHAPE,
];

/// The largest byte.
const BYTE: i64 = 255;

/// Replaces the conversions of an op's operands; `None` if there are none.
fn convert_exactly<'a>(emitter: &mut OpEmitter<'a>, operation: OpRef<'a>) -> Option<()> {
    change_each(operation.operands(), |operand| {
        let conversion = conversion(operand)?;
        let new = emit_at(emitter, conversion, |emitter| emit(emitter, conversion))?;
        ir::replace_uses(ir::result(conversion, 0)?, new);
        Some(())
    })
}

/// Returns the conversion that a value is computed by.
fn conversion<'a>(value: Value<'a>) -> Option<OpRef<'a>> {
    let definition = ir::defining_op(value)?;
    let name = ir::name_str(definition.name())?;
    match name {
        stablehlo::CONVERT => Some(definition),
        _ if MOVES.contains(&name) => conversion(ir::operand(definition, 0)?),
        _ => None,
    }
}

fn emit<'a>(emitter: &mut OpEmitter<'a>, conversion: OpRef<'a>) -> Option<Value<'a>> {
    let source = ir::operand(conversion, 0)?;
    let result_type = result_type(conversion)?;
    let narrow = ir::as_ranked_tensor(source.r#type())?.element();
    let narrow = IntegerType::try_from(narrow).ok()?;
    let to_integer = result_type.element().is_integer();
    let is_number = to_integer || ir::complex_element(result_type.element()).is_none();
    match (narrow.width(), ir::bit_width(result_type.element())?) {
        (1, 2..) if is_number => {
            let [one, zero] = [1, 0].map(|number| emit_all(emitter, number, source, result_type));
            Some(emitter.emit_like(stablehlo::SELECT, &[source, one?, zero?]))
        }
        (8, 9..) if narrow.is_unsigned() && is_number => {
            let wide = match to_integer {
                true => result_type,
                false => ir::as_ranked_tensor(with_bits(emitter, result_type.into(), 32)?)?,
            };
            const CONVERT: &str = stablehlo::CONVERT;
            let value = emitter.emit_named(CONVERT, &[source], &[], wide.into());
            let mask = emit_all(emitter, BYTE, source, wide)?;
            let value = emitter.emit_like(stablehlo::AND, &[value, mask]);
            Some(match to_integer {
                true => value,
                false => emitter.emit_named(CONVERT, &[value], &[], result_type.into()),
            })
        }
        _ => None,
    }
}

/// Emits a tensor of one number, with the sizes of another tensor.
fn emit_all<'a>(
    emitter: &mut OpEmitter<'a>,
    number: i64,
    like: Value<'a>,
    r#type: RankedTensorType<'a>,
) -> Option<Value<'a>> {
    let scalar = emit_number(emitter, number, ir::scalar_tensor(r#type.element()))?;
    if type_sizes(r#type).is_empty() {
        return Some(scalar);
    }
    let extents = emit_extents(emitter, like);
    Some(emit_fill(emitter, scalar, &extents, r#type))
}
