//! Slices at computed positions, and updates.

pub(super) mod empty;
pub(super) mod whole;

use super::{
    emit_extents, result_type,
    row::{Action::Replace, Row},
    scalar::emit_hidden,
    sizes, type_sizes,
};
use crate::{
    dialect::stablehlo,
    ir::{self, AT_RUN_TIME, Emitter},
};
use melior::{
    Context,
    ir::{
        Attribute, Identifier, OperationRef, Value, ValueLike,
        attribute::{DenseI32ArrayAttribute, DenseI64ArrayAttribute},
        operation::OperationLike,
        r#type::RankedTensorType,
    },
};

/// Updates of a part.
pub(super) static UPDATES: Row = Row {
    name: "dynamic-updates",
    ops: &[stablehlo::DYNAMIC_UPDATE_SLICE],
    when: "of dynamic tensors",
    becomes: "`tensor.insert_slice` at the clamped start",
    why: "IREE rejects it.",
    example: include_str!("examples/dynamic-updates.mlir"),
    action: Replace(rewrite_update),
};

/// Rewrites a `stablehlo.dynamic_update_slice` of a dynamic tensor to `tensor.insert_slice`.
fn rewrite_update<'c, 'a>(
    emitter: &mut Emitter<'c, 'a>,
    operation: OperationRef<'c, 'a>,
) -> Option<Value<'c, 'a>> {
    let (operand, update) = (ir::operand(operation, 0)?, ir::operand(operation, 1)?);
    let result_type = result_type(operation)?;
    let is_static = sizes(operand)?
        .iter()
        .chain(&sizes(update)?)
        .all(Option::is_some);
    let has_all_types = operand.r#type() == result_type.into();
    if is_static || !has_all_types {
        return None;
    }
    let insertion = Insertion::of_update(emitter, operation)?;
    emit_insert(emitter, &insertion)
}

/// The insertion of a tensor into another one, which may have more dims in front: the tensor is
/// inserted into one element of each.
pub(super) struct Insertion<'c, 'a> {
    pub(super) update: Value<'c, 'a>,
    pub(super) operand: Value<'c, 'a>,
    /// The offsets of the inserted part.
    pub(super) offsets: Vec<Value<'c, 'a>>,
    /// The distances between elements of the part.
    pub(super) strides: Vec<i64>,
}

impl<'c, 'a> Insertion<'c, 'a> {
    /// Emits the offsets of a `stablehlo.dynamic_update_slice`.
    fn of_update(emitter: &mut Emitter<'c, 'a>, operation: OperationRef<'c, 'a>) -> Option<Self> {
        let (operand, update) = (ir::operand(operation, 0)?, ir::operand(operation, 1)?);
        let extents = emit_extents(emitter, operand);
        let lengths = emit_extents(emitter, update);
        let mut offsets = vec![];
        for (dim, (&extent, &length)) in extents.iter().zip(&lengths).enumerate() {
            let start = emitter.emit_index(ir::operand(operation, dim + 2)?);
            offsets.push(emit_clamped(emitter, start, extent, length));
        }
        let strides = vec![1; offsets.len()];
        Some(Self {
            update,
            operand,
            offsets,
            strides,
        })
    }

    /// Returns what a `tensor.insert_slice` inserts, whose dims of a single element that the update lacks, if
    /// any, are in front, and whose strides are known.
    fn of_insert(emitter: &mut Emitter<'c, 'a>, operation: OperationRef<'c, 'a>) -> Option<Self> {
        let (update, operand) = (ir::operand(operation, 0)?, ir::operand(operation, 1)?);
        let [offsets, sizes, strides] = ["static_offsets", "static_sizes", "static_strides"]
            .map(|name| ir::int_array(operation, name));
        let (offsets, strides) = (offsets?, strides?);
        if sizes? != full_sizes(&self::sizes(update)?, offsets.len())
            || strides.contains(&AT_RUN_TIME)
        {
            return None;
        }
        let mut dynamic = operation.operands().skip(2);
        let offsets = offsets.into_iter().map(|offset| match offset {
            AT_RUN_TIME => dynamic.next(),
            _ => Some(emitter.emit_constant_index(offset)),
        });
        Some(Self {
            update,
            operand,
            offsets: offsets.collect::<Option<_>>()?,
            strides,
        })
    }
}

