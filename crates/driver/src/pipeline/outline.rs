//! The nesting of passes and ops in the text of a pipeline.

use crate::dialect::func;

/// The anchor op of a run's pipeline, unless the input is not a module.
pub const MODULE: &str = "builtin.module";

/// Passes that run only on ops with a symbol table, which they check only when they run.
const ON_SYMBOL_TABLES: &[&str] = &["inline", "symbol-dce"];

/// Returns which parentheses are missing in a pipeline.
pub fn missing_parentheses(pipeline: &str) -> Option<String> {
    let [open, close] = ['(', ')'].map(|c| outside_options(pipeline).filter(|it| *it == c).count());
    match open.checked_sub(close) {
        None | Some(0) => None,
        Some(count) => Some(format!("`{}` is missing at the end", ")".repeat(count))),
    }
}

/// Returns why a pipeline that parses cannot run on a module, with a suggestion.
pub fn wrong_anchor(pipeline: &str) -> Option<String> {
    let (anchor, passes) = pipeline.trim().split_once('(')?;
    let anchor = anchor.trim();
    if anchor != MODULE && anchor != "any" {
        let advice = match anchor {
            "module" => format!("{MODULE}({passes}"),
            _ => format!("{MODULE}({})", pipeline.trim()),
        };
        return Some(format!(
            "the input is a '{MODULE}', on which a pipeline for '{anchor}' cannot run; did you \
             mean `{advice}`?"
        ));
    }
    let (pass, anchor) = passes_with_anchors(pipeline)
        .into_iter()
        .find(|(pass, anchor)| *anchor == func::FUNC && ON_SYMBOL_TABLES.contains(pass))?;
    Some(format!(
        "'{pass}' runs on ops with a symbol table, which '{anchor}' does not have; did you mean \
         `{MODULE}({pass})`?"
    ))
}

/// Returns whether a pipeline has a pass.
pub fn has_pass(pipeline: &str, name: &str) -> bool {
    let mut passes = passes_with_anchors(pipeline).into_iter();
    passes.any(|(pass, _)| pass == name)
}

/// Returns the names of passes and ops in a pipeline, each with the op that it is nested in.
pub fn passes_with_anchors(pipeline: &str) -> Vec<(&str, &str)> {
    let mut found = vec![];
    let mut anchors = vec![""];
    let mut depth = 0;
    let mut start = 0;
    for (index, c) in pipeline.char_indices() {
        let name = pipeline[start..index].trim();
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ if depth > 0 => continue,
            '(' => anchors.push(name),
            ',' | ')' => {}
            _ => continue,
        }
        start = index + c.len_utf8();
        if depth <= 1 && !name.is_empty() && "{,)".contains(c) {
            found.push((name, anchors.last().copied().unwrap_or_default()));
        }
        if c == ')' {
            anchors.pop();
        }
    }
    found
}

/// Returns the characters of a pipeline that are not part of a pass's options.
fn outside_options(pipeline: &str) -> impl Iterator<Item = char> {
    let mut depth = 0_usize;
    pipeline.chars().filter(move |c| {
        match c {
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            _ => return depth == 0,
        }
        false
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_parentheses_are_counted_outside_options() {
        for (pipeline, expected) in [
            ("builtin.module(cse", Some("`)` is missing at the end")),
            (
                "builtin.module(func.func(cse",
                Some("`))` is missing at the end"),
            ),
            ("builtin.module(a{b=)}", Some("`)` is missing at the end")),
            ("builtin.module(a{b=(})", None),
            ("builtin.module(cse))", None),
            ("cse", None),
        ] {
            assert_eq!(
                missing_parentheses(pipeline).as_deref(),
                expected,
                "{pipeline}"
            );
        }
    }

    #[test]
    fn pipelines_run_on_modules() {
        for (pipeline, advice) in [
            ("func.func(cse)", "builtin.module(func.func(cse))"),
            (" func.func( cse )", "builtin.module(func.func( cse ))"),
            ("module(cse)", "builtin.module(cse)"),
            (
                "builtin.module(func.func(symbol-dce))",
                "builtin.module(symbol-dce)",
            ),
            (
                "builtin.module(a{b=c,d},func.func(cse,a{b={c}} , inline{max-iterations=1}),cse)",
                "builtin.module(inline)",
            ),
        ] {
            let reason = wrong_anchor(pipeline).unwrap_or_default();
            let advice = format!("did you mean `{advice}`?");
            assert!(reason.ends_with(&advice), "{pipeline}: {reason}");
        }
        for pipeline in [
            "builtin.module()",
            "any(cse)",
            " builtin.module (func.func(cse),symbol-dce,inline)",
            "builtin.module(builtin.module(symbol-dce))",
            "builtin.module(func.func(a{inline,symbol-dce}))",
        ] {
            assert_eq!(wrong_anchor(pipeline), None, "{pipeline}");
        }
    }
}
