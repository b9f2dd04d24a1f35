//! A rule as a row of the table in C++: an attribute in MLIR's syntax, with the keys of a rule file.

use crate::GenerateError;
use bcast_lower_broadcast::rule::{
    Operands, Others, Rule, Step, StepConstant, StepElementType, StepOperand, Target,
};
use std::{collections::BTreeMap, path::Path};

/// The greatest width of a line.
const WIDTH: usize = 80;

/// Returns the row of a rule.
///
/// # Errors
///
/// Fails if the rule has a hook.
pub fn row(rule: &Rule) -> Result<String, GenerateError> {
    let place = rule.place().map_or_else(String::new, |place| {
        // The directory says nothing to readers of the pass.
        let file = Path::new(&*place.file).file_name();
        let file = file.unwrap_or_default().to_string_lossy();
        format!("{file}:{}:{}", place.line, place.column)
    });
    let keys = keys(rule)?;
    let begin = format!(
        "    {{{}, {},",
        cpp_string(&rule.source),
        cpp_string(&place)
    );
    let line = format!(
        "{begin} {}}},\n",
        raw_string(&format!("{{{}}}", keys.join(", ")))
    );
    if line.len() <= WIDTH + 1 {
        return Ok(line);
    }
    let text = format!("{{\n       {}}}", keys.join(",\n       "));
    Ok(format!("{begin}\n     {}}},\n", raw_string(&text)))
}

/// Returns the keys of a rule that differ from their defaults, with their values.
fn keys(rule: &Rule) -> Result<Vec<String>, GenerateError> {
    if rule.keep_encodings {
        return Err(GenerateError::Encodings {
            op: rule.source.clone(),
            place: rule.place_of("keep_encodings").cloned(),
        });
    }
    let mut keys = vec![];
    match &rule.target {
        Target::Op(op) => keys.push(entry("target", string(op))),
        Target::Hook(_) => {
            return Err(GenerateError::Hook {
                op: rule.source.clone(),
                place: rule.place_of("hook").cloned(),
            });
        }
        Target::Keep => keys.push("verify_only".into()),
        Target::Sequence(steps) => {
            let steps = steps.iter().map(step).collect::<Vec<_>>();
            keys.push(entry(
                "sequence",
                format!("[\n         {}]", steps.join(",\n         ")),
            ));
        }
    }
    if !rule.operands.is_all() {
        keys.push(entry("operands", selection(&rule.operands)));
    }
    if rule.others == Others::Keep {
        keys.push(entry("others", string(rule.others.name())));
    }
    if let Some(count) = rule.operand_count {
        let ends = [Some(count.start()), count.end()].into_iter().flatten();
        keys.push(entry(
            "operand_count",
            list(ends.map(|end| end.to_string())),
        ));
    }
    for (key, attribute) in [
        ("broadcast_dimensions", &rule.broadcast_dimensions),
        ("axis", &rule.axis),
    ] {
        keys.extend(attribute.iter().map(|name| entry(key, string(name))));
    }
    for (key, operand) in [
        ("result_like", rule.result_like),
        ("unused_operand", rule.first_unused_operand()),
    ] {
        keys.extend(operand.map(|operand| entry(key, operand.to_string())));
    }
    if let Some(carry) = &rule.carry {
        keys.push(entry("carry", strings(carry)));
    }
    if !rule.drop.is_empty() {
        keys.push(entry("drop", strings(&rule.drop)));
    }
    for (key, texts) in [("rename", &rule.rename), ("dialect", &rule.dialect)] {
        let entries = texts.iter().map(|(name, text)| entry(name, string(text)));
        keys.extend((!texts.is_empty()).then(|| entry(key, table(entries))));
    }
    for (key, values) in [
        ("set", &rule.set),
        ("require", &rule.require),
        ("require_if_present", &rule.require_if_present),
    ] {
        keys.extend((!values.is_empty()).then(|| entry(key, attributes(values))));
    }
    if !rule.map.is_empty() {
        // A key may be a text that is not the name of an attribute.
        let pair = |(key, value): (&String, &String)| format!("{}, {value}", string(key));
        let maps = rule.map.iter();
        let maps = maps.map(|(name, values)| entry(name, list(values.iter().map(pair))));
        keys.push(entry("map", table(maps)));
    }
    if !rule.require_operands.is_empty() {
        let required = rule.require_operands.iter();
        let required = required.map(|(operand, text)| format!("\"{operand}\" = {}", string(text)));
        keys.push(entry("require_operands", table(required)));
    }
    keys.extend(
        rule.target_element_type
            .iter()
            .map(|it| entry("target_element_type", it.clone())),
    );
    for (key, types) in [
        ("element_types", &rule.element_types),
        ("result_element_types", &rule.result_element_types),
    ] {
        keys.extend((!types.is_empty()).then(|| entry(key, list(types.iter().cloned()))));
    }
    if rule.same_element_type {
        keys.push("same_element_type".into());
    }
    Ok(keys)
}

