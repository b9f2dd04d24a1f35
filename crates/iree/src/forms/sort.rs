//! Stable sorts, sorts that IREE takes for others, and sorts of which only some results are used.
//!
//! IREE exchanges neighbours unless the comparison says that the first comes first, so it
//! exchanges equal ones, too. A comparison that holds for equal elements keeps them in order.
//! (Positions, sorted with the elements, would do so in any sort; but nothing would use them.)
//!
//! IREE takes a sort of two tensors that begins with a comparison by "greater" for the computation
//! of the greatest elements and their positions, if slices use its results. It does not look at the
//! rest of the comparison, nor at the sorted dim, and compares floats without an order for NaN. So
//! such a comparison becomes one by "less" of the exchanged operands.
//!
//! IREE has no buffer for a result of unknown size that nothing uses. So a result that is used
//! is selected instead of it, by a truth value that IREE does not fold.

use crate::{
    build::*,
    dialect::stablehlo::ComparisonType,
    ir::{BlockBuilder, Copied},
    ops::*,
    prelude::*,
};

pub static LAST_DIMS: Row = Row {
    name: "sorts-of-last-dims",
    ops: &[stablehlo::SORT],
    when: "whose dim is negative or not given, also on static shapes",
    becomes: "a `sort` along the same dim, counted from the first one",
    why: "IREE rejects a negative dim of dynamic shapes; other rows look for the last dim.",
    action: Change(count_from_first),
};

pub static STABLE: Row = Row {
    name: "stable-sorts",
    ops: &[stablehlo::SORT],
    when: "that is stable, also on static shapes",
    becomes: "a `sort` whose comparison also holds for equal elements",
    why: "IREE ignores `is_stable` (`SortOpConversion` in its `StableHLOToLinalgExt.cpp`), \
           and exchanges equal elements.",
    action: ReplaceAll(|emitter, operation| {
        needs_order(operation).then(|| emit_sort(emitter, operation, SortComparison::WithEquals))?
    }),
};

pub static BY_GREATER: Row = Row {
    name: "sorts-by-greater",
    ops: &[stablehlo::SORT],
    when: "of two tensors that begins with a comparison by \"greater\", as of `chlo.top_k`, \
           also on static shapes",
    becomes: "a `sort` by \"less\" of exchanged elements",
    why: "IREE computes the greatest elements instead if slices use the results \
           (`IotaSortSliceIsTopK` in its `StableHLOToStableHLO.cpp`): equal ones in another \
           order, NaN as the least, always along the last dim.",
    action: ReplaceAll(|emitter, operation| {
        let is_taken = is_taken_for_greatest(operation);
        is_taken.then(|| emit_sort(emitter, operation, SortComparison::ByLess))?
    }),
};

pub static REPEATED_OPERANDS: Row = Row {
    name: "repeated-sort-operands",
    ops: &[stablehlo::SORT],
    when: "of a tensor beside itself, also on static shapes",
    becomes: "a `sort` of each tensor once, whose result is used for each time",
    why: "IREE sorts both in the same memory: it rejects the program, or a result is null.",
    action: ReplaceAll(|emitter, operation| {
        let has_repeated = distinct_operands(operation).0.len() < operation.operand_count();
        has_repeated.then(|| emit_sort(emitter, operation, SortComparison::Same))?
    }),
};

pub static UNUSED_RESULTS: Row = Row {
    name: "unused-sort-results",
    ops: &[stablehlo::SORT],
    when: "of tensors of unknown size with unused results",
    becomes: "a `sort` whose results are all used",
    why: "IREE has no buffer for such a result.",
    action: ReplaceAll(use_all),
};

/// Makes a negative dim positive; `None` if it was not negative.
fn count_from_first<'a>(emitter: &mut OpEmitter<'a>, operation: OpRef<'a>) -> Option<()> {
    // The last dim is the default.
    let dim = ir::integer(operation, "dimension").unwrap_or(-1);
    let rank = sizes(ir::operand(operation, 0)?)?.len() as i64;
    let i64 = IntegerType::new(emitter.context(), i64::BITS).into();
    let dim = (dim < 0).then(|| IntegerAttribute::new(i64, dim + rank))?;
    ir::set_attribute(operation, "dimension", dim.into());
    Some(())
}

