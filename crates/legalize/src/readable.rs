//! Functions that IREE reads as they are: StableHLO together with ops of MLIR's own dialects.
//!
//! IREE's input may hold the ops of several dialects. Forms that it needs instead of StableHLO's
//! (branches of `scf`, parts of tensors, generic ops) would be lost if they became StableHLO, and so
//! would what the program itself says about its sizes.

use super::{inferred, table, types};
use crate::{
    analysis::GUARDED_SIZES,
    dialect::{self, arith, cf, func, stablehlo, tensor},
    ir,
};
use melior::{
    Context,
    ir::{
        BlockLike, OperationRef, RegionLike, Type, TypeLike, Value, ValueLike,
        operation::OperationLike,
        r#type::{IntegerType, ShapedTypeLike},
    },
};
use rustc_hash::FxHashSet;

/// The dialects whose ops IREE reads, apart from its own.
const DIALECTS: [&str; 7] = [
    "arith",
    "func",
    "linalg",
    "math",
    "scf",
    "stablehlo",
    "tensor",
];

/// IREE's own dialects.
const IREE_DIALECTS: [&str; 4] = ["flow", "hal", "iree_linalg_ext", "util"];

/// Returns the addresses of the functions in and below `root` that IREE reads as they are.
pub fn readable_functions(context: &Context, root: OperationRef<'_, '_>) -> FxHashSet<usize> {
    let used = ir::symbol_uses(root).map(|uses| {
        let names = uses.into_iter().map(|(symbol, _)| symbol);
        names.collect::<FxHashSet<_>>()
    });
    let buffer = dialect::iree_buffer_type(context, dialect::IREE_BUFFER);
    let functions = ir::find_ops(root, ir::is_function).into_iter();
    functions
        .filter(|&function| {
            let name = ir::string(function, "sym_name");
            let is_used = used.as_ref().zip(name);
            let is_used = is_used.is_none_or(|(used, name)| used.contains(name));
            is_readable(context, function, is_used, buffer)
        })
        .map(ir::address)
        .collect()
}

