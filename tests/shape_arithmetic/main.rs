//! Tests that the emitted size, shape and guard ops, evaluated for all small sizes, agree with
//! NumPy's rule on shapes.
//!
//! Random programs of broadcasting ops are lowered, and the output is interpreted op by op. No
//! other tool is needed.

#[path = "../support/attributes.rs"]
mod attributes;
#[path = "../support/choices.rs"]
mod choices;
mod conditions;
#[path = "../support/context.rs"]
mod context;
#[path = "../support/interpret/mod.rs"]
mod interpret;
#[path = "../support/lower.rs"]
mod lower;
mod program;
#[path = "../support/random.rs"]
mod random;

use bcast_lower::{assertion::Assertions, plan::ZeroExtents, transform::LowerOptions};
use choices::Choices;
use context::context;
use interpret::{Outcome, Rules, Tensor, interpret};
use lower::lower;
use program::{Expected, Program};
use proptest::prelude::*;
use random::{config, programs};

/// The sizes of every dynamic dim.
const EXTENTS: std::ops::RangeInclusive<i64> = 0..=3;
/// The maximum number of assignments of sizes with which a program is run.
const MAX_ASSIGNMENTS: usize = 200;

fn check(
    choices: &[u8],
    assertions: Assertions,
    zero_extents: ZeroExtents,
) -> Result<usize, TestCaseError> {
    let mut options = LowerOptions::default();
    options.assertions = assertions;
    options.zero_extents = zero_extents;
    // It has no checks at function entry.
    options.assume_symbols = assertions == Assertions::Shape;
    check_with(choices, options)?;
    if assertions != Assertions::None {
        let mut hoisted = options;
        hoisted.hoist_assertions = assertions != Assertions::Shape;
        hoisted.assume_symbols = true;
        check_with(choices, hoisted)?;
    }
    options.facts = false;
    check_with(choices, options)
}

fn check_with(choices: &[u8], options: LowerOptions) -> Result<usize, TestCaseError> {
    let LowerOptions {
        assertions,
        zero_extents,
        facts,
        assume_symbols,
        ..
    } = options;
    let program = Program::new(&mut Choices::new(choices));
    let context = context();
    let text = program.to_string();
    let (module, always_fails) = lower(&context, &text, options);
    let mut accepted = 0;
    for arguments in program
        .assignments(EXTENTS)
        .into_iter()
        .take(MAX_ASSIGNMENTS)
    {
        let expected = program.expected(&arguments, zero_extents);
        match expected {
            // Incompatible sizes are assumed not to occur.
            Expected::Undeclared | Expected::Rejected if assertions == Assertions::None => continue,
            Expected::Undeclared if assume_symbols => continue,
            Expected::Undefined => continue,
            _ => {}
        }
        prop_assert!(
            !always_fails || !matches!(expected, Expected::Shapes(_)),
            "all calls are said to fail, but not that with {arguments:?}\n{text}"
        );
        let tensors = arguments.iter().cloned().map(Tensor::of_shape);
        let rules = Rules {
            zero_extents,
            has_witnesses: assertions == Assertions::Shape,
        };
        let actual = interpret(&module, &tensors.collect::<Vec<_>>(), rules).outcome;
        accepted += usize::from(matches!(actual, Outcome::Shapes(_)));
        let is_right = match (&expected, &actual) {
            (Expected::Shapes(expected), Outcome::Shapes(actual)) => expected == actual,
            (Expected::Rejected, Outcome::Failed(message)) => {
                message.starts_with("chlo.broadcast_")
            }
            (Expected::Undeclared, Outcome::Failed(message)) => message.starts_with("@main: "),
            // Facts about sizes may give 0 against 1 the correct result.
            (Expected::Rejected, Outcome::Shapes(actual)) if facts => {
                let numpy = program.expected(&arguments, ZeroExtents::Numpy);
                numpy == Expected::Shapes(actual.clone())
            }
            _ => false,
        };
        prop_assert!(
            is_right,
            "with arguments {arguments:?}\nexpected {expected:?}\nfound {actual:?}\n{text}\n{}",
            module.as_operation()
        );
    }
    Ok(accepted)
}

proptest! {
    #![proptest_config(config(programs(120)))]

    #[test]
    fn zero_against_one_is_rejected(choices in prop::collection::vec(any::<u8>(), 120)) {
        check(&choices, Assertions::CustomCall, ZeroExtents::Reject)?;
    }

    #[test]
    fn zero_against_one_is_zero_as_in_numpy(choices in prop::collection::vec(any::<u8>(), 120)) {
        check(&choices, Assertions::CustomCall, ZeroExtents::Numpy)?;
    }

    #[test]
    fn other_backends_check_the_same(
        choices in prop::collection::vec(any::<u8>(), 120),
        assertions in prop::sample::select(vec![Assertions::Cf, Assertions::Shape, Assertions::None]),
        zero_extents in prop::sample::select(vec![ZeroExtents::Reject, ZeroExtents::Numpy]),
    ) {
        check(&choices, assertions, zero_extents)?;
    }
}

#[test]
fn the_programs_are_neither_all_accepted_nor_all_rejected() {
    let mut random = fastrand::Rng::with_seed(1);
    let (mut accepted, mut total) = (0, 0);
    for _ in 0..50 {
        let choices = std::iter::repeat_with(|| random.u8(..))
            .take(120)
            .collect::<Vec<_>>();
        let program = Program::new(&mut Choices::new(&choices));
        total += program.assignments(EXTENTS).len().min(MAX_ASSIGNMENTS);
        accepted += check(&choices, Assertions::CustomCall, ZeroExtents::Reject).unwrap();
    }
    assert!(
        accepted * 10 > total && accepted * 10 < 9 * total,
        "{accepted} of {total}"
    );
}
