//! Tests that threads do not change the result: neither several contexts at a time, nor several
//! threads in one context.

#[path = "../support/context.rs"]
mod context;
mod text;

use bcast_lower::{diagnostic::collect, pipeline::lower_broadcast_pass, transform::LowerOptions};
use melior::{Context, ir::Module, pass::PassManager};
use std::thread;

const FUNCTIONS: usize = 200;
const THREADS: usize = 8;

/// Returns how often each program is lowered; less for slow programs.
fn repetitions() -> usize {
    std::env::var("BCAST_LOWER_REPETITIONS").map_or(5, |text| text.parse().expect("it is a number"))
}

fn context(has_threads: bool) -> Context {
    let context = context::context();
    context.enable_multi_threading(has_threads);
    context
}

/// Returns different functions. Every eighth one computes with sizes: facts learned there must
/// not depend on what a thread has lowered before.
fn program(first: usize, count: usize) -> String {
    let mut text = String::new();
    for i in first..first + count {
        text += &match i % 8 {
            3 => format!(
                "func.func @sizes{i}(%s: tensor<2xi32>) -> tensor<?x?xf32> {{\n\
                 %0 = stablehlo.dynamic_iota %s, dim = {} : (tensor<2xi32>) -> tensor<?x?xf32>\n\
                 return %0 : tensor<?x?xf32>\n}}\n",
                i % 2
            ),
            7 => format!(
                "func.func @sizes{i}(%a: {0}, %b: {0}) -> {0} {{\n\
                 %zero = arith.constant 0 : index\n\
                 %0 = tensor.dim %a, %zero : {0}\n\
                 %1 = arith.index_cast %0 : index to i32\n\
                 %2 = tensor.from_elements %1 : tensor<1xi32>\n\
                 %3 = stablehlo.dynamic_broadcast_in_dim %b, %2, dims = [0] : ({0}, tensor<1xi32>) -> {0}\n\
                 %4 = chlo.broadcast_add %a, %3 : ({0}, {0}) -> {0}\n\
                 return %4 : {0}\n}}\n",
                "tensor<?xf32>"
            ),
            _ => String::new(),
        };
        let rank = 1 + i % 4;
        let dynamic = "?x".repeat(rank);
        let (a, b) = (format!("tensor<{dynamic}f32>"), "tensor<?xf32>");
        let static_result = format!("tensor<{}{}xf32>", "?x".repeat(rank - 1), 2 + i % 5);
        text += &format!(
            "func.func @f{i}(%a: {a}, %b: {b}) -> {static_result} {{\n\
             %0 = chlo.broadcast_add %a, %b : ({a}, {b}) -> {a}\n\
             %1 = chlo.broadcast_multiply %0, %a : ({a}, {a}) -> {a}\n\
             %2 = chlo.broadcast_maximum %1, %b : ({a}, {b}) -> {static_result}\n\
             return %2 : {static_result}\n}}\n"
        );
    }
    text
}

/// Lowers a program function by function, and returns the text.
fn lower(context: &Context, text: &str) -> String {
    let mut module = Module::parse(context, text).expect("the program parses");
    let manager = PassManager::new(context);
    manager
        .nested_under("func.func")
        .add_pass(lower_broadcast_pass(LowerOptions::default()));
    manager.run(&mut module).expect("the program is lowered");
    module.as_operation().to_string()
}

#[test]
fn one_context_with_threads() {
    let text = program(0, FUNCTIONS);
    let expected = lower(&context(false), &text);
    let context = context(true);
    for _ in 0..repetitions() {
        assert!(lower(&context, &text) == expected);
    }
}

