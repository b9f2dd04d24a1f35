//! Problems in rules.

mod facts;
mod operands;
mod step;

pub use self::{facts::FactsProblem, operands::OperandsProblem, step::StepProblem};

use super::RulePlace;
use crate::suggest::Suggestions;

/// A problem in a rule, with advice on how to solve it.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
pub enum RuleProblem {
    /// A problem in a `sequence`.
    #[error(transparent)]
    Step(#[from] StepProblem),
    /// A problem in a selection of operands, or in requirements on them.
    #[error(transparent)]
    Operands(#[from] OperandsProblem),
    /// A problem in facts about an op.
    #[error(transparent)]
    Facts(#[from] FactsProblem),
    /// The text is not TOML, or a value does not have the form that its key requires.
    #[error("{message}")]
    Syntax {
        /// The TOML parser's message.
        message: String,
    },
    /// The key does not exist.
    #[error("unknown key `{key}`; {}", advice(suggestions, known))]
    UnknownKey {
        /// The key.
        key: String,
        /// The keys that were probably intended.
        suggestions: Suggestions,
        /// The valid keys.
        known: &'static [&'static str],
    },
    /// The value of a key does not have the required form.
    #[error("`{key}` is `{found}`; expected {expected}")]
    Form {
        /// The key.
        key: String,
        /// The value.
        found: String,
        /// The required form.
        expected: &'static str,
    },
    /// A rule, or a step of one, does not name its op.
    #[error(
        "{}",
        match *key {
            "source" => "this rule has no `source`; name the op that it is for",
            _ => "this step has no `op`; name the op that it emits",
        }
    )]
    NoOp {
        /// The missing key.
        key: &'static str,
    },
    /// The file has `[rule]`, or another value of `rule`.
    #[error(
        "`rule` is not a list of tables; write `[[rule]]` above each rule, with two pairs of brackets"
    )]
    SingleRule,
    /// An attribute's value is not a TOML string.
    #[error(
        "the value of attribute `{attribute}` in `{key}` is not a string; write it in quotes, as MLIR prints it"
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
    /// A name or a value contains a NUL character.
    #[error("`{key}` contains the NUL character, which MLIR's text cannot contain")]
    Nul {
        /// The key.
        key: String,
    },
    /// A key is without effect, because of the kind of the target.
    #[error("`{key}` has no effect together with `{with}`, {reason}; remove `{key}`")]
    NoEffect {
        /// The key without effect.
        key: &'static str,
        /// The key of the target.
        with: &'static str,
        /// The property of such targets, a relative clause.
        reason: &'static str,
    },
    /// The file is not text.
    #[error("the file is not UTF-8: {found}")]
    Encoding {
        /// A description of the invalid bytes.
        found: String,
    },
    /// An op's name has no dialect.
    #[error("`{key}` is `{op}`, which has no dialect; op names have the form `dialect.op`")]
    NoDialect {
        /// The key.
        key: &'static str,
        /// The op.
        op: String,
    },
    /// No op has the name.
    #[error("`{key}` is `{op}`; {reason}")]
    OpName {
        /// The key.
        key: &'static str,
        /// The text.
        op: String,
        /// Why no op has the name, and what to write.
        reason: &'static str,
    },
    /// A rule has no target.
    #[error(
        "the rule for `{source_op}` has no `target`; name the op that replaces it, \
         a `sequence` of ops or a `hook`, or write `verify_only = true`"
    )]
    NoTarget {
        /// The source op.
        source_op: String,
    },
    /// A rule lists an op twice.
    #[error("`source` has `{source_op}` twice; remove one of them")]
    SourceTwice {
        /// The op.
        source_op: String,
    },
    /// A table of targets has none for a source, or several.
    #[error(
        "`target` has {} for `{source_op}`; give it one, by its name or a pattern with one `*`",
        match &keys[..] {
            [] => "no key".into(),
            keys => format!("the keys {}", keys.iter().map(|key| format!("`{key}`")).collect::<Vec<_>>().join(" and ")),
        }
    )]
    TargetOf {
        /// The source op.
        source_op: String,
        /// The keys that match it.
        keys: Vec<String>,
    },
    /// A key of a table of targets matches no source.
    #[error("`target` has the key `{key}`, but `source` has no such op")]
    UnusedTarget {
        /// The key.
        key: String,
    },
    /// A rule has two targets.
    #[error("the rule for `{source_op}` has both `{first}` and `{second}`; remove one of them")]
    TwoTargets {
        /// One of the keys.
        first: &'static str,
        /// The other one.
        second: &'static str,
        /// The source op.
        source_op: String,
    },
    /// The target is the op itself, or an op that also has a rule.
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
        /// The position of the target's rule.
        first: Option<RulePlace>,
    },
    /// An earlier rule for the op is used instead of a later one, always.
    #[error(
        "this rule for `{source_op}` is never used, because the one{} {}; put it first, or remove \
         one of them",
        before(first),
        if *is_unconditional { "has no requirements" } else { "requires nothing else" }
    )]
    Unused {
        /// The source op.
        source_op: String,
        /// The position of the earlier rule.
        first: Option<RulePlace>,
        /// Whether the earlier rule is for every op of its name.
        is_unconditional: bool,
    },
    /// A rule has the same source op as one of an earlier table.
    #[error(
        "`{source_op}` already has a rule{}, in an earlier table; \
         to use the rules of this table instead, add `replace = true`",
        at(first)
    )]
    Shadowed {
        /// The source op.
        source_op: String,
        /// The position of its first rule.
        first: Option<RulePlace>,
    },
    /// A rule should replace one of an earlier table, but there is none.
    #[error(
        "`replace` is set, but no earlier table has a rule for `{source_op}`; {}",
        suggestions.question('`').unwrap_or_else(|| "remove `replace`".into())
    )]
    NothingToReplace {
        /// The source op.
        source_op: String,
        /// The source ops that were probably intended.
        suggestions: Suggestions,
    },
    /// The value of a key is not one of its allowed values.
    #[error("`{key}` is \"{found}\"; expected {expected}")]
    Word {
        /// The key.
        key: &'static str,
        /// The value.
        found: String,
        /// The allowed values.
        expected: &'static str,
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
        /// The key that defines the first attribute.
        first: String,
        /// The key that defines the second attribute.
        second: String,
    },
    /// Two keys of a map stand for one value.
    #[error(
        "`map` has both `{first}` and `{second}` for the same value of attribute `{attribute}`"
    )]
    SameValue {
        /// The source op's attribute.
        attribute: String,
        /// The contents of the value, a string.
        first: String,
        /// The value as MLIR prints it.
        second: String,
    },
    /// A key of a map is an attribute that MLIR prints in another way.
    #[error(
        "`map` has `{found}` for attribute `{attribute}`, which MLIR prints as `{printed}`; write \
         that, or `\"{found}\"` for a string"
    )]
    ValueText {
        /// The source op's attribute.
        attribute: String,
        /// The key.
        found: String,
        /// The attribute that it parses as.
        printed: String,
    },
    /// An attribute that is not carried over is changed.
    #[error("`{key}` changes attribute `{attribute}`, which is not in `carry`; add it there")]
    NotCarried {
        /// The key.
        key: &'static str,
        /// The source op's attribute.
        attribute: String,
    },
    /// The lowering itself emits such ops.
    #[error(
        "`{source_op}` cannot be a source op: the lowering emits such ops itself, to compute \
         sizes, to check them, or to broadcast"
    )]
    Emitted {
        /// The source op.
        source_op: String,
    },
    /// A registered dialect does not define the op.
    #[error(
        "`{key}` is `{op}`, but dialect '{dialect}' has no such op{}",
        suggestions.at_end('`')
    )]
    UnknownOp {
        /// The key.
        key: &'static str,
        /// The op.
        op: String,
        /// The dialect.
        dialect: String,
        /// The ops that were probably intended.
        suggestions: Suggestions,
    },
    /// The target's dialect is not registered, and such ops are not allowed.
    #[error(
        "`{key}` is `{op}`, but dialect '{dialect}' is not registered{} \
         `--allow-unregistered-dialect` allows its ops",
        if suggestions.is_empty() { ";".into() } else { suggestions.at_end('`') }
    )]
    UnknownDialect {
        /// The key.
        key: &'static str,
        /// The op.
        op: String,
        /// Its dialect.
        dialect: String,
        /// The dialects that were probably intended.
        suggestions: Suggestions,
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
    /// A name resembles that of an attribute in the op's definition.
    #[error(
        "`{key}` names attribute `{attribute}`, which `{op}` does not have{}",
        suggestions.at_end('`')
    )]
    UnknownAttribute {
        /// The key.
        key: &'static str,
        /// The name.
        attribute: String,
        /// The op.
        op: String,
        /// The attributes that were probably intended.
        suggestions: Suggestions,
    },
    /// `dialect` names an unregistered dialect.
    #[error(
        "`dialect` moves attribute `{attribute}` to dialect '{dialect}', which is not registered{}",
        suggestions.at_end('`')
    )]
    AttributeDialect {
        /// The source op's attribute.
        attribute: String,
        /// The dialect.
        dialect: String,
        /// The dialects that were probably intended.
        suggestions: Suggestions,
    },
    /// An element type is not a type as MLIR prints it.
    #[error("`{key}` has \"{found}\"; write types as MLIR prints them, such as \"f32\" or \"i1\"")]
    ElementType {
        /// The key.
        key: &'static str,
        /// The value.
        found: String,
    },
    /// No element type is one of both operands and result, but they must have the same one.
    #[error(
        "no op meets `same_element_type`, because `element_types` and `result_element_types` have no type in \
         common"
    )]
    NeverSameElementType,
    /// A type cannot be that of elements.
    #[error(
        "`{key}` has \"{found}\", which is not the type of a tensor's elements{}",
        elements_of(found)
    )]
    NoElementType {
        /// The key.
        key: &'static str,
        /// The value.
        found: String,
    },
    /// A result's element type is not converted.
    #[error(
        "`{key}` is \"{found}\", from which `stablehlo.convert` converts no tensor; write a type of integers, \
         floats or complex numbers"
    )]
    Unconverted {
        /// The key.
        key: &'static str,
        /// The value.
        found: String,
    },
    /// A source op does not have exactly one result.
    #[error("`{op}` has {}; a rule with a target is for an op with exactly one", result_count(*count))]
    SourceResults {
        /// The source op.
        op: String,
        /// The number of its results.
        count: usize,
    },
    /// A target has a region.
    #[error("`{key}` is `{op}`, which has a region; the ops that a rule emits have none")]
    Region {
        /// The key.
        key: &'static str,
        /// The op.
        op: String,
    },
    /// The target op does not have exactly one result.
    #[error("`{target}` has {}; a target op must have exactly one", result_count(*count))]
    TargetResults {
        /// The target op.
        target: String,
        /// The number of its results.
        count: usize,
    },
    /// A rule gives the target op an attribute of the wrong kind.
    #[error(
        "`{key}` gives attribute `{attribute}` the value `{text}`, which `{target}` does not accept; \
         expected {}",
        expected(values, constraint)
    )]
    TargetAttribute {
        /// The key.
        key: &'static str,
        /// The attribute's name.
        attribute: String,
        /// The text.
        text: String,
        /// The target op.
        target: String,
        /// The values that it accepts, if they are known.
        values: Box<[String]>,
        /// MLIR's description of what it accepts.
        constraint: Box<str>,
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
        /// The number of its operands.
        count: usize,
    },
    /// The target would get the wrong number of operands.
    #[error(
        "`{target}` has {}, but its rule gives it {found}; \
         `operands` and `others` select them",
        operand_count(*expected)
    )]
    Arity {
        /// The target op.
        target: String,
        /// The number of its operands.
        expected: usize,
        /// The number of operands that it would get.
        found: usize,
    },
    /// The hook does not exist.
    #[error(
        "hook `{hook}` does not exist; hooks are functions that a Rust program registers{}",
        suggestions.at_end('`')
    )]
    UnknownHook {
        /// The name.
        hook: String,
        /// The hooks that were probably intended.
        suggestions: Suggestions,
    },
}

