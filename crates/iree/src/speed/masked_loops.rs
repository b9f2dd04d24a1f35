//! Loops over a number of elements that is known only at run time.
//!
//! On x86, IREE computes elementwise ops and reductions with a mask for each vector, which takes up to
//! 2.6 times as long as without. Where an op divides, whose divisor might be 0 in the elements that a
//! mask leaves out, it computes whole vectors and then the elements that are left. So each group of ops
//! that it computes in one loop gets a division that LLVM removes.

use crate::{
    build::*,
    forms::{broadcast::indexed::is_indexed, reduction::is_weighted},
    ops::*,
    prelude::*,
};

pub static ROW: Row = Row {
    name: "masked-loops",
    ops: &["stablehlo.*"],
    when: "elementwise ops, broadcasts and reductions of tensors of unknown size, of `f32`, `f16`, `bf16` \
           and signless integers; not of sums with weights that are the same along the last dim, of which IREE makes \
           products of a vector and a matrix",
    becomes: "the op, and a `linalg.generic` that returns its elements if they are at least their half, \
              as integers without a sign",
    why: "On x86 IREE computes each vector with a mask, which takes up to 2.6 times as long, except in loops that \
          divide (`getVectorPreProcStrategy` in its `KernelDispatch.cpp`). LLVM removes this division.",
    action: Program(add_divisions),
};

/// Reshapes that IREE fuses with the ops before and behind them, unlike those of other ops.
const FUSED_RESHAPES: [&str; 3] = [tensor::CAST, tensor::COLLAPSE_SHAPE, tensor::EXPAND_SHAPE];

/// How many values are searched for a division.
const MAX_SEARCHED: usize = 64;

/// Adds divisions to the groups of ops in and below `root` that have none.
fn add_divisions(root: OpRef<'_>, changes: &ChangeLog) -> Result<(), Failed> {
    let mut groups = FusionGroups::default();
    let mut undivided = vec![];
    ir::visit_reachable_ops(root, |operation| {
        let value = groups.undivided_end(operation);
        let value = value.or_else(|| undivided_operand(operation));
        undivided.extend(value.map(|value| (operation, value)));
    });
    let mut counts = FxHashMap::default();
    change_found(root, undivided, changes, |emitter, operation, value| {
        if !is_reduction(operation) {
            return emit_in_place_of(emitter, value, |emitter| {
                emit_divided(emitter, value, LEAST_DIVISOR)
            });
        }
        // Equal divisions would be merged, and IREE would keep what several reductions read.
        let count = counts.entry(ValueKey::new(value)).or_insert(0);
        let divisor = LEAST_DIVISOR + *count % DIVISORS;
        *count += 1;
        replace_operand(emitter, operation, 0, |it, operand| {
            emit_divided(it, operand, divisor)
        })
    })
}

/// The groups of ops that IREE fuses into one loop.
#[derive(Default)]
struct FusionGroups {
    /// Whether a value is an end, for those that have been asked for.
    ends: FxHashMap<ValueKey, bool>,
}

impl FusionGroups {
    /// Returns the result of an op that is the last of a group without a division.
    fn undivided_end<'a>(&mut self, operation: OpRef<'a>) -> Option<Value<'a>> {
        let is_computed = is_in_group(operation) || is_indexed(operation);
        let result = ir::result(operation, 0).filter(|_| is_computed)?;
        let is_undivided = is_divisible(result)
            && !is_given_sizes(result)
            && self.is_end(result)
            && !self.is_divided(result)
            && !is_weighted(operation, result);
        is_undivided.then_some(result)
    }

    /// Returns whether something outside its group uses the elements of a value.
    fn is_end(&mut self, value: Value<'_>) -> bool {
        let key = ValueKey::new(value);
        if let Some(&is_end) = self.ends.get(&key) {
            return is_end;
        }
        let mut users = ir::users(value).into_iter();
        let is_end = users.any(|(user, operand)| {
            let is_inside =
                is_in_group(user) || is_divided_copy(user) || is_read_as_index(user, operand);
            let is_used = size_read(user).is_none() && !is_inside;
            is_used && result_of_any(user, &FUSED_RESHAPES).is_none_or(|same| self.is_end(same))
        });
        self.ends.insert(key, is_end);
        is_end
    }

    /// Returns whether the group that computes a value divides.
    fn is_divided(&mut self, value: Value<'_>) -> bool {
        ir::search_values(value, MAX_SEARCHED, |next, pending| {
            let Some(definition) = ir::defining_op(next) else {
                return false;
            };
            // Other uses of an end are behind a division of its own.
            let is_inner = next == value || !self.is_end(next);
            if is_inner && is_in_group(definition) {
                pending.extend(definition.operands().filter(|&operand| is_dynamic(operand)));
            }
            divides(definition)
        })
    }
}

