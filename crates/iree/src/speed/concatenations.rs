//! Concatenations of tensors of unknown size.

use crate::{build::*, ops::*, prelude::*};
use std::collections::hash_map::Entry;

pub static ROW: Row = Row {
    name: "concatenations",
    ops: &[stablehlo::CONCATENATE],
    when: "of tensors of unknown size",
    becomes: "a `tensor.insert_slice` of each into a `tensor.empty`",
    why: "IREE computes each element by a branch, at a position that it divides by the sizes, which \
           takes 3 to 8 times as long as copies. It rejects some reductions of the result.",
    action: Replace(rewrite),
};

fn rewrite<'a>(emitter: &mut OpEmitter<'a>, operation: OpRef<'a>) -> Option<Value<'a>> {
    let result_type = result_type(operation)?;
    let parts = operation.operands().collect::<Vec<_>>();
    let shapes = parts.iter().map(|&part| sizes(part));
    let shapes = shapes.collect::<Option<Vec<_>>>()?;
    let is_dynamic = shapes.iter().flatten().any(Option::is_none);
    require(is_dynamic && parts.len() >= 2)?;
    let dim = usize::try_from(ir::integer(operation, "dimension")?).ok()?;
    let mut slices = parts.iter().filter_map(|&part| slice_of(part));
    require(slices.all(|slice| may_be_extracted(slice, operation)))?;
    let mut hidden = FxHashMap::default();
    let mut given = vec![];
    for part in parts {
        let (part, extents) = match slice_of(part) {
            Some(slice) => emit_extracted(emitter, slice, &mut hidden)?,
            None => (part, emit_extents(emitter, part)),
        };
        given.push((emit_signless(emitter, part), extents));
    }
    let mut extents = given.first()?.1.clone();
    let mut starts = vec![];
    for (index, (_, own)) in given.iter().enumerate() {
        starts.push(match index {
            0 => emitter.emit_constant_index(0),
            _ => extents[dim],
        });
        if index > 0 {
            extents[dim] = emitter.emit_index_binary(arith::ADDI, extents[dim], own[dim]);
        }
    }
    let declared = type_sizes(result_type);
    let dynamic = of_dynamic(&extents, &declared);
    let own = result_type.into();
    let bits = signless(emitter, ir::result(operation, 0)?);
    let mut value = emitter.emit(tensor::EMPTY, &dynamic, &[], bits.unwrap_or(own));
    for ((update, own), start) in given.into_iter().zip(starts) {
        // Along the other dims, operands have the size of the result. In a wrong call they may not, so the
        // result's size is used: no operand is written beyond it.
        let mut lengths = extents.clone();
        lengths[dim] = own[dim];
        let mut offsets = vec![emitter.emit_constant_index(0); declared.len()];
        offsets[dim] = start;
        let insertion = Insertion::new(update, value, offsets);
        value = emit_insert_of(emitter, &insertion, &lengths)?;
    }
    Some(emit_converted(emitter, CONVERT, value, own))
}

/// Returns the op that computes a value, if it is a `stablehlo.real_dynamic_slice`.
fn slice_of<'a>(value: Value<'a>) -> Option<OpRef<'a>> {
    let is_slice = |op: &OpRef<'a>| ir::is_named(*op, stablehlo::REAL_DYNAMIC_SLICE);
    ir::defining_op(value).filter(is_slice)
}

/// Returns whether IREE reads the right elements of a slice that is a `tensor.extract_slice`: it does
/// not if the slice begins at a position that a loop computes.
fn may_be_extracted(slice: OpRef<'_>, user: OpRef<'_>) -> bool {
    let is_in_function = user.parent_operation().is_some_and(ir::is_function);
    let strides = ir::operand(slice, 3).and_then(known_elements);
    is_in_function && strides.is_some_and(|strides| strides.iter().all(|&stride| stride == Some(1)))
}

/// Emits a slice as a `tensor.extract_slice`, whose size is an operand; returns its extents, too.
///
/// IREE fuses the computation of a position or a size into the kernel that copies, and does not compile
/// that unless the computation is simple arithmetic on sizes. So other numbers are put behind barriers.
/// `hidden` has the barrier of each number: with a second barrier for the same number, IREE would not
/// see that both are equal.
fn emit_extracted<'a>(
    emitter: &mut OpEmitter<'a>,
    slice: OpRef<'a>,
    hidden: &mut FxHashMap<ValueKey, Value<'a>>,
) -> Option<(Value<'a>, Vec<Value<'a>>)> {
    let mut numbers = |index| emit_numbers(emitter, ir::operand(slice, index)?);
    let (mut starts, mut limits) = (numbers(1)?, numbers(2)?);
    for number in starts.iter_mut().chain(&mut limits) {
        if number.constant.is_none() && !is_number_of_size(number.index) {
            number.index = match hidden.entry(ValueKey::new(number.index)) {
                Entry::Occupied(entry) => *entry.get(),
                Entry::Vacant(entry) => *entry.insert(emit_hidden(emitter, number.index)?),
            };
        }
    }
    let r#type = ir::as_ranked_tensor(ir::result(slice, 0)?.r#type())?;
    let mut extents = vec![];
    for ((start, limit), size) in starts.iter().zip(&limits).zip(type_sizes(r#type)) {
        extents.push(match size {
            Some(size) => emitter.emit_constant_index(size),
            None => emitter.emit_index_binary(arith::SUBI, limit.index, start.index),
        });
    }
    let starts = starts.iter().map(|start| start.index).collect::<Vec<_>>();
    let strides = vec![1; extents.len()];
    let value = ir::operand(slice, 0)?;
    let part = emit_strided_part(emitter, value, &starts, &extents, &strides, r#type);
    Some((part, extents))
}

/// Returns whether a number is the size of a tensor.
fn is_number_of_size(number: Value<'_>) -> bool {
    ir::defining_op(number).is_some_and(|op| match ir::name_str(op.name()) {
        Some("util.assume.int") => true,
        Some(arith::INDEX_CAST | tensor::EXTRACT) => {
            ir::operand(op, 0).is_some_and(is_number_of_size)
        }
        _ => is_size(op),
    })
}
