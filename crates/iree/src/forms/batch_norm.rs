//! Batch normalization for inference, of which IREE rejects unknown numbers of features.

use crate::{build::*, ops::*, prelude::*};

pub static ROW: Row = Row {
    name: "batch-norm-of-unknown-features",
    ops: &[stablehlo::BATCH_NORM_INFERENCE],
    when: "of an unknown number of features",
    becomes: "elementwise ops and broadcasts",
    why: "IREE makes broadcasts of it that it rejects.",
    action: Replace(rewrite),
};

/// Rewrites a `stablehlo.batch_norm_inference` to `(x - mean) / sqrt(variance + epsilon) * scale + offset`.
fn rewrite<'a>(emitter: &mut OpEmitter<'a>, operation: OpRef<'a>) -> Option<Value<'a>> {
    let feature = usize::try_from(ir::integer(operation, "feature_index")?).ok()?;
    let epsilon = ir::number(operation.attribute("epsilon").ok()?)?;
    let [operand, scale, offset, mean, variance] = first_operands(operation)?;
    let r#type = ir::as_ranked_tensor(operand.r#type())?;
    require(type_sizes(r#type).get(feature)?.is_none())?;
    let extents = emit_extents(emitter, operand);
    let shape = emitter.emit_from_elements(&extents);
    let vector = ir::as_ranked_tensor(variance.r#type())?;
    let epsilon = emit_splat(emitter, epsilon, ir::scalar_tensor(vector.element()))?;
    let epsilon = emit_fill(emitter, epsilon, &extents[feature..=feature], vector);
    let sum = emitter.emit_like(stablehlo::ADD, &[variance, epsilon]);
    let deviation = emitter.emit_like(stablehlo::SQRT, &[sum]);
    let steps = [
        (stablehlo::SUBTRACT, mean),
        (stablehlo::DIVIDE, deviation),
        (stablehlo::MULTIPLY, scale),
        (stablehlo::ADD, offset),
    ];
    let mut value = operand;
    for (op, of_features) in steps {
        let all = emit_in_dims(emitter, of_features, &[feature], shape, r#type.into());
        value = emitter.emit_like(op, &[value, all]);
    }
    Some(value)
}