/// Emits an update of a tensor, or an insertion into it, again, into its result. IREE does not know that it
/// is at the same position. `None` if the op has no position, or MLIR knows no barriers of IREE.
pub(super) fn emit_update_again<'c, 'a>(
    emitter: &mut Emitter<'c, 'a>,
    operation: OperationRef<'c, 'a>,
) -> Option<Value<'c, 'a>> {
    let mut insertion = match ir::name_str(operation.name())? {
        stablehlo::DYNAMIC_UPDATE_SLICE => Insertion::of_update(emitter, operation)?,
        "tensor.insert_slice" => Insertion::of_insert(emitter, operation)?,
        _ => return None,
    };
    insertion.operand = ir::result(operation, 0)?;
    let first = insertion.offsets.first_mut()?;
    *first = emit_hidden(emitter, *first)?;
    emit_insert(emitter, &insertion)
}

/// Returns whether a slice takes the part of a tensor that a `tensor.insert_slice` replaces.
pub(super) fn is_of_inserted_part(
    slice: OperationRef<'_, '_>,
    insertion: OperationRef<'_, '_>,
) -> bool {
    let Some((offsets, _)) = place(insertion).filter(|_| has_no_strides(slice)) else {
        return false;
    };
    let starts = match ir::name_str(slice.name()) {
        Some(stablehlo::SLICE) => ir::int_array(slice, "start_indices")
            .map(|starts| starts.into_iter().map(Offset::Known).collect::<Vec<_>>()),
        Some(stablehlo::REAL_DYNAMIC_SLICE) => ir::operand(slice, 1).and_then(Offset::of_list),
        _ => None,
    };
    starts == Some(offsets)
}

/// Returns whether an insertion puts its part behind the one that another insertion put at the start of the tensor,
/// as in a concatenation.
pub(super) fn is_behind(insertion: OperationRef<'_, '_>, first: OperationRef<'_, '_>) -> bool {
    let (Some((offsets, _)), Some((starts, ends))) = (place(insertion), place(first)) else {
        return false;
    };
    let mut dims = offsets.iter().zip(starts.iter().zip(&ends));
    dims.any(|(offset, (start, end))| *start == Offset::Known(0) && offset == end)
}

/// Returns the offsets and sizes of the part that a `tensor.insert_slice` replaces; `None` if a stride is not 1.
fn place<'c: 'a, 'a>(
    insertion: OperationRef<'c, 'a>,
) -> Option<(Vec<Offset<'c, 'a>>, Vec<Offset<'c, 'a>>)> {
    let strides = ir::int_array(insertion, "static_strides")?;
    if !strides.iter().all(|&stride| stride == 1) {
        return None;
    }
    let mut dynamic = insertion.operands().skip(2);
    let mut numbers = |name| {
        let numbers = ir::int_array(insertion, name)?.into_iter();
        let numbers = numbers.map(|number| match number {
            AT_RUN_TIME => dynamic.next().map(Offset::of),
            _ => Some(Offset::Known(number)),
        });
        numbers.collect::<Option<Vec<_>>>()
    };
    Some((numbers("static_offsets")?, numbers("static_sizes")?))
}

/// Returns whether all strides of a slice are 1.
fn has_no_strides(slice: OperationRef<'_, '_>) -> bool {
    if let Some(strides) = ir::int_array(slice, "strides") {
        return strides.iter().all(|&stride| stride == 1);
    }
    ir::operand(slice, 3).is_some_and(|strides| {
        let elements = ir::defined_by(strides, "tensor.from_elements");
        ir::constant_integer(strides) == Some(1)
            || elements
                .is_some_and(|it| it.operands().all(|one| Offset::of(one) == Offset::Known(1)))
    })
}

/// Where a part of a tensor starts in one dim, or how long it is.
#[derive(PartialEq)]
enum Offset<'c, 'a> {
    Known(i64),
    Computed(Value<'c, 'a>),
}

impl<'c: 'a, 'a> Offset<'c, 'a> {
    /// Returns what a number is, of any type.
    fn of(value: Value<'c, 'a>) -> Self {
        if let Some(number) = ir::constant_integer(value) {
            return Self::Known(number);
        }
        let cast = ir::defined_by(value, "arith.index_cast");
        match cast.and_then(|cast| ir::operand(cast, 0)) {
            Some(index) => Self::of(index),
            None => Self::Computed(value),
        }
    }

    /// Returns what each number of a list is, if the list is a constant or made of scalars.
    fn of_list(list: Value<'c, 'a>) -> Option<Vec<Self>> {
        let definition = ir::defining_op(list)?;
        if ir::name_str(definition.name()) == Some("tensor.from_elements") {
            return Some(definition.operands().map(Self::of).collect());
        }
        ir::constant(list)?;
        let numbers = ir::int_elements(definition, "value", usize::MAX)?;
        Some(numbers.into_iter().map(Self::Known).collect())
    }
}

