//! Tests that the facts in the table of ops are correct, and that each row is exercised.
//!
//! `programs/` contains examples: functions named after the row that they exercise, with a
//! distinguishing description after a colon. They are interpreted, op by op, for many sizes.
//! The facts of the analysis must hold for the values, and the lowered program must behave the
//! same. No other tool is needed.

#[path = "../support/attributes.rs"]
mod attributes;
mod claims;
#[path = "../support/context.rs"]
mod context;
#[path = "../support/examples.rs"]
mod examples;
mod given;
mod integers;
#[path = "../support/interpret/mod.rs"]
mod interpret;
mod program;

use bcast_lower::{
    pipeline::lower_broadcast_pass_with_rules,
    plan::ZeroExtents,
    testing::{Part, known_after_each_op, rows},
    transform::{LowerOptions, Rules},
};
use claims::{claims, first_wrong};
use interpret::{Outcome, Rules as RunRules, compute_all, interpret};
use melior::{
    Context,
    ir::{BlockLike, Module},
    pass::PassManager,
};
use program::{PROGRAMS, Program, SMALL, programs};
use std::collections::{BTreeMap, BTreeSet};

/// The number of runs of a program that must complete for the test to be meaningful.
const MIN_RUNS: usize = 2;
/// The maximum number of assignments with which a program is run before and after lowering.
const MAX_LOWERED_RUNS: usize = 300;

fn context() -> Context {
    let context = context::context();
    // Some facts concern unregistered dialects.
    context.set_allow_unregistered_dialects(true);
    context
}

fn parse<'c>(context: &'c Context, program: &Program) -> Module<'c> {
    Module::parse(context, &program.text)
        .unwrap_or_else(|| panic!("'{}' does not parse", program.name))
}

const RULES: RunRules = RunRules {
    zero_extents: ZeroExtents::Reject,
    has_witnesses: false,
};

#[test]
fn each_row_has_an_example() {
    let rows = rows();
    let mut named = BTreeSet::new();
    for row in &rows {
        assert!(
            named.insert(row.op.to_string()),
            "'{}' has two rows",
            row.op
        );
    }
    // The row for all ops with MLIR's elementwise trait.
    named.insert("elementwise".into());
    examples::assert_shown(&named, PROGRAMS, &examples::read(PROGRAMS));
}

#[test]
fn facts_about_sizes_hold() {
    let context = context();
    let mut failures = vec![];
    for program in programs() {
        let module = parse(&context, &program);
        let function = module
            .body()
            .first_operation()
            .expect("there is a function");
        let known = known_after_each_op(function, None);
        let claims = known.iter().map(claims).collect::<Vec<_>>();
        let mut complete = 0;
        let assignments = program.assignments(&module, &SMALL);
        let least = MIN_RUNS.min(assignments.len());
        for arguments in assignments {
            let computed = compute_all(&module, &arguments, RULES);
            // The exercised ops are those before the broadcast at the end.
            complete += usize::from(computed.op_count + 2 >= known.len());
            let Some(last) = computed.op_count.checked_sub(1) else {
                continue;
            };
            if let Some(wrong) = first_wrong(&claims[last], &known[last], &computed.values) {
                failures.push(format!(
                    "'{}' with arguments {arguments:?}: {wrong}",
                    program.name
                ));
                break;
            }
        }
        if complete < least {
            failures.push(format!(
                "'{}': {complete} runs get to its end",
                program.name
            ));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// A row without effect, or that no example depends on, would not be tested.
#[test]
fn each_part_of_a_row_is_needed() {
    let context = context();
    let mut needed = BTreeMap::<String, Vec<Part>>::new();
    for program in programs() {
        let module = parse(&context, &program);
        let function = module
            .body()
            .first_operation()
            .expect("there is a function");
        let count = |without| {
            let known = known_after_each_op(function, without);
            known.last().map_or(0, |known| claims(known).len())
        };
        let op = program.op();
        let parts = needed.entry(op.to_string()).or_default();
        for part in [Part::Extents, Part::Sizes, Part::Elements] {
            if count(None) > count(Some((op, part))) {
                parts.push(part);
            }
        }
        // Only the pass, which removes guards, knows the sizes that regions yield.
        if program.guards == 0 {
            parts.push(Part::Control);
        }
    }
    let mut unneeded = vec![];
    for row in rows() {
        for part in row.parts {
            if !needed
                .get(row.op)
                .is_some_and(|needed| needed.contains(&part))
            {
                unneeded.push((row.op, part));
            }
        }
    }
    assert!(
        unneeded.is_empty(),
        "no example in {PROGRAMS} needs these parts of rows, so that nothing tests them: {unneeded:?}; \
         `Elements` are needed where a size is one of them, as in \"stablehlo.transpose: of numbers\""
    );
}

fn lower<'c>(context: &'c Context, program: &Program, options: LowerOptions) -> Module<'c> {
    let rules = Rules::built_in().expect("the table is right");
    lower_with(context, program, options, rules)
}

fn lower_with<'c>(
    context: &'c Context,
    program: &Program,
    options: LowerOptions,
    rules: Rules,
) -> Module<'c> {
    let mut module = parse(context, program);
    let manager = PassManager::new(context);
    manager.add_pass(lower_broadcast_pass_with_rules(options, rules));
    manager
        .run(&mut module)
        .unwrap_or_else(|_| panic!("'{}' is not lowered", program.name));
    module
}

