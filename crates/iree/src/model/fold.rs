//! Which results may have the memory of an operand.
//!
//! The model does not list what IREE folds. It knows what surely computes new elements, and takes any other op with as
//! many elements as its operand for one that IREE may fold to the operand. So a fold that the model knows nothing of is
//! covered, and a wrong guess costs a copy.

use crate::{
    ir::AT_RUN_TIME,
    model::{
        in_place::{changes, is_new, is_own_copy, works_in_place},
        passed::transfers,
    },
    ops::*,
    prelude::*,
    rule::Number,
};

/// Returns whether a value is computed from constants alone, and behind a barrier. IREE computes it once, and it has
/// the memory of that tensor, also in other calls.
pub fn is_shared_constant(value: Value<'_>) -> bool {
    let sources = sources(value).into_iter();
    let mut hidden = sources.filter(|&(_, link)| link == Link::Hidden);
    let Some((hidden, _)) = hidden.next() else {
        return false;
    };
    let mut has_constant = false;
    let is_computed = ir::all_values(hidden, |value, pending| {
        if ir::constant(value).is_some() {
            has_constant = true;
            return true;
        }
        let definition = ir::defining_op(value)
            .filter(|&definition| ir::is_removable(definition) && definition.region_count() == 0);
        pending.extend(definition.iter().flat_map(OperationLike::operands));
        definition.is_some()
    });
    let memory = original(hidden);
    // What is filled with a constant is filled for each use.
    let is_fill = is_new(memory) && ir::constant(memory).is_none();
    is_computed && has_constant && !is_fill
}

/// What may give a value the memory of another one.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Link {
    /// The value is the other one in another shape or type, or a part of it. No kernel runs.
    Form,
    /// An op that IREE may fold; otherwise a kernel reads the other value.
    Folded,
    /// An op that IREE may fold together with another one such as its inverse, but not alone.
    Half,
    /// A barrier. IREE does not know that both have the same memory.
    Hidden,
    /// A branch, a loop or a call that may return what it gets, which IREE may not know.
    Passed,
    /// An iteration of a loop starts with the other value.
    Carried,
}

/// Returns the values whose memory a value may have, each with what may give it.
pub fn sources<'a>(value: Value<'a>) -> Vec<(Value<'a>, Link)> {
    let Ok(result) = OperationResult::try_from(value) else {
        return owner_op(value).map_or(vec![], |it| passed_to(it, value, Link::Carried));
    };
    let Some(definition) = ir::defining_op(value) else {
        return vec![];
    };
    if is_control(definition) {
        return passed_to(definition, value, Link::Passed);
    }
    let operands = definition.operands().enumerate();
    let own = operands.filter_map(|(index, operand)| {
        let link = link(definition, index, result)?;
        Some((operand, link))
    });
    let mut all = own.collect::<Vec<_>>();
    if ir::is_call(definition) {
        // A function may return one tensor at several places.
        let results = definition.results().map(Value::from);
        let others = results.filter(|&other| other != value && may_have_elements_of(other, value));
        all.extend(others.map(|other| (other, Link::Passed)));
    }
    all
}

/// Returns the values that may have the memory of a value because an op uses it as this operand.
pub fn forms<'a>(user: OpRef<'a>, index: usize) -> Vec<(Value<'a>, Link)> {
    let parent = user.parent_operation().filter(|&it| is_control(it));
    let control = match is_control(user) {
        true => Some(user),
        false => parent.filter(|_| is_end(user)),
    };
    if let Some(control) = control {
        let all = transfers(control).unwrap_or_default().into_iter();
        let own = all.filter(|transfer| transfer.from.contains(&(user, index)));
        let values = own.flat_map(|transfer| transfer.to);
        return values
            .map(|value| match value.is_block_argument() {
                true => (value, Link::Carried),
                false => (value, Link::Passed),
            })
            .collect();
    }
    let results = user.results();
    let own = results.filter_map(|result| Some((result.into(), link(user, index, result)?)));
    own.collect()
}

/// Returns what a loop or branch passes on to one of its block arguments or results.
fn passed_to<'a>(control: OpRef<'a>, value: Value<'a>, link: Link) -> Vec<(Value<'a>, Link)> {
    let all = Some(control).filter(|&it| is_control(it));
    let all = all.and_then(transfers).unwrap_or_default().into_iter();
    let own = all.filter(|transfer| transfer.to.contains(&value));
    let from = own.flat_map(|transfer| transfer.from);
    let values = from.filter_map(|(user, index)| ir::operand(user, index));
    values.map(|value| (value, link)).collect()
}