/// Returns functions that call private functions and are called by them.
fn program_with_calls(count: usize) -> String {
    let mut text = program(0, count);
    let r#type = "tensor<?xf32>";
    for i in 0..count / 4 {
        text += &format!(
            "func.func @caller{i}(%a: {0}) -> {0} {{\n\
             %0 = call @callee{i}(%a, %a) : ({0}, {0}) -> {0}\n\
             %1 = chlo.broadcast_add %0, %a : ({0}, {0}) -> {0}\n\
             return %1 : {0}\n}}\n\
             func.func private @callee{i}(%a: {0}, %b: {0}) -> {0} {{\n\
             %0 = chlo.broadcast_add %a, %b : ({0}, {0}) -> {0}\n\
             return %0 : {0}\n}}\n",
            r#type
        );
    }
    text
}

/// Lowers a program as a whole, and returns the text or the diagnostics.
fn lower_whole(context: &Context, text: &str) -> Result<String, Vec<String>> {
    let mut module = Module::parse(context, text).expect("the program parses");
    let manager = PassManager::new(context);
    manager.add_pass(lower_broadcast_pass(LowerOptions::default()));
    let (result, diagnostics) = collect(context, || manager.run(&mut module));
    match result {
        Ok(()) => Ok(module.as_operation().to_string()),
        Err(_) => Err(diagnostics.into_iter().map(|it| it.message).collect()),
    }
}

#[test]
fn a_module_with_threads() {
    let text = program_with_calls(FUNCTIONS);
    let expected = lower_whole(&context(false), &text);
    assert!(
        expected
            .as_ref()
            .is_ok_and(|text| !text.contains("= chlo."))
    );
    let context = context(true);
    for _ in 0..repetitions() {
        assert!(lower_whole(&context, &text) == expected);
    }
}

#[test]
fn errors_of_a_module_come_in_order() {
    let mut text = program_with_calls(FUNCTIONS);
    for i in 0..50 {
        text += &format!(
            "func.func @wrong{i}(%a: tensor<2xf32>, %b: tensor<{0}xf32>) {{\n\
             %0 = chlo.broadcast_add %a, %b : (tensor<2xf32>, tensor<{0}xf32>) -> tensor<?xf32>\n\
             return\n}}\n",
            i + 3
        );
    }
    let expected = lower_whole(&context(false), &text);
    assert_eq!(expected.as_ref().map_err(Vec::len), Err(50));
    let context = context(true);
    for _ in 0..repetitions() {
        assert_eq!(lower_whole(&context, &text), expected);
    }
}

#[test]
fn a_context_for_each_thread() {
    let texts = (0..THREADS)
        .map(|i| program(i * 7, FUNCTIONS / THREADS))
        .collect::<Vec<_>>();
    let expected = texts
        .iter()
        .map(|text| lower(&context(false), text))
        .collect::<Vec<_>>();
    thread::scope(|scope| {
        for (text, expected) in texts.iter().zip(&expected) {
            scope.spawn(move || {
                for i in 0..repetitions() {
                    // Some of them have their own threads.
                    let context = context(i % 5 == 0);
                    assert!(lower(&context, text) == *expected);
                }
            });
        }
    });
}

#[test]
fn errors_of_all_threads_are_reported() {
    let mut text = program(0, FUNCTIONS);
    for i in 0..50 {
        text += &format!(
            "func.func @wrong{i}(%a: tensor<2xf32>, %b: tensor<3xf32>) {{\n\
             %0 = chlo.broadcast_add %a, %b : (tensor<2xf32>, tensor<3xf32>) -> tensor<?xf32>\n\
             return\n}}\n"
        );
    }
    let context = context(true);
    let errors = std::sync::Arc::new(std::sync::atomic::AtomicUsize::new(0));
    let counter = errors.clone();
    context.attach_diagnostic_handler(move |_| {
        counter.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        true
    });
    let mut module = Module::parse(&context, &text).expect("the program parses");
    let manager = PassManager::new(&context);
    manager
        .nested_under("func.func")
        .add_pass(lower_broadcast_pass(LowerOptions::default()));
    assert!(manager.run(&mut module).is_err());
    assert_eq!(errors.load(std::sync::atomic::Ordering::Relaxed), 50);
}
