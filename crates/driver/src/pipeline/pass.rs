//! The table of passes and their constructors.

mod bounds;
mod dialects;
mod external;
mod iree;
mod specialize;

use super::{
    options::{
        Concern, OptionError, OptionInfo, PassOptions, option_words, parse_options, print_options,
    },
    pass_info::PassInfo,
    upstream,
};
use crate::{
    ir,
    legalize::{
        LegalizeOptions, call_decompositions, call_dynamic_decompositions, convert_torch_tensors,
        legalize_to_stablehlo,
    },
    lower::{
        LowerOptions, Rules, guard_broadcasts, guarded_ops, lower_broadcast, remark_broadcasts,
        verify_broadcastable,
    },
    shape::TraitRules,
    simplify::simplify_broadcasts,
    xla::remark_unknown_sizes,
};
use bounds::{DECLARE_BOUNDS, PAD_TO_BOUNDS};
use external::{create, with_options};
use iree::{
    ASSUME_SIZES, CANONICALIZE_FOR_IREE, DISPATCH_PROFILES, GUARD_REPLACED_OPS, GUARD_RESHAPES,
    GUARD_SIZES, LEGALIZE_FOR_IREE,
};
use melior::{ir::OperationRef, pass::Pass};
use specialize::{ADD_PROFILES, CHECK_SIZES, SPECIALIZE_SIZES};

use self::external::built_in;
pub use bounds::pad_to_bounds_pass;
#[doc(hidden)]
pub use dialects::load_lowered_dialects;
#[doc(hidden)]
pub use external::check_rules;
pub use iree::{assume_sizes_pass, dispatch_profiles_pass, legalize_for_iree_pass};
pub use specialize::{add_profiles_pass, check_sizes_pass, specialize_sizes_pass};

impl PassInfo {
    /// Creates the pass from the text of its options; `None` if it is not one of this crate.
    pub(super) fn build(&self, options: &str) -> Option<Result<Pass, OptionError>> {
        let build = self.build?;
        let options = parse_options(self.name, self.options(), options);
        Some(options.and_then(|options| {
            // A reproducer may run in another directory.
            let mut printed = options.clone();
            printed.rules = printed.rules.with_absolute_paths();
            let words = option_words(self.options(), &printed);
            Ok(with_options(build(options)?, &words))
        }))
    }
}

/// This crate's passes.
pub const PASSES: &[PassInfo] = &[
    SPECIALIZE_SIZES,
    CHECK_SIZES,
    ADD_PROFILES,
    VERIFY_BROADCASTABLE,
    LOWER_BROADCAST,
    EXPLAIN_BROADCASTS,
    CONVERT_TORCH_TENSORS,
    GUARD_BROADCASTS,
    GUARD_REPLACED_OPS,
    GUARD_RESHAPES,
    GUARD_SIZES,
    SIMPLIFY_BROADCASTS,
    LEGALIZE_FOR_IREE,
    CANONICALIZE_FOR_IREE,
    ASSUME_SIZES,
    DISPATCH_PROFILES,
    LEGALIZE_TO_STABLEHLO,
    CALL_DECOMPOSITIONS,
    CALL_DYNAMIC_DECOMPOSITIONS,
    REMOVE_UNUSED_OPS,
    DECLARE_BOUNDS,
    PAD_TO_BOUNDS,
    REMARK_UNKNOWN_SIZES,
];

/// Returns the passes that take an option; none of MLIR's is known to.
pub fn passes_with(option: &OptionInfo) -> impl Iterator<Item = &'static PassInfo> {
    let concern = option.concern;
    PASSES
        .iter()
        .filter(move |pass| pass.concerns.contains(&concern))
}

/// Returns whether a pipeline runs a pass that takes an option.
pub fn is_taken(option: &OptionInfo, pipeline: &str) -> bool {
    let is_part = |character: char| character.is_ascii_alphanumeric() || character == '-';
    let mut words = pipeline.split(|character| !is_part(character));
    words.any(|word| passes_with(option).any(|pass| pass.name == word))
}

const VERIFY_BROADCASTABLE: PassInfo = PassInfo {
    name: "verify-broadcastable",
    description: "Verify ops that broadcast implicitly by the rules of the Broadcastable trait",
    anchor: None,
    concerns: &[Concern::Rules, Concern::Verification],
    build: Some(|options| {
        let rules = Ok(options.rules.load()?);
        Ok(verify_pass(options.lower.trait_rules, rules))
    }),
};

const LOWER_BROADCAST: PassInfo = PassInfo {
    name: "lower-broadcast",
    description: "Verify ops that broadcast implicitly and lower them to explicit, guarded \
                  broadcasts",
    anchor: None,
    concerns: &[
        Concern::Rules,
        Concern::Verification,
        Concern::Assertions,
        Concern::Checks,
        Concern::Lowering,
        Concern::Partial,
    ],
    build: Some(|options| {
        let rules = Ok(options.rules.load()?);
        Ok(lower_pass(options.lower, rules))
    }),
};

