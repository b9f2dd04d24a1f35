//! Tensors that loops carry in rows of 64 bytes.

use crate::{build::*, model::alignment::unit, ops::*, prelude::*};
use std::slice;

/// How a tensor of unknown size is held for later uses.
pub enum Holder<'a> {
    /// In rows of 64 bytes.
    Rows(RowPadding<'a>),
    /// At the start of a tensor, of the second type, with the same dynamic extents.
    Larger(Vec<Value<'a>>, [RankedTensorType<'a>; 2]),
    /// As it is, tied to its dynamic extents.
    Tied(Vec<Value<'a>>),
}

impl<'a> Holder<'a> {
    /// Returns the extents of the tensor's dynamic dims.
    pub fn extents(&self) -> &[Value<'a>] {
        match self {
            Self::Rows(padding) => &padding.dynamic,
            Self::Larger(extents, _) | Self::Tied(extents) => extents,
        }
    }

    /// Emits what holds a tensor.
    pub fn emit_held(&self, emitter: &mut OpEmitter<'a>, tensor: Value<'a>) -> Option<Value<'a>> {
        match self {
            Self::Rows(padding) => padding.emit_rows(emitter, tensor),
            Self::Larger(extents, [_, wide]) => emit_larger(emitter, tensor, extents, *wide),
            Self::Tied(extents) => Some(emit_tied(emitter, tensor, extents)),
        }
    }

    /// Emits the tensor that is held.
    pub fn emit_tensor(&self, emitter: &mut OpEmitter<'a>, held: Value<'a>) -> Value<'a> {
        match self {
            Self::Rows(padding) => padding.emit_tensor(emitter, held),
            Self::Larger(extents, [own, _]) => emit_part(emitter, held, extents, *own),
            Self::Tied(extents) => emit_tied(emitter, held, extents),
        }
    }
}

/// How a tensor of given sizes is carried: its elements in a row, at the start of rows of 64 bytes each. The
/// last row is not full.
pub struct RowPadding<'a> {
    r#type: RankedTensorType<'a>,
    /// The extents of the tensor's dynamic dims.
    dynamic: Vec<Value<'a>>,
    /// The number of elements.
    count: Value<'a>,
    /// The number of rows.
    rows: Value<'a>,
    /// The number of elements in all rows.
    padded_count: Value<'a>,
}

impl<'a> RowPadding<'a> {
    /// Emits the numbers for a tensor of a type with these dynamic extents, none of which is negative.
    pub fn emit(
        emitter: &mut OpEmitter<'a>,
        r#type: RankedTensorType<'a>,
        dynamic: &[Value<'a>],
    ) -> Self {
        let mut open = dynamic.iter().copied();
        let extents = type_sizes(r#type).into_iter().map(|size| match size {
            Some(size) => Some(emitter.emit_constant_index(size)),
            None => open.next(),
        });
        let extents = extents.flatten().collect::<Vec<_>>();
        let count = emit_extent_product(emitter, &extents);
        let unit = emitter.emit_constant_index(unit(r#type));
        let rows = emitter.emit_index_binary(arith::CEILDIVUI, count, unit);
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
    pub fn rows_type(
        emitter: &OpEmitter<'a>,
        r#type: RankedTensorType<'a>,
    ) -> RankedTensorType<'a> {
        tensor_type(emitter, r#type, &[None, Some(unit(r#type))])
    }

    /// Emits the rows that hold a tensor.
    fn emit_rows(&self, emitter: &mut OpEmitter<'a>, tensor: Value<'a>) -> Option<Value<'a>> {
        let flat = self.flat_type(emitter);
        let elements = match type_sizes(self.r#type).len() {
            1 => tensor,
            _ => emit_flat(emitter, tensor, flat),
        };
        // MLIR does not know that the elements are as many as those of the part, and so keeps both.
        let padded = emit_larger(emitter, elements, &[self.padded_count], flat)?;
        let rows = Self::rows_type(emitter, self.r#type);
        let all = slice::from_ref(&(0..2));
        Some(emit_expanded(emitter, padded, all, &[self.rows], rows))
    }

    /// Emits the tensor that rows hold.
    fn emit_tensor(&self, emitter: &mut OpEmitter<'a>, rows: Value<'a>) -> Value<'a> {
        let flat = self.flat_type(emitter);
        let all = emit_flat(emitter, rows, flat);
        let elements = emit_part(emitter, all, &[self.count], flat);
        let dims = 0..type_sizes(self.r#type).len();
        match dims.len() {
            1 => elements,
            _ => {
                let all = slice::from_ref(&dims);
                emit_expanded(emitter, elements, all, &self.dynamic, self.r#type)
            }
        }
    }

    fn flat_type(&self, emitter: &OpEmitter<'a>) -> RankedTensorType<'a> {
        tensor_type(emitter, self.r#type, &[None])
    }
}

/// Emits the elements of a tensor in a row. IREE sees the sizes of this op, and reads those of a
/// `tensor.reshape` at run time.
fn emit_flat<'a>(
    emitter: &mut OpEmitter<'a>,
    tensor: Value<'a>,
    flat: RankedTensorType<'a>,
) -> Value<'a> {
    let rank = rank(tensor).unwrap_or_default();
    emit_collapsed(emitter, tensor, slice::from_ref(&(0..rank)), flat)
}
