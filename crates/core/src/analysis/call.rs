//! Calls: what all callers of a function agree on, and what its results are computed from.
//!
//! Calls count only if the pass sees them together with the callee: a pass that runs on one
//! function must not access others.

use super::{
    Analysis, ElementRow,
    control::{CarriedRows, agreed},
    types::computed_type,
};
use crate::{
    ir::{
        self, address, function_type, is_call, is_function, modules, operations, shaped_type,
        string, string_value, symbol_uses,
    },
    symbol::Element,
};
use melior::ir::{OperationRef, RegionLike, operation::OperationLike};
use rustc_hash::FxHashMap;

/// A function, by its op's address.
type FunctionKey = usize;

/// Where a number in the row of a function's result comes from.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum ResultSource {
    Constant(i64),
    Argument { index: usize, place: usize },
}

#[derive(Debug)]
struct FunctionCalls<'c, 'a> {
    operation: OperationRef<'c, 'a>,
    /// Whether all calls of it are known.
    is_closed: bool,
    /// The number of calls.
    call_count: usize,
    /// The functions that it calls.
    callees: Vec<FunctionKey>,
    /// The ops that call it.
    callers: Vec<OperationRef<'c, 'a>>,
    /// For each call seen so far, the rows of its operands.
    calls: Vec<Vec<ElementRow>>,
    /// The same with what is known by definitions and checks alone.
    checked_calls: Vec<Vec<ElementRow>>,
    /// For each result, where each number of its row comes from.
    results: Option<Vec<Vec<Option<ResultSource>>>>,
}

/// The functions of a module that call each other.
#[derive(Debug, Default)]
pub struct Calls<'c, 'a> {
    functions: FxHashMap<FunctionKey, FunctionCalls<'c, 'a>>,
    /// The functions in program order.
    keys: Vec<FunctionKey>,
    /// The callee of each call, by the call's address.
    callees: FxHashMap<usize, FunctionKey>,
    /// The functions, callers first; those in or below a cycle are missing.
    order: Vec<FunctionKey>,
    /// The position of each function in that order.
    ranks: FxHashMap<FunctionKey, usize>,
}

