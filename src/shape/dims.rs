//! A ranked shape, and how it is written.

use super::ShapeDim;
use smallvec::SmallVec;
use std::{
    fmt,
    ops::{Deref, DerefMut},
    str::FromStr,
};

/// Holds the dims of a ranked type, outermost first.
///
/// It is written as MLIR writes shapes in its messages: `4x?x[2]`, and nothing
/// at all for rank 0. Up to six dims are stored in place.
#[derive(Clone, Debug, Default, Eq, Hash, PartialEq)]
pub struct Shape(SmallVec<[ShapeDim; 6]>);

impl Shape {
    /// Makes a shape of `rank` unit dims, which broadcasts to every shape of
    /// that rank.
    pub fn units(rank: usize) -> Self {
        Self(SmallVec::from_elem(ShapeDim::UNIT, rank))
    }

    /// Makes a shape from raw sizes, as MLIR holds them for a tensor.
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

/// Reads `4x?x[2]`; the empty text is the shape of rank 0.
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

/// Says which part of a text is not a size.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[error("expected a size such as 4, [4] or ? for dim {dim}, but found '{found}'")]
pub struct ParseShapeError {
    /// The dim, counted from 0.
    pub dim: usize,
    /// The text that stands for it.
    pub found: String,
}

/// Prints a list of dims as [`Shape`] is printed; made by [`display_shape`].
#[derive(Clone, Copy, Debug)]
pub struct DisplayShape<'a>(&'a [ShapeDim]);

/// Returns what prints a list of dims as `4x?x[2]`.
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

/// Digits only: `str::parse` alone would also take a sign.
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
    fn reads_what_it_prints() {
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
    fn names_the_dim_that_is_no_size() {
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
