//! Quick fixes for misspelt names.

use super::text::range;
use serde_json::{Value, json};

/// How many lines an op is searched for the name, beginning with that of the diagnostic.
const LINES: usize = 16;

/// Returns an action for each diagnostic in a range that suggests another name.
pub(super) fn fixes(uri: &str, text: &str, diagnostics: &[Value], asked: &Value) -> Vec<Value> {
    let line = |range: &Value, end: &str| range[end]["line"].as_u64().unwrap_or(0);
    let is_asked = |diagnostic: &&Value| {
        let range = &diagnostic["range"];
        line(range, "start") <= line(asked, "end") && line(range, "end") >= line(asked, "start")
    };
    let lines = text.lines().collect::<Vec<_>>();
    let asked = diagnostics.iter().filter(is_asked);
    asked
        .filter_map(|diagnostic| fix(uri, &lines, diagnostic))
        .collect()
}

fn fix(uri: &str, lines: &[&str], diagnostic: &Value) -> Option<Value> {
    let message = diagnostic["message"].as_str()?;
    let notes = diagnostic["relatedInformation"].as_array();
    let notes = notes.into_iter().flatten();
    let texts = notes.filter_map(|note| note["message"].as_str());
    let (before, meant) = [message].into_iter().chain(texts).find_map(suggestion)?;
    let first = usize::try_from(diagnostic["range"]["start"]["line"].as_u64()?).ok()?;
    // The last name before the suggestion is the misspelt one; that in a note is in the message.
    let names = quoted(before).into_iter().chain(quoted(message)).rev();
    let (index, column, found) = names
        .filter(|name| *name != meant)
        .find_map(|name| place_of(lines, first, name).map(|(line, column)| (line, column, name)))?;
    let range = range(index, lines[index], column..column + found.len());
    Some(json!({
        "title": format!("Change `{found}` to `{meant}`"),
        "kind": "quickfix",
        "isPreferred": true,
        "diagnostics": [diagnostic],
        "edit": {"changes": {uri: [{"range": range, "newText": meant}]}},
    }))
}

/// Returns the name that a message suggests, and what precedes the suggestion.
fn suggestion(message: &str) -> Option<(&str, &str)> {
    let (before, meant) = message.split_once("did you mean ")?;
    Some((before, *quoted(meant).first()?))
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

/// Finds a name as a whole word at or behind a line; returns its line and byte column.
fn place_of(lines: &[&str], first: usize, name: &str) -> Option<(usize, usize)> {
    let is_part = |c: char| c.is_alphanumeric() || "_$-.".contains(c);
    let lines = lines.iter().enumerate().skip(first).take(LINES);
    let mut places = lines.flat_map(|(index, line)| {
        let columns = line.match_indices(name).map(|(column, _)| column);
        columns.map(move |column| (index, *line, column))
    });
    let found = places.find(|(_, line, column)| {
        let before = line[..*column].chars().next_back();
        let after = line[column + name.len()..].chars().next();
        !name.is_empty() && !before.is_some_and(is_part) && !after.is_some_and(is_part)
    });
    found.map(|(index, _, column)| (index, column))
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