/// Emits a `tensor.insert_slice`.
pub(super) fn emit_insert<'c, 'a>(
    emitter: &mut Emitter<'c, 'a>,
    insertion: &Insertion<'c, 'a>,
) -> Option<Value<'c, 'a>> {
    let lengths = emit_extents(emitter, insertion.update);
    emit_insert_of(emitter, insertion, &lengths)
}

/// Emits a `tensor.insert_slice` of a tensor that has these extents.
pub(super) fn emit_insert_of<'c, 'a>(
    emitter: &mut Emitter<'c, 'a>,
    insertion: &Insertion<'c, 'a>,
    lengths: &[Value<'c, 'a>],
) -> Option<Value<'c, 'a>> {
    let (update, operand) = (insertion.update, insertion.operand);
    let update_sizes = sizes(update)?;
    let dynamic = lengths.iter().zip(&update_sizes);
    let dynamic = dynamic.filter(|(_, size)| size.is_none());
    let dynamic = dynamic.map(|(&length, _)| length).collect::<Vec<_>>();
    let operands = [&[update, operand], &*insertion.offsets, &*dynamic].concat();
    let rank = insertion.offsets.len();
    let attributes = part_attributes(
        emitter.context(),
        &vec![AT_RUN_TIME; rank],
        &full_sizes(&update_sizes, rank),
        &insertion.strides,
        &[1, 1, rank as i32, dynamic.len() as i32, 0],
    );
    Some(emitter.emit(
        "tensor.insert_slice",
        &operands,
        &attributes,
        operand.r#type(),
    ))
}

/// Returns the sizes of a part of a tensor of more dims, of which the part has one element each.
fn full_sizes(sizes: &[Option<i64>], rank: usize) -> Vec<i64> {
    let missing = std::iter::repeat_n(1, rank - sizes.len());
    let own = sizes.iter().map(|size| size.unwrap_or(AT_RUN_TIME));
    missing.chain(own).collect()
}

/// Returns the attributes of an op that extracts or inserts a part of a tensor; `segments` are the
/// numbers of its operands of each kind.
fn part_attributes<'c>(
    context: &'c Context,
    offsets: &[i64],
    sizes: &[i64],
    strides: &[i64],
    segments: &[i32],
) -> [(Identifier<'c>, Attribute<'c>); 4] {
    let list = |list| DenseI64ArrayAttribute::new(context, list).into();
    let segments = DenseI32ArrayAttribute::new(context, segments).into();
    let attributes = [
        ("static_offsets", list(offsets)),
        ("static_sizes", list(sizes)),
        ("static_strides", list(strides)),
        ("operandSegmentSizes", segments),
    ];
    attributes.map(|(name, value)| (Identifier::new(context, name), value))
}

/// The part at the beginning of a tensor.
pub(super) struct LeadingPart<'c, 'a> {
    pub(super) value: Value<'c, 'a>,
    /// The extents of the part's dynamic dims.
    pub(super) extents: Vec<Value<'c, 'a>>,
    /// Dims in front that the part does not have are of one element.
    pub(super) r#type: RankedTensorType<'c>,
}

