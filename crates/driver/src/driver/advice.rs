//! Advice on errors of MLIR's parser and bytecode reader, such as similar names.

mod frontend;

use super::header::Header;
use crate::{
    diagnostic::{Diagnostic, Note, Severity, mlir_message::UnknownName},
    dialect, ir,
    suggest::{Suggestions, suggest},
};
use frontend::{op_advice, syntax_advice, value_advice};
use melior::Context;

/// Gives advice on errors in a source.
pub(super) struct Advisor<'a> {
    context: &'a Context,
    bytes: &'a [u8],
}

impl<'a> Advisor<'a> {
    pub fn new(context: &'a Context, bytes: &'a [u8]) -> Self {
        Self { context, bytes }
    }

    /// Returns advice on an error message: similar names, or what kind of file the input is.
    pub fn advice(&self, message: &str) -> Vec<String> {
        UnknownName::find(message).map_or(vec![], |unknown| self.advice_on(&unknown).0)
    }

    /// Adds advice to an error, as notes at its position.
    pub fn add_notes(&self, diagnostic: &mut Diagnostic) {
        let Some(unknown) = UnknownName::find(&diagnostic.message) else {
            return;
        };
        if diagnostic.severity != Severity::Error {
            return;
        }
        let (advice, suggestions) = self.advice_on(&unknown);
        diagnostic.suggestions = diagnostic.suggestions.take().or(suggestions);
        diagnostic
            .notes
            .extend(advice.into_iter().map(|message| Note {
                message,
                location: diagnostic.location.clone(),
            }));
    }

    /// Returns advice on an unknown name, and the ops that it may stand for if it is one of an op.
    fn advice_on(&self, unknown: &UnknownName<'_>) -> (Vec<String>, Option<Suggestions>) {
        if let Some(header) = Header::of(self.bytes) {
            let UnknownName::Encoding { dialect } = unknown else {
                return Default::default();
            };
            return (vec![bytecode_advice(&header, dialect)], None);
        }
        let (suggestions, note) = match *unknown {
            UnknownName::OpOfDialect { op } => {
                let (dialect, name) = op.split_once('.').unwrap_or_default();
                let suggestions = suggest_dialects(self.context, dialect, name);
                (suggestions, Some(syntax_advice(self.context, op, dialect)))
            }
            UnknownName::Op { op, is_short } => {
                let dialect = ir::dialect_of(op);
                if dialect == "tf" && dialect::reads_tensorflow(self.context) {
                    let advice = syntax_advice(self.context, op, dialect);
                    return (vec![advice], Some(Suggestions::new(op, [])));
                }
                (suggest_ops(self.context, op, is_short), None)
            }
            UnknownName::GenericOp => return (vec![op_advice()], None),
            UnknownName::OfDialect { what, dialect } => {
                return (vec![value_advice(what, dialect)], None);
            }
            UnknownName::Encoding { .. } => return Default::default(),
        };
        let question = suggestions.question('`');
        (
            question.into_iter().chain(note).collect(),
            Some(suggestions),
        )
    }
}

/// Describes bytecode that this program does not support, with advice on what to pass instead.
fn bytecode_advice(header: &Header<'_>, dialect: &str) -> String {
    let producer = &header.producer;
    format!(
        "the input is bytecode of producer `{producer}`, which writes dialect '{dialect}' in a \
         binary form that is not read; pass it as text, such as `str(module)` in Python"
    )
}

const UTF_16: &str =
    "text in UTF-16, but MLIR's text is UTF-8; `iconv -f UTF-16 -t UTF-8` converts it";

/// The magic numbers of other file formats, and what to do with such files.
const FORMATS: &[(&[u8], &str)] = &[
    (b"\xff\xfe", UTF_16),
    (b"\xfe\xff", UTF_16),
    (
        b"\x1f\x8b",
        "compressed by gzip; decompress it with `gunzip`",
    ),
    (
        b"\x28\xb5\x2f\xfd",
        "compressed by zstd; decompress it with `unzstd`",
    ),
    (b"\xfd7zXZ", "compressed by xz; decompress it with `unxz`"),
    (
        b"PK\x03\x04",
        "a zip archive; extract it and pass one of its files",
    ),
];

