//! Valid but unusual input.

use crate::support::{Run, Sandbox};
use std::fmt::Write;

fn lower(content: &str, arguments: &[&str]) -> Run {
    let sandbox = Sandbox::with("a.mlir", content);
    sandbox.run(&[&["a.mlir"], arguments].concat())
}

/// Lowers twice; the second time changes nothing.
#[track_caller]
fn lowers(content: &str, arguments: &[&str]) -> String {
    let output = lower(content, arguments).succeeds();
    assert!(!output.contains("= chlo.broadcast"), "{output}");
    assert_eq!(lower(&output, arguments).succeeds(), output);
    output
}

#[test]
fn any_rank() {
    for rank in [0, 1, 63, 64] {
        let dynamic = "?x".repeat(rank);
        let mixed = ["?x", "1x"].repeat(rank)[..rank].concat();
        let content = format!(
            "func.func @f(%a: tensor<{dynamic}f32>, %b: tensor<{mixed}f32>) -> tensor<{dynamic}f32> {{\n\
             %0 = \"chlo.broadcast_add\"(%a, %b) : (tensor<{dynamic}f32>, tensor<{mixed}f32>) -> \
             tensor<{dynamic}f32>\n return %0 : tensor<{dynamic}f32>\n}}"
        );
        lowers(&content, &[]);
    }
}

#[test]
fn a_thousand_operands() {
    let rules = "[[rule]]\nsource = \"x.sum\"\ntarget = \"x.sum_same\"\noperands = \"0..\"\n";
    let list = |show: &dyn Fn(usize) -> String| (0..1_000).map(show).collect::<Vec<_>>().join(", ");
    let dynamic = "tensor<?xf32>";
    let content = format!(
        "func.func @f({}) -> {dynamic} {{\n%0 = \"x.sum\"({}) : ({}) -> {dynamic}\n\
         return %0 : {dynamic}\n}}",
        list(&|i| format!("%a{i}: {dynamic}")),
        list(&|i| format!("%a{i}")),
        list(&|_| dynamic.into()),
    );
    let sandbox = Sandbox::with("a.mlir", &content);
    sandbox.write("rules.toml", rules);
    for options in [
        &[][..],
        &["--facts=off"],
        &["--zero-extents=numpy"],
        &["--hoist-assertions=on"],
        &["--assertions=cf"],
        &["--assertions=shape"],
    ] {
        let arguments = ["--allow-unregistered-dialect", "--rules=rules.toml"];
        let output = sandbox
            .run(&[&["a.mlir"], &arguments[..], options].concat())
            .succeeds();
        assert!(output.contains("\"x.sum_same\""), "{options:?}");
        // One check for each operand, of its size and the one that all broadcast to.
        let checks = output.matches("expected that size or 1\"").count()
            + output.matches("result dim 0, or 1\"").count();
        assert_eq!(checks, 1_000, "{options:?}");
        let again = Sandbox::with("a.mlir", &output);
        again.write("rules.toml", rules);
        let arguments = [&["a.mlir"], &arguments[..], options].concat();
        assert!(again.run(&arguments).succeeds() == output, "{options:?}");
    }
}

#[test]
fn thousands_of_functions() {
    let mut content = String::new();
    for i in 0..3_000 {
        writeln!(
            content,
            "func.func @f{i}(%a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {{\n\
             %0 = chlo.broadcast_add %a, %b : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>\n\
             return %0 : tensor<?xf32>\n}}"
        )
        .unwrap();
    }
    let output = lowers(&content, &[]);
    assert_eq!(output.matches("@shape_assertion").count(), 3_000);
}

#[test]
fn regions_nested_500_deep() {
    let depth = 500;
    let content = format!(
        "func.func @f(%a: tensor<?xf32>, %b: tensor<?xf32>) {{\n{}\
         %0 = chlo.broadcast_add %a, %b : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>\n{}\
         return\n}}",
        "\"test.region\"() ({\n".repeat(depth),
        "}) : () -> ()\n".repeat(depth),
    );
    let output = lowers(&content, &["--allow-unregistered-dialect"]);
    assert_eq!(output.matches("test.region").count(), depth);
}