fn step(step: &Step) -> String {
    let mut entries = vec![entry("op", string(&step.op))];
    entries.push(match &step.fold {
        Some(operands) => entry("fold", selection(operands)),
        None => entry("operands", list(step.operands.iter().map(input))),
    });
    entries.extend(step.name.iter().map(|name| entry("name", string(name))));
    if !step.carry.is_empty() {
        entries.push(entry("carry", strings(&step.carry)));
    }
    if !step.set.is_empty() {
        entries.push(entry("set", attributes(&step.set)));
    }
    entries.extend(step.element_type.iter().map(element_type));
    table(entries)
}

fn input(operand: &StepOperand) -> String {
    match operand {
        StepOperand::Operand(index) => index.to_string(),
        StepOperand::Step(name) => string(name),
        StepOperand::Constant(it) => constant(it),
    }
}

fn constant(constant: &StepConstant) -> String {
    let attribute = constant
        .attribute
        .iter()
        .map(|name| entry("attribute", string(name)));
    let operand = constant
        .operand
        .iter()
        .map(|index| entry("operand", index.to_string()));
    let count = constant
        .count
        .iter()
        .map(|it| entry("count", selection(it)));
    let text = constant
        .text
        .iter()
        .map(|text| entry("constant", string(text)));
    let element = constant.element_type.iter().map(element_type);
    table(
        attribute
            .chain(operand)
            .chain(count)
            .chain(text)
            .chain(element),
    )
}

fn element_type(element: &StepElementType) -> String {
    let value = match element {
        StepElementType::Type(name) => name.clone(),
        StepElementType::Operand(index) => index.to_string(),
    };
    entry("element_type", value)
}

/// Returns attributes, whose values are in MLIR's syntax already.
pub fn attributes(values: &BTreeMap<String, String>) -> String {
    table(
        values
            .iter()
            .map(|(name, value)| entry(name, value.clone())),
    )
}

fn entry(name: &str, value: String) -> String {
    let is_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    let is_bare =
        name.starts_with(|it: char| it.is_ascii_alphabetic()) && name.bytes().all(is_word);
    match is_bare {
        true => format!("{name} = {value}"),
        false => format!("{} = {value}", string(name)),
    }
}

fn selection(operands: &Operands) -> String {
    string(&operands.text())
}

fn strings<'s>(texts: impl IntoIterator<Item = &'s String>) -> String {
    list(texts.into_iter().map(|text| string(text)))
}

fn list(items: impl IntoIterator<Item = String>) -> String {
    format!("[{}]", items.into_iter().collect::<Vec<_>>().join(", "))
}

fn table(entries: impl IntoIterator<Item = String>) -> String {
    format!("{{{}}}", entries.into_iter().collect::<Vec<_>>().join(", "))
}

/// Returns text as a string of MLIR.
fn string(text: &str) -> String {
    let mut quoted = String::from("\"");
    for byte in text.bytes() {
        match byte {
            b'"' | b'\\' => quoted.extend(['\\', char::from(byte)]),
            b' '..=b'~' => quoted.push(char::from(byte)),
            _ => quoted += &format!("\\{byte:02X}"),
        }
    }
    quoted + "\""
}

/// Returns text as a string of C++ that is written as it is.
fn raw_string(text: &str) -> String {
    match text.contains(")\"") {
        true => format!("R\"mlir({text})mlir\""),
        false => format!("R\"({text})\""),
    }
}

/// Returns text as a string of C++.
pub fn cpp_string(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

#[cfg(test)]
mod tests {
    use super::*;
    use bcast_lower_broadcast::rule::RuleTable;

    fn check(table: &str, expected: &[&str]) {
        let table = RuleTable::parse("directory/my.toml", table).unwrap();
        let rows = table.iter().map(|rule| row(rule).unwrap());
        assert_eq!(rows.collect::<Vec<_>>(), expected);
    }

    #[test]
    fn a_short_rule_is_a_line() {
        check(
            "[[rule]]\nsource = \"nn.add\"\ntarget = \"stablehlo.add\"\n",
            &["    {\"nn.add\", \"my.toml:2:10\", R\"({target = \"stablehlo.add\"})\"},\n"],
        );
    }

    #[test]
    fn texts_are_quoted_for_both_languages() {
        assert_eq!(string("a\"\\\n"), r#""a\"\\\0A""#);
        assert_eq!(raw_string("\")\""), "R\"mlir(\")\")mlir\"");
        assert_eq!(entry("sdy.sharding", "1".into()), "\"sdy.sharding\" = 1");
        assert_eq!(cpp_string("a\\b"), r#""a\\b""#);
    }
}