/// Returns the position at which a source that is not bytecode turns out not to be text that MLIR
/// can parse without a crash, and a message.
pub(super) fn not_text(bytes: &[u8]) -> Option<(usize, String)> {
    if let Some((_, what)) = FORMATS.iter().find(|(start, _)| bytes.starts_with(start)) {
        return Some((0, format!("the input is {what}")));
    }
    // MLIR would take the byte for a space.
    if let Some(position) = memchr::memchr(0, bytes) {
        return Some(match unmarked_utf_16(bytes) {
            Some(order) => {
                let what = UTF_16.replace("-f UTF-16", &format!("-f UTF-16{order}"));
                (0, format!("the input is {what}"))
            }
            None => (position, binary_advice(bytes)),
        });
    }
    let position = ir::array_of_index(bytes)?;
    Some((position, ir::ARRAY_OF_INDEX.into()))
}

/// Returns the order of bytes if a source begins like ASCII in UTF-16, without a byte order mark.
fn unmarked_utf_16(bytes: &[u8]) -> Option<&'static str> {
    let begins = |zero: usize| {
        let mut units = bytes.chunks_exact(2).take(16);
        units.len() > 3 && units.all(|unit| unit[zero] == 0 && unit[1 - zero] != 0)
    };
    [("LE", 1), ("BE", 0)]
        .into_iter()
        .find_map(|(order, zero)| begins(zero).then_some(order))
}

/// Returns the message for a source that contains a NUL byte.
fn binary_advice(bytes: &[u8]) -> String {
    let advice = "the input contains NUL bytes: it is neither UTF-8 text nor bytecode, which \
                  begins with the bytes `ML\\xEFR`";
    match memchr::memmem::find(bytes, Header::MAGIC) {
        Some(position) => format!(
            "{advice}; they are at byte {position}: pass the input from there on, or, for a \
             serialized JAX export, `exported.mlir_module()`"
        ),
        None => advice.into(),
    }
}

/// Returns the ops of this name in dialects with similar names.
fn suggest_dialects(context: &Context, found: &str, name: &str) -> Suggestions {
    let mut dialects = ir::dialect_names(context);
    loop {
        let near = suggest(found, dialects.iter().map(String::as_str));
        dialects.retain(|dialect| !near.names().contains(dialect));
        let is_last = near.is_empty();
        let ops = near.map(|dialect| format!("{dialect}.{name}"));
        let ops = ops.filter(|op| {
            let dialect = ir::dialect_of(op);
            let has_op = |names: Vec<String>| names.iter().any(|other| other == op);
            ir::load_dialect(context, dialect) && has_op(ir::op_names(context, dialect))
        });
        if is_last || !ops.is_empty() {
            return ops;
        }
    }
}