/// Returns what may give a result of an op that is neither a branch nor a loop the memory of an operand.
fn link<'a>(operation: OpRef<'a>, index: usize, result: OperationResult<'a>) -> Option<Link> {
    let operand = ir::operand(operation, index)?;
    // Sizes and positions may have the type of the elements.
    require(!number_operands(operation).contains(&index))?;
    if is_barrier(operation) {
        return (result.result_number() == index).then_some(Link::Hidden);
    }
    let result = Value::from(result);
    if is_other_form(operation) {
        return (index == 0).then_some(Link::Form);
    }
    if ir::is_call(operation) {
        return may_have_elements_of(result, operand).then_some(Link::Passed);
    }
    // What an op changes in place has been protected there, if it had to be.
    if changes(operation, index) {
        return changes_nothing(operation).then_some(Link::Folded);
    }
    fold(operation, index, operand, result)
}

/// Returns the tensor of which a value is another shape or type, or a part.
pub fn original<'a>(mut value: Value<'a>) -> Value<'a> {
    while let Some(form) = ir::defining_op(value).filter(|&it| is_other_form(it)) {
        let Some(operand) = ir::operand(form, 0) else {
            break;
        };
        value = operand;
    }
    value
}

/// Returns whether an op updates, scatters or sorts too few elements to change any.
fn changes_nothing(operation: OpRef<'_>) -> bool {
    let has_none = |index| {
        let sizes = ir::operand(operation, index).and_then(sizes);
        sizes.is_some_and(|sizes| sizes.contains(&Some(0)))
    };
    match ir::name_str(operation.name()) {
        Some(stablehlo::DYNAMIC_UPDATE_SLICE) => has_none(1),
        Some(stablehlo::SCATTER) => has_none(operation.operand_count() - 1),
        Some(stablehlo::SORT) => {
            let dim = ir::integer(operation, "dimension").and_then(|dim| usize::try_from(dim).ok());
            let sizes = ir::operand(operation, 0).and_then(sizes);
            let size = dim.and_then(|dim| sizes?.get(dim).copied().flatten());
            size.is_some_and(|size| size <= 1)
        }
        Some(tensor::INSERT_SLICE) => has_none(0),
        _ => false,
    }
}

/// Returns whether an op makes another shape or type of a tensor, or a part of it, in the same memory.
fn is_other_form(operation: OpRef<'_>) -> bool {
    const FORMS: [&str; 7] = [
        stablehlo::DYNAMIC_RESHAPE,
        stablehlo::RESHAPE,
        tensor::CAST,
        tensor::COLLAPSE_SHAPE,
        tensor::EXPAND_SHAPE,
        tensor::EXTRACT_SLICE,
        tensor::RESHAPE,
    ];
    // IREE makes a broadcast to one element a reshape.
    let is_of_one = || {
        let sizes = ir::result(operation, 0).and_then(sizes);
        sizes.is_some_and(|sizes| sizes.iter().all(|&size| size == Some(1)))
    };
    is_any_of(operation, &FORMS)
        || is_of_same_bits(operation)
        || is_broadcast(operation) && is_of_one()
}

