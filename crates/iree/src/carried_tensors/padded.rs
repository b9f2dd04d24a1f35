//! Tensors that loops carry in rows of 64 bytes.

use super::unit;
use crate::{
    assume::size_read,
    behind_loops::{is_insertion, is_of_same_bits, source_of},
    contraction::emit_extent_product,
    ir::{self, Emitter},
    scalar::BARRIER,
    slice::{LeadingPart, emit_larger, emit_part},
    tensor_type, type_sizes,
};
use melior::{
    Context,
    ir::{
        Attribute, OperationRef, Value, ValueLike,
        attribute::{ArrayAttribute, DenseI64ArrayAttribute, IntegerAttribute},
        operation::OperationLike,
        r#type::{IntegerType, RankedTensorType},
    },
};

/// How a tensor of given sizes is carried: its elements in a row, at the start of rows of 64 bytes each. The
/// last row is not full.
#[derive(Clone)]
pub(crate) struct RowPadding<'c, 'a> {
    r#type: RankedTensorType<'c>,
    /// The extents of the tensor's dynamic dims.
    dynamic: Vec<Value<'c, 'a>>,
    /// The number of elements.
    count: Value<'c, 'a>,
    /// The number of rows.
    rows: Value<'c, 'a>,
    /// The number of elements in all rows.
    padded_count: Value<'c, 'a>,
}

