//! The names that values and ops have in the source of a program.

use super::{
    ValueKey,
    function::{argument_attribute, function_argument},
    name_str, owner, string_value,
};
use crate::diagnostic::FileLocation;
use melior::ir::{
    BlockLike, Location, OperationRef, RegionLike, Value, ValueLike,
    attribute::DictionaryAttribute, operation::OperationLike,
};
use rustc_hash::FxHashMap;
use std::collections::{HashSet, VecDeque};

/// The attributes in which frontends store the name of a function's argument.
const ARGUMENT_NAMES: [&str; 5] = [
    "tf._user_specified_name",
    "jax.arg_info",
    "onnx.name",
    "ml_program.identifier",
    "iree.identifier",
];

/// Returns a value's name in the source: for a function argument, the one that a frontend
/// stored in an attribute; otherwise that of its location.
pub fn value_name<'c>(value: Value<'c, '_>) -> Option<&'c str> {
    let of_argument = |find: fn(OperationRef<'c, '_>, usize) -> Option<&'c str>| {
        let (function, argument) = function_argument(value)?;
        find(function, argument)
    };
    of_argument(attribute_name)
        .or_else(|| location_name(value.location()))
        .or_else(|| of_argument(entry_name))
}

/// Returns where a value is defined in the source: its location or, if that is an argument's and in no file, that of the
/// op that has the argument.
pub fn value_location<'c>(value: Value<'c, '_>) -> Location<'c> {
    let location = value.location();
    if FileLocation::of(location).is_some() {
        return location;
    }
    let parent = owner(value).and_then(|block| block.parent_operation());
    parent.map_or(location, |parent| parent.location())
}

/// Returns the names that the values of a function have in the functions that it passes them to: an exporter's wrapper
/// gives none to its arguments. `callee` finds the function that an op calls.
pub fn passed_names<'c: 'a, 'a>(
    function: OperationRef<'c, 'a>,
    callee: impl Fn(OperationRef<'c, 'a>) -> Option<OperationRef<'c, 'a>>,
) -> FxHashMap<ValueKey, &'c str> {
    let mut names = FxHashMap::default();
    for operation in super::operations(function) {
        let entry = callee(operation).and_then(|callee| super::region(callee, 0)?.first_block());
        let arguments = entry.map(super::block_arguments).unwrap_or_default();
        for (operand, argument) in operation.operands().zip(arguments) {
            if let Some(name) = value_name(argument) {
                names.insert(ValueKey::new(operand), name);
            }
        }
    }
    names
}

/// Returns the name in a location, such as `x` in `loc("x")`.
///
/// Searches the parts of fused locations and the callees of call sites. TensorFlow fuses the
/// type of an op, `"AddV2:"`, with its name, `"model/add@function"`: the search skips names
/// that end in a colon and omits the function after `@`.
pub fn location_name<'c>(location: Location<'c>) -> Option<&'c str> {
    let mut pending = VecDeque::from([location]);
    // Fused locations may share children.
    let mut seen = HashSet::new();
    let mut is_tensorflow = false;
    while let Some(location) = pending.pop_front() {
        if location.is_call_site() {
            pending.push_back(location.call_site_callee());
        } else if location.is_fused() {
            if seen.insert(location.to_raw().ptr) {
                let children = 0..location.fused_num_locations();
                pending.extend(children.map(|index| location.fused_location(index)));
            }
        } else if location.is_name() {
            match name_str(location.name_value()) {
                Some(name) if !name.is_empty() && !name.ends_with(':') => {
                    let node = name.split('@').next().filter(|node| !node.is_empty());
                    return node.filter(|_| is_tensorflow).or(Some(name));
                }
                name => {
                    is_tensorflow |= name.is_some_and(|name| name.len() > 1);
                    pending.push_back(location.name_child_location());
                }
            }
        }
    }
    None
}

fn attribute_name<'c>(function: OperationRef<'c, '_>, argument: usize) -> Option<&'c str> {
    ARGUMENT_NAMES
        .iter()
        .filter_map(|name| string_value(argument_attribute(function, argument, name)?))
        .find(|name| !name.is_empty())
}

/// Returns the name in `tf.entry_function = {inputs = "x,y"}` on a function.
fn entry_name<'c>(function: OperationRef<'c, '_>, argument: usize) -> Option<&'c str> {
    let entry = function.attribute("tf.entry_function").ok()?;
    let inputs = DictionaryAttribute::try_from(entry)
        .ok()?
        .element_by_name("inputs")?;
    let name = string_value(inputs)?.split(',').nth(argument)?.trim();
    Some(name).filter(|name| !name.is_empty())
}

