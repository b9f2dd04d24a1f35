//! Versions of StableHLO.

use std::{
    fmt::{self, Display, Formatter},
    str::FromStr,
};

/// A version of StableHLO, as portable artifacts name it.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub struct Version {
    /// A new major version may not read older artifacts.
    pub major: u32,
    /// A new minor version may add ops, types and attributes.
    pub minor: u32,
    /// A new patch does not change artifacts.
    pub patch: u32,
}

impl Version {
    /// The newest version that is read and written.
    pub const CURRENT: Self = Self::new(1, 22, 0);
    /// The oldest version that is read and written.
    pub const MINIMUM: Self = Self::new(0, 9, 0);

    /// Creates a version.
    pub const fn new(major: u32, minor: u32, patch: u32) -> Self {
        Self {
            major,
            minor,
            patch,
        }
    }

    /// Returns the version if its artifacts are read and written.
    ///
    /// # Errors
    ///
    /// Returns an error if it is older or newer.
    pub fn check(self) -> Result<Self, VersionError> {
        let newest_patch = Self {
            patch: u32::MAX,
            ..Self::CURRENT
        };
        match (Self::MINIMUM..=newest_patch).contains(&self) {
            true => Ok(self),
            false => Err(VersionError::Unsupported(self)),
        }
    }

    /// Returns the supported version that a user names: `current`, `minimum`, or one such as
    /// `1.0.0`.
    ///
    /// # Errors
    ///
    /// Returns an error if the text is not a version, or the version is not supported.
    pub fn named(text: &str) -> Result<Self, VersionError> {
        match text {
            "current" => Ok(Self::CURRENT),
            "minimum" => Ok(Self::MINIMUM),
            text => text.parse().and_then(Self::check),
        }
    }

    /// The position in the order of minor versions, where 1.0 follows 0.19.
    pub(super) fn generation(self) -> i64 {
        const GENERATIONS_OF_0: i64 = 20;
        i64::from(self.major) * GENERATIONS_OF_0 + i64::from(self.minor)
    }

    /// The version that [`generation`](Self::generation) numbers.
    pub(super) fn of_generation(generation: i64) -> Self {
        let number = |number: i64| u32::try_from(number).unwrap_or_default();
        match generation {
            ..=19 => Self::new(0, number(generation), 0),
            _ => Self::new(1, number(generation - 20), 0),
        }
    }

    /// The version of MLIR's bytecode in which artifacts of this version are written.
    pub(super) fn bytecode(self) -> i64 {
        match self.generation() {
            ..10 => 0,
            10..12 => 1,
            12..14 => 3,
            14 => 4,
            15.. => 6,
        }
    }
}

impl Display for Version {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}.{}.{}", self.major, self.minor, self.patch)
    }
}

/// A text is not a version, or the version is not supported.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
pub enum VersionError {
    /// It does not have the form of a version.
    #[error("`{0}` is not a version of StableHLO such as {current}", current = Version::CURRENT)]
    Malformed(String),
    /// It is older or newer than the supported versions.
    #[error(
        "StableHLO {0} is not known; versions {minimum} to {current} are",
        minimum = Version::MINIMUM,
        current = Version::CURRENT
    )]
    Unsupported(Version),
}

impl FromStr for Version {
    type Err = VersionError;

    /// Parses three numbers, as in `1.0.0`, of any version.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let malformed = || VersionError::Malformed(text.into());
        let number = |text: &str| {
            let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
            is_number.then(|| text.parse().ok())?
        };
        let numbers = text.split('.').map(number).collect::<Option<Vec<u32>>>();
        match *numbers.ok_or_else(malformed)? {
            [major, minor, patch] => Ok(Self::new(major, minor, patch)),
            _ => Err(malformed()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_three_numbers() {
        let parse = |text: &str| text.parse::<Version>();
        assert_eq!(parse("1.20.3"), Ok(Version::new(1, 20, 3)));
        for text in [
            "",
            "1",
            "1.2",
            "1.2.3.4",
            "1.2.x",
            "+1.2.3",
            "1..3",
            " 1.2.3",
            "1.2.99999999999",
        ] {
            assert_eq!(parse(text), Err(VersionError::Malformed(text.into())));
        }
        assert_eq!(Version::new(0, 9, 0).to_string(), "0.9.0");
    }

    #[test]
    fn supported_versions_have_names() {
        assert_eq!(Version::named("current"), Ok(Version::CURRENT));
        assert_eq!(Version::named("minimum"), Ok(Version::MINIMUM));
        assert_eq!(Version::named("1.0.0"), Ok(Version::new(1, 0, 0)));
        let unsupported = Version::new(0, 8, 9);
        assert_eq!(
            Version::named("0.8.9"),
            Err(VersionError::Unsupported(unsupported))
        );
        assert_eq!(
            Version::named("newest"),
            Err(VersionError::Malformed("newest".into()))
        );
    }

    #[test]
    fn patches_change_nothing() {
        for (version, expected) in [
            (Version::new(0, 8, 9), false),
            (Version::MINIMUM, true),
            (Version::new(1, 22, 7), true),
            (Version::new(1, 23, 0), false),
            (Version::new(2, 0, 0), false),
        ] {
            assert_eq!(version.check().is_ok(), expected, "{version}");
        }
    }

    #[test]
    fn generations_count_on() {
        for (version, generation) in [
            (Version::new(0, 9, 0), 9),
            (Version::new(1, 0, 0), 20),
            (Version::CURRENT, 42),
        ] {
            assert_eq!(version.generation(), generation);
            assert_eq!(Version::of_generation(generation), version);
        }
    }
}