const EXPLAIN_BROADCASTS: PassInfo = PassInfo {
    name: "explain-broadcasts",
    description: "Emit remarks on how lower-broadcast lowers each op, and why, without changes to the program",
    anchor: None,
    concerns: &[
        Concern::Rules,
        Concern::Verification,
        Concern::Assertions,
        Concern::Checks,
        Concern::Lowering,
        Concern::Partial,
    ],
    build: Some(|options| {
        let rules = Ok(options.rules.load()?);
        Ok(explain_pass(options.lower, rules))
    }),
};

const CONVERT_TORCH_TENSORS: PassInfo = PassInfo {
    name: "convert-torch-tensors",
    description: "Give torch-mlir's ops that have a rule builtin tensors, by casts of torch-mlir",
    anchor: None,
    concerns: &[Concern::Rules],
    build: Some(|options| Ok(convert_torch_tensors_pass(options.rules.load()?))),
};

/// Creates the pass `convert-torch-tensors` with these rules; it runs on any op.
pub fn convert_torch_tensors_pass(rules: Rules) -> Pass {
    create(
        &CONVERT_TORCH_TENSORS,
        None,
        Ok(rules),
        |operation, rules, _| convert_torch_tensors(operation, rules),
    )
}

const GUARD_BROADCASTS: PassInfo = PassInfo {
    name: "guard-broadcasts",
    description: "Guard TOSA's implicitly broadcasting ops, and what programs require, with \
                  cf.assert, without lowering them",
    anchor: None,
    concerns: &[Concern::Rules],
    build: Some(|options| Ok(guard_broadcasts_pass(&options.rules.load()?))),
};

/// Creates the pass `guard-broadcasts` with the facts of these rules; it runs on any op.
pub fn guard_broadcasts_pass(rules: &Rules) -> Pass {
    create(
        &GUARD_BROADCASTS,
        Some(&dialects::GUARDS.0),
        guarded_ops(rules).map_err(|error| error.to_string()),
        guard_broadcasts,
    )
}

const SIMPLIFY_BROADCASTS: PassInfo = PassInfo {
    name: "simplify-broadcasts",
    description: "Simplify explicit broadcasts and other ops on dynamic shapes with facts about \
                  sizes",
    anchor: None,
    concerns: &[Concern::Rules],
    build: Some(|options| Ok(simplify_broadcasts_pass(options.rules.load()?))),
};

/// Creates the pass `simplify-broadcasts` with the facts of these rules; it runs on any op.
pub fn simplify_broadcasts_pass(rules: Rules) -> Pass {
    create(
        &SIMPLIFY_BROADCASTS,
        Some(&dialects::LOWERED.0),
        Ok(rules),
        |operation, rules, changes| simplify_broadcasts(operation, rules.table().facts(), changes),
    )
}

const CALL_DECOMPOSITIONS: PassInfo = PassInfo {
    name: "call-decompositions",
    description: "Call the decompositions of composite ops",
    anchor: None,
    concerns: &[],
    build: Some(|_| {
        Ok(decompositions_pass(
            &CALL_DECOMPOSITIONS,
            call_decompositions,
        ))
    }),
};

const CALL_DYNAMIC_DECOMPOSITIONS: PassInfo = PassInfo {
    name: "call-dynamic-decompositions",
    description: "Call the decompositions of composite ops in programs of unknown sizes",
    anchor: None,
    concerns: &[],
    build: Some(|_| {
        Ok(decompositions_pass(
            &CALL_DYNAMIC_DECOMPOSITIONS,
            call_dynamic_decompositions,
        ))
    }),
};

/// Creates a pass that calls decompositions, which runs on any op.
fn decompositions_pass(info: &PassInfo, call: fn(OperationRef<'_, '_>)) -> Pass {
    // The dialect of calls is the decompositions' own.
    create(info, None, built_in(), move |operation, _, _| {
        call(operation);
        Ok(())
    })
}

const REMOVE_UNUSED_OPS: PassInfo = PassInfo {
    name: "remove-unused-ops",
    description: "Remove ops that have no effects and whose results nothing uses",
    anchor: None,
    concerns: &[],
    build: Some(|_| Ok(remove_unused_ops_pass())),
};

/// Creates the pass `remove-unused-ops`, which runs on any op.
fn remove_unused_ops_pass() -> Pass {
    create(&REMOVE_UNUSED_OPS, None, built_in(), |operation, _, _| {
        ir::erase_unused_ops(operation);
        Ok(())
    })
}

