//! The table of options.

use super::{Concern, OptionInfo};
use crate::{assertion::Assertions, rule::BuiltInTable};
use strum::VariantArray;

/// The options of this crate's passes: one row each.
///
/// The passes' parser, the text of a pipeline, the command line, its help, `--list-passes`
/// and `docs/passes.md` are made from the rows.
pub const OPTIONS: &[OptionInfo] = &[
    OptionInfo {
        name: "trait-rules",
        concern: Concern::Verification,
        placeholder: "RULES",
        describe: || {
            "what is accepted: the trait's documented rules, the older stricter ones, \
             or what MLIR's verifier checks"
                .into()
        },
        get: |options| &options.lower.trait_rules,
        get_mut: |options| &mut options.lower.trait_rules,
    },
    OptionInfo {
        name: "assertions",
        concern: Concern::Checks,
        placeholder: "KIND",
        describe: || {
            let backends = Assertions::VARIANTS.iter().map(|kind| kind.summary());
            let backends = backends.collect::<Vec<_>>();
            format!("what checks the guards at run time: {}", either(&backends))
        },
        get: |options| &options.lower.assertions,
        get_mut: |options| &mut options.lower.assertions,
    },
    OptionInfo {
        name: "zero-extents",
        concern: Concern::Checks,
        placeholder: "RULE",
        describe: || {
            "what size 0 against size 1 gives where both are known only at run time: \
             a failed assertion, or 0 as in NumPy"
                .into()
        },
        get: |options| &options.lower.zero_extents,
        get_mut: |options| &mut options.lower.zero_extents,
    },
    OptionInfo {
        name: "facts",
        concern: Concern::Lowering,
        placeholder: "SWITCH",
        describe: || {
            "whether what other ops say of sizes is used, or each op is lowered on its own".into()
        },
        get: |options| &options.lower.facts,
        get_mut: |options| &mut options.lower.facts,
    },
    OptionInfo {
        name: "assume-symbols",
        concern: Concern::Lowering,
        placeholder: "SWITCH",
        describe: || {
            "whether what arguments declare of their dims ('bcast.dims') is taken for granted, \
             or checked at function entry"
                .into()
        },
        get: |options| &options.lower.assume_symbols,
        get_mut: |options| &mut options.lower.assume_symbols,
    },
    OptionInfo {
        name: "hoist-assertions",
        concern: Concern::Lowering,
        placeholder: "SWITCH",
        describe: || {
            "whether guards on the sizes of a function's arguments are checked where the \
             function begins, or where they are needed"
                .into()
        },
        get: |options| &options.lower.hoist_assertions,
        get_mut: |options| &mut options.lower.hoist_assertions,
    },
    OptionInfo {
        name: "allow-partial",
        concern: Concern::Lowering,
        placeholder: "SWITCH",
        describe: || {
            "whether an op that is right but cannot be lowered, such as one on unranked \
             tensors, stays with a remark, or is an error"
                .into()
        },
        get: |options| &options.lower.allow_partial,
        get_mut: |options| &mut options.lower.allow_partial,
    },
    OptionInfo {
        name: "keep-tosa",
        concern: Concern::Legalization,
        placeholder: "SWITCH",
        describe: || {
            "whether a program in TOSA stays as it is when it should become StableHLO, or is an \
             error"
                .into()
        },
        get: |options| &options.keep_tosa,
        get_mut: |options| &mut options.keep_tosa,
    },
    OptionInfo {
        name: "rules",
        concern: Concern::Verification,
        placeholder: "TABLE",
        describe: || {
            let tables = BuiltInTable::all().map(|table| match table.is_default() {
                true => format!("`{}` (always there)", table.name()),
                false => format!("`{}`", table.name()),
            });
            format!(
                "tables of rules to add, which say what broadcasts and what it becomes: \
                 TOML files, or the built-in tables {}",
                tables.collect::<Vec<_>>().join(", ")
            )
        },
        get: |options| &options.rules.tables,
        get_mut: |options| &mut options.rules.tables,
    },
    OptionInfo {
        name: "rules-only",
        concern: Concern::Verification,
        placeholder: "SWITCH",
        describe: || "whether only the tables that `rules` names are used".into(),
        get: |options| &options.rules.only,
        get_mut: |options| &mut options.rules.only,
    },
];

/// Lists alternatives: `a, b, or c`.
fn either(words: &[&str]) -> String {
    match words {
        [head @ .., last] if !head.is_empty() => format!("{}, or {last}", head.join(", ")),
        _ => words.concat(),
    }
}