#[test]
fn lowered_examples_behave_the_same_with_fewer_guards() {
    let context = context();
    let failures = programs()
        .iter()
        .filter_map(|program| check_lowered(&context, program).err())
        .collect::<Vec<_>>();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// Lowers a program with and without facts, and compares the behaviour of all three.
fn check_lowered(context: &Context, program: &Program) -> Result<(), String> {
    let module = parse(context, program);
    let lower = |facts| {
        let mut options = LowerOptions::default();
        options.facts = facts;
        lower(context, program, options)
    };
    let (with_facts, without_facts) = (lower(true), lower(false));
    for arguments in program
        .assignments(&module, &SMALL)
        .iter()
        .take(MAX_LOWERED_RUNS)
    {
        let run = |module, rules| interpret(module, arguments, rules).outcome;
        let expected = run(&module, RULES);
        if matches!(expected, Outcome::Undefined(_)) {
            continue;
        }
        for (lowered, has_facts) in [(&with_facts, true), (&without_facts, false)] {
            let actual = run(lowered, RULES);
            let is_right = match (&expected, &actual) {
                (Outcome::Rejected, Outcome::Failed(message)) => {
                    message.starts_with("chlo.broadcast_")
                }
                // Facts about sizes may give 0 against 1 the correct result.
                (Outcome::Rejected, actual) => {
                    let zero_extents = ZeroExtents::Numpy;
                    let rules = RunRules {
                        zero_extents,
                        ..RULES
                    };
                    has_facts && *actual == run(&module, rules)
                }
                (expected, actual) => expected == actual,
            };
            if !is_right {
                return Err(format!(
                    "'{}' with arguments {arguments:?}, facts: {has_facts}\n\
                     expected {expected:?}\nfound {actual:?}\n{}",
                    program.name,
                    lowered.as_operation()
                ));
            }
        }
    }
    let guards = |module: &Module<'_>| {
        let text = module.as_operation().to_string();
        text.matches("error_message = \"chlo.broadcast_").count()
    };
    let (kept, all) = (guards(&with_facts), guards(&without_facts));
    if kept != program.guards {
        return Err(format!(
            "'{}' has {kept} guards:\n{}",
            program.name,
            with_facts.as_operation()
        ));
    }
    match kept < all || kept > 0 {
        true => Ok(()),
        false => Err(format!("'{}' needs no facts", program.name)),
    }
}

#[test]
fn the_docs_list_the_rows() {
    let mut topics = Vec::<(&str, Vec<String>)>::new();
    for row in rows() {
        let op = format!("`{}`", row.op);
        match topics.last_mut() {
            Some((topic, ops)) if *topic == row.topic => ops.push(op),
            _ => topics.push((row.topic, vec![op])),
        }
    }
    let lines = topics
        .iter()
        .map(|(topic, ops)| format!("| {topic} | {} |\n", ops.join(", ")));
    let lines = ["| topic | ops |\n".into(), "|---|---|\n".into()]
        .into_iter()
        .chain(lines);
    let lines = lines.collect::<Vec<_>>();
    let docs = include_str!("../../docs/facts.md");
    let changed = lines.iter().filter(|line| !docs.contains(*line));
    let changed = changed.map(String::as_str).collect::<String>();
    assert!(
        changed.is_empty(),
        "write these rows into the table of docs/facts.md:\n{changed}"
    );
    assert!(
        docs.contains(&lines.concat()),
        "the table of docs/facts.md has other rows, too, or another order"
    );
}
