//! StableHLO's deprecated ops, which become their current equivalents.

use super::{
    check,
    einsum::{Equation, Label},
    legalizer::{Legalizer, dim_list},
    types,
};
use crate::{
    analysis::{IntegerRow, IntegerValues},
    conversion::{ConversionForm::Custom, OpConversion, OpOutcome},
    dialect::stablehlo::{self, AllReduceOp, DynamicGatherOp, GatherDimensionNumbers, GatherOp},
    ir,
    known::{is_known, read_emitted},
    refusal::Refusal,
    symbol::integer::{EXTENT_BITS, INDEX_BITS, Integer},
};
use melior::ir::{OperationRef, Type, Value, ValueLike, operation::OperationLike};

/// The rows of deprecated ops.
pub const ROWS: &[OpConversion] = &[
    OpConversion::new(stablehlo::DOT, Custom(read_dot, emit_dot)),
    OpConversion::new(stablehlo::EINSUM, Custom(read_einsum, emit_einsum)),
    OpConversion::new(
        stablehlo::UNARY_EINSUM,
        Custom(read_einsum, emit_unary_einsum),
    ),
    OpConversion::new(
        stablehlo::TORCH_INDEX_SELECT,
        Custom(read_index_select, emit_index_select),
    ),
    OpConversion::new(stablehlo::BROADCAST, Custom(read_emitted, emit_broadcast)),
    OpConversion::new(stablehlo::CREATE_TOKEN, Custom(read_emitted, emit_token)),
    OpConversion::new(
        stablehlo::CROSS_REPLICA_SUM,
        Custom(read_emitted, emit_replica_sum),
    ),
];

fn read_dot<'c, 'a>(
    _values: &mut IntegerValues,
    operation: OperationRef<'c, 'a>,
) -> Result<OpOutcome<'c, 'a>, Refusal> {
    let ranks = operation.operands().map(types::rank_of);
    match ranks.collect::<Option<Vec<_>>>().as_deref() {
        Some(&[lhs, rhs]) if lhs > 0 && rhs > 0 => Ok(OpOutcome::Emitted),
        _ => Err(Refusal::Rank {
            subject: "an operand",
        }),
    }
}

