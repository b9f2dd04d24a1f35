//! Tests that a program specialised for the sizes of a call does what the program does there.

use super::{CHOICES, CONTEXT, Counts, EXTENTS, choices, flow_config, lower, with_public_main};
use crate::{
    choices::Choices,
    interpret::{Outcome, Rules, Tensor, interpret},
    program::Program,
};
use bcast_lower::{
    diagnostic::{Diagnostic, Severity, collect},
    pipeline::specialize_sizes_pass,
    plan::ZeroExtents,
    transform::{LowerOptions, Rules as RuleTables, SpecializeOptions},
};
use melior::{Context, ir::Module, pass::PassManager};
use proptest::{
    prelude::*,
    test_runner::{Config, RngSeed},
};

/// The number of calls that each program is specialised for.
const CALLS: usize = 6;

/// The errors of programs that have no static form.
const LIMITS: [&str; 3] = [
    "changes the size of the value #",
    "which calls itself",
    "it is in code that may not run",
];

/// Specialises a program, without its public functions but `@main`; returns the errors if it fails.
fn specialize<'c>(
    context: &'c Context,
    text: &str,
    arguments: &[Vec<i64>],
) -> Result<Module<'c>, Vec<String>> {
    let shapes = arguments.iter().map(|shape| match shape.as_slice() {
        [] => "scalar".into(),
        sizes => sizes
            .iter()
            .map(ToString::to_string)
            .collect::<Vec<_>>()
            .join("x"),
    });
    let shapes = shapes.collect::<Vec<_>>().join(",");
    let mut options = SpecializeOptions::default();
    options.shapes = shapes.parse().expect("they are shapes");
    options.function = "main".into();
    let rules = RuleTables::built_in().expect("the table is valid");
    let mut module = Module::parse(context, text).expect("it parses");
    let manager = PassManager::new(context);
    manager.add_pass(specialize_sizes_pass(options, true, rules));
    let (result, diagnostics) = collect(context, || manager.run(&mut module));
    let errors = diagnostics.into_iter();
    let errors = errors.filter(|it| it.severity == Severity::Error);
    match result {
        Ok(()) => Ok(module),
        Err(_) => Err(errors.flat_map(texts).collect()),
    }
}

/// Returns the message of an error and its notes.
fn texts(error: Diagnostic) -> impl Iterator<Item = String> {
    let notes = error.notes.into_iter().map(|note| note.message);
    std::iter::once(error.message).chain(notes)
}

fn check(
    context: &Context,
    choices: &[u8],
    options: LowerOptions,
) -> Result<Counts, TestCaseError> {
    let program = Program::new(&mut Choices::new(choices), "");
    let (before, _) = lower(context, &program.text, options);
    let text = with_public_main(&before);
    let rules = Rules {
        zero_extents: options.zero_extents,
        has_witnesses: false,
    };
    let all = program.assignments(&EXTENTS);
    let step = (all.len() / CALLS).max(1);
    let mut counts = [0; 3];
    for arguments in all.into_iter().step_by(step) {
        let tensors = arguments.iter().cloned().map(Tensor::of_shape);
        let tensors = tensors.collect::<Vec<_>>();
        let expected = interpret(&before, &tensors, rules).outcome;
        match &expected {
            Outcome::Endless => continue,
            Outcome::Undefined(_) => {
                counts[2] += 1;
                continue;
            }
            Outcome::Shapes(_) => counts[0] += 1,
            Outcome::Rejected | Outcome::Failed(_) => counts[1] += 1,
        }
        let succeeds = matches!(expected, Outcome::Shapes(_));
        let after = match specialize(context, &text, &arguments) {
            Ok(after) => after,
            Err(errors) => {
                let is_limit = |error: &String| LIMITS.iter().any(|limit| error.contains(limit));
                prop_assert!(
                    !succeeds || errors.iter().any(is_limit),
                    "with arguments {arguments:?}\nexpected {expected:?}\nfound {errors:?}\n{text}"
                );
                continue;
            }
        };
        let actual = interpret(&after, &tensors, rules).outcome;
        prop_assert!(
            expected == actual || actual == Outcome::Endless,
            "with arguments {arguments:?}\nexpected {expected:?}\nfound {actual:?}\n{text}\n{}",
            after.as_operation()
        );
    }
    Ok(counts)
}

fn options(zero_extents: ZeroExtents) -> LowerOptions {
    let mut options = LowerOptions::default();
    options.zero_extents = zero_extents;
    options
}

/// The same programs in each run, unless their number is given: this pass is new, and a program with
/// an unknown fault must not stop a change that is about something else.
fn config() -> Config {
    Config {
        rng_seed: match std::env::var_os("BCAST_LOWER_FLOW_PROGRAMS") {
            Some(_) => RngSeed::Random,
            None => RngSeed::Fixed(1),
        },
        ..flow_config(4)
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn specialized_programs_behave_as_at_these_sizes(choices in choices(), is_numpy in any::<bool>()) {
        let zero_extents = match is_numpy {
            true => ZeroExtents::Numpy,
            false => ZeroExtents::Reject,
        };
        CONTEXT.with(|context| check(context, &choices, options(zero_extents)))?;
    }
}

#[test]
fn specialized_calls_succeed_and_are_refused() {
    let mut random = fastrand::Rng::with_seed(3);
    let mut counts = [0; 3];
    for _ in 0..40 {
        let choices = std::iter::repeat_with(|| random.u8(..)).take(CHOICES);
        let choices = choices.collect::<Vec<_>>();
        let options = options(ZeroExtents::default());
        let more = CONTEXT.with(|context| check(context, &choices, options).unwrap());
        for (count, more) in counts.iter_mut().zip(more) {
            *count += more;
        }
    }
    let [succeeded, refused, _] = counts;
    assert!(succeeded > 20 && refused > 20, "{counts:?}");
}
