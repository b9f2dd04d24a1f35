//! Shapes and sizes as a user writes them.

use crate::{analysis::MAX_SIZE, ir::greatest_common_divisor};
use rustc_hash::FxHashSet;
use std::{
    fmt::{self, Display, Formatter},
    str::FromStr,
};

/// The calls that a program is specialised or checked for, `4x128,x=?x128;2x128,2`: the shapes of
/// the arguments by position or by name.
#[derive(Clone, Debug, Default, Eq, Hash, PartialEq)]
pub struct GivenShapes(pub(super) Vec<Call>);

/// What is given of the sizes of symbols, `b=4,s=16..512:16`: a size, or a range that is declared.
#[derive(Clone, Debug, Default, Eq, Hash, PartialEq)]
pub struct GivenSizes {
    pub(super) sizes: Vec<GivenSize>,
    pub(super) ranges: Vec<GivenRange>,
}

impl GivenShapes {
    /// Returns whether no shape is given.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl GivenSizes {
    /// Returns whether no size and no range is given.
    pub fn is_empty(&self) -> bool {
        self.sizes.is_empty() && self.ranges.is_empty()
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

impl FromStr for GivenSizes {
    type Err = RequestError;

    fn from_str(text: &str) -> Result<Self, RequestError> {
        parse_sizes(text)
    }
}

impl Display for GivenSizes {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        let sizes = self.sizes.iter();
        let sizes = sizes.map(|given| format!("{}={}", given.name, given.size));
        let ranges = self.ranges.iter();
        let ranges = ranges.map(|given| format!("{}={}", given.name, given.range));
        formatter.write_str(&sizes.chain(ranges).collect::<Vec<_>>().join(","))
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

/// The size of a symbol.
#[derive(Clone, Debug, Eq, Hash, PartialEq)]
pub(super) struct GivenSize {
    /// The symbol.
    pub name: String,
    /// Its size.
    pub size: i64,
}

/// The range of a symbol.
#[derive(Clone, Debug, Eq, Hash, PartialEq)]
pub(super) struct GivenRange {
    /// The symbol.
    pub name: String,
    /// The sizes that it may have.
    pub range: Range,
}

/// The sizes from the least to the greatest one, both included, that are multiples of a step.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub(super) struct Range {
    /// The least size, a multiple of the step.
    pub least: i64,
    /// The greatest size, if there is one.
    pub greatest: Option<i64>,
    /// The step, at least 1.
    pub step: i64,
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

/// Parses what is given of symbols: `b=4,s=16..512:16`.
fn parse_sizes(text: &str) -> Result<GivenSizes, RequestError> {
    let mut given = GivenSizes::default();
    if text.trim().is_empty() {
        return Ok(given);
    }
    let mut names = FxHashSet::default();
    for entry in split(text, ',') {
        let symbol = || RequestError::Symbol {
            found: entry.into(),
        };
        let (name, size) = split_name(entry).ok_or_else(symbol)?;
        if !names.insert(name) {
            return Err(RequestError::Repeated { name: name.into() });
        }
        let name = name.to_string();
        match size.contains("..") {
            true => {
                let range = size.parse()?;
                given.ranges.push(GivenRange { name, range });
            }
            false => {
                let size = parse_size(size)?.ok_or_else(symbol)?;
                given.sizes.push(GivenSize { name, size });
            }
        }
    }
    Ok(given)
}

impl FromStr for Range {
    type Err = RequestError;

    /// Parses `16..512:16`, whose parts but `..` may be left out.
    fn from_str(text: &str) -> Result<Self, RequestError> {
        let range = || RequestError::Range { found: text.into() };
        let (bounds, step) = match text.split_once(':') {
            Some((bounds, step)) => (bounds, Some(step)),
            None => (text, None),
        };
        let (least, greatest) = bounds.split_once("..").ok_or_else(range)?;
        let size = |text: &str| match text.trim().is_empty() {
            true => Ok(None),
            false if is_like_number(text) => parse_size(text),
            false => Err(range()),
        };
        let bounds = [size(least)?, size(greatest)?];
        let step = match step {
            Some(step) => size(step)?.filter(|&step| step > 0).ok_or_else(range)?,
            None if bounds == [None, None] => return Err(range()),
            None => 1,
        };
        let found = || text.to_string();
        let [least, greatest] = bounds;
        let least = least.unwrap_or(0);
        if let Some(greatest) = greatest.filter(|&greatest| greatest < least) {
            return Err(RequestError::EmptyRange {
                found: found(),
                least,
                greatest,
            });
        }
        if least % step != 0 {
            return Err(RequestError::Step {
                found: found(),
                least,
                step,
            });
        }
        Ok(Self {
            least,
            greatest,
            step,
        })
    }
}

impl Range {
    /// Returns the sizes that are in both ranges; `None` if there are none.
    pub fn intersection(self, other: Self) -> Option<Self> {
        let divisor = greatest_common_divisor(self.step, other.step);
        let step = (self.step / divisor).checked_mul(other.step)?;
        let least = self.least.max(other.least);
        let least = least.checked_add((step - least % step) % step)?;
        let greatest = [self.greatest, other.greatest].into_iter().flatten().min();
        (least <= greatest.unwrap_or(MAX_SIZE)).then_some(Self {
            least,
            greatest,
            step,
        })
    }

    /// Returns whether every size is in the range.
    pub fn is_any(self) -> bool {
        self.least == 0 && self.greatest.is_none() && self.step == 1
    }

    /// Returns the numbers of the attribute that declares the range: the least size, the greatest
    /// one and the step, as far as they say anything.
    pub fn numbers(self) -> Vec<i64> {
        match (self.greatest, self.step) {
            (None, 1) => vec![self.least],
            (Some(greatest), 1) => vec![self.least, greatest],
            (greatest, step) => vec![self.least, greatest.unwrap_or(MAX_SIZE), step],
        }
    }
}

impl Display for Range {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}..", self.least)?;
        if let Some(greatest) = self.greatest {
            write!(formatter, "{greatest}")?;
        }
        match self.step {
            1 => Ok(()),
            step => write!(formatter, ":{step}"),
        }
    }
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

    #[test]
    fn sizes_of_symbols_are_numbers() {
        let parse = |text| parse_sizes(text).map_err(|error| error.to_string());
        let size = |name: &str, size| GivenSize {
            name: name.into(),
            size,
        };
        let sizes = |sizes: &[GivenSize]| {
            Ok(GivenSizes {
                sizes: sizes.to_vec(),
                ranges: vec![],
            })
        };
        assert_eq!(
            parse("b=4, s = 128"),
            sizes(&[size("b", 4), size("s", 128)])
        );
        assert_eq!(parse(""), sizes(&[]));
        let symbol = "does not give the size of a symbol; expected a list such as `b=4,s=128`, or \
                      ranges such as `b=1..8,s=16..512:16`";
        for (text, reason) in [
            ("b", format!("'b' {symbol}")),
            ("b=?", format!("'b=?' {symbol}")),
            ("b=4,b=5", "'b' is given twice".into()),
            ("b=4,b=1..8", "'b' is given twice".into()),
        ] {
            assert_eq!(parse(text), Err(reason));
        }
    }

    #[test]
    fn ranges_of_symbols_have_both_ends() {
        let parse = |text: &str| match text.parse::<GivenSizes>() {
            Ok(sizes) => sizes.to_string(),
            Err(error) => error.to_string(),
        };
        for (text, expected) in [
            ("b=1..8", "b=1..8"),
            ("s = 16 .. 512 : 16, b=4", "b=4,s=16..512:16"),
            ("b=4..", "b=4.."),
            ("b=..8", "b=0..8"),
            ("b=..:16", "b=0..:16"),
            ("b=3..3:3", "b=3..3:3"),
        ] {
            assert_eq!(parse(text), expected, "{text}");
            assert_eq!(parse(expected), expected);
        }
        for text in [
            "..", "1..8:0", "1..8:", "1..2..3", "1..a", "1..8:2:2", "1..:?",
        ] {
            let reason = "is not a range of sizes; expected the least and the greatest size, such as \
                          `1..8`, one of them, as `1..` or `..8`, or multiples of a step, as \
                          `16..512:16` or `..:16`";
            assert_eq!(parse(&format!("b={text}")), format!("'{text}' {reason}"));
        }
        for (text, reason) in [
            ("b=8..1", "the range '8..1' is empty: 8 is greater than 1"),
            (
                "b=1..64:8",
                "the range '1..64:8' begins with 1, which is not a multiple of 8; sizes are multiples of \
                 the number behind `:`",
            ),
            (
                "b=-1..8",
                "'-1' is not a size; expected a number from 0 to 2147483647, or `?` for a dim that \
                 stays as it is",
            ),
            (
                "b=1..2147483648",
                "size 2147483648 is too large: at most 2147483647, because sizes are computed in 32 \
                 bits",
            ),
        ] {
            assert_eq!(parse(text), reason, "{text}");
        }
    }

    #[test]
    fn sizes_in_two_ranges_are_in_their_intersection() {
        let ranges = ["0..", "3..7", "..20:4", "6..30:6", "5..9", "..:5"];
        let parsed = |text: &str| text.parse::<Range>().unwrap();
        let has = |range: Range, size: i64| {
            range.least <= size
                && range.greatest.is_none_or(|greatest| size <= greatest)
                && size % range.step == 0
        };
        for (one, other) in ranges
            .iter()
            .flat_map(|one| ranges.map(|other| (*one, other)))
        {
            let both = parsed(one).intersection(parsed(other));
            for size in 0..200 {
                assert_eq!(
                    both.is_some_and(|both| has(both, size)),
                    has(parsed(one), size) && has(parsed(other), size),
                    "{size} in {one} and {other}"
                );
            }
        }
        let wide = |step| Range {
            least: 0,
            greatest: None,
            step,
        };
        assert_eq!(wide(i64::MAX).intersection(wide(i64::MAX - 1)), None);
    }
}