/// Returns whether a stable sort may exchange equal elements on IREE.
fn needs_order(operation: OpRef<'_>) -> bool {
    let is_stable = operation.attribute("is_stable").ok().and_then(ir::as_bool);
    is_stable.is_some_and(|is_stable| is_stable.value())
        && may_distinguish_equals(operation)
        && !operation.has_attribute(LEGALIZED)
}

/// Returns the places of the distinct operands, and for each operand its place among these.
fn distinct_operands(operation: OpRef<'_>) -> (Vec<usize>, Vec<usize>) {
    let operands = ir::operands(operation);
    let mut kept = Vec::<usize>::new();
    let places = operands.iter().enumerate().map(|(index, operand)| {
        let known = kept.iter().position(|&other| operands[other] == *operand);
        known.unwrap_or_else(|| {
            kept.push(index);
            kept.len() - 1
        })
    });
    let places = places.collect();
    (kept, places)
}

/// Rewrites a sort of tensors of unknown size of which not all results are used.
fn use_all<'a>(emitter: &mut OpEmitter<'a>, operation: OpRef<'a>) -> Option<Vec<Value<'a>>> {
    let used = operation.results().map(|result| ir::is_used(result.into()));
    let used = used.collect::<Vec<_>>();
    let first_used = used.iter().position(|&is_used| is_used)?;
    require(is_dynamic(ir::operand(operation, 0)?) && used.contains(&false))?;
    let mut results = emit_sort(emitter, operation, SortComparison::Same)?;
    for index in (0..results.len()).filter(|&index| !used[index]) {
        results[first_used] = emit_use(emitter, results[first_used], results[index])?;
    }
    Some(results)
}

/// The comparison of an emitted sort, given that of another one.
#[derive(Clone, Copy, Eq, PartialEq)]
enum SortComparison {
    Same,
    /// `a < b` becomes `a < b or not (b < a)`, which keeps the order of equal elements.
    WithEquals,
    /// `a > b` becomes `b < a`.
    ByLess,
}