#[test]
fn loops_nested_200_deep() {
    let depth = 200;
    let open = (0..depth)
        .map(|i| format!("scf.for %i{i} = %n to %n step %n {{\n"))
        .collect::<String>();
    let content = format!(
        "func.func @f(%a: tensor<?xf32>, %b: tensor<?xf32>, %n: index) {{\n{open}\
         %0 = chlo.broadcast_add %a, %b : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>\n{}\
         return\n}}",
        "}\n".repeat(depth),
    );
    let output = lowers(&content, &[]);
    assert_eq!(output.matches("scf.for").count(), depth);
}

#[test]
fn duplicate_symbols() {
    let content = "func.func private @f()\nfunc.func private @f()\n";
    lower(content, &[]).fails(1, "redefinition of symbol named 'f'");
}

#[test]
fn empty_blocks_and_regions() {
    let content = "\"test.empty\"() ({}, {^bb0:}) : () -> ()\nfunc.func private @declared()\n";
    let output = lowers(content, &["--allow-unregistered-dialect"]);
    assert!(output.contains("\"test.empty\"() ({"), "{output}");
    // A block of a function needs a terminator, with a pass or without.
    let without_terminator = "func.func @f() {\n^bb0:\n}\n";
    lower(without_terminator, &[]).fails(1, "expect");
}

#[test]
fn names_with_spaces_and_unicode() {
    let content = "func.func @\"eine Größe = 1\"(%a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {\n\
                   %0 = chlo.broadcast_add %a, %b {\"数 {0}\" = \"{1}\"} : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32> \
                   loc(\"größe {0} {7}\")\n\
                   return %0 : tensor<?xf32>\n}\n";
    lowers(content, &["--mlir-print-debuginfo"]);
}

#[test]
fn locations_of_every_kind() {
    for location in [
        "unknown",
        "\"name\"",
        "\"name\"(\"file.mlir\":1:2)",
        "\"file.mlir\":1:2",
        "\"file.mlir\":1:2 to 3:4",
        "fused[\"a\", \"b\"]",
        "fused<\"metadata\">[\"a\"]",
        "callsite(\"callee\" at \"caller\")",
        "callsite(fused[\"a\", unknown] at callsite(\"b\" at \"c.mlir\":4:5))",
    ] {
        let content = format!(
            "func.func @f(%a: tensor<?xf32> loc({location}), %b: tensor<?xf32>) -> tensor<?xf32> {{\n\
             %0 = chlo.broadcast_add %a, %b : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32> loc({location})\n\
             return %0 : tensor<?xf32>\n}}\n"
        );
        lowers(&content, &["--mlir-print-debuginfo"]);
        // Invalid ones too.
        let wrong = content
            .replace("%b: tensor<?xf32>", "%b: tensor<3xf32>")
            .replace(
                "tensor<?xf32>) -> tensor<?xf32> loc",
                "tensor<3xf32>) -> tensor<4xf32> loc",
            );
        assert_eq!(lower(&wrong, &[]).code(), 1, "{location}");
    }
}

#[test]
fn line_ends_of_all_kinds() {
    let part = "func.func @f(%a: tensor<?xf32>) -> tensor<?xf32> {\n\
                %0 = chlo.broadcast_add %a, %a : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>\n\
                return %0 : tensor<?xf32>\n}";
    let content = [part, part, part].join("\n// -----\n");
    let expected = lower(&content, &["--split-input-file"]).succeeds();
    assert_eq!(expected.matches("stablehlo.add").count(), 3);
    let dos = lower(&content.replace('\n', "\r\n"), &["--split-input-file"]);
    assert_eq!(dos.succeeds(), expected);
}

/// 60 definitions, each of which contains the previous one twice.
fn doubled(first: &str, next: impl Fn(usize) -> String) -> String {
    (0..60).fold(first.to_string(), |text, index| text + &next(index))
}

