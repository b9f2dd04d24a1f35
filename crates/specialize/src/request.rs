//! Shapes and sizes as a user writes them.

mod sizes;

pub use self::sizes::GivenSizes;
pub(super) use self::sizes::{GivenRange, GivenSize, Range};

use crate::symbol::MAX_SIZE;
use std::{
    fmt::{self, Display, Formatter},
    str::FromStr,
};

/// The calls that a program is specialised or checked for, `4x128,x=?x128;2x128,2`: the shapes of
/// the arguments by position or by name.
#[derive(Clone, Debug, Default, Eq, Hash, PartialEq)]
pub struct GivenShapes(pub(super) Vec<Call>);

impl GivenShapes {
    /// Returns whether no shape is given.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl FromStr for GivenShapes {
    type Err = RequestError;

    fn from_str(text: &str) -> Result<Self, RequestError> {
        if text.trim().is_empty() {
            return Ok(Self::default());
        }
        let calls = split(text, ';').into_iter().map(parse_call);
        Ok(Self(calls.collect::<Result<_, _>>()?))
    }
}

impl Display for GivenShapes {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        let calls = self.0.iter().map(ToString::to_string);
        formatter.write_str(&calls.collect::<Vec<_>>().join(";"))
    }
}

/// The shapes of the arguments of one call.
#[derive(Clone, Debug, Default, Eq, Hash, PartialEq)]
pub(super) struct Call {
    /// The arguments in the order in which they are given.
    pub arguments: Vec<GivenArgument>,
}

/// The shape of one argument.
#[derive(Clone, Debug, Eq, Hash, PartialEq)]
pub(super) struct GivenArgument {
    /// The argument's name; without one, its position counts.
    pub name: Option<String>,
    /// Its shape.
    pub shape: GivenShape,
}

/// A shape as it is given.
#[derive(Clone, Debug, Eq, Hash, PartialEq)]
pub(super) enum GivenShape {
    /// `_`: the argument stays as it is.
    Unchanged,
    /// Sizes, `None` for a dim that stays as it is, and the element type, if there is one.
    Dims(Vec<Option<i64>>, Option<String>),
}

/// An error in shapes or sizes.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum RequestError {
    /// Nothing is between two commas.
    #[error("an entry is empty; write `_` for an argument that stays as it is")]
    Empty,
    /// It is not a shape.
    #[error(
        "'{found}' is not a shape; expected sizes such as `4x128` or `?x128`, `scalar`, or a \
             type such as `tensor<4x128xf32>`"
    )]
    Shape {
        /// What was given.
        found: String,
    },
    /// It is not a size.
    #[error(
        "'{found}' is not a size; expected a number from 0 to {MAX_SIZE}, or `?` for a dim that \
             stays as it is"
    )]
    Size {
        /// What was given.
        found: String,
    },
    /// No dim is that large.
    #[error("size {found} is too large: at most {MAX_SIZE}, because sizes are computed in 32 bits")]
    TooLarge {
        /// What was given.
        found: String,
    },
    /// It is not the size of a symbol.
    #[error(
        "'{found}' does not give the size of a symbol; expected a list such as `b=4,s=128`, or \
             ranges such as `b=1..8,s=16..512:16`"
    )]
    Symbol {
        /// What was given.
        found: String,
    },
    /// A range is malformed.
    #[error(
        "'{found}' is not a range of sizes; expected the least and the greatest size, such as `1..8`, \
             one of them, as `1..` or `..8`, or multiples of a step, as `16..512:16` or `..:16`"
    )]
    Range {
        /// What was given.
        found: String,
    },
    /// A range has no size.
    #[error("the range '{found}' is empty: {least} is greater than {greatest}")]
    EmptyRange {
        /// What was given.
        found: String,
        /// The least size.
        least: i64,
        /// The greatest size.
        greatest: i64,
    },
    /// The bounds of a range are no multiples of its step.
    #[error(
        "the range '{found}' begins with {least}, which is not a multiple of {step}; sizes are multiples \
             of the number behind `:`"
    )]
    Step {
        /// What was given.
        found: String,
        /// The least size.
        least: i64,
        /// The step.
        step: i64,
    },
    /// An argument or a symbol is given twice.
    #[error("'{name}' is given twice")]
    Repeated {
        /// Its name.
        name: String,
    },
}

