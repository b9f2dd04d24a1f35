//! Concatenations of parts that IREE rejects.

use crate::{build::*, ops::*, prelude::*};

pub static EMPTY_PARTS: Row = Row {
    name: "empty-parts",
    ops: &[stablehlo::CONCATENATE],
    when: "some of whose operands have no elements, which their types say; also on static shapes",
    becomes: "the op without them, or its only other operand",
    why: "IREE rejects some of what reads the result (\"offset 0 is out-of-bounds: 0 >= 0\", or \"all stack \
          allocations need to be hoisted\"), as of `jnp.roll(x, (0, 1), (0, 1))` in a loop.",
    action: Replace(remove_empty),
};

pub static CONVERTED_PARTS: Row = Row {
    name: "converted-parts",
    ops: &[stablehlo::CONCATENATE],
    when: "of unknown size, of parts of tensors that are converted from truth values or bytes",
    becomes: "a `convert` of the parts, joined before they are converted",
    why: "IREE converts the tensor in the kernel that copies a part of it, on the stack, and rejects that \
          (\"expected no unbounded stack allocations\"), as of `jnp.roll(x.astype(\"int32\"), 1)` in a loop.",
    action: Replace(convert_joined),
};

/// Removes the operands of no elements; `None` if there are none.
fn remove_empty<'a>(emitter: &mut OpEmitter<'a>, operation: OpRef<'a>) -> Option<Value<'a>> {
    let result_type = result_type(operation)?;
    let dim = usize::try_from(ir::integer(operation, "dimension")?).ok()?;
    let parts = operation.operands().collect::<Vec<_>>();
    let is_empty = |&part: &Value<'a>| Some(sizes(part)?.get(dim).copied() == Some(Some(0)));
    let empty = parts.iter().map(is_empty).collect::<Option<Vec<_>>>()?;
    let others = parts.iter().zip(&empty).filter(|(_, is_empty)| !**is_empty);
    let others = others.map(|(&part, _)| part).collect::<Vec<_>>();
    match *others {
        // A concatenation of one operand may say more of the result's sizes.
        _ if others.len() == parts.len() => None,
        [] => None,
        [part] => Some(part),
        _ => Some(emit_joined(emitter, &others, dim, result_type.into())),
    }
}

/// Converts behind the concatenation; `None` if its operands are not parts of converted tensors of one element type.
fn convert_joined<'a>(emitter: &mut OpEmitter<'a>, operation: OpRef<'a>) -> Option<Value<'a>> {
    let result_type = ir::result(operation, 0)?.r#type();
    let dim = usize::try_from(ir::integer(operation, "dimension")?).ok()?;
    let chains = operation.operands().map(chain_of);
    let chains = chains.collect::<Option<Vec<_>>>()?;
    let element = ir::element_type(chains.first()?.source.r#type())?;
    let is_same = |chain: &Chain| ir::element_type(chain.source.r#type()) == Some(element);
    let is_wide = ir::bit_width(element).is_none_or(|bits| bits > 8);
    require(!is_wide && has_dynamic_result(operation) && chains.iter().all(is_same))?;
    let mut parts = vec![];
    for chain in chains {
        let mut value = chain.source;
        for &op in chain.ops.iter().rev() {
            let r#type = ir::with_element_type(ir::result(op, 0)?.r#type(), element)?;
            let mut operands = op.operands().collect::<Vec<_>>();
            operands[0] = value;
            let attributes = ir::named_attributes(op);
            value = emitter.emit(ir::name_str(op.name())?, &operands, &attributes, r#type);
        }
        parts.push(value);
    }
    let joined = ir::with_element_type(result_type, element)?;
    let joined = emit_joined(emitter, &parts, dim, joined);
    Some(emitter.emit_pure(stablehlo::CONVERT, &[joined], &[], result_type))
}

/// A tensor that is converted, and the ops that move the converted elements, the last one first.
struct Chain<'a> {
    source: Value<'a>,
    ops: Vec<OpRef<'a>>,
}

/// Returns how a part is taken of a converted tensor.
fn chain_of<'a>(mut part: Value<'a>) -> Option<Chain<'a>> {
    const MOVES: [&str; 4] = [
        stablehlo::REAL_DYNAMIC_SLICE,
        stablehlo::REVERSE,
        stablehlo::SLICE,
        stablehlo::TRANSPOSE,
    ];
    let mut ops = vec![];
    loop {
        let definition = ir::defining_op(part)?;
        if is_any_of(definition, &[stablehlo::CONVERT]) {
            let source = ir::operand(definition, 0)?;
            return Some(Chain { source, ops });
        }
        require(is_any_of(definition, &MOVES))?;
        ops.push(definition);
        part = ir::operand(definition, 0)?;
    }
}
