//! Parts of tensors: extracted, inserted, updated.

use crate::{
    build::{
        hidden::emit_hidden,
        index::{IndexExpression, index},
        tensors::{
            emit_constant_indices, emit_dynamic_extents, emit_extents, emit_shape, of_dynamic,
        },
    },
    dialect::stablehlo::SliceOp,
    ir::AT_RUN_TIME,
    ops::*,
    prelude::*,
};
use melior::ir::attribute::{DenseI32ArrayAttribute, DenseI64ArrayAttribute};

/// Emits a `stablehlo.slice` with these starts, limits and strides.
pub fn emit_static_slice<'a>(
    emitter: &mut OpEmitter<'a>,
    value: Value<'a>,
    [start_indices, limit_indices, strides]: [&[i64]; 3],
    r#type: RankedTensorType<'a>,
) -> Value<'a> {
    let slice = SliceOp {
        start_indices,
        limit_indices,
        strides,
    };
    let attributes = slice.attributes(emitter.context());
    emitter.emit_named(stablehlo::SLICE, &[value], &attributes, r#type.into())
}

/// Emits a copy of a computed tensor, of which IREE does not fuse the computation with that of what
/// uses it. Of indices, that might need a stack allocation of unknown size in a scatter.
pub fn emit_stored<'a>(emitter: &mut OpEmitter<'a>, indices: Value<'a>) -> Option<Value<'a>> {
    let r#type = ir::as_ranked_tensor(indices.r#type())?;
    let Some(shape) = emit_shape(emitter, indices) else {
        return Some(indices);
    };
    let shape = emitter.emit_barrier(shape, &[]);
    let extents = emit_dynamic_extents(emitter, shape, r#type);
    emit_larger(emitter, indices, &extents, r#type)
}

/// The insertion of a tensor into another one, which may have more dims in front: the tensor is
/// inserted into one element of each.
pub struct Insertion<'a> {
    pub update: Value<'a>,
    pub operand: Value<'a>,
    /// The offsets of the inserted part.
    pub offsets: Vec<Value<'a>>,
    /// The distances between elements of the part.
    pub strides: Vec<i64>,
}

impl<'a> Insertion<'a> {
    /// Returns the insertion of neighbouring elements.
    pub fn new(update: Value<'a>, operand: Value<'a>, offsets: Vec<Value<'a>>) -> Self {
        let strides = vec![1; offsets.len()];
        Self {
            update,
            operand,
            offsets,
            strides,
        }
    }

    /// Emits the offsets of a `stablehlo.dynamic_update_slice`.
    pub fn of_update(emitter: &mut OpEmitter<'a>, operation: OpRef<'a>) -> Option<Self> {
        let [operand, update] = first_operands(operation)?;
        let extents = emit_extents(emitter, operand);
        let lengths = emit_extents(emitter, update);
        let mut offsets = vec![];
        for (dim, (&extent, &length)) in extents.iter().zip(&lengths).enumerate() {
            let start = emitter.emit_index(ir::operand(operation, dim + 2)?);
            offsets.push(emit_clamped(emitter, start, extent, length));
        }
        Some(Self::new(update, operand, offsets))
    }

    /// Returns what a `tensor.insert_slice` inserts, whose dims of a single element that the update lacks, if
    /// any, are in front, and whose strides are known.
    fn of_insert(emitter: &mut OpEmitter<'a>, operation: OpRef<'a>) -> Option<Self> {
        let [update, operand] = first_operands(operation)?;
        let [offsets, sizes, strides] = ["static_offsets", "static_sizes", "static_strides"]
            .map(|name| ir::int_array(operation, name));
        let (offsets, strides) = (offsets?, strides?);
        require(
            sizes? == full_sizes(&self::sizes(update)?, offsets.len())
                && !strides.contains(&AT_RUN_TIME),
        )?;
        let mut dynamic = operation.operands().skip(2);
        let offsets = offsets.into_iter().map(|offset| match offset {
            AT_RUN_TIME => dynamic.next(),
            _ => Some(emitter.emit_constant_index(offset)),
        });
        let offsets = offsets.collect::<Option<_>>()?;
        Some(Self {
            strides,
            ..Self::new(update, operand, offsets)
        })
    }
}

/// Emits an update of a tensor, or an insertion into it, again, into its result. IREE does not know that it
/// is at the same position. `None` if the op has no position, or MLIR knows no barriers of IREE.
pub fn emit_update_again<'a>(
    emitter: &mut OpEmitter<'a>,
    operation: OpRef<'a>,
) -> Option<Value<'a>> {
    let mut insertion = match ir::name_str(operation.name())? {
        stablehlo::DYNAMIC_UPDATE_SLICE => Insertion::of_update(emitter, operation)?,
        tensor::INSERT_SLICE => Insertion::of_insert(emitter, operation)?,
        _ => return None,
    };
    insertion.operand = ir::result(operation, 0)?;
    let first = insertion.offsets.first_mut()?;
    *first = emit_hidden(emitter, *first)?;
    emit_insert(emitter, &insertion)
}

