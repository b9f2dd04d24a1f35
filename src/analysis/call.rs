//! Calls: what a function's callers agree on, and what its results follow from.
//!
//! Only calls that are seen together with the function that they call count: a
//! pass that runs on one function looks at no other.

use super::{
    Analysis, Sizes,
    control::{CarriedSizes, agreed},
};
use crate::{
    ir::{
        address, function_type, is_call, is_function, modules, name_str, operations, shaped_type,
        string, string_value, symbol_uses,
    },
    symbol::Size,
};
use melior::ir::{OperationRef, RegionLike, operation::OperationLike};
use rustc_hash::FxHashMap;

/// A function, by its op's address.
type Key = usize;

/// Where a result dim of a function comes from.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Source {
    Constant(i64),
    Argument { index: usize, dim: usize },
}

#[derive(Debug)]
struct Function<'c, 'a> {
    operation: OperationRef<'c, 'a>,
    /// Whether calls in sight are all that there are.
    is_closed: bool,
    /// How many calls there are.
    call_count: usize,
    /// The functions that it calls.
    callees: Vec<Key>,
    /// For each call seen so far, the sizes of its operands.
    calls: Vec<Vec<Sizes>>,
    /// For each result, where its dims come from.
    results: Option<Vec<Vec<Option<Source>>>>,
}

/// The functions of a module that call each other.
#[derive(Debug, Default)]
pub struct Calls<'c, 'a> {
    functions: FxHashMap<Key, Function<'c, 'a>>,
    /// The functions in the order in which they stand.
    keys: Vec<Key>,
    /// The callee of each call, by the call's address.
    callees: FxHashMap<usize, Key>,
    /// Functions after all that call them, as far as they don't call each other.
    order: Vec<Key>,
    /// The place of each function in that order.
    ranks: FxHashMap<Key, usize>,
}

