//! The symbols that stand for sizes of a function's arguments.

use super::{argument_error::ArgumentError, functions::callee};
use crate::{
    analysis::{Analysis, Calls, Visitor, Walk, declared_symbols, named_arguments},
    ir,
    scoped_map::ScopeChange,
    suggest::suggest,
};
use melior::ir::{BlockRef, OperationRef, Value};

/// A symbol, and the dims of arguments that have its size.
pub(super) struct Symbol {
    pub name: String,
    /// The dims that have this size, each as the index of an argument and of its dim. Empty if none has it.
    pub dims: Vec<(usize, usize)>,
}

/// Returns the symbols that arguments declare, and the dimension variables of JAX.
pub(super) fn symbols<'c: 'a, 'a>(
    root: OperationRef<'c, 'a>,
    function: OperationRef<'c, 'a>,
) -> Vec<Symbol> {
    // Wrong declarations are reported by the passes that use them.
    let declared = declared_symbols(function).unwrap_or_default().into_iter();
    let mut symbols = declared
        .map(|symbol| Symbol {
            name: symbol.name,
            dims: symbol
                .dims
                .iter()
                .map(|dim| (dim.argument, dim.dim))
                .collect(),
        })
        .collect::<Vec<_>>();
    let mut walk = Walk::new((), Analysis::default(), Calls::default());
    let mut variables = DimensionVariables {
        root,
        arguments: vec![],
        found: vec![],
        scopes: 0,
        outer_scopes: 0,
    };
    walk.op(&mut variables, function);
    for symbol in variables.found {
        if symbols.iter().all(|other| other.name != symbol.name) {
            symbols.push(symbol);
        }
    }
    symbols
}

/// Returns the symbol of a name.
///
/// # Errors
///
/// Fails if there is none, or if it is the size of no dim.
pub(super) fn find_symbol<'s>(
    symbols: &'s [Symbol],
    name: &str,
) -> Result<&'s Symbol, ArgumentError> {
    let Some(symbol) = symbols.iter().find(|symbol| symbol.name == name) else {
        let known = symbols.iter().map(|symbol| &*symbol.name);
        let list = known
            .clone()
            .map(|name| format!("'{name}'"))
            .collect::<Vec<_>>();
        return Err(ArgumentError::Symbol {
            name: name.into(),
            symbols: match list.is_empty() {
                true => "its arguments declare none".into(),
                false => format!("it has {}", list.join(", ")),
            },
            suggestions: suggest(name, known),
        });
    };
    match symbol.dims.is_empty() {
        true => Err(ArgumentError::NoDim { name: name.into() }),
        false => Ok(symbol),
    }
}

/// Finds the dims that JAX's dimension variables stand for: it passes the variables to private
/// functions, as arguments with names.
struct DimensionVariables<'c, 'a> {
    root: OperationRef<'c, 'a>,
    arguments: Vec<Value<'c, 'a>>,
    found: Vec<Symbol>,
    /// The number of open scopes, and of those outside the function's first block.
    scopes: usize,
    outer_scopes: usize,
}

impl<'c: 'a, 'a> Visitor<'c, 'a, ()> for DimensionVariables<'c, 'a> {
    fn begin_function(
        &mut self,
        _: &mut Walk<'c, 'a, ()>,
        _: OperationRef<'c, 'a>,
        entry: BlockRef<'c, 'a>,
    ) {
        self.arguments = ir::block_arguments(entry);
        self.outer_scopes = self.scopes;
    }

    fn approach(&mut self, walk: &mut Walk<'c, 'a, ()>, operation: OperationRef<'c, 'a>) {
        let Some(callee) = callee(self.root, operation) else {
            return;
        };
        for (index, name) in named_arguments(callee) {
            let known = self.found.iter().position(|symbol| symbol.name == name);
            let is_known = known.is_some_and(|known| !self.found[known].dims.is_empty());
            if is_known || name.is_empty() {
                continue;
            }
            let Some(number) = ir::operand(operation, index) else {
                continue;
            };
            // What is equal in a branch may differ where it does not run.
            let is_nested = self.scopes > self.outer_scopes;
            let mut dims = vec![];
            for (argument, &value) in self.arguments.iter().enumerate() {
                let places = match is_nested {
                    true => walk.analysis.dims_named_by(value, number),
                    false => walk.analysis.dims_of_size(value, number),
                };
                dims.extend(places.into_iter().map(|dim| (argument, dim)));
            }
            match known {
                Some(known) => self.found[known].dims = dims,
                None => self.found.push(Symbol {
                    name: name.into(),
                    dims,
                }),
            }
        }
    }

    fn scope(&mut self, change: ScopeChange) {
        match change {
            ScopeChange::Enter | ScopeChange::EnterIsolated => self.scopes += 1,
            ScopeChange::Exit | ScopeChange::ExitIsolated => self.scopes -= 1,
        }
    }
}
