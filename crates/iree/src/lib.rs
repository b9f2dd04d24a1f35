//! `legalize-for-iree`: rewrites ops to a form that IREE compiles, and computes right.
//!
//! Depends on the core and on `bcast-lower-legalize`. Nothing but the table of targets in `bcast-lower-driver`
//! depends on it: without it every other pass is the same.
//!
//! The table `PHASES` lists the rows, each of which is defined in the module of its family.
//!
//! # IREE gets branches, not guesses
//!
//! IREE rejects a broadcast if it cannot determine whether a dim is repeated, and all dynamic
//! reshapes, including its own. So `legalize-for-iree` reads elements at the lesser of two
//! positions where types and facts cannot tell, or chooses with `scf.if`, reshapes by
//! `tensor.reshape`, and rewrites contractions and convolutions on dynamic shapes as matrix
//! products. Matrices of one row keep a dynamic size: IREE would convert them to vectors, with a
//! reshape that it rejects. A `stablehlo.optimization_barrier` separates branches on equal
//! conditions, and tensors with the same fill value: IREE merges them, and computes wrong
//! elements. It also confuses the positions of tensors that a loop carries in one allocation,
//! unless their sizes are multiples of its alignment, so they are carried in such tensors. A
//! `tensor.reshape` checks nothing there, so `guard-reshapes` asserts that the numbers of elements
//! agree, before the op is learned from: afterwards, its sizes are taken as right. A branch that
//! does not change its operand yields a copy: with threads, IREE's runtime reads the operand
//! itself before it is computed.

#![deny(missing_docs)]
#![deny(unsafe_code)]
#![deny(clippy::disallowed_methods)]

use bcast_lower_broadcast::{rule, scoped_map, symbol};
use bcast_lower_core::{analysis, assertion, diagnostic, dialect, ir, statistics};
use bcast_lower_explain as explain;
use bcast_lower_legalize as legalize;

mod assume;
mod barrier;
mod batch_norm;
mod behind_loops;
mod bits;
mod branch_ends;
mod broadcast;
mod captured_iotas;
mod carried_tensors;
mod constants;
mod contraction;
mod control;
mod convolution;
mod counted_loops;
mod declared_sizes;
mod divided;
mod equal_computations;
mod exchanged_values;
mod facts;
mod fill;
mod gather;
mod group;
mod guard_reshapes;
mod in_place;
mod indices;
mod lists;
mod model;
mod narrow_factors;
mod narrow_sizes;
mod numbers;
mod pad;
mod profiles;
mod promotion;
mod read_targets;
mod reduction;
mod refusal;
mod reshape;
mod resized_loops;
mod row;
mod scalar;
mod scan;
mod scatter;
mod set_size;
mod shape_assertion;
mod sharding;
mod shared_computations;
mod slice;
mod sort;
mod speed;
#[cfg(test)]
mod tests;
mod truth_values;
mod uniform_reductions;
mod unsigned;
mod weak_order;
mod window;

use self::row::Action::{self, Change, Program, Refuse, RefuseIn, Replace, ReplaceAll};
use crate::{
    assertion::Assertions,
    diagnostic::Failed,
    dialect::stablehlo::{self, ConstantOp, TransposeOp},
    explain::ChangeKind,
    ir::{DimMapping, Emitter, Replacements, create_emitter},
    rule::Number,
    statistics::ChangeLog,
};
pub use assume::assume_sizes;
pub use guard_reshapes::guard_reshapes;
use melior::ir::{
    BlockLike, OperationRef, Type, Value, ValueLike,
    operation::OperationLike,
    r#type::{RankedTensorType, ShapedTypeLike},
};
pub use profiles::dispatch_profiles;
pub use row::{IREE_VERSION, IreeOptions, Row, SPEED};
use rustc_hash::FxHashSet;