/// Returns how IREE may fold an op to one of its operands.
fn fold<'a>(
    operation: OpRef<'a>,
    index: usize,
    operand: Value<'a>,
    result: Value<'a>,
) -> Option<Link> {
    /// Ops whose elements are sums of products.
    const COMPUTING: [&str; 4] = [
        stablehlo::CONVOLUTION,
        stablehlo::DOT,
        stablehlo::DOT_GENERAL,
        stablehlo::FFT,
    ];
    let name = ir::name_str(operation.name()).unwrap_or_default();
    let sums_products = COMPUTING.contains(&name) || operation.attribute(TARGET).is_ok();
    let types = [operand, result].map(|value| ir::element_type(value.r#type()));
    let is_of_same_type = types[0].is_some() && types[0] == types[1];
    let is_folded = match name {
        stablehlo::BITCAST_CONVERT if !is_of_same_type => return Some(Link::Half),
        stablehlo::SELECT => {
            let chosen = ir::operand(operation, 0).and_then(number_in);
            let other = chosen.map(|chosen| match chosen.is(Number::Integer(0)) {
                true => 1,
                false => 2,
            });
            index > 0 && other != Some(index) && !is_own_copy(result)
        }
        stablehlo::DYNAMIC_UPDATE_SLICE | tensor::INSERT_SLICE => {
            may_be_whole(operation, operand, result)
        }
        _ if is_elementwise(operation) => {
            require(may_have_sizes_of(result, operand))?;
            let is_float = types[1].is_some_and(|element| element.is_float());
            let computes = is_float && COMPUTING_FLOATS.contains(&name);
            let is_alone = is_of_same_type
                && !(computes && operation.operand_count() == 1)
                && may_be_neutral(operation, name, index);
            return match is_alone {
                true => Some(Link::Folded),
                false => (!computes && may_be_undone(operation, index)).then_some(Link::Half),
            };
        }
        stablehlo::DYNAMIC_BROADCAST_IN_DIM if certainly_expands(operation) => false,
        _ => !sums_products && is_of_same_type && may_have_elements_of(result, operand),
    };
    is_folded.then_some(Link::Folded)
}

/// Returns whether a broadcast is known to repeat elements.
fn certainly_expands(broadcast: OpRef<'_>) -> bool {
    let dims = ir::int_array(broadcast, "known_expanding_dimensions");
    dims.is_some_and(|dims| !dims.is_empty())
}

/// Returns whether a part that is inserted may be all of the result: it has as many elements, or may have, and starts
/// at the first one.
fn may_be_whole<'a>(insertion: OpRef<'a>, part: Value<'a>, result: Value<'a>) -> bool {
    if !is_insertion(insertion) {
        return may_have_elements_of(result, part);
    }
    let mut offsets = ir::int_array(insertion, "static_offsets").unwrap_or_default();
    let mut dynamic = insertion.operands().skip(2);
    for offset in offsets.iter_mut().filter(|offset| **offset == AT_RUN_TIME) {
        let known = dynamic.next().and_then(ir::constant_integer);
        *offset = known.unwrap_or(AT_RUN_TIME);
    }
    let is_part = ir::operand(insertion, 0) == Some(part);
    is_part && offsets.iter().all(|&offset| offset == 0) && may_have_elements_of(result, part)
}

/// Ops on floats that compute other elements, unless another operand is a certain number.
const COMPUTING_FLOATS: [&str; 18] = [
    stablehlo::ADD,
    stablehlo::ATAN2,
    stablehlo::CBRT,
    stablehlo::COSINE,
    stablehlo::DIVIDE,
    stablehlo::EXPONENTIAL,
    stablehlo::EXPONENTIAL_MINUS_ONE,
    stablehlo::LOG,
    stablehlo::LOG_PLUS_ONE,
    stablehlo::LOGISTIC,
    stablehlo::MULTIPLY,
    stablehlo::POWER,
    stablehlo::REMAINDER,
    stablehlo::RSQRT,
    stablehlo::SINE,
    stablehlo::SQRT,
    stablehlo::SUBTRACT,
    stablehlo::TANH,
];

/// Returns whether an elementwise op may return an operand whatever is in it, as a product with 1 does.
fn may_be_neutral(operation: OpRef<'_>, name: &str, index: usize) -> bool {
    let inverse = [stablehlo::NEGATE, stablehlo::NOT];
    let mut others = operation.operands().enumerate();
    let operand = ir::operand(operation, index);
    let neutral = match (name, index) {
        _ if operation.operand_count() == 1 => return !inverse.contains(&name),
        (stablehlo::ADD, _) | (stablehlo::SUBTRACT, 0) => Some(0),
        (stablehlo::MULTIPLY, _) | (stablehlo::DIVIDE | stablehlo::POWER, 0) => Some(1),
        (stablehlo::SUBTRACT | stablehlo::DIVIDE | stablehlo::POWER | stablehlo::ATAN2, _) => {
            return false;
        }
        _ => None,
    };
    others.all(|(other, value)| {
        other == index
            || match (number_in(value), neutral) {
                (Some(Number::Integer(number)), Some(neutral)) => number == neutral,
                (Some(Number::Float(number)), Some(neutral)) => number == neutral as f64,
                (Some(_), None) => true,
                (None, neutral) => {
                    may_be_constant(value) || neutral.is_none() && Some(value) == operand
                }
            }
    })
}

/// Returns whether another op may undo an elementwise op, and so return an operand: the other operands are constants,
/// or used elsewhere, too.
fn may_be_undone<'a>(operation: OpRef<'a>, index: usize) -> bool {
    let operand = ir::operand(operation, index);
    let mut others = operation.operands().enumerate();
    others.all(|(other, value)| {
        let is_used_elsewhere = || {
            let is_only_here = ir::all_values(original(value), |form, pending| {
                ir::users(form).into_iter().all(|(user, _)| {
                    let is_form = is_other_form(user);
                    pending.extend(ir::result(user, 0).filter(|_| is_form));
                    is_form || user == operation || size_read(user).is_some()
                })
            });
            Some(value) != operand && !is_only_here
        };
        let is_part = ir::is_named(operation, stablehlo::COMPLEX);
        other == index || is_part || may_be_constant(value) || is_used_elsewhere()
    })
}