const REMARK_UNKNOWN_SIZES: PassInfo = PassInfo {
    name: "remark-unknown-sizes",
    description: "Report ops of whose results XLA will not know the sizes",
    anchor: None,
    concerns: &[],
    build: Some(|_| Ok(remark_unknown_sizes_pass())),
};

/// Creates the pass `remark-unknown-sizes`, which runs on any op.
fn remark_unknown_sizes_pass() -> Pass {
    create(
        &REMARK_UNKNOWN_SIZES,
        None,
        built_in(),
        |operation, _, _| {
            remark_unknown_sizes(operation);
            Ok(())
        },
    )
}

const LEGALIZE_TO_STABLEHLO: PassInfo = PassInfo {
    name: "legalize-to-stablehlo",
    description: "Convert size computations in arith, tensor and shape, CHLO's ops and deprecated \
                  ops to StableHLO",
    anchor: None,
    concerns: &[Concern::Assertions, Concern::Checks, Concern::Legalization],
    build: Some(|options| {
        let mut own = LegalizeOptions::default();
        own.assertions = options.lower.assertions;
        own.zero_extents = options.lower.zero_extents;
        own.keep_tosa = options.keep_tosa;
        own.keep_readable = options.keep_readable;
        let reason = ", because the pass removes ops of 'shape'";
        OptionError::refuse_witnesses("legalize-to-stablehlo", own.assertions, reason)?;
        Ok(legalize_to_stablehlo_pass(own))
    }),
};

/// Creates the pass `legalize-to-stablehlo`, which runs on any op.
pub fn legalize_to_stablehlo_pass(options: LegalizeOptions) -> Pass {
    create(
        &LEGALIZE_TO_STABLEHLO,
        Some(&dialects::LOWERED.0),
        built_in(),
        move |operation, _, changes| legalize_to_stablehlo(operation, options, changes),
    )
}

/// Creates the pass `verify-broadcastable`, which runs on any op, with CHLO's
/// rules.
pub fn verify_broadcastable_pass(trait_rules: TraitRules) -> Pass {
    verify_pass(trait_rules, built_in())
}

/// Creates the pass `verify-broadcastable` with given rules.
pub fn verify_broadcastable_pass_with_rules(trait_rules: TraitRules, rules: Rules) -> Pass {
    verify_pass(trait_rules, Ok(rules))
}

/// Creates the pass `lower-broadcast`, which runs on any op, with CHLO's rules.
///
/// It verifies what it lowers, so `verify-broadcastable` need not run before it.
pub fn lower_broadcast_pass(options: LowerOptions) -> Pass {
    lower_pass(options, built_in())
}

/// Creates the pass `lower-broadcast` with given rules.
pub fn lower_broadcast_pass_with_rules(options: LowerOptions, rules: Rules) -> Pass {
    lower_pass(options, Ok(rules))
}

fn verify_pass(trait_rules: TraitRules, rules: Result<Rules, String>) -> Pass {
    create(
        &VERIFY_BROADCASTABLE,
        None,
        rules,
        move |operation, rules, _| verify_broadcastable(operation, rules, trait_rules),
    )
}

fn lower_pass(options: LowerOptions, rules: Result<Rules, String>) -> Pass {
    create(
        &LOWER_BROADCAST,
        Some(dialects::needed_by_lowering(
            options.assertions,
            rules.as_ref().ok(),
        )),
        rules,
        move |operation, rules, changes| lower_broadcast(operation, rules, options, changes),
    )
}

/// Creates the pass `explain-broadcasts` with these rules; it runs on any op.
///
/// It emits remarks on how `lower-broadcast` with these options lowers each op.
pub fn explain_broadcasts_pass(options: LowerOptions, rules: Rules) -> Pass {
    explain_pass(options, Ok(rules))
}

fn explain_pass(options: LowerOptions, rules: Result<Rules, String>) -> Pass {
    create(
        &EXPLAIN_BROADCASTS,
        Some(&dialects::LOWERED.0),
        rules,
        move |operation, rules, _| remark_broadcasts(operation, rules, options),
    )
}

/// Returns the pipeline that verifies a module and, unless `verify_only` is set, lowers it.
pub fn default_pipeline(options: &PassOptions, verify_only: bool) -> String {
    let pass = match verify_only {
        true => VERIFY_BROADCASTABLE,
        false => LOWER_BROADCAST,
    };
    let passes = match (options.specialize.is_given(), verify_only) {
        (false, _) => vec![pass],
        (true, true) => vec![CHECK_SIZES, pass],
        (true, false) => vec![SPECIALIZE_SIZES, pass, upstream::CSE],
    };
    let passes = passes
        .iter()
        .map(|pass| pass.in_module(&print_options(pass.options(), options)));
    format!("builtin.module({})", passes.collect::<Vec<_>>().join(","))
}