/// Returns whether IREE accepts a function unchanged:
///
/// - It has one block, or returns IREE's buffers, as functions do after `dispatch-profiles`.
/// - The conversion to StableHLO does not change the types of its arguments and of its other results. They
///   may be numbers, such as `i1`, only if nothing calls the function: calls pass numbers as tensors.
fn is_readable<'c>(
    context: &'c Context,
    function: OperationRef<'c, '_>,
    is_used: bool,
    buffer: Option<Type<'c>>,
) -> bool {
    let is_plain = |r#type: Type<'_>| {
        Some(r#type) == buffer
            || types::convert(context, r#type) == Ok(r#type)
            || !is_used && is_number(r#type)
    };
    let has_plain_type = ir::function_type(function).is_some_and(|function| {
        let inputs = (0..function.input_count()).map(|index| function.input(index));
        let results = (0..function.result_count()).map(|index| function.result(index));
        inputs.chain(results).all(|it| it.is_ok_and(is_plain))
    });
    // It cannot become StableHLO, or its indices have been checked.
    let keeps_selections =
        !ir::find_ops(function, is_of_iree).is_empty() || function.attribute(GUARDED_SIZES).is_ok();
    let is_other = |operation: OperationRef<'_, '_>| {
        let is_function = ir::address(operation) == ir::address(function);
        let is_selection = ir::is_named(operation, stablehlo::TORCH_INDEX_SELECT);
        !is_function
            && (!(is_readable_op(context, operation) || is_selection && keeps_selections)
                || computes_indices(operation)
                || computes_narrow_number(operation)
                || computes_wide_float(operation))
    };
    has_plain_type && ir::find_ops(function, is_other).is_empty() && {
        let mut blocks = function.regions().filter_map(|region| region.first_block());
        let returns_buffers = ir::result_types(function)
            .iter()
            .any(|&it| Some(it) == buffer);
        returns_buffers || blocks.all(|block| block.next_in_region().is_none())
    }
}

/// Returns whether a type is that of a number, without a sign if it is an integer.
fn is_number(r#type: Type<'_>) -> bool {
    let is_signless = |integer: IntegerType<'_>| integer.is_signless();
    r#type.is_index() || r#type.is_float() || ir::as_integer_type(r#type).is_some_and(is_signless)
}

fn is_readable_op(context: &Context, operation: OperationRef<'_, '_>) -> bool {
    let name = ir::name_str(operation.name()).unwrap_or_default();
    match name {
        cf::ASSERT | cf::COND_BR => true,
        // Callees may become StableHLO.
        func::CALL => {
            let operands = operation.operands().map(|operand| operand.r#type());
            let results = operation.results().map(|result| result.r#type());
            let mut types = operands.chain(results);
            types.all(|r#type| types::convert(context, r#type) == Ok(r#type))
        }
        // IREE does not clamp its indices.
        stablehlo::TORCH_INDEX_SELECT => {
            let indices = ir::operand(operation, 1).and_then(ir::defining_op);
            indices.is_some_and(|op| ir::name_str(op.name()) == Some(stablehlo::CLAMP))
        }
        stablehlo::CONSTANT => {
            let value = operation.attribute("value");
            !value.is_ok_and(ir::is_resource)
        }
        stablehlo::DYNAMIC_RESHAPE => !inferred::is_inferred(operation),
        name if name.starts_with(stablehlo::PREFIX) => table::find(name).is_none(),
        name => DIALECTS.contains(&ir::dialect_of(name)) || is_of_iree(operation),
    }
}

fn is_of_iree(operation: OperationRef<'_, '_>) -> bool {
    let name = ir::name_str(operation.name()).unwrap_or_default();
    IREE_DIALECTS.contains(&ir::dialect_of(name))
}

/// Returns whether an op computes a tensor of `index`, of which IREE only reads lists of numbers.
fn computes_indices(operation: OperationRef<'_, '_>) -> bool {
    const LISTS: [&str; 2] = [arith::CONSTANT, tensor::FROM_ELEMENTS];
    let is_of_indices = |value: Value<'_, '_>| {
        ir::as_ranked_tensor(value.r#type()).is_some_and(|tensor| tensor.element().is_index())
    };
    let is_list = ir::name_str(operation.name()).is_some_and(|name| LISTS.contains(&name));
    !is_list
        && operation
            .results()
            .any(|result| is_of_indices(result.into()))
}

/// Returns whether an op of `arith` computes an integer of less than 32 bits outside of a kernel, or reads
/// one with its sign. IREE computes it in a register of 32 bits, keeps bits that the integer lacks, and reads
/// it without a sign.
fn computes_narrow_number(operation: OperationRef<'_, '_>) -> bool {
    // A truth value is right if it is computed as one, not if it is what remains of a number.
    const REMAINDERS: [&str; 4] = [
        arith::FPTOSI,
        arith::FPTOUI,
        arith::INDEX_CAST,
        arith::TRUNCI,
    ];
    // These read the bits that it has.
    const EXTENSIONS: [&str; 3] = [arith::EXTSI, arith::EXTUI, arith::INDEX_CASTUI];
    let name = ir::name_str(operation.name()).unwrap_or_default();
    let narrow_bits = |value: Value<'_, '_>| {
        let bits = ir::as_integer_type(value.r#type())?.width();
        (bits < u32::BITS).then_some(bits)
    };
    let mut operands = operation.operands().filter_map(narrow_bits);
    let mut results = operation.results().map(Into::into).filter_map(narrow_bits);
    name.starts_with("arith.")
        && name != arith::CONSTANT
        && (results.any(|bits| bits > 1 || REMAINDERS.contains(&name))
            || !EXTENSIONS.contains(&name) && operands.any(|bits| bits > 1))
        && !is_in_kernel(operation)
}

/// Returns whether an op computes with a float of 64 bits outside of a kernel, where IREE has none. A constant that only
/// kernels read is one of theirs.
fn computes_wide_float(operation: OperationRef<'_, '_>) -> bool {
    let name = ir::name_str(operation.name()).unwrap_or_default();
    let operands = operation.operands();
    let results = operation.results().map(Into::into);
    let mut values = operands.chain(results);
    ["arith.", "math."].iter().any(|it| name.starts_with(it))
        && values.any(|value: Value<'_, '_>| value.r#type().is_f64())
        && !is_in_kernel(operation)
        && !(ir::is_named(operation, arith::CONSTANT) && is_of_kernels(operation))
}

fn is_of_kernels(constant: OperationRef<'_, '_>) -> bool {
    let users = ir::result(constant, 0).map(ir::users).unwrap_or_default();
    users.into_iter().all(|(user, _)| is_in_kernel(user))
}

fn is_in_kernel(operation: OperationRef<'_, '_>) -> bool {
    let is_kernel =
        |name: &str| name.starts_with("linalg.") || name.starts_with("iree_linalg_ext.");
    let mut parents =
        std::iter::successors(operation.parent_operation(), |op| op.parent_operation());
    parents.any(|op| ir::name_str(op.name()).is_some_and(is_kernel))
}
