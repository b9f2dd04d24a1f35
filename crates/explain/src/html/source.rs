//! The source beside a report.

use super::{Page, escape::Escaped};
use maud::{Markup, html};
use std::{borrow::Cow, collections::BTreeMap};

/// The number of digits of a hexadecimal string, at most, that are shown.
const MAX_DIGITS: usize = 64;

/// The number of bytes of a line, at most, that are shown.
const MAX_LINE: usize = 2000;

impl Page<'_> {
    pub(super) fn source(&self) -> Markup {
        let prefix = self.prefix;
        let mut ops = BTreeMap::<usize, usize>::new();
        for (index, op) in self.report.ops.iter().enumerate() {
            if let Some(line) = op.place.as_ref().and_then(|place| self.line(place)) {
                ops.entry(line).or_insert(index);
            }
        }
        html! {
            section.source { "\n"
                h2 { "Source" } "\n"
                pre tabindex="0" role="region" aria-label="Source" {
                    ol {
                        @for (line, text) in (1..).zip(&self.lines) {
                            @let text = readable(text);
                            @match ops.get(&line) {
                                Some(op) => li id={ (prefix) "L" (line) } class="op" {
                                    a href={ "#" (prefix) "op-" (op) } { (line) } (Escaped(&text))
                                },
                                None => li id={ (prefix) "L" (line) } { (Escaped(&text)) },
                            }
                        }
                    }
                } "\n"
            } "\n"
        }
    }
}

/// Returns a line with long numbers and long middles elided.
pub(super) fn readable(line: &str) -> Cow<'_, str> {
    let line = without_hexadecimal(line);
    if line.len() <= MAX_LINE {
        return line;
    }
    let half = MAX_LINE / 2;
    let is_boundary = |at: &usize| line.is_char_boundary(*at);
    let first = (0..=half).rev().find(is_boundary).unwrap_or_default();
    let last = (line.len() - half..line.len()).find(is_boundary);
    let last = last.unwrap_or(line.len());
    let more = last - first;
    format!("{} … {more} more bytes … {}", &line[..first], &line[last..]).into()
}

/// Returns a line with the contents of long hexadecimal strings replaced with their sizes.
fn without_hexadecimal(line: &str) -> Cow<'_, str> {
    let mut result = String::new();
    let mut rest = line;
    while let Some(start) = rest.find("\"0x") {
        let (before, digits) = rest.split_at(start + 3);
        let end = digits.find(|c: char| !c.is_ascii_hexdigit());
        let (digits, after) = digits.split_at(end.unwrap_or(digits.len()));
        result.push_str(before);
        match digits.len() {
            0..=MAX_DIGITS => result.push_str(digits),
            count => result.push_str(&format!("{}… {} bytes", &digits[..8], count / 2)),
        }
        rest = after;
    }
    if result.is_empty() {
        return line.into();
    }
    result.push_str(rest);
    result.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constants_are_elided_with_their_size() {
        let digits = "0123456789ABCDEF".repeat(5);
        let line = format!("%0 = a dense<\"0x{digits}\"> : b, dense<\"0xABCD\"> \"0x");
        let expected = "%0 = a dense<\"0x01234567… 40 bytes\"> : b, dense<\"0xABCD\"> \"0x";
        assert_eq!(readable(&line), expected);
        assert_eq!(readable("x \"y\" 0x00"), "x \"y\" 0x00");
    }

    #[test]
    fn the_middle_of_a_long_line_is_elided() {
        let line = format!("begin{}end", "ö".repeat(5000));
        let shown = readable(&line);
        assert!(
            shown.starts_with("beginö") && shown.ends_with("öend"),
            "{shown}"
        );
        let (_, rest) = shown.split_once(" … ").expect("something is elided");
        let (count, _) = rest.split_once(" more bytes").expect("the size is shown");
        let elided = count.parse::<usize>().expect("a number");
        assert_eq!(
            shown.len() + elided,
            line.len() + format!(" … {elided} more bytes … ").len()
        );
        let short = "x".repeat(MAX_LINE);
        assert_eq!(readable(&short), short);
    }
}
