//! Tests runs from text to text, including parsing and printing.

use crate::{program, program_with_calls, repetitions};
use bcast_lower::driver::{Config, Job, OutputFormat, PrintOptions, Status, run};

/// A number of functions that makes several threads worthwhile.
const FUNCTIONS: usize = 900;

/// Runs on a text; returns the status, the output and the diagnostics.
fn text_to_text(config: &Config, text: &str, has_threads: bool) -> (Status, String, String) {
    let mut config = config.clone();
    config.threading = has_threads;
    let mut diagnostics = vec![];
    let outcome = run(
        Job::new(&config, "a.mlir", text.as_bytes()),
        &mut diagnostics,
    )
    .expect("it runs");
    let string = |bytes| String::from_utf8(bytes).expect("it is UTF-8");
    (outcome.status, string(outcome.output), string(diagnostics))
}

fn check_with(config: &Config, text: &str, status: Status) {
    assert!(text.len() > 1 << 18, "{} bytes are too few", text.len());
    let expected = text_to_text(config, text, false);
    assert_eq!(expected.0, status, "{}", expected.2);
    for _ in 0..repetitions().div_ceil(5) {
        // Not with `assert_eq!`, which would print megabytes.
        let outcome = text_to_text(config, text, true);
        assert!(outcome == expected, "{}", outcome.2);
    }
}

fn check(text: &str, status: Status) {
    check_with(&Config::default(), text, status);
}

#[test]
fn functions_without_and_in_a_module() {
    let text = program_with_calls(FUNCTIONS);
    check(&text, Status::Success);
    check(&text.replace('\n', "\r\n"), Status::Success);
    check(
        &format!("// A module.\nmodule @m attributes {{my.a = 1 : i32}} {{\n{text}}}\n"),
        Status::Success,
    );
}

#[test]
fn every_print_option() {
    let text = program(0, FUNCTIONS);
    let aliases = "#map = affine_map<(d0) -> (d0)>\n";
    let with_aliases = format!(
        "{aliases}{}",
        text.replace(" {\n", " attributes {my.m = #map} {\n")
    );
    let set: [fn(&mut PrintOptions); 4] = [
        |_| {},
        |options| options.debug_info = true,
        |options| options.generic = true,
        |options| options.local_scope = true,
    ];
    for set in set {
        let mut options = PrintOptions::default();
        set(&mut options);
        let mut config = Config::default();
        config.allow_unregistered = true;
        config.output_format = OutputFormat::Text(options);
        check_with(&config, &text, Status::Success);
        check_with(&config, &with_aliases, Status::Success);
    }
}

#[test]
fn the_parts_of_a_split_file() {
    let mut config = Config::default();
    config.split_marker = Some("// -----".into());
    let mut with_locations = PrintOptions::default();
    with_locations.debug_info = true;
    config.output_format = OutputFormat::Text(with_locations);
    let text = program(0, FUNCTIONS);
    check_with(&config, &format!("{text}// -----\n{text}"), Status::Success);
}

#[test]
fn errors() {
    let text = program_with_calls(FUNCTIONS);
    for error in [
        // Errors of the parser, of an op's verifier, of a verifier that examines other ops, and
        // of the pass.
        "func.func @wrong() {\n  return %0 : i32\n}\n",
        "func.func @wrong() -> i32 {\n  return\n}\n",
        "func.func @f1() {\n  return\n}\n",
        "func.func @wrong() {\n  call @missing() : () -> ()\n  return\n}\n",
        "func.func @wrong(%a: tensor<2xf32>, %b: tensor<3xf32>) {\n\
         %0 = chlo.broadcast_add %a, %b : (tensor<2xf32>, tensor<3xf32>) -> tensor<?xf32>\n\
         return\n}\n",
    ] {
        check(&format!("{error}{text}"), Status::Failure);
        check(&format!("{text}{error}"), Status::Failure);
        check(&format!("module {{\n{text}{error}}}\n"), Status::Failure);
    }
    // Two, far apart.
    let error = |name| format!("func.func @{name}() -> i32 {{\n  return\n}}\n");
    let text = format!("{}{text}{}", error("first"), error("second"));
    check(&text, Status::Failure);
}
