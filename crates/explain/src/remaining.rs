//! The guards that remain in a report, by what would remove them.

use super::{Remedy, report::Report, words};
use crate::op::{Check, Guard};
use std::collections::HashMap;

/// The maximum number of guards of a group that are shown.
pub const MAX_SHOWN: usize = 8;

/// Guards that the same declaration removes, or none.
#[derive(Debug)]
pub struct Group<'r> {
    /// The function that they are in.
    pub function: Option<&'r str>,
    /// What removes them.
    pub remedy: &'r Remedy,
    /// The guards, in their order in the file.
    pub guards: Vec<GuardPlace<'r>>,
}

/// A guard and where it is.
#[derive(Debug)]
pub struct GuardPlace<'r> {
    /// The index of the op.
    pub op: usize,
    /// The result dim.
    pub dim: usize,
    /// The guard.
    pub guard: &'r Guard,
}

/// Returns the guards with their own assertions, and those that are assumed, in groups: the
/// largest ones that a declaration removes first.
pub fn groups(report: &Report) -> Vec<Group<'_>> {
    let mut groups: Vec<Group<'_>> = vec![];
    let mut indices = HashMap::new();
    for (index, op) in report.ops.iter().enumerate() {
        let function = op.function.as_deref();
        for (dim, guard) in (0..).zip(&op.dims).flat_map(|(index, dim)| {
            let guards = dim.guards.iter();
            guards.map(move |guard| (index, guard))
        }) {
            let Some(remedy) = &guard.remedy else {
                continue;
            };
            // What does not depend on the function is shown together.
            let function = function.filter(|_| is_declaration(remedy));
            let group = *indices.entry((function, remedy)).or_insert(groups.len());
            if group == groups.len() {
                groups.push(Group {
                    function,
                    remedy,
                    guards: vec![],
                });
            }
            groups[group].guards.push(GuardPlace {
                op: index,
                dim,
                guard,
            });
        }
    }
    groups.sort_by_key(|group| {
        (
            !is_declaration(group.remedy),
            usize::MAX - group.guards.len(),
        )
    });
    groups
}

impl Group<'_> {
    /// Returns whether a declaration removes the guards.
    pub fn is_declaration(&self) -> bool {
        is_declaration(self.remedy)
    }
}

fn is_declaration(remedy: &Remedy) -> bool {
    matches!(remedy, Remedy::Declare { .. })
}

/// Returns the number of checks of declared sizes at the entry of functions.
pub fn entry_checks(report: &Report) -> usize {
    let checks = report
        .functions
        .iter()
        .flat_map(|function| &function.checks);
    let is_checked = |check: &Check| matches!(check, Check::Here | Check::AtEntry);
    checks.filter(|check| is_checked(&check.check)).count()
}

/// Returns the arguments and attributes that a function has with the declaration of a group.
pub fn paste<'r>(group: &Group<'r>) -> &'r [String] {
    match group.remedy {
        Remedy::Declare { paste, .. } => paste,
        Remedy::Computed | Remedy::NotFound => &[],
    }
}

/// Describes what removes the guards of a group.
pub fn remedy(group: &Group<'_>) -> String {
    remedy_of(group.remedy, group.function)
}

/// Describes what removes guards in a function.
pub fn remedy_of(remedy: &Remedy, function: Option<&str>) -> String {
    let (symbol, dims, range) = match remedy {
        Remedy::Declare {
            symbol,
            dims,
            range,
            ..
        } => (symbol, dims, range),
        Remedy::Computed => {
            return "no declaration removes these: a size is computed, not that of an argument"
                .into();
        }
        Remedy::NotFound => return "no declaration was found that removes these".into(),
    };
    let mut text = format!("declare '{}'", words::printable(symbol));
    if !dims.is_empty() {
        let dims = dims.iter().map(words::argument_dim);
        text += &format!(" for {}", words::list(&dims.collect::<Vec<_>>()));
    }
    if let Some(function) = function {
        text += &format!(" of @{}", words::printable(function));
    }
    match range {
        Some([least, greatest]) => text + &format!(", with the range {least} to {greatest}"),
        None => text,
    }
}
