//! Tests that programs are parsed, verified and printed in both forms.

use super::{testing::context, *};
use melior::{
    ir::{
        Block, BlockLike, Identifier, Location, Module, Type,
        attribute::IntegerAttribute,
        operation::{OperationBuilder, OperationLike, OperationPrintingFlags},
        r#type::{IntegerType, RankedTensorType},
    },
    pass::{PassManager, transform},
};
use std::{cell::RefCell, rc::Rc};

/// Parses a program; fails with its diagnostics.
fn parse<'c>(context: &'c Context, program: &str) -> Result<Module<'c>, String> {
    let messages = Rc::new(RefCell::new(vec![]));
    let sink = messages.clone();
    let handler = context.attach_diagnostic_handler(move |diagnostic| {
        sink.borrow_mut().push(diagnostic.to_string());
        true
    });
    let module = Module::parse(context, program);
    context.detach_diagnostic_handler(handler);
    module.ok_or_else(|| messages.borrow().join("\n"))
}

fn print(module: &Module, generic: bool) -> String {
    let flags = OperationPrintingFlags::new();
    module
        .as_operation()
        .to_string_with_flags(if generic {
            flags.print_generic_operation_form()
        } else {
            flags
        })
        .unwrap()
}

/// Puts one op into a function with arguments of the given types.
fn function(arguments: &[&str], op: &str) -> String {
    let arguments = arguments
        .iter()
        .enumerate()
        .map(|(index, r#type)| format!("%{index}: {type}"))
        .collect::<Vec<_>>()
        .join(", ");
    format!("func.func @f({arguments}) {{\n{op}\nreturn\n}}\n")
}

/// Checks that an op is parsed, and prints the same after a round trip through the generic
/// form.
fn check(arguments: &[&str], op: &str) {
    let context = context();
    let module = parse(&context, &function(arguments, op)).unwrap();
    let pretty = print(&module, false);
    let generic = print(&module, true);
    let text = op.split_once(" = ").map_or(op, |(_, text)| text);
    // Names of arguments and results are MLIR's.
    let text = text.replace('%', "%arg");
    assert!(pretty.contains(&text), "{pretty}\ndoes not have\n{text}");
    for printed in [&pretty, &generic] {
        let again = parse(&context, printed).unwrap();
        assert_eq!(print(&again, false), pretty);
        assert_eq!(print(&again, true), generic);
    }
}

/// Checks that an op is rejected, and the first message.
fn check_error(arguments: &[&str], op: &str, expected: &str) {
    let context = context();
    let Err(messages) = parse(&context, &function(arguments, op)) else {
        panic!("{op} was accepted")
    };
    assert!(
        messages.contains(expected),
        "{messages}\ndoes not have\n{expected}"
    );
}

#[test]
fn elementwise_ops_show_one_type_or_all() {
    check(
        &["tensor<?xf32>", "tensor<?xf32>"],
        "%r = stablehlo.add %0, %1 : tensor<?xf32>",
    );
    check(
        &["tensor<?xf32>", "tensor<2xf32>"],
        "%r = stablehlo.add %0, %1 : (tensor<?xf32>, tensor<2xf32>) -> tensor<2xf32>",
    );
    check(
        &["tensor<2xcomplex<f32>>"],
        "%r = stablehlo.abs %0 : (tensor<2xcomplex<f32>>) -> tensor<2xf32>",
    );
    check(
        &["tensor<f32>"],
        "%r = stablehlo.compare EQ, %0, %0, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>",
    );
}

#[test]
fn broadcasting_ops_accept_any_shapes() {
    check(
        &["tensor<*xf32>", "tensor<?x1xf32>"],
        "%r = chlo.broadcast_add %0, %1 : (tensor<*xf32>, tensor<?x1xf32>) -> tensor<*xf32>",
    );
    check(
        &["tensor<2xf32>", "tensor<3xf32>"],
        "%r = chlo.broadcast_compare %0, %1 {comparison_direction = #chlo<comparison_direction LT>} \
         : (tensor<2xf32>, tensor<3xf32>) -> tensor<5xi1>",
    );
}

#[test]
fn regions_of_a_single_op_are_printed_as_its_name() {
    check(
        &["tensor<2x?xf32>", "tensor<f32>"],
        "%r = stablehlo.reduce(%0 init: %1) applies stablehlo.maximum across dimensions = [1] \
         : (tensor<2x?xf32>, tensor<f32>) -> tensor<2xf32>",
    );
}

/// Valid and invalid ops that differ in one part of their signatures, or only in a constant, as
/// functions.
fn valid_and_invalid() -> Vec<[String; 2]> {
    let transpose = |dims: &str| {
        let op = format!(
            "%r = stablehlo.transpose %0, dims = {dims} : (tensor<2x2xf32>) -> tensor<2x2xf32>"
        );
        function(&["tensor<2x2xf32>"], &op)
    };
    let add = |operand: &str, result: &str| {
        let op = format!("%r = stablehlo.add %0, %1 : ({operand}, {operand}) -> {result}");
        function(&[operand; 2], &op)
    };
    let concatenate = |count: usize| {
        let operands = vec!["%0"; count].join(", ");
        let types = vec!["tensor<2xf32>"; count].join(", ");
        let op =
            format!("%r = stablehlo.concatenate {operands}, dim = 0 : ({types}) -> tensor<4xf32>");
        function(&["tensor<2xf32>"], &op)
    };
    let reshape = |shape: &str| {
        let op = format!(
            "%c = {shape}\n%r = stablehlo.dynamic_reshape %0, %c \
             : (tensor<?xf32>, tensor<1xi32>) -> tensor<4xf32>"
        );
        function(&["tensor<?xf32>", "tensor<1xi32>"], &op)
    };
    let negate = |regions: &str| {
        let op =
            format!("%r = \"stablehlo.negate\"(%0) {regions} : (tensor<2xf32>) -> tensor<2xf32>");
        function(&["tensor<2xf32>"], &op)
    };
    let constant = |value: usize| format!("stablehlo.constant dense<{value}> : tensor<1xi32>");
    let iota = "stablehlo.iota dim = 0 : tensor<1xi32>";
    vec![
        [transpose("[1, 0]"), transpose("[1, 1]")],
        [
            add("tensor<2xf32>", "tensor<2xf32>"),
            add("tensor<2xf32>", "tensor<3xf32>"),
        ],
        [
            add("tensor<2xf32>", "tensor<2xf32>"),
            add("tensor<2xf64>", "tensor<2xf32>"),
        ],
        [concatenate(2), concatenate(3)],
        [negate(""), negate("({})")],
        [
            negate(""),
            negate("({ ^bb0: \"stablehlo.return\"() : () -> () }, {})"),
        ],
        [reshape(iota), reshape(&constant(5))],
        [reshape(&constant(4)), reshape(&constant(5))],
    ]
}

#[test]
fn an_op_is_verified_after_valid_ones_that_are_like_it() {
    let context = context();
    for [valid, invalid] in valid_and_invalid() {
        // Whatever is remembered of the one says nothing of the other.
        for _ in 0..3 {
            assert!(parse(&context, &valid).is_ok(), "{valid}");
            assert!(parse(&context, &invalid).is_err(), "{invalid}");
        }
    }
}

#[test]
fn an_op_with_successors_is_verified_after_one_without() {
    let context = context();
    stablehlo().load_dialect(&context);
    let location = Location::unknown(&context);
    let vector = RankedTensorType::new(&[3], Type::float32(&context), None).into();
    let block = Block::new(&[(vector, location)]);
    let operand = block.argument(0).unwrap().into();
    let successor = Block::new(&[]);
    let verify = |successors: &[&Block<'_>]| {
        let op = OperationBuilder::new("stablehlo.negate", location)
            .add_operands(&[operand])
            .add_results(&[vector])
            .add_successors(successors);
        op.build().unwrap().verify()
    };
    for _ in 0..2 {
        assert!(verify(&[]));
        assert!(!verify(&[&successor]));
    }
}

#[test]
fn nothing_is_known_of_ops_of_another_context() {
    // New contexts may have types at the addresses of other types of earlier contexts.
    for _ in 0..20 {
        for [valid, invalid] in valid_and_invalid() {
            assert!(parse(&context(), &valid).is_ok(), "{valid}");
            assert!(parse(&context(), &invalid).is_err(), "{invalid}");
        }
    }
}

#[test]
fn incompatible_shapes_are_refused() {
    check_error(
        &["tensor<2xf32>", "tensor<3xf32>"],
        "%r = stablehlo.add %0, %1 : (tensor<2xf32>, tensor<3xf32>) -> tensor<?xf32>",
        "operand #0 'tensor<2xf32>' and operand #1 'tensor<3xf32>' differ in dimension 0 (2 and 3)",
    );
    check_error(
        &["tensor<2xf32>"],
        "%r = stablehlo.broadcast_in_dim %0, dims = [0] : (tensor<2xf32>) -> tensor<3x4xf32>",
        "requires size 1 or 3 of dimension 0 of operand #0",
    );
    check_error(
        &["tensor<2xf32>", "tensor<2xi32>"],
        "%r = stablehlo.dynamic_broadcast_in_dim %0, %1, dims = [7] \
         : (tensor<2xf32>, tensor<2xi32>) -> tensor<?x?xf32>",
        "attribute 'broadcast_dimensions' holds 7",
    );
}

#[test]
fn huge_shapes_do_not_overflow() {
    let most = i64::MAX;
    check_error(
        &[&format!("tensor<{most}xf32>"), "tensor<f32>"],
        &format!(
            "%r = stablehlo.pad %0, %1, low = [{most}], high = [0], interior = [0] \
             : (tensor<{most}xf32>, tensor<f32>) -> tensor<?xf32>"
        ),
        "gives an invalid size for dimension 0",
    );
    check(
        &[&format!("tensor<{most}x{most}xf32>")],
        &format!("%r = stablehlo.reshape %0 : (tensor<{most}x{most}xf32>) -> tensor<1x{most}xf32>"),
    );
}

#[test]
fn bounds_are_read_from_encodings() {
    let context = context();
    for text in [
        "#stablehlo.bounds<3, ?>",
        "#stablehlo.type_extensions<bounds = [3, ?]>",
    ] {
        stablehlo().load_dialect(&context);
        let encoding = Attribute::parse(&context, text).unwrap();
        assert_eq!(bounds(encoding), Some(vec![Some(3), None]));
        assert_eq!(bounds_attribute(&context, &[Some(3), None]), encoding);
        assert_eq!(encoding.to_string(), "#stablehlo.bounds<3, ?>");
    }
    let other = IntegerAttribute::new(IntegerType::new(&context, 32).into(), 1);
    assert_eq!(bounds(other.into()), None);
}

#[test]
fn attributes_are_read_and_made_again() {
    let context = context();
    context.load_all_available_dialects();
    let parse = |text: &str| Attribute::parse(&context, text).unwrap();

    let text = "#stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], \
                start_index_map = [0, 1], index_vector_dim = 3>";
    let numbers = stablehlo::GatherDimensionNumbers::from_attribute(parse(text)).unwrap();
    assert_eq!(numbers.start_index_map, [0, 1]);
    assert_eq!(numbers.index_vector_dim, 3);
    assert_eq!(numbers.to_attribute(&context), Some(parse(text)));
    assert_eq!(
        stablehlo::DotDimensionNumbers::from_attribute(parse(text)),
        None
    );

    // Its enumerators begin at 1.
    let uniform = parse("#stablehlo<rng_distribution UNIFORM>");
    let distribution = stablehlo::RngDistribution::from_attribute(uniform).unwrap();
    assert_eq!(distribution, stablehlo::RngDistribution::Uniform);
    assert_eq!(distribution.to_attribute(&context), Some(uniform));

    let less = parse("#chlo<comparison_direction LT>");
    assert_eq!(
        chlo::ComparisonDirection::from_attribute(less),
        Some(chlo::ComparisonDirection::Lt)
    );
    assert_eq!(stablehlo::ComparisonDirection::from_attribute(less), None);
}

#[test]
fn attributes_need_their_dialect() {
    let context = Context::new();
    let equal = stablehlo::ComparisonDirection::Eq;
    assert_eq!(equal.to_attribute(&context), None);
    assert_eq!(no_signed_wrap(&context), None);
}

#[test]
fn builders_make_ops_that_verify() {
    let context = context();
    stablehlo().load_dialect(&context);
    let location = Location::unknown(&context);
    let f32 = Type::float32(&context);
    let vector = RankedTensorType::new(&[3], f32, None).into();
    let matrix = RankedTensorType::new(&[2, 3], f32, None).into();
    let module = Module::new(location);
    let block = Block::new(&[(vector, location)]);
    let operand = block.argument(0).unwrap().into();
    let attributes = stablehlo::BroadcastInDimOp {
        broadcast_dimensions: &[1],
    };
    let attributes = attributes.attributes(&context);
    let attributes = attributes.map(|(name, value)| (Identifier::new(&context, name), value));
    let op = OperationBuilder::new(stablehlo::BROADCAST_IN_DIM, location)
        .add_operands(&[operand])
        .add_attributes(&attributes)
        .add_results(&[matrix]);
    let op = block.append_operation(op.build().unwrap());
    assert!(op.verify());
    assert!(op.to_string().contains("dims = [1]"));
    drop(module);
}

#[test]
fn passes_of_mlir_know_the_effects() {
    let context = context();
    let program = function(
        &["tensor<2xf32>"],
        "%1 = stablehlo.add %0, %0 : tensor<2xf32>
         %2 = stablehlo.custom_call @kept(%0) {has_side_effect = true} : (tensor<2xf32>) -> tensor<2xf32>
         %3 = stablehlo.custom_call @dropped(%0) : (tensor<2xf32>) -> tensor<2xf32>",
    );
    let mut module = parse(&context, &program).unwrap();
    let manager = PassManager::new(&context);
    manager.add_pass(transform::create_canonicalizer());
    manager.run(&mut module).unwrap();
    let text = print(&module, false);
    assert!(text.contains("@kept"));
    assert!(!text.contains("@dropped") && !text.contains("stablehlo.add"));
}

#[test]
fn calls_are_inlined() {
    let context = context();
    let mut module = parse(
        &context,
        "func.func private @callee(%0: tensor<f32>) -> tensor<f32> {
           %1 = stablehlo.negate %0 : tensor<f32>
           return %1 : tensor<f32>
         }
         func.func @main(%0: tensor<f32>) -> tensor<f32> {
           %1 = call @callee(%0) : (tensor<f32>) -> tensor<f32>
           return %1 : tensor<f32>
         }",
    )
    .unwrap();
    let manager = PassManager::new(&context);
    manager.add_pass(transform::create_inliner());
    manager.run(&mut module).unwrap();
    assert!(!print(&module, false).contains("call"));
}