impl<'c: 'a, 'a> RowPadding<'c, 'a> {
    /// Emits the numbers for a tensor of a type with these dynamic extents, none of which is negative.
    pub(crate) fn emit(
        emitter: &mut Emitter<'c, 'a>,
        r#type: RankedTensorType<'c>,
        dynamic: &[Value<'c, 'a>],
    ) -> Self {
        let mut open = dynamic.iter().copied();
        let extents = type_sizes(r#type).into_iter().map(|size| match size {
            Some(size) => Some(emitter.emit_constant_index(size)),
            None => open.next(),
        });
        let extents = extents.flatten().collect::<Vec<_>>();
        let count = emit_extent_product(emitter, &extents);
        let unit = emitter.emit_constant_index(unit(r#type));
        let rows = emitter.emit_index_binary("arith.ceildivui", count, unit);
        let padded_count = emitter.emit_index_product(rows, unit);
        Self {
            r#type,
            dynamic: dynamic.to_vec(),
            count,
            rows,
            padded_count,
        }
    }

    /// Returns the type of the rows: `[?, 16]` of 32 bits.
    pub(crate) fn rows_type(
        emitter: &Emitter<'c, '_>,
        r#type: RankedTensorType<'c>,
    ) -> RankedTensorType<'c> {
        tensor_type(emitter, r#type, &[None, Some(unit(r#type))])
    }

    /// Emits the rows that hold a tensor.
    pub(crate) fn emit_rows(
        &self,
        emitter: &mut Emitter<'c, 'a>,
        tensor: Value<'c, 'a>,
    ) -> Option<Value<'c, 'a>> {
        let flat = self.flat_type(emitter);
        let elements = match type_sizes(self.r#type).len() {
            1 => tensor,
            _ => emit_flat(emitter, tensor, flat),
        };
        // MLIR does not know that the elements are as many as those of the part, and so keeps both.
        let padded = emit_larger(emitter, elements, &[self.padded_count], flat)?;
        let rows = Self::rows_type(emitter, self.r#type);
        Some(emit_expanded(emitter, padded, &[self.rows], rows))
    }

    /// Emits the tensor that rows hold.
    pub(crate) fn emit_tensor(
        &self,
        emitter: &mut Emitter<'c, 'a>,
        rows: Value<'c, 'a>,
    ) -> Value<'c, 'a> {
        let flat = self.flat_type(emitter);
        let part = LeadingPart {
            value: emit_flat(emitter, rows, flat),
            extents: vec![self.count],
            r#type: flat,
        };
        let elements = emit_part(emitter, &part);
        match type_sizes(self.r#type).len() {
            1 => elements,
            _ => emit_expanded(emitter, elements, &self.dynamic, self.r#type),
        }
    }

    fn flat_type(&self, emitter: &Emitter<'c, '_>) -> RankedTensorType<'c> {
        tensor_type(emitter, self.r#type, &[None])
    }
}

/// Emits the elements of a tensor in a row. IREE sees the sizes of this op, and reads those of a
/// `tensor.reshape` at run time.
fn emit_flat<'c, 'a>(
    emitter: &mut Emitter<'c, 'a>,
    tensor: Value<'c, 'a>,
    flat: RankedTensorType<'c>,
) -> Value<'c, 'a> {
    let rank = ir::shaped_type(tensor.r#type())
        .shape()
        .map_or(0, |shape| shape.len());
    let attributes = [all_dims(emitter.context(), rank)];
    emitter.emit_named(COLLAPSE, &[tensor], &attributes, flat.into())
}

/// Emits a tensor of a type with these dynamic extents, of which another one holds the elements in a row.
fn emit_expanded<'c, 'a>(
    emitter: &mut Emitter<'c, 'a>,
    flat: Value<'c, 'a>,
    dynamic: &[Value<'c, 'a>],
    r#type: RankedTensorType<'c>,
) -> Value<'c, 'a> {
    let context = emitter.context();
    let sizes = type_sizes(r#type).into_iter();
    let sizes = sizes
        .map(|size| size.unwrap_or(i64::MIN))
        .collect::<Vec<_>>();
    let shape = DenseI64ArrayAttribute::new(context, &sizes).into();
    let attributes = [
        all_dims(context, sizes.len()),
        ("static_output_shape", shape),
    ];
    let operands = [&[flat], dynamic].concat();
    emitter.emit_named(EXPAND, &operands, &attributes, r#type.into())
}

/// Returns the attribute that makes one group of all dims.
pub(crate) fn all_dims(context: &Context, rank: usize) -> (&'static str, Attribute<'_>) {
    let i64 = IntegerType::new(context, i64::BITS).into();
    let dims = (0..rank as i64).map(|dim| IntegerAttribute::new(i64, dim).into());
    let group = ArrayAttribute::new(context, &dims.collect::<Vec<_>>()).into();
    let groups = ArrayAttribute::new(context, &[group]).into();
    ("reassociation", groups)
}

const COLLAPSE: &str = "tensor.collapse_shape";
const EXPAND: &str = "tensor.expand_shape";

/// Returns the first operand of a value's defining op, if that has this name.
fn operand_of<'c: 'a, 'a>(value: Value<'c, 'a>, name: &str) -> Option<Value<'c, 'a>> {
    ir::defined_by(source_of(value), name).and_then(|it| ir::operand(it, 0))
}

/// Returns whether a tensor is the result of the ops with which [`RowPadding::emit_tensor`] reads it from rows.
pub(crate) fn is_tensor_of_rows(tensor: Value<'_, '_>) -> bool {
    let elements = operand_of(tensor, EXPAND).unwrap_or(tensor);
    operand_of(elements, "tensor.extract_slice").is_some_and(is_flat)
}

/// Returns whether an op only puts the elements of a tensor in a row, to be inserted into rows.
pub(crate) fn is_flattened(operation: OperationRef<'_, '_>) -> bool {
    let result = ir::result(operation, 0);
    let result = result.filter(|_| ir::is_named(operation, COLLAPSE));
    result.is_some_and(|result| {
        ir::all_values(result, |flat, pending| {
            ir::users(flat).into_iter().all(|(user, operand)| {
                let is_same = is_of_same_bits(user);
                pending.extend(ir::result(user, 0).filter(|_| is_same));
                is_same || is_insertion(user) && operand == 0 || size_read(user).is_some()
            })
        })
    })
}

/// Returns the tensor whose elements a `tensor.collapse_shape` puts in a row.
pub(crate) fn operand_of_flat<'c: 'a, 'a>(flat: Value<'c, 'a>) -> Option<Value<'c, 'a>> {
    operand_of(flat, COLLAPSE)
}

/// Returns the number of rows that a size is computed from, and the number of elements in each.
pub(crate) fn row_count<'c: 'a, 'a>(size: Value<'c, 'a>) -> Option<(Value<'c, 'a>, i64)> {
    let product = ir::defined_by(size, "arith.muli")?;
    let unit = ir::operand(product, 1).and_then(ir::constant_integer)?;
    Some((ir::operand(product, 0)?, unit))
}

/// Returns whether a `tensor.expand_shape` makes rows, as [`RowPadding::emit_rows`] emits it, so that it fits.
pub(crate) fn makes_rows(operation: OperationRef<'_, '_>) -> bool {
    let fits = || {
        let result = ir::result(operation, 0)?;
        let rows = RankedTensorType::try_from(result.r#type()).ok()?;
        let insertion = ir::operand(operation, 0)
            .map(source_of)
            .and_then(ir::defining_op)?;
        let empty = ir::operand(insertion, 1)
            .map(source_of)
            .and_then(ir::defining_op)?;
        let (count, unit) = row_count(ir::operand(empty, 0)?)?;
        Some(
            ir::is_named(operation, EXPAND)
                && is_insertion(insertion)
                && ir::is_named(empty, "tensor.empty")
                && type_sizes(rows) == [None, Some(unit)]
                && ir::operand(operation, 1)? == operand_of(count, BARRIER).unwrap_or(count),
        )
    };
    fits() == Some(true)
}

/// Returns whether a tensor of rank 1 is of a multiple of 64 bytes because it is what all rows hold.
pub(crate) fn is_flat(tensor: Value<'_, '_>) -> bool {
    let is_of_rows = || {
        let r#type = RankedTensorType::try_from(tensor.r#type()).ok()?;
        let definition = ir::defining_op(source_of(tensor));
        let definition = definition.filter(|_| type_sizes(r#type) == [None])?;
        let operand = |index| ir::operand(definition, index);
        Some(match ir::name_str(definition.name())? {
            "tensor.empty" => row_count(operand(0)?)?.1 % unit(r#type) == 0,
            "tensor.insert_slice" => is_flat(operand(1)?),
            COLLAPSE => {
                let rows = RankedTensorType::try_from(operand(0)?.r#type()).ok()?;
                type_sizes(rows) == [None, Some(unit(r#type))]
            }
            _ => false,
        })
    };
    is_of_rows() == Some(true)
}
