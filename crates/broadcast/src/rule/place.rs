//! Positions of rules in files.

use std::{fmt, sync::Arc};

/// A position in a rule file.
#[derive(Clone, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub struct RulePlace {
    /// The file, by the name that the caller gave.
    pub file: Arc<str>,
    /// The line, from 1.
    pub line: usize,
    /// The column in bytes, from 1.
    pub column: usize,
    /// The text of the file.
    source: Arc<str>,
}

impl RulePlace {
    /// Returns the text of the line.
    pub fn line_text(&self) -> &str {
        let index = self.line.saturating_sub(1);
        self.source.lines().nth(index).unwrap_or_default()
    }
}

impl fmt::Display for RulePlace {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}:{}:{}", self.file, self.line, self.column)
    }
}

impl fmt::Debug for RulePlace {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "RulePlace({self})")
    }
}

/// The text of a rule file and the offsets of its lines.
pub(super) struct RuleFile {
    name: Arc<str>,
    text: Arc<str>,
    line_starts: Vec<usize>,
}

impl RuleFile {
    pub fn new(name: &str, text: &str) -> Self {
        let newlines = text.match_indices('\n');
        Self {
            name: name.into(),
            text: text.into(),
            line_starts: [0]
                .into_iter()
                .chain(newlines.map(|(index, _)| index + 1))
                .collect(),
        }
    }

    /// Returns a part of the text, without line breaks and shortened if it is long.
    pub fn excerpt(&self, span: std::ops::Range<usize>) -> String {
        const LONGEST: usize = 60;
        let text = self.text.get(span).unwrap_or_default();
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        match text.char_indices().nth(LONGEST) {
            Some((end, _)) => format!("{}...", &text[..end]),
            None => text,
        }
    }

    /// Returns the position of a byte offset in the text.
    pub fn place(&self, byte: usize) -> RulePlace {
        let byte = byte.min(self.text.len());
        let line = self.line_starts.partition_point(|&start| start <= byte);
        let line_start = line.checked_sub(1).map_or(0, |last| self.line_starts[last]);
        RulePlace {
            file: self.name.clone(),
            line,
            column: byte - line_start + 1,
            source: self.text.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_lines_and_columns() {
        let file = RuleFile::new("a.toml", "ab\r\nüc\n");
        for (byte, line, column, text) in [
            (0, 1, 1, "ab"),
            (3, 1, 4, "ab"),
            (4, 2, 1, "üc"),
            (6, 2, 3, "üc"),
            (8, 3, 1, ""),
            (99, 3, 1, ""),
        ] {
            let place = file.place(byte);
            let found = (place.line, place.column, place.line_text());
            assert_eq!(found, (line, column, text), "{byte}");
        }
        let place = RuleFile::new("a.toml", "").place(0);
        assert_eq!((place.line, place.column, place.line_text()), (1, 1, ""));
        // Without the text of the file.
        assert_eq!(format!("{place:?}"), "RulePlace(a.toml:1:1)");
    }
}
