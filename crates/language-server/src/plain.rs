//! The text of a document without its locations, so that the parser gives each op its place in the text.

use super::signature::Tokens;
use std::{borrow::Cow, ops::Range};

const BYTE_ORDER_MARK: &str = "\u{feff}";

/// Overwrites a byte order mark and each `loc(...)` with spaces, so that diagnostics point into the document
/// itself. All other bytes stay where they are.
pub(super) fn plain(text: &str) -> Cow<'_, str> {
    if !text.starts_with(BYTE_ORDER_MARK) && !text.contains("loc") {
        return text.into();
    }
    let mut hidden = vec![];
    if text.starts_with(BYTE_ORDER_MARK) {
        hidden.push(0..BYTE_ORDER_MARK.len());
    }
    let mut tokens = Tokens {
        text,
        position: hidden.first().map_or(0, |mark: &Range<usize>| mark.end),
    };
    // The last two tokens.
    let mut before = ["", ""];
    let mut starts = [0, 0];
    while tokens.peek().is_some() {
        let start = tokens.position;
        let Some(token) = tokens.skip() else { break };
        if token == "loc" && tokens.peek() == Some(b'(') {
            let is_alias = before[1] == "=" && before[0].starts_with('#');
            let is_value = !is_alias && ["=", ",", "[", "{", ":", "("].contains(&before[1]);
            let Some(_) = tokens.skip_brackets() else {
                break;
            };
            if !is_value {
                let start = if is_alias { starts[0] } else { start };
                hidden.push(start..tokens.position);
            }
            before = ["", ""];
            continue;
        }
        before = [before[1], token];
        starts = [starts[1], start];
    }
    let mut bytes = text.as_bytes().to_vec();
    for byte in hidden.into_iter().flatten() {
        if !matches!(bytes[byte], b'\n' | b'\r') {
            bytes[byte] = b' ';
        }
    }
    let plain = String::from_utf8(bytes).expect("whole characters become spaces");
    plain.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &str) {
        let found = plain(text);
        assert_eq!(found, expected);
        assert_eq!(found.len(), text.len());
    }

    #[test]
    fn locations_become_spaces() {
        check(
            "%0 = a.b %x : f32 loc(\"a)\":1:2)\nreturn loc(#loc)\n",
            "%0 = a.b %x : f32              \nreturn          \n",
        );
        check(
            "#loc1 = loc(\"f\"(#loc))\n#map = affine_map<(d0) -> (d0)>",
            "                      \n#map = affine_map<(d0) -> (d0)>",
        );
        check(
            "(%x: f32 loc(\"\u{e9}\"), %y: f32)",
            "(%x: f32          , %y: f32)",
        );
        check(
            "\u{feff}module {\r\n} loc(unknown)\r\n",
            "   module {\r\n}             \r\n",
        );
        // What is no location of an op, and what is not complete.
        for text in [
            "a.b {x = loc(\"a\"), y = [loc(unknown)]}",
            "\"loc(\" // loc(unknown)\n%loc (a)",
            "a.b loc(\"a\"",
            "a.b loc(\"a",
            "local.loc (x)",
        ] {
            check(text, text);
        }
    }
}
