//! Safe helpers over melior for types, walks and insertion; they decide nothing.

mod address_table;
mod attributes;
mod branch;
mod call_graph;
mod cast;
mod comparison;
mod counter;
mod edit;
mod emitter;
mod function;
pub mod local;
mod names;
mod number;
mod parallel;
mod print;
mod source_name;
mod symbol;
mod text;
mod types;
mod unreachable;
mod value_names;
mod walk;

pub use self::{
    address_table::AddressTable,
    attributes::{
        AT_RUN_TIME, any_integer_value, any_integers_value, attributes, attributes_about_results,
        bool_array_value, constant, constant_integer, defined_by, defining_op, dense_elements,
        discardable_attribute_names, element_bits, filter_array, float_elements, infer_sizes,
        int_array, int_array_value, int_elements, int_elements_value, integer, is_absent,
        is_assertion, is_named, is_of_sizes, is_resource, is_shape_assertion, is_sharding, is_tosa,
        named_attributes, operand, operands, reassociation, region, result, short_int_array,
        string, string_value, type_addresses, verify,
    },
    branch::{block_arguments, block_operations, predecessors, successor_operand},
    call_graph::{CallGraph, describe_data},
    cast::{
        as_array, as_bool, as_dense_elements, as_dense_i64_array, as_dictionary, as_function_type,
        as_integer, as_integer_type, as_ranked_tensor, as_type,
    },
    comparison::{
        comparison_direction, integer_comparison, integer_predicate, to_comparison_direction,
    },
    counter::{LoopCounter, comparison_of_counter, counter_of},
    edit::{
        block_of, canonicalize, create, erase, erase_argument, erase_unused_ops,
        insert_after_definition, insert_before, insert_call_instead, insert_copy,
        insert_with_regions_of, is_removable, is_unused, is_used, move_before, owner,
        remove_attribute, replace_uses, set_attribute, set_function_type, set_operand,
        set_operands, set_type, split_block, users,
    },
    emitter::{
        Anchor, Binary, BlockBuilder, BroadcastForm, Copied, DimMapping, EmittedOp, Emitter,
        OpenRegion, Width, create_emitter, has_identity_maps,
    },
    function::{
        argument_attribute, attributes_of_each, called_computation, called_function,
        function_argument, function_name, function_type, functions, is_call, is_function,
        is_module, module_of, modules, operations, redirect_calls, result_types, unused_name,
    },
    names::{
        ARRAY_OF_INDEX, OpName, SHARDING_OF_OPERANDS, SHARDINGS, array_of_index, attribute_names,
        check_attribute, dialect_names, dialect_of, enumeration_values, has_region, load_dialect,
        op_names, operand_count, parse_attribute, result_count, takes_equal_types,
    },
    number::{constant_number, greatest_common_divisor, is_neutral, neutral, number, splat},
    parallel::{map_in_parallel, with_threads},
    print::print_ops,
    source_name::{location_name, passed_names, value_location, value_name},
    symbol::symbol_uses,
    text::{attribute_text, type_text},
    types::{
        bit_width, bounds, complex_element, element_type, encoding, scalar_tensor, shaped_type,
        sizes_of, tensor_like, vector_like, with_element_type,
    },
    unreachable::erase_unreachable_blocks,
    value_names::ValueNames,
    walk::{
        Visit, all_values, ancestor_in, find_ops, has_broadcast_trait, is_before,
        may_be_isolated_from_above, search_values, visit_dominator_tree, visit_ops,
        visit_reachable_ops,
    },
};

use crate::diagnostic::stream::string_bytes;
use bcast_lower_dialects::ir as ffi;
use melior::{
    Context,
    ir::{
        BlockLike, Identifier, Module, OperationRef, Value, ValueLike,
        operation::{Operation, OperationLike},
    },
};
use mlir_sys::mlirIdentifierStr;

/// The identity of a value, for use as a key.
///
/// It is the value's address, which is valid while the op or block that defines the value is
/// alive.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub struct ValueKey(usize);

impl ValueKey {
    /// Returns a value's identity.
    pub fn new(value: Value<'_, '_>) -> Self {
        Self(value.to_raw().ptr as usize)
    }

    /// Returns the identity of a value at an address.
    pub const fn at(address: usize) -> Self {
        Self(address)
    }

    /// Returns the value's address.
    pub const fn address(self) -> usize {
        self.0
    }

    /// Returns a key that belongs to no value, for tests.
    #[cfg(test)]
    pub fn for_tests(address: usize) -> Self {
        Self(address)
    }
}

