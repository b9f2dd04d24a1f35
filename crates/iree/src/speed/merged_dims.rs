//! Reshapes that merge dims side by side, or divide a dim.

use crate::{analysis::Analysis, build::*, ops::*, prelude::*, symbol::Element};
use std::ops::Range;

pub static ROW: Row = Row {
    name: "merged-dims",
    ops: &[tensor::RESHAPE],
    when: "of which it is known that each dim of the result is a product of dims side by side of the operand, or the other \
           way round",
    becomes: "`tensor.collapse_shape`, `tensor.expand_shape`, or both",
    why: "IREE stores the operand of a `tensor.reshape` in memory. It fuses a `tensor.collapse_shape` or `tensor.expand_shape` \
          with the ops around it.",
    action: Program(rewrite),
};

/// Adjacent dims of the operand, and adjacent dims of the result with the same number of elements.
type SameDims = [Range<usize>; 2];

fn rewrite(root: OpRef<'_>, changes: &ChangeLog) -> Result<(), Failed> {
    let is_candidate = |operation| is_about(&ROW, operation);
    replace_known(root, is_candidate, groups, changes, emit)
}

/// Returns the groups of a reshape; `None` if a dim of the result is not known to be the product of the operand's dims in
/// its group.
fn groups(analysis: &mut Analysis, operation: OpRef<'_>) -> Option<Vec<SameDims>> {
    let [operand, list] = first_operands(operation)?;
    let declared = type_sizes(result_type(operation)?);
    let numbers = analysis.known_elements(list)?.to_vec();
    let operand = analysis.sizes(operand).into_iter().map(Element::from);
    let operand = operand.collect::<Vec<_>>();
    require(numbers.len() == declared.len() && !operand.is_empty() && !declared.is_empty())?;
    // A number that stands for what is left of the elements is no size.
    let is_negative = |number: &Element| number.constant().is_some_and(|it| it < 0);
    require(!numbers.iter().any(is_negative))?;
    let result = declared.iter().zip(numbers);
    let result = result.map(|(size, number)| size.map_or(number, Element::number));
    let result = result.collect::<Vec<_>>();
    let facts = analysis.facts();
    let mut groups = Vec::<SameDims>::new();
    let is_one_sided = |dims: &SameDims| dims.iter().any(Range::is_empty);
    for dims in facts.reshaped_groups(&operand, &result) {
        match groups.last_mut() {
            // Dims of one element that only one side has belong to a group beside them.
            Some(last) if is_one_sided(last) || is_one_sided(&dims) => {
                let [operand, result] = dims;
                (last[0].end, last[1].end) = (operand.end, result.end);
            }
            _ => groups.push(dims),
        }
    }
    // The same number of elements does not imply this: in an empty tensor, a dim may have any size beside one of size 0.
    let is_product = |[of_operand, of_result]: &SameDims| match &result[of_result.clone()] {
        &[size] => facts.is_product(size, &operand[of_operand.clone()]),
        _ => true,
    };
    groups.iter().all(is_product).then_some(groups)
}

fn emit<'a>(
    emitter: &mut OpEmitter<'a>,
    operation: OpRef<'a>,
    groups: Vec<SameDims>,
) -> Option<Value<'a>> {
    let [operand, list] = first_operands(operation)?;
    let result_type = result_type(operation)?;
    let from = ir::sizes_of(operand.r#type());
    let to = type_sizes(result_type);
    let product = |sizes: &[Option<i64>], dims: &Range<usize>| {
        known_product(sizes[dims.clone()].iter().copied())
    };
    let [of_operand, of_result] = [0, 1].map(|side| {
        let dims = groups.iter().map(|group| group[side].clone());
        dims.collect::<Vec<_>>()
    });
    let merged = of_operand.iter().map(|dims| product(&from, dims));
    let merged = merged.collect::<Vec<_>>();
    // Neither op gives a dim a size, or hides it.
    let made = of_result.iter().map(|dims| product(&to, dims));
    require(made.eq(merged.iter().copied()))?;
    let has_several = |groups: &[Range<usize>]| groups.iter().any(|dims| dims.len() > 1);
    let mut value = operand;
    if has_several(&of_operand) {
        let r#type = tensor_type(emitter, result_type, &merged);
        value = emit_collapsed(emitter, value, &of_operand, r#type);
    }
    if has_several(&of_result) {
        let list = ir::defined_by(list, tensor::FROM_ELEMENTS)?;
        let unknown = (0..to.len()).filter(|&dim| to[dim].is_none());
        let sizes = unknown.map(|dim| Some(emitter.emit_as_index(ir::operand(list, dim)?)));
        let sizes = sizes.collect::<Option<Vec<_>>>()?;
        value = emit_expanded(emitter, value, &of_result, &sizes, result_type);
    }
    Some(value)
}