/// Returns whether a `tensor.cast` gives a value sizes. MLIR would move the cast in front of a `linalg.generic` that
/// computes the value, and so in front of the check of the sizes.
fn is_given_sizes(value: Value<'_>) -> bool {
    let unknown = |value| sizes(value).map(|sizes| sizes.iter().filter(|it| it.is_none()).count());
    let mut casts = ir::users(value).into_iter();
    casts.any(|(user, _)| {
        result_of_any(user, &[tensor::CAST]).is_some_and(|cast| unknown(cast) < unknown(value))
    })
}

/// Returns the operand of a reduction of one tensor that no group computes.
fn undivided_operand<'a>(operation: OpRef<'a>) -> Option<Value<'a>> {
    let operand = ir::operand(operation, 0).filter(|_| is_reduction(operation))?;
    let mut definition = ir::defining_op(operand);
    while let Some(cast) = definition.filter(|&it| ir::is_named(it, tensor::CAST)) {
        definition = ir::operand(cast, 0).and_then(ir::defining_op);
    }
    let is_computed =
        definition.is_some_and(|it| is_in_group(it) || is_indexed(it) || is_divided_copy(it));
    (is_divisible(operand) && !is_computed).then_some(operand)
}

/// Returns whether a value is a tensor whose elements can be divided.
fn is_divisible(value: Value<'_>) -> bool {
    let tensor = RankedTensorType::try_from(value.r#type()).ok();
    let tensor = tensor.filter(|tensor| ir::encoding((*tensor).into()).is_none());
    is_dynamic(value) && tensor.is_some_and(|tensor| bits(tensor.element()).is_some())
}

/// Returns the result of an op that has one of these names.
fn result_of_any<'a>(operation: OpRef<'a>, names: &[&str]) -> Option<Value<'a>> {
    ir::result(operation, 0).filter(|_| is_any_of(operation, names))
}

/// Returns whether an op reads an operand as indices, of which it has to see that they are clamped.
fn is_read_as_index(user: OpRef<'_>, operand: usize) -> bool {
    const READERS: [&str; 4] = [
        stablehlo::DYNAMIC_GATHER,
        stablehlo::GATHER,
        stablehlo::SCATTER,
        stablehlo::TORCH_INDEX_SELECT,
    ];
    operand > 0 && is_any_of(user, &READERS)
}

/// Returns whether an op divides by a number that is known only at run time, and not by a constant or a
/// broadcast of a tensor of static shape.
fn divides(operation: OpRef<'_>) -> bool {
    let is_division = is_any_of(operation, &[stablehlo::DIVIDE, stablehlo::REMAINDER]);
    let divisor = ir::operand(operation, 1).and_then(ir::defining_op);
    let is_fill = |it: OpRef<'_>| is_broadcast(it) || ir::is_named(it, stablehlo::CONSTANT);
    is_division && divisor.is_none_or(|it| is_in_group(it) || !is_fill(it))
}

/// How many divisors there are; all fit in 8 bits.
const DIVISORS: i64 = 100;

/// Emits a tensor of the same elements, each of which is compared with a part of it.
fn emit_divided<'a>(
    emitter: &mut OpEmitter<'a>,
    tensor: Value<'a>,
    divisor: i64,
) -> Option<Value<'a>> {
    let destination = match ir::defining_op(tensor).is_some_and(widens) {
        true => emit_destination(emitter, tensor)?,
        false => tensor,
    };
    emit_divided_into(emitter, tensor, destination, divisor)
}

/// Returns whether an op widens elements. IREE computes it again in each kernel that uses its result, and where
/// a kernel also writes to the result, it often keeps all of it on the stack.
fn widens(operation: OpRef<'_>) -> bool {
    let bits = |value: Option<Value<'_>>| ir::bit_width(ir::element_type(value?.r#type())?);
    let bits = [ir::operand(operation, 0), ir::result(operation, 0)].map(bits);
    ir::is_named(operation, stablehlo::CONVERT)
        && matches!(bits, [Some(from), Some(to)] if from < to)
}
