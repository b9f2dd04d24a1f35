//! What is known of sizes is right wherever they flow to: through ops that say
//! something of them, loops, branches and calls.
//!
//! Random programs are interpreted, op by op, before and after they are lowered.
//! Needs no other tool.

mod interpret;
mod program;

use bcast_lower::{
    dialect, pipeline::lower_broadcast_pass, plan::ZeroExtents, transform::LowerOptions,
};
use interpret::{Outcome, interpret};
use melior::{Context, dialect::DialectRegistry, ir::Module, pass::PassManager};
use program::{Choices, Program};
use proptest::{prelude::*, test_runner::Config};

/// The sizes that every dynamic dim takes.
const EXTENTS: std::ops::RangeInclusive<i64> = 0..=3;
/// How many assignments of sizes one program is run with, at most.
const MAX_ASSIGNMENTS: usize = 60;

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

/// Lowers a program in which sizes flow, and runs it before and after.
///
/// Returns how often it ran, was rejected, and ran into what is not defined.
fn check(choices: &[u8], options: LowerOptions) -> Result<[usize; 3], TestCaseError> {
    let program = Program::new(&mut Choices::new(choices));
    let context = context();
    let source = Module::parse(&context, &program.text)
        .ok_or_else(|| TestCaseError::fail(format!("it does not parse:\n{}", program.text)))?;
    let module = lower(&context, &program.text, options);
    let mut counts = [0; 3];
    let all = program.assignments(&EXTENTS);
    for arguments in all.into_iter().take(MAX_ASSIGNMENTS) {
        let run = |zero_extents| interpret(&source, &arguments, zero_extents);
        let expected = run(options.zero_extents);
        if expected == Outcome::Endless {
            continue;
        }
        let actual = interpret(&module, &arguments, options.zero_extents);
        let index = match &expected {
            Outcome::Shapes(_) => 0,
            Outcome::Undefined(_) => 2,
            _ => 1,
        };
        counts[index] += 1;
        let agrees = |expected: &Outcome| match (expected, &actual) {
            (Outcome::Rejected, Outcome::Failed(message)) => message.starts_with("chlo.broadcast_"),
            (Outcome::Undefined(_), _) => true,
            // Of two that fail, the one that is hoisted fails first.
            (Outcome::Failed(_), Outcome::Failed(_)) if options.hoist_assertions => true,
            // The lowered program has more ops.
            (_, Outcome::Endless) => true,
            (expected, actual) => expected == actual,
        };
        // What is known of sizes may give 0 against 1 its right answer.
        let is_right = agrees(&expected)
            || expected == Outcome::Rejected && options.facts && agrees(&run(ZeroExtents::Numpy));
        prop_assert!(
            is_right,
            "with arguments {arguments:?}\nexpected {expected:?}\nfound {actual:?}\n{}\n{}",
            program.text,
            module.as_operation()
        );
    }
    Ok(counts)
}

/// How many programs in which sizes flow are tried; more by hand.
fn flow_cases() -> u32 {
    std::env::var("BCAST_LOWER_FLOW_PROGRAMS")
        .map_or(600, |text| text.parse().expect("it is a number"))
}

proptest! {
    #![proptest_config(Config {
        cases: flow_cases(),
        failure_persistence: None,
        ..Config::default()
    })]

    #[test]
    fn sizes_that_flow(
        choices in prop::collection::vec(any::<u8>(), 400),
        facts in any::<bool>(),
        is_numpy in any::<bool>(),
        hoists in any::<bool>(),
    ) {
        let zero_extents = if is_numpy { ZeroExtents::Numpy } else { ZeroExtents::Reject };
        let hoist_assertions = facts && hoists;
        let options = LowerOptions { zero_extents, facts, hoist_assertions, ..LowerOptions::default() };
        check(&choices, options)?;
    }
}

#[test]
fn sizes_flow_to_all_ends() {
    let mut random = fastrand::Rng::with_seed(1);
    let mut counts = [0; 3];
    for _ in 0..100 {
        let choices = std::iter::repeat_with(|| random.u8(..)).take(400);
        let choices = choices.collect::<Vec<_>>();
        let more = check(&choices, LowerOptions::default()).unwrap();
        for (count, more) in counts.iter_mut().zip(more) {
            *count += more;
        }
    }
    let total = counts.iter().sum::<usize>();
    assert!(counts.iter().all(|count| count * 20 > total), "{counts:?}");
}
