//! The passes for given sizes of arguments.

use super::{dialects, external::create};
use crate::{
    lower::Rules,
    pipeline::{options::Concern, pass_info::PassInfo},
    specialize::{SpecializeOptions, add_profiles, check_sizes, specialize_sizes},
};
use melior::pass::Pass;

pub(super) const SPECIALIZE_SIZES: PassInfo = PassInfo {
    name: "specialize-sizes",
    description: "Write a function, and those that it calls, for given sizes of its arguments",
    anchor: None,
    concerns: &[
        Concern::Rules,
        Concern::Sizes,
        Concern::Function,
        Concern::Partial,
    ],
    build: Some(|options| {
        let rules = options.rules.load()?;
        let allow_partial = options.lower.allow_partial;
        Ok(specialize_sizes_pass(
            options.specialize,
            allow_partial,
            rules,
        ))
    }),
};

/// Creates the pass `specialize-sizes` with these rules; it runs on a module.
pub fn specialize_sizes_pass(
    options: SpecializeOptions,
    allow_partial: bool,
    rules: Rules,
) -> Pass {
    create(
        &SPECIALIZE_SIZES,
        Some(&dialects::SIZES.0),
        Ok(rules),
        move |operation, rules, changes| {
            specialize_sizes(operation, &options, allow_partial, rules, changes)
        },
    )
}

pub(super) const CHECK_SIZES: PassInfo = PassInfo {
    name: "check-sizes",
    description: "Check whether calls with given sizes of the arguments fit a function, without \
                  changes to the program",
    anchor: None,
    concerns: &[Concern::Rules, Concern::Sizes, Concern::Function],
    build: Some(|options| Ok(check_sizes_pass(options.specialize, options.rules.load()?))),
};

/// Creates the pass `check-sizes` with these rules; it runs on a module.
pub fn check_sizes_pass(options: SpecializeOptions, rules: Rules) -> Pass {
    create(
        &CHECK_SIZES,
        Some(&dialects::SIZES.0),
        Ok(rules),
        move |operation, rules, _| check_sizes(operation, &options, rules),
    )
}

pub(super) const ADD_PROFILES: PassInfo = PassInfo {
    name: "add-profiles",
    description: "Add copies of a function for given sizes of its arguments",
    anchor: None,
    concerns: &[
        Concern::Rules,
        Concern::Profiles,
        Concern::Function,
        Concern::Partial,
    ],
    build: Some(|options| {
        let rules = options.rules.load()?;
        let allow_partial = options.lower.allow_partial;
        Ok(add_profiles_pass(options.specialize, allow_partial, rules))
    }),
};

/// Creates the pass `add-profiles` with these rules; it runs on a module.
pub fn add_profiles_pass(options: SpecializeOptions, allow_partial: bool, rules: Rules) -> Pass {
    create(
        &ADD_PROFILES,
        Some(&dialects::SIZES.0),
        Ok(rules),
        move |operation, rules, changes| {
            add_profiles(operation, &options, allow_partial, rules, changes)
        },
    )
}
