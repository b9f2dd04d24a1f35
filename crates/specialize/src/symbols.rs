//! The symbols that stand for sizes of a function's arguments.

use super::{argument_error::ArgumentError, functions::callee};
use crate::{
    analysis::{Analysis, Calls, ElementRow, Visitor, Walk, declared_symbols, named_arguments},
    ir,
    scoped_map::ScopeChange,
    suggest::suggest,
};
use melior::ir::{BlockRef, OperationRef, Value, ValueLike, operation::OperationLike};
use rustc_hash::FxHashMap;

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
        returned: FxHashMap::default(),
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

impl<'c: 'a, 'a> DimensionVariables<'c, 'a> {
    /// Learns that a function of numbers returns what it has returned for the same ones: JAX divides in functions, which
    /// it calls for each check of a quotient.
    fn learn_call(
        &mut self,
        analysis: &mut Analysis,
        call: OperationRef<'c, 'a>,
        callee: OperationRef<'c, 'a>,
    ) {
        let mut types = call.results().map(|result| result.r#type());
        let are_scalars = types.all(|r#type| ir::sizes_of(r#type).is_empty());
        if !are_scalars || !self.computes_numbers(analysis, callee, MAX_DEPTH) {
            return;
        }
        let key = (ir::address(callee), analysis.operand_rows(call));
        let results = call.results().map(Value::from).collect::<Vec<_>>();
        match self.returned.get(&key) {
            Some(rows) => {
                for (&result, row) in results.iter().zip(rows) {
                    analysis.set_row(result, row.iter().copied().map(Some));
                }
            }
            None => {
                let rows = results.iter().map(|&result| analysis.row(result));
                self.returned.insert(key, rows.collect());
            }
        }
    }

    /// Returns whether a function only computes numbers, by itself or by others that it calls.
    fn computes_numbers(
        &self,
        analysis: &mut Analysis,
        function: OperationRef<'c, 'a>,
        depth: usize,
    ) -> bool {
        let is_other = |operation: OperationRef<'c, 'a>| {
            let is_end = operation.next_in_block().is_none() && operation.result_count() == 0;
            if operation == function || is_end || analysis.is_size_computation(operation) {
                return false;
            }
            let callee = callee(self.root, operation).filter(|_| depth > 0);
            !callee.is_some_and(|callee| self.computes_numbers(analysis, callee, depth - 1))
        };
        ir::find_ops(function, is_other).is_empty()
    }
}

/// How deep functions of numbers call others.
const MAX_DEPTH: usize = 4;

/// Finds the dims that JAX's dimension variables stand for: it passes the variables to private
/// functions, as arguments with names.
struct DimensionVariables<'c, 'a> {
    root: OperationRef<'c, 'a>,
    arguments: Vec<Value<'c, 'a>>,
    found: Vec<Symbol>,
    /// What functions of numbers have returned, by their address and what is known of the operands.
    returned: FxHashMap<(usize, Vec<ElementRow>), Vec<ElementRow>>,
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
        self.learn_call(&mut walk.analysis, operation, callee);
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
