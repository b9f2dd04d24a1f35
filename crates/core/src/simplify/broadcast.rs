//! `stablehlo.broadcast_in_dim` and `stablehlo.dynamic_broadcast_in_dim`.

use super::{Simpler, SizedResult, canonical_sizes, is_sharded};
use crate::{
    analysis::Analysis,
    dialect::stablehlo,
    explain::ChangeKind,
    ir::{self, DimMapping, Emitter, ValueKey},
    symbol::Size,
};
use melior::ir::{
    OperationRef, Type, Value, ValueLike,
    operation::OperationLike,
    r#type::{RankedTensorType, ShapedTypeLike},
};
use rustc_hash::FxHashSet;

/// A broadcast: its operand, and the result dim of each of its dims.
struct OperandBroadcast<'c, 'a> {
    operand: Value<'c, 'a>,
    dims: Vec<usize>,
    /// The shape operand, if the op has one.
    shape: Option<Value<'c, 'a>>,
}

impl<'c: 'a, 'a> OperandBroadcast<'c, 'a> {
    fn of(operation: OperationRef<'c, 'a>) -> Option<Self> {
        let shape = match ir::name_str(operation.name())? {
            stablehlo::BROADCAST_IN_DIM => None,
            stablehlo::DYNAMIC_BROADCAST_IN_DIM => Some(ir::operand(operation, 1)?),
            _ => return None,
        };
        let dims = ir::int_array(operation, "broadcast_dimensions")?;
        let dims = dims.into_iter().map(|dim| usize::try_from(dim).ok());
        Some(Self {
            operand: ir::operand(operation, 0)?,
            dims: dims.collect::<Option<_>>()?,
            shape,
        })
    }

    /// Merges this broadcast with the broadcast that defines its operand; `None` if another op
    /// does. A dim that the inner broadcast expands has size 1, so the outer one can expand it.
    fn merged(&self) -> Option<Self> {
        let inner = Self::of(ir::defining_op(self.operand)?)?;
        let dims = inner.dims.iter().map(|&dim| self.dims.get(dim).copied());
        Some(Self {
            operand: inner.operand,
            dims: dims.collect::<Option<_>>()?,
            shape: self.shape,
        })
    }

    /// Returns whether each dim of a static operand is 1 or has the size of the result's dim. It may not, in code that
    /// never runs.
    fn fits(&self, operand: RankedTensorType<'_>, target: &SizedResult<'_, '_>) -> bool {
        let sizes = ir::sizes_of(operand.into()).into_iter();
        let mut dims = sizes.zip(&self.dims);
        dims.all(|(size, &dim)| {
            let result = target.sizes.get(dim).and_then(|size| size.constant());
            size == Some(1) || size == result
        })
    }

    fn is_identity(&self, rank: usize) -> bool {
        self.dims.iter().copied().eq(0..rank)
    }
}

