//! The signature of a function in the text of a document.

use std::ops::Range;

/// The parts of a function's signature that declarations are inserted into, as bytes of the text.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Signature {
    /// The arguments, without the commas between them.
    pub arguments: Vec<Argument>,
    /// What is between the braces of the function's attributes.
    pub attributes: Option<Range<usize>>,
    /// The position of the brace that opens the body.
    pub body: usize,
}

/// An argument of a function.
#[derive(Debug, PartialEq)]
pub(super) struct Argument {
    /// Its type.
    pub ty: Range<usize>,
    /// What is between the braces of its attributes.
    pub attributes: Option<Range<usize>>,
}

impl Signature {
    /// Finds the signature of the last function of a name that begins in front of `end`; `None` if
    /// there is none with a body, or if it is written in an unusual way.
    pub fn find(text: &str, name: &str, end: usize) -> Option<Self> {
        let starts = text.get(..end)?.rmatch_indices("func.func ");
        let symbol = format!("@{name}");
        let quoted = format!("@\"{name}\"");
        let mut open = starts.filter_map(|(start, word)| {
            let start = start + word.len();
            let open = start + text[start..].find('(')?;
            let words = text[start..open].split_whitespace();
            let found = words.last()?;
            (found == symbol || found == quoted).then_some(open)
        });
        Self::read(text, open.next()?)
    }

    /// Reads the signature whose arguments begin at a position.
    fn read(text: &str, open: usize) -> Option<Self> {
        let mut tokens = Tokens {
            text,
            position: open,
        };
        let close = tokens.skip_brackets()?;
        let mut signature = Self::default();
        for range in split(text, open + 1..close - 1) {
            if !text[range.clone()].trim().is_empty() {
                signature.arguments.push(argument(text, range)?);
            }
        }
        let mut is_attributes = false;
        loop {
            match tokens.peek()? {
                b'{' => {
                    let brace = tokens.position;
                    if !is_attributes {
                        signature.body = brace;
                        return Some(signature);
                    }
                    let end = tokens.skip_brackets()?;
                    signature.attributes = Some(brace + 1..end - 1);
                    is_attributes = false;
                }
                b'(' | b'[' | b'<' => drop(tokens.skip_brackets()?),
                _ => is_attributes = tokens.skip()? == "attributes",
            }
        }
    }
}

/// Reads an argument: `%name: type {attributes} loc(...)`.
fn argument(text: &str, range: Range<usize>) -> Option<Argument> {
    let mut tokens = Tokens {
        text: text.get(..range.end)?,
        position: range.start,
    };
    let mut start = None;
    let mut end = range.start;
    while let Some(next) = tokens.peek() {
        let at = tokens.position;
        if next == b'{' {
            let close = tokens.skip_brackets()?;
            let ty = start?..end;
            let attributes = Some(at + 1..close - 1);
            return Some(Argument { ty, attributes });
        }
        let word = match next {
            b'(' | b'[' | b'<' => {
                tokens.skip_brackets()?;
                ""
            }
            _ => tokens.skip()?,
        };
        match word {
            ":" if start.is_none() => start = Some(tokens.next_start()),
            "loc" if start.is_some() => break,
            _ => end = tokens.position,
        }
    }
    let ty = start?..end;
    let attributes = None;
    Some(Argument { ty, attributes })
}

/// Splits a range at the commas outside brackets, strings and comments.
pub(super) fn split(text: &str, range: Range<usize>) -> Vec<Range<usize>> {
    let mut parts = vec![];
    let mut start = range.start;
    let mut tokens = Tokens {
        text: &text[..range.end],
        position: range.start,
    };
    while let Some(next) = tokens.peek() {
        let at = tokens.position;
        let goes_on = match next {
            b'(' | b'[' | b'<' | b'{' => tokens.skip_brackets().is_some(),
            _ => tokens.skip().is_some(),
        };
        if next == b',' {
            parts.push(start..at);
            start = at + 1;
        }
        if !goes_on {
            break;
        }
    }
    parts.push(start..range.end);
    parts
}

/// The tokens of a text from a position on.
pub(super) struct Tokens<'t> {
    pub text: &'t str,
    pub position: usize,
}

