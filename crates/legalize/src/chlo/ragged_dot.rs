//! `chlo.ragged_dot`: products of groups of rows, whose sizes are elements of a tensor.
//!
//! A dim of the left operand is ragged: it consists of groups, one after the other. If it is
//!
//! - neither batched nor contracted, each group is multiplied by its own part of the right
//!   operand: `[b, m, k] x [g, b, k, n] => [b, m, n]`. All rows are multiplied by all parts,
//!   and for each row the product with its group's part is kept;
//! - contracted, each group is contracted alone: `[b, m, k] x [b, k, n] => [g, b, m, n]`. In
//!   both operands, the elements outside a group are replaced with 0 for its product;
//! - batched, groups have no effect: `[b, m, k] x [b, k, n] => [b, m, n]`.
//!
//! Rows outside all groups give 0. Group sizes have the shape `[g]`, or `[p, g]` if the groups
//! differ along the left operand's dims `p` in front of the ragged one.

use crate::{
    analysis::IntegerValues,
    conversion::OpOutcome,
    dialect::{
        chlo::{self, RaggedDotDimensionNumbers},
        stablehlo,
    },
    ir,
    legalizer::Legalizer,
    refusal::Refusal,
    symbol::integer::{Direction, INDEX_BITS, Integer},
    types,
};
use melior::ir::{
    Attribute, OperationRef, Type, TypeLike, Value, ValueLike, attribute::ArrayAttribute,
    operation::OperationLike, r#type::IntegerType,
};

/// The dims of a ragged dot product.
struct RaggedDims {
    batch: [Vec<usize>; 2],
    contracted: [Vec<usize>; 2],
    /// The left operand's ragged dim, which consists of groups.
    ragged: usize,
    mode: Mode,
    /// The left operand's dims along which groups differ.
    prefix: Vec<usize>,
}

/// The role of the ragged dim.
enum Mode {
    /// A dim of the result; the right operand has a dim of groups.
    Free {
        group: usize,
    },
    Contracted,
    Batched,
}

impl RaggedDims {
    fn read(operation: OperationRef<'_, '_>) -> Result<Self, Refusal> {
        let numbers = operation.attribute("ragged_dot_dimension_numbers").ok();
        let numbers = numbers.and_then(RaggedDotDimensionNumbers::from_attribute);
        let numbers = numbers.ok_or(Refusal::Unknown { advice: None })?;
        let ranks = operation.operands().map(types::rank_of);
        let ranks = ranks.collect::<Option<Vec<_>>>();
        let Some(&[lhs_rank, _, size_rank]) = ranks.as_deref() else {
            return Err(Refusal::Rank {
                subject: "an operand",
            });
        };
        let dims = Self::new(&numbers, lhs_rank)?;
        // The verifier has checked the rank: one row of sizes, or one for each prefix.
        let prefix = if size_rank == 1 { vec![] } else { dims.prefix };
        Ok(Self { prefix, ..dims })
    }

    fn new(numbers: &RaggedDotDimensionNumbers, lhs_rank: usize) -> Result<Self, Refusal> {
        // The verifier has checked that they are in range, and how many there are.
        let list = |dims: &[i64]| dims.iter().map(|&dim| dim as usize).collect::<Vec<_>>();
        let batch = [
            list(&numbers.lhs_batching_dimensions),
            list(&numbers.rhs_batching_dimensions),
        ];
        let contracted = [
            list(&numbers.lhs_contracting_dimensions),
            list(&numbers.rhs_contracting_dimensions),
        ];
        let (&[ragged], groups) = (
            list(&numbers.lhs_ragged_dimensions).as_slice(),
            list(&numbers.rhs_group_dimensions),
        ) else {
            return Err(Refusal::Unknown { advice: None });
        };
        let position = |dims: &[usize]| dims.iter().position(|&dim| dim == ragged);
        let free = (0..lhs_rank).filter(|dim| {
            ![&batch[0], &contracted[0]]
                .iter()
                .any(|dims| dims.contains(dim))
        });
        let free = free.collect::<Vec<_>>();
        let (mode, prefix) = if let Some(at) = position(&batch[0]) {
            (Mode::Batched, batch[0][..at].to_vec())
        } else if let Some(at) = position(&contracted[0]) {
            (Mode::Contracted, [&batch[0], &contracted[0][..at]].concat())
        } else {
            let &[group] = groups.as_slice() else {
                return Err(Refusal::Unknown { advice: None });
            };
            let at = position(&free).unwrap_or(0);
            (Mode::Free { group }, [&batch[0], &free[..at]].concat())
        };
        Ok(Self {
            batch,
            contracted,
            ragged,
            mode,
            prefix,
        })
    }

