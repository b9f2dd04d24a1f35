//! Splitting a source into chunks that are processed separately.

use super::header::Header;
use crate::text::{Segment, Source};
use std::borrow::Cow;

/// The line that separates chunks unless another one is configured.
pub const MARKER: &str = "// -----";

/// The byte order mark that some editors put in front of UTF-8 text.
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// The maximum number of empty lines, in all chunks together, that replace preceding chunks.
/// Without a limit, the cost would be quadratic in the size of the source.
const MAXIMUM_PADDING: usize = 64 << 20;

/// A part of a source.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) struct Chunk<'a> {
    /// Its name in locations.
    pub name: Cow<'a, str>,
    /// Its text.
    pub bytes: &'a [u8],
    /// The number of empty lines in front that make its line numbers those of the whole source.
    pub padding_lines: usize,
}

impl Chunk<'_> {
    /// Returns the chunk as a source, without a copy if it is at the end of a NUL-terminated
    /// source; `None` if there is not enough memory.
    pub fn source<'s>(&self, whole_with_nul: Option<&'s [u8]>) -> Option<Source<'s>> {
        if let Some(bytes) = self.with_nul(whole_with_nul)
            && let Some(source) = Source::borrow(&self.name, bytes)
        {
            return Some(source);
        }
        let padding = Segment::EmptyLines(self.padding_lines);
        Source::new(&self.name, &[padding, Segment::Text(self.bytes)])
    }

    /// Returns the chunk with the NUL byte after it, if it is at the end of a NUL-terminated
    /// source and has no padding.
    fn with_nul<'s>(&self, whole: Option<&'s [u8]>) -> Option<&'s [u8]> {
        let whole = whole.filter(|_| self.padding_lines == 0)?;
        let start = whole.len().checked_sub(self.bytes.len() + 1)?;
        let is_end = whole[start..].as_ptr() == self.bytes.as_ptr();
        is_end.then_some(&whole[start..])
    }

    /// Returns whether the chunk is bytecode.
    pub fn is_bytecode(&self) -> bool {
        is_bytecode(self.bytes)
    }
}

/// Returns whether a source is bytecode, by its first bytes.
pub(super) fn is_bytecode(bytes: &[u8]) -> bool {
    bytes.starts_with(Header::MAGIC)
}

/// Splits a source at the lines that consist of `marker`, ignoring surrounding spaces. Bytecode
/// is not split.
///
/// If padding for line numbers would cost too much, chunks are named `within split at FILE:LINE
/// offset ` instead, as `mlir-opt` does.
///
/// A byte order mark at the beginning of text is removed.
///
/// Differs from MLIR: a marker within a line, or with something after it, does
/// not split.
pub(super) fn split<'a>(name: &'a str, bytes: &'a [u8], marker: Option<&str>) -> Vec<Chunk<'a>> {
    let bytes = bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(bytes);
    split_with_limit(name, bytes, marker, MAXIMUM_PADDING)
}

