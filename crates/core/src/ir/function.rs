//! Functions and the modules that hold them.

use super::{
    address, block_operations,
    cast::{as_array, as_dictionary, as_function_type, as_type},
    find_ops, insert_copy, is_named, name_str, owner, set_attribute, string, string_value,
};
use crate::dialect::{func, stablehlo};
use melior::{
    Context,
    ir::{
        Attribute, BlockLike, Identifier, OperationRef, RegionLike, Type, Value,
        attribute::{FlatSymbolRefAttribute, StringAttribute},
        block::BlockArgument,
        operation::OperationLike,
        r#type::FunctionType,
    },
};

/// Returns whether an op is a `func.func`.
pub fn is_function(operation: OperationRef<'_, '_>) -> bool {
    name_str(operation.name()) == Some(func::FUNC)
}

/// Returns the type of a function; `None` if the op is not a function.
pub fn function_type<'c>(function: OperationRef<'c, '_>) -> Option<FunctionType<'c>> {
    let attribute = as_type(function.attribute("function_type").ok()?)?;
    as_function_type(attribute.value())
}

/// Returns the name of the function that an op is in.
pub fn function_name<'c>(operation: OperationRef<'c, '_>) -> Option<&'c str> {
    let mut block = operation.block();
    loop {
        let parent = block?.parent_operation()?;
        if is_function(parent) {
            return string(parent, "sym_name");
        }
        block = parent.block();
    }
}

/// Returns the types of a function's results; none if the op is not a function.
pub fn result_types<'c>(function: OperationRef<'c, '_>) -> Vec<Type<'c>> {
    let r#type = function_type(function);
    let results = 0..r#type.map_or(0, |r#type| r#type.result_count());
    let results = results.filter_map(|index| r#type?.result(index).ok());
    results.collect()
}

/// Returns the function whose argument a value is, and which one it is.
pub fn function_argument<'c: 'a, 'a>(
    value: Value<'c, 'a>,
) -> Option<(OperationRef<'c, 'a>, usize)> {
    // First, because of other values melior would print an error message, and verify the whole module
    // to do so.
    let block = owner(value)?;
    let argument = BlockArgument::try_from(value).ok()?;
    let function = block.parent_operation().filter(|&op| is_function(op))?;
    let entry = super::region(function, 0)?.first_block()?;
    (entry == block).then(|| (function, argument.argument_number()))
}

/// Returns an attribute of an argument of a function.
pub fn argument_attribute<'c>(
    function: OperationRef<'c, '_>,
    argument: usize,
    name: &str,
) -> Option<Attribute<'c>> {
    let all = as_array(function.attribute("arg_attrs").ok()?)?;
    as_dictionary(all.element(argument).ok()?)?.element_by_name(name)
}

/// Returns the attributes of each argument, or of each result, of a function.
pub fn attributes_of_each<'c>(
    function: OperationRef<'c, '_>,
    name: &str,
) -> Vec<Vec<(Identifier<'c>, Attribute<'c>)>> {
    let Some(all) = function.attribute(name).ok().and_then(as_array) else {
        return vec![];
    };
    (0..all.len())
        .map(|index| {
            let Some(own) = all.element(index).ok().and_then(as_dictionary) else {
                return vec![];
            };
            let attributes = 0..own.len();
            attributes.filter_map(|at| own.element(at).ok()).collect()
        })
        .collect()
}

/// Returns whether an op calls a function by its symbol.
pub fn is_call(operation: OperationRef<'_, '_>) -> bool {
    is_named(operation, func::CALL)
}

/// Returns the function that a call or a composite op uses.
pub fn called_function<'c>(operation: OperationRef<'c, '_>) -> Option<&'c str> {
    string_value(operation.attribute(callee_attribute(operation)?).ok()?)
}

/// Returns the attribute that names the function that a call or a composite op uses.
fn callee_attribute(operation: OperationRef<'_, '_>) -> Option<&'static str> {
    match name_str(operation.name())? {
        func::CALL => Some("callee"),
        stablehlo::COMPOSITE => Some("decomposition"),
        _ => None,
    }
}

