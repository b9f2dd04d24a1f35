//! Snapshots of whole outputs: one canonical case for each rule and each kind of check and
//! size, and every diagnostic of the lowering.

mod again;
mod combinations;
#[path = "../support/context.rs"]
mod context;
mod declared;
mod diagnostics;
mod hooks;
mod rules;
mod tables;

use bcast_lower::{
    driver::{Config, Job, OutputFormat, PrintOptions, Status, run},
    pipeline::{default_pipeline, parse_lowering_options},
};

/// Lowers a program under the given options of `lower-broadcast`.
///
/// The output verifies, reparses to itself and has nothing left to lower.
fn lower(options: &str, source: &str) -> String {
    let (status, output, diagnostics) = run_on(options, source);
    assert_eq!(status, Status::Success, "{diagnostics}\n{source}");
    let (status, again, diagnostics) = run_on(options, &output);
    assert_eq!(status, Status::Success, "{diagnostics}\n{output}");
    assert_eq!(output, again, "lowering twice changes something");
    assert!(!output.contains("= chlo.broadcast_"), "{output}");
    output
}

/// Lowers an invalid program and returns the diagnostics.
fn fail(options: &str, source: &str) -> String {
    let (status, output, diagnostics) = run_on(options, source);
    assert_eq!(status, Status::Failure, "{source}");
    assert_eq!(output, "");
    diagnostics
}

fn run_on(options: &str, source: &str) -> (Status, String, String) {
    let options = parse_lowering_options(None, options).expect("the options are valid");
    run_text(&default_pipeline(&options, false), source)
}

/// Runs a pipeline; returns the output and the diagnostics.
fn run_text(pipeline: &str, source: &str) -> (Status, String, String) {
    let mut config = Config::default();
    config.pipeline = pipeline.into();
    config.output_format = OutputFormat::Text(PrintOptions::default());
    let mut diagnostics = vec![];
    let outcome = run(
        Job::new(&config, "input.mlir", source.as_bytes()),
        &mut diagnostics,
    )
    .expect("the pipeline is valid");
    let text = |bytes| String::from_utf8(bytes).expect("the output is UTF-8");
    (outcome.status, text(outcome.output), text(diagnostics))
}
