//! Removes bytes from text that would control a terminal or that it could not show.

use std::str::from_utf8;

/// The replacement for each byte that is not shown.
const REPLACEMENT: char = char::REPLACEMENT_CHARACTER;

/// The maximum number of replacements in a line; the rest of the line is omitted.
const MAXIMUM_REPLACEMENTS: usize = 100;

/// Replaces control characters other than tabs and line ends with `�`, so that a terminal does
/// not interpret them.
///
/// ```
/// # use bcast_lower_core as bcast_lower;
/// # use bcast_lower::diagnostic::printable;
/// assert_eq!(printable("a\u{1b}[31m"), "a\u{fffd}[31m");
/// ```
pub fn printable(text: &str) -> String {
    let mut printable = Printable::default();
    let mut shown = vec![];
    printable.push(text.as_bytes(), &mut shown);
    printable.finish(&mut shown);
    String::from_utf8_lossy(&shown).into_owned()
}

/// Makes text printable incrementally.
///
/// Replaces control characters other than tabs and line ends, and bytes that are not UTF-8,
/// with `�`, one for each byte, so that columns stay valid. Truncates lines with many
/// replacements.
#[derive(Debug, Default)]
pub(super) struct Printable {
    /// The start of an incomplete character or line end.
    rest: Vec<u8>,
    /// The number of replacements in the current line.
    replacements: usize,
}

impl Printable {
    /// Appends the printable form of `bytes` to `shown`.
    pub fn push(&mut self, bytes: &[u8], shown: &mut Vec<u8>) {
        if self.rest.is_empty() && self.replacements == 0 && is_printable(bytes) {
            shown.extend_from_slice(bytes);
            return;
        }
        let mut whole = std::mem::take(&mut self.rest);
        whole.extend_from_slice(bytes);
        let incomplete = incomplete_length(&whole);
        self.rest = whole.split_off(whole.len() - incomplete);
        self.push_whole(&whole, shown);
    }

    /// Appends the replacement of an incomplete character at the end.
    pub fn finish(&mut self, shown: &mut Vec<u8>) {
        let rest = std::mem::take(&mut self.rest);
        self.push_whole(&rest, shown);
    }

    fn push_whole(&mut self, bytes: &[u8], shown: &mut Vec<u8>) {
        for chunk in bytes.utf8_chunks() {
            let mut characters = chunk.valid().chars().peekable();
            while let Some(c) = characters.next() {
                let ends_line = c == '\r' && characters.peek() == Some(&'\n');
                if c.is_control() && !matches!(c, '\n' | '\t') && !ends_line {
                    self.replace(c.len_utf8(), shown);
                } else {
                    self.push_char(c, shown);
                }
            }
            self.replace(chunk.invalid().len(), shown);
        }
    }

    fn push_char(&mut self, c: char, shown: &mut Vec<u8>) {
        if c == '\n' {
            self.replacements = 0;
        }
        if self.replacements <= MAXIMUM_REPLACEMENTS {
            shown.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
        }
    }

    fn replace(&mut self, count: usize, shown: &mut Vec<u8>) {
        for _ in 0..count {
            self.replacements += 1;
            let c = match self.replacements {
                ..=MAXIMUM_REPLACEMENTS => REPLACEMENT,
                _ if self.replacements == MAXIMUM_REPLACEMENTS + 1 => '…',
                _ => return,
            };
            shown.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
        }
    }
}

/// Returns whether nothing in `bytes` needs to be replaced, whatever follows.
fn is_printable(bytes: &[u8]) -> bool {
    let is_control = |c: char| c.is_control() && !matches!(c, '\n' | '\t');
    from_utf8(bytes).is_ok_and(|text| !text.contains(is_control))
}

/// Returns the number of bytes at the end that may be the start of something printable.
fn incomplete_length(bytes: &[u8]) -> usize {
    if bytes.ends_with(b"\r") {
        return 1;
    }
    let is_begin = |length: &usize| {
        let end = &bytes[bytes.len() - length..];
        // If the error has no length, the input is incomplete, not invalid.
        from_utf8(end).is_err_and(|error| error.valid_up_to() == 0 && error.error_len().is_none())
    };
    (1..=bytes.len().min(3)).find(is_begin).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks a text in one part and in parts of all sizes.
    fn check(bytes: &[u8], expected: &str) {
        for size in 1..=bytes.len().max(1) {
            let mut printable = Printable::default();
            let mut shown = vec![];
            for part in bytes.chunks(size) {
                printable.push(part, &mut shown);
            }
            printable.finish(&mut shown);
            assert_eq!(String::from_utf8(shown).unwrap(), expected, "{size}");
        }
    }

    #[test]
    fn printable_text_is_unchanged() {
        for text in ["", "a\tb\n", "a\r\nb", "ü € 𝄞\n", "\n\n", "a\r\n\r\n"] {
            check(text.as_bytes(), text);
        }
    }

    #[test]
    fn unprintable_bytes_are_replaced_one_by_one() {
        check(b"a\x1b[31mb\x00\x7f", "a\u{fffd}[31mb\u{fffd}\u{fffd}");
        check(b"a\rb\r", "a\u{fffd}b\u{fffd}");
        check(b"\xff\xfea\xe2\x82", "\u{fffd}\u{fffd}a\u{fffd}\u{fffd}");
        check(b"\xf0\x9f\xf0\x9f", "\u{fffd}\u{fffd}\u{fffd}\u{fffd}");
        // A control character of two bytes.
        check("a\u{9b}b".as_bytes(), "a\u{fffd}\u{fffd}b");
    }

    #[test]
    fn binary_lines_are_cut() {
        let mut bytes = b"a".repeat(1_000);
        bytes.extend(b"\0".repeat(1_000));
        bytes.extend(b"bc\nd\0\n");
        let cut = "\u{fffd}".repeat(MAXIMUM_REPLACEMENTS);
        let expected = format!("{}{cut}…\nd\u{fffd}\n", "a".repeat(1_000));
        check(&bytes, &expected);
    }
}
