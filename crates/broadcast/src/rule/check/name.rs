//! Names in rules.

use crate::rule::{Rule, RuleError, RuleProblem};

/// Checks that a name or a value is text that MLIR can print.
pub(super) fn check_name(rule: &Rule, key: &str, name: &str, errors: &mut Vec<RuleError>) {
    errors.extend(text_problem(key, name).map(|problem| rule.error_at(key, problem)));
}

/// Checks the value of an entry, such as that of `set.alpha`, as [`check_name`] does. Errors are at the value.
pub(super) fn check_value(rule: &Rule, key: &str, text: &str, errors: &mut Vec<RuleError>) {
    errors.extend(text_problem(key, text).map(|problem| rule.error_at_value(key, problem)));
}

fn text_problem(key: &str, text: &str) -> Option<RuleProblem> {
    let key = || key.into();
    if text.trim().is_empty() {
        Some(RuleProblem::Empty { key: key() })
    } else if text.contains('\0') {
        Some(RuleProblem::Nul { key: key() })
    } else {
        None
    }
}

/// Checks that the name of an op is one that an op can have.
pub(super) fn check_op_name(
    rule: &Rule,
    place: &str,
    key: &'static str,
    op: &str,
    errors: &mut Vec<RuleError>,
) {
    let problem = op_name_problem(key, op);
    errors.extend(problem.map(|problem| rule.error_at(place, problem)));
}

/// Returns the problem of a text that no op has as its name; `None` for an empty text and one with a NUL, which
/// are problems of any text.
pub fn op_name_problem(key: &'static str, op: &str) -> Option<RuleProblem> {
    if text_problem(key, op).is_some() {
        return None;
    }
    let name = |reason| {
        let op = op.escape_debug().to_string();
        Some(RuleProblem::OpName { key, op, reason })
    };
    if op.contains('*') {
        return name(match key {
            "source" => {
                "a `source` has no patterns; list the ops, as in `[\"my.add\", \"my.multiply\"]`"
            }
            "target" => {
                "a `*` stands for a part of the source's name only in a table of targets, under a key \
                 with one `*`; write the op's name"
            }
            _ => "names of ops are no patterns; write the op's name",
        });
    }
    if op.trim_matches(' ') != op {
        return name("no op has a name that begins or ends with a space");
    }
    match op.split_once('.') {
        None | Some(("", _)) => Some(RuleProblem::NoDialect { key, op: op.into() }),
        Some(_) if op.split('.').any(str::is_empty) => {
            name("no op has a name with an empty part; op names have the form `dialect.op`")
        }
        Some(_) => None,
    }
}