/// Parses the shapes of one call: `4x128,x=?x128`.
fn parse_call(text: &str) -> Result<Call, RequestError> {
    let entries = split(text, ',');
    let arguments = entries.into_iter().map(|entry| {
        let (name, shape) = match split_name(entry) {
            Some((name, shape)) => (Some(name.to_string()), shape),
            None => (None, entry),
        };
        let shape = parse_shape(shape)?;
        Ok(GivenArgument { name, shape })
    });
    let arguments = arguments.collect::<Result<Vec<_>, _>>()?;
    for (index, argument) in arguments.iter().enumerate() {
        if let Some(name) = &argument.name
            && arguments[..index]
                .iter()
                .any(|other| other.name.as_ref() == Some(name))
        {
            return Err(RequestError::Repeated { name: name.clone() });
        }
    }
    Ok(Call { arguments })
}

/// Splits `x=4x128` into the name and the rest.
fn split_name(entry: &str) -> Option<(&str, &str)> {
    // A name may contain `=`, and so may the encoding of a type, which is rejected.
    let (name, rest) = match entry.find("=tensor<") {
        Some(at) => (&entry[..at], &entry[at + 1..]),
        None => entry.rsplit_once('=')?,
    };
    let name = name.trim();
    (!name.is_empty()).then_some((name, rest.trim()))
}

fn parse_shape(text: &str) -> Result<GivenShape, RequestError> {
    let text = text.trim();
    match text {
        "" => return Err(RequestError::Empty),
        "_" => return Ok(GivenShape::Unchanged),
        "scalar" => return Ok(GivenShape::Dims(vec![], None)),
        _ => {}
    }
    let shape = || RequestError::Shape { found: text.into() };
    let Some(inner) = text.strip_prefix("tensor<") else {
        // A wrong number is the error, but anything else is not a shape at all.
        if !text.split('x').all(is_like_number) {
            return Err(shape());
        }
        let dims = text.split('x').map(parse_size);
        return Ok(GivenShape::Dims(dims.collect::<Result<_, _>>()?, None));
    };
    let mut rest = inner.strip_suffix('>').ok_or_else(shape)?.trim();
    let mut dims = vec![];
    while rest.starts_with(|c: char| c.is_ascii_digit() || c == '?' || c == '-') {
        let (dim, after) = rest.split_once('x').ok_or_else(shape)?;
        dims.push(parse_size(dim)?);
        rest = after;
    }
    // It has no rank, or an encoding.
    if rest.is_empty() || rest.starts_with('*') || split(rest, ',').len() > 1 || !is_balanced(rest)
    {
        return Err(shape());
    }
    Ok(GivenShape::Dims(dims, Some(rest.into())))
}

/// Returns whether a text is `?`, or a number that may have a sign.
fn is_like_number(text: &str) -> bool {
    let text = text.trim();
    let digits = text.trim_start_matches(['+', '-']);
    text == "?" || !digits.is_empty() && digits.chars().all(|c| c.is_ascii_digit())
}

/// Returns whether each `<` has its `>`.
fn is_balanced(text: &str) -> bool {
    let mut depth = 0_usize;
    let closes = text.chars().all(|c| match c {
        '<' => {
            depth += 1;
            true
        }
        '>' => depth.checked_sub(1).is_some_and(|outer| {
            depth = outer;
            true
        }),
        _ => true,
    });
    closes && depth == 0
}

/// Parses a size; `None` if it is `?`.
fn parse_size(text: &str) -> Result<Option<i64>, RequestError> {
    let text = text.trim();
    if text == "?" {
        return Ok(None);
    }
    let found = || text.to_string();
    if text.is_empty() || !text.chars().all(|c| c.is_ascii_digit()) {
        return Err(RequestError::Size { found: found() });
    }
    match text.parse::<i64>() {
        Ok(size) if size <= MAX_SIZE => Ok(Some(size)),
        _ => Err(RequestError::TooLarge { found: found() }),
    }
}

