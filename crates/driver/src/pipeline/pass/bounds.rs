//! The passes for bounds of the sizes of arguments.

use super::{
    dialects,
    external::{built_in, create},
};
use crate::{
    bounds::{declare_bounds, pad_to_bounds},
    pipeline::{options::Concern, pass_info::PassInfo},
    specialize::SpecializeOptions,
};
use melior::pass::Pass;

pub(super) const DECLARE_BOUNDS: PassInfo = PassInfo {
    name: "declare-bounds",
    description: "Write the greatest sizes of a function's arguments on it, which all passes up to \
                  pad-to-bounds assume",
    anchor: None,
    concerns: &[Concern::Bounds, Concern::Function],
    build: Some(|options| Ok(declare_bounds_pass(options.specialize))),
};

/// Creates the pass `declare-bounds`; it runs on a module.
fn declare_bounds_pass(options: SpecializeOptions) -> Pass {
    create(
        &DECLARE_BOUNDS,
        Some(&dialects::SIZES.0),
        built_in(),
        move |operation, _, _| declare_bounds(operation, &options),
    )
}

pub(super) const PAD_TO_BOUNDS: PassInfo = PassInfo {
    name: "pad-to-bounds",
    description: "Give a function static shapes that are right for all sizes of its arguments up to \
                  bounds; sizes become arguments, and the first failed check a result",
    anchor: None,
    concerns: &[Concern::Bounds, Concern::Function],
    build: Some(|options| Ok(pad_to_bounds_pass(options.specialize))),
};

/// Creates the pass `pad-to-bounds`; it runs on a module.
pub fn pad_to_bounds_pass(options: SpecializeOptions) -> Pass {
    create(
        &PAD_TO_BOUNDS,
        Some(&dialects::SIZES.0),
        built_in(),
        move |operation, _, changes| pad_to_bounds(operation, &options, changes),
    )
}
