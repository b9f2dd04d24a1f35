//! Readable names of sizes.

use crate::{
    explain::words::printable,
    symbol::{Facts, Size, Symbol},
};
use rustc_hash::{FxHashMap, FxHashSet};

/// Names sizes: by number if known, otherwise by the declared name, otherwise by a letter.
/// Equal sizes have the same name.
#[derive(Debug, Default)]
pub struct Names {
    names: FxHashMap<Symbol, String>,
    declared: Vec<(Symbol, String)>,
    /// Names of other numbers, which no letter may have.
    reserved: FxHashSet<String>,
    /// The number of letters used or skipped so far.
    count: usize,
}

impl Names {
    /// Sets the declared name of a symbol.
    pub fn declare(&mut self, symbol: Symbol, name: &str) {
        self.declared.push((symbol, printable(name).into()));
    }

    /// Keeps a name for a number that is not the size of a dim.
    pub fn reserve(&mut self, name: &str) {
        self.reserved.insert(name.into());
    }

    /// Returns the name of a size.
    pub fn name(&mut self, facts: &Facts, size: Size) -> String {
        let symbol = match facts.canonical(size) {
            Size::Constant(size) => return size.to_string(),
            Size::Symbol(symbol) => symbol,
        };
        if let Some(name) = self.names.get(&symbol) {
            return name.clone();
        }
        let is_same = |&&(declared, _): &&(Symbol, String)| {
            facts.entails_equal(Size::Symbol(declared), Size::Symbol(symbol))
        };
        let name = match self.declared.iter().find(is_same) {
            Some((_, name)) => name.clone(),
            None => self.next_letter(),
        };
        self.names.insert(symbol, name.clone());
        name
    }

    /// Returns the name of a symbol, whatever it is known to equal.
    pub fn own(&mut self, symbol: Symbol) -> String {
        if let Some(name) = self.names.get(&symbol) {
            return name.clone();
        }
        let name = self.next_letter();
        self.names.insert(symbol, name.clone());
        name
    }

    fn next_letter(&mut self) -> String {
        loop {
            let name = letter(self.count);
            self.count += 1;
            let is_declared = |(_, declared): &(_, String)| *declared == name;
            if !self.reserved.contains(&name) && !self.declared.iter().any(is_declared) {
                return name;
            }
        }
    }
}

/// `a`, ..., `z`, `a1`, ...
fn letter(index: usize) -> String {
    let letter = char::from(b'a' + (index % 26) as u8);
    match index / 26 {
        0 => letter.into(),
        round => format!("{letter}{round}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::symbol::Statement;

    #[test]
    fn equal_sizes_have_the_same_name() {
        let mut facts = Facts::default();
        let [x, y, z, batch, four] = [(); 5].map(|()| Size::Symbol(facts.fresh()));
        facts.assume(Statement::Equal(x, z));
        facts.assume(Statement::Equal(four, Size::Constant(4)));
        let mut names = Names::default();
        let Size::Symbol(symbol) = batch else {
            panic!("it is fresh");
        };
        names.declare(symbol, "b");
        let found = [x, y, z, batch, four, Size::Constant(1)];
        let found = found.map(|size| names.name(&facts, size));
        assert_eq!(found, ["a", "c", "a", "b", "4", "1"]);
        facts.assume(Statement::Equal(y, batch));
        assert_eq!(names.name(&facts, batch), names.name(&facts, y));
    }

    #[test]
    fn control_characters_in_names_are_escaped() {
        let mut facts = Facts::default();
        let mut names = Names::default();
        let symbol = facts.fresh();
        names.declare(symbol, "n\u{1b}[31m\nm");
        assert_eq!(names.name(&facts, Size::Symbol(symbol)), "n\\u{1b}[31m\\nm");
    }

    #[test]
    fn letters_are_numbered_after_z() {
        let found = [0, 25, 26, 53].map(letter);
        assert_eq!(found, ["a", "z", "a1", "b2"]);
    }
}
