//! The parts of MLIR's messages that other code needs.
//!
//! MLIR's parsers, verifiers and bytecode reader say what is wrong in words only: their diagnostics
//! have neither ids nor data, and no function of MLIR answers what they say. This is the only module
//! that reads such words; what this crate itself emits carries a kind and data.

/// An error about a name that MLIR does not know.
#[derive(Debug, Eq, PartialEq)]
pub enum UnknownName<'m> {
    /// An op that is not in the generic form, of a dialect that is not registered.
    OpOfDialect {
        /// The op's name.
        op: &'m str,
    },
    /// An op that its dialect does not have.
    Op {
        /// Its name.
        op: &'m str,
        /// Whether the text leaves out its dialect.
        is_short: bool,
    },
    /// An op in the generic form, of a dialect that is not registered.
    GenericOp,
    /// A type or an attribute of a dialect that is not registered.
    OfDialect {
        /// `types` or `attributes`.
        what: &'static str,
        /// The dialect.
        dialect: &'m str,
    },
    /// Bytecode has what a dialect encodes in a way that is not known here.
    Encoding {
        /// The dialect.
        dialect: &'m str,
    },
}

impl<'m> UnknownName<'m> {
    /// Finds what a message is about; `None` if it is not about an unknown name.
    pub fn find(message: &'m str) -> Option<Self> {
        // Dialect `stablehl' not found for custom op 'stablehl.add'
        if message.starts_with("Dialect `") {
            let (head, _) = message.rsplit_once('\'')?;
            let (_, op) = head.rsplit_once('\'')?;
            return op.contains('.').then_some(Self::OpOfDialect { op });
        }
        if message.starts_with("operation being parsed with an unregistered dialect") {
            return Some(Self::GenericOp);
        }
        if let Some((before, _)) = message.split_once(" created with unregistered dialect") {
            let (what, dialect) = match before.strip_prefix("`!\"") {
                Some(rest) => ("types", rest),
                None => ("attributes", before.strip_prefix("#\"")?),
            };
            let (dialect, _) = dialect.split_once('"')?;
            return Some(Self::OfDialect { what, dialect });
        }
        // unregistered operation 'stablehlo.ad' found in dialect ('stablehlo') that ...
        // custom op 'retrun' is unknown (tried 'func.retrun' as well)
        if message.starts_with("unregistered operation '")
            || message.starts_with("custom op '") && message.contains("' is unknown")
        {
            let mut names = quoted(message);
            let first = names.next()?;
            let is_short = !first.contains('.');
            let op = if is_short { names.next()? } else { first };
            return op.contains('.').then_some(Self::Op { op, is_short });
        }
        let (_, rest) = message.split_once("dialect '")?;
        let (dialect, rest) = rest.split_once('\'')?;
        rest.starts_with(" does not implement the bytecode interface")
            .then_some(Self::Encoding { dialect })
    }
}

/// Returns the parts of a message in single quotes.
fn quoted(message: &str) -> impl Iterator<Item = &str> {
    let complete = message.rsplit_once('\'').map_or("", |(head, _)| head);
    complete.split('\'').skip(1).step_by(2)
}

/// Returns the message of an op's verifier without its beginning, `'dialect.name' op`.
pub fn without_subject<'m>(message: &'m str, op: &str) -> &'m str {
    let rest = message.strip_prefix(&format!("'{op}' op "));
    rest.unwrap_or(message)
}

/// Returns whether a message of an op's verifier names an attribute, such as one that is missing.
pub fn names_attribute(message: &str, attribute: &str) -> bool {
    message.contains(&format!("'{attribute}'"))
}

/// Returns what an attribute must be, by the message of a verifier that does not accept it.
pub fn constraint(message: &str) -> &str {
    let constraint = message.split_once("constraint: ");
    constraint.map_or(message, |(_, constraint)| constraint)
}

/// Returns the words of an enumeration, by the message of the parser that does not know one.
pub fn enumeration(message: &str) -> Option<impl Iterator<Item = &str>> {
    let (_, words) = message.split_once("to be one of: ")?;
    Some(words.split(';').next().unwrap_or_default().split(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    // Those of ops and of bytecode are tested with the advice on them.
    #[test]
    fn unknown_dialects_of_values_and_generic_ops_are_found() {
        for (message, expected) in [
            (
                "operation being parsed with an unregistered dialect. If this is intended",
                Some(UnknownName::GenericOp),
            ),
            (
                "`!\"torch\"<\"vtensor<[?,4],f32>\">` type created with unregistered dialect. If",
                Some(UnknownName::OfDialect {
                    what: "types",
                    dialect: "torch",
                }),
            ),
            (
                "#\"my\"<\"a\"> : 'none' attribute created with unregistered dialect. If",
                Some(UnknownName::OfDialect {
                    what: "attributes",
                    dialect: "my",
                }),
            ),
        ] {
            assert_eq!(UnknownName::find(message), expected, "{message}");
        }
    }
}
