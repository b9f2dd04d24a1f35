//! How values pass between functions.

use super::{
    block_arguments, called_function, function_argument, operand, owner, region, string,
    value_name, visit_ops,
};
use melior::ir::{
    BlockLike, OperationRef, RegionLike, Value,
    operation::{OperationLike, OperationResult},
};
use rustc_hash::FxHashMap;

/// Some functions, and the calls in them.
pub struct CallGraph<'c, 'a> {
    functions: FxHashMap<&'c str, OperationRef<'c, 'a>>,
    /// The calls, by the names of the functions that they call.
    calls: FxHashMap<&'c str, Vec<OperationRef<'c, 'a>>>,
}

impl<'c: 'a, 'a> CallGraph<'c, 'a> {
    /// Finds the calls in functions. If several functions have one name, calls of it are calls of the last one.
    pub fn of(functions: impl IntoIterator<Item = OperationRef<'c, 'a>>) -> Self {
        let mut graph = Self {
            functions: FxHashMap::default(),
            calls: FxHashMap::default(),
        };
        for function in functions {
            let name = string(function, "sym_name");
            graph.functions.extend(name.map(|name| (name, function)));
            visit_ops(function, |operation| {
                if let Some(callee) = called_function(operation) {
                    graph.calls.entry(callee).or_default().push(operation);
                }
            });
        }
        graph
    }

    /// Returns what calls pass for an argument of a function; nothing if there are none.
    ///
    /// A copy of a function that is to take its place has its name, and may have fewer arguments: calls of as many are
    /// those of the function, if there are any.
    pub fn passed_for(&self, value: Value<'c, 'a>) -> Vec<Value<'c, 'a>> {
        let passed = || {
            let (function, position) = function_argument(value)?;
            let own = block_arguments(owner(value)?).len();
            let all = self.calls.get(string(function, "sym_name")?)?;
            let has_own = |call: &&OperationRef<'c, 'a>| call.operand_count() == own;
            let is_any = !all.iter().any(|call| has_own(&call));
            let calls = all.iter().filter(|call| is_any || has_own(call));
            let passed = calls.map(|&call| operand(call, position));
            passed.collect::<Option<Vec<_>>>()
        };
        passed().unwrap_or_default()
    }

    /// Returns what a function returns for a result of a call, if it has a body of one block.
    pub fn returned_for(
        &self,
        result: Value<'c, 'a>,
        call: OperationRef<'c, 'a>,
    ) -> Option<Value<'c, 'a>> {
        let function = *self.functions.get(called_function(call)?)?;
        let block = region(function, 0)?.first_block()?;
        if block.next_in_region().is_some() {
            return None;
        }
        let index = OperationResult::try_from(result).ok()?.result_number();
        operand(block.terminator()?, index)
    }
}

/// Describes the elements of a value that no op computes, for messages.
pub fn describe_data(value: Value<'_, '_>) -> String {
    match (function_argument(value), value_name(value)) {
        (Some((_, index)), Some(name)) => format!("the elements of argument #{index} ('{name}')"),
        (Some((_, index)), None) => format!("the elements of argument #{index}"),
        _ => "a value that a loop or a branch passes on".into(),
    }
}