/// Emits a `tensor.insert_slice`.
pub fn emit_insert<'a>(
    emitter: &mut OpEmitter<'a>,
    insertion: &Insertion<'a>,
) -> Option<Value<'a>> {
    let lengths = emit_extents(emitter, insertion.update);
    emit_insert_of(emitter, insertion, &lengths)
}

/// Emits a `tensor.insert_slice` of a tensor that has these extents.
pub fn emit_insert_of<'a>(
    emitter: &mut OpEmitter<'a>,
    insertion: &Insertion<'a>,
    lengths: &[Value<'a>],
) -> Option<Value<'a>> {
    let (update, operand) = (insertion.update, insertion.operand);
    let update_sizes = sizes(update)?;
    let dynamic = of_dynamic(lengths, &update_sizes);
    let sizes = full_sizes(&update_sizes, insertion.offsets.len());
    let tensors = [update, operand];
    let place = [&insertion.offsets, &*dynamic];
    let numbers = [&*sizes, &insertion.strides];
    let r#type = operand.r#type();
    let op = tensor::INSERT_SLICE;
    Some(emit_on_part(emitter, op, &tensors, place, numbers, r#type))
}

/// Returns the sizes of a part of a tensor of more dims, of which the part has one element each.
fn full_sizes(sizes: &[Option<i64>], rank: usize) -> Vec<i64> {
    let missing = std::iter::repeat_n(1, rank - sizes.len());
    let own = sizes.iter().map(|size| size.unwrap_or(AT_RUN_TIME));
    missing.chain(own).collect()
}

/// Emits an op that extracts or inserts a part of a tensor, at the first element if no starts are given.
fn emit_on_part<'a>(
    emitter: &mut OpEmitter<'a>,
    op: &str,
    tensors: &[Value<'a>],
    [starts, extents]: [&[Value<'a>]; 2],
    [sizes, strides]: [&[i64]; 2],
    r#type: Type<'a>,
) -> Value<'a> {
    let context = emitter.context();
    let list = |list: &[i64]| DenseI64ArrayAttribute::new(context, list).into();
    let offset = match starts {
        [] => 0,
        _ => AT_RUN_TIME,
    };
    let counts = [starts.len(), extents.len(), 0].map(|count| count as i32);
    let segments = [&*vec![1; tensors.len()], &counts].concat();
    let segments = DenseI32ArrayAttribute::new(context, &segments).into();
    let attributes: [(&str, Attribute<'a>); 4] = [
        ("static_offsets", list(&vec![offset; sizes.len()])),
        ("static_sizes", list(sizes)),
        ("static_strides", list(strides)),
        ("operandSegmentSizes", segments),
    ];
    let operands = [tensors, starts, extents].concat();
    emitter.emit_named(op, &operands, &attributes, r#type)
}

/// Emits the part of a type at the beginning of a tensor: a `tensor.extract_slice`, or an empty tensor if the part has
/// no elements. `extents` are those of its dynamic dims. Dims in front that it does not have are of one element.
pub fn emit_part<'a>(
    emitter: &mut OpEmitter<'a>,
    value: Value<'a>,
    extents: &[Value<'a>],
    r#type: RankedTensorType<'a>,
) -> Value<'a> {
    // A part without elements starts nowhere in a tensor without elements, by the rules of `tensor.extract_slice`.
    if type_sizes(r#type).contains(&Some(0)) {
        return emitter.emit(tensor::EMPTY, extents, &[], r#type.into());
    }
    let rank = rank(value).unwrap_or_default();
    let sizes = full_sizes(&type_sizes(r#type), rank);
    let numbers = [&*sizes, &vec![1; rank]];
    let place = [&[], extents];
    let (op, r#type) = (tensor::EXTRACT_SLICE, r#type.into());
    emit_on_part(emitter, op, &[value], place, numbers, r#type)
}

/// Emits a `tensor.extract_slice` of these sizes, each an `index`, which IREE sees: of several slices of
/// the same sizes that are given by their ends, it loses that the sizes are the same, and rejects what
/// combines them.
pub fn emit_strided_part<'a>(
    emitter: &mut OpEmitter<'a>,
    value: Value<'a>,
    starts: &[Value<'a>],
    extents: &[Value<'a>],
    strides: &[i64],
    r#type: RankedTensorType<'a>,
) -> Value<'a> {
    let sizes = type_sizes(r#type);
    let dynamic = of_dynamic(extents, &sizes);
    let sizes = full_sizes(&sizes, sizes.len());
    let place = [starts, &dynamic];
    let numbers = [&*sizes, strides];
    let (op, r#type) = (tensor::EXTRACT_SLICE, r#type.into());
    emit_on_part(emitter, op, &[value], place, numbers, r#type)
}

/// Emits the value that a branch yields for an unchanged tensor: a copy of a given type with
/// these sizes.
///
/// If a branch yields a value that it does not use, IREE's runtime accesses the value before it
/// is available when tasks run in threads ("transient buffer has not been committed"). The
/// sizes must not be known to equal the tensor's own, or MLIR removes the copy.
pub fn emit_unchanged<'a>(
    emitter: &mut OpEmitter<'a>,
    value: Value<'a>,
    extents: &[Value<'a>],
    r#type: RankedTensorType<'a>,
) -> Value<'a> {
    let dynamic = of_dynamic(extents, &type_sizes(r#type));
    let copy = emit_larger(emitter, value, &dynamic, r#type);
    copy.unwrap_or_else(|| emitter.emit_cast(value, r#type.into()))
}

/// Emits a tensor of a type that begins with another tensor; its other elements are not set.
/// `extents` are those of its dynamic dims.
pub fn emit_larger<'a>(
    emitter: &mut OpEmitter<'a>,
    update: Value<'a>,
    extents: &[Value<'a>],
    r#type: RankedTensorType<'a>,
) -> Option<Value<'a>> {
    let operand = emitter.emit(tensor::EMPTY, extents, &[], r#type.into());
    let none = emitter.emit_constant_index(0);
    let offsets = vec![none; type_sizes(r#type).len()];
    emit_insert(emitter, &Insertion::new(update, operand, offsets))
}

/// Emits a `stablehlo.real_dynamic_slice`.
pub fn emit_slice<'a>(
    emitter: &mut OpEmitter<'a>,
    value: Value<'a>,
    starts: &[Value<'a>],
    limits: &[Value<'a>],
    strides: &[i64],
    r#type: RankedTensorType<'a>,
) -> Value<'a> {
    let strides = emit_constant_indices(emitter, strides);
    let [starts, limits, strides] =
        [starts, limits, &strides].map(|list| emitter.emit_from_elements(list));
    let operands = [value, starts, limits, strides];
    emitter.emit_named(stablehlo::REAL_DYNAMIC_SLICE, &operands, &[], r#type.into())
}

/// Emits a `stablehlo.real_dynamic_slice` without strides, whose type has these sizes.
pub fn emit_unit_slice<'a>(
    emitter: &mut OpEmitter<'a>,
    value: Value<'a>,
    starts: &[Value<'a>],
    limits: &[Value<'a>],
    sizes: &[Option<i64>],
) -> Option<Value<'a>> {
    let r#type = with_sizes(emitter, value, sizes)?;
    let strides = vec![1; starts.len()];
    Some(emit_slice(emitter, value, starts, limits, &strides, r#type))
}

/// Emits a slice without strides of these sizes, a `stablehlo.slice` if all limits are given; one that is not is the end
/// of the dim.
pub fn emit_slice_to<'a>(
    emitter: &mut OpEmitter<'a>,
    value: Value<'a>,
    starts: &[i64],
    limits: &[Option<i64>],
    sizes: &[Option<i64>],
) -> Option<Value<'a>> {
    if let Some(limits) = limits.iter().copied().collect::<Option<Vec<_>>>() {
        let r#type = with_sizes(emitter, value, sizes)?;
        let bounds = [starts, &limits, &vec![1; starts.len()]];
        return Some(emit_static_slice(emitter, value, bounds, r#type));
    }
    let extents = emit_extents(emitter, value).into_iter().zip(limits);
    let limits = extents.map(|(extent, limit)| match limit {
        Some(limit) => emitter.emit_constant_index(*limit),
        None => extent,
    });
    let limits = limits.collect::<Vec<_>>();
    let starts = emit_constant_indices(emitter, starts);
    emit_unit_slice(emitter, value, &starts, &limits, sizes)
}

/// Returns where a part ends that has this many elements: behind the last one.
pub fn end_of_part<'a>(start: Value<'a>, extent: Value<'a>, stride: i64) -> IndexExpression<'a> {
    index(start) + (index(extent) * stride + (1 - stride)).max(0)
}

/// Emits the start of a slice, clamped so that the slice is within an extent.
pub fn emit_clamped<'a>(
    emitter: &mut OpEmitter<'a>,
    start: Value<'a>,
    extent: Value<'a>,
    length: Value<'a>,
) -> Value<'a> {
    let last = index(extent) - length;
    index(start).min(last).max(0).emit(emitter)
}