/// Returns the number that is known to be in all elements of a tensor.
fn number_in(value: Value<'_>) -> Option<Number> {
    let fill = ir::defining_op(value).filter(|&it| is_fill(it));
    let filling = fill.and_then(|fill| ir::operand(fill, 0));
    ir::constant_number(filling.unwrap_or(value))
}

/// Returns whether IREE may find that a tensor is a constant: it is computed from constants and sizes, or from integers
/// that may cancel each other.
fn may_be_constant(value: Value<'_>) -> bool {
    is_computed_from_constants(value, |definition| {
        let is_integer = ir::result(definition, 0).and_then(integer_of).is_some();
        let may_cancel = is_integer && definition.operand_count() > 1 && is_elementwise(definition);
        (may_cancel || is_iota(definition)).then_some(true)
    })
}

/// Returns whether IREE may find that a tensor is filled with a constant: it is computed from constants and sizes. IREE
/// merges such a tensor with others of the same number of elements, in whatever shape, that are filled with the same one.
pub fn may_be_filled(value: Value<'_>) -> bool {
    is_computed_from_constants(value, |definition| {
        // What an op has changed has memory of its own.
        (is_iota(definition) || works_in_place(definition)).then_some(false)
    })
}

/// Returns whether a tensor is computed from nothing but constants and sizes. `decide` returns the answer for an op whose
/// operands need not be looked at.
fn is_computed_from_constants(
    value: Value<'_>,
    decide: impl Fn(OpRef<'_>) -> Option<bool>,
) -> bool {
    ir::all_values(value, |value, pending| {
        // What branches return may be computed outside of them.
        let is_kept = |it| is_control(it) || is_barrier(it);
        let Some(definition) = ir::defining_op(value).filter(|&it| !is_kept(it)) else {
            return false;
        };
        if size_read(definition).is_some() {
            return true;
        }
        if let Some(is_constant) = decide(definition) {
            return is_constant;
        }
        // Of these, sizes are no elements.
        let has_shape = is_broadcast(definition) || is_other_form(definition);
        let count = match has_shape {
            true => 1,
            false => definition.operand_count(),
        };
        pending.extend(definition.operands().take(count));
        true
    })
}

/// Returns whether two tensors may have the same sizes.
fn may_have_sizes_of(value: Value<'_>, other: Value<'_>) -> bool {
    let (Some(own), Some(others)) = (sizes(value), sizes(other)) else {
        return false;
    };
    let mut pairs = own.iter().zip(&others);
    own.len() == others.len()
        && pairs.all(|(own, other)| own == other || own.is_none() || other.is_none())
}

/// Returns whether a tensor may have as many elements as another one. Tensors of unknown sizes may not if one is a
/// scalar, or if they have as many unknown dims, but others of the known ones.
fn may_have_elements_of(value: Value<'_>, other: Value<'_>) -> bool {
    let [Some(own), Some(others)] = [value, other].map(sizes) else {
        return false;
    };
    let count = |sizes: &[Option<i64>]| {
        let known = sizes.iter().flatten().copied().map(i128::from);
        let unknown = sizes.iter().filter(|size| size.is_none()).count();
        (unknown, known.product::<i128>())
    };
    let (own_count, count) = (count(&own), count(&others));
    match own_count.0 == count.0 {
        true => own_count.1 == count.1,
        false => !own.is_empty() && !others.is_empty(),
    }
}
