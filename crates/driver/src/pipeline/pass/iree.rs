//! The passes for IREE.

use super::{built_in, dialects, external::create};
use crate::{
    assertion::Assertions,
    ir,
    iree::{
        self, GuardedOps, IreeOptions, assume_sizes, dispatch_profiles, guard_reshapes,
        guard_sizes, legalize_for_iree,
    },
    legalize,
    lower::LowerOptions,
    pipeline::{
        options::{Concern, OptionError},
        pass_info::PassInfo,
    },
    suggest::suggest,
};
use melior::pass::Pass;

pub(super) const GUARD_RESHAPES: PassInfo = PassInfo {
    name: "guard-reshapes",
    description: "Guard reshapes with cf.assert, unless they are known to keep the number of \
                  elements",
    anchor: None,
    concerns: &[],
    build: Some(|_| Ok(guard_reshapes_pass())),
};

/// Creates the pass `guard-reshapes`, which runs on any op.
fn guard_reshapes_pass() -> Pass {
    create(
        &GUARD_RESHAPES,
        Some(&dialects::GUARDS.0),
        built_in(),
        |operation, _, changes| guard_reshapes(operation, changes),
    )
}

pub(super) const GUARD_SIZES: PassInfo = PassInfo {
    name: "guard-sizes",
    description: "Guard ops with assertions, unless they are known to get sizes for which they are \
                  defined",
    anchor: None,
    concerns: &[Concern::Assertions, Concern::Guards],
    build: Some(|options| {
        let assertions = options.lower.assertions;
        OptionError::refuse_witnesses("guard-sizes", assertions, "")?;
        Ok(guard_sizes_pass(assertions, options.guard_sizes))
    }),
};

/// Creates the pass `guard-sizes`, which runs on any op.
fn guard_sizes_pass(assertions: Assertions, checks_all: bool) -> Pass {
    create(
        &GUARD_SIZES,
        Some(&dialects::GUARDS.0),
        built_in(),
        move |operation, _, changes| {
            let guarded = match checks_all {
                true => GuardedOps::All,
                false => GuardedOps::Reshapes,
            };
            guard_sizes(operation, assertions, guarded, changes)
        },
    )
}

pub(super) const GUARD_REPLACED_OPS: PassInfo = PassInfo {
    name: "guard-replaced-ops",
    description: "Guard ops that legalize-to-stablehlo replaces by others, as guard-sizes does",
    anchor: None,
    concerns: &[Concern::Assertions],
    build: Some(|options| {
        let assertions = options.lower.assertions;
        let reason = ", because the pass that follows removes ops of 'shape'";
        OptionError::refuse_witnesses("guard-replaced-ops", assertions, reason)?;
        Ok(guard_replaced_ops_pass(assertions))
    }),
};

/// Creates the pass `guard-replaced-ops`, which runs on any op.
fn guard_replaced_ops_pass(assertions: Assertions) -> Pass {
    create(
        &GUARD_REPLACED_OPS,
        Some(&dialects::GUARDS.0),
        built_in(),
        move |operation, _, changes| {
            let guarded = GuardedOps::Replaced {
                is_replaced: legalize::is_replaced,
                kept: ir::with_context(operation, |context| {
                    legalize::readable_functions(context, operation)
                }),
            };
            guard_sizes(operation, assertions, guarded, changes)
        },
    )
}

pub(super) const LEGALIZE_FOR_IREE: PassInfo = PassInfo {
    name: "legalize-for-iree",
    description: "Rewrite broadcasts, reshapes, contractions and convolutions on dynamic shapes into \
                  forms that IREE compiles",
    anchor: None,
    concerns: &[Concern::Assertions, Concern::Iree],
    build: Some(|options| {
        let known = || iree::rows().map(|row| row.name).chain([iree::SPEED]);
        let mut disabled = options.iree_disable.iter();
        if let Some(name) = disabled.find(|name| !known().any(|row| row == **name)) {
            return Err(OptionError::Value {
                pass: "legalize-for-iree",
                option: "iree-disable",
                found: name.clone(),
                expected: "names of rows that docs/iree.md lists, or `speed`".into(),
                suggestions: suggest(name, known()),
            });
        }
        let mut iree = IreeOptions::default();
        iree.assertions = options.lower.assertions;
        iree.disabled = options.iree_disable;
        Ok(legalize_for_iree_pass(iree))
    }),
};

/// Creates the pass `legalize-for-iree`, which runs on any op; assertions are `cf.assert` or none.
pub fn legalize_for_iree_pass(options: IreeOptions) -> Pass {
    create(
        &LEGALIZE_FOR_IREE,
        Some(&dialects::IREE.0),
        built_in(),
        move |operation, _, changes| legalize_for_iree(operation, &options, changes),
    )
}

pub(super) const CANONICALIZE_FOR_IREE: PassInfo = PassInfo {
    name: "canonicalize-for-iree",
    description: "Canonicalize ops other than those of TOSA, whose folders make constants of \
                  dynamic types",
    anchor: None,
    concerns: &[],
    build: Some(|_| Ok(canonicalize_for_iree_pass())),
};

/// Creates the pass `canonicalize-for-iree`, which runs on any op.
fn canonicalize_for_iree_pass() -> Pass {
    create(
        &CANONICALIZE_FOR_IREE,
        Some(&dialects::IREE.0),
        built_in(),
        |operation, _, _| {
            ir::canonicalize(operation, "tosa");
            Ok(())
        },
    )
}

pub(super) const ASSUME_SIZES: PassInfo = PassInfo {
    name: "assume-sizes",
    description: "Tell IREE what is known of the sizes of arguments: bounds, divisors, equal sizes",
    anchor: None,
    concerns: &[Concern::Assertions, Concern::Lowering],
    build: Some(|options| Ok(assume_sizes_pass(options.lower))),
};

/// Creates the pass `assume-sizes`, which runs on any op.
pub fn assume_sizes_pass(options: LowerOptions) -> Pass {
    create(
        &ASSUME_SIZES,
        Some(&dialects::GUARDS.0),
        built_in(),
        move |operation, _, _| match options.facts {
            true => assume_sizes(operation, options.assumes_declarations()),
            false => Ok(()),
        },
    )
}

pub(super) const DISPATCH_PROFILES: PassInfo = PassInfo {
    name: "dispatch-profiles",
    description: "Call the copy that add-profiles has added for the sizes of the arguments, behind \
                  a function's checks",
    anchor: None,
    concerns: &[],
    build: Some(|_| Ok(dispatch_profiles_pass())),
};

/// Creates the pass `dispatch-profiles`, which runs on a module.
pub fn dispatch_profiles_pass() -> Pass {
    create(
        &DISPATCH_PROFILES,
        Some(&dialects::IREE.0),
        built_in(),
        |operation, _, _| dispatch_profiles(operation),
    )
}
