//! Cutting a text between functions, so that several threads parse it.
//!
//! This module makes sure that each piece, parsed alone, has the same meaning and locations as
//! in the whole text. The scan of lines may be wrong for unusual text, but then a piece does
//! not parse, and the text is parsed as a whole.

use super::{
    nesting::{TooDeep, nesting_and_lines},
    source::Segment,
};
use memchr::memmem;
use std::ops::Range;

/// Words that only have a meaning within one text: attributes distinguished by number,
/// references to the resources at the end of a file, and meshes, which all functions use.
const WHOLE_TEXT_ONLY: [&[u8]; 3] = [b"distinct", b"dense_resource", b"sdy.mesh"];

/// The aliases repeated in all pieces together must not exceed the text's size divided by this
/// number.
const ALIAS_LIMIT: usize = 8;

/// The nesting depth of a text, the number of its lines, and those that matter for cutting.
#[derive(Default)]
pub struct Outline {
    pub nesting: usize,
    pub line_count: usize,
    lines: Vec<Line>,
}

#[derive(Clone, Copy)]
struct Line {
    /// The position at which it begins.
    position: usize,
    /// The number of lines before it.
    number: usize,
    kind: Kind,
}

/// What begins at a line.
#[derive(Clone, Copy, Eq, PartialEq)]
enum Kind {
    Alias,
    Function,
    Module,
    /// Anything else outside brackets.
    Other,
    /// The resources at the end of a file.
    Resources,
    /// A function inside one bracket.
    InnerFunction,
    /// Nothing; the only open bracket is closed.
    Close,
}

impl Kind {
    /// Returns the kind of the line that `text` begins with; `None` if it does not matter.
    fn of(text: &[u8], depth: usize) -> Option<Self> {
        let indent = text.iter().position(|byte| !matches!(byte, b' ' | b'\t'))?;
        let text = &text[indent..];
        let is_op = |name: &[u8]| {
            let rest = text.strip_prefix(name);
            rest.is_some_and(|rest| rest.first().is_none_or(|byte| b" {\r\n".contains(byte)))
        };
        match depth {
            0 if text.starts_with(b"//") || matches!(text[0], b'\r' | b'\n') => None,
            0 => Some(match text[0] {
                b'#' | b'!' => Self::Alias,
                b'{' => Self::Resources,
                _ if is_op(b"func.func") => Self::Function,
                _ if is_op(b"module") || is_op(b"builtin.module") => Self::Module,
                _ => Self::Other,
            }),
            1 if text[0] == b'}' => Some(Self::Close),
            1 if is_op(b"func.func") => Some(Self::InnerFunction),
            _ => None,
        }
    }
}

/// The pieces of a text.
pub struct Cut<'t> {
    pub pieces: Vec<Vec<Segment<'t>>>,
    /// What all pieces have. An op in it, behind an alias, would be in each of them.
    pub aliases: Vec<Segment<'t>>,
}

/// Consecutive lines, by their indices in [`Outline::lines`].
type Lines = Range<usize>;

impl Outline {
    /// Scans a text.
    ///
    /// # Errors
    ///
    /// As for [`nesting`](super::nesting::nesting).
    pub fn of(text: &[u8], maximum_nesting: usize) -> Result<Self, TooDeep> {
        let mut lines = vec![];
        let mut number = 0;
        let nesting = nesting_and_lines(text, maximum_nesting, |position, depth| {
            if let Some(kind) = Kind::of(&text[position..], depth) {
                lines.push(Line {
                    position,
                    number,
                    kind,
                });
            }
            number += 1;
        })?;
        Ok(Self {
            nesting,
            line_count: number,
            lines,
        })
    }

