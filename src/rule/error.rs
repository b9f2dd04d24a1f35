//! What is wrong with rules, and where.

use super::{OperandRange, RulePlace};
use std::{
    error::Error,
    fmt::{self, Write},
};

/// One thing that is wrong with a rule.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct RuleError {
    /// Its position; `None` if the rule was built in code.
    pub place: Option<RulePlace>,
    /// What is wrong.
    pub problem: Box<RuleProblem>,
}

impl fmt::Display for RuleError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(place) = &self.place {
            write!(formatter, "{place}: ")?;
        }
        self.problem.fmt(formatter)
    }
}

impl Error for RuleError {}

impl RuleError {
    /// Returns the error as MLIR shows diagnostics: `FILE:LINE:COLUMN: error: ...`, the
    /// line, and a caret below what is wrong in it. The last line has no end.
    pub fn diagnostic(&self) -> RuleDiagnostic<'_> {
        RuleDiagnostic(self)
    }
}

/// Displays an error with the line that it is about.
#[derive(Clone, Copy, Debug)]
pub struct RuleDiagnostic<'e>(&'e RuleError);

impl fmt::Display for RuleDiagnostic<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let RuleError { place, problem } = self.0;
        let Some(place) = place else {
            return write!(formatter, "error: {problem}");
        };
        let line = place.line_text();
        write!(formatter, "{place}: error: {problem}\n{line}\n")?;
        for char in line.chars().take(place.column - 1) {
            // A tab moves the caret as far as it moves the text.
            formatter.write_char(if char == '\t' { '\t' } else { ' ' })?;
        }
        formatter.write_char('^')
    }
}

/// All that is wrong with a file or a table; at least one thing.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct RuleErrors(pub(super) Vec<RuleError>);

impl RuleErrors {
    /// Iterates over the errors, in the order of the rules.
    pub fn iter(&self) -> impl Iterator<Item = &RuleError> {
        self.0.iter()
    }

    /// Returns `Ok` if there are no errors.
    pub(crate) fn check(errors: Vec<RuleError>) -> Result<(), Self> {
        if errors.is_empty() {
            Ok(())
        } else {
            Err(Self(errors))
        }
    }
}

/// Shows each error as a [diagnostic](RuleError::diagnostic).
impl fmt::Display for RuleErrors {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, error) in self.0.iter().enumerate() {
            if index > 0 {
                formatter.write_char('\n')?;
            }
            error.diagnostic().fmt(formatter)?;
        }
        Ok(())
    }
}

impl Error for RuleErrors {}

impl From<RuleError> for RuleErrors {
    fn from(error: RuleError) -> Self {
        Self(vec![error])
    }
}

