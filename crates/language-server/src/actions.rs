//! Quick fixes for misspelt and abbreviated names.

use super::text::{byte_column, range};
use crate::suggest::Suggestions;
use serde::Deserialize;
use serde_json::{Value, json};

/// How many lines an op is searched for the name, beginning with that of the diagnostic.
const LINES: usize = 16;

/// Returns an action for each name that a diagnostic in a range suggests.
pub(super) fn fixes(uri: &str, text: &str, diagnostics: &[Value], asked: &Value) -> Vec<Value> {
    let line = |range: &Value, end: &str| range[end]["line"].as_u64().unwrap_or(0);
    let is_asked = |diagnostic: &&Value| {
        let range = &diagnostic["range"];
        line(range, "start") <= line(asked, "end") && line(range, "end") >= line(asked, "start")
    };
    let lines = text.lines().collect::<Vec<_>>();
    let asked = diagnostics.iter().filter(is_asked);
    asked
        .filter_map(|diagnostic| fixes_of(uri, &lines, diagnostic))
        .flatten()
        .collect()
}

fn fixes_of(uri: &str, lines: &[&str], diagnostic: &Value) -> Option<Vec<Value>> {
    let suggestions = Suggestions::deserialize(diagnostic.get("data")?).ok()?;
    let (found, meant) = (suggestions.found(), suggestions.names());
    let start = &diagnostic["range"]["start"];
    let first = usize::try_from(start["line"].as_u64()?).ok()?;
    let column = byte_column(lines.get(first)?, start["character"].as_u64().unwrap_or(0));
    let (index, column) = place_of(lines, (first, column), found)?;
    let range = range(index, lines[index], column..column + found.len());
    // Editors apply a preferred action without asking which one.
    let is_preferred = meant.len() == 1;
    let fix = |meant: &String| {
        json!({
            "title": format!("Change `{found}` to `{meant}`"),
            "kind": "quickfix",
            "isPreferred": is_preferred,
            "diagnostics": [diagnostic],
            "edit": {"changes": {uri: [{"range": range, "newText": meant}]}},
        })
    };
    Some(meant.iter().map(fix).collect())
}

/// Finds a name as a whole word at or behind a position, a line and a byte column, and in strings and
/// comments only if it is nowhere else; returns its position.
fn place_of(lines: &[&str], first: (usize, usize), name: &str) -> Option<(usize, usize)> {
    let is_part = |c: char| c.is_alphanumeric() || "_$-.".contains(c);
    let lines = lines.iter().enumerate().skip(first.0).take(LINES);
    let places = lines.flat_map(|(index, line)| {
        let columns = line.match_indices(name).map(|(column, _)| column);
        columns.map(move |column| (index, *line, column))
    });
    let whole = places.filter(|(index, line, column)| {
        let before = line[..*column].chars().next_back();
        let after = line[column + name.len()..].chars().next();
        let is_whole = !before.is_some_and(is_part) && !after.is_some_and(is_part);
        !name.is_empty() && is_whole && (*index, *column) >= first
    });
    // The first one of the best.
    let best = whole.min_by_key(|(_, line, column)| is_quoted(line, *column));
    best.map(|(index, _, column)| (index, column))
}

/// Returns whether a column is in a string or a comment.
fn is_quoted(line: &str, column: usize) -> bool {
    let mut is_string = false;
    let mut chars = line[..column].chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '\\' if is_string => drop(chars.next()),
            '"' => is_string = !is_string,
            '/' if !is_string && chars.peek() == Some(&'/') => return true,
            _ => {}
        }
    }
    is_string
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A diagnostic at the beginning of a line about an unknown name.
    fn diagnostic(line: u64, found: &str, meant: &[&str]) -> Value {
        let meant = meant.iter().map(ToString::to_string);
        let place = json!({"line": line, "character": 0});
        json!({
            "range": {"start": place, "end": place},
            "message": "unknown name",
            "data": Suggestions::new(found, meant),
        })
    }

    fn check(text: &str, found: &str, meant: &str, expected: Option<(u64, u64)>) {
        let diagnostic = diagnostic(0, found, &[meant]);
        let here = diagnostic["range"].clone();
        let fixes = fixes("file:///a", text, &[diagnostic], &here);
        let edit = &fixes.first().unwrap_or(&Value::Null)["edit"]["changes"]["file:///a"][0];
        let start = &edit["range"]["start"];
        let place = edit["newText"].as_str().map(|text| {
            assert_eq!(text, meant);
            let number = |key: &str| start[key].as_u64().unwrap();
            (number("line"), number("character"))
        });
        assert_eq!(place, expected, "{text}");
    }

    #[test]
    fn misspelt_names_are_changed_where_they_are() {
        check(
            "%0 = chlo.broadcast_add %a, %b\n  {broadcast_dimension = array<i64: 0>}",
            "broadcast_dimension",
            "broadcast_dimensions",
            Some((1, 3)),
        );
        let op = "stablehlo.ad";
        check(
            "\u{1d11e} stablehlo.ad %a",
            op,
            "stablehlo.add",
            Some((0, 3)),
        );
        check("sorce = \"a.b\"", "sorce", "source", Some((0, 0)));
        // Not a part of another word, not in another place.
        check("xsorce = 1", "sorce", "source", None);
        check("", "sorce", "source", None);
    }

    #[test]
    fn a_fix_is_preferred_if_it_is_the_only_one() {
        for (meant, expected) in [
            (&["b"][..], &[("b", true)][..]),
            (&["b", "c"], &[("b", false), ("c", false)]),
            (&[], &[]),
        ] {
            let diagnostic = diagnostic(0, "a", meant);
            let range = diagnostic["range"].clone();
            let fixes = fixes("u", "a", &[diagnostic], &range);
            let found = fixes.iter().map(|fix| {
                let text = &fix["edit"]["changes"]["u"][0]["newText"];
                assert_eq!(
                    fix["title"],
                    format!("Change `a` to `{}`", text.as_str().unwrap())
                );
                (
                    text.as_str().unwrap(),
                    fix["isPreferred"].as_bool().unwrap(),
                )
            });
            assert_eq!(found.collect::<Vec<_>>(), expected, "{meant:?}");
        }
    }

    #[test]
    fn only_diagnostics_in_the_range_are_fixed() {
        let diagnostic = diagnostic(1, "a", &["b"]);
        for (line, count) in [(0, 0), (1, 1), (2, 0)] {
            let range = json!({"start": {"line": line}, "end": {"line": line}});
            let diagnostics = [diagnostic.clone()];
            assert_eq!(fixes("u", "\na", &diagnostics, &range).len(), count);
        }
        // Others suggest nothing.
        let mut diagnostic = diagnostic;
        diagnostic["data"] = Value::Null;
        let range = diagnostic["range"].clone();
        assert_eq!(fixes("u", "\na", &[diagnostic], &range).len(), 0);
    }
}
