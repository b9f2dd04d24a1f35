//! The table of options.

use super::{Concern, OptionInfo};
use crate::{assertion::Assertions, rule::BuiltInTable};
use strum::VariantArray;

/// The options of this crate's passes: one row each.
///
/// The rows define the passes' option parser, the text of a pipeline, the command line, its
/// help, `--list-passes` and `docs/passes.md`.
pub const OPTIONS: &[OptionInfo] = &[
    OptionInfo {
        name: "trait-rules",
        concern: Concern::Verification,
        placeholder: "RULES",
        describe: || {
            "which broadcasts are accepted: the trait's documented rules, the older stricter ones, \
             or what MLIR's verifier checks"
                .into()
        },
        get: |options| &options.lower.trait_rules,
        get_mut: |options| &mut options.lower.trait_rules,
    },
    OptionInfo {
        name: "assertions",
        concern: Concern::Assertions,
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
            "the result of size 0 against size 1 if both are known only at run time: \
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
            "whether facts about sizes from other ops are used, or each op is lowered on its own"
                .into()
        },
        get: |options| &options.lower.facts,
        get_mut: |options| &mut options.lower.facts,
    },
    OptionInfo {
        name: "assume-symbols",
        concern: Concern::Lowering,
        placeholder: "SWITCH",
        describe: || {
            "whether the sizes that arguments declare ('bcast.dims') are assumed \
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
            "whether guards on the sizes of a function's arguments are checked at \
             function entry, or where they are needed"
                .into()
        },
        get: |options| &options.lower.hoist_assertions,
        get_mut: |options| &mut options.lower.hoist_assertions,
    },
    OptionInfo {
        name: "allow-partial",
        concern: Concern::Partial,
        placeholder: "SWITCH",
        describe: || {
            "whether a valid op that cannot be lowered, such as one on unranked tensors, or \
             specialised, because its sizes depend on data, stays with a remark, or is an error"
                .into()
        },
        get: |options| &options.lower.allow_partial,
        get_mut: |options| &mut options.lower.allow_partial,
    },
    OptionInfo {
        name: "shapes",
        concern: Concern::Sizes,
        placeholder: "SHAPES",
        describe: || {
            "the shapes of the arguments that the program is specialised for, by position or by \
             name: `4x128,mask=?x128`; `?` leaves a dim as it is"
                .into()
        },
        get: |options| &options.specialize.shapes,
        get_mut: |options| &mut options.specialize.shapes,
    },
    OptionInfo {
        name: "sizes",
        concern: Concern::Sizes,
        placeholder: "SIZES",
        describe: || {
            "the sizes of symbols that the program is specialised for, `b=4,s=128`, or their ranges, \
             which are declared: `b=1..8,s=16..512:16`"
                .into()
        },
        get: |options| &options.specialize.sizes,
        get_mut: |options| &mut options.specialize.sizes,
    },
    OptionInfo {
        name: "profile",
        concern: Concern::Profiles,
        placeholder: "SHAPES",
        describe: || {
            "the shapes of the arguments of a call that gets a static copy of the program, beside \
             the program for all sizes: `4x128,mask=?x128`, or the sizes of symbols, `b=4,s=128`"
                .into()
        },
        get: |options| &options.specialize.profiles,
        get_mut: |options| &mut options.specialize.profiles,
    },
    OptionInfo {
        name: "bounds",
        concern: Concern::Bounds,
        placeholder: "SHAPES",
        describe: || {
            "the greatest shapes of the arguments of one static program for all sizes up to them: \
             `8x512,mask=?x512`, or the greatest sizes of symbols, `b=8,s=512`"
                .into()
        },
        get: |options| &options.specialize.bounds,
        get_mut: |options| &mut options.specialize.bounds,
    },
    OptionInfo {
        name: "function",
        concern: Concern::Function,
        placeholder: "NAME",
        describe: || "the function whose shapes are given, if there are several public ones".into(),
        get: |options| &options.specialize.function,
        get_mut: |options| &mut options.specialize.function,
    },
    OptionInfo {
        name: "keep-tosa",
        concern: Concern::Legalization,
        placeholder: "SWITCH",
        describe: || {
            "whether a program in TOSA is left unchanged instead of becoming StableHLO, or is an \
             error"
                .into()
        },
        get: |options| &options.keep_tosa,
        get_mut: |options| &mut options.keep_tosa,
    },
    OptionInfo {
        name: "keep-readable",
        concern: Concern::Legalization,
        placeholder: "SWITCH",
        describe: || {
            "whether functions all of whose ops IREE reads, such as StableHLO's beside those of \
             `arith`, `tensor` and `scf`, are left unchanged instead of becoming StableHLO"
                .into()
        },
        get: |options| &options.keep_readable,
        get_mut: |options| &mut options.keep_readable,
    },
    OptionInfo {
        name: "guard-sizes",
        concern: Concern::Guards,
        placeholder: "SWITCH",
        describe: || {
            "whether assertions check all that ops need of sizes, or only that reshapes fit".into()
        },
        get: |options| &options.guard_sizes,
        get_mut: |options| &mut options.guard_sizes,
    },
    OptionInfo {
        name: "iree-disable",
        concern: Concern::Iree,
        placeholder: "ROW",
        describe: || {
            "rows of the table of `legalize-for-iree` (docs/iree.md) that are not applied; `speed` \
             is all that only make programs faster"
                .into()
        },
        get: |options| &options.iree_disable,
        get_mut: |options| &mut options.iree_disable,
    },
    OptionInfo {
        name: "rules",
        concern: Concern::Rules,
        placeholder: "TABLE",
        describe: || {
            let tables = BuiltInTable::all().map(|table| match table.is_default() {
                true => format!("`{}` (always in use)", table.name()),
                false => format!("`{}`", table.name()),
            });
            format!(
                "rule tables to add, which define the ops that broadcast and their targets, and what \
                 other ops do to sizes: TOML files, or the built-in tables {}",
                tables.collect::<Vec<_>>().join(", ")
            )
        },
        get: |options| &options.rules.tables,
        get_mut: |options| &mut options.rules.tables,
    },
    OptionInfo {
        name: "rules-only",
        concern: Concern::Rules,
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