/// Returns `root` if it is a function; otherwise the functions in it and in its nested modules,
/// in program order.
pub fn functions<'c, 'a>(root: OperationRef<'c, 'a>) -> Vec<OperationRef<'c, 'a>> {
    if is_function(root) {
        return vec![root];
    }
    let mut functions = vec![];
    let mut pending = vec![root];
    while let Some(module) = pending.pop() {
        let operations = operations(module);
        functions.extend(operations.iter().copied().filter(|&op| is_function(op)));
        pending.extend(operations.into_iter().filter(|&op| is_module(op)));
    }
    functions
}

/// Returns `root` and the modules in it, at any nesting.
pub fn modules<'c, 'a>(root: OperationRef<'c, 'a>) -> Vec<OperationRef<'c, 'a>> {
    let mut modules = vec![root];
    let mut next = 0;
    while let Some(&module) = modules.get(next) {
        next += 1;
        modules.extend(operations(module).into_iter().filter(|&op| is_module(op)));
    }
    modules
}

/// Returns the ops in the only block of an op's only region; none if the op has several blocks
/// or regions.
pub fn operations<'c, 'a>(parent: OperationRef<'c, 'a>) -> Vec<OperationRef<'c, 'a>> {
    let mut operations = vec![];
    if parent.region_count() == 1
        && let Some(region) = crate::ir::region(parent, 0)
        && let Some(block) = region.first_block()
        && block.next_in_region().is_none()
    {
        operations.extend(block_operations(block));
    }
    operations
}

/// Returns the innermost `builtin.module` around an op.
pub fn module_of<'c: 'a, 'a>(operation: OperationRef<'c, 'a>) -> Option<OperationRef<'c, 'a>> {
    let mut module = operation.parent_operation()?;
    while !is_module(module) {
        module = module.parent_operation()?;
    }
    Some(module)
}

/// Returns whether an op is a `builtin.module`.
pub fn is_module(operation: OperationRef<'_, '_>) -> bool {
    name_str(operation.name()) == Some("builtin.module")
}

/// Returns the function that a custom call computes with: the first of its `called_computations`.
pub fn called_computation<'c, 'a>(operation: OperationRef<'c, 'a>) -> Option<OperationRef<'c, 'a>>
where
    'c: 'a,
{
    let called = super::as_array(operation.attribute("called_computations").ok()?)?;
    let name = string_value(called.element(0).ok()?)?;
    let mut functions = functions(module_of(operation)?).into_iter();
    functions.find(|&function| string(function, "sym_name") == Some(name))
}

/// Redirects the calls of a function within its module to a private copy, which stays as it is when the function is
/// changed; returns the copy, if there are calls.
pub fn redirect_calls<'c: 'a, 'a>(
    context: &'c Context,
    module: OperationRef<'c, 'a>,
    function: OperationRef<'c, 'a>,
) -> Option<OperationRef<'c, 'a>> {
    let name = string(function, "sym_name");
    let calls = find_ops(module, |operation| {
        // A module in this one has functions of its own.
        let own = module_of(operation);
        let is_inside = own.is_some_and(|own| address(own) == address(module));
        is_inside && name.is_some() && called_function(operation) == name
    });
    if calls.is_empty() {
        return None;
    }
    let name = unused_name(module, function, "called");
    let copy = insert_copy(function)?;
    for (attribute, text) in [("sym_name", &*name), ("sym_visibility", "private")] {
        let value = StringAttribute::new(context, text);
        set_attribute(copy, attribute, value.into());
    }
    let symbol = FlatSymbolRefAttribute::new(context, &name);
    for call in calls {
        if let Some(attribute) = callee_attribute(call) {
            set_attribute(call, attribute, symbol.into());
        }
    }
    Some(copy)
}

/// Returns a name for a copy of a function.
pub fn unused_name(
    module: OperationRef<'_, '_>,
    function: OperationRef<'_, '_>,
    suffix: &str,
) -> String {
    let operations = operations(module).into_iter();
    let names = operations.filter_map(|operation| string(operation, "sym_name"));
    let names = names.collect::<Vec<_>>();
    let mut name = format!(
        "{}_{suffix}",
        string(function, "sym_name").unwrap_or_default()
    );
    while names.contains(&&*name) {
        name.push('_');
    }
    name
}
