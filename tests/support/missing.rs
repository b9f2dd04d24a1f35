//! Programs and packages that tests need, and that a machine may lack.
//!
//! A test that lacks one is skipped: it passes with a prominent message, or it fails. The variable
//! `BCAST_LOWER_MAY_SKIP` lists what may be missing. Without the variable, everything may be missing,
//! except in CI, where nobody would notice that a check no longer runs.

use std::{
    env,
    io::{self, Write},
};
use strum::{Display, EnumString, VariantNames};

/// The variable that lists, separated by commas, what may be missing.
const VARIABLE: &str = "BCAST_LOWER_MAY_SKIP";

/// The exit code of the scripts that cannot install what they need.
#[allow(dead_code, reason = "some tests start no script")]
pub const CANNOT_INSTALL: i32 = 3;

/// Something that not every machine has.
#[derive(Clone, Copy, Debug, Display, EnumString, VariantNames)]
#[strum(serialize_all = "kebab-case")]
pub enum Need {
    /// Packages of Python: jaxlib, IREE, the solver, tools for wheels.
    Python,
    /// Chromium.
    Browser,
    /// zsh and fish.
    Shells,
    /// Files and programs of a Linux system, such as `/dev/full`.
    Linux,
}

/// Reports that a test is skipped because something that it needs is missing.
///
/// # Panics
///
/// Panics if it may not be missing here.
pub fn skip(need: Need, what: &str, reason: &str) {
    let reason = reason.trim_end().lines().last().unwrap_or_default();
    let reason = reason.rsplit("SKIPPED: ").next().unwrap_or(reason);
    let [list, ci] = [VARIABLE, "CI"].map(|name| env::var(name).ok());
    assert!(
        may_skip(need, list.as_deref(), ci.as_deref()),
        "{what}: {reason}\n\
         This test must not be skipped here; to skip it, set {VARIABLE}={need}"
    );
    // `eprintln!` would be captured, as for any test that passes.
    writeln!(io::stderr(), "SKIPPED: {what}: {reason}").expect("standard error can be written to");
}

/// Returns whether something may be missing, by the values of the variables `BCAST_LOWER_MAY_SKIP`
/// and `CI`.
pub fn may_skip(need: Need, list: Option<&str>, ci: Option<&str>) -> bool {
    let Some(list) = list else {
        return matches!(ci, None | Some("" | "0" | "false"));
    };
    let words = list.split(',').map(str::trim);
    let words = words.filter(|word| !word.is_empty()).collect::<Vec<_>>();
    for word in &words {
        assert!(
            *word == "all" || word.parse::<Need>().is_ok(),
            "{VARIABLE} has `{word}`; expected `all`, or some of: {}",
            Need::VARIANTS.join(", ")
        );
    }
    let need = need.to_string();
    words.iter().any(|word| *word == "all" || *word == need)
}