    /// Cuts the text with this outline into at most `count` pieces; `None` if there would be
    /// fewer than two, or if their meaning might differ from that of the text.
    ///
    /// If the text is a module, the first piece contains it, and the others contain parts of
    /// its body. All have the aliases and the line numbers of the text.
    pub fn cut<'t>(&self, text: &'t [u8], count: usize) -> Option<Cut<'t>> {
        let size = text.len() / count;
        let mut pieces = match self.module() {
            Some((functions, close)) => {
                let mut pieces = self.group(functions..close, Kind::InnerFunction, size);
                pieces[0].insert(0, 0..functions);
                pieces[0].push(close..self.lines.len());
                pieces
            }
            None => self.group(0..self.lines.len(), Kind::Function, size),
        };
        if pieces.len() < 2 || self.is_for_one_text_only(text) {
            return None;
        }
        let aliases = self.aliases();
        let sizes = aliases.iter().map(|alias| self.bytes(alias, text).len());
        if sizes.sum::<usize>().saturating_mul(pieces.len()) > text.len() / ALIAS_LIMIT {
            return None;
        }
        for piece in &mut pieces {
            let own = piece.clone();
            let is_missing = |alias: &&Lines| !own.iter().any(|own| own.contains(&alias.start));
            piece.extend(aliases.iter().filter(is_missing).cloned());
            piece.sort_by_key(|lines| lines.start);
        }
        let segments = |piece: &Vec<Lines>| self.segments(piece, text);
        Some(Cut {
            pieces: pieces.iter().map(segments).collect(),
            aliases: segments(&aliases),
        })
    }

    /// Returns whether something in the text may have a different meaning in a piece of it.
    fn is_for_one_text_only(&self, text: &[u8]) -> bool {
        let is_found = |word: &&[u8]| memmem::find(text, word).is_some();
        self.count(Kind::Resources) > 0 || WHOLE_TEXT_ONLY.iter().any(is_found)
    }

    fn count(&self, kind: Kind) -> usize {
        self.lines.iter().filter(|line| line.kind == kind).count()
    }

    /// Returns the line of the first function in the module, and the line where the module
    /// ends; `None` unless the text is a single module.
    fn module(&self) -> Option<(usize, usize)> {
        let mut kinds = self.lines.iter().map(|line| line.kind);
        let functions = kinds.clone().position(|kind| kind == Kind::InnerFunction)?;
        let close = kinds.rposition(|kind| kind == Kind::Close)?;
        let is_module = self.count(Kind::Module) == 1
            && self.count(Kind::Function) + self.count(Kind::Other) == 0;
        (is_module && functions < close).then_some((functions, close))
    }

    /// Divides lines in front of functions, into pieces of at least `size` bytes.
    fn group(&self, mut lines: Lines, function: Kind, size: usize) -> Vec<Vec<Lines>> {
        let mut functions = lines
            .clone()
            .filter(|&line| self.lines[line].kind == function);
        // Not in front of the first one, since the lines before it may be the opening of a
        // module.
        functions.next();
        let mut pieces = vec![];
        for next in functions {
            if self.position(next) - self.position(lines.start) >= size {
                let piece = lines.start..next;
                pieces.push(vec![piece]);
                lines.start = next;
            }
        }
        pieces.push(vec![lines]);
        pieces
    }

    /// Returns the lines that define aliases.
    fn aliases(&self) -> Vec<Lines> {
        let is_outside =
            |&line: &usize| !matches!(self.lines[line].kind, Kind::InnerFunction | Kind::Close);
        let end = self.lines.len();
        let outside = (0..end).filter(is_outside).chain([end]).collect::<Vec<_>>();
        outside
            .windows(2)
            .filter(|bounds| self.lines[bounds[0]].kind == Kind::Alias)
            .map(|bounds| bounds[0]..bounds[1])
            .collect()
    }

    fn segments<'t>(&self, piece: &[Lines], text: &'t [u8]) -> Vec<Segment<'t>> {
        let mut segments = vec![];
        let mut number = 0;
        for lines in piece {
            if let Some(first) = self.lines.get(lines.start) {
                segments.push(Segment::EmptyLines(first.number - number));
                segments.push(Segment::Text(self.bytes(lines, text)));
            }
            number = self.lines.get(lines.end).map_or(number, |next| next.number);
        }
        segments
    }

    fn bytes<'t>(&self, lines: &Lines, text: &'t [u8]) -> &'t [u8] {
        let end = self
            .lines
            .get(lines.end)
            .map_or(text.len(), |next| next.position);
        &text[self.position(lines.start)..end]
    }

    fn position(&self, line: usize) -> usize {
        self.lines[line].position
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        diagnostic::{collect, stream::Stream},
        dialect, ir,
        text::{
            MAXIMUM_NESTING,
            options::{ParseOptions, PrintOptions},
            source::{Source, parse_pieces},
        },
    };
    use melior::{
        Context, dialect::DialectRegistry, ir::Operation, utility::register_all_dialects,
    };

    const COUNT: usize = 3;

    fn context() -> Context {
        let registry = DialectRegistry::new();
        register_all_dialects(&registry);
        dialect::register(&registry);
        let context = Context::new_with_registry(&registry, false);
        context.set_allow_unregistered_dialects(true);
        context
    }

    fn cut(text: &str) -> Option<Vec<Vec<Segment<'_>>>> {
        let outline = Outline::of(text.as_bytes(), MAXIMUM_NESTING).unwrap();
        Some(outline.cut(text.as_bytes(), COUNT)?.pieces)
    }

    fn functions(indent: &str) -> String {
        let function = |i| {
            format!(
                "{indent}// About the next one.\n\
                 {indent}func.func @f{i}(\n{indent}    %a: tensor<?xf32>) -> tensor<?xf32> {{\n\
                 {indent}  %0 = func.call @f{}(%a) : (tensor<?xf32>) -> tensor<?xf32>\n\
                 {indent}  return %0 : tensor<?xf32>\n{indent}}}\n",
                (7 * i + 5) % 10
            )
        };
        (0..10).map(function).collect()
    }

    fn print(source: &Source<'_>, operation: &Operation<'_>, options: &PrintOptions) -> String {
        let mut bytes = vec![];
        source.print(operation, options, &Stream::new(&mut bytes));
        String::from_utf8(bytes).unwrap()
    }

    /// Checks that the pieces of a text give the same module as the whole, with the same
    /// locations, and that printing it in groups gives the same text as printing it as a whole.
    fn check(text: &str) {
        let pieces = cut(text).expect("it can be cut");
        assert!((2..=COUNT).contains(&pieces.len()), "{}", pieces.len());
        let context = context();
        let source = Source::new("a.mlir", &[Segment::Text(text.as_bytes())]).unwrap();
        let whole = source
            .parse(&context, ParseOptions::default(), None)
            .unwrap();
        let (mut module, diagnostics) = ir::with_threads(&context, || {
            collect(&context, || {
                parse_pieces(&context, "a.mlir", &pieces).unwrap()
            })
        });
        assert_eq!(diagnostics, []);
        let with_locations = PrintOptions {
            debug_info: true,
            ..PrintOptions::default()
        };
        assert_eq!(
            print(&source, &module, &with_locations),
            print(&source, &whole, &with_locations)
        );

        let options = PrintOptions {
            assume_verified: true,
            ..PrintOptions::default()
        };
        let expected = print(&source, &whole, &options);
        for count in [2, 3, 100] {
            let mut bytes = vec![];
            let is_printed = ir::with_threads(&context, || {
                source.print_together(&mut module, count, &options, &Stream::new(&mut bytes))
            });
            // With aliases, it cannot be printed in groups.
            assert_eq!(is_printed, expected.starts_with("module"));
            let expected = if is_printed { &expected } else { "" };
            assert_eq!(String::from_utf8(bytes).unwrap(), expected);
        }
        assert_eq!(print(&source, &module, &options), expected);
    }

    #[test]
    fn text_is_cut_between_functions() {
        check(&functions(""));
        check(&functions("").replace('\n', "\r\n"));
        check(&format!("\n\n// First.\n{}\n// Last.", functions("")));
    }

    #[test]
    fn a_module_stays_around_its_functions() {
        check(&format!("module {{\n{}}}", functions("  ")));
        check(&format!(
            "// Comment.\nmodule @m attributes {{\n  my.a = 1 : i32\n}} {{\n\
             \"my.global\"() {{sym_name = \"g\"}} : () -> ()\n{}\
             \"my.global\"() {{sym_name = \"h\"}} : () -> ()\n}}\n\n",
            functions("\t")
        ));
        check(&format!(
            "builtin.module @outer {{\n  module @inner {{\n{}  }}\n{}}}\n",
            functions("    "),
            functions("  ")
        ));
    }

    #[test]
    fn other_ops_are_not_cut() {
        check(&format!(
            "\"my.op\"() : () -> ()\nmodule @a {{\n{0}}}\n{1}module @b {{\n{0}}}\n",
            functions("  "),
            functions(""),
        ));
    }

    #[test]
    fn all_pieces_have_the_aliases() {
        let functions = functions("");
        let functions = functions.replace("{\n", "attributes {my.a = #a, my.map = #map} {\n");
        check(&format!(
            "#map = affine_map<(d0)\n  -> (d0)>\n#a = {{b =\n1 : i32\n}}\n{functions}"
        ));
        let functions = self::functions("  ").replace("  }\n", "  } loc(#loc1)\n");
        check(&format!(
            "module {{\n{functions}}} loc(#loc)\n\
             #loc = loc(\"a\":1:2)\n#loc1 = loc(\"b\"(#loc))\n"
        ));
    }

    #[test]
    fn modules_with_values_outside_functions_are_not_divided() {
        let text = "%0 = \"my.op\"() : () -> i32\n\"my.use\"(%0) : (i32) -> ()\n";
        let context = context();
        let source = Source::new("a.mlir", &[Segment::Text(text.as_bytes())]).unwrap();
        let mut module = source
            .parse(&context, ParseOptions::default(), None)
            .unwrap();
        let options = PrintOptions {
            assume_verified: true,
            ..PrintOptions::default()
        };
        let mut bytes = vec![];
        assert!(!source.print_together(&mut module, 2, &options, &Stream::new(&mut bytes)));
        assert_eq!(bytes, b"");

        // In one text, this would be an error.
        let piece = vec![Segment::Text(b"%0 = \"my.op\"() : () -> i32\n")];
        assert!(parse_pieces(&context, "a.mlir", &[piece.clone(), piece]).is_none());
    }

    #[test]
    fn text_whose_meaning_might_change_is_not_cut() {
        let functions = functions("");
        for text in [
            "",
            "func.func private @f()\n",
            // All functions are in one op.
            &format!("module {{\nmodule {{\n{functions}}}\n}}\n"),
            &format!("\"builtin.module\"() ({{\n{functions}}}) : () -> ()\n"),
            // Functions in strings and comments.
            &format!("\"my.op\"() {{a = \"\n{functions}\"}} : () -> ()\n"),
            &functions.replace("func.func", "// func.func"),
            // Numbers and references that are local to one text.
            &format!("{functions}\"my.op\"() {{a = distinct[0]<unit>}} : () -> ()\n"),
            &format!("{functions}{{-#\n  external_resources: {{}}\n#-}}\n"),
            // A mesh, which verifiers look up.
            &format!("sdy.mesh @m = <[\"x\"=2]>\n{functions}"),
            // More aliases than functions.
            &format!("#a = \"{}\"\n{functions}", "long".repeat(1000)),
        ] {
            assert!(cut(text).is_none(), "{text}");
        }
    }
}
