//! The programs in `examples`.

#[path = "../../examples/collect_errors.rs"]
#[allow(dead_code)]
mod collect_errors;
#[path = "../../examples/custom_rules.rs"]
#[allow(dead_code)]
mod custom_rules;
#[path = "../../examples/lower_module.rs"]
#[allow(dead_code)]
mod lower_module;

use insta::{assert_debug_snapshot, assert_snapshot};

#[test]
fn a_module_that_a_program_builds_is_lowered() {
    assert_snapshot!(lower_module::run().unwrap());
}

#[test]
fn rules_and_a_hook_lower_ops_of_another_dialect() {
    assert_snapshot!(custom_rules::run().unwrap());
}

#[test]
fn errors_are_collected_as_values() {
    assert_debug_snapshot!(collect_errors::run().unwrap());
}
