//! What would make a guard unnecessary: declarations of the function's arguments.
//!
//! A declaration is proposed only if the op, planned again as if it held, needs no such guard.

use super::{PlannedOp, dims::is_about, names::Names, question::plan_with};
use crate::{
    analysis::{Analysis, Sizes},
    explain::{ArgumentDim, Remedy},
    ir::{self, ValueKey},
    plan::{DeclaredDim, DeclaredSymbol, Dim, Guard, Plan},
    symbol::{Facts, Size, Statement, Symbol},
};
use melior::ir::{Value, ValueLike};
use rustc_hash::FxHashMap;
use std::{collections::BTreeMap, sync::Arc};

/// The maximum number of argument dims in one proposal.
const MAX_DIMS: usize = 8;

/// The sizes of a function's arguments, and the joins of several of them. If the sizes in a join
/// are equal, the join equals each of them.
#[derive(Debug, Default)]
pub struct Arguments {
    dims: Vec<(Symbol, ArgumentDim)>,
    /// The names that are declared, with their ranges, by the index of the dim.
    declared: FxHashMap<usize, DeclaredSymbol>,
    /// All declarations.
    symbols: Vec<DeclaredSymbol>,
    /// The text of each argument without attributes, and the declared names of its dims.
    texts: Vec<(String, Vec<Option<String>>)>,
    /// The index of the first dim of each size.
    by_symbol: FxHashMap<Symbol, usize>,
    /// For each size that is the join of arguments' sizes, the indices of their dims.
    joins: FxHashMap<Symbol, Vec<usize>>,
}

