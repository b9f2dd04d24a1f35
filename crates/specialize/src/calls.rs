//! Calls, and what functions return.

use super::{
    Specializer,
    functions::{
        CopiedArgument, CopyResult, CopySignature, FunctionCopy, Functions, may_hold_sizes,
    },
};
use crate::{analysis::Walk, diagnostic::emit_op_error, ir};
use melior::ir::{
    Attribute, OperationRef, Type, Value, ValueLike, attribute::FlatSymbolRefAttribute,
    operation::OperationLike,
};

impl<'c: 'a, 'a> Specializer<'c, 'a, '_> {
    /// Replaces a call with one of a copy of the function, for the types and numbers of the
    /// operands.
    pub(super) fn call(
        &mut self,
        walk: &mut Walk<'c, 'a, ()>,
        call: OperationRef<'c, 'a>,
        callee: &str,
    ) -> Option<()> {
        let operands = call.operands().collect::<Vec<_>>();
        let is_call = ir::is_call(call);
        let signature = self
            .functions
            // The decomposition of a composite op has its operands as arguments.
            .signature(callee, &operands, is_call, |operand| {
                walk.analysis.constant_numbers(operand)
            })?;
        if self.frames.iter().any(|frame| frame.name == callee) {
            if !self.functions.is_dynamic(callee) {
                return None;
            }
            let message = format!(
                "calls '{callee}', which calls itself, so it has no sizes to specialise for"
            );
            emit_op_error(call, &message, &[]);
            self.has_failed = true;
            return Some(());
        }
        let types = operands
            .iter()
            .map(|operand| operand.r#type())
            .collect::<Vec<_>>();
        let copy = match self.functions.copy(&signature) {
            Some(copy) => copy.clone(),
            None => {
                let arguments = signature.arguments().to_vec();
                let keeps = signature.keeps_arguments();
                let copy = self.specialize(walk, callee, &types, arguments, keeps, Some(call))?;
                self.functions.add_copy(signature.clone(), copy.clone());
                copy
            }
        };
        for failure in &copy.failures {
            self.report_failure(call, failure.clone());
        }
        let is_known = copy.is_pure && copy.results.iter().all(|it| it.numbers.is_some());
        let is_dynamic = self.functions.is_dynamic(callee);
        let symbol = FlatSymbolRefAttribute::new(self.context, &copy.name);
        let results = match is_call {
            true if is_known => {
                self.frame().done.push(call);
                typed_results(call, &copy)
            }
            // The function stays as it is; only what it returns is known.
            _ if !is_dynamic => call.results().map(Value::from).collect(),
            true => self.replace_call(call, &signature, &copy, symbol.into())?,
            false => {
                ir::set_attribute(call, "decomposition", symbol.into());
                typed_results(call, &copy)
            }
        };
        for (result, known) in results.into_iter().zip(copy.results) {
            walk.analysis.forget_integers(result);
            if let Some(numbers) = known.numbers {
                walk.analysis.set_numbers(result, &numbers);
                self.frame().known.push((result, numbers));
            }
            walk.analysis.name_sizes(result);
        }
        Some(())
    }

    fn replace_call(
        &mut self,
        call: OperationRef<'c, 'a>,
        signature: &CopySignature,
        copy: &FunctionCopy<'c, 'a>,
        symbol: Attribute<'c>,
    ) -> Option<Vec<Value<'c, 'a>>> {
        let is_passed = |index: usize| signature.arguments()[index] == CopiedArgument::Passed;
        let mut attributes = ir::named_attributes(call);
        for (name, value) in &mut attributes {
            match ir::name_str(*name) {
                Some("callee") => *value = symbol,
                Some("arg_attrs") => *value = ir::filter_array(self.context, *value, is_passed),
                _ => {}
            }
        }
        let operands = call.operands().enumerate();
        let operands = operands.filter(|&(index, _)| is_passed(index));
        let operands = operands.map(|(_, operand)| operand).collect::<Vec<_>>();
        let types = copy
            .results
            .iter()
            .map(|result| result.r#type)
            .collect::<Vec<_>>();
        let new = ir::insert_call_instead(self.context, call, &operands, &attributes, &types)?;
        self.frame().done.push(call);
        Some(new.results().map(Value::from).collect())
    }

    /// Notes what a function returns.
    pub(super) fn record_results(
        &mut self,
        walk: &mut Walk<'c, 'a, ()>,
        terminator: OperationRef<'c, 'a>,
    ) {
        let results = terminator.operands().map(|operand| CopyResult {
            r#type: operand.r#type(),
            numbers: walk.analysis.constant_numbers(operand),
        });
        let results = results.collect::<Vec<_>>();
        let frame = self.frame();
        let declared = ir::result_types(frame.copy);
        // Several blocks may return.
        frame.results = Some(match frame.results.take() {
            None => results,
            Some(known) => known
                .into_iter()
                .zip(results)
                .zip(declared)
                .map(|((a, b), declared)| agreed(a, b, declared))
                .collect(),
        });
    }
}

/// Returns whether a function on which sizes have no effect may return known integers: those that it
/// computes from known ones.
pub(super) fn computes_sizes<'c: 'a, 'a>(
    functions: &mut Functions<'c, 'a>,
    walk: &mut Walk<'c, 'a, ()>,
    call: OperationRef<'c, 'a>,
    callee: &str,
) -> bool {
    if !call.results().any(|result| may_hold_sizes(result.into())) {
        return false;
    }
    let sources = functions.sources(callee);
    let mut results = call.results().zip(sources.iter());
    results.any(|(result, sources)| {
        may_hold_sizes(result.into())
            && sources.iter().all(|&index| {
                let operand = ir::operand(call, index);
                operand.is_some_and(|it| walk.analysis.constant_numbers(it).is_some())
            })
    })
}

/// Gives the results of a call the types that a copy of the function returns; returns the results.
fn typed_results<'c: 'a, 'a>(
    call: OperationRef<'c, 'a>,
    copy: &FunctionCopy<'c, 'a>,
) -> Vec<Value<'c, 'a>> {
    let results = call.results().map(Value::from).collect::<Vec<_>>();
    for (&result, known) in results.iter().zip(&copy.results) {
        ir::set_type(result, known.r#type);
    }
    results
}

/// Returns what two places that return from a function agree on; the type is the declared one if
/// theirs differ.
fn agreed<'c>(a: CopyResult<'c>, b: CopyResult<'c>, declared: Type<'c>) -> CopyResult<'c> {
    CopyResult {
        r#type: match a.r#type == b.r#type {
            true => a.r#type,
            false => declared,
        },
        numbers: a
            .numbers
            .filter(|numbers| b.numbers.as_ref() == Some(numbers)),
    }
}
