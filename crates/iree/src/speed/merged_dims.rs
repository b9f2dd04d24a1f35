//! Reshapes that merge dims side by side, or divide a dim.

use crate::{analysis::Analysis, build::*, ops::*, prelude::*, symbol::Element};
use std::ops::Range;

pub static ROW: Row = Row {
    name: "merged-dims",
    ops: &[tensor::RESHAPE],
    when: "of which it is known that each dim of the result is a product of dims side by side of the operand, or the other \
           way round",
    becomes: "`tensor.collapse_shape`, `tensor.expand_shape`, or both",
    why: "IREE computes in one kernel what is before and behind these ops. What a `tensor.reshape` reads, it stores in memory.",
    action: Program(rewrite),
};

/// Dims side by side of the operand, which have as many elements as these of the result.
struct MergedGroup {
    operand: Range<usize>,
    result: Range<usize>,
}

fn rewrite(root: OpRef<'_>, changes: &ChangeLog) -> Result<(), Failed> {
    let is_candidate = |operation| is_about(&ROW, operation);
    replace_known(root, is_candidate, groups, changes, emit)
}

/// Returns the groups of a reshape; `None` if the size of one that is a dim of the result is not the product of those of the
/// operand.
fn groups(analysis: &mut Analysis, operation: OpRef<'_>) -> Option<Vec<MergedGroup>> {
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
    let mut groups = Vec::<MergedGroup>::new();
    for [operand, result] in facts.reshaped_groups(&operand, &result) {
        match groups.last_mut() {
            // Dims of one element that only one side has belong to a group beside them.
            Some(last) if last.is_one_sided() || operand.is_empty() || result.is_empty() => {
                (last.operand.end, last.result.end) = (operand.end, result.end);
            }
            _ => groups.push(MergedGroup { operand, result }),
        }
    }
    // Without elements, it may be any other number.
    let is_product = |group: &MergedGroup| match &result[group.result.clone()] {
        &[size] => facts.is_product(size, &operand[group.operand.clone()]),
        _ => true,
    };
    groups.iter().all(is_product).then_some(groups)
}

impl MergedGroup {
    fn is_one_sided(&self) -> bool {
        self.operand.is_empty() || self.result.is_empty()
    }
}

fn emit<'a>(
    emitter: &mut OpEmitter<'a>,
    operation: OpRef<'a>,
    groups: Vec<MergedGroup>,
) -> Option<Value<'a>> {
    let [operand, list] = first_operands(operation)?;
    let result_type = result_type(operation)?;
    let from = ir::sizes_of(operand.r#type());
    let to = type_sizes(result_type);
    let product = |sizes: &[Option<i64>], dims: &Range<usize>| {
        known_product(sizes[dims.clone()].iter().copied())
    };
    let merged = groups.iter().map(|group| product(&from, &group.operand));
    let merged = merged.collect::<Vec<_>>();
    // Neither op gives a dim a size, or hides it.
    let mut both = groups.iter().zip(&merged);
    require(both.all(|(group, &size)| size == product(&to, &group.result)))?;
    let [of_operand, of_result] = [
        groups
            .iter()
            .map(|it| it.operand.clone())
            .collect::<Vec<_>>(),
        groups.iter().map(|it| it.result.clone()).collect(),
    ];
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
