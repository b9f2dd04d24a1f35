//! Tests that the passes after the lowering preserve what a program computes and rejects.

use super::{
    CHOICES, CONTEXT, Counts, EXTENTS, MAX_ASSIGNMENTS, choices, flow_config, lower,
    with_public_main,
};
use crate::{
    choices::Choices,
    interpret::{ONE_DIMENSIONS, Outcome, Rules, Tensor, interpret},
    program::{Forms, Program},
};
use bcast_lower::{
    assertion::Assertions,
    pipeline::{legalize_for_iree_pass, legalize_to_stablehlo_pass, simplify_broadcasts_pass},
    plan::ZeroExtents,
    transform::{IreeOptions, LegalizeOptions, LowerOptions},
};
use melior::{Context, ir::Module, pass::PassManager};
use proptest::{prelude::*, sample::select};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The last pass that is run.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
enum Stage {
    /// Only existing explicit broadcasts are simplified; implicit broadcasts stay.
    Explicit,
    Simplified,
    Legalized,
    ForIree,
}

/// Runs the passes of a stage; `None` if an op has no equivalent in StableHLO.
fn run<'c>(
    context: &'c Context,
    text: &str,
    options: LowerOptions,
    stage: Stage,
) -> Option<Module<'c>> {
    let mut module = Module::parse(context, text).expect("it did parse");
    let manager = PassManager::new(context);
    manager.add_pass(simplify_broadcasts_pass(
        bcast_lower::transform::Rules::default(),
    ));
    if stage >= Stage::Legalized {
        let mut told = LegalizeOptions::default();
        told.assertions = options.assertions;
        told.zero_extents = options.zero_extents;
        manager.add_pass(legalize_to_stablehlo_pass(told));
    }
    if stage >= Stage::ForIree {
        manager.add_pass(legalize_for_iree_pass(IreeOptions::default()));
    }
    let is_run = manager.run(&mut module).is_ok();
    assert!(
        is_run || stage >= Stage::Legalized,
        "it is not simplified:\n{text}"
    );
    if stage < Stage::ForIree {
        return is_run.then_some(module);
    }
    // IREE requires only that such a dim is 1.
    let text = module.as_operation().to_string();
    let text = text.replace("known_expanding_dimensions", ONE_DIMENSIONS);
    is_run.then(|| Module::parse(context, &text).expect("it is read again"))
}

/// The end of the message of a loop for IREE that changes the sizes of the tensors that it passes on.
const LOOP_CHANGES_SIZES: &str = "expected the same size after each iteration";

/// Runs a program before and after the passes of a stage.
fn check(
    context: &Context,
    choices: &[u8],
    options: LowerOptions,
    stage: Stage,
) -> Result<Counts, TestCaseError> {
    let forms = match stage {
        Stage::Explicit | Stage::Simplified => Forms::All,
        Stage::Legalized | Stage::ForIree => Forms::Structured,
    };
    let program = Program::with(&mut Choices::new(choices), "", forms);
    let before = match stage {
        Stage::Explicit => Module::parse(context, &program.text).expect("it parses"),
        _ => lower(context, &program.text, options).0,
    };
    let text = with_public_main(&before);
    let mut counts = [0; 3];
    let Some(after) = run(context, &text, options, stage) else {
        return Ok(counts);
    };
    let rules = Rules {
        zero_extents: options.zero_extents,
        has_witnesses: false,
    };
    let all = program.assignments(&EXTENTS);
    for arguments in all.into_iter().take(MAX_ASSIGNMENTS) {
        let tensors = arguments.iter().cloned().map(Tensor::of_shape);
        let tensors = tensors.collect::<Vec<_>>();
        let expected = interpret(&before, &tensors, rules).outcome;
        match &expected {
            Outcome::Endless => continue,
            Outcome::Shapes(_) => counts[0] += 1,
            Outcome::Rejected | Outcome::Failed(_) => counts[1] += 1,
            Outcome::Undefined(_) => {
                counts[2] += 1;
                continue;
            }
        }
        let actual = catch_unwind(AssertUnwindSafe(|| {
            interpret(&after, &tensors, rules).outcome
        }));
        let Ok(actual) = actual else {
            let output = after.as_operation();
            return Err(TestCaseError::fail(format!(
                "the interpreter panics with arguments {arguments:?}\n{text}\n{output}"
            )));
        };
        // IREE reads other tensors' memory in such a loop.
        let is_unsupported = stage == Stage::ForIree
            && matches!(&actual, Outcome::Failed(message) if message.ends_with(LOOP_CHANGES_SIZES));
        prop_assert!(
            expected == actual || actual == Outcome::Endless || is_unsupported,
            "with arguments {arguments:?}\nexpected {expected:?}\nfound {actual:?}\n{text}\n{}",
            after.as_operation()
        );
    }
    Ok(counts)
}

fn options() -> impl Strategy<Value = LowerOptions> {
    // Without facts, more remains to be simplified.
    let facts = any::<bool>();
    let zero_extents = select(vec![ZeroExtents::Reject, ZeroExtents::Numpy]);
    (facts, zero_extents).prop_map(|(facts, zero_extents)| {
        let mut options = LowerOptions::default();
        options.facts = facts;
        options.zero_extents = zero_extents;
        options
    })
}

/// Returns the options of a stage: IREE supports only `cf.assert`.
fn options_of(stage: Stage, mut options: LowerOptions) -> LowerOptions {
    options.assertions = match stage {
        Stage::ForIree => Assertions::Cf,
        _ => Assertions::CustomCall,
    };
    options
}

const STAGES: [Stage; 4] = [
    Stage::Explicit,
    Stage::Simplified,
    Stage::Legalized,
    Stage::ForIree,
];

proptest! {
    #![proptest_config(flow_config(1))]

    #[test]
    fn passes_preserve_program_behaviour(
        choices in choices(),
        options in options(),
        stage in select(STAGES.to_vec()),
    ) {
        let options = options_of(stage, options);
        CONTEXT.with(|context| check(context, &choices, options, stage))?;
    }
}

#[test]
fn passes_see_programs_that_succeed_and_that_are_refused() {
    for stage in STAGES {
        let mut random = fastrand::Rng::with_seed(2);
        let mut counts = [0; 3];
        for _ in 0..60 {
            let choices = std::iter::repeat_with(|| random.u8(..)).take(CHOICES);
            let choices = choices.collect::<Vec<_>>();
            let options = options_of(stage, LowerOptions::default());
            let more = CONTEXT.with(|context| check(context, &choices, options, stage).unwrap());
            for (count, more) in counts.iter_mut().zip(more) {
                *count += more;
            }
        }
        let total = counts.iter().sum::<usize>();
        let [succeeded, refused, _] = counts;
        eprintln!("{stage:?}: {counts:?}");
        assert!(
            succeeded * 20 > total && refused * 20 > total && total > 300,
            "{stage:?}: {counts:?}"
        );
    }
}