/// All rows, in phases. Those of a phase see what the phases before it emit.
const PHASES: &[&[&Row]] = &[
    &[&resized_loops::ROW],
    &[&refusal::SHARDY, &refusal::LARGE_WINDOWS],
    &[&sharding::ROW],
    &[&declared_sizes::ROW],
    &[&promotion::ROW],
    // In front of the rows for padding, comparisons and narrow integers.
    &[&bits::ROW, &window::select_and_scatter::ROW],
    &[&equal_computations::ROW],
    // Later rows write some ops in ways that it does not compare.
    &[&shared_computations::ROW],
    &[&indices::ROW],
    &[&narrow_sizes::ROW],
    &[&truth_values::ROW, &weak_order::ROW],
    &[&unsigned::FACTORS],
    &[&sort::LAST_DIMS],
    &[&scatter::BATCHING_DIMS],
    &[&speed::greatest_elements::ROW, &scan::ROW],
    &[&speed::broadcasts_of_results::ROW],
    &[&window::single::ROW],
    &[
        &shape_assertion::ROW,
        &barrier::ROW,
        &broadcast::ROW,
        &contraction::ROW,
        &convolution::UNKNOWN_SIZE,
        &convolution::UNKNOWN_FEATURES,
        &convolution::GROUPS,
        &convolution::DYNAMIC,
        &gather::DYNAMIC,
        &gather::ROWS,
        &batch_norm::ROW,
        &pad::DYNAMIC,
        &pad::NEGATIVE,
        &reshape::ROW,
        &scatter::SLICES,
        &set_size::ROW,
        &slice::UPDATES,
        &slice::empty::ROW,
        &sort::STABLE,
        &window::DYNAMIC_WINDOWS,
        &window::WINDOWS,
    ],
    // Also of the ops that the rows before emit.
    &[&declared_sizes::ROW],
    // Also of the broadcasts that the rows before emit.
    &[&broadcast::permuted::ROW],
    &[&speed::concatenations::ROW],
    &[&speed::spread_iotas::ROW],
    &[&sort::BY_GREATER],
    &[&sort::UNUSED_RESULTS],
    &[&scatter::OUTSIDE],
    &[&scatter::COMPUTED_UPDATES],
    &[&narrow_factors::ROW],
    &[&counted_loops::ROW],
    &[&scalar::ROW],
    // Of limits that are scalars.
    &[&slice::whole::ROW],
    // Also of what the rows before emit.
    &[&equal_computations::ROW],
    &[&shared_computations::ROW],
    &[&carried_tensors::ROW],
    &[&fill::ROW],
    &[&captured_iotas::ROW],
    // Updates need no copy of a result that is one.
    &[&exchanged_values::OUTER],
    &[&read_targets::ROW],
    // After those that decide by constants.
    &[&constants::ROW],
    // Constants have the same memory behind a barrier.
    &[&exchanged_values::OUTER],
    &[&read_targets::ROW],
    &[&exchanged_values::ROW],
    // What it hides must be the last of what is reduced.
    &[&uniform_reductions::ROW],
    // Of all elementwise ops and reductions.
    &[&reduction::DIMS],
    &[&reduction::TRANSPOSED],
    &[&speed::chained_reductions::ROW],
    &[&speed::masked_loops::ROW],
    // Of all branches.
    &[&branch_ends::ROW],
    // For what the rows since then compute.
    &[&scalar::ROW],
    &[&unsigned::TENSORS],
    &[&unsigned::SIZES],
    &[&lists::ROW],
    // Of lists of one `index`.
    &[&reshape::FLAT],
    refusal::ROWS,
];

/// Returns all rows, in the order in which they are first applied.
pub fn rows() -> impl Iterator<Item = &'static Row> {
    let rows = PHASES.iter().copied().flatten().copied();
    let mut seen = FxHashSet::default();
    rows.filter(move |row| seen.insert(row.name))
}

