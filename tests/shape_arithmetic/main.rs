//! The emitted size, shape and guard ops, evaluated for all small sizes, agree
//! with NumPy's rule on shapes.
//!
//! Random programs of broadcasting ops are lowered, and what comes out is
//! interpreted op by op. Needs no other tool.

mod interpret;
mod program;

use bcast_lower::{
    assertion::Assertions, dialect, pipeline::lower_broadcast_pass, plan::ZeroExtents,
    transform::LowerOptions,
};
use interpret::{Outcome, interpret};
use melior::{Context, dialect::DialectRegistry, ir::Module, pass::PassManager};
use program::{Choices, Program};
use proptest::{prelude::*, test_runner::Config};

/// The sizes that every dynamic dim takes.
const EXTENTS: std::ops::RangeInclusive<i64> = 0..=3;
/// How many assignments of sizes one program is run with, at most.
const MAX_ASSIGNMENTS: usize = 300;

fn context() -> Context {
    let registry = DialectRegistry::new();
    dialect::register(&registry);
    let context = Context::new();
    context.append_dialect_registry(&registry);
    context.load_all_available_dialects();
    context
}

fn lower<'c>(context: &'c Context, text: &str, options: LowerOptions) -> Module<'c> {
    let mut module = Module::parse(context, text).expect("the program parses");
    let manager = PassManager::new(context);
    manager.add_pass(lower_broadcast_pass(options));
    manager.run(&mut module).expect("the program is lowered");
    module
}

fn check(
    choices: &[u8],
    assertions: Assertions,
    zero_extents: ZeroExtents,
) -> Result<usize, TestCaseError> {
    let options = LowerOptions {
        assertions,
        zero_extents,
        ..LowerOptions::default()
    };
    check_with(choices, options)?;
    let facts = false;
    check_with(choices, LowerOptions { facts, ..options })
}

fn check_with(choices: &[u8], options: LowerOptions) -> Result<usize, TestCaseError> {
    let LowerOptions {
        assertions,
        zero_extents,
        facts,
        ..
    } = options;
    let program = Program::new(&mut Choices::new(choices));
    let context = context();
    let text = program.to_string();
    let module = lower(&context, &text, options);
    let mut accepted = 0;
    for arguments in program
        .assignments(EXTENTS)
        .into_iter()
        .take(MAX_ASSIGNMENTS)
    {
        let expected = program.expected(&arguments, zero_extents);
        if expected.is_none() && assertions == Assertions::None {
            // Sizes that do not fit are assumed not to be there.
            continue;
        }
        let actual = interpret(&module, &arguments);
        accepted += usize::from(matches!(actual, Outcome::Shapes(_)));
        let is_right = match (&expected, &actual) {
            (Some(expected), Outcome::Shapes(actual)) => expected == actual,
            (None, Outcome::Failed(message)) => message.starts_with("chlo.broadcast_"),
            // What is known of sizes may give 0 against 1 its right answer.
            (None, Outcome::Shapes(actual)) if facts => {
                program.expected(&arguments, ZeroExtents::Numpy).as_ref() == Some(actual)
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
    #![proptest_config(Config { cases: 400, failure_persistence: None, ..Config::default() })]

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