impl<'c: 'a, 'a> Calls<'c, 'a> {
    /// Finds the functions in and below `root` that call each other.
    pub fn new(root: OperationRef<'c, 'a>) -> Self {
        let mut calls = Self::default();
        // A pass on one function must not look at others.
        if is_function(root) {
            return calls;
        }
        for module in modules(root) {
            let functions = calls.add_table(module);
            if !functions.is_empty() {
                calls.add_uses(module, &functions);
            }
        }
        calls.order = calls.callers_first();
        calls.ranks = calls.order.iter().copied().zip(0..).collect();
        calls
    }

    /// Returns whether an op is a function that should be looked at after all
    /// that call it.
    pub fn is_after_its_callers(&self, operation: OperationRef<'_, '_>) -> bool {
        self.functions
            .get(&address(operation))
            .is_some_and(|function| function.is_closed && function.call_count > 0)
    }

    /// Returns whether an op calls no function, and is called by none.
    pub fn is_apart(&self, operation: OperationRef<'_, '_>) -> bool {
        self.functions
            .get(&address(operation))
            .is_none_or(|function| function.call_count == 0 && function.callees.is_empty())
    }

    /// Returns the place of a function in an order in which callers come first.
    pub fn rank(&self, operation: OperationRef<'_, '_>) -> usize {
        let rank = self.ranks.get(&address(operation));
        rank.copied().unwrap_or(usize::MAX)
    }

    /// Returns the functions that are called and whose results have unknown
    /// sizes; what they call comes before them.
    pub fn called(&self) -> Vec<OperationRef<'c, 'a>> {
        self.order
            .iter()
            .rev()
            .filter_map(|key| self.functions.get(key))
            .filter(|function| function.call_count > 0 && has_unknown_results(function.operation))
            .map(|function| function.operation)
            .collect()
    }

    /// Notes what a function's results follow from: `arguments` and `results`
    /// have the names that they have in one walk of it.
    pub fn set_results(
        &mut self,
        operation: OperationRef<'_, '_>,
        arguments: &[Sizes],
        results: &[Sizes],
    ) {
        let mut sources = FxHashMap::default();
        for (index, sizes) in arguments.iter().enumerate() {
            for (dim, &size) in sizes.iter().enumerate() {
                sources
                    .entry(size)
                    .or_insert(Source::Argument { index, dim });
            }
        }
        let source = |size: &Size| match size {
            Size::Constant(size) => Some(Source::Constant(*size)),
            size => sources.get(size).copied(),
        };
        if let Some(function) = self.functions.get_mut(&address(operation)) {
            function.results = Some(
                results
                    .iter()
                    .map(|sizes| sizes.iter().map(source).collect())
                    .collect(),
            );
        }
    }

    /// Learns the sizes of a call's results.
    pub fn learn(&self, analysis: &mut Analysis, call: OperationRef<'_, '_>) {
        let Some(results) = self
            .callees
            .get(&address(call))
            .and_then(|callee| self.functions.get(callee)?.results.as_ref())
        else {
            return;
        };
        let operands = analysis.operand_sizes(call);
        for (result, sources) in call.results().zip(results) {
            let sizes = sources.iter().map(|source| match (*source)? {
                Source::Constant(size) => Some(Size::Constant(size)),
                Source::Argument { index, dim } => operands.get(index)?.get(dim).copied(),
            });
            analysis.set_sizes(result.into(), sizes.collect::<Vec<_>>());
        }
    }

    /// Notes the sizes of a call's operands.
    pub fn record(&mut self, analysis: &mut Analysis, call: OperationRef<'_, '_>) {
        if let Some(callee) = self.callees.get(&address(call))
            && let Some(function) = self.functions.get_mut(callee)
            && function.is_closed
        {
            function.calls.push(analysis.operand_sizes(call));
        }
    }

    /// Returns what is known of a function's arguments, if all calls have been
    /// recorded.
    pub fn arguments(&self, operation: OperationRef<'_, '_>) -> Option<CarriedSizes> {
        let function = self.functions.get(&address(operation))?;
        let is_known = function.is_closed
            && function.call_count > 0
            && function.calls.len() == function.call_count;
        is_known.then(|| agreed(&function.calls))
    }

    /// Adds the functions of a symbol table; returns them by name.
    fn add_table(&mut self, table: OperationRef<'c, 'a>) -> FxHashMap<&'c str, Key> {
        let mut functions = FxHashMap::default();
        for operation in operations(table) {
            if !is_function(operation) {
                continue;
            }
            let body = operation.region(0).ok();
            let (Some(name), Some(_)) = (
                string(operation, "sym_name"),
                body.and_then(|body| body.first_block()),
            ) else {
                continue;
            };
            let key = address(operation);
            functions.insert(name, key);
            self.keys.push(key);
            self.functions.insert(
                key,
                Function {
                    operation,
                    is_closed: string(operation, "sym_visibility") == Some("private"),
                    call_count: 0,
                    callees: vec![],
                    calls: vec![],
                    results: None,
                },
            );
        }
        functions
    }

    fn add_uses(&mut self, table: OperationRef<'c, 'a>, functions: &FxHashMap<&str, Key>) {
        let Some(uses) = symbol_uses(table) else {
            for key in functions.values() {
                if let Some(function) = self.functions.get_mut(key) {
                    function.is_closed = false;
                }
            }
            return;
        };
        for (symbol, user) in uses {
            let Some(&callee) = functions.get(&*symbol) else {
                continue;
            };
            let Some(function) = self.functions.get_mut(&callee) else {
                continue;
            };
            let called = user.attribute("callee").ok();
            if !name_str(user.name()).is_some_and(is_call)
                || called.and_then(string_value) != Some(&*symbol)
            {
                function.is_closed = false;
                continue;
            }
            function.call_count += 1;
            self.callees.insert(address(user), callee);
            let caller = enclosing(user, &self.functions);
            if let Some(caller) = caller.and_then(|caller| self.functions.get_mut(&caller)) {
                caller.callees.push(callee);
            }
        }
    }

    /// Orders the functions so that each stands after its callers. Those that
    /// call each other in a circle, and what they call, are left out.
    fn callers_first(&self) -> Vec<Key> {
        let mut waiting = FxHashMap::<Key, usize>::default();
        for function in self.functions.values() {
            for &callee in &function.callees {
                *waiting.entry(callee).or_default() += 1;
            }
        }
        let is_first = |key: &&Key| !waiting.contains_key(key);
        let mut order = self
            .keys
            .iter()
            .filter(is_first)
            .copied()
            .collect::<Vec<_>>();
        let mut next = 0;
        while let Some(function) = order.get(next).and_then(|key| self.functions.get(key)) {
            next += 1;
            for callee in &function.callees {
                if let Some(count) = waiting.get_mut(callee) {
                    *count -= 1;
                    if *count == 0 {
                        order.push(*callee);
                    }
                }
            }
        }
        order
    }
}

fn enclosing(operation: OperationRef<'_, '_>, functions: &FxHashMap<Key, Function>) -> Option<Key> {
    let mut parent = operation.parent_operation();
    while let Some(operation) = parent {
        if functions.contains_key(&address(operation)) {
            return Some(address(operation));
        }
        parent = operation.parent_operation();
    }
    None
}

fn has_unknown_results(function: OperationRef<'_, '_>) -> bool {
    let Some(r#type) = function_type(function) else {
        return false;
    };
    (0..r#type.result_count())
        .filter_map(|index| r#type.result(index).ok())
        .any(|result| {
            let shape = shaped_type(result);
            let mut dims = shape.shape().unwrap_or_default().iter();
            dims.any(|dim| dim.is_dynamic())
        })
}