/// Rewrites ops in and below `root`, at any nesting, and logs the changes.
///
/// Sizes are assumed to be compatible, since earlier assertions check them. Assertions become
/// `cf.assert`, or are removed.
///
/// # Errors
///
/// Fails if the context lacks a dialect, or if a row refuses an op; an error on each such op says what
/// to do.
pub fn legalize_for_iree(
    root: OperationRef<'_, '_>,
    options: &IreeOptions,
    changes: &ChangeLog,
) -> Result<(), Failed> {
    for phase in PHASES {
        let rows = phase.iter().copied().filter(|row| options.applies(row));
        run_phase(root, &rows.collect::<Vec<_>>(), changes)?;
    }
    if options.assertions == Assertions::None {
        let is_assertion =
            |operation: OperationRef<'_, '_>| ir::name_str(operation.name()) == Some("cf.assert");
        for assertion in ir::find_ops(root, is_assertion) {
            changes.add(ChangeKind::Rewritten, assertion);
            ir::erase(assertion);
        }
    }
    Ok(())
}

fn run_phase(root: OperationRef<'_, '_>, rows: &[&Row], changes: &ChangeLog) -> Result<(), Failed> {
    replace_ops(root, rows, changes)?;
    let mut result = Ok(());
    for row in rows {
        let done = match row.action {
            Replace(_) | ReplaceAll(_) => Ok(()),
            Change(change) => change_ops(root, row, change, changes),
            Program(run) => run(root, changes),
            RefuseIn(refuse) => refuse(root),
            Refuse(is_refused) => refusal::refuse(root, row, is_refused, changes),
        };
        result = result.and(done);
    }
    result
}

/// Replaces each op by the first row that does so.
fn replace_ops(
    root: OperationRef<'_, '_>,
    rows: &[&Row],
    changes: &ChangeLog,
) -> Result<(), Failed> {
    let rows = rows.iter();
    let rows = rows.filter(|row| matches!(row.action, Replace(_) | ReplaceAll(_)));
    let rows = rows.collect::<Vec<_>>();
    let ops = ir::find_ops(root, |operation| {
        rows.iter().any(|row| is_about(row, operation))
    });
    if ops.is_empty() {
        return Ok(());
    }
    ir::with_context(root, |context| {
        let mut emitter = create_emitter(context, root)?;
        let mut replacements = Replacements::default();
        let mut block = None;
        for operation in ops {
            // Emitted ops are reused within the same block only.
            let own = operation.block().map(|block| block.to_raw().ptr);
            if block != own {
                if block.is_some() {
                    emitter.exit();
                }
                emitter.enter();
                block = own;
            }
            if !emitter.set_anchor(operation) {
                continue;
            }
            let mut own = rows.iter().filter(|row| is_about(row, operation));
            let replaced = own.find_map(|row| {
                let emit = || emit(&row.action, &mut emitter, operation);
                row.attempt(operation, changes, emit)
            });
            if let Some(values) = replaced {
                for _ in 0..broadcast::branches(operation) {
                    changes.add(ChangeKind::Branched, operation);
                }
                let kind = match ir::is_shape_assertion(operation) {
                    true => ChangeKind::Converted,
                    false => ChangeKind::Rewritten,
                };
                changes.add(kind, operation);
                replacements.replace_all(operation, &values);
            }
        }
        replacements.erase();
        Ok(())
    })
}

fn is_about(row: &Row, operation: OperationRef<'_, '_>) -> bool {
    ir::name_str(operation.name()).is_some_and(|name| row.is_about(name))
}

/// Emits the values that replace an op's results; `None` if the op stays.
fn emit<'c, 'a>(
    action: &Action,
    emitter: &mut Emitter<'c, 'a>,
    operation: OperationRef<'c, 'a>,
) -> Option<Vec<Value<'c, 'a>>> {
    match action {
        Replace(rewrite) => Some(vec![rewrite(emitter, operation)?]),
        ReplaceAll(rewrite) => rewrite(emitter, operation),
        _ => None,
    }
}

