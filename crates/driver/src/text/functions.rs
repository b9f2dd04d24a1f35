//! The functions of a text that may not parse, found line by line.

use crate::dialect::func;
use std::ops::Range;

/// What a module begins with.
const MODULES: [&str; 2] = ["module", "builtin.module"];

/// Returns the bytes of each function of a text: whole lines, from one that begins with `func.func`
/// to the next such line of the same indentation, or to a line that is outside functions.
///
/// Brackets do not matter, since they may be missing where a text does not parse.
pub fn functions(text: &str) -> Vec<Range<usize>> {
    let mut found = vec![];
    let mut indent = None;
    let mut start = None;
    // Whether the brace that closes the function has come, and how many modules are open.
    let mut is_closed = false;
    let mut modules = 0_usize;
    let mut position = 0;
    for line in text.split_inclusive('\n') {
        let words = line.trim_start();
        let depth = line.len() - words.len();
        let is_function = words
            .strip_prefix(func::FUNC)
            .is_some_and(|rest| rest.starts_with(char::is_whitespace))
            && *indent.get_or_insert(depth) == depth;
        // Without an indentation, a module is closed by the second brace behind its last function.
        let is_brace = words.starts_with('}') && indent == Some(depth);
        let closes_module = is_brace && is_closed && modules > 0;
        let is_outside = indent.is_some_and(|indent| is_outside(words, depth, indent));
        if (is_function || is_outside || closes_module)
            && let Some(start) = start.take()
        {
            found.push(start..position);
        }
        if is_function {
            start = Some(position);
        }
        let is_whole = words.trim_end().ends_with('}') && count(words, '{') == count(words, '}');
        is_closed = match is_function {
            true => is_whole,
            false => is_closed || is_brace,
        };
        let is_module = MODULES.iter().any(|word| words.starts_with(word));
        modules += usize::from(is_module && words.contains('{'));
        modules -= usize::from(closes_module);
        position += line.len();
    }
    found.extend(start.map(|start| start..text.len()));
    found
}

fn count(line: &str, bracket: char) -> usize {
    line.matches(bracket).count()
}

/// Returns whether a line is outside functions with an indentation: one that is indented less, an
/// alias, a module, or the start of the resources.
fn is_outside(words: &str, depth: usize, indent: usize) -> bool {
    if words.is_empty() || words.starts_with("//") {
        return false;
    }
    let mut starts = ["#", "!", "{-#"].iter().chain(&MODULES);
    depth < indent || depth == indent && starts.any(|start| words.starts_with(start))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &[&str]) {
        let found = functions(text).into_iter().map(|range| &text[range]);
        assert_eq!(found.collect::<Vec<_>>(), expected, "{text}");
    }

    #[test]
    fn functions_are_found_where_brackets_are_missing() {
        check("", &[]);
        check("module {\n}\n", &[]);
        let [f, g] = [
            "func.func @f() {\n  x(\n\n",
            "func.func private @g()\n// About.\n",
        ];
        check(&format!("{f}{g}"), &[f, g]);
        check(&format!("#a = 1\n{f}#b = 2\n{g}"), &[f, g]);
        check(&format!("{f}{{-#\n  a: {{}}\n#-}}\n"), &[f]);
        check("func.func @f() { return }", &["func.func @f() { return }"]);
        check(&f.replace('\n', "\r\n"), &[&f.replace('\n', "\r\n")]);
    }

    #[test]
    fn a_module_around_functions_is_outside() {
        let [f, g] = [
            "  func.func @f() {\n  }\n",
            "  func.func @g() {\n    func.func @h()\n",
        ];
        check(&format!("module {{\n{f}{g}}}\n"), &[f, g]);
        check(
            &format!("module {{\n{f}}} loc(#l)\n#l = loc(unknown)\n"),
            &[f],
        );
        // Without an indentation.
        let [f, g] = ["func.func @f() {\n}\n", "func.func @g() { return }\n"];
        check(&format!("module {{\n{f}{g}}}\n"), &[f, g]);
        check(&format!("module {{\n{g}{f}}}\n// End.\n"), &[g, f]);
        // A brace too many is part of a function.
        let stray = format!("{f}}}\n");
        check(&format!("{stray}{g}"), &[&stray, g]);
    }
}