/// Returns the identity of an op, for use as a key: its address, which is valid while the op is
/// alive.
pub fn address(operation: OperationRef<'_, '_>) -> usize {
    OperationLike::to_raw(&operation).ptr as usize
}

/// Returns a name; `None` if it is not UTF-8.
///
/// melior's own conversion fails on empty names, which attributes may have.
pub fn name_str<'c>(identifier: Identifier<'c>) -> Option<&'c str> {
    // SAFETY: the context owns the name.
    str::from_utf8(unsafe { string_bytes(mlirIdentifierStr(identifier.to_raw())) }).ok()
}

/// Calls a function with the context of an op.
///
/// melior lends a context only through a handle, which must not move. It stays in place during
/// the call; the reference must not be used afterwards.
pub fn with_context<'c, T>(
    operation: OperationRef<'c, '_>,
    function: impl FnOnce(&'c Context) -> T,
) -> T {
    let context = operation.context();
    // SAFETY: the context outlives `'c`, and `context` outlives the call.
    function(unsafe { context.to_ref() })
}

/// Destroys the op that defines a value; nothing may use the value.
pub fn erase_unused(value: Value<'_, '_>) {
    if let Some(operation) = defining_op(value) {
        // SAFETY: the op is alive, and nothing uses its result. Dropping it as an owned op
        // removes it from its block.
        drop(unsafe { Operation::from_raw(OperationLike::to_raw(&operation)) });
    }
}

/// Returns a reference to an op.
pub fn reference<'c, 'a>(operation: &'a Operation<'c>) -> OperationRef<'c, 'a> {
    // SAFETY: the op is alive as long as it is borrowed.
    unsafe { OperationRef::from_raw(OperationLike::to_raw(operation)) }
}

/// Returns a module that begins with a copy of an op without regions; its operands are
/// arguments of the module's block.
pub fn copy_apart<'c>(operation: OperationRef<'c, '_>) -> Module<'c> {
    let location = operation.location();
    let module = Module::new(location);
    let arguments = operation
        .operands()
        .map(|operand| {
            module
                .body()
                .add_argument(operand.r#type(), location)
                .to_raw()
        })
        .collect::<Vec<_>>();
    // SAFETY: the op is alive and has as many operands of these types; nothing else owns the
    // copy.
    let copy = unsafe {
        Operation::from_raw(ffi::bcastOperationCloneOn(
            OperationLike::to_raw(&operation),
            arguments.as_ptr(),
        ))
    };
    module.body().append_operation(copy);
    module
}

/// Replaced ops, which are destroyed together at the end.
///
/// A graph region may use a value before the op that defines it is replaced. The ops stay until
/// nothing examines them any more, because values are identified by address and an address must
/// not be reused meanwhile.
#[derive(Default)]
pub struct Replacements<'c, 'a> {
    replaced: Vec<OperationRef<'c, 'a>>,
}

impl<'c: 'a, 'a> Replacements<'c, 'a> {
    /// Replaces every use of the op's only result with `value`, which has the same type.
    ///
    /// An op of a graph region may be its own operand. If `value` is the op's own result, the
    /// op stays.
    pub fn replace(&mut self, operation: OperationRef<'c, 'a>, value: Value<'c, 'a>) {
        self.replace_all(operation, &[value]);
    }

    /// Replaces every use of the op's results with `values`, which have the same types.
    ///
    /// An op of a graph region may be its own operand. If a value is the op's own
    /// result, the op stays.
    pub fn replace_all(&mut self, operation: OperationRef<'c, 'a>, values: &[Value<'c, 'a>]) {
        for (result, value) in operation.results().zip(values) {
            if result.to_raw().ptr == value.to_raw().ptr {
                return;
            }
            replace_uses(result.into(), *value);
        }
        self.replaced.push(operation);
    }

    /// Removes an op without results from the program.
    pub fn remove(&mut self, operation: OperationRef<'c, 'a>) {
        self.replaced.push(operation);
    }

    /// Returns the first replaced op that is used nevertheless, because an op that uses it has been
    /// inserted since then.
    pub fn used(&self) -> Option<OperationRef<'c, 'a>> {
        let mut replaced = self.replaced.iter().copied();
        replaced.find(|&operation| !is_unused(operation))
    }

    /// Destroys the replaced ops.
    pub fn erase(self) {
        for operation in self.replaced {
            // SAFETY: the op is alive and its result has no use. Dropping it as an owned op
            // removes it from its block.
            drop(unsafe { Operation::from_raw(OperationLike::to_raw(&operation)) });
        }
    }
}
