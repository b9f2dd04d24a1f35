//! `legalize-for-iree`: rewrites ops to a form that IREE compiles, and computes right.
//!
//! The table [`ROWS`] lists the ops with their rewrites.

mod assertion;
mod barrier;
mod broadcast;
mod carried;
mod contraction;
mod convolution;
mod fill;
mod gather;
mod guard_reshapes;
mod indices;
mod kept;
mod numbers;
mod pad;
mod reshape;
mod resized;
mod scatter;
mod sharding;
mod slice;
mod sort;
mod unsigned;
mod widened;
mod window;

use self::Rewrite::{All, One};
use crate::{
    assertion::Assertions,
    diagnostic::Failed,
    explain::ChangeKind,
    ir::{self, DimMapping, Emitter, Replacements, create_emitter},
    statistics::ChangeLog,
};
pub use guard_reshapes::guard_reshapes;
use melior::ir::{
    BlockLike, OperationRef, Value, ValueLike,
    operation::OperationLike,
    r#type::{RankedTensorType, ShapedTypeLike},
};

/// Emits the replacement of an op, values of the types of its results; `None` if the op stays.
enum Rewrite {
    /// Of an op with one result.
    One(for<'c, 'a> fn(&mut Emitter<'c, 'a>, OperationRef<'c, 'a>) -> Option<Value<'c, 'a>>),
    /// Of an op with any number of results.
    All(for<'c, 'a> fn(&mut Emitter<'c, 'a>, OperationRef<'c, 'a>) -> Option<Vec<Value<'c, 'a>>>),
}

impl Rewrite {
    fn emit<'c, 'a>(
        &self,
        emitter: &mut Emitter<'c, 'a>,
        operation: OperationRef<'c, 'a>,
    ) -> Option<Vec<Value<'c, 'a>>> {
        match self {
            One(rewrite) => Some(vec![rewrite(emitter, operation)?]),
            All(rewrite) => rewrite(emitter, operation),
        }
    }
}

/// The ops that may have to be rewritten, by name.
const ROWS: &[(&str, Rewrite)] = &[
    ("stablehlo.convolution", One(convolution::rewrite)),
    ("stablehlo.custom_call", One(window::rewrite_dynamic)),
    ("stablehlo.dot_general", One(contraction::rewrite)),
    (
        "stablehlo.dynamic_broadcast_in_dim",
        One(broadcast::rewrite),
    ),
    ("stablehlo.dynamic_conv", One(convolution::rewrite_dynamic)),
    ("stablehlo.dynamic_gather", One(gather::rewrite_dynamic)),
    ("stablehlo.dynamic_pad", One(pad::rewrite)),
    ("stablehlo.dynamic_reshape", One(reshape::rewrite)),
    ("stablehlo.dynamic_update_slice", One(slice::rewrite_update)),
    ("stablehlo.gather", One(gather::rewrite)),
    ("stablehlo.optimization_barrier", All(barrier::rewrite)),
    ("stablehlo.pad", One(pad::rewrite_static)),
    ("stablehlo.reduce_window", One(window::rewrite)),
    ("stablehlo.scatter", One(scatter::rewrite)),
    ("stablehlo.sort", All(sort::rewrite)),
];

/// Changes an op in place, or the ops around it; returns whether it has changed any.
type Change = for<'c, 'a> fn(&mut Emitter<'c, 'a>, OperationRef<'c, 'a>) -> bool;

/// The ops that may have to be changed in place, after the others have been rewritten. Each row
/// also applies to the ops that earlier rows emit.
const CHANGES: &[(&[&str], Change)] = &[
    (&["stablehlo.scatter"], scatter::guard),
    (widened::OPS, widened::convert_exactly),
    (carried::OPS, carried::align),
    (fill::LOOPS, fill::fill_again),
    (unsigned::OPS, unsigned::use_signless),
    (&["stablehlo.convert"], unsigned::convert_to_signless),
];

