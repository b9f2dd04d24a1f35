//! Prints rules as TOML.

use super::{OperandRange, Others, Rule, RuleTable, Target};
use std::{collections::BTreeMap, fmt};
use toml::Value;

/// Prints a rule as a row of a table, without `replace`, because the replaced rule is not
/// printed.
impl fmt::Display for Rule {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(formatter, "[[rule]]")?;
        let (key, target) = match &self.target {
            Target::Op(op) => ("target", op),
            Target::Hook(hook) => ("hook", hook),
        };
        writeln!(formatter, "source = {}", string(&self.source))?;
        writeln!(formatter, "{key} = {}", string(target))?;
        if !self.operands.is_all() {
            let ranges = self.operands.ranges().iter().map(range);
            writeln!(formatter, "operands = {}", list(ranges))?;
        }
        if self.others != Others::default() {
            writeln!(formatter, "others = {}", string(self.others.name()))?;
        }
        if let Some(attribute) = &self.broadcast_dimensions {
            writeln!(formatter, "broadcast_dimensions = {}", string(attribute))?;
        }
        if let Some(carry) = &self.carry {
            let carry = list(carry.iter().map(|name| string(name)));
            writeln!(formatter, "carry = {carry}")?;
        }
        write_map(formatter, "rename", &self.rename)?;
        if !self.drop.is_empty() {
            let drop = list(self.drop.iter().map(|name| string(name)));
            writeln!(formatter, "drop = {drop}")?;
        }
        write_map(formatter, "set", &self.set)?;
        write_map(formatter, "dialect", &self.dialect)?;
        if !self.map.is_empty() {
            let maps = self
                .map
                .iter()
                .map(|(name, values)| entry(name, entries(values)));
            writeln!(formatter, "map = {}", table(maps))?;
        }
        if let Some(element) = &self.target_element_type {
            writeln!(formatter, "target_element_type = {}", string(element))?;
        }
        write_map(formatter, "require", &self.require)?;
        write_map(formatter, "require_if_present", &self.require_if_present)?;
        if !self.require_operands.is_empty() {
            let entries = self.require_operands.iter();
            let entries = entries.map(|(operand, value)| format!("{operand} = {value}"));
            writeln!(formatter, "require_operands = {}", table(entries))?;
        }
        for (key, types) in [
            ("element_types", &self.element_types),
            ("result_element_types", &self.result_element_types),
        ] {
            if !types.is_empty() {
                let types = list(types.iter().map(|name| string(name)));
                writeln!(formatter, "{key} = {types}")?;
            }
        }
        if self.same_element_type {
            writeln!(formatter, "same_element_type = true")?;
        }
        Ok(())
    }
}

/// Prints the table as a file that parses to an equal table.
impl fmt::Display for RuleTable {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, rule) in self.iter().enumerate() {
            if index > 0 {
                writeln!(formatter)?;
            }
            rule.fmt(formatter)?;
        }
        Ok(())
    }
}

fn write_map(
    formatter: &mut fmt::Formatter<'_>,
    key: &str,
    map: &BTreeMap<String, String>,
) -> fmt::Result {
    if map.is_empty() {
        return Ok(());
    }
    writeln!(formatter, "{key} = {}", entries(map))
}

fn entries(map: &BTreeMap<String, String>) -> String {
    table(map.iter().map(|(name, text)| entry(name, string(text))))
}

fn entry(name: &str, value: String) -> String {
    format!("{} = {value}", key(name))
}

fn string(text: &str) -> String {
    Value::from(text).to_string()
}

fn key(name: &str) -> String {
    let is_bare = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-';
    if !name.is_empty() && name.bytes().all(is_bare) {
        name.into()
    } else {
        string(name)
    }
}

fn range(range: &OperandRange) -> String {
    let text = range.to_string();
    match text.parse::<usize>() {
        Ok(_) => text,
        Err(_) => string(&text),
    }
}

fn list(items: impl Iterator<Item = String>) -> String {
    format!("[{}]", items.collect::<Vec<_>>().join(", "))
}

fn table(entries: impl Iterator<Item = String>) -> String {
    format!("{{ {} }}", entries.collect::<Vec<_>>().join(", "))
}
