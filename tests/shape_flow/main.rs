//! Tests that facts about sizes are correct wherever sizes flow: through ops, computations,
//! loops, branches and calls.
//!
//! Random programs are interpreted, op by op, before and after they are lowered. No other tool
//! is needed.

#[path = "../support/attributes.rs"]
mod attributes;
#[path = "../support/choices.rs"]
mod choices;
#[path = "../support/context.rs"]
mod context;
#[path = "../support/interpret/mod.rs"]
mod interpret;
#[path = "../support/lower.rs"]
mod lower;
mod passes;
mod program;
#[path = "../support/random.rs"]
mod random;
mod specialized;

use bcast_lower::{assertion::Assertions, plan::ZeroExtents, transform::LowerOptions};
use choices::Choices;
use interpret::{Outcome, Rules, Run, Tensor, interpret};
use lower::{lower, try_lower};
use melior::{
    Context,
    ir::{BlockLike, Module, operation::OperationLike},
};
use program::Program;
use proptest::{prelude::*, sample::select, test_runner::Config};
use random::{config, programs};
use std::sync::atomic::{AtomicUsize, Ordering};

/// Returns the text of a program whose `@main` is public: passes remove unused private functions.
pub fn with_public_main(module: &Module<'_>) -> String {
    let text = module.as_operation().to_string();
    text.replace("func.func private @main(", "func.func @main(")
}

/// The sizes of every dynamic dim.
const EXTENTS: std::ops::RangeInclusive<i64> = 0..=3;
/// The maximum number of assignments of sizes with which a program is run.
const MAX_ASSIGNMENTS: usize = 40;
/// The number of choices that define a program.
const CHOICES: usize = 600;

/// The number of programs of which the lowering reports that all calls fail.
static REFUSED: AtomicUsize = AtomicUsize::new(0);

thread_local! {
    /// Creating a context takes longer than lowering a program.
    static CONTEXT: Context = context(false);
    static WITH_THREADS: Context = context(true);
}

fn context(has_threads: bool) -> Context {
    let context = context::context();
    context.enable_multi_threading(has_threads);
    context
}

/// The number of runs that succeeded, were rejected, and were undefined.
type Counts = [usize; 3];

/// Lowers a program in which sizes flow, and runs it before and after.
fn check(
    context: &Context,
    choices: &[u8],
    options: LowerOptions,
) -> Result<Counts, TestCaseError> {
    let program = Program::new(&mut Choices::new(choices), "");
    let (module, always_fails) = lower(context, &program.text, options);
    REFUSED.fetch_add(usize::from(always_fails), Ordering::Relaxed);
    let source = Module::parse(context, &program.text).expect("it did parse");
    let has_witnesses = options.assertions == Assertions::Shape;
    let rules = |zero_extents| Rules {
        zero_extents,
        has_witnesses,
    };
    let mut counts = [0; 3];
    let all = program.assignments(&EXTENTS);
    for arguments in all.into_iter().take(MAX_ASSIGNMENTS) {
        let tensors = arguments.iter().cloned().map(Tensor::of_shape);
        let tensors = tensors.collect::<Vec<_>>();
        let run = |zero_extents| interpret(&source, &tensors, rules(zero_extents));
        let Run {
            outcome: expected,
            is_in_doubt,
        } = run(options.zero_extents);
        match &expected {
            Outcome::Endless => continue,
            Outcome::Shapes(_) => counts[0] += 1,
            Outcome::Rejected | Outcome::Failed(_) => counts[1] += 1,
            Outcome::Undefined(_) => counts[2] += 1,
        }
        let is_assumed_away =
            expected == Outcome::Rejected && options.assertions == Assertions::None;
        if is_assumed_away || matches!(expected, Outcome::Undefined(_)) {
            continue;
        }
        let succeeds = matches!(expected, Outcome::Shapes(_));
        prop_assert!(
            !always_fails || !succeeds,
            "all calls are said to fail, but not that with {arguments:?}\n{}",
            program.text
        );
        let actual = interpret(&module, &tensors, rules(options.zero_extents)).outcome;
        let agrees = |expected: &Outcome| match (expected, &actual) {
            (Outcome::Rejected, Outcome::Failed(message)) => message.starts_with("chlo.broadcast_"),
            // With witnesses, the lowering relies on an op's facts about sizes even if the op
            // depends on a failed check.
            (Outcome::Rejected, Outcome::Undefined(_)) => is_in_doubt,
            (Outcome::Undefined(_), _) => true,
            // If two assertions fail, the hoisted one fails first.
            (Outcome::Failed(_), Outcome::Failed(_)) if options.hoist_assertions => true,
            // The lowered program has more ops.
            (_, Outcome::Endless) => true,
            (expected, actual) => expected == actual,
        };
        // Facts about sizes may give 0 against 1 the correct result.
        let is_right = agrees(&expected)
            || expected == Outcome::Rejected
                && options.facts
                && agrees(&run(ZeroExtents::Numpy).outcome);
        prop_assert!(
            is_right,
            "with arguments {arguments:?}\nexpected {expected:?}\nfound {actual:?}\n{}\n{}",
            program.text,
            module.as_operation()
        );
    }
    Ok(counts)
}

