use crate::lower;
use bcast_lower::{
    assertion::Assertions,
    pipeline::{OPTIONS, OptionError, parse_lowering_options},
};
use std::collections::BTreeSet;
use strum::VariantArray;

/// Every kind of guard that all rule sets of the trait allow.
const SOURCE: &str = "
func.func @main(%a: tensor<?x?xf32>, %b: tensor<?x4xf32>, %p: tensor<?xi1>) -> tensor<?x4xf32> {
  %0 = chlo.broadcast_add %a, %b : (tensor<?x?xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  %1 = chlo.broadcast_select %p, %a, %0 : (tensor<?xi1>, tensor<?x?xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  return %1 : tensor<?x4xf32>
}
";

/// The same for sizes with an upper bound, alone and beside others.
const BOUNDED: &str = "
#bounds = #stablehlo.bounds<4, ?>
func.func @main(%a: tensor<?x1xf32, #bounds>, %b: tensor<?x5xf32, #bounds>, %c: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = chlo.broadcast_add %a, %b : (tensor<?x1xf32, #bounds>, tensor<?x5xf32, #bounds>) -> tensor<?x5xf32, #bounds>
  %1 = chlo.broadcast_add %0, %c : (tensor<?x5xf32, #bounds>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}
";

/// All combinations of options' values, as texts.
fn combinations() -> Vec<String> {
    // Options that select the ops, or give sizes, or what another pass does, are not combined here.
    const APART: [&str; 8] = [
        "rules",
        "rules-only",
        "iree-disable",
        "shapes",
        "sizes",
        "profile",
        "bounds",
        "function",
    ];
    let is_combined = |name| !APART.contains(&name);
    let options = OPTIONS.iter().filter(|option| is_combined(option.name));
    options.fold(vec![String::new()], |texts, option| {
        let extend = |text: &String| {
            let values = option.values().into_iter();
            values
                .map(|value| format!("{text}{}={value} ", option.name))
                .collect::<Vec<_>>()
        };
        texts.iter().flat_map(extend).collect()
    })
}

/// All combinations are valid except those without assertions to hoist or without facts to
/// hoist them by; `docs/assertions.md` describes each pair.
#[test]
fn every_combination_of_values_lowers() {
    let combinations = combinations();
    assert!(combinations.len() >= 192, "{combinations:?}");
    for options in combinations {
        let has = |option: &str| options.contains(&format!("{option} "));
        let is_refused = has("hoist-assertions=on") && (has("facts=off") || has("assertions=none"));
        let error = parse_lowering_options(None, &options).err();
        assert_eq!(
            matches!(error, Some(OptionError::Conflict { .. })),
            is_refused,
            "{options}"
        );
        if is_refused {
            continue;
        }
        for source in [SOURCE, BOUNDED] {
            check(&options, &lower(&options, source));
        }
    }
}

fn check(options: &str, output: &str) {
    for assertions in Assertions::VARIANTS {
        let Some(op) = assertions.ops().next() else {
            continue;
        };
        let is_asked_for = options.contains(&format!("assertions={assertions} "));
        assert_eq!(output.contains(op), is_asked_for, "{options}\n{output}");
    }
    // Only `numpy` selects a size.
    let selects_size = output.contains(" : tensor<i1>, tensor<i32>");
    assert_eq!(
        selects_size,
        options.contains("zero-extents=numpy"),
        "{options}\n{output}"
    );
}

/// The ops that check, in addition to the ops that every check consists of.
#[test]
fn each_kind_of_assertions_emits_the_ops_that_it_names() {
    let ops = |assertions: &Assertions| {
        let output = lower(&format!("assertions={assertions}"), SOURCE);
        let is_part = |char: char| char.is_alphanumeric() || "._".contains(char);
        let words = output.split(|char| !is_part(char));
        let ops = words.filter(|word| word.contains('.') && !word.starts_with("func."));
        ops.map(str::to_string).collect::<BTreeSet<_>>()
    };
    let emitted = Assertions::VARIANTS.iter().map(|it| (it, ops(it)));
    let emitted = emitted.collect::<Vec<_>>();
    for (assertions, all) in &emitted {
        let is_checked = |it: &&(&Assertions, _)| it.0.ops().next().is_some();
        let is_common = |op: &&String| {
            emitted
                .iter()
                .filter(is_checked)
                .all(|it| it.1.contains(*op))
        };
        let own = all.iter().filter(|op| !is_common(op)).map(String::as_str);
        let own = own.collect::<BTreeSet<_>>();
        let named = assertions.ops().collect::<BTreeSet<_>>();
        match assertions {
            Assertions::None => assert!(named.is_empty()),
            _ => assert_eq!(own, named, "{assertions}"),
        }
    }
}
