//! The header of bytecode.

use crate::{
    artifact::{PRODUCER, Version, VersionError},
    text::BYTECODE_MAGIC,
};
use std::borrow::Cow;

/// The header of bytecode, in front of its sections.
#[derive(Debug, Eq, PartialEq)]
pub(super) struct Header<'a> {
    /// The producer, such as `MLIR22.1.8`; empty if it is not terminated.
    pub producer: Cow<'a, str>,
}

impl<'a> Header<'a> {
    /// The magic number.
    pub const MAGIC: &'static [u8] = BYTECODE_MAGIC;

    /// Returns the header; `None` if `bytes` are not bytecode.
    pub fn of(bytes: &'a [u8]) -> Option<Self> {
        let rest = bytes.strip_prefix(Self::MAGIC)?;
        // The version, a number whose first byte encodes in its lowest bits how many bytes
        // follow.
        let length = rest
            .first()
            .map_or(0, |first| 1 + first.trailing_zeros() as usize);
        let rest = rest.get(length..).unwrap_or_default();
        let end = memchr::memchr(0, rest).unwrap_or(0);
        Some(Self {
            producer: String::from_utf8_lossy(&rest[..end]),
        })
    }

    /// Returns the version of StableHLO, if a portable artifact begins so.
    pub fn artifact_version(&self) -> Option<Result<Version, VersionError>> {
        Some(self.producer.strip_prefix(PRODUCER)?.parse())
    }
}

/// Returns the version of StableHLO of a portable artifact; `None` if the source is another one,
/// or its version is not known.
pub fn artifact_version(source: &[u8]) -> Option<Version> {
    let version = Header::of(source)?.artifact_version()?;
    version.ok()?.check().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(bytes: &[u8], expected: Option<&str>) {
        let header = Header::of(bytes);
        let producer = header.as_ref().map(|header| &*header.producer);
        assert_eq!(producer, expected, "{bytes:?}");
    }

    #[test]
    fn finds_the_producer() {
        check(b"ML\xefR\x0dMLIR22.1.8\0\0", Some("MLIR22.1.8"));
        // A version of two bytes.
        check(b"ML\xefR\x02\x04a\0", Some("a"));
        check(b"ML\xefR\x0d\0", Some(""));
    }

    #[test]
    fn artifacts_name_their_version() {
        let version = |bytes: &[u8]| artifact_version(bytes);
        assert_eq!(
            version(b"ML\xefR\x0dStableHLO_v1.13.0\0"),
            Some(Version::new(1, 13, 0))
        );
        assert_eq!(version(b"ML\xefR\x0dStableHLO_v9.0.0\0"), None);
        assert_eq!(version(b"ML\xefR\x0dMLIR22.1.8\0"), None);
        assert_eq!(version(b"module {}"), None);
    }

    #[test]
    fn accepts_any_bytes() {
        for bytes in [
            &b"ML\xefR"[..],
            b"ML\xefR\x0dMLIR",
            b"ML\xefR\0",
            b"ML\xefR\0a",
        ] {
            check(bytes, Some(""));
        }
        check(b"ML\xefR\x0d\xff\0", Some("\u{fffd}"));
        for bytes in [&b""[..], b"ML", b"ML\xef", b"module"] {
            check(bytes, None);
        }
    }
}
