//! Control flow, and checks.

use super::{computed, custom_call, integer};
use crate::{
    analysis::{
        Analysis, Loop, predicate,
        row::{Control, OpRow, Topic},
    },
    dialect::{cf, scf, shape, stablehlo},
    ir,
};
use melior::ir::OperationRef;

pub(super) const TOPIC: Topic = Topic {
    title: "control flow",
    ops: &[
        OpRow::new(stablehlo::IF).control(Control::Conditional),
        OpRow::new(stablehlo::CASE).control(Control::Branches),
        OpRow::new(stablehlo::WHILE).control(Control::Loop(Loop {
            body: 1,
            first_operand: 0,
            first_argument: 0,
        })),
        OpRow::new(shape::ASSUMING).control(Control::Assuming),
        OpRow::new(scf::EXECUTE_REGION).control(Control::Branches),
        OpRow::new(scf::IF).control(Control::Conditional),
        OpRow::new(scf::INDEX_SWITCH).control(Control::Branches),
        // The bounds and the step precede the initial values; the counter precedes the other
        // arguments.
        OpRow::new(scf::FOR).control(Control::Loop(Loop {
            body: 0,
            first_operand: 3,
            first_argument: 1,
        })),
        OpRow::new(scf::WHILE).control(Control::TwoPartLoop),
    ],
};

pub(super) const CHECKS: Topic = Topic {
    title: "checks",
    ops: &[
        OpRow::new(stablehlo::CUSTOM_CALL)
            .extents(computed!(custom_call::sizes))
            .sizes(learn_call)
            .integers(integer::sharded)
            .check(),
        OpRow::new(cf::ASSERT)
            .sizes(predicate::learn_assertion)
            .check(),
        OpRow::new(shape::CSTR_REQUIRE).free(),
    ],
};

/// `@shape_assertion` checks sizes.
fn learn_call(analysis: &mut Analysis, operation: OperationRef<'_, '_>) -> Option<()> {
    match ir::is_assertion(operation) {
        true => predicate::learn_assertion(analysis, operation),
        false => custom_call::learn(analysis, operation),
    }
}