/// Emits a sort like another one; each operand is sorted once.
fn emit_sort<'a>(
    emitter: &mut OpEmitter<'a>,
    operation: OpRef<'a>,
    form: SortComparison,
) -> Option<Vec<Value<'a>>> {
    let block = block_in(operation, 0)?;
    let comparison = ir::operations(operation);
    let is_truth = comparison.last()?.operand_count() == 1;
    require(is_truth && comparison.iter().all(|op| op.region_count() == 0))?;
    let count = operation.operand_count();
    let parameters = (0..2 * count).map(|index| Some(block.argument(index).ok()?.into()));
    let parameters = parameters.collect::<Option<Vec<Value<'_>>>>()?;
    let (kept, places) = distinct_operands(operation);
    let types = kept
        .iter()
        .flat_map(|&operand| &parameters[2 * operand..2 * operand + 2]);
    let types = types.map(|value| value.r#type());
    let truth = scalar_truth(emitter);
    let context = emitter.context();
    let fill = |block: &mut BlockBuilder<'a, '_>| {
        // Arguments come in pairs: an element, and the one that it is compared with.
        let pairs = [0, 1].map(|side| {
            let arguments = (0..2 * count).map(|index| 2 * places[index / 2] + index % 2);
            let arguments = arguments.filter_map(|index| block.argument(index ^ side));
            arguments.collect::<Vec<_>>()
        });
        let keys = || parameters.iter().copied().map(ValueKey::new);
        let compare = (&*comparison, form);
        let mut is_first = append_comparison(block, context, compare, keys(), &pairs[0]);
        if form == SortComparison::WithEquals {
            let is_greater = append_comparison(block, context, compare, keys(), &pairs[1]);
            let is_not_greater = block.append(stablehlo::NOT, &is_greater, &[], &[truth]);
            let either = [is_first[0], is_not_greater[0]];
            is_first = block.append(stablehlo::OR, &either, &[], &[truth]);
        }
        block.append(stablehlo::RETURN, &is_first, &[], &[]);
    };
    let operands = kept.iter().map(|&index| ir::operand(operation, index));
    let operands = operands.collect::<Option<Vec<_>>>()?;
    let results = operands.iter().map(|operand| operand.r#type());
    let attributes = ["dimension", "is_stable", LEGALIZED];
    let attributes = attributes.map(|name| Some((name, operation.attribute(name).ok()?)));
    let mut attributes = attributes.into_iter().flatten().collect::<Vec<_>>();
    if form == SortComparison::WithEquals {
        attributes.push((LEGALIZED, Attribute::unit(context)));
    }
    let (results, types) = (results.collect::<Vec<_>>(), types.collect::<Vec<_>>());
    let name = stablehlo::SORT;
    let sorted = emitter.emit_with_block(name, &operands, &attributes, &results, &types, fill);
    let sorted = places.iter().map(|&place| sorted.get(place).copied());
    sorted.collect()
}

/// Appends copies of the ops that compare, on other arguments. By exchange, a comparison `a > b`
/// becomes `b < a`, which is the same for all types, NaN included.
fn append_comparison<'a, 'b>(
    block: &mut BlockBuilder<'a, 'b>,
    context: &'a Context,
    (comparison, form): (&[melior::ir::OperationRef<'a, '_>], SortComparison),
    parameters: impl Iterator<Item = ValueKey>,
    arguments: &[melior::ir::Value<'a, 'b>],
) -> Vec<melior::ir::Value<'a, 'b>> {
    let exchange = |copy: &mut Copied<'a, 'b>, operation: melior::ir::OperationRef<'a, '_>| {
        let opposite = opposite_direction(operation);
        let Some(direction) = opposite.filter(|_| form == SortComparison::ByLess) else {
            return;
        };
        let attributes = copy.attributes.iter_mut();
        let mut found = attributes.filter(|(name, _)| ir::name_str(*name) == Some(DIRECTION));
        if let Some((_, attribute)) = found.next()
            && let Some(opposite) = ir::to_comparison_direction(direction).to_attribute(context)
        {
            *attribute = opposite;
            copy.operands.reverse();
        }
    };
    block.append_copies(comparison, parameters, arguments, exchange)
}

const DIRECTION: &str = "comparison_direction";

/// Returns the opposite direction of a comparison by "greater"; `None` for any other op.
fn opposite_direction(operation: OpRef<'_>) -> Option<Direction> {
    let direction = ir::comparison_direction(operation)?;
    matches!(direction, Direction::Gt | Direction::Ge).then(|| direction.reverse())
}

/// Returns whether IREE may replace a sort by its own top-k.
fn is_taken_for_greatest(operation: OpRef<'_>) -> bool {
    let begins_with_greater = || {
        let block = block_in(operation, 0)?;
        opposite_direction(block.first_operation()?)
    };
    operation.operand_count() == 2 && begins_with_greater().is_some()
}

/// Emits a value that is another one, but for IREE depends on an unused one, too.
fn emit_use<'a>(
    emitter: &mut OpEmitter<'a>,
    used: Value<'a>,
    unused: Value<'a>,
) -> Option<Value<'a>> {
    let truth = scalar_truth(emitter);
    let value = emit_number(emitter, 1, truth)?;
    let value = emitter.emit_pure(stablehlo::OPTIMIZATION_BARRIER, &[value], &[], truth);
    let other = emit_converted(emitter, stablehlo::CONVERT, unused, used.r#type());
    Some(emitter.emit_like(stablehlo::SELECT, &[value, used, other]))
}

/// Returns whether equal elements may differ: because of another operand, or of a comparison
/// that does not see all of an element.
fn may_distinguish_equals(operation: OpRef<'_>) -> bool {
    if operation.operand_count() > 1 {
        return true;
    }
    let compares_whole_elements = || {
        let comparison = ir::operations(operation);
        let [compare, _] = comparison.as_slice() else {
            return Some(false);
        };
        let element = ir::as_ranked_tensor(ir::operand(*compare, 0)?.r#type())?;
        let order = compare.attribute("compare_type").ok();
        let order = order.and_then(ComparisonType::from_attribute);
        let is_total = order == Some(ComparisonType::Totalorder);
        let is_whole = ir::element_bits(element.into()).is_some() || is_total;
        Some(is_whole && ir::name_str(compare.name())? == stablehlo::COMPARE)
    };
    compares_whole_elements() != Some(true)
}