#[test]
fn conjunctions_with_shared_parts() {
    let conjunctions = doubled("", |i| {
        format!("%p{} = stablehlo.and %p{i}, %p{i} : tensor<i1>\n", i + 1)
    });
    let content = format!(
        "func.func @f(%a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {{\n\
         %m = stablehlo.get_dimension_size %a, dim = 0 : (tensor<?xf32>) -> tensor<i32>\n\
         %n = stablehlo.get_dimension_size %b, dim = 0 : (tensor<?xf32>) -> tensor<i32>\n\
         %p0 = stablehlo.compare EQ, %m, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>\n\
         {conjunctions}\
         stablehlo.custom_call @shape_assertion(%p60) {{api_version = 2 : i32, \
         error_message = \"\", has_side_effect = true}} : (tensor<i1>) -> ()\n\
         %0 = chlo.broadcast_add %a, %b : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>\n\
         return %0 : tensor<?xf32>\n}}\n"
    );
    let output = lowers(&content, &[]);
    // The assertion makes all others unnecessary.
    assert_eq!(output.matches("@shape_assertion").count(), 1);
}

#[test]
fn locations_with_shared_parts() {
    let locations = doubled("#x0 = loc(\"a\")\n#y0 = loc(\"b\")\n", |i| {
        let next = i + 1;
        format!(
            "#x{next} = loc(fused<\"x\">[#x{i}, #y{i}])\n\
             #y{next} = loc(fused<\"y\">[#x{i}, #y{i}])\n"
        )
    });
    let function = "func.func @f(%a: tensor<?xf32> loc(#x60), %b: tensor<?xf32>) -> tensor<?xf32> {\n\
         %0 = chlo.broadcast_add %a, %b : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32> loc(#y60)\n\
         return %0 : tensor<?xf32>\n}\n";
    lowers(&(locations.clone() + function), &[]);
    let explained = Sandbox::with("a.mlir", locations.clone() + function);
    explained.run(&["explain", "a.mlir"]).succeeds();
    let wrong = function
        .replace("tensor<?xf32> loc(#x60)", "tensor<2xf32> loc(#x60)")
        .replace("%b: tensor<?xf32>", "%b: tensor<3xf32>")
        .replace(
            ": (tensor<?xf32>, tensor<?xf32>)",
            ": (tensor<2xf32>, tensor<3xf32>)",
        );
    lower(&(locations + &wrong), &[]).fails(1, "broadcast-compatible");
}

#[test]
fn attributes_and_types_with_shared_parts() {
    let attributes = doubled("#a0 = [1]\n", |i| format!("#a{} = [#a{i}, #a{i}]\n", i + 1));
    let types = doubled("!t0 = tuple<i32>\n", |i| {
        format!("!t{} = tuple<!t{i}, !t{i}>\n", i + 1)
    });
    for (function, expected) in [
        (
            "func.func private @f(tensor<?xf32> {bcast.dims = #a60})",
            "is <an attribute of more than 10000 parts>; expected a list of names",
        ),
        (
            "func.func private @f(tensor<?xf32>) attributes {bcast.ranges = #a60}",
            "is <an attribute of more than 10000 parts>; expected the least",
        ),
        (
            "func.func private @f(!t60 {bcast.dims = [\"n\"]})",
            "has type <a type of more than 10000 parts>",
        ),
    ] {
        lower(&format!("{attributes}{types}{function}\n"), &[]).fails(1, expected);
    }
}

#[test]
fn arrays_of_index_in_any_form() {
    for text in [
        "module attributes {my.a = array <index: 1>} {}",
        "module attributes {my.a = array // of\n< // what\r index: 1>} {}",
        "!t = index\nmodule attributes {my.a = array<!t: 1>} {}",
    ] {
        let run = lower(text, &[]);
        assert_eq!(run.code(), 1, "{text}");
        assert!(
            run.stderr().contains("an array of `index` does not exist"),
            "{text}"
        );
    }
    lowers("!t = i64\nmodule attributes {my.a = array<!t: 1>} {}", &[]);
}

#[test]
fn a_carriage_return_ends_a_comment() {
    let depth = 5_000;
    let text = format!(
        "// a\r\"x.y\"() {{a = {}{}}} : () -> ()",
        "[".repeat(depth),
        "]".repeat(depth)
    );
    let run = lower(&text, &["--allow-unregistered-dialect"]);
    assert_eq!(run.code(), 1);
    assert!(
        run.stderr().contains("nested too deeply"),
        "{}",
        run.transcript()
    );
}