fn split_with_limit<'a>(
    name: &'a str,
    bytes: &'a [u8],
    marker: Option<&str>,
    maximum_padding: usize,
) -> Vec<Chunk<'a>> {
    let marker = marker.unwrap_or_default().trim_ascii().as_bytes();
    if marker.is_empty() || is_bytecode(bytes) {
        return vec![Chunk {
            name: name.into(),
            bytes,
            padding_lines: 0,
        }];
    }

    let mut chunks = Vec::new();
    let mut start = 0;
    let mut start_line = 0;
    let mut position = 0;
    for (index, line) in bytes.split_inclusive(|&byte| byte == b'\n').enumerate() {
        let next = position + line.len();
        if line.trim_ascii() == marker {
            chunks.push((start_line, &bytes[start..position]));
            (start, start_line) = (next, index + 1);
        }
        position = next;
    }
    chunks.push((start_line, &bytes[start..]));

    let padding = chunks
        .iter()
        .fold(0, |sum: usize, (line, _)| sum.saturating_add(*line));
    chunks
        .into_iter()
        .map(|(line, bytes)| {
            if padding <= maximum_padding || line == 0 {
                Chunk {
                    name: name.into(),
                    bytes,
                    padding_lines: line,
                }
            } else {
                Chunk {
                    name: format!("within split at {name}:{} offset ", line + 1).into(),
                    bytes,
                    padding_lines: 0,
                }
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(source: &str, expected: &[(usize, &str)]) {
        let chunks = split("a.mlir", source.as_bytes(), Some(MARKER));
        let chunks = chunks
            .iter()
            .map(|chunk| {
                assert_eq!(chunk.name, "a.mlir");
                (chunk.padding_lines, str::from_utf8(chunk.bytes).unwrap())
            })
            .collect::<Vec<_>>();
        assert_eq!(chunks, expected);
    }

    #[test]
    fn keeps_a_source_without_markers() {
        check("", &[(0, "")]);
        check("a\nb", &[(0, "a\nb")]);
    }

    #[test]
    fn splits_at_markers() {
        check("a\n// -----\nb\n", &[(0, "a\n"), (2, "b\n")]);
        check("// -----\nb", &[(0, ""), (1, "b")]);
        check("a\n// -----", &[(0, "a\n"), (2, "")]);
        check("a\n// -----\n", &[(0, "a\n"), (2, "")]);
        check("// -----\n// -----\nc", &[(0, ""), (1, ""), (2, "c")]);
    }

    #[test]
    fn ignores_space_around_a_marker() {
        check("a\r\n// -----\r\nb\r\n", &[(0, "a\r\n"), (2, "b\r\n")]);
        check("a\n  // ----- \t\nb", &[(0, "a\n"), (2, "b")]);
    }

    #[test]
    fn ignores_lines_that_only_resemble_a_marker() {
        for source in ["a\n// ------\nb", "a // -----\nb", "// ----\n", "//-----\n"] {
            check(source, &[(0, source)]);
        }
    }

    #[test]
    fn splits_at_a_configured_marker() {
        let chunks = split("a.mlir", b"a\n// cut\nb", Some("// cut"));
        assert_eq!(chunks.len(), 2);
        assert_eq!(split("a.mlir", b"a\n// -----\nb", None).len(), 1);
        assert_eq!(split("a.mlir", b"a\n\nb", Some("")).len(), 1);
    }

    #[test]
    fn does_not_split_bytecode() {
        let bytes = b"ML\xefR\n// -----\n";
        assert_eq!(split("a.mlirbc", bytes, Some(MARKER)).len(), 1);
    }

    #[test]
    fn only_whole_sources_are_borrowed() {
        #[repr(align(64))]
        struct Aligned([u8; 24]);
        let text = Aligned(*b"\"a\"() : () -> ()\n//   \n\0");
        let is_borrowed = |chunk: &Chunk<'_>, whole| {
            let before = chunk.source(whole).is_some();
            assert!(before, "there is enough memory");
            chunk.with_nul(whole).is_some()
        };
        let with_nul = &text.0[..];
        let bytes = &with_nul[..with_nul.len() - 1];
        let chunk = &split("a.mlir", bytes, None)[0];
        assert!(is_borrowed(chunk, Some(with_nul)));
        assert!(!is_borrowed(chunk, None));
        // Something else follows.
        let part = &split("a.mlir", &bytes[..4], None)[0];
        assert!(!is_borrowed(part, Some(with_nul)));
        let later = Chunk {
            padding_lines: 1,
            ..chunk.clone()
        };
        assert!(!is_borrowed(&later, Some(with_nul)));
    }

    #[test]
    fn renames_chunks_if_line_numbers_cost_too_much() {
        let chunks = split_with_limit("a.mlir", b"a\n// -----\nb\n// -----\nc", Some(MARKER), 5);
        let chunks = chunks
            .iter()
            .map(|chunk| (&*chunk.name, chunk.padding_lines))
            .collect::<Vec<_>>();
        assert_eq!(
            chunks,
            [
                ("a.mlir", 0),
                ("within split at a.mlir:3 offset ", 0),
                ("within split at a.mlir:5 offset ", 0),
            ]
        );
    }
}