/// Returns the ops of an unknown op's dialect that it may stand for, without the dialect if the text
/// leaves it out.
fn suggest_ops(context: &Context, op: &str, is_short: bool) -> Suggestions {
    let names = ir::op_names(context, ir::dialect_of(op));
    let suggestions = suggest(op, names.iter().map(String::as_str));
    match is_short {
        true => suggestions.map(|op| op.split_once('.').map_or(op, |(_, name)| name).into()),
        false => suggestions,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::driver::{Config, create_context};

    fn advice(bytes: &[u8], message: &str) -> Vec<String> {
        let context = create_context(&Config::default());
        ir::load_dialect(&context, "stablehlo");
        ir::load_dialect(&context, "func");
        ir::load_dialect(&context, "arith");
        Advisor::new(&context, bytes).advice(message)
    }

    fn check(message: &str, expected: Option<&str>) {
        let expected = expected.into_iter().collect::<Vec<_>>();
        assert_eq!(advice(b"", message), expected, "{message}");
    }

    fn check_dialect(op: &str, suggestion: Option<&str>) {
        let (dialect, _) = op.split_once('.').unwrap();
        let message = format!("Dialect `{dialect}' not found for custom op '{op}' ");
        let suggestion = suggestion.map(|op| format!("did you mean `{op}`?"));
        let note = format!(
            "ops of unknown dialects are accepted in quotes, `\"{op}\"(...)`, \
             with `--allow-unregistered-dialect`"
        );
        let expected = suggestion.into_iter().chain([note]).collect::<Vec<_>>();
        assert_eq!(advice(b"", &message), expected, "{message}");
    }

    #[test]
    fn similar_ops_are_suggested() {
        check(
            "custom op 'stablehlo.ad' is unknown",
            Some("did you mean `stablehlo.add`?"),
        );
        check(
            "custom op 'retrun' is unknown (tried 'func.retrun' as well)",
            Some("did you mean `return`?"),
        );
        check(
            "unregistered operation 'stablehlo.sbtract' found in dialect ('stablehlo') \
             that does not allow unknown operations",
            Some("did you mean `stablehlo.subtract`?"),
        );
        check(
            "custom op 'stablehlo.mul' is unknown (tried 'func.stablehlo.mul' as well)",
            Some("did you mean `stablehlo.multiply`?"),
        );
        check(
            "custom op 'arith.add' is unknown (tried 'func.arith.add' as well)",
            Some("did you mean `arith.addf` or `arith.addi`?"),
        );
        check("custom op 'stablehlo.mod' is unknown", None);
        check(
            "custom op 'wrong' is unknown (tried 'func.wrong' as well)",
            None,
        );
    }

    #[test]
    fn ops_of_similar_dialects_are_suggested_if_they_exist() {
        check_dialect("stablehl.add", Some("stablehlo.add"));
        check_dialect("mhlo.broadcast_add", Some("chlo.broadcast_add"));
        check_dialect("fun.func", Some("func.func"));
        check_dialect("mhlo.add", Some("stablehlo.add"));
        // `tosa.aten.add` does not exist.
        check_dialect("tfx.AddV2", None);
        check_dialect("tora.aten.add", None);
    }

    const JAXLIB: &[u8] = b"ML\xefR\x0dMLIR23.0.0git\0";

    #[test]
    fn unsupported_bytecode_is_identified() {
        let message = "dialect 'mhlo' does not implement the bytecode interface";
        let start = "the input is bytecode of producer `MLIR23.0.0git`, which writes dialect \
                     'mhlo' in a binary form";
        let found = advice(JAXLIB, message);
        assert!(found.len() == 1 && found[0].starts_with(start), "{found:?}");
        assert_eq!(advice(JAXLIB, "malformed"), Vec::<String>::new());
    }

    #[test]
    fn other_binary_input_is_identified() {
        for (bytes, position, expected) in [
            (&b"\x08\0\0\0abc"[..], 1, "begins with the bytes `ML\\xEFR`"),
            (&[b"\x08\0\0\0", JAXLIB].concat(), 1, "are at byte 4"),
            (b"\0", 0, "NUL bytes"),
            (b"\xff\xfem\0", 0, "text in UTF-16"),
            (b"/\0/\0 \0a\0\n\0", 0, "`iconv -f UTF-16LE -t UTF-8`"),
            (b"\0/\0/\0 \0a\0\n", 0, "`iconv -f UTF-16BE -t UTF-8`"),
            (b"\n\0", 1, "NUL bytes"),
            (b"/\0/\0 \0a\0\0\0", 1, "NUL bytes"),
            (b"\x1f\x8b\x08", 0, "compressed by gzip"),
            (b"PK\x03\x04", 0, "a zip archive"),
        ] {
            let (found, message) = not_text(bytes).unwrap();
            assert!(found == position && message.contains(expected), "{message}");
        }
        for bytes in [&b""[..], b"module", b"// \xff\xfe", b"\xef\xbb\xbfmodule"] {
            assert_eq!(not_text(bytes), None, "{bytes:?}");
        }
    }

    #[test]
    fn other_errors_get_no_advice() {
        for message in [
            "",
            "expected '('",
            "Dialect `",
            "custom op '",
            "'a.b' op is wrong",
        ] {
            check(message, None);
        }
    }
}
