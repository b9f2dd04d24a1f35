//! Prints facts about ops in the format of rule files.

use super::{DimFact, Given, OpFacts, ResultShape};
use crate::rule::print::{entry, list, selection, string, table, write_map};
use std::{fmt, sync::Arc};

/// Prints the facts as a table that parses to equal facts.
impl fmt::Display for OpFacts {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(formatter, "[[facts]]")?;
        writeln!(formatter, "op = {}", string(&self.op))?;
        write_map(formatter, "require", &self.require)?;
        write_map(formatter, "require_if_present", &self.require_if_present)?;
        if !self.ignore.is_empty() {
            let ignore = list(self.ignore.iter().map(|name| string(name)));
            writeln!(formatter, "ignore = {ignore}")?;
        }
        if self.is_constant {
            writeln!(formatter, "constant = true")?;
        }
        let results = self.results.iter().map(|shape| match shape {
            Some(shape) => table(entries(shape).into_iter()),
            None => "{}".into(),
        });
        match results.collect::<Vec<_>>().as_slice() {
            [] => {}
            [result] => writeln!(formatter, "result = {result}")?,
            results => writeln!(formatter, "results = {}", list(results.iter().cloned()))?,
        }
        let text = |example: &Arc<str>| string(example);
        match self.examples.as_slice() {
            [] => Ok(()),
            [example] => writeln!(formatter, "example = {}", text(example)),
            examples => writeln!(formatter, "example = {}", list(examples.iter().map(text))),
        }
    }
}

/// Returns the keys of a result.
fn entries(shape: &ResultShape) -> Vec<String> {
    match shape {
        ResultShape::Like(operand) => vec![entry("like", operand.to_string())],
        ResultShape::Permuted {
            operand,
            permutation,
        } => vec![
            entry("like", operand.to_string()),
            entry("permutation", given(permutation, |dims| numbers(dims))),
        ],
        ResultShape::Reduced {
            operand,
            dims,
            keep,
        } => {
            let mut entries = vec![
                entry("like", operand.to_string()),
                entry("reduced", given(dims, |dims| numbers(dims))),
            ];
            if *keep != Given::Always(false) {
                entries.push(entry("keep", given(keep, bool::to_string)));
            }
            entries
        }
        ResultShape::Joined { operands, axis } => vec![
            entry("concat", selection(operands)),
            entry("axis", given(axis, i64::to_string)),
        ],
        ResultShape::Dims(parts) => vec![entry("dims", dims(parts))],
    }
}

fn dims(parts: &[DimFact]) -> String {
    list(parts.iter().map(dim))
}

fn dim(part: &DimFact) -> String {
    let entries = match part {
        DimFact::Number(number) => return given(number, i64::to_string),
        DimFact::Dim { operand, dim } => vec![
            entry("operand", operand.to_string()),
            entry("dim", given(dim, i64::to_string)),
        ],
        DimFact::Range { operand, from, to } => {
            let mut entries = vec![entry("operand", operand.to_string())];
            for (key, end) in [("from", from), ("to", to)] {
                entries.extend(end.iter().map(|end| entry(key, given(end, i64::to_string))));
            }
            entries
        }
        DimFact::Sum(parts) => vec![entry("sum", dims(parts))],
        DimFact::Product(parts) => vec![entry("product", dims(parts))],
        DimFact::Difference(parts) => vec![entry("difference", dims(parts))],
        DimFact::Quotient {
            parts,
            is_rounded_up: false,
        } => vec![entry("quotient", dims(parts))],
        DimFact::Quotient { parts, .. } => vec![entry("quotient_up", dims(parts))],
    };
    table(entries.into_iter())
}

fn numbers(numbers: &[i64]) -> String {
    list(numbers.iter().map(i64::to_string))
}

fn given<T>(given: &Given<T>, text: impl Fn(&T) -> String) -> String {
    match given {
        Given::Always(value) => text(value),
        Given::Attribute {
            name,
            index: None,
            default: None,
        } => string(name),
        Given::Attribute {
            name,
            index,
            default,
        } => {
            let index = index.map(|index| entry("index", index.to_string()));
            let default = default
                .as_ref()
                .map(|default| entry("default", text(default)));
            let name = entry("attribute", string(name));
            table([name].into_iter().chain(index).chain(default))
        }
    }
}
