//! Positions in the protocol: lines from 0, columns from 0 in units of UTF-16.

use serde_json::{Value, json};
use std::ops::Range;

/// Returns a range of one line, given by byte columns from 0.
pub(super) fn range(line: usize, text: &str, columns: Range<usize>) -> Value {
    let character = |column| utf16_length(text.get(..column).unwrap_or(text));
    json!({
        "start": {"line": line, "character": character(columns.start)},
        "end": {"line": line, "character": character(columns.end)},
    })
}

/// Returns the range of the word at a position, which is counted from 1, in bytes; the start of
/// the text for positions outside it.
pub(super) fn word_range(lines: &[&str], line: usize, column: usize) -> Value {
    let word = || {
        let line = line.checked_sub(1)?;
        let text = lines.get(line)?;
        let column = column.checked_sub(1)?;
        let (_, tail) = text.split_at_checked(column)?;
        let word = tail.split(char::is_whitespace).next()?;
        Some(range(line, text, column..column + word.len()))
    };
    word().unwrap_or_else(|| range(0, "", 0..0))
}

/// Returns the range of a part of a text, given by byte offsets.
pub(super) fn offset_range(text: &str, offsets: Range<usize>) -> Value {
    let position = |offset: usize| {
        let before = text.get(..offset).unwrap_or(text);
        let start = before.rfind('\n').map_or(0, |newline| newline + 1);
        json!({
            "line": before.matches('\n').count(),
            "character": utf16_length(&before[start..]),
        })
    };
    json!({"start": position(offsets.start), "end": position(offsets.end)})
}

/// Returns the byte column of a position in a line; the line's end for positions after it.
pub(super) fn byte_column(line: &str, character: u64) -> usize {
    let mut units = 0;
    let mut chars = line.char_indices();
    let found = chars.find(|(_, c)| {
        let is_there = units >= character;
        units += c.len_utf16() as u64;
        is_there
    });
    found.map_or(line.len(), |(column, _)| column)
}

/// Returns the length of a text in units of UTF-16.
pub(super) fn utf16_length(text: &str) -> usize {
    text.encode_utf16().count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(column: usize, expected: [usize; 2]) {
        let lines = ["", "\u{1d11e}x = a.b %c"];
        let range = word_range(&lines, 2, column);
        assert_eq!(
            range["start"],
            json!({"line": expected[0], "character": expected[1]})
        );
    }

    #[test]
    fn columns_are_counted_in_units_of_utf16() {
        check(1, [1, 0]);
        check(9, [1, 6]);
        // Inside a character, and after the end of the line.
        check(2, [0, 0]);
        check(99, [0, 0]);
    }

    #[test]
    fn columns_of_the_protocol_become_bytes() {
        let line = "\u{1d11e}x";
        for (character, byte) in [(0, 0), (1, 4), (2, 4), (3, 5), (9, 5)] {
            assert_eq!(byte_column(line, character), byte, "{character}");
        }
        assert_eq!(byte_column("", 3), 0);
    }

    #[test]
    fn offsets_are_on_lines() {
        let text = "a\r\n\u{1d11e}b\n";
        let range = offset_range(text, 7..8);
        assert_eq!(range["start"], json!({"line": 1, "character": 2}));
        assert_eq!(range["end"], json!({"line": 1, "character": 3}));
        let end = offset_range(text, 9..99);
        assert_eq!(end["start"], json!({"line": 2, "character": 0}));
        assert_eq!(end["end"], json!({"line": 2, "character": 0}));
    }
}