/// Emits a `tensor.extract_slice`, or an empty tensor if the part has no elements.
pub(super) fn emit_part<'c, 'a>(
    emitter: &mut Emitter<'c, 'a>,
    part: &LeadingPart<'c, 'a>,
) -> Value<'c, 'a> {
    // A part without elements starts nowhere in a tensor without elements, by the rules of `tensor.extract_slice`.
    if type_sizes(part.r#type).contains(&Some(0)) {
        return emitter.emit("tensor.empty", &part.extents, &[], part.r#type.into());
    }
    let rank = ir::shaped_type(part.value.r#type())
        .shape()
        .map_or(0, |shape| shape.len());
    let attributes = part_attributes(
        emitter.context(),
        &vec![0; rank],
        &full_sizes(&type_sizes(part.r#type), rank),
        &vec![1; rank],
        &[1, 0, part.extents.len() as i32, 0],
    );
    let operands = [&[part.value], &*part.extents].concat();
    emitter.emit(
        "tensor.extract_slice",
        &operands,
        &attributes,
        part.r#type.into(),
    )
}

/// Emits a `tensor.extract_slice` of these sizes, each an `index`, which IREE sees: of several slices of
/// the same sizes that are given by their ends, it loses that the sizes are the same, and rejects what
/// combines them.
pub(super) fn emit_strided_part<'c, 'a>(
    emitter: &mut Emitter<'c, 'a>,
    value: Value<'c, 'a>,
    starts: &[Value<'c, 'a>],
    extents: &[Value<'c, 'a>],
    strides: &[i64],
    r#type: RankedTensorType<'c>,
) -> Value<'c, 'a> {
    let sizes = type_sizes(r#type);
    let dynamic = extents.iter().zip(&sizes);
    let dynamic = dynamic.filter(|(_, size)| size.is_none());
    let dynamic = dynamic.map(|(&extent, _)| extent).collect::<Vec<_>>();
    let rank = sizes.len();
    let attributes = part_attributes(
        emitter.context(),
        &vec![AT_RUN_TIME; rank],
        &full_sizes(&sizes, rank),
        strides,
        &[1, rank as i32, dynamic.len() as i32, 0],
    );
    let operands = [&[value], starts, &*dynamic].concat();
    emitter.emit(
        "tensor.extract_slice",
        &operands,
        &attributes,
        r#type.into(),
    )
}

/// Emits the value that a branch yields for an unchanged tensor: a copy of a given type with
/// these sizes.
///
/// If a branch yields a value that it does not use, IREE's runtime accesses the value before it
/// is available when tasks run in threads ("transient buffer has not been committed"). The
/// sizes must not be known to equal the tensor's own, or MLIR removes the copy.
pub(super) fn emit_unchanged<'c, 'a>(
    emitter: &mut Emitter<'c, 'a>,
    value: Value<'c, 'a>,
    extents: &[Value<'c, 'a>],
    r#type: RankedTensorType<'c>,
) -> Value<'c, 'a> {
    let dynamic = extents.iter().zip(type_sizes(r#type));
    let dynamic = dynamic.filter(|(_, size)| size.is_none());
    let dynamic = dynamic.map(|(&extent, _)| extent).collect::<Vec<_>>();
    let copy = emit_larger(emitter, value, &dynamic, r#type);
    copy.unwrap_or_else(|| emitter.emit_cast(value, r#type.into()))
}

/// Emits a tensor of a type that begins with another tensor; its other elements are not set.
/// `extents` are those of its dynamic dims.
pub(super) fn emit_larger<'c, 'a>(
    emitter: &mut Emitter<'c, 'a>,
    update: Value<'c, 'a>,
    extents: &[Value<'c, 'a>],
    r#type: RankedTensorType<'c>,
) -> Option<Value<'c, 'a>> {
    let operand = emitter.emit("tensor.empty", extents, &[], r#type.into());
    let none = emitter.emit_constant_index(0);
    let rank = type_sizes(r#type).len();
    let insertion = Insertion {
        update,
        operand,
        offsets: vec![none; rank],
        strides: vec![1; rank],
    };
    emit_insert(emitter, &insertion)
}

/// Emits a `stablehlo.real_dynamic_slice`.
pub(super) fn emit_slice<'c, 'a>(
    emitter: &mut Emitter<'c, 'a>,
    value: Value<'c, 'a>,
    starts: &[Value<'c, 'a>],
    limits: &[Value<'c, 'a>],
    strides: &[i64],
    r#type: RankedTensorType<'c>,
) -> Value<'c, 'a> {
    let strides = strides
        .iter()
        .map(|&stride| emitter.emit_constant_index(stride));
    let strides = strides.collect::<Vec<_>>();
    let [starts, limits, strides] =
        [starts, limits, &strides].map(|list| emitter.emit_from_elements(list));
    let operands = [value, starts, limits, strides];
    emitter.emit_named(stablehlo::REAL_DYNAMIC_SLICE, &operands, &[], r#type.into())
}

/// Emits the start of a slice, clamped so that the slice is within an extent.
pub(super) fn emit_clamped<'c, 'a>(
    emitter: &mut Emitter<'c, 'a>,
    start: Value<'c, 'a>,
    extent: Value<'c, 'a>,
    length: Value<'c, 'a>,
) -> Value<'c, 'a> {
    let last = emitter.emit_index_binary("arith.subi", extent, length);
    let start = emitter.emit_index_binary("arith.minsi", start, last);
    let first = emitter.emit_constant_index(0);
    emitter.emit_index_binary("arith.maxsi", start, first)
}
