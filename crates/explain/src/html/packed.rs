//! Packing of long lists: the first entries are part of the page; the others are compressed, and the
//! page's script unpacks an entry when the reader opens it. So a page of 10,000 ops is little larger
//! than its source, and the browser lays out only what is read.

use super::Page;
use maud::{Markup, PreEscaped, html};
use miniz_oxide::deflate::compress_to_vec_zlib;
use std::ops::Range;

/// The maximum number of entries of a list that is not packed.
const MAX_PLAIN: usize = 200;

/// The number of entries that are packed together.
const PACK: usize = 100;

/// The level of compression, of 10.
const LEVEL: u8 = 6;

impl Page<'_> {
    /// Returns a list of entries whose ids are a `kind` and a number: the first ones as they are,
    /// the others in packs, whose headings describe them.
    pub(super) fn packed(
        &self,
        kind: &str,
        noun: &str,
        count: usize,
        render: impl Fn(Range<usize>) -> Markup,
        describe: impl Fn(Range<usize>) -> String,
    ) -> Markup {
        if count <= MAX_PLAIN {
            return render(0..count);
        }
        let packs = (PACK..count).step_by(PACK);
        let packs = packs.map(|first| first..(first + PACK).min(count));
        html! {
            (render(0..PACK))
            noscript {
                p.note {
                    "The other " (count - PACK) " " (noun) " are packed: opening them takes \
                     JavaScript. The report as text lists all."
                } "\n"
            }
            @for range in packs {
                details class="packed" data-kind=(kind) data-first=(range.start)
                    data-last=(range.end - 1) {
                    summary {
                        (noun) " " (range.start + 1) " to " (range.end) " of " (count) " "
                        span.note { (describe(range.clone())) }
                    }
                    script type="text/plain" { (PreEscaped(pack(&render(range).0))) }
                } "\n"
            }
        }
    }
}

/// Returns compressed text (zlib) in base 64.
fn pack(text: &str) -> String {
    to_base64(&compress_to_vec_zlib(text.as_bytes(), LEVEL))
}

/// Returns bytes in base 64, padded.
fn to_base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut result = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for group in bytes.chunks(3) {
        let byte = |index: usize| u32::from(group.get(index).copied().unwrap_or_default());
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for digit in 0..4 {
            let index = bits >> (18 - 6 * digit) & 63;
            match digit <= group.len() {
                true => result.push(char::from(DIGITS[index as usize])),
                false => result.push('='),
            }
        }
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The examples of RFC 4648, section 10.
    #[test]
    fn bytes_are_written_in_base_64() {
        for (bytes, expected) in [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("foob", "Zm9vYg=="),
            ("fooba", "Zm9vYmE="),
            ("foobar", "Zm9vYmFy"),
        ] {
            assert_eq!(to_base64(bytes.as_bytes()), expected);
        }
        assert_eq!(to_base64(&[0xfb, 0xff, 0xfe]), "+//+");
    }
}
