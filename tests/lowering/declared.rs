use crate::lower;
use std::fmt::Write;

/// The assertions on the sizes `%m` and `%n` that a function may begin with.
const ASSERTIONS: [(&str, &str); 6] = [
    ("EQ, %m, %n", "="),
    ("EQ, %n, %three", "n = 3"),
    ("LE, %m, %three", "m <= 3"),
    ("GE, %m, %seven", "m >= 7"),
    ("EQ, %m, %seven", "m = 7"),
    ("GE, %m, %five", "as declared"),
];

const RANGES: [&str; 5] = [
    "",
    " attributes {bcast.ranges = {a = array<i64: 5>}}",
    " attributes {bcast.ranges = {a = array<i64: 5, 9>}}",
    " attributes {bcast.ranges = {a = array<i64: 0, 4>}}",
    " attributes {bcast.ranges = {a = array<i64: 5, 5000000000>}}",
];

/// Types and names of two arguments.
const ARGUMENTS: [&str; 3] = [
    "%x: tensor<?xf32> {bcast.dims = [\"a\"]}, %y: tensor<?xf32> {bcast.dims = [\"a\"]}",
    "%x: tensor<?xf32> {bcast.dims = [\"a\"]}, %y: tensor<?xf32> {bcast.dims = [\"b\"]}",
    "%x: tensor<?x?xf32> {bcast.dims = [\"a\", \"a\"]}, %y: tensor<?xf32> {bcast.dims = [\"a\"]}",
];

/// Functions with all pairs of these assertions, many of which contradict each other.
fn functions() -> String {
    let mut functions = vec![];
    for arguments in ARGUMENTS {
        for range in RANGES {
            for (index, first) in ASSERTIONS.iter().enumerate() {
                for second in &ASSERTIONS[index..] {
                    let name = format!("f{}", functions.len());
                    functions.push(function(&name, arguments, range, &[*first, *second]));
                }
            }
        }
    }
    functions.concat()
}

fn function(name: &str, arguments: &str, range: &str, assertions: &[(&str, &str)]) -> String {
    let types = arguments
        .split(", %")
        .filter_map(|argument| Some(argument.split_once(": ")?.1.split_once(" {")?.0))
        .collect::<Vec<_>>();
    let [x, y] = types[..] else {
        panic!("two arguments: {arguments}");
    };
    // Some assertions contradict declarations, which is an error in functions that may be called.
    let mut text = format!("func.func private @{name}({arguments}){range} {{\n");
    for (name, value) in [("three", 3), ("five", 5), ("seven", 7)] {
        writeln!(
            text,
            "  %{name} = stablehlo.constant dense<{value}> : tensor<i32>"
        )
        .unwrap();
    }
    for (name, argument, ty) in [("m", "x", x), ("n", "y", y)] {
        writeln!(
            text,
            "  %{name} = stablehlo.get_dimension_size %{argument}, dim = 0 : ({ty}) -> tensor<i32>"
        )
        .unwrap();
    }
    for (index, (comparison, message)) in assertions.iter().enumerate() {
        let attributes = format!(
            "{{api_version = 2 : i32, error_message = \"{message}\", has_side_effect = true}}"
        );
        writeln!(
            text,
            "  %p{index} = stablehlo.compare {comparison} : (tensor<i32>, tensor<i32>) -> tensor<i1>\n  \
             stablehlo.custom_call @shape_assertion(%p{index}) {attributes} : (tensor<i1>) -> ()"
        )
        .unwrap();
    }
    writeln!(
        text,
        "  %0 = chlo.broadcast_add %x, %y : ({x}, {y}) -> {x}\n  return\n}}"
    )
    .unwrap();
    text
}

/// `lower` lowers twice and compares the outputs.
#[test]
fn declarations_are_checked_once_whatever_is_asserted() {
    let functions = functions();
    for options in ["", "facts=off", "hoist-assertions=on", "assertions=cf"] {
        let output = lower(options, &functions);
        assert!(output.contains("is declared to be"), "{options}");
    }
}
