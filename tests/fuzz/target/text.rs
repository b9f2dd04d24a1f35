//! Runs the parsers of rule files and pipelines.

use crate::mutate;
use bcast_lower::{
    driver::{self, Config, Error, Job},
    rule::RuleTable,
};
use fastrand::Rng;

const RULES: &str = concat!(
    include_str!("../../../crates/broadcast/src/rule/chlo.toml"),
    "\n",
    include_str!("../../../crates/broadcast/src/rule/tosa.toml"),
    "\n",
    include_str!("../../../examples/rules/several.toml"),
    "\n",
    include_str!("../../../examples/rules/operands.toml"),
    "\n",
    include_str!("../../../examples/rules/sequences.toml"),
);

const PIPELINES: &[&str] = &[
    "builtin.module(lower-broadcast)",
    "builtin.module(func.func(lower-broadcast{trait-rules=strict zero-extents=numpy facts=off}))",
    "builtin.module(verify-broadcastable{trait-rules=mlir},canonicalize{max-iterations=3},cse)",
    "any(canonicalize{top-down=false region-simplify=aggressive disable-patterns=a,b})",
    "builtin.module(inline{default-pipeline=canonicalize max-iterations=2},symbol-dce)",
];

/// Generates a rule file.
pub fn rule_file(random: &mut Rng) -> Vec<u8> {
    let blocks = RULES.split_inclusive("\n\n").collect::<Vec<_>>();
    let some = (0..random.usize(1..5))
        .map(|_| blocks[random.usize(..blocks.len())])
        .collect::<String>();
    mutate::text(random, some.as_bytes(), RULES.as_bytes())
}

/// Parses a rule file; an error must have a message.
pub fn read_rules(input: &[u8]) -> Result<(), String> {
    let text = String::from_utf8_lossy(input);
    match RuleTable::parse("rules.toml", &text) {
        Ok(table) => {
            for rule in table.iter() {
                if !table.get(&rule.source).contains(rule) {
                    return Err(format!("rule `{}` is not found", rule.source));
                }
            }
            Ok(())
        }
        Err(error) if error.to_string().starts_with("rules.toml") => Ok(()),
        Err(error) => Err(format!("an error names no file: {error}")),
    }
}

/// Generates a pipeline.
pub fn pipeline(random: &mut Rng) -> Vec<u8> {
    let mut draw = || PIPELINES[random.usize(..PIPELINES.len())];
    let (pipeline, other) = (draw(), draw());
    let mutant = mutate::text(random, pipeline.as_bytes(), other.as_bytes());
    match random.u8(..64) {
        0 => mutant.repeat(random.usize(..2_000)),
        1 => {
            let open = b"builtin.module(".repeat(random.usize(..20_000));
            [open, mutant].concat()
        }
        _ => mutant,
    }
}

/// Parses a pipeline, and runs it on an empty module if it is valid.
pub fn check_pipeline(input: &[u8]) -> Result<(), String> {
    let mut config = Config::default();
    config.pipeline = String::from_utf8_lossy(input).into_owned();
    match driver::check(&config) {
        Ok(()) => driver::run(Job::new(&config, "empty.mlir", b""), &mut vec![])
            .map(drop)
            .or_else(is_explained),
        Err(error) => is_explained(error),
    }
}

/// Checks that an error explains what is wrong with a pipeline.
fn is_explained(error: Error) -> Result<(), String> {
    match error {
        Error::Pipeline(error) if !error.reason.is_empty() => Ok(()),
        error => Err(format!("the pipeline is refused without a reason: {error}")),
    }
}
