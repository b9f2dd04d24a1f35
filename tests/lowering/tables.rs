//! Random tables: sequences that leave operands out, and facts that require attributes.

use crate::hooks::lower;
use bcast_lower::{rule::RuleTable, transform::Rules};
use std::collections::BTreeSet;

/// A generator of numbers that are always the same.
struct Random(u64);

impl Random {
    /// Returns a number below `end`.
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1);
        (self.0 >> 33) as usize % end
    }

    fn is_one_of(&mut self, count: usize) -> bool {
        self.below(count) == 0
    }
}

/// Lowers an op of so many operands by a sequence.
fn lower_op(table: &RuleTable, count: usize) -> Result<String, String> {
    let list = |text: fn(usize) -> String| (0..count).map(text).collect::<Vec<_>>().join(", ");
    let source = format!(
        "func.func @main({}) -> tensor<2xf32> {{\n\
         %0 = \"nn.op\"({}) : ({}) -> tensor<2xf32>\nreturn %0 : tensor<2xf32>\n}}",
        list(|index| format!("%a{index}: tensor<2xf32>")),
        list(|index| format!("%a{index}")),
        list(|_| "tensor<2xf32>".into()),
    );
    lower(Rules::new(table.clone()), &source)
}

/// An op is lowered exactly if steps use each operand that takes part in the broadcast.
#[test]
fn sequences_use_all_operands_in_the_broadcast() {
    let mut random = Random(7);
    let (mut lowered, mut refused) = (0, 0);
    for _ in 0..300 {
        let selected = random.below(4);
        let operands = match selected {
            0 => "\"0..\"".into(),
            count => format!("\"0..{count}\""),
        };
        let mut used = BTreeSet::new();
        let mut steps = vec![];
        let step_count = 1 + random.below(3);
        for step in 0..step_count {
            let mut inputs = vec![];
            while inputs.len() < 2 {
                if step > 0 && inputs.is_empty() {
                    inputs.push(format!("\"step{}\"", step - 1));
                } else {
                    let operand = random.below(3);
                    used.insert(operand);
                    inputs.push(operand.to_string());
                }
            }
            let name = match step + 1 == step_count {
                true => String::new(),
                false => format!(", name = \"step{step}\""),
            };
            let inputs = inputs.join(", ");
            steps.push(format!(
                "{{ op = \"stablehlo.add\", operands = [{inputs}]{name} }}"
            ));
        }
        let text = format!(
            "[[rule]]\nsource = \"nn.op\"\noperands = {operands}\nsequence = [{}]\n",
            steps.join(", ")
        );
        let table = RuleTable::parse("a.toml", &text);
        for count in 1..5 {
            let takes_part = |operand: &usize| selected == 0 || *operand < selected;
            let is_complete = used.iter().all(|operand| *operand < count)
                && selected <= count
                && (0..count)
                    .filter(takes_part)
                    .all(|operand| used.contains(&operand));
            match table.as_ref().map(|table| lower_op(table, count)) {
                Ok(Ok(output)) => {
                    assert!(is_complete, "{text}{count}: {output}");
                    for operand in used.iter() {
                        let argument = format!("%arg{operand}");
                        let count = output.matches(&argument).count();
                        assert!(count > 1, "{argument} is lost: {text}{output}");
                    }
                    lowered += 1;
                }
                Ok(Err(error)) => {
                    let is_meant = [
                        "no step of its rule uses it",
                        "which its rule selects",
                        "which its rule at a.toml:2:10 selects",
                    ];
                    let is_meant = is_meant.iter().any(|part| error.contains(part));
                    assert!(!is_complete && is_meant, "{text}{count}: {error}");
                    refused += 1;
                }
                Err(errors) => {
                    assert!(!is_complete, "{text}{count}: {errors}");
                    let errors = errors.to_string();
                    assert!(errors.contains("no step uses operand #"), "{text}{errors}");
                }
            }
        }
    }
    assert!(lowered > 100 && refused > 100, "{lowered} {refused}");
}

/// The value of an attribute that facts may require, and that an op may have.
const VALUES: [&str; 3] = ["true", "false", "\"other\""];

/// The first facts whose requirements an op meets hold, and no others.
#[test]
fn facts_hold_for_ops_that_meet_their_requirements() {
    let mut random = Random(11);
    let (mut guarded, mut free) = (0, 0);
    for _ in 0..150 {
        // For each of the facts, the requirement, and whether the dims are exchanged.
        let mut facts = vec![];
        for value in VALUES {
            let is_optional = random.is_one_of(2);
            facts.push((Some((value, is_optional)), random.is_one_of(2)));
        }
        for index in (1..facts.len()).rev() {
            facts.swap(index, random.below(index + 1));
        }
        facts.truncate(random.below(3));
        if random.is_one_of(3) {
            facts.push((None, random.is_one_of(2)));
        }
        // Without the attribute, only the first facts for such ops have an example.
        let attribute = |value: &str| format!("{{mode = {value}}}");
        let mut text = String::from("[[rule]]\nsource = \"nn.add\"\ntarget = \"stablehlo.add\"\n");
        for (requirement, is_exchanged) in &facts {
            let (result, sizes) = match is_exchanged {
                true => ("{ like = 0, permutation = [1, 0] }", "3x2"),
                false => ("{ like = 0 }", "2x3"),
            };
            let (line, attributes) = match requirement {
                Some((value, true)) => (
                    format!("require_if_present = {{ mode = '{value}' }}\n"),
                    attribute(value),
                ),
                Some((value, false)) => (
                    format!("require = {{ mode = '{value}' }}\n"),
                    attribute(value),
                ),
                None => (String::new(), attribute("1 : i8")),
            };
            text += &format!(
                "[[facts]]\nop = \"nn.op\"\n{line}result = {result}\nexample = '\"nn.op\"(%x) \
                 {attributes} : (tensor<2x3xf32>) -> tensor<{sizes}xf32>'\n"
            );
        }
        let table =
            RuleTable::parse("a.toml", &text).unwrap_or_else(|error| panic!("{text}{error}"));
        for found in [
            None,
            Some(VALUES[0]),
            Some(VALUES[1]),
            Some(VALUES[2]),
            Some("1 : i8"),
        ] {
            let holds = facts.iter().find(|(requirement, _)| match requirement {
                None => true,
                Some((value, is_optional)) => found.map_or(*is_optional, |found| found == *value),
            });
            let attributes = found.map_or_else(String::new, attribute);
            let source = format!(
                "func.func @main(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {{\n\
                 %0 = \"nn.op\"(%x) {attributes} : (tensor<?x?xf32>) -> tensor<?x?xf32>\n\
                 %1 = \"nn.add\"(%x, %0) : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>\n\
                 return %1 : tensor<?x?xf32>\n}}"
            );
            let output = lower(Rules::new(table.clone()), &source);
            let output = output.unwrap_or_else(|error| panic!("{text}{source}{error}"));
            let is_guarded = output.contains("shape_assertion");
            let is_like = holds.is_some_and(|(_, is_exchanged)| !is_exchanged);
            assert_eq!(is_guarded, !is_like, "{text}{source}{output}");
            match is_guarded {
                true => guarded += 1,
                false => free += 1,
            }
        }
    }
    assert!(guarded > 100 && free > 100, "{guarded} {free}");
}
