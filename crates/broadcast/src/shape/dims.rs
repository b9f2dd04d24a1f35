//! A ranked shape and its text form.

use super::ShapeDim;
use smallvec::SmallVec;
use std::{
    fmt,
    ops::{Deref, DerefMut},
    str::FromStr,
};

/// Holds the dims of a ranked type, outermost first.
///
/// Its text form is that of shapes in MLIR's messages: `4x?x[2]`, and the empty string for
/// rank 0. Up to six dims are stored inline.
#[derive(Clone, Debug, Default, Eq, Hash, PartialEq)]
pub struct Shape(SmallVec<[ShapeDim; 6]>);

impl Shape {
    /// Creates a shape of `rank` unit dims, which broadcasts to every shape of that rank.
    pub fn units(rank: usize) -> Self {
        Self(SmallVec::from_elem(ShapeDim::UNIT, rank))
    }

    /// Creates a shape from raw sizes, as MLIR holds them for a tensor.
    pub fn from_raw(sizes: &[i64]) -> Self {
        sizes.iter().copied().map(ShapeDim::from_raw).collect()
    }
}

impl Deref for Shape {
    type Target = [ShapeDim];

    fn deref(&self) -> &[ShapeDim] {
        &self.0
    }
}

impl DerefMut for Shape {
    fn deref_mut(&mut self) -> &mut [ShapeDim] {
        &mut self.0
    }
}

impl From<&[ShapeDim]> for Shape {
    fn from(dims: &[ShapeDim]) -> Self {
        Self(SmallVec::from_slice(dims))
    }
}

impl FromIterator<ShapeDim> for Shape {
    fn from_iter<I: IntoIterator<Item = ShapeDim>>(dims: I) -> Self {
        Self(dims.into_iter().collect())
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&display_shape(self), formatter)
    }
}

/// Parses `4x?x[2]`; the empty string is the shape of rank 0.
impl FromStr for Shape {
    type Err = ParseShapeError;

    fn from_str(text: &str) -> Result<Self, ParseShapeError> {
        if text.is_empty() {
            return Ok(Self::default());
        }
        text.split('x')
            .enumerate()
            .map(|(dim, size)| {
                parse_dim(size).ok_or_else(|| ParseShapeError {
                    dim,
                    found: size.into(),
                })
            })
            .collect()
    }
}

/// The part of a text that is not a size.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[error("expected a size such as 4, [4] or ? for dim {dim}, but found '{found}'")]
pub struct ParseShapeError {
    /// The dim, counted from 0.
    pub dim: usize,
    /// The text found in its place.
    pub found: String,
}

/// Prints a list of dims in the text form of [`Shape`]; see [`display_shape`].
#[derive(Clone, Copy, Debug)]
pub struct DisplayShape<'a>(&'a [ShapeDim]);

/// Returns a value that displays a list of dims as `4x?x[2]`.
pub fn display_shape(dims: &[ShapeDim]) -> DisplayShape<'_> {
    DisplayShape(dims)
}

impl fmt::Display for DisplayShape<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (dim, size) in self.0.iter().enumerate() {
            if dim > 0 {
                formatter.write_str("x")?;
            }
            write!(formatter, "{size}")?;
        }
        Ok(())
    }
}

fn parse_dim(text: &str) -> Option<ShapeDim> {
    if text == "?" {
        return Some(ShapeDim::DYNAMIC);
    }
    match text.strip_prefix('[') {
        Some(rest) => ShapeDim::scalable(parse_size(rest.strip_suffix(']')?)?),
        None => ShapeDim::fixed(parse_size(text)?),
    }
}

/// Parses digits only: `str::parse` alone would also accept a sign.
fn parse_size(text: &str) -> Option<i64> {
    if text.bytes().all(|byte| byte.is_ascii_digit()) {
        text.parse().ok()
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, raw: &[i64]) {
        let shape: Shape = text.parse().expect("a valid shape");
        assert_eq!(shape, Shape::from_raw(raw), "{text}");
        assert_eq!(shape.to_string(), text);
    }

    #[test]
    fn parses_its_printed_form() {
        check("", &[]);
        check("4", &[4]);
        check("4x?x[2]", &[4, i64::MIN, -2]);
        check("0x1x?", &[0, 1, i64::MIN]);
        check(
            "9223372036854775807x[9223372036854775807]",
            &[i64::MAX, -i64::MAX],
        );
        check("1x2x3x4x5x6x7x8", &[1, 2, 3, 4, 5, 6, 7, 8]);
    }

    #[test]
    fn reports_the_dim_that_is_not_a_size() {
        for (text, dim, found) in [
            ("x", 0, ""),
            ("4x", 1, ""),
            ("4xx2", 1, ""),
            ("-1", 0, "-1"),
            ("2x+1", 1, "+1"),
            ("*", 0, "*"),
            ("??", 0, "??"),
            ("[0]", 0, "[0]"),
            ("[?]", 0, "[?]"),
            ("[]", 0, "[]"),
            ("2x[3", 1, "[3"),
            ("2x3]", 1, "3]"),
            ("2x 3", 1, " 3"),
            ("9223372036854775808", 0, "9223372036854775808"),
            ("2x٣", 1, "٣"),
        ] {
            assert_eq!(
                text.parse::<Shape>(),
                Err(ParseShapeError {
                    dim,
                    found: found.into()
                }),
                "{text}"
            );
        }
    }
}
