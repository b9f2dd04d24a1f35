//! The regions of a source that diagnostics are about, in the columns of SARIF.

use super::FileLocation;
use serde_json::{Value, json};

/// The lines of a source. Columns in it are counted in characters, from 1.
pub(super) struct Regions<'s> {
    source: Option<(&'s str, &'s [u8])>,
    /// The offsets at which its lines begin.
    starts: Vec<usize>,
}

impl<'s> Regions<'s> {
    /// Finds the lines of a source, which has a name in locations.
    pub fn new(source: Option<(&'s str, &'s [u8])>) -> Self {
        let bytes = source.map_or(&b""[..], |(_, bytes)| bytes);
        let newlines = memchr::memchr_iter(b'\n', bytes);
        let starts = [0].into_iter().chain(newlines.map(|newline| newline + 1));
        Self {
            source,
            starts: starts.collect(),
        }
    }

    /// Returns the region of the token at a position; without its end if the source is another file.
    pub fn at(&self, location: &FileLocation) -> Value {
        // Line 0 stands for the whole file; a region must begin at a line.
        if location.line == 0 {
            return json!({ "startLine": 1 });
        }
        let Some((before, rest)) = self.line_at(location) else {
            return json!({
                "startLine": location.line,
                "startColumn": location.column.max(1),
            });
        };
        let start = 1 + String::from_utf8_lossy(before).chars().count();
        let token = token_length(&String::from_utf8_lossy(rest));
        json!({
            "startLine": location.line,
            "startColumn": start,
            "endColumn": start + token,
        })
    }

    /// Splits the line of a position: the text before the position, and the text from there on.
    fn line_at(&self, location: &FileLocation) -> Option<(&'s [u8], &'s [u8])> {
        let (_, bytes) = self.source.filter(|(name, _)| *name == location.file)?;
        let index = location.line.checked_sub(1)?;
        let start = *self.starts.get(index)?;
        let end = self
            .starts
            .get(index + 1)
            .map_or(bytes.len(), |next| next - 1);
        bytes
            .get(start..end)?
            .split_at_checked(location.column.checked_sub(1)?)
    }
}

/// Returns the number of characters of the token at the start of a text.
fn token_length(text: &str) -> usize {
    let mut characters = text.chars();
    let Some(first) = characters.next() else {
        return 0;
    };
    if first == '"' {
        let mut is_escaped = false;
        let inside = characters.take_while(|&c| {
            let goes_on = is_escaped || c != '"';
            is_escaped = !is_escaped && c == '\\';
            goes_on
        });
        return (inside.count() + 2).min(text.trim_end().chars().count());
    }
    let is_part = |c: &char| c.is_alphanumeric() || "_$.-".contains(*c);
    match is_part(&first) || "%@#!^".contains(first) {
        true => 1 + characters.take_while(is_part).count(),
        false => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_end_where_mlir_ends_them() {
        for (text, length) in [
            ("", 0),
            ("chlo.broadcast_add %a, %b", 18),
            ("%arg0: tensor<2xf32>", 5),
            ("@f(%a)", 2),
            ("\"my.op\"(%a)", 7),
            ("\"a\\\"b\" x", 6),
            ("\"open\r", 5),
            ("} else", 1),
            ("-> f32", 1),
            ("\u{e9}x y", 2),
        ] {
            assert_eq!(token_length(text), length, "{text}");
        }
    }

    #[test]
    fn columns_are_counted_in_characters() {
        // `\u{e9}` takes two bytes, so byte column 4 is the third character.
        let regions = Regions::new(Some(("a.mlir", "\n\u{e9} xyz\n".as_bytes())));
        let at = |file: &str, line, column| {
            let file = file.into();
            regions.at(&FileLocation { file, line, column })
        };
        let region = json!({"startLine": 2, "startColumn": 3, "endColumn": 6});
        assert_eq!(at("a.mlir", 2, 4), region);
        // In other files, and outside the source, nothing is known of the line.
        assert_eq!(
            at("b.mlir", 2, 4),
            json!({"startLine": 2, "startColumn": 4})
        );
        assert_eq!(
            at("a.mlir", 2, 99),
            json!({"startLine": 2, "startColumn": 99})
        );
        assert_eq!(
            at("a.mlir", 9, 0),
            json!({"startLine": 9, "startColumn": 1})
        );
        assert_eq!(at("a.mlir", 0, 0), json!({"startLine": 1}));
    }
}
