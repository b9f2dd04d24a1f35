//! The nesting depth of a text, computed without recursion.
//!
//! MLIR's parser, verifier and printer recurse with the nesting of regions, types and
//! attributes, and a stack overflow cannot be reported. So text that would overflow the stack
//! is rejected before it is parsed.

/// The maximum nesting, counted in brackets of all kinds: a region of an op in generic form,
/// `({...})`, counts twice.
pub const MAXIMUM_NESTING: usize = 4_096;

/// The position at which a text is nested too deeply. Both numbers start at 1.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct TooDeep {
    pub line: usize,
    pub column: usize,
}

/// Returns the maximum nesting depth of the brackets in a text.
///
/// Unary minus signs count as nesting, too, since the parser recurses for each.
///
/// # Errors
///
/// Returns the place where the nesting exceeds `limit`.
pub fn nesting(text: &[u8], limit: usize) -> Result<usize, TooDeep> {
    let mut scan = NestingScan::default();
    let mut position = 0;
    while let Some(&byte) = text.get(position) {
        if IS_WORD[usize::from(byte)] {
            position = end_of_words(text, position);
            scan.minus_signs = 0;
            continue;
        }
        let next = text.get(position + 1).copied();
        match (byte, next) {
            (b'/', Some(b'/')) => {
                position = end_of_comment(text, position);
                continue;
            }
            (b'"', _) => {
                position = end_of_string(text, position);
                scan.minus_signs = 0;
                continue;
            }
            // Arrows and comparisons are not brackets.
            (b'-', Some(b'>')) | (b'<' | b'>', Some(b'=')) => {
                position += 2;
                scan.minus_signs = 0;
                continue;
            }
            _ => scan.step(byte),
        }
        if scan.depth() > limit {
            return Err(place(text, position));
        }
        position += 1;
    }
    Ok(scan.maximum)
}

#[derive(Default)]
struct NestingScan {
    brackets: usize,
    /// Counted separately, because a comparison must not close another kind of bracket.
    angles: usize,
    minus_signs: usize,
    maximum: usize,
}

impl NestingScan {
    fn step(&mut self, byte: u8) {
        match byte {
            b'(' | b'[' | b'{' => self.brackets += 1,
            b')' | b']' | b'}' => self.brackets = self.brackets.saturating_sub(1),
            b'<' => self.angles += 1,
            b'>' => self.angles = self.angles.saturating_sub(1),
            b'-' => self.minus_signs += 1,
            b' ' | b'\t' | b'\r' | b'\n' => return,
            _ => {
                self.minus_signs = 0;
                return;
            }
        }
        if byte != b'-' {
            self.minus_signs = 0;
        }
        self.maximum = self.maximum.max(self.depth());
    }

    fn depth(&self) -> usize {
        self.brackets + self.angles + self.minus_signs
    }
}

/// Whether a byte belongs to a word; most of a text consists of words.
const IS_WORD: [bool; 256] = {
    let mut is_word = [false; 256];
    let mut byte = 0;
    while byte < 128_u8 {
        is_word[byte as usize] = byte.is_ascii_alphanumeric()
            || matches!(
                byte,
                b'%' | b'.' | b'_' | b',' | b':' | b'?' | b'=' | b'@' | b'#' | b'!'
            );
        byte += 1;
    }
    is_word
};

/// Whether a byte is part of a word or a space.
const IS_WORD_OR_SPACE: [bool; 256] = {
    let mut is_either = IS_WORD;
    is_either[b' ' as usize] = true;
    is_either
};

/// Returns the position after a word and the words and spaces that follow.
fn end_of_words(text: &[u8], position: usize) -> usize {
    text[position..]
        .iter()
        .position(|&byte| !IS_WORD_OR_SPACE[usize::from(byte)])
        .map_or(text.len(), |length| position + length)
}

/// Returns the position after a comment, which ends with its line, or at a carriage return.
fn end_of_comment(text: &[u8], position: usize) -> usize {
    memchr::memchr2(b'\n', b'\r', &text[position..]).map_or(text.len(), |length| position + length)
}

/// Returns the position after a string, which ends with its line at the latest.
///
/// Strings may hold weights, so most of a file may be in them.
fn end_of_string(text: &[u8], position: usize) -> usize {
    let mut position = position + 1;
    while let Some(rest) = text.get(position..)
        && let Some(length) = memchr::memchr3(b'"', b'\n', b'\\', rest)
    {
        position += length;
        match text[position] {
            b'"' => return position + 1,
            b'\n' => return position,
            _ => position += 2,
        }
    }
    text.len()
}

fn place(text: &[u8], position: usize) -> TooDeep {
    let before = &text[..position];
    let line_start = before
        .iter()
        .rposition(|&byte| byte == b'\n')
        .map_or(0, |newline| newline + 1);
    TooDeep {
        line: before.iter().filter(|&&byte| byte == b'\n').count() + 1,
        column: position - line_start + 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: usize) {
        assert_eq!(nesting(text.as_bytes(), 100), Ok(expected), "{text}");
    }

    #[test]
    fn counts_brackets_of_all_kinds() {
        check("", 0);
        check("module { }", 1);
        check("\"a\"() ({ ^b([x<y>]) }) : () -> ()", 5);
        check("() () [] {} <>", 1);
    }

    #[test]
    fn counts_minus_signs() {
        check("- - \n-1 - 1", 3);
        check("a - b - c", 1);
    }

    #[test]
    fn ignores_strings_and_comments() {
        check(r#""\"((\\" ("#, 1);
        check(r#"a = "((((\"((((" "#, 0);
        check("// ((((( ----\n(", 1);
        check("\"((((", 0);
        check("\"\\", 0);
        // A string ends with its line.
        check("\"\n((", 2);
    }

    #[test]
    fn ignores_characters_that_are_not_brackets() {
        check("<a -> b>, <c>", 1);
        check("<d >= 0, <e >= 0, <f >= 0>>>", 3);
        check("d <= 0, e <= 0", 0);
        check(") ) ( (", 2);
        check("> > < <", 2);
    }

    #[test]
    fn finds_the_place() {
        let text = format!("a\n  {}", "(".repeat(5));
        assert_eq!(
            nesting(text.as_bytes(), 4),
            Err(TooDeep { line: 2, column: 7 })
        );
        assert_eq!(nesting(text.as_bytes(), 5), Ok(5));
    }
}