/// What is wrong with a rule, and what would be right.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
pub enum RuleProblem {
    /// The text is not TOML, or a value does not have the form that its key requires.
    #[error("{message}")]
    Syntax {
        /// The TOML parser's message.
        message: String,
    },
    /// There is no such key.
    #[error("unknown key `{key}`; {}", advice(suggestion.as_deref(), known))]
    UnknownKey {
        /// The key.
        key: String,
        /// The key that was probably meant.
        suggestion: Option<String>,
        /// The keys that there are.
        known: &'static [&'static str],
    },
    /// The file has `[rule]`.
    #[error("`rule` is one table; write `[[rule]]` above each rule, with two pairs of brackets")]
    SingleRule,
    /// An attribute's value is not a TOML string.
    #[error(
        "the value of attribute `{attribute}` in `{key}` is not a string; write it as MLIR does, in quotes"
    )]
    NoText {
        /// The key.
        key: &'static str,
        /// The attribute's name.
        attribute: String,
    },
    /// A name or a value is empty.
    #[error("`{key}` is empty; give it a value, or leave the key out")]
    Empty {
        /// The key.
        key: String,
    },
    /// A name or a value holds a NUL character.
    #[error("`{key}` holds the character NUL, which cannot stand in MLIR's text")]
    Nul {
        /// The key.
        key: String,
    },
    /// `drop` stands beside `carry`.
    #[error(
        "`drop` has no effect beside `carry`, which lists all attributes that are carried \
         over; leave it out"
    )]
    DropBesideCarry,
    /// The file is not text.
    #[error("the file is not UTF-8: {found}")]
    Encoding {
        /// What stands there.
        found: String,
    },
    /// An op is named without its dialect.
    #[error("`{key}` is `{op}`, which names no dialect; ops are called `dialect.op`")]
    NoDialect {
        /// The key.
        key: &'static str,
        /// The op.
        op: String,
    },
    /// A rule does not say what its op becomes.
    #[error(
        "the rule of `{source_op}` has no `target`; name the op that takes its place, \
         or a `hook`"
    )]
    NoTarget {
        /// The source op.
        source_op: String,
    },
    /// A rule says in two ways what its op becomes.
    #[error("the rule of `{source_op}` has both `target` and `hook`; leave one of them out")]
    TwoTargets {
        /// The source op.
        source_op: String,
    },
    /// An op would be lowered to itself, or to an op that has a rule too.
    #[error(
        "`{target}`, the target of `{source_op}`, has a rule of its own{}; \
         a target must not broadcast implicitly",
        at(first)
    )]
    Chained {
        /// The source op.
        source_op: String,
        /// Its target.
        target: String,
        /// Where the target's rule stands.
        first: Option<RulePlace>,
    },
    /// Two rules of one file have one source op.
    #[error("`{source_op}` has a rule already{}; an op has one rule", at(first))]
    Duplicate {
        /// The source op.
        source_op: String,
        /// Where its first rule stands.
        first: Option<RulePlace>,
    },
    /// A rule has the same source op as one of an earlier table.
    #[error(
        "`{source_op}` has a rule already{}; \
         to take this one instead, add `replace = true` to it",
        at(first)
    )]
    Shadowed {
        /// The source op.
        source_op: String,
        /// Where its first rule stands.
        first: Option<RulePlace>,
    },
    /// A rule is to replace one of an earlier table, and there is none.
    #[error(
        "`replace` is set, but no earlier table has a rule for `{source_op}`; {}",
        suggestion.as_ref().map_or_else(
            || "leave `replace` out".into(),
            |name| format!("did you mean `{name}`?")
        )
    )]
    NothingToReplace {
        /// The source op.
        source_op: String,
        /// The source op that was probably meant.
        suggestion: Option<String>,
    },
    /// `operands` is not a set of operands.
    #[error(
        "`operands` has {found}; write indices and ranges, such as `[0, 1]`, `\"0..2\"` \
         or `[0, \"2..\"]`"
    )]
    OperandsForm {
        /// The value.
        found: String,
    },
    /// `operands` is not in order.
    #[error(
        "`operands` has `{later}` after `{earlier}`; write them in increasing order, \
         each operand once"
    )]
    OperandsOrder {
        /// What comes first.
        earlier: OperandRange,
        /// What comes next, and does not begin behind it.
        later: OperandRange,
    },
    /// No operand would take part.
    #[error("`operands` is empty; name at least one operand, or leave the key out for all of them")]
    NoOperands,
    /// A key takes one of a few values.
    #[error("`{key}` is \"{found}\"; it takes {expected}")]
    Word {
        /// The key.
        key: &'static str,
        /// The value.
        found: String,
        /// The values that it takes.
        expected: &'static str,
    },
    /// A key of `require_operands` is not an operand's index.
    #[error("`require_operands` has the key `{found}`; it takes operands' indices, from 0")]
    OperandKey {
        /// The key.
        found: String,
    },
    /// Two keys contradict each other on an attribute.
    #[error(
        "attribute `{attribute}` is in both `{first}` and `{second}`; it can be in only one of them"
    )]
    Contradiction {
        /// The source op's attribute.
        attribute: String,
        /// One of the keys.
        first: &'static str,
        /// The other one.
        second: &'static str,
    },
    /// Two attributes would get one name.
    #[error("`{first}` and `{second}` both give the target an attribute `{attribute}`")]
    SameName {
        /// The target op's attribute.
        attribute: String,
        /// What gives the one its name.
        first: String,
        /// What gives the other its name.
        second: String,
    },
    /// `dialect` changes an attribute that is not carried over.
    #[error("`dialect` changes attribute `{attribute}`, which is not in `carry`; add it there")]
    NotCarried {
        /// The source op's attribute.
        attribute: String,
    },
    /// The lowering emits such ops itself.
    #[error(
        "`{source_op}` cannot be a source op: the lowering emits such ops itself, to compute \
         sizes, to check them, or to broadcast"
    )]
    Emitted {
        /// The source op.
        source_op: String,
    },
    /// A dialect that is registered has no such op.
    #[error(
        "`{key}` is `{op}`, but dialect '{dialect}' has no such op{}",
        did_you_mean(suggestion)
    )]
    UnknownOp {
        /// The key.
        key: &'static str,
        /// The op.
        op: String,
        /// The dialect.
        dialect: String,
        /// The op that was probably meant.
        suggestion: Option<String>,
    },
    /// The target's dialect is not registered, and such ops are not allowed.
    #[error(
        "`{key}` is `{op}`, but dialect '{dialect}' is not registered{} \
         `--allow-unregistered-dialect` allows its ops",
        suggestion.as_ref().map_or_else(|| ";".into(), |_| did_you_mean(suggestion))
    )]
    UnknownDialect {
        /// The key.
        key: &'static str,
        /// The op.
        op: String,
        /// Its dialect.
        dialect: String,
        /// The dialect that was probably meant.
        suggestion: Option<String>,
    },
    /// An attribute's text does not parse.
    #[error(
        "`{key}` gives attribute `{attribute}` the text `{text}`, which does not parse as an \
         attribute: {reason}"
    )]
    Attribute {
        /// The key.
        key: &'static str,
        /// The attribute's name.
        attribute: String,
        /// The text.
        text: String,
        /// MLIR's message.
        reason: String,
    },
    /// A name is nearly that of an attribute that the op is defined with.
    #[error(
        "`{key}` names attribute `{attribute}`, which `{op}` does not have; \
         did you mean `{suggestion}`?"
    )]
    UnknownAttribute {
        /// The key.
        key: &'static str,
        /// The name.
        attribute: String,
        /// The op.
        op: String,
        /// The attribute that was probably meant.
        suggestion: String,
    },
    /// `dialect` names one that is not registered.
    #[error(
        "`dialect` moves attribute `{attribute}` to dialect '{dialect}', which is not registered{}",
        did_you_mean(suggestion)
    )]
    AttributeDialect {
        /// The source op's attribute.
        attribute: String,
        /// The dialect.
        dialect: String,
        /// The dialect that was probably meant.
        suggestion: Option<String>,
    },
    /// An entry of `element_types` is not a type as MLIR prints it.
    #[error(
        "`element_types` has \"{found}\"; write types as MLIR prints them, such as \"f32\" or \"i1\""
    )]
    ElementType {
        /// The value.
        found: String,
    },
    /// The target op does not have exactly one result.
    #[error("`{target}` has {}; a target has one", result_count(*count))]
    TargetResults {
        /// The target op.
        target: String,
        /// How many results it has.
        count: usize,
    },
    /// A rule gives the target op an attribute of the wrong kind.
    #[error(
        "`set` gives attribute `{attribute}` the value `{text}`, which `{target}` does not take; \
         expected {}",
        expected(values, constraint)
    )]
    TargetAttribute {
        /// The attribute's name.
        attribute: String,
        /// The text.
        text: String,
        /// The target op.
        target: String,
        /// The values that it takes, if they are known.
        values: Vec<String>,
        /// What it takes, in MLIR's words.
        constraint: String,
    },
    /// A rule names an operand that the source op does not have.
    #[error(
        "`{key}` names operand #{operand}, but `{op}` has {}",
        operand_count(*count)
    )]
    Operand {
        /// The key.
        key: &'static str,
        /// The operand's index.
        operand: usize,
        /// The source op.
        op: String,
        /// How many operands it has.
        count: usize,
    },
    /// The target would get more or fewer operands than it has.
    #[error(
        "`{target}` has {}, but its rule gives it {found}; \
         `operands` and `others` say which ones",
        operand_count(*expected)
    )]
    Arity {
        /// The target op.
        target: String,
        /// How many operands it has.
        expected: usize,
        /// How many it would get.
        found: usize,
    },
    /// There is no such hook.
    #[error(
        "there is no hook `{hook}`; hooks are functions that a Rust program registers{}",
        did_you_mean(suggestion)
    )]
    UnknownHook {
        /// The name.
        hook: String,
        /// The hook that was probably meant.
        suggestion: Option<String>,
    },
}

fn at(place: &Option<RulePlace>) -> String {
    place
        .as_ref()
        .map_or_else(String::new, |place| format!(" at {place}"))
}

fn did_you_mean(suggestion: &Option<String>) -> String {
    suggestion
        .as_ref()
        .map_or_else(String::new, |name| format!("; did you mean `{name}`?"))
}

fn advice(suggestion: Option<&str>, known: &[&str]) -> String {
    match suggestion {
        Some(name) => format!("did you mean `{name}`?"),
        None => format!("there are `{}`", known.join("`, `")),
    }
}

fn expected(values: &[String], constraint: &str) -> String {
    match values.split_last() {
        None => format!("\"{constraint}\""),
        Some((last, [])) => format!("`{last}`"),
        Some((last, values)) => format!("`{}` or `{last}`", values.join("`, `")),
    }
}

fn result_count(count: usize) -> String {
    match count {
        0 => "no result".into(),
        _ => format!("{count} results"),
    }
}

fn operand_count(count: usize) -> String {
    match count {
        1 => "1 operand".into(),
        _ => format!("{count} operands"),
    }
}