impl<'c: 'a, 'a> Calls<'c, 'a> {
    /// Finds the functions in and below `root` that call one another.
    pub fn new(root: OperationRef<'c, 'a>) -> Self {
        let mut calls = Self::default();
        // A pass on one function must not access others.
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

    /// Notes that there may be other calls of all functions.
    pub fn open(&mut self) {
        for function in self.functions.values_mut() {
            function.is_closed = false;
        }
    }

    /// Returns whether no calls are known.
    pub fn is_empty(&self) -> bool {
        self.callees.is_empty()
    }

    /// Returns whether an op is a function that should be visited after all its callers.
    pub fn is_after_its_callers(&self, operation: OperationRef<'_, '_>) -> bool {
        self.functions
            .get(&address(operation))
            .is_some_and(|function| function.is_closed && function.call_count > 0)
    }

    /// Returns the function that an op calls, if it is in the module.
    pub fn callee(&self, call: OperationRef<'_, '_>) -> Option<OperationRef<'c, 'a>> {
        let callee = self.callees.get(&address(call))?;
        Some(self.functions.get(callee)?.operation)
    }

    /// Returns the function whose calls all run an op, because it is in the first block of a public
    /// function, or of one that is called there.
    pub fn running(&self, operation: OperationRef<'c, 'a>) -> Option<OperationRef<'c, 'a>> {
        let mut visited = vec![];
        let mut pending = vec![operation];
        while let Some(operation) = pending.pop() {
            let Some(function) = operation.parent_operation().filter(|&it| is_function(it)) else {
                continue;
            };
            let is_in_first_block = operation.block().is_some_and(|block| {
                let body = ir::region(function, 0).and_then(|body| body.first_block());
                body.is_some_and(|first| first.to_raw().ptr == block.to_raw().ptr)
            });
            if !is_in_first_block || visited.contains(&address(function)) {
                continue;
            }
            visited.push(address(function));
            if string(function, "sym_visibility") != Some("private") {
                return Some(function);
            }
            if let Some(function) = self.functions.get(&address(function)) {
                pending.extend_from_slice(&function.callers);
            }
        }
        None
    }

    /// Returns whether an op is a function that neither calls another nor is called.
    pub fn is_outside_call_graph(&self, operation: OperationRef<'_, '_>) -> bool {
        self.functions
            .get(&address(operation))
            .is_none_or(|function| function.call_count == 0 && function.callees.is_empty())
    }

    /// Returns the position of a function in an order in which callers come first.
    pub fn rank(&self, operation: OperationRef<'_, '_>) -> usize {
        let rank = self.ranks.get(&address(operation));
        rank.copied().unwrap_or(usize::MAX)
    }

    /// Returns the functions that are called and whose results have unknown sizes, callees
    /// first.
    pub fn called(&self) -> Vec<OperationRef<'c, 'a>> {
        self.order
            .iter()
            .rev()
            .filter_map(|key| self.functions.get(key))
            .filter(|function| function.call_count > 0 && has_unknown_results(function.operation))
            .map(|function| function.operation)
            .collect()
    }

    /// Records where a function's results come from: `arguments` and `results` are rows with
    /// the names of one walk of its body.
    pub fn set_results(
        &mut self,
        operation: OperationRef<'_, '_>,
        arguments: &[ElementRow],
        results: &[ElementRow],
    ) {
        let mut sources = FxHashMap::default();
        for (index, row) in arguments.iter().enumerate() {
            for (place, &number) in row.iter().enumerate() {
                let source = ResultSource::Argument { index, place };
                sources.entry(number).or_insert(source);
            }
        }
        let source = |number: &Element| match number.constant() {
            Some(number) => Some(ResultSource::Constant(number)),
            None => sources.get(number).copied(),
        };
        if let Some(function) = self.functions.get_mut(&address(operation)) {
            let rows = results.iter().map(|row| row.iter().map(source).collect());
            function.results = Some(rows.collect());
        }
    }

    /// Learns the sizes and elements of a call's results.
    pub fn learn(&self, analysis: &mut Analysis, call: OperationRef<'_, '_>) {
        let Some(results) = self
            .callees
            .get(&address(call))
            .and_then(|callee| self.functions.get(callee)?.results.as_ref())
        else {
            return;
        };
        let operands = analysis.operand_rows(call);
        analysis.has_said = true;
        for (result, sources) in call.results().zip(results) {
            let numbers = sources.iter().map(|source| match (*source)? {
                ResultSource::Constant(number) => Some(Element::number(number)),
                ResultSource::Argument { index, place } => operands.get(index)?.get(place).copied(),
            });
            analysis.set_row(result.into(), numbers.collect::<Vec<_>>());
        }
    }

    /// Records the sizes and elements of a call's operands.
    pub fn record(&mut self, analysis: &mut Analysis, call: OperationRef<'_, '_>) {
        if let Some(callee) = self.callees.get(&address(call))
            && let Some(function) = self.functions.get_mut(callee)
            && function.is_closed
        {
            function.calls.push(analysis.operand_rows(call));
            if let Some(checked) = analysis.checked() {
                function.checked_calls.push(checked.operand_rows(call));
            }
        }
    }

    /// Returns what is known of a function's arguments, if all calls have been
    /// recorded.
    pub fn arguments(&self, operation: OperationRef<'_, '_>) -> Option<CarriedRows> {
        self.agreed_by_calls(operation, |function| &function.calls)
    }

    /// Returns the same by definitions and checks alone.
    pub fn checked_arguments(&self, operation: OperationRef<'_, '_>) -> Option<CarriedRows> {
        self.agreed_by_calls(operation, |function| &function.checked_calls)
    }

    fn agreed_by_calls(
        &self,
        operation: OperationRef<'_, '_>,
        calls: for<'f> fn(&'f FunctionCalls<'c, 'a>) -> &'f Vec<Vec<ElementRow>>,
    ) -> Option<CarriedRows> {
        let function = self.functions.get(&address(operation))?;
        let calls = calls(function);
        let is_known =
            function.is_closed && function.call_count > 0 && calls.len() == function.call_count;
        is_known.then(|| agreed(calls))
    }

    /// Adds the functions of a symbol table; returns them by name.
    fn add_table(&mut self, table: OperationRef<'c, 'a>) -> FxHashMap<&'c str, FunctionKey> {
        let mut functions = FxHashMap::default();
        for operation in operations(table) {
            if !is_function(operation) {
                continue;
            }
            let body = ir::region(operation, 0);
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
                FunctionCalls {
                    operation,
                    is_closed: string(operation, "sym_visibility") == Some("private"),
                    call_count: 0,
                    callees: vec![],
                    callers: vec![],
                    calls: vec![],
                    checked_calls: vec![],
                    results: None,
                },
            );
        }
        functions
    }

    fn add_uses(&mut self, table: OperationRef<'c, 'a>, functions: &FxHashMap<&str, FunctionKey>) {
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
            if !is_call(user) || called.and_then(string_value) != Some(&*symbol) {
                function.is_closed = false;
                continue;
            }
            function.call_count += 1;
            function.callers.push(user);
            self.callees.insert(address(user), callee);
            let caller = enclosing(user, &self.functions);
            if let Some(caller) = caller.and_then(|caller| self.functions.get_mut(&caller)) {
                caller.callees.push(callee);
            }
        }
    }

    /// Orders the functions so that each comes after its callers. Cycles, and the functions
    /// they reach, are left out.
    fn callers_first(&self) -> Vec<FunctionKey> {
        let mut waiting = FxHashMap::<FunctionKey, usize>::default();
        for function in self.functions.values() {
            for &callee in &function.callees {
                *waiting.entry(callee).or_default() += 1;
            }
        }
        let is_first = |key: &&FunctionKey| !waiting.contains_key(key);
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

fn enclosing(
    operation: OperationRef<'_, '_>,
    functions: &FxHashMap<FunctionKey, FunctionCalls>,
) -> Option<FunctionKey> {
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
            dims.any(|dim| dim.is_dynamic()) || computed_type(result).is_some()
        })
}
