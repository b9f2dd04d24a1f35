//! A position in the source, which selects ops.

use super::Op;
use std::{
    fmt::{self, Display, Formatter},
    str::FromStr,
};

/// A line, and perhaps a column, of the source.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Position {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1, in bytes; `None` for all of the line.
    pub column: Option<usize>,
}

impl Position {
    /// Returns whether an op is at the position.
    pub fn has(&self, op: &Op) -> bool {
        let place = op.place.as_ref();
        place.is_some_and(|place| {
            let column = self.column.unwrap_or(place.column);
            (place.line, place.column) == (self.line, column)
        })
    }
}

impl Display for Position {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        write!(formatter, "line {}", self.line)?;
        match self.column {
            Some(column) => write!(formatter, ", column {column}"),
            None => Ok(()),
        }
    }
}

/// The error that a text is not a position.
#[derive(Clone, Copy, Debug, Eq, PartialEq, thiserror::Error)]
#[error("expected LINE or LINE:COLUMN, from 1")]
pub struct ParsePositionError;

impl FromStr for Position {
    type Err = ParsePositionError;

    /// Reads `LINE` or `LINE:COLUMN`.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let number = |text: &str| match text.parse() {
            Ok(0) | Err(_) => Err(ParsePositionError),
            Ok(number) => Ok(number),
        };
        Ok(match text.split_once(':') {
            None => Self {
                line: number(text)?,
                column: None,
            },
            Some((line, column)) => Self {
                line: number(line)?,
                column: Some(number(column)?),
            },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_count_from_one() {
        let position = |line, column| Ok(Position { line, column });
        for (text, expected) in [
            ("12", position(12, None)),
            ("12:8", position(12, Some(8))),
            ("0", Err(ParsePositionError)),
            ("1:0", Err(ParsePositionError)),
            ("", Err(ParsePositionError)),
            ("1:", Err(ParsePositionError)),
            (":1", Err(ParsePositionError)),
            ("1:2:3", Err(ParsePositionError)),
            ("99999999999999999999", Err(ParsePositionError)),
        ] {
            assert_eq!(text.parse(), expected, "{text}");
        }
    }
}