/// Rewrites ops in and below `root`, at any nesting, and logs the changes.
///
/// Sizes are assumed to be compatible, since earlier assertions check them. Assertions become
/// `cf.assert`, or are removed.
///
/// # Errors
///
/// Fails, and changes nothing, if the context lacks a dialect, if a loop changes the size of a tensor
/// in each iteration, or if an op computes on the parts of data that devices have.
pub fn legalize_for_iree(
    root: OperationRef<'_, '_>,
    assertions: Assertions,
    changes: &ChangeLog,
) -> Result<(), Failed> {
    resized::refuse(root)?;
    sharding::remove(root, changes)?;
    change_ops(root, indices::has_any, indices::widen, changes)?;
    let is_contraction = |name: &str| unsigned::CONTRACTIONS.contains(&name);
    change_ops(root, is_contraction, unsigned::extend_factors, changes)?;
    let is_scatter = |name: &str| name == "stablehlo.scatter";
    change_ops(root, is_scatter, scatter::index_batches, changes)?;
    rewrite_ops(root, changes)?;
    for (names, change) in CHANGES {
        change_ops(root, |name| names.contains(&name), *change, changes)?;
    }
    if assertions == Assertions::None {
        let is_assertion =
            |operation: OperationRef<'_, '_>| ir::name_str(operation.name()) == Some("cf.assert");
        for assertion in ir::find_ops(root, is_assertion) {
            changes.add(ChangeKind::Rewritten, assertion);
            ir::erase(assertion);
        }
    }
    Ok(())
}

/// Rewrites the ops of [`ROWS`], and shape assertions.
fn rewrite_ops(root: OperationRef<'_, '_>, changes: &ChangeLog) -> Result<(), Failed> {
    let row = |operation: OperationRef<'_, '_>| {
        let name = ir::name_str(operation.name());
        ROWS.iter().find(|(row, _)| name == Some(row))
    };
    let ops = ir::find_ops(root, |operation| {
        row(operation).is_some() || ir::is_shape_assertion(operation)
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
            if ir::is_shape_assertion(operation) {
                if assertion::emit_assert(&mut emitter, operation) {
                    changes.add(ChangeKind::Converted, operation);
                    replacements.remove(operation);
                }
            } else if let Some((_, rewrite)) = row(operation)
                && let Some(values) = rewrite.emit(&mut emitter, operation)
            {
                for _ in 0..broadcast::open_dims(operation) {
                    changes.add(ChangeKind::Branched, operation);
                }
                changes.add(ChangeKind::Rewritten, operation);
                replacements.replace_all(operation, &values);
            }
        }
        replacements.erase();
        Ok(())
    })
}

/// Changes the ops with matching names in and below `root`.
fn change_ops(
    root: OperationRef<'_, '_>,
    matches: impl Fn(&str) -> bool,
    change: Change,
    changes: &ChangeLog,
) -> Result<(), Failed> {
    let ops = ir::find_ops(root, |operation| {
        ir::name_str(operation.name()).is_some_and(&matches)
    });
    if ops.is_empty() {
        return Ok(());
    }
    ir::with_context(root, |context| {
        let mut emitter = create_emitter(context, root)?;
        for operation in ops {
            if emitter.set_anchor(operation) && change(&mut emitter, operation) {
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
    let shape = ir::shaped_type(r#type.into());
    let dims = shape.shape().unwrap_or_default().iter();
    dims.map(|dim| dim.fixed_size()).collect()
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
            None => emitter.emit_extent_index(value, dim),
        })
        .collect()
}

/// Emits the maximum of an `index` and 0.
fn emit_limited<'c, 'a>(emitter: &mut Emitter<'c, 'a>, value: Value<'c, 'a>) -> Value<'c, 'a> {
    let none = emitter.emit_constant_index(0);
    emitter.emit_index_binary("arith.maxsi", value, none)
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
