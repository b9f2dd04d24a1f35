//! Where the names of ops and the attributes of our dialects come from, and that names of types differ.

use super::{
    context::context,
    layers::{read_sources, roots},
};
use bcast_lower::melior::Context;
use std::collections::BTreeMap;

/// The files that parse attributes: texts of users, and of rules, which may name any dialect.
const PARSERS: [&str; 4] = [
    "crates/core/src/analysis/ops/given/requirements.rs",
    "crates/core/src/ir/names.rs",
    "crates/core/src/lower/lower_broadcast/attributes.rs",
    "crates/core/src/lower/rules/resolved.rs",
];

#[test]
fn names_of_ops_are_constants_and_attributes_are_not_parsed() {
    let context = context();
    let mut wrong = vec![];
    for (path, text) in read_sources(roots()) {
        if path.ends_with("tests.rs") || path.contains("/tests/") {
            continue;
        }
        // Tests at the end of a file write programs as users do.
        let (code, _) = text
            .split_once("\n#[cfg(test)]\nmod ")
            .unwrap_or((&text, ""));
        let lines = code.lines().map(str::trim_start);
        for (index, line) in lines.enumerate().filter(|(_, it)| !it.starts_with("//")) {
            let parses = line.contains("Attribute::parse(") && !PARSERS.contains(&&*path);
            let has_name = has_generated_name(&context, line);
            if has_own_literal(&context, line) || has_name || parses {
                wrong.push(format!("{path}:{}: {line}", index + 1));
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "use the names in `dialect`, which the build generates:\n{}",
        wrong.join("\n")
    );
}

/// MLIR's own dialects whose names the build generates.
const NAMED: [&str; 7] = ["arith", "cf", "func", "math", "scf", "shape", "tensor"];

#[test]
fn literals_are_found() {
    let has_own_literal = |line| has_own_literal(&context(), line);
    assert!(has_own_literal("f(\"stablehlo.add\", 1)"));
    assert!(has_own_literal("starts_with(\"chlo.\")"));
    assert!(has_own_literal("\"#stablehlo<precision {word}>\""));
    assert!(!has_own_literal(
        "\"stablehlo.custom_call @shape_assertion\""
    ));
    assert!(!has_own_literal("\"%0 = \\\"chlo.constant_like\\\"(%a)\""));
    assert!(!has_own_literal("f(stablehlo::ADD)"));
    let has_name = |line| has_generated_name(&context(), line);
    assert!(has_name("f(\"arith.muli\", 1)"));
    assert!(!has_name(
        "\"arith.\", \"arith.no\", \"stablehlo.add\", arith::MULI"
    ));
    // The target of a custom call.
    assert!(!has_own_literal("\"stablehlo.dynamic_top_k\""));
}

/// Returns the literals in a line.
fn literals(line: &str) -> impl Iterator<Item = &str> {
    let literals = line.match_indices('"');
    let literals = literals.filter(|&(at, _)| !line[..at].ends_with('\\'));
    let literals = literals.map(|(at, _)| &line[at + 1..]);
    literals.map(|rest| rest.split('"').next().unwrap_or_default())
}

/// Returns whether a line has a literal that is the name of an op of MLIR's own dialects whose names
/// the build generates.
fn has_generated_name(context: &Context, line: &str) -> bool {
    literals(line).any(|literal| {
        let dialect = literal.split_once('.').map(|(dialect, _)| dialect);
        dialect.is_some_and(|it| NAMED.contains(&it)) && context.is_registered_operation(literal)
    })
}

/// Returns whether a line has a literal that is the name of an op of StableHLO or CHLO, or the
/// start of all such names, or of one of their attributes.
fn has_own_literal(context: &Context, line: &str) -> bool {
    literals(line).any(|literal| {
        let begins = |words: [&str; 2]| words.iter().any(|word| literal.starts_with(word));
        let is_op = || context.is_registered_operation(literal);
        begins(["#stablehlo", "#chlo"])
            || ["stablehlo.", "chlo."].contains(&literal)
            || begins(["stablehlo.", "chlo."]) && is_op()
    })
}

/// The types of the public interface that share a name: `driver::Outcome` and `explain::Outcome`.
const SHARED_TYPE_NAMES: [&str; 1] = ["Outcome"];

#[test]
fn types_have_distinct_names() {
    // The pure package is read on its own: what reports say of a `plan::Dim` is an `explain::Dim`.
    let (pure, others) = roots()
        .into_iter()
        .partition::<Vec<_>, _>(|root| root.starts_with("crates/broadcast"));
    for roots in [pure, others] {
        let mut places = BTreeMap::<_, Vec<_>>::new();
        let mut sources = read_sources(roots);
        sources.retain(|(path, _)| !path.contains("/test"));
        for (path, text) in sources {
            for (index, line) in text.lines().enumerate() {
                if let Some(name) = defined_type(line) {
                    let place = format!("{path}:{}", index + 1);
                    places.entry(name.to_string()).or_default().push(place);
                }
            }
        }
        places.retain(|name, places| places.len() > 1 && !SHARED_TYPE_NAMES.contains(&&**name));
        assert!(
            places.is_empty(),
            "give each type a name of its own: {places:#?}"
        );
    }
}

#[test]
fn definitions_of_types_are_found() {
    assert_eq!(defined_type("struct A<'c> {"), Some("A"));
    assert_eq!(defined_type("    pub(crate) unsafe trait B {"), Some("B"));
    assert_eq!(defined_type("pub type C = usize;"), Some("C"));
    assert_eq!(defined_type("    type D = usize;"), None);
    assert_eq!(defined_type("struct $name;"), None);
    assert_eq!(defined_type("/// struct E {"), None);
}

/// Returns the name of the type that a line begins to define.
fn defined_type(line: &str) -> Option<&str> {
    let code = line.trim_start();
    let code = match code.strip_prefix("pub") {
        Some(rest) => rest[rest.find(' ')?..].trim_start(),
        // An associated type, or an alias in a function.
        None if line.starts_with(" ") && code.starts_with("type ") => return None,
        None => code,
    };
    let code = code.strip_prefix("unsafe ").unwrap_or(code);
    let (keyword, name) = code.split_once(' ')?;
    let end = name.find(|it: char| !it.is_alphanumeric() && it != '_');
    let name = &name[..end.unwrap_or(name.len())];
    let is_definition = ["enum", "struct", "trait", "type", "union"].contains(&keyword);
    (is_definition && !name.is_empty()).then_some(name)
}
