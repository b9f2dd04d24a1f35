//! Fuzz tests with thousands of invalid inputs: nothing may crash, hang, panic or leak.
//!
//! Each target generates input number `k` only from `k` and the seed. The inputs run in child
//! processes, many in each, so that a crash can be reported. `scripts/fuzz` runs more inputs or
//! repeats one.

mod child;
#[path = "../support/choices.rs"]
mod choices;
mod corpus;
mod mutate;
mod parent;
mod target;

use target::Target;

#[test]
fn arbitrary_bytes() {
    parent::check(Target::Bytes);
}

#[test]
fn mutated_text() {
    parent::check(Target::Text);
}

#[test]
fn mutated_bytecode() {
    parent::check(Target::Bytecode);
}

#[test]
fn mutated_rule_files() {
    parent::check(Target::Rules);
}

#[test]
fn mutated_pipelines() {
    parent::check(Target::Pipelines);
}

#[test]
fn arbitrary_shapes_and_facts() {
    parent::check(Target::Core);
}

#[test]
fn arbitrary_command_lines() {
    parent::check(Target::CommandLines);
}

/// The test that the other tests start in a separate process.
#[test]
#[ignore = "runs a share of the inputs for another process"]
fn child_process() {
    child::run();
}