impl Arguments {
    /// Describes the arguments of a function at its entry.
    pub fn new(
        analysis: &mut Analysis,
        arguments: &[Value<'_, '_>],
        symbols: &[DeclaredSymbol],
        names: &FxHashMap<ValueKey, Arc<str>>,
    ) -> Self {
        let mut result = Self {
            symbols: symbols.to_vec(),
            ..Self::default()
        };
        for (index, &argument) in arguments.iter().enumerate() {
            let value = names.get(&ValueKey::new(argument));
            let value = value.map_or_else(|| format!("%arg{index}"), ToString::to_string);
            let text = format!("{value}: {}", ir::type_text(argument.r#type()));
            let rank = analysis.sizes(argument).len();
            let name = |dim| {
                let is_dim = |it: &DeclaredDim| (it.argument, it.dim) == (index, dim);
                let declared = symbols.iter().find(|it| it.dims.iter().any(is_dim));
                declared.map(|symbol| symbol.name.clone())
            };
            result.texts.push((text, (0..rank).map(name).collect()));
            for (dim, size) in analysis.sizes(argument).into_iter().enumerate() {
                let Size::Symbol(symbol) = size else {
                    continue;
                };
                let number = result.dims.len();
                let is_dim = |it: &DeclaredDim| (it.argument, it.dim) == (index, dim);
                if let Some(declared) = symbols.iter().find(|it| it.dims.iter().any(is_dim)) {
                    result.declared.insert(number, declared.clone());
                }
                result.by_symbol.entry(symbol).or_insert(number);
                let value = names.get(&ValueKey::new(argument));
                let described = ArgumentDim {
                    argument: index,
                    value: value.map(ToString::to_string),
                    name: ir::value_name(argument).map(Into::into),
                    dim,
                };
                result.dims.push((symbol, described));
            }
        }
        result
    }

    /// Returns dims of arguments: if they have equal sizes, the given size equals them. Returns
    /// `None` if the size is not known to come from arguments only; a constant comes from none.
    fn of(&self, facts: &Facts, size: Size) -> Option<Vec<usize>> {
        let Size::Symbol(symbol) = facts.canonical(size) else {
            return Some(vec![]);
        };
        let is_same =
            |(own, _): &(Symbol, _)| facts.canonical(Size::Symbol(*own)) == Size::Symbol(symbol);
        if let Some(&index) = self.by_symbol.get(&symbol) {
            return Some(vec![index]);
        }
        if let Some(dims) = self.joins.get(&symbol) {
            return Some(dims.clone());
        }
        self.dims.iter().position(is_same).map(|index| vec![index])
    }

    /// Returns the dims of arguments that several sizes come from.
    fn of_all(&self, facts: &Facts, sizes: impl Iterator<Item = Size>) -> Option<Vec<usize>> {
        let mut all = vec![];
        for size in sizes {
            all.extend(self.of(facts, size)?);
        }
        all.sort_unstable();
        all.dedup();
        (all.len() <= MAX_DIMS).then_some(all)
    }

    /// Records that a size is the join of others: it is one of them.
    pub fn learn_join(&mut self, facts: &Facts, dim: &Dim, size: Size) {
        if dim.joined().is_none() || dim.declared.is_some() {
            return;
        }
        let Size::Symbol(symbol) = facts.canonical(size) else {
            return;
        };
        let parts = dim.extent.sizes();
        let parts = parts.iter().map(|participant| participant.size);
        if let Some(dims) = self.of_all(facts, parts)
            && !self.by_symbol.contains_key(&symbol)
        {
            self.joins.entry(symbol).or_insert(dims);
        }
    }

    /// Returns what would remove a guard of a result dim.
    pub fn remedy(
        &self,
        analysis: &mut Analysis,
        planned: &PlannedOp<'_, '_, '_>,
        sizes: &[Sizes],
        index: usize,
        guard: &Guard,
        names: &mut Names,
    ) -> Remedy {
        let mut own = vec![];
        for (sizes, tensor) in sizes.iter().zip(&planned.tensors.operands) {
            let dims = sizes.iter().zip(&tensor.result_dims);
            own.extend(dims.filter(|(_, at)| **at == index).map(|(&size, _)| size));
        }
        own.retain(|&size| size != Size::Constant(1));
        let compared = match guard {
            Guard::Broadcasts(_) | Guard::Declared { .. } | Guard::AtMost(_) => own,
            guard => guard.participants().iter().map(|it| it.size).collect(),
        };
        let facts = analysis.facts();
        let constants = compared
            .iter()
            .filter_map(|&size| match facts.canonical(size) {
                Size::Constant(size) => Some(size),
                Size::Symbol(_) => None,
            });
        let constant = match guard {
            &Guard::Fixed { size, .. } | &Guard::Declared { size, .. } => Some(size),
            Guard::AtMost(_) => None,
            _ => constants.clone().next(),
        };
        let Some(dims) = self.of_all(facts, compared.iter().copied()) else {
            return Remedy::Computed;
        };
        let Some(&first) = dims.first() else {
            return Remedy::NotFound;
        };
        let range = match (guard, constant) {
            (&Guard::AtMost(bound), _) => Some([0, bound]),
            (_, constant) => constant.map(|size| [size, size]),
        };
        let target = Size::Symbol(self.dims[first].0);
        let new = || names.name(facts, target);
        let Some(symbol) = self.symbol(&dims, range.is_some(), new) else {
            return Remedy::NotFound;
        };
        let is_gone = |plan: &Plan| {
            let mut guards = plan.dims[index].guards.iter();
            !guards.any(|kept| is_about(kept, guard))
        };
        let own = dims.iter().map(|&index| Size::Symbol(self.dims[index].0));
        // If all parts of a join are equal, it is equal to them.
        let joins = compared.iter().copied();
        let joins = joins.filter(|&size| facts.canonical(size).symbol().is_some());
        let equal = own.chain(joins).filter(|&size| size != target);
        let equal = equal.collect::<Vec<_>>();
        let facts = analysis.facts_mut();
        facts.enter();
        for size in equal {
            facts.assume(Statement::Equal(size, target));
        }
        if let Some([least, greatest]) = range {
            facts.assume(Statement::AtLeast(target, least));
            facts.assume(Statement::AtMost(target, greatest));
        }
        let is_removed = !facts.is_contradictory()
            && plan_with(planned, sizes, facts).is_some_and(|plan| is_gone(&plan));
        facts.exit();
        if !is_removed {
            return Remedy::NotFound;
        }
        let is_new = |index: &&usize| {
            let declared = self.declared.get(index);
            declared.is_none_or(|declared| declared.name != symbol)
        };
        let dims = dims.iter().filter(is_new);
        let dims = dims.map(|&index| self.dims[index].1.clone());
        let dims = dims.collect::<Vec<_>>();
        Remedy::Declare {
            paste: self.paste(&symbol, &dims, range),
            dims,
            symbol,
            range,
        }
    }

    /// Returns the text of a declaration beside those that there are: arguments, and the attribute
    /// of the function.
    fn paste(&self, symbol: &str, dims: &[ArgumentDim], range: Option<[i64; 2]>) -> Vec<String> {
        let mut result = vec![];
        for (argument, (text, names)) in self.texts.iter().enumerate() {
            let own = dims.iter().filter(|it| it.argument == argument);
            let own = own.map(|it| it.dim).collect::<Vec<_>>();
            if own.is_empty() {
                continue;
            }
            let names = names.iter().enumerate().map(|(dim, name)| match name {
                _ if own.contains(&dim) => quoted(symbol),
                Some(name) => quoted(name),
                None => "\"?\"".into(),
            });
            let names = names.collect::<Vec<_>>().join(", ");
            result.push(format!("{text} {{bcast.dims = [{names}]}}"));
        }
        let Some([least, greatest]) = range else {
            return result;
        };
        let declared = self.symbols.iter();
        let has_range =
            |it: &&DeclaredSymbol| it.least > 0 || it.greatest.is_some() || it.step != 1;
        let mut ranges = declared
            .filter(has_range)
            .filter(|it| it.name != symbol)
            .map(|it| (it.name.clone(), numbers(it)))
            .collect::<BTreeMap<_, _>>();
        ranges.insert(symbol.into(), format!("{least}, {greatest}"));
        let ranges = ranges.iter();
        let ranges = ranges.map(|(name, numbers)| format!("{} = array<i64: {numbers}>", key(name)));
        let ranges = ranges.collect::<Vec<_>>().join(", ");
        result.push(format!("attributes {{bcast.ranges = {{{ranges}}}}}"));
        result
    }

    /// Returns the name to declare for dims: the one that some of them already have, or a new one.
    ///
    /// Returns `None` if two of them have different names, or if a range is to be declared and the
    /// name already has one.
    fn symbol(
        &self,
        dims: &[usize],
        has_range: bool,
        new: impl FnOnce() -> String,
    ) -> Option<String> {
        let mut declared = dims.iter().filter_map(|dim| self.declared.get(dim));
        let Some(first) = declared.next() else {
            // A size that is known needs no name.
            return Some(new()).filter(|name| !name.starts_with(|c: char| c.is_ascii_digit()));
        };
        let is_free = first.least == 0 && first.greatest.is_none() && first.step == 1;
        let is_one = declared.all(|other| other.name == first.name);
        (is_one && (is_free || !has_range)).then(|| first.name.clone())
    }
}

/// Returns the numbers of a declared range.
fn numbers(symbol: &DeclaredSymbol) -> String {
    let DeclaredSymbol {
        least,
        greatest,
        step,
        ..
    } = symbol;
    match greatest {
        None => least.to_string(),
        Some(greatest) if *step == 1 => format!("{least}, {greatest}"),
        Some(greatest) => format!("{least}, {greatest}, {step}"),
    }
}

/// Returns a name as a key of a dictionary in MLIR's syntax.
fn key(name: &str) -> String {
    let is_part = |c: char| c.is_ascii_alphanumeric() || "_$.".contains(c);
    let is_first = |c: char| c.is_ascii_alphabetic() || c == '_';
    match name.starts_with(is_first) && name.chars().all(is_part) {
        true => name.into(),
        false => quoted(name),
    }
}

/// Returns a string in MLIR's syntax.
fn quoted(text: &str) -> String {
    let mut result = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => result.extend(['\\', c]),
            c if c.is_ascii_control() => result += &format!("\\{:02X}", u32::from(c)),
            c => result.push(c),
        }
    }
    result + "\""
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_written_in_mlirs_syntax() {
        for (name, as_key, as_string) in [
            ("batch", "batch", "\"batch\""),
            ("_a.b$1", "_a.b$1", "\"_a.b$1\""),
            ("2n", "\"2n\"", "\"2n\""),
            ("", "\"\"", "\"\""),
            (
                "a \"b\"\n\\",
                "\"a \\\"b\\\"\\0A\\\\\"",
                "\"a \\\"b\\\"\\0A\\\\\"",
            ),
            ("größe", "\"größe\"", "\"größe\""),
        ] {
            assert_eq!((&*key(name), &*quoted(name)), (as_key, as_string));
        }
    }
}