#[cfg(test)]
mod tests {
    use super::{super::region, *};
    use melior::{
        Context,
        ir::{BlockLike, Module, RegionLike, attribute::StringAttribute},
    };

    fn check(text: &str, expected: Option<&str>) {
        let context = Context::new();
        let source = format!("module {{}} loc({text})");
        let module = Module::parse(&context, &source).expect(&source);
        let location = module.as_operation().location();
        assert_eq!(location_name(location), expected, "{text}");
    }

    #[test]
    fn names_are_found_in_locations() {
        check("unknown", None);
        check("\"a.mlir\":1:2", None);
        check("\"x\"", Some("x"));
        check("\"\"", None);
        check("\"\"(\"x\")", Some("x"));
        check(
            "\"jit(f)/add\"(callsite(\"f\" at \"g\"))",
            Some("jit(f)/add"),
        );
        check("callsite(callsite(\"x\" at \"y\") at \"z\")", Some("x"));
        check("fused[\"a.mlir\":1:2, \"x\", \"y\"]", Some("x"));
        check("fused[callsite(\"f\" at \"g\"), \"x\"]", Some("x"));
        check(
            "fused<1>[\"a.mlir\":1:2, fused<2>[unknown, \"x\"]]",
            Some("x"),
        );
    }

    #[test]
    fn op_types_are_not_names() {
        check("\"AddV2:\"", None);
        check("\":\"", None);
        check("\"AddV2:\"(\"x\")", Some("x"));
        check("fused[\"AddV2:\", \"model/add\"]", Some("model/add"));
        check("fused[\"AddV2:\", \"model/add@main\"]", Some("model/add"));
        check("fused[\"AddV2:\", \"@main\"]", Some("@main"));
        check("\"x@y\"", Some("x@y"));
        check(
            "fused[\"AddV2:\", callsite(\"add@f_1\"(\"model.py\":1:2) at \"model.py\":3:4)]",
            Some("add"),
        );
    }

    #[test]
    fn shared_locations_are_searched_once() {
        let context = Context::new();
        let mut location = Location::unknown(&context);
        for level in 0..60 {
            let at = |line| Location::new(&context, "a.mlir", line, 1);
            let calls = [1, 2].map(|line| Location::call_site(location, at(line)));
            // Fused locations are merged unless their metadata differ.
            let metadata = StringAttribute::new(&context, &level.to_string());
            location = Location::fused(&context, &calls, metadata.into());
        }
        assert_eq!(location_name(location), None);
    }

    #[test]
    fn arguments_have_the_names_that_frontends_store() {
        let context = Context::new();
        context.set_allow_unregistered_dialects(true);
        let registry = melior::dialect::DialectRegistry::new();
        melior::utility::register_all_dialects(&registry);
        context.append_dialect_registry(&registry);
        context.load_all_available_dialects();
        let module = Module::parse(
            &context,
            r#"func.func @f(
                %a: f32 {tf._user_specified_name = "a", onnx.name = "b"} loc("location"),
                %b: f32 {jax.arg_info = "params['b']"} loc(unknown),
                %c: f32 {onnx.name = ""} loc("c"),
                %d: f32 {ml_program.identifier = 1, iree.identifier = "d"},
                %e: f32 loc(unknown), %f: f32 loc(unknown), %g: f32 loc(unknown))
                attributes {tf.entry_function = {inputs = "1,2,3,4, e ,"}} {
              cf.br ^bb1(%a : f32)
            ^bb1(%inner: f32 loc("inner")):
              return
            }"#,
        )
        .expect("the program is valid");
        let function = module
            .body()
            .first_operation()
            .expect("there is a function");
        let region = region(function, 0).expect("it has a body");
        let entry = region.first_block().expect("it has a block");
        let names = (0..entry.argument_count())
            .map(|index| value_name(entry.argument(index).expect("in range").into()))
            .collect::<Vec<_>>();
        assert_eq!(
            names,
            [
                Some("a"),
                Some("params['b']"),
                Some("c"),
                Some("d"),
                Some("e"),
                None,
                None
            ]
        );
        let next = entry.next_in_region().expect("there is a second block");
        let inner = next.argument(0).expect("it has an argument");
        assert_eq!(value_name(inner.into()), Some("inner"));
    }
}
