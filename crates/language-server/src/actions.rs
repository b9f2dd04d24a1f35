//! Quick fixes for misspelt and abbreviated names.

use super::text::{byte_column, range};
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
    let message = diagnostic["message"].as_str()?;
    let notes = diagnostic["relatedInformation"].as_array();
    let notes = notes.into_iter().flatten();
    let texts = notes.filter_map(|note| note["message"].as_str());
    let (before, meant) = [message].into_iter().chain(texts).find_map(suggestions)?;
    let start = &diagnostic["range"]["start"];
    let first = usize::try_from(start["line"].as_u64()?).ok()?;
    let column = byte_column(lines.get(first)?, start["character"].as_u64().unwrap_or(0));
    // The last name before the suggestions is the misspelt one; that in a note is in the message.
    let names = quoted(before).into_iter().chain(quoted(message)).rev();
    let (index, column, found) = names
        .filter(|name| !meant.contains(name))
        .find_map(|name| {
            let (line, column) = place_of(lines, (first, column), name)?;
            Some((line, column, name))
        })?;
    let range = range(index, lines[index], column..column + found.len());
    // Editors apply a preferred action without asking which one.
    let is_preferred = meant.len() == 1;
    let fix = |meant: &str| {
        json!({
            "title": format!("Change `{found}` to `{meant}`"),
            "kind": "quickfix",
            "isPreferred": is_preferred,
            "diagnostics": [diagnostic],
            "edit": {"changes": {uri: [{"range": range, "newText": meant}]}},
        })
    };
    Some(meant.into_iter().map(fix).collect())
}

/// Returns the names that a message suggests, and what precedes them.
fn suggestions(message: &str) -> Option<(&str, Vec<&str>)> {
    let (before, question) = message.split_once("did you mean ")?;
    let (names, _) = question.split_once('?')?;
    let names = quoted(names);
    (!names.is_empty()).then_some((before, names))
}

/// Returns the words in quotes in a message, in order.
fn quoted(message: &str) -> Vec<&str> {
    let mut found = vec![];
    let mut rest = message;
    while let Some(start) = rest.find(['\'', '`']) {
        let quote = &rest[start..=start];
        let Some((name, after)) = rest[start + 1..].split_once(quote) else {
            break;
        };
        found.push(name);
        rest = after;
    }
    found
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

    fn check(text: &str, message: &str, note: Option<&str>, expected: Option<(u64, u64, &str)>) {
        let here =
            json!({"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 1}});
        let notes = note.into_iter().map(|message| json!({"message": message}));
        let diagnostic = json!({
            "range": here,
            "message": message,
            "relatedInformation": notes.collect::<Vec<_>>(),
        });
        let fixes = fixes("file:///a", text, &[diagnostic], &here);
        let edit = &fixes.first().unwrap_or(&Value::Null)["edit"]["changes"]["file:///a"][0];
        let start = &edit["range"]["start"];
        let found = edit["newText"].as_str().map(|text| {
            let number = |key: &str| start[key].as_u64().unwrap();
            (number("line"), number("character"), text)
        });
        assert_eq!(found, expected, "{message}");
    }

    #[test]
    fn misspelt_names_are_changed_where_they_are() {
        check(
            "%0 = chlo.broadcast_add %a, %b\n  {broadcast_dimension = array<i64: 0>}",
            "'chlo.broadcast_add' op has attribute 'broadcast_dimension', which it does not use; \
             did you mean 'broadcast_dimensions'?",
            None,
            Some((1, 3, "broadcast_dimensions")),
        );
        check(
            "\u{1d11e} stablehlo.ad %a",
            "custom op 'stablehlo.ad' is unknown (tried 'func.stablehlo.ad' as well)",
            Some("did you mean `stablehlo.add`?"),
            Some((0, 3, "stablehlo.add")),
        );
        check(
            "sorce = \"a.b\"",
            "unknown key `sorce`; did you mean `source`?",
            None,
            Some((0, 0, "source")),
        );
        // Not a part of another word, not in another place, nothing suggested, no closing quote.
        check(
            "xsorce = 1",
            "unknown key `sorce`; did you mean `source`?",
            None,
            None,
        );
        check(
            "",
            "unknown key `sorce`; did you mean `source`?",
            None,
            None,
        );
        check("sorce", "unknown key `sorce`", None, None);
        check(
            "sorce",
            "unknown key `sorce`; did you mean `source",
            None,
            None,
        );
    }

    #[test]
    fn a_fix_is_preferred_if_it_is_the_only_one() {
        let range = json!({"start": {"line": 0}, "end": {"line": 0}});
        for (question, expected) in [
            ("did you mean `b`?", &[("b", true)][..]),
            ("did you mean `b` or `c`?", &[("b", false), ("c", false)]),
            (
                "did you mean 'b', 'c' or 'd'? e `f`",
                &[("b", false), ("c", false), ("d", false)],
            ),
            ("did you mean that?", &[]),
        ] {
            let diagnostic = json!({"range": range, "message": format!("unknown `a`; {question}")});
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
            assert_eq!(found.collect::<Vec<_>>(), expected, "{question}");
        }
    }

    #[test]
    fn only_diagnostics_in_the_range_are_fixed() {
        let range = |line| json!({"start": {"line": line}, "end": {"line": line}});
        let message = "unknown key `a`; did you mean `b`?";
        let diagnostic = json!({"range": range(1), "message": message});
        for (line, count) in [(0, 0), (1, 1), (2, 0)] {
            let diagnostics = [diagnostic.clone()];
            assert_eq!(fixes("u", "\na", &diagnostics, &range(line)).len(), count);
        }
    }
}
