//! `stablehlo.dynamic_broadcast_in_dim`.
//!
//! IREE compiles it only if it is known for each dim of the operand whether it expands. Where
//! that is known only at run time, a loop computes the position of each element in the operand, or
//! an `scf.if` chooses between the operand itself and the expanded operand, one dim after the other.

pub mod declared;
pub mod indexed;
pub mod permuted;

use crate::{build::*, ops::*, prelude::*};

pub static ROW: Row = Row {
    name: "open-broadcasts",
    ops: &[stablehlo::DYNAMIC_BROADCAST_IN_DIM],
    when: "of which it is known only at run time whether a dim expands",
    becomes: "a `linalg.generic` that limits each index to the operand's last one; if the last dim is such a \
              dim, `scf.if` between a copy of the operand and a broadcast from size 1",
    why: "IREE rejects it, as StableHLO's own conversion to Linalg does \
           (openxla/stablehlo#2833).",
    action: Replace(rewrite),
};

/// What is known of an operand dim.
#[derive(Clone, Copy, Eq, PartialEq)]
pub enum Growth {
    /// It has its result dim's size.
    Kept,
    /// It is 1 and expands.
    Repeated,
    /// One or the other, known only at run time.
    Open,
}

fn rewrite<'a>(emitter: &mut OpEmitter<'a>, operation: OpRef<'a>) -> Option<Value<'a>> {
    let broadcast = DynamicBroadcast::of(operation)?;
    require(broadcast.growth.contains(&Growth::Open))?;
    if broadcast.keeps_vectors() {
        return broadcast.emit_indexed(emitter);
    }
    let DynamicBroadcast {
        operand,
        shape,
        result_type,
        dims,
        growth,
    } = broadcast;
    let context = emitter.context();
    let identity = (0..dims.len()).collect::<Vec<_>>();
    let mut value = operand;
    let mut sizes = sizes(operand)?;
    let mut extents = vec![];
    for (dim, growth) in growth.iter().enumerate() {
        extents.push(match (sizes[dim], growth) {
            (Some(size), _) => emitter.emit_constant_index(size),
            (None, Growth::Repeated) => emitter.emit_constant_index(1),
            // The operand has this size of the result, so it need not be read again.
            (None, Growth::Kept) => emitter.emit_element(shape, dims[dim]),
            (None, Growth::Open) => emitter.emit_extent_index(operand, dim),
        });
    }
    for dim in (0..dims.len()).filter(|&dim| growth[dim] == Growth::Open) {
        let extent = emitter.emit_dimension_size(operand, dim, None);
        let is_one = emitter.emit_equals_constant(extent, 1);
        // IREE merges branches on the same condition, and miscompiles the merged branch.
        let mark = emitter.emit_as_integers(shape);
        let is_one = emitter.emit_barrier(is_one, &[mark]);
        let is_one = emitter.emit_extract(is_one);
        extents[dim] = emitter.emit_element(shape, dims[dim]);
        sizes[dim] = type_sizes(result_type)[dims[dim]];
        let grown = tensor_type(emitter, result_type, &sizes);
        let grown_type = grown.into();
        let grown_shape = emitter.emit_from_elements(&extents);
        let others = identity.iter().copied().filter(|&other| other != dim);
        let mapping = DimMapping::new(context, &identity);
        let mapping = mapping.with_hints(context, &[dim], &others.collect::<Vec<_>>());
        value = emitter.emit_if(
            is_one,
            grown_type,
            |emitter| emitter.emit_broadcast(value, mapping, Some(grown_shape), grown_type),
            |emitter| match is_part(value) {
                true => emit_in_dims(emitter, value, &identity, grown_shape, grown_type),
                false => emit_unchanged(emitter, value, &extents, grown),
            },
        );
    }
    let is_whole = dims == identity && dims.len() == type_sizes(result_type).len();
    if is_whole && !growth.contains(&Growth::Repeated) {
        return Some(value);
    }
    let resolved = growth.into_iter().map(|growth| match growth {
        Growth::Repeated => Growth::Repeated,
        Growth::Kept | Growth::Open => Growth::Kept,
    });
    let rest = DynamicBroadcast {
        operand: value,
        growth: resolved.collect(),
        shape,
        result_type,
        dims,
    };
    Some(rest.emit(emitter))
}

/// A broadcast of a tensor.
pub struct DynamicBroadcast<'a> {
    pub operand: Value<'a>,
    /// The result's shape.
    pub shape: Value<'a>,
    pub result_type: RankedTensorType<'a>,
    /// The result dim of each operand dim.
    pub dims: Vec<usize>,
    /// What is known of each operand dim.
    pub growth: Vec<Growth>,
}