impl RuleProblem {
    /// Returns the unknown name that it is about, if there is one, and those that it may stand for.
    pub fn suggestions(&self) -> Option<&Suggestions> {
        match self {
            Self::Step(StepProblem::Unknown { suggestions, .. })
            | Self::UnknownKey { suggestions, .. }
            | Self::NothingToReplace { suggestions, .. }
            | Self::UnknownOp { suggestions, .. }
            | Self::UnknownDialect { suggestions, .. }
            | Self::UnknownAttribute { suggestions, .. }
            | Self::AttributeDialect { suggestions, .. }
            | Self::UnknownHook { suggestions, .. } => Some(suggestions),
            _ => None,
        }
    }
}

fn at(place: &Option<RulePlace>) -> String {
    place
        .as_ref()
        .map_or_else(String::new, |place| format!(" at {place}"))
}

fn before(place: &Option<RulePlace>) -> String {
    place
        .as_ref()
        .map_or_else(|| " before it".into(), |place| format!(" at {place}"))
}

fn advice(suggestions: &Suggestions, known: &[&str]) -> String {
    let question = suggestions.question('`');
    question.unwrap_or_else(|| format!("known keys are `{}`", known.join("`, `")))
}

fn expected(values: &[String], constraint: &str) -> String {
    match values.split_last() {
        None => format!("\"{constraint}\""),
        Some((last, [])) => format!("`{last}`"),
        Some((last, values)) => format!("`{}` or `{last}`", values.join("`, `")),
    }
}

/// Returns the element type of the tensor or vector that was written in its place.
fn elements_of(text: &str) -> String {
    let elements = text.rsplit_once('<').and_then(|(container, rest)| {
        let elements = rest.strip_suffix('>')?.rsplit('x').next()?;
        ["tensor", "vector"]
            .contains(&container)
            .then_some(elements)
    });
    elements.map_or_else(String::new, |elements| {
        format!("; did you mean \"{elements}\"?")
    })
}

fn result_count(count: usize) -> String {
    match count {
        0 => "no result".into(),
        1 => "1 result".into(),
        _ => format!("{count} results"),
    }
}

fn operand_count(count: usize) -> String {
    match count {
        1 => "1 operand".into(),
        _ => format!("{count} operands"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_words() {
        let results = [0, 1, 2].map(result_count);
        assert_eq!(results, ["no result", "1 result", "2 results"]);
        let operands = [0, 1, 2].map(operand_count);
        assert_eq!(operands, ["0 operands", "1 operand", "2 operands"]);
    }
}