fn emit_dot<'c, 'a>(
    legalizer: &mut Legalizer<'c, 'a>,
    operation: OperationRef<'c, 'a>,
) -> Option<Vec<Value<'c, 'a>>> {
    let &[lhs, rhs] = legalizer.operands(operation).as_slice() else {
        return None;
    };
    let r#type = legalizer.result_type(operation)?;
    let last = types::rank_of(lhs)?.checked_sub(1)?;
    let precision = operation.attribute("precision_config").ok();
    let value =
        legalizer.dot_general([lhs, rhs], [&[], &[]], [&[last], &[0]], precision, r#type)?;
    Some(vec![value])
}

fn equation(operation: OperationRef<'_, '_>) -> Result<Equation, Refusal> {
    let ranks = operation.operands().map(types::rank_of);
    let ranks = ranks.collect::<Option<Vec<_>>>().ok_or(Refusal::Rank {
        subject: "an operand",
    })?;
    let text = ir::string(operation, "einsum_config").unwrap_or_default();
    Equation::parse(text, &ranks).map_err(|error| Refusal::Other(error.to_string()))
}

fn read_einsum<'c, 'a>(
    values: &mut IntegerValues,
    operation: OperationRef<'c, 'a>,
) -> Result<OpOutcome<'c, 'a>, Refusal> {
    let equation = equation(operation)?;
    if let Some((dims, rank)) = broadcast_dims(operation, &equation, |value| values.extents(value))
    {
        check::read_dims(values, &dims, rank)?;
    }
    Ok(OpOutcome::Emitted)
}

/// Aligns dims that belong to one dim of `...`, and each other one with none, since a letter stands for one
/// size; also returns the rank of all of them. The first dims are those of the result.
fn broadcast_dims<'c, 'a>(
    operation: OperationRef<'c, 'a>,
    equation: &Equation,
    mut extents: impl FnMut(Value<'c, 'a>) -> Option<IntegerRow>,
) -> Option<(check::AlignedDims, usize)> {
    let mut places = equation.result.clone();
    let mut dims = vec![];
    for (operand, labels) in operation.operands().zip(&equation.operands) {
        let mut own = vec![];
        for (&size, label) in extents(operand)?.iter().zip(labels) {
            let known = places.iter().position(|place| place == label);
            let known = known.filter(|_| matches!(label, Label::Unnamed(_)));
            own.push((size, known.unwrap_or(places.len())));
            if known.is_none() {
                places.push(*label);
            }
        }
        dims.push(own);
    }
    Some((dims, places.len()))
}

fn emit_einsum<'c, 'a>(
    legalizer: &mut Legalizer<'c, 'a>,
    operation: OperationRef<'c, 'a>,
) -> Option<Vec<Value<'c, 'a>>> {
    let equation = equation(operation).ok()?;
    let contraction = equation.contraction();
    let &[lhs, rhs] = legalizer.operands(operation).as_slice() else {
        return None;
    };
    if !contraction.broadcast.is_empty() {
        let extents = |value| legalizer.extents(value);
        let (dims, rank) = broadcast_dims(operation, &equation, extents)?;
        check::emit_dims(legalizer, operation, &dims, rank);
    }
    let mut operands = [lhs, rhs];
    if contraction.summed.iter().any(|dims| !dims.is_empty()) {
        let element = types::element(legalizer.result_type(operation)?)?;
        operands = operands.map(|value| with_element(legalizer, value, element));
    }
    let lhs = legalizer.sum(operands[0], &contraction.summed[0])?;
    let rhs = legalizer.sum(operands[1], &contraction.summed[1])?;
    let [lhs, rhs] = legalizer.broadcast_dims([lhs, rhs], &contraction.broadcast)?;
    let r#type = legalizer.result_type(operation)?;
    let permutation = &contraction.permutation;
    // The product's dims are a permutation of the result's.
    let mut inverse = vec![0; permutation.len()];
    for (dim, &from) in permutation.iter().enumerate() {
        *inverse.get_mut(from)? = dim;
    }
    let product_type = types::select_dims(r#type, &inverse)?;
    let product = legalizer.dot_general(
        [lhs, rhs],
        [&contraction.batch[0], &contraction.batch[1]],
        [&contraction.contracted[0], &contraction.contracted[1]],
        None,
        product_type,
    )?;
    Some(vec![legalizer.transpose(product, permutation, r#type)])
}

fn emit_unary_einsum<'c, 'a>(
    legalizer: &mut Legalizer<'c, 'a>,
    operation: OperationRef<'c, 'a>,
) -> Option<Vec<Value<'c, 'a>>> {
    let (summed, permutation) = equation(operation).ok()?.sum();
    let operand = legalizer.operand(operation, 0)?;
    let r#type = legalizer.result_type(operation)?;
    let operand = with_element(legalizer, operand, types::element(r#type)?);
    let value = legalizer.sum(operand, &summed)?;
    Some(vec![legalizer.transpose(value, &permutation, r#type)])
}

/// Emits a tensor in another element type, in which its elements are added.
fn with_element<'c, 'a>(
    legalizer: &mut Legalizer<'c, 'a>,
    value: Value<'c, 'a>,
    element: Type<'c>,
) -> Value<'c, 'a> {
    let r#type = legalizer.with_element(value.r#type(), element);
    legalizer.cast(value, r#type)
}

/// The dims of a selection.
struct SelectionDims {
    dim: usize,
    batch_dims: usize,
    operand_rank: usize,
    index_rank: usize,
}

fn selection(operation: OperationRef<'_, '_>) -> Option<SelectionDims> {
    let operand_rank = types::rank_of(ir::operand(operation, 0)?)?;
    let index_rank = types::rank_of(ir::operand(operation, 1)?)?;
    // Negative values count from the end.
    let count = |name, rank: usize| {
        let value = ir::integer(operation, name)?;
        let value = if value < 0 {
            value.checked_add(rank as i64)?
        } else {
            value
        };
        usize::try_from(value).ok()
    };
    let dim = count("dim", operand_rank)?;
    let batch_dims = count("batch_dims", index_rank)?;
    (dim < operand_rank && batch_dims <= dim && batch_dims <= index_rank).then_some(SelectionDims {
        dim,
        batch_dims,
        operand_rank,
        index_rank,
    })
}

fn read_index_select<'c, 'a>(
    values: &mut IntegerValues,
    operation: OperationRef<'c, 'a>,
) -> Result<OpOutcome<'c, 'a>, Refusal> {
    let wrong = || Refusal::Value {
        what: "'dim' or 'batch_dims'",
        found: "out of range".into(),
        expected: "'batch_dims' up to 'dim', which is one of the operand".into(),
    };
    let SelectionDims { index_rank, .. } = selection(operation).ok_or_else(wrong)?;
    let Some(operand) = ir::operand(operation, 0) else {
        return Err(wrong());
    };
    // Sizes selected from a shape.
    if let Some(result) = ir::result(operation, 0)
        && index_rank == 1
        && is_known(values, result)
    {
        return Ok(OpOutcome::Known);
    }
    values.extents(operand);
    Ok(OpOutcome::Emitted)
}

fn emit_index_select<'c, 'a>(
    legalizer: &mut Legalizer<'c, 'a>,
    operation: OperationRef<'c, 'a>,
) -> Option<Vec<Value<'c, 'a>>> {
    let SelectionDims {
        dim,
        batch_dims,
        operand_rank,
        index_rank,
    } = selection(operation)?;
    let extents = legalizer.extents(ir::operand(operation, 0)?)?;
    let operands = legalizer.operands(operation);
    let r#type = legalizer.result_type(operation)?;
    let selection = SelectionDims {
        dim,
        batch_dims,
        operand_rank,
        index_rank,
    };
    let value = gather(legalizer, &selection, &extents, &operands, r#type)?;
    Some(vec![value])
}

/// Emits the selection of one index in a dim, which is dropped.
pub fn select_index<'c, 'a>(
    legalizer: &mut Legalizer<'c, 'a>,
    value: Value<'c, 'a>,
    extents: &[Integer],
    dim: usize,
    index: Value<'c, 'a>,
    r#type: Type<'c>,
) -> Option<Value<'c, 'a>> {
    let selection = SelectionDims {
        dim,
        batch_dims: 0,
        operand_rank: extents.len(),
        index_rank: types::rank_of(index)?,
    };
    gather(legalizer, &selection, extents, &[value, index], r#type)
}

fn gather<'c, 'a>(
    legalizer: &mut Legalizer<'c, 'a>,
    selection: &SelectionDims,
    extents: &[Integer],
    operands: &[Value<'c, 'a>],
    r#type: Type<'c>,
) -> Option<Value<'c, 'a>> {
    let &SelectionDims {
        dim,
        batch_dims,
        operand_rank,
        index_rank,
    } = selection;
    let batch = (0..batch_dims).collect::<Vec<_>>();
    let after = dim + index_rank - batch_dims;
    let offsets = (batch_dims..dim).chain(after..after + operand_rank - dim - 1);
    let numbers = GatherDimensionNumbers {
        offset_dims: dim_list(&offsets.collect::<Vec<_>>()),
        collapsed_slice_dims: vec![dim as i64],
        operand_batching_dims: dim_list(&batch),
        start_indices_batching_dims: dim_list(&batch),
        start_index_map: vec![dim as i64],
        index_vector_dim: index_rank as i64,
    };
    let one = legalizer.values.index(1);
    let sizes = extents.iter().enumerate();
    let sizes = sizes.map(|(place, &extent)| match place {
        place if place < batch_dims || place == dim => one,
        _ => extent,
    });
    let sizes = sizes.collect::<Vec<_>>();
    let known = sizes
        .iter()
        .map(|&size| legalizer.values.integers.value(size));
    let value = match known.collect::<Option<Vec<_>>>() {
        Some(known) => {
            let gather = GatherOp {
                dimension_numbers: &numbers,
                slice_sizes: &known,
                indices_are_sorted: None,
            };
            let attributes = gather.attributes(legalizer.context())?;
            legalizer.op(stablehlo::GATHER, operands, &attributes, r#type)
        }
        None => {
            // In the type of the indices.
            let index = ir::element_bits(operands.get(1)?.r#type());
            let bits = index
                .filter(|&bits| bits == EXTENT_BITS)
                .unwrap_or(INDEX_BITS);
            let sizes = legalizer.row(&sizes, bits);
            let operands = [operands.first().copied()?, operands.get(1).copied()?, sizes];
            let gather = DynamicGatherOp {
                dimension_numbers: &numbers,
                indices_are_sorted: None,
            };
            let attributes = gather.attributes(legalizer.context())?;
            legalizer.op(stablehlo::DYNAMIC_GATHER, &operands, &attributes, r#type)
        }
    };
    Some(value)
}

fn emit_broadcast<'c, 'a>(
    legalizer: &mut Legalizer<'c, 'a>,
    operation: OperationRef<'c, 'a>,
) -> Option<Vec<Value<'c, 'a>>> {
    let operand = ir::operand(operation, 0)?;
    let r#type = legalizer.result_type(operation)?;
    let sizes = ir::int_array(operation, "broadcast_sizes")?;
    let rest = legalizer.extents(operand)?;
    let sizes = sizes.into_iter().map(|size| legalizer.values.index(size));
    let mut extents = sizes.collect::<Vec<_>>();
    let dims = (extents.len()..extents.len() + rest.len()).collect::<Vec<_>>();
    extents.extend_from_slice(&rest);
    let operand = legalizer.value(operand);
    Some(vec![
        legalizer.broadcast_to(operand, &dims, r#type, &extents)?,
    ])
}

fn emit_token<'c, 'a>(
    legalizer: &mut Legalizer<'c, 'a>,
    operation: OperationRef<'c, 'a>,
) -> Option<Vec<Value<'c, 'a>>> {
    let r#type = legalizer.result_type(operation)?;
    Some(vec![legalizer.op(stablehlo::AFTER_ALL, &[], &[], r#type)])
}

fn emit_replica_sum<'c, 'a>(
    legalizer: &mut Legalizer<'c, 'a>,
    operation: OperationRef<'c, 'a>,
) -> Option<Vec<Value<'c, 'a>>> {
    let operand = legalizer.operand(operation, 0)?;
    let r#type = legalizer.result_type(operation)?;
    let all_reduce = AllReduceOp {
        replica_groups: operation.attribute("replica_groups").ok()?,
        channel_handle: None,
        use_global_device_ids: None,
    };
    let scalar = types::scalar_type(types::element(r#type)?);
    let attributes = all_reduce.attributes(legalizer.context())?;
    Some(legalizer.emitter.emit_with_block(
        stablehlo::ALL_REDUCE,
        &[operand],
        &attributes,
        &[r#type],
        &[scalar, scalar],
        |block| block.append_reducer(stablehlo::ADD),
    ))
}
