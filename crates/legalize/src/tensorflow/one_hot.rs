//! `tf.OneHot`: one value at an index, another one elsewhere.

use super::{
    super::{legalizer::Legalizer, types},
    dim_of, extents, integer, numbers, operand, set_extents, type_of,
};
use crate::{
    analysis::IntegerValues,
    conversion::{ConversionForm::Custom, OpConversion, OpOutcome},
    dialect::stablehlo,
    ir,
    refusal::Refusal,
    symbol::integer::{Direction, Integer},
};
use melior::ir::{OperationRef, TypeLike, Value, ValueLike, r#type::IntegerType};

/// The row of the op.
pub const ROWS: &[OpConversion] = &[OpConversion::new("tf.OneHot", Custom(read, emit))];

/// The sizes of the result, and its dim of indices.
fn plan(
    values: &mut IntegerValues,
    operation: OperationRef<'_, '_>,
) -> Result<(Vec<Integer>, usize), Refusal> {
    let indices = operand(operation, 0)?;
    if !types::element(indices.r#type()).is_some_and(|element| element.is_integer()) {
        let subject = "operand #0, the indices,".to_string();
        return Err(types::refuse(subject, indices.r#type(), None));
    }
    let mut sizes = extents(values, operation, 0)?.to_vec();
    let &[depth] = numbers(values, operation, 1, "the depth")?.as_slice() else {
        return Err(Refusal::Other("it has several depths; expected one".into()));
    };
    if let Some(found) = values.integers.value(depth).filter(|&depth| depth < 0) {
        return Err(Refusal::Value {
            what: "the depth",
            found: found.to_string(),
            expected: "at least 0".into(),
        });
    }
    for index in [2, 3] {
        let value = operand(operation, index)?;
        if types::rank_of(value) != Some(0) {
            let subject = format!("operand #{index}");
            return Err(types::refuse(subject, value.r#type(), None));
        }
    }
    let axis = integer(operation, "axis", -1);
    let axis = dim_of("'axis'", axis, sizes.len() + 1)?;
    sizes.insert(axis, depth);
    Ok((sizes, axis))
}

fn read<'c, 'a>(
    values: &mut IntegerValues,
    operation: OperationRef<'c, 'a>,
) -> Result<OpOutcome<'c, 'a>, Refusal> {
    let (sizes, _) = plan(values, operation)?;
    set_extents(values, operation, &sizes)?;
    Ok(OpOutcome::Emitted)
}

fn emit<'c, 'a>(
    legalizer: &mut Legalizer<'c, 'a>,
    operation: OperationRef<'c, 'a>,
) -> Option<Vec<Value<'c, 'a>>> {
    let (sizes, axis) = plan(&mut legalizer.values, operation).ok()?;
    super::tile::check_numbers(legalizer, operation, "size", &sizes);
    let mut indices = legalizer.operand(operation, 0)?;
    let element = types::element(indices.r#type())?;
    // Narrow integers do not hold all positions.
    if ir::bit_width(element).is_some_and(|bits| bits < 32) {
        let wide = IntegerType::new(legalizer.context(), 32).into();
        let wide = legalizer.with_element(indices.r#type(), wide);
        indices = legalizer.op(stablehlo::CONVERT, &[indices], &[], wide);
    }
    let index_type = type_of(&legalizer.values, &sizes, types::element(indices.r#type())?);
    let positions = legalizer.iota(axis, index_type, &sizes);
    let dims = (0..sizes.len()).filter(|&dim| dim != axis);
    let dims = dims.collect::<Vec<_>>();
    let indices = legalizer.broadcast_to(indices, &dims, index_type, &sizes)?;
    let is_here = legalizer.compare(Direction::Eq, positions, indices);
    let r#type = legalizer.result_type(operation)?;
    let result_type = type_of(&legalizer.values, &sizes, types::element(r#type)?);
    let mut parts = vec![is_here];
    for index in [2, 3] {
        let value = legalizer.operand(operation, index)?;
        parts.push(legalizer.broadcast_to(value, &[], result_type, &sizes)?);
    }
    Some(vec![legalizer.op(
        stablehlo::SELECT,
        &parts,
        &[],
        result_type,
    )])
}