impl<'t> Tokens<'t> {
    /// Moves to the next token and returns its first byte.
    pub fn peek(&mut self) -> Option<u8> {
        self.position = self.next_start();
        self.text.as_bytes().get(self.position).copied()
    }

    /// Returns the position of the next token: after spaces and comments.
    fn next_start(&self) -> usize {
        let mut position = self.position;
        loop {
            let rest = &self.text[position..];
            let words = rest.trim_start();
            position += rest.len() - words.len();
            if !words.starts_with("//") {
                return position;
            }
            position += words.find('\n').unwrap_or(words.len());
        }
    }

    /// Skips a token: a string, a word, an arrow or a single character.
    pub fn skip(&mut self) -> Option<&'t str> {
        let first = self.peek()?;
        let rest = &self.text[self.position..];
        let is_part = |c: char| c.is_alphanumeric() || "_$.%@#!".contains(c);
        let length = match first {
            b'"' => {
                let mut is_escaped = false;
                let end = rest[1..].find(|c| {
                    let is_end = c == '"' && !is_escaped;
                    is_escaped = c == '\\' && !is_escaped;
                    is_end
                });
                end? + 2
            }
            _ if rest.starts_with("->") => 2,
            _ => match rest.find(|c| !is_part(c)).unwrap_or(rest.len()) {
                0 => rest.chars().next()?.len_utf8(),
                length => length,
            },
        };
        self.position += length;
        Some(&rest[..length])
    }

    /// Skips from an opening bracket to the one that closes it; returns the position after it.
    pub fn skip_brackets(&mut self) -> Option<usize> {
        let mut open = vec![];
        loop {
            let next = self.peek()?;
            match next {
                b'(' => open.push(b')'),
                b'[' => open.push(b']'),
                b'{' => open.push(b'}'),
                b'<' => open.push(b'>'),
                b')' | b']' | b'}' | b'>' if open.pop() != Some(next) => return None,
                _ => {}
            }
            self.skip()?;
            if open.is_empty() {
                return Some(self.position);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The types and attributes of the arguments, the attributes of the function, and its body.
    fn read(text: &str) -> Option<String> {
        let signature = Signature::find(text, "f", text.len())?;
        let of = |range: &Option<Range<usize>>| {
            range
                .clone()
                .map_or("-", |range| text[range].trim())
                .to_string()
        };
        let arguments = signature.arguments.iter();
        let arguments = arguments.map(|argument| {
            format!(
                "{} {}; ",
                &text[argument.ty.clone()],
                of(&argument.attributes)
            )
        });
        let arguments = arguments.collect::<String>();
        Some(format!(
            "{arguments}{} {}",
            of(&signature.attributes),
            &text[signature.body..]
        ))
    }

    #[test]
    fn signatures_are_read_as_they_are_written() {
        for (text, expected) in [
            ("func.func @f() {", "- {"),
            (
                "func.func private @\"f\"(%a: i32) -> i32 { }",
                "i32 -; - { }",
            ),
            (
                "func.func @f(%a: tensor<?x4xf32, #e<a, \")\">> loc(\"x\"(\"y\":1:2)),\n  // One, (two\n  %b: \
                 (i32) -> i32 {bcast.dims = [\"a\", \"?\"]}) -> (i32 {a}, i32)\n  attributes {b = {c}} {\n}",
                "tensor<?x4xf32, #e<a, \")\">> -; (i32) -> i32 bcast.dims = [\"a\", \"?\"]; b = {c} {\n}",
            ),
            ("func.func @g() {\n}\nfunc.func @f(%a: !t {}) {", "!t ; - {"),
        ] {
            assert_eq!(read(text).as_deref(), Some(expected), "{text}");
        }
    }

    #[test]
    fn other_texts_have_no_signature() {
        for text in [
            "",
            "func.func @g() {",
            "func.func @f",
            "func.func @f(",
            "func.func @f(%a: i32",
            "func.func @f(%a: (i32]) {",
            "func.func @f(%a) {",
            "func.func @f() -> i32",
            "func.func @f(%a: \"x) {",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
