//! One dim of a shape.

use std::fmt;

/// Describes one dim of a shape: its size is fixed, scalable or dynamic.
///
/// | dim | printed | raw `i64` | size in elements |
/// |---|---|---|---|
/// | fixed `n >= 0` | `4` | `n` | `n` |
/// | scalable `n > 0`, vectors only | `[4]` | `-n` | `n` x vscale |
/// | dynamic | `?` | `i64::MIN` | known at run time |
///
/// It has the same width as the `i64` that it round-trips through, so a list of raw sizes needs
/// no separate list of flags.
///
/// Source: the ShapeDim RFC, class `mlir::ShapeDim`.
///
/// Differs from MLIR: constructors and size accessors return an `Option`
/// where the RFC asserts, and conversions from and to `i64` are never implicit.
#[derive(Clone, Copy, Eq, Hash, Ord, PartialEq, PartialOrd)]
#[repr(transparent)]
pub struct ShapeDim(i64);

impl ShapeDim {
    /// The dynamic dim, `?`; its raw form is MLIR's `ShapedType::kDynamic`.
    pub const DYNAMIC: Self = Self(i64::MIN);

    /// The unit dim, `1`: the one size that broadcasts to every other.
    pub const UNIT: Self = Self(1);

    /// Creates a fixed dim of `size` elements; `None` if `size` is negative.
    pub const fn fixed(size: i64) -> Option<Self> {
        if size >= 0 { Some(Self(size)) } else { None }
    }

    /// Creates a scalable dim of `size` x vscale elements; `None` unless `size` is positive.
    pub const fn scalable(size: i64) -> Option<Self> {
        if size > 0 { Some(Self(-size)) } else { None }
    }

    /// Creates a dim from the pair that an MLIR `VectorType` holds for it: a size and a
    /// scalable flag.
    ///
    /// `None` if the pair is invalid: a negative size that is not the
    /// dynamic marker, or a scalable dim of size 0 or of dynamic size.
    pub const fn from_size_and_flag(size: i64, is_scalable: bool) -> Option<Self> {
        if is_scalable {
            Self::scalable(size)
        } else if size == Self::DYNAMIC.0 {
            Some(Self::DYNAMIC)
        } else {
            Self::fixed(size)
        }
    }

    /// Creates a dim from its raw form; every `i64` is valid.
    ///
    /// The sizes of a tensor type are raw dims as MLIR holds them. Those of a vector type are
    /// not, since its scalable flags are separate: see
    /// [`from_size_and_flag`](Self::from_size_and_flag).
    pub const fn from_raw(raw: i64) -> Self {
        Self(raw)
    }

    /// Returns the raw form, the inverse of [`from_raw`](Self::from_raw).
    pub const fn into_raw(self) -> i64 {
        self.0
    }

    /// Returns whether the size is known only at run time.
    pub const fn is_dynamic(self) -> bool {
        self.0 == i64::MIN
    }

    /// Returns whether the size is a multiple of vscale.
    pub const fn is_scalable(self) -> bool {
        self.0 < 0 && !self.is_dynamic()
    }

    /// Returns whether the size is known at compile time.
    pub const fn is_fixed(self) -> bool {
        self.0 >= 0
    }

    /// Returns whether the dim is the fixed 1; the scalable `[1]` is not.
    pub const fn is_unit(self) -> bool {
        self.0 == 1
    }

    /// Returns the size in elements of a fixed dim.
    pub const fn fixed_size(self) -> Option<i64> {
        if self.is_fixed() { Some(self.0) } else { None }
    }

    /// Returns the size in multiples of vscale of a scalable dim.
    pub const fn scalable_size(self) -> Option<i64> {
        if self.is_scalable() {
            Some(-self.0)
        } else {
            None
        }
    }

    /// Returns the least size in elements at run time: `4` => 4, `[4]` => 4,
    /// `?` => 0.
    pub const fn min_size(self) -> i64 {
        if self.is_dynamic() { 0 } else { self.0.abs() }
    }
}

/// Prints the dim as MLIR does in a type: `?`, `4`, `[4]`.
impl fmt::Display for ShapeDim {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(size) = self.scalable_size() {
            write!(formatter, "[{size}]")
        } else if self.is_dynamic() {
            formatter.write_str("?")
        } else {
            write!(formatter, "{}", self.0)
        }
    }
}