    /// Returns the dim of an operand that is batched or contracted with one of the left operand.
    fn counterpart(&self, lhs_dim: usize) -> Option<usize> {
        [&self.batch, &self.contracted]
            .into_iter()
            .find_map(|[lhs, rhs]| {
                let at = lhs.iter().position(|&dim| dim == lhs_dim)?;
                rhs.get(at).copied()
            })
    }
}

pub fn read<'c, 'a>(
    values: &mut IntegerValues,
    operation: OperationRef<'c, 'a>,
) -> Result<OpOutcome<'c, 'a>, Refusal> {
    RaggedDims::read(operation)?;
    for operand in operation.operands() {
        values.extents(operand);
    }
    let result = ir::result(operation, 0).map(|result| result.r#type());
    match result.and_then(types::element) {
        Some(element) if element.is_float() || element.is_integer() => Ok(OpOutcome::Emitted),
        _ => {
            let found = result.ok_or(Refusal::Unknown { advice: None })?;
            Err(types::refuse("result #0".into(), found, None))
        }
    }
}

pub fn emit<'c, 'a>(
    legalizer: &mut Legalizer<'c, 'a>,
    operation: OperationRef<'c, 'a>,
) -> Option<Vec<Value<'c, 'a>>> {
    let dims = RaggedDims::read(operation).ok()?;
    let precision = precision(legalizer, operation);
    let r#type = legalizer.result_type(operation)?;
    let sources = [ir::operand(operation, 0)?, ir::operand(operation, 1)?];
    let [lhs, rhs] = sources.map(|source| legalizer.value(source));
    let value = match dims.mode {
        Mode::Batched => legalizer.dot_general(
            [lhs, rhs],
            [&dims.batch[0], &dims.batch[1]],
            [&dims.contracted[0], &dims.contracted[1]],
            precision,
            r#type,
        ),
        Mode::Free { group } => emit_free(legalizer, operation, &dims, group, precision),
        Mode::Contracted => emit_contracted(legalizer, operation, &dims, precision, r#type),
    }?;
    Some(vec![value])
}

/// Emits products of all rows with all groups' parts, and keeps each row's own.
fn emit_free<'c, 'a>(
    legalizer: &mut Legalizer<'c, 'a>,
    operation: OperationRef<'c, 'a>,
    dims: &RaggedDims,
    group: usize,
    precision: Option<Attribute<'c>>,
) -> Option<Value<'c, 'a>> {
    let result_type = legalizer.result_type(operation)?;
    let element = types::element(result_type)?;
    let operands = [ir::operand(operation, 0)?, ir::operand(operation, 1)?];
    // For each dim of the product, the operand and the dim that it comes from.
    let mut origins = dims.batch[0]
        .iter()
        .map(|&dim| (0, dim))
        .collect::<Vec<_>>();
    for (side, operand) in operands.into_iter().enumerate() {
        let is_free =
            |dim: &usize| !dims.batch[side].contains(dim) && !dims.contracted[side].contains(dim);
        let free = (0..types::rank_of(operand)?).filter(is_free);
        origins.extend(free.map(|dim| (side, dim)));
    }
    let position = |origin| origins.iter().position(|&other| other == origin);
    let (mut sizes, mut extents) = (vec![], vec![]);
    for &(side, dim) in &origins {
        sizes.push(types::raw_size(operands[side], dim)?);
        extents.push(*legalizer.extents(operands[side])?.get(dim)?);
    }
    let product_type = types::tensor_type(&sizes, element);
    let values = operands.map(|operand| legalizer.value(operand));
    let product = legalizer.dot_general(
        values,
        [&dims.batch[0], &dims.batch[1]],
        [&dims.contracted[0], &dims.contracted[1]],
        precision,
        product_type,
    )?;
    let group = position((1, group))?;
    let prefix = dims.prefix.iter().map(|&dim| position((0, dim)));
    let mut targets = prefix.collect::<Option<Vec<_>>>()?;
    targets.extend([group, position((0, dims.ragged))?]);
    let is_member = emit_membership(legalizer, operation, dims)?;
    let kept = keep_members(legalizer, product, is_member, &targets, &extents)?;
    let sum = legalizer.sum(kept, &[group])?;
    Some(legalizer.cast(sum, result_type))
}

/// Emits one product per group, with the elements outside the group replaced with 0.
fn emit_contracted<'c, 'a>(
    legalizer: &mut Legalizer<'c, 'a>,
    operation: OperationRef<'c, 'a>,
    dims: &RaggedDims,
    precision: Option<Attribute<'c>>,
    r#type: Type<'c>,
) -> Option<Value<'c, 'a>> {
    let groups = ir::operand(operation, 2)?;
    let last = types::rank_of(groups)?.checked_sub(1)?;
    let group_size = types::raw_size(groups, last)?;
    let group_extent = *legalizer.extents(groups)?.get(last)?;
    let is_member = emit_membership(legalizer, operation, dims)?;
    let mut parts = vec![];
    for (side, source) in [ir::operand(operation, 0)?, ir::operand(operation, 1)?]
        .into_iter()
        .enumerate()
    {
        let rank = types::rank_of(source)?;
        let mut sizes = vec![group_size];
        for dim in 0..rank {
            sizes.push(types::raw_size(source, dim)?);
        }
        let mut extents = vec![group_extent];
        extents.extend_from_slice(&legalizer.extents(source)?);
        let value = legalizer.value(source);
        let part_type = types::tensor_type(&sizes, types::element(value.r#type())?);
        let behind = (1..=rank).collect::<Vec<_>>();
        let value = legalizer.broadcast_to(value, &behind, part_type, &extents)?;
        // The first dim is that of the groups.
        let target = |dim: usize| match side {
            0 => Some(dim + 1),
            _ => Some(dims.counterpart(dim)? + 1),
        };
        let prefix = dims.prefix.iter().map(|&dim| target(dim));
        let mut targets = prefix.collect::<Option<Vec<_>>>()?;
        targets.extend([0, target(dims.ragged)?]);
        parts.push(keep_members(
            legalizer, value, is_member, &targets, &extents,
        )?);
    }
    let behind = |dims: &[usize]| dims.iter().map(|dim| dim + 1).collect::<Vec<_>>();
    let batch = [0, 1].map(|side: usize| [&[0], &*behind(&dims.batch[side])].concat());
    legalizer.dot_general(
        [parts[0], parts[1]],
        [&batch[0], &batch[1]],
        [&behind(&dims.contracted[0]), &behind(&dims.contracted[1])],
        precision,
        r#type,
    )
}

/// Emits whether a position along the ragged dim belongs to a group: `[p, g, ragged]`.
fn emit_membership<'c, 'a>(
    legalizer: &mut Legalizer<'c, 'a>,
    operation: OperationRef<'c, 'a>,
    dims: &RaggedDims,
) -> Option<Value<'c, 'a>> {
    let i64 = IntegerType::new(legalizer.context(), INDEX_BITS).into();
    let (lhs, groups) = (ir::operand(operation, 0)?, ir::operand(operation, 2)?);
    let rank = types::rank_of(groups)?;
    let last = rank.checked_sub(1)?;
    let extents = legalizer.extents(groups)?;
    let groups_value = legalizer.value(groups);
    let sizes_type = legalizer.with_element(groups_value.r#type(), i64);
    let sizes = legalizer.cast(groups_value, sizes_type);
    // Each group begins after the sum of the sizes before it.
    let (group_size, group_extent) = (types::raw_size(groups, last)?, *extents.get(last)?);
    let square_type = types::tensor_type(&[group_size; 2], i64);
    let square = [group_extent; 2];
    let [row, column] = [0, 1].map(|dim| legalizer.iota(dim, square_type, &square));
    let is_in_front = legalizer.compare(Direction::Lt, row, column);
    let is_in_front = legalizer.op(stablehlo::CONVERT, &[is_in_front], &[], square_type);
    let operands = [sizes, is_in_front];
    let starts = legalizer.dot_general(operands, [&[], &[]], [&[last], &[0]], None, sizes_type)?;
    let ends = legalizer.op(stablehlo::ADD, &[starts, sizes], &[], sizes_type);

    let mut all_sizes = (0..rank)
        .map(|dim| types::raw_size(groups, dim))
        .collect::<Option<Vec<_>>>()?;
    all_sizes.push(types::raw_size(lhs, dims.ragged)?);
    let mut all_extents = extents.to_vec();
    all_extents.push(*legalizer.extents(lhs)?.get(dims.ragged)?);
    let r#type = types::tensor_type(&all_sizes, i64);
    let front = (0..rank).collect::<Vec<_>>();
    let starts = legalizer.broadcast_to(starts, &front, r#type, &all_extents)?;
    let ends = legalizer.broadcast_to(ends, &front, r#type, &all_extents)?;
    let place = legalizer.iota(rank, r#type, &all_extents);
    let is_behind_start = legalizer.compare(Direction::Ge, place, starts);
    let is_before_end = legalizer.compare(Direction::Lt, place, ends);
    let conditions = [is_behind_start, is_before_end];
    Some(legalizer.op(stablehlo::AND, &conditions, &[], is_before_end.r#type()))
}

/// Emits a tensor that is 0 wherever a condition does not hold; `targets` maps the condition's
/// dims to the tensor's.
fn keep_members<'c, 'a>(
    legalizer: &mut Legalizer<'c, 'a>,
    value: Value<'c, 'a>,
    condition: Value<'c, 'a>,
    targets: &[usize],
    extents: &[Integer],
) -> Option<Value<'c, 'a>> {
    // The dims of a broadcast must be in the tensor's order.
    let mut order = (0..targets.len()).collect::<Vec<_>>();
    order.sort_by_key(|&dim| targets[dim]);
    let ordered_type = types::select_dims(condition.r#type(), &order)?;
    let condition = legalizer.transpose(condition, &order, ordered_type);
    let targets = order.iter().map(|&dim| targets[dim]).collect::<Vec<_>>();
    let truth = types::element(condition.r#type())?;
    let condition_type = legalizer.with_element(value.r#type(), truth);
    let condition = legalizer.broadcast_to(condition, &targets, condition_type, extents)?;
    let zero = types::zero(legalizer.context(), types::element(value.r#type())?)?;
    let scalar_type = types::scalar_type(types::element(value.r#type())?);
    let zero = legalizer.constant(zero, scalar_type)?;
    let zeros = legalizer.broadcast_to(zero, &[], value.r#type(), extents)?;
    let operands = [condition, value, zeros];
    Some(legalizer.op(stablehlo::SELECT, &operands, &[], value.r#type()))
}

/// Returns the precision as StableHLO's attributes; the names are those of CHLO.
fn precision<'c>(
    legalizer: &Legalizer<'c, '_>,
    operation: OperationRef<'c, '_>,
) -> Option<Attribute<'c>> {
    let precision = operation.attribute("precision_config").ok()?;
    let precision = ir::as_array(precision)?;
    let words = (0..precision.len()).map(|index| {
        let word = match chlo::Precision::from_attribute(precision.element(index).ok()?)? {
            chlo::Precision::Default => stablehlo::Precision::Default,
            chlo::Precision::High => stablehlo::Precision::High,
            chlo::Precision::Highest => stablehlo::Precision::Highest,
        };
        word.to_attribute(legalizer.context())
    });
    let words = words.collect::<Option<Vec<_>>>()?;
    Some(ArrayAttribute::new(legalizer.context(), &words).into())
}