/// Splits a text at a separator that is neither in brackets nor in quotes.
fn split(text: &str, separator: char) -> Vec<&str> {
    let mut depth = 0_usize;
    let mut quote = None;
    let parts = text.split(|c: char| {
        match (quote, c) {
            (Some(open), _) if c == open => quote = None,
            (Some(_), _) => {}
            (None, '\'' | '"') => quote = Some(c),
            (None, '<' | '[' | '(' | '{') => depth += 1,
            (None, '>' | ']' | ')' | '}') => depth = depth.saturating_sub(1),
            _ => return depth == 0 && c == separator,
        }
        false
    });
    parts.map(str::trim).collect()
}

impl Display for GivenShape {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unchanged => formatter.write_str("_"),
            Self::Dims(dims, element) => match element {
                None => formatter.write_str(&shape_text(dims)),
                Some(element) if dims.is_empty() => write!(formatter, "tensor<{element}>"),
                Some(element) => write!(formatter, "tensor<{}x{element}>", shape_text(dims)),
            },
        }
    }
}

impl Display for Call {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        let arguments = self.arguments.iter().map(|argument| match &argument.name {
            Some(name) => format!("{name}={}", argument.shape),
            None => argument.shape.to_string(),
        });
        formatter.write_str(&arguments.collect::<Vec<_>>().join(","))
    }
}

/// Writes sizes as a shape: `4x?`, or `scalar`.
pub(super) fn shape_text(dims: &[Option<i64>]) -> String {
    if dims.is_empty() {
        return "scalar".into();
    }
    let dims = dims.iter().map(|dim| match dim {
        Some(size) => size.to_string(),
        None => "?".into(),
    });
    dims.collect::<Vec<_>>().join("x")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &str) {
        let found = match text.parse::<GivenShapes>() {
            Ok(shapes) => shapes.to_string(),
            Err(error) => format!("error: {error}"),
        };
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn shapes_are_sizes_or_types() {
        for text in [
            "4x128,?x128",
            "x=4x128,_,scalar",
            "tensor<4x?xf32>,tensor<f32>",
            "x=tensor<4x!quant.uniform<i8:f32, 1.0>>,3",
            "params['a,b']=2",
            "2,3;4,5",
            "2147483647x0",
            "",
        ] {
            check(text, text);
        }
        check(" 4x128 , y = ?x128 ", "4x128,y=?x128");
        check("a=b=4", "a=b=4");
    }

    #[test]
    fn malformed_shapes_are_refused() {
        let size = "is not a size; expected a number from 0 to 2147483647, or `?` for a dim that \
                    stays as it is";
        let shape = "is not a shape; expected sizes such as `4x128` or `?x128`, `scalar`, or a type \
                     such as `tensor<4x128xf32>`";
        for (text, found) in [("-4x8", "-4"), ("+4", "+4"), ("x=4x-1", "-1")] {
            check(text, &format!("error: '{found}' {size}"));
        }
        for text in [
            "4xx8",
            "4x8x",
            "4 8",
            "4*8",
            "f32",
            "[4,8]",
            "4x8xf32",
            "tensor<4x8xf32>>",
            "tensor<4xf32, #stablehlo.bounds<4>>",
            "tensor<4x8>",
            "tensor<4x",
            "tensor<4xf32",
            "tensor<*xf32>",
            "tensor<>",
        ] {
            check(text, &format!("error: '{text}' {shape}"));
        }
        check(
            "4,,8",
            "error: an entry is empty; write `_` for an argument that stays as it is",
        );
        check(
            "2147483648",
            "error: size 2147483648 is too large: at most 2147483647, because sizes are computed in \
             32 bits",
        );
        check("x=4,x=5", "error: 'x' is given twice");
    }
}