/// Prints the dim as [`Display`](fmt::Display) does.
impl fmt::Debug for ShapeDim {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, formatter)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const EDGES: [i64; 9] = [
        i64::MIN,
        i64::MIN + 1,
        -2,
        -1,
        0,
        1,
        2,
        i64::MAX - 1,
        i64::MAX,
    ];

    /// Checks `(kind, fixed_size, scalable_size, min_size, printed)`.
    fn check(dim: Option<ShapeDim>, expected: (&str, Option<i64>, Option<i64>, i64, &str)) {
        let dim = dim.expect("a valid dim");
        let kind = match (dim.is_dynamic(), dim.is_scalable(), dim.is_fixed()) {
            (true, false, false) => "dynamic",
            (false, true, false) => "scalable",
            (false, false, true) => "fixed",
            kinds => panic!("{dim}: not of exactly one kind: {kinds:?}"),
        };
        assert_eq!(
            (
                kind,
                dim.fixed_size(),
                dim.scalable_size(),
                dim.min_size(),
                dim.to_string().as_str()
            ),
            expected
        );
        assert_eq!(format!("{dim:?}"), dim.to_string());
    }

    #[test]
    fn accessors_agree_with_the_rfc() {
        check(Some(ShapeDim::DYNAMIC), ("dynamic", None, None, 0, "?"));
        check(ShapeDim::fixed(0), ("fixed", Some(0), None, 0, "0"));
        check(ShapeDim::fixed(4), ("fixed", Some(4), None, 4, "4"));
        check(
            ShapeDim::fixed(i64::MAX),
            (
                "fixed",
                Some(i64::MAX),
                None,
                i64::MAX,
                "9223372036854775807",
            ),
        );
        check(ShapeDim::scalable(1), ("scalable", None, Some(1), 1, "[1]"));
        check(ShapeDim::scalable(4), ("scalable", None, Some(4), 4, "[4]"));
        check(
            ShapeDim::scalable(i64::MAX),
            (
                "scalable",
                None,
                Some(i64::MAX),
                i64::MAX,
                "[9223372036854775807]",
            ),
        );
    }

    #[test]
    fn raw_values_agree_with_the_rfc() {
        assert_eq!(ShapeDim::DYNAMIC.into_raw(), i64::MIN);
        assert_eq!(ShapeDim::fixed(4).map(ShapeDim::into_raw), Some(4));
        assert_eq!(ShapeDim::scalable(4).map(ShapeDim::into_raw), Some(-4));
        assert_eq!(size_of::<ShapeDim>(), size_of::<i64>());
    }

    #[test]
    fn round_trips_through_every_raw_value() {
        for raw in EDGES {
            let dim = ShapeDim::from_raw(raw);
            assert_eq!(dim.into_raw(), raw);
            let rebuilt = dim
                .fixed_size()
                .and_then(ShapeDim::fixed)
                .or_else(|| dim.scalable_size().and_then(ShapeDim::scalable));
            assert_eq!(rebuilt.unwrap_or(ShapeDim::DYNAMIC), dim);
        }
    }

    #[test]
    fn constructors_reject_invalid_dims() {
        for size in EDGES {
            assert_eq!(ShapeDim::fixed(size).is_some(), size >= 0);
            assert_eq!(ShapeDim::scalable(size).is_some(), size > 0);
        }
    }

    /// The RFC's motivation: size 1 alone does not make a unit dim.
    #[test]
    fn only_the_fixed_1_is_a_unit() {
        assert_eq!(
            ShapeDim::from_size_and_flag(1, false).map(ShapeDim::is_unit),
            Some(true)
        );
        assert_eq!(
            ShapeDim::from_size_and_flag(1, true).map(ShapeDim::is_unit),
            Some(false)
        );
        for raw in EDGES {
            assert_eq!(ShapeDim::from_raw(raw).is_unit(), raw == 1);
        }
    }

    #[test]
    fn reads_the_size_and_flag_of_a_vector_type() {
        let read = ShapeDim::from_size_and_flag;
        assert_eq!(read(4, false), ShapeDim::fixed(4));
        assert_eq!(read(4, true), ShapeDim::scalable(4));
        assert_eq!(read(i64::MIN, false), Some(ShapeDim::DYNAMIC));
        assert_eq!(read(0, false), ShapeDim::fixed(0));
        for (size, flag) in [(i64::MIN, true), (0, true), (-4, true), (-4, false)] {
            assert_eq!(read(size, flag), None, "({size}, {flag})");
        }
    }

    /// The RFC's loop over a dim's elements, which its example guards.
    #[test]
    fn bounds_a_loop_by_a_fixed_size_only() {
        let elements = |dim: ShapeDim| dim.fixed_size().map(|size| (0..size).count());
        assert_eq!(elements(ShapeDim::from_raw(3)), Some(3));
        assert_eq!(elements(ShapeDim::from_raw(-3)), None);
        assert_eq!(elements(ShapeDim::DYNAMIC), None);
    }
}
