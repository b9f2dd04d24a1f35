//! Prints rules as TOML.

use super::{
    OperandRange, Operands, Others, Rule, RuleTable, Step, StepElementType, StepOperand, Target,
};
use std::{collections::BTreeMap, fmt};
use toml::Value;

/// Prints a rule as a row of a table, without `replace`, because the replaced rule is not
/// printed.
impl fmt::Display for Rule {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(formatter, "[[rule]]")?;
        writeln!(formatter, "source = {}", string(&self.source))?;
        match &self.target {
            Target::Op(op) => writeln!(formatter, "target = {}", string(op))?,
            Target::Hook(hook) => writeln!(formatter, "hook = {}", string(hook))?,
            Target::Keep => writeln!(formatter, "verify_only = true")?,
            Target::Sequence(steps) => {
                writeln!(formatter, "sequence = [")?;
                for step in steps {
                    writeln!(formatter, "    {},", self::step(step))?;
                }
                writeln!(formatter, "]")?;
            }
        }
        if !self.operands.is_all() {
            writeln!(formatter, "operands = {}", selection(&self.operands))?;
        }
        if self.others != Others::default() {
            writeln!(formatter, "others = {}", string(self.others.name()))?;
        }
        if let Some(count) = &self.operand_count {
            writeln!(formatter, "operand_count = {}", range(count))?;
        }
        if let Some(attribute) = &self.broadcast_dimensions {
            writeln!(formatter, "broadcast_dimensions = {}", string(attribute))?;
        }
        if let Some(attribute) = &self.axis {
            writeln!(formatter, "axis = {}", string(attribute))?;
        }
        if let Some(operand) = self.result_like {
            writeln!(formatter, "result_like = {operand}")?;
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
            let entries = entries.map(|(operand, text)| match text.parse::<i64>() {
                Ok(value) => format!("{operand} = {value}"),
                Err(_) => format!("{operand} = {}", string(text)),
            });
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
        if self.keep_encodings {
            writeln!(formatter, "keep_encodings = true")?;
        }
        Ok(())
    }
}

/// Prints the table as a file that parses to an equal table.
impl fmt::Display for RuleTable {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut is_first = true;
        let rows = self.iter().map(|rule| -> &dyn fmt::Display { rule });
        for row in rows.chain(
            self.facts()
                .iter()
                .map(|facts| -> &dyn fmt::Display { facts }),
        ) {
            if !std::mem::take(&mut is_first) {
                writeln!(formatter)?;
            }
            row.fmt(formatter)?;
        }
        Ok(())
    }
}

pub(super) fn write_map(
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

pub(super) fn entry(name: &str, value: String) -> String {
    format!("{} = {value}", key(name))
}

fn step(step: &Step) -> String {
    let operands = step.operands.iter().map(|operand| match operand {
        StepOperand::Operand(index) => index.to_string(),
        StepOperand::Step(name) => string(name),
        StepOperand::Constant(constant) => {
            let attribute = constant.attribute.iter();
            let attribute = attribute.map(|name| entry("attribute", string(name)));
            let operand = constant.operand.iter();
            let operand = operand.map(|index| entry("operand", index.to_string()));
            let count = constant.count.iter();
            let count = count.map(|operands| entry("count", selection(operands)));
            let text = constant.text.iter();
            let text = text.map(|text| entry("constant", string(text)));
            let element = constant.element_type.iter().map(element_type);
            let values = attribute.chain(operand).chain(count);
            table(values.chain(text).chain(element))
        }
    });
    let operands = match &step.fold {
        Some(operands) => entry("fold", selection(operands)),
        None => entry("operands", list(operands)),
    };
    let mut entries = vec![entry("op", string(&step.op)), operands];
    entries.extend(step.name.iter().map(|name| entry("name", string(name))));
    if !step.carry.is_empty() {
        let carry = list(step.carry.iter().map(|name| string(name)));
        entries.push(entry("carry", carry));
    }
    if !step.set.is_empty() {
        entries.push(entry("set", self::entries(&step.set)));
    }
    entries.extend(step.element_type.iter().map(element_type));
    table(entries.into_iter())
}

fn element_type(element: &StepElementType) -> String {
    let value = match element {
        StepElementType::Type(name) => string(name),
        StepElementType::Operand(index) => index.to_string(),
    };
    entry("element_type", value)
}

pub(super) fn string(text: &str) -> String {
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

pub(super) fn selection(operands: &Operands) -> String {
    list(operands.ranges().iter().map(range))
}

pub(super) fn list(items: impl Iterator<Item = String>) -> String {
    format!("[{}]", items.collect::<Vec<_>>().join(", "))
}

pub(super) fn table(entries: impl Iterator<Item = String>) -> String {
    format!("{{ {} }}", entries.collect::<Vec<_>>().join(", "))
}