impl<'a> DynamicBroadcast<'a> {
    /// Reads a `stablehlo.dynamic_broadcast_in_dim`; `None` for any other op.
    pub fn of(operation: OpRef<'a>) -> Option<Self> {
        let is_dynamic = ir::is_named(operation, stablehlo::DYNAMIC_BROADCAST_IN_DIM);
        let dims = broadcast_dims(operation).filter(|_| is_dynamic)?;
        Some(Self {
            operand: ir::operand(operation, 0)?,
            shape: ir::operand(operation, 1)?,
            result_type: result_type(operation)?,
            growth: growth(operation, &dims)?,
            dims,
        })
    }

    /// Emits the op, with hints on what is known of each dim.
    pub fn emit(&self, emitter: &mut OpEmitter<'a>) -> Value<'a> {
        let of = |is: Growth| -> Vec<usize> {
            let dims = 0..self.dims.len();
            dims.filter(|&dim| self.growth[dim] == is).collect()
        };
        let context = emitter.context();
        let mapping = DimMapping::new(context, &self.dims);
        let mapping = mapping.with_hints(context, &of(Growth::Repeated), &of(Growth::Kept));
        let (shape, r#type) = (Some(self.shape), self.result_type.into());
        emitter.emit_broadcast(self.operand, mapping, shape, r#type)
    }
}

impl Growth {
    /// Returns what is known of a dim that goes through two broadcasts.
    pub fn and(self, next: Self) -> Self {
        match (self, next) {
            (Self::Repeated, _) | (_, Self::Repeated) => Self::Repeated,
            (Self::Kept, Self::Kept) => Self::Kept,
            _ => Self::Open,
        }
    }
}

/// Returns whether a value is a part of a tensor, or gathered at indices that are computed from one.
/// IREE does not compile a copy of such a value by `tensor.insert_slice`.
fn is_part(value: Value<'_>) -> bool {
    ir::search_values(value, MAX_FOLLOWED, |next, pending| {
        let Some(definition) = ir::defining_op(next) else {
            return false;
        };
        match ir::name_str(definition.name()) {
            _ if is_any_of(definition, &SLICES) => return true,
            Some(GENERIC) => pending.extend(definition.operands()),
            Some(stablehlo::GATHER | stablehlo::TORCH_INDEX_SELECT) => {
                pending.extend(ir::operand(definition, 1));
            }
            // Only indices are followed further.
            _ if next == value => {}
            Some(tensor::RESHAPE) => pending.extend(ir::operand(definition, 0)),
            name if name == Some(stablehlo::CONCATENATE) || is_elementwise(definition) => {
                pending.extend(definition.operands().filter(|&operand| is_dynamic(operand)));
            }
            _ => {}
        }
        false
    })
}

/// The maximum number of ops that are followed from gathered values to parts.
const MAX_FOLLOWED: usize = 16;

/// Returns the number of `scf.if` that a broadcast becomes: one for each open dim.
pub fn branches(operation: OpRef<'_>) -> usize {
    let is_open = |growth: &&Growth| **growth == Growth::Open;
    DynamicBroadcast::of(operation)
        .filter(|broadcast| !broadcast.keeps_vectors())
        .map_or(0, |it| it.growth.iter().filter(is_open).count())
}

/// Returns the result dim of each operand dim.
pub fn broadcast_dims(operation: OpRef<'_>) -> Option<Vec<usize>> {
    to_dims(&ir::int_array(operation, "broadcast_dimensions")?)
}

/// Returns what is known of each operand dim.
pub fn growth(operation: OpRef<'_>, dims: &[usize]) -> Option<Vec<Growth>> {
    let hint = |name| ir::int_array(operation, name).unwrap_or_default();
    let repeated = hint("known_expanding_dimensions");
    let kept = hint("known_nonexpanding_dimensions");
    let result = type_sizes(result_type(operation)?);
    let operand = sizes(ir::operand(operation, 0)?)?;
    let dims = operand.iter().zip(dims).enumerate();
    dims.map(|(dim, (&size, &result_dim))| {
        let is_in = |dims: &[i64]| dims.contains(&(dim as i64));
        Some(match (size, *result.get(result_dim)?) {
            (Some(1) | None, Some(1)) => Growth::Kept,
            (Some(1), _) => Growth::Repeated,
            (Some(_), _) => Growth::Kept,
            (None, _) if is_in(&repeated) => Growth::Repeated,
            (None, _) if is_in(&kept) => Growth::Kept,
            (None, _) => Growth::Open,
        })
    })
    .collect()
}