pub(super) fn simplify<'c: 'a, 'a>(
    emitter: &mut Emitter<'c, 'a>,
    analysis: &mut Analysis,
    operation: OperationRef<'c, 'a>,
) -> Option<Simpler<'c, 'a>> {
    let target = SizedResult::of(analysis, operation)?;
    let result_type = target.r#type.into();
    let mut broadcast = OperandBroadcast::of(operation)?;
    let mut is_merged = false;
    let results = operation.results().map(|result| result.into());
    let mut seen = results.map(ValueKey::new).collect::<FxHashSet<_>>();
    loop {
        // Scales and axes of quantized elements may change in a broadcast.
        let operand_type = RankedTensorType::try_from(broadcast.operand.r#type()).ok()?;
        if operand_type.element() != target.r#type.element() {
            return None;
        }
        if broadcast.is_identity(target.sizes.len())
            && !is_sharded(operation)
            && target.has_sizes_of(analysis, broadcast.operand)
            && target.can_cast(broadcast.operand.r#type())
        {
            let value = emitter.emit_cast(broadcast.operand, result_type);
            return Some((value, ChangeKind::Dropped));
        }
        // In a graph region, broadcasts may form a cycle.
        match broadcast.merged() {
            Some(merged) if seen.insert(ValueKey::new(merged.operand)) => broadcast = merged,
            _ => break,
        }
        is_merged = true;
    }
    let operand_type = RankedTensorType::try_from(broadcast.operand.r#type()).ok()?;
    if operand_type.encoding().is_some() {
        return None;
    }
    let context = emitter.context();
    let mapping = DimMapping::new(context, &broadcast.dims);
    let is_static = operand_type.has_static_shape();
    if is_static
        && (is_merged || broadcast.shape.is_some())
        && let Some(r#type) = target.static_type(emitter)
        && target.can_cast(r#type.into())
        && broadcast.fits(operand_type, &target)
    {
        let value = emit(
            emitter,
            operation,
            broadcast.operand,
            mapping,
            None,
            r#type.into(),
        );
        return Some((emitter.emit_cast(value, result_type), ChangeKind::Fixed));
    }
    let shape = broadcast.shape?;
    let (repeated, kept) = hints(analysis, &broadcast, &target);
    let known = |name| {
        let dims = ir::int_array(operation, name).unwrap_or_default();
        dims.len()
    };
    let is_known_better = repeated.len() > known("known_expanding_dimensions")
        || kept.len() > known("known_nonexpanding_dimensions");
    if !is_merged && !is_known_better {
        return None;
    }
    let mapping = mapping.with_hints(context, &repeated, &kept);
    let operand = broadcast.operand;
    let value = emit(
        emitter,
        operation,
        operand,
        mapping,
        Some(shape),
        result_type,
    );
    let kind = match is_merged {
        true => ChangeKind::Merged,
        false => ChangeKind::Hinted,
    };
    Some((value, kind))
}

/// Emits a broadcast in place of another one, whose discardable attributes it has.
fn emit<'c: 'a, 'a>(
    emitter: &mut Emitter<'c, 'a>,
    replaced: OperationRef<'c, 'a>,
    operand: Value<'c, 'a>,
    mapping: DimMapping<'c>,
    shape: Option<Value<'c, 'a>>,
    r#type: Type<'c>,
) -> Value<'c, 'a> {
    let attributes = ir::attributes_about_results(replaced);
    match attributes.is_empty() {
        true => emitter.emit_broadcast(operand, mapping, shape, r#type),
        false => emitter.emit_own_broadcast(operand, mapping, shape, r#type, &attributes),
    }
}

/// Returns the result dim of each dim of an explicit broadcast's operand.
pub(super) fn result_dims(operation: OperationRef<'_, '_>) -> Option<Vec<usize>> {
    OperandBroadcast::of(operation).map(|broadcast| broadcast.dims)
}

/// Returns the dims of an explicit broadcast's operand of which it is known only at run time
/// whether they expand.
pub(super) fn open_dims<'c: 'a, 'a>(
    analysis: &mut Analysis,
    operation: OperationRef<'c, 'a>,
) -> Option<Vec<usize>> {
    let target = SizedResult::of(analysis, operation)?;
    let broadcast = OperandBroadcast::of(operation)?;
    let (repeated, kept) = hints(analysis, &broadcast, &target);
    let types = ir::shaped_type(broadcast.operand.r#type());
    let dims = types.shape()?.iter().enumerate();
    let is_open = |&(dim, _): &(usize, _)| !repeated.contains(&dim) && !kept.contains(&dim);
    let open = dims.filter(|(_, size)| size.is_dynamic()).filter(is_open);
    Some(open.map(|(dim, _)| dim).collect())
}

/// Returns the operand's dims that are known to expand, and those that are known not to; the
/// op's own hints are included if the operand is the same.
fn hints(
    analysis: &mut Analysis,
    broadcast: &OperandBroadcast<'_, '_>,
    target: &SizedResult<'_, '_>,
) -> (Vec<usize>, Vec<usize>) {
    let own = OperandBroadcast::of(target.operation);
    let is_own = own.is_some_and(|own| own.operand == broadcast.operand);
    let given = |name| match is_own {
        true => ir::int_array(target.operation, name).unwrap_or_default(),
        false => vec![],
    };
    let given_repeated = given("known_expanding_dimensions");
    let given_kept = given("known_nonexpanding_dimensions");
    let sizes = canonical_sizes(analysis, broadcast.operand);
    let types = ir::shaped_type(broadcast.operand.r#type());
    let types = types.shape().unwrap_or_default();
    let facts = analysis.facts();
    let (mut repeated, mut kept) = (vec![], vec![]);
    for (dim, (&size, &result_dim)) in sizes.iter().zip(&broadcast.dims).enumerate() {
        let is_dynamic = types.get(dim).is_some_and(|dim| dim.is_dynamic());
        let Some(&result) = target.sizes.get(result_dim) else {
            continue;
        };
        let number = dim as i64;
        let one = Size::Constant(1);
        let is_kept = facts.entails_equal(size, result) || facts.entails_not_equal(size, one);
        let is_repeated = facts.entails_equal(size, one) && facts.entails_at_least(result, 2);
        match (is_repeated, is_kept) {
            (true, false) if is_dynamic => repeated.push(dim),
            (false, true) if is_dynamic => kept.push(dim),
            _ if given_repeated.contains(&number) => repeated.push(dim),
            _ if given_kept.contains(&number) => kept.push(dim),
            _ => {}
        }
    }
    (repeated, kept)
}