/// Checks that lowering programs one by one and in one module gives the same result.
fn check_alone_and_together(
    choices: &[Vec<u8>],
    options: LowerOptions,
) -> Result<(), TestCaseError> {
    let programs = ["a_", "b_", "c_"].into_iter().zip(choices);
    let programs = programs
        .map(|(prefix, choices)| Program::new(&mut Choices::new(choices), prefix).text)
        .collect::<Vec<_>>();
    let together = programs.concat();
    let alone = CONTEXT.with(|context| {
        let lowered = programs
            .iter()
            .map(|text| try_lower(context, text, options).ok());
        let lowered = lowered.collect::<Option<Vec<_>>>()?;
        Some(lowered.iter().flat_map(functions).collect::<Vec<_>>())
    });
    for context in [&CONTEXT, &WITH_THREADS] {
        let lowered = context.with(|context| {
            let module = try_lower(context, &together, options).ok()?;
            Some(functions(&module))
        });
        prop_assert_eq!(alone.is_some(), lowered.is_some(), "{}", together);
        let (Some(alone), Some(lowered)) = (&alone, &lowered) else {
            continue;
        };
        for (alone, lowered) in alone.iter().zip(lowered) {
            prop_assert!(
                alone == lowered,
                "{together}\nalone\n{alone}\nnow\n{lowered}"
            );
        }
        prop_assert_eq!(alone.len(), lowered.len());
    }
    Ok(())
}

/// Returns the text of each function.
fn functions(module: &Module<'_>) -> Vec<String> {
    let mut texts = vec![];
    let mut next = module.body().first_operation();
    while let Some(function) = next {
        texts.push(function.to_string());
        next = function.next_in_block();
    }
    texts
}

fn options() -> impl Strategy<Value = LowerOptions> {
    let assertions = select(vec![
        Assertions::CustomCall,
        Assertions::CustomCall,
        Assertions::CustomCall,
        Assertions::Cf,
        Assertions::Shape,
        Assertions::None,
    ]);
    let facts = select(vec![true, true, true, false]);
    let zero_extents = select(vec![
        ZeroExtents::Reject,
        ZeroExtents::Reject,
        ZeroExtents::Numpy,
    ]);
    (assertions, facts, zero_extents, any::<bool>()).prop_map(
        |(assertions, facts, zero_extents, hoists)| {
            let mut options = LowerOptions::default();
            options.assertions = assertions;
            options.facts = facts;
            options.zero_extents = zero_extents;
            // The others have no checks at function entry.
            options.hoist_assertions =
                hoists && facts && matches!(assertions, Assertions::CustomCall | Assertions::Cf);
            options
        },
    )
}

fn choices() -> impl Strategy<Value = Vec<u8>> {
    prop::collection::vec(any::<u8>(), CHOICES)
}

/// Returns a configuration for one of `one_of` programs.
fn flow_config(one_of: u32) -> Config {
    config(programs(200) / one_of)
}

proptest! {
    #![proptest_config(flow_config(1))]

    #[test]
    fn facts_hold_wherever_sizes_flow(choices in choices(), options in options()) {
        CONTEXT.with(|context| check(context, &choices, options))?;
    }
}

proptest! {
    #![proptest_config(flow_config(10))]

    #[test]
    fn functions_are_lowered_alike_alone_and_together(
        choices in prop::collection::vec(choices(), 3),
        options in options(),
    ) {
        check_alone_and_together(&choices, options)?;
    }
}

#[test]
fn random_programs_succeed_are_rejected_and_are_undefined() {
    let mut random = fastrand::Rng::with_seed(1);
    let mut counts = [0; 3];
    for _ in 0..100 {
        let choices = std::iter::repeat_with(|| random.u8(..)).take(CHOICES);
        let choices = choices.collect::<Vec<_>>();
        let more =
            CONTEXT.with(|context| check(context, &choices, LowerOptions::default()).unwrap());
        for (count, more) in counts.iter_mut().zip(more) {
            *count += more;
        }
    }
    let total = counts.iter().sum::<usize>();
    assert!(counts.iter().all(|count| count * 20 > total), "{counts:?}");
    println!("{} programs always fail", REFUSED.load(Ordering::Relaxed));
}