/// Changes the ops that a row is about, in and below `root`.
fn change_ops(
    root: OperationRef<'_, '_>,
    row: &Row,
    change: impl for<'c, 'a> Fn(&mut Emitter<'c, 'a>, OperationRef<'c, 'a>) -> bool,
    changes: &ChangeLog,
) -> Result<(), Failed> {
    let ops = ir::find_ops(root, |operation| is_about(row, operation));
    if ops.is_empty() {
        return Ok(());
    }
    ir::with_context(root, |context| {
        let mut emitter = create_emitter(context, root)?;
        for operation in ops {
            let is_anchored = emitter.set_anchor(operation);
            let change = || change(&mut emitter, operation).then_some(());
            if is_anchored && row.attempt(operation, changes, change).is_some() {
                changes.add(ChangeKind::Rewritten, operation);
            }
        }
        Ok(())
    })
}

/// Returns the type of an op's only result, if it is a ranked tensor.
fn result_type<'c>(operation: OperationRef<'c, '_>) -> Option<RankedTensorType<'c>> {
    let result = ir::result(operation, 0)?;
    RankedTensorType::try_from(result.r#type()).ok()
}

/// Returns whether a value is a ranked tensor with a dynamic dim.
fn is_dynamic(value: Value<'_, '_>) -> bool {
    sizes(value).is_some_and(|sizes| sizes.iter().any(Option::is_none))
}

/// Returns the sizes of a ranked tensor's dims, `None` where they are dynamic.
fn sizes(value: Value<'_, '_>) -> Option<Vec<Option<i64>>> {
    let r#type = RankedTensorType::try_from(value.r#type()).ok()?;
    Some(type_sizes(r#type))
}

fn type_sizes(r#type: RankedTensorType<'_>) -> Vec<Option<i64>> {
    ir::sizes_of(r#type.into())
}

/// Returns a tensor type of these sizes, with the element type of another one.
fn tensor_type<'c>(
    emitter: &Emitter<'c, '_>,
    like: RankedTensorType<'c>,
    sizes: &[Option<i64>],
) -> RankedTensorType<'c> {
    let r#type = ir::tensor_like(emitter.context(), like, sizes.iter().copied(), &[]);
    RankedTensorType::try_from(r#type).expect("it was made a tensor type")
}

/// Emits the extents of all dims of a ranked tensor, each an `index`.
fn emit_extents<'c, 'a>(emitter: &mut Emitter<'c, 'a>, value: Value<'c, 'a>) -> Vec<Value<'c, 'a>> {
    let sizes = sizes(value).unwrap_or_default().into_iter().enumerate();
    sizes
        .map(|(dim, size)| match size {
            Some(size) => emitter.emit_constant_index(size),
            None => emitter.emit_dim(value, dim),
        })
        .collect()
}

/// Emits the maximum of an `index` and 0.
fn emit_limited<'c, 'a>(emitter: &mut Emitter<'c, 'a>, value: Value<'c, 'a>) -> Value<'c, 'a> {
    let none = emitter.emit_constant_index(0);
    emitter.emit_index_binary("arith.maxsi", value, none)
}

/// Emits a tensor with its dims in another order.
fn emit_transposed<'c, 'a>(
    emitter: &mut Emitter<'c, 'a>,
    value: Value<'c, 'a>,
    order: &[usize],
) -> Option<Value<'c, 'a>> {
    if order.iter().copied().eq(0..order.len()) {
        return Some(value);
    }
    let like = RankedTensorType::try_from(value.r#type()).ok()?;
    let value_sizes = sizes(value)?;
    let ordered = order.iter().map(|&dim| value_sizes.get(dim).copied());
    let r#type = tensor_type(emitter, like, &ordered.collect::<Option<Vec<_>>>()?);
    let permutation = &order.iter().map(|&dim| dim as i64).collect::<Vec<_>>();
    let attributes = TransposeOp { permutation }.attributes(emitter.context());
    Some(emitter.emit_named(stablehlo::TRANSPOSE, &[value], &attributes, r#type.into()))
}

/// Emits ops in front of another one, which share nothing with those elsewhere.
fn emit_at<'c, 'a, T>(
    emitter: &mut Emitter<'c, 'a>,
    anchor: OperationRef<'c, 'a>,
    emit: impl FnOnce(&mut Emitter<'c, 'a>) -> T,
) -> T {
    emitter.enter_isolated();
    emitter.set_anchor(anchor);
    let emitted = emit(emitter);
    emitter.exit_isolated();
    emitted
}

/// Gives a value another type, and what uses it a cast to its own; returns the cast.
fn insert_cast<'c, 'a>(
    emitter: &Emitter<'c, 'a>,
    value: Value<'c, 'a>,
    r#type: Type<'c>,
) -> Option<OperationRef<'c, 'a>> {
    let location = emitter.anchor()?.location();
    let cast = ir::OpName::new(emitter.context(), "tensor.cast");
    let cast = ir::create(location, cast, &[value], &[], &[value.r#type()]);
    let cast = ir::insert_after_definition(value, cast)?;
    ir::replace_uses(value, ir::result(cast, 0)?);
    ir::set_operand(cast, 0, value);
    ir::set_type(value, r#type);
    Some(cast)
}

/// Emits a value behind the op that computes another one, and uses it wherever elements of the other are
/// used; `None` if nothing is emitted.
fn emit_in_place_of<'c, 'a>(
    emitter: &mut Emitter<'c, 'a>,
    value: Value<'c, 'a>,
    emit: impl FnOnce(&mut Emitter<'c, 'a>) -> Option<Value<'c, 'a>>,
) -> Option<()> {
    let users = ir::users(value);
    let next = ir::defining_op(value)?.next_in_block()?;
    let other = emit_at(emitter, next, emit)?;
    for (user, index) in users {
        if assume::size_read(user).is_none() {
            ir::set_operand(user, index, other);
        }
    }
    Some(())
}

/// Emits a tensor of static shape whose elements are all the same number; `None` if its elements are
/// not real numbers.
fn emit_number<'c, 'a>(
    emitter: &mut Emitter<'c, 'a>,
    number: i64,
    r#type: Type<'c>,
) -> Option<Value<'c, 'a>> {
    let value = ir::splat(emitter.context(), r#type, Number::Integer(number))?;
    let attributes = ConstantOp { value }.attributes(emitter.context());
    Some(emitter.emit_pure(stablehlo::CONSTANT, &[], &attributes, r#type))
}

/// Emits a tensor whose elements are all the same number; `None` if its elements are not real numbers.
fn emit_filled<'c, 'a>(
    emitter: &mut Emitter<'c, 'a>,
    number: i64,
    extents: &[Value<'c, 'a>],
    r#type: RankedTensorType<'c>,
) -> Option<Value<'c, 'a>> {
    let scalar = tensor_type(emitter, r#type, &[]).into();
    let number = emit_number(emitter, number, scalar)?;
    Some(emit_fill(emitter, number, extents, r#type))
}

/// Emits a conversion by an op, if the type differs.
fn emit_converted<'c, 'a>(
    emitter: &mut Emitter<'c, 'a>,
    op: &'static str,
    value: Value<'c, 'a>,
    r#type: Type<'c>,
) -> Value<'c, 'a> {
    match value.r#type() == r#type {
        true => value,
        false => emitter.emit_pure(op, &[value], &[], r#type),
    }
}

/// Emits a tensor filled with a scalar.
fn emit_fill<'c, 'a>(
    emitter: &mut Emitter<'c, 'a>,
    scalar: Value<'c, 'a>,
    extents: &[Value<'c, 'a>],
    r#type: RankedTensorType<'c>,
) -> Value<'c, 'a> {
    let mapping = DimMapping::new(emitter.context(), &[]);
    let shape = match r#type.has_static_shape() {
        true => None,
        false => Some(emitter.emit_from_elements(extents)),
    };
    emitter.emit_broadcast(scalar, mapping, shape, r#type.into())
}
