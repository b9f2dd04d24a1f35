//! Runs the driver: for every input, it must report an error or write a valid output.

use bcast_lower::{
    artifact::Version,
    assertion::Assertions,
    driver::{self, Config, Expectations, Job, Outcome, OutputFormat, PrintOptions, Status, split},
    pipeline::{OPTIONS, PassOptions, default_pipeline},
};
use fastrand::Rng;

/// Pipelines around the default one, which is the most frequent.
const PIPELINES: &[&str] = &[
    "builtin.module()",
    "builtin.module(func.func(lower-broadcast))",
    "builtin.module(verify-broadcastable,lower-broadcast,canonicalize,cse)",
    "builtin.module(canonicalize,lower-broadcast,symbol-dce)",
];

/// Runs the driver, and once more on the output if it must be accepted.
pub fn run_on(input: &[u8], random: &mut Rng, is_printable: bool) -> Result<(), String> {
    let config = random_config(random);
    let (outcome, diagnostics) = run(&config, input)?;
    match outcome.status {
        Status::Failure if diagnostics.is_empty() => Err("it fails without a diagnostic".into()),
        Status::Success if is_printable && is_whole(&config) => again(&config, &outcome.output),
        _ => Ok(()),
    }
}

fn random_config(random: &mut Rng) -> Config {
    let mut options = PassOptions::default();
    for option in OPTIONS.iter().filter(|option| option.name != "rules-only") {
        let values = option.values();
        if !values.is_empty() {
            let value = values[random.usize(..values.len())];
            option
                .set(&mut options, value)
                .expect("it is one of its values");
        }
    }
    let lower = &mut options.lower;
    lower.hoist_assertions &= lower.facts && lower.assertions != Assertions::None;
    let pipeline = match random.u8(..4) {
        0 => PIPELINES[random.usize(..PIPELINES.len())].into(),
        _ => default_pipeline(&options, random.u8(..8) == 0),
    };
    let mut printing = PrintOptions::default();
    let mut config = Config::default();
    config.pipeline = pipeline;
    config.split_marker = random.bool().then(|| split::MARKER.into());
    config.verify_diagnostics = (random.u8(..8) == 0).then_some(Expectations::All);
    config.isolate_crashes = true;
    config.allow_unregistered = random.u8(..4) != 0;
    config.verify_each = random.u8(..8) != 0;
    config.output_format = match random.u8(..8) {
        0 => OutputFormat::Bytecode,
        2 => OutputFormat::Artifact(Version::CURRENT),
        other => {
            printing.generic = other == 1;
            printing.debug_info = other == 1;
            OutputFormat::Text(printing)
        }
    };
    config
}

/// Runs the driver; fails with a description of what should never happen.
fn run(config: &Config, input: &[u8]) -> Result<(Outcome, String), String> {
    let mut diagnostics = vec![];
    let outcome = driver::run(Job::new(config, "input.mlir", input), &mut diagnostics)
        .map_err(|error| format!("the driver fails: {error}"))?;
    let diagnostics = String::from_utf8_lossy(&diagnostics).into_owned();
    if diagnostics.contains("internal error") {
        return Err(diagnostics);
    }
    Ok((outcome, diagnostics))
}

/// Returns whether the output contains the whole input in a form that can be parsed.
fn is_whole(config: &Config) -> bool {
    config.verify_diagnostics.is_none()
        && config.verify_each
        && (is_text(config) || config.split_marker.is_none())
}

fn is_text(config: &Config) -> bool {
    matches!(config.output_format, OutputFormat::Text(_))
}

/// Runs the driver on its output, which must not change further.
fn again(config: &Config, output: &[u8]) -> Result<(), String> {
    let (outcome, diagnostics) = run(config, output)?;
    let show = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    // MLIR's folders of TOSA make constants of dynamic types, which MLIR does not read.
    let is_folded = config.pipeline.contains("canonicalize")
        && show(output).contains("tosa.const")
        && diagnostics.contains("elements literal type must have static shape");
    if outcome.status != Status::Success && is_folded {
        return Ok(());
    }
    if outcome.status != Status::Success {
        return Err(format!(
            "its output is refused:\n{diagnostics}\n{}",
            show(output)
        ));
    }
    // Canonicalization may enable further lowering.
    let is_stable = is_text(config) && !config.pipeline.contains("canonicalize");
    if is_stable && outcome.output != output {
        let (before, after) = (show(output), show(&outcome.output));
        let same = before
            .lines()
            .zip(after.lines())
            .take_while(|(a, b)| a == b);
        let line = same.count();
        return Err(format!(
            "its output changes under {}: line {} is\n{:?}\nand becomes\n{:?}",
            config.pipeline,
            line + 1,
            before.lines().nth(line),
            after.lines().nth(line)
        ));
    }
    Ok(())
}
