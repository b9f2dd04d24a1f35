//! Where a function begins: what its arguments declare of their dims is checked
//! there, and so may be guards on their sizes.

use super::{LowerOptions, rehearsal::check_size};
use crate::{
    analysis::{Analysis, DeclaredDim, DeclaredSymbol, argument_types, declared_symbols},
    assertion::{Assertion, Assertions, MessageForm, Reach},
    ir::{self, Binary, Emitter, Width},
    transform::{
        Failed,
        message::declaration_message,
        verify_broadcastable::{argument_location, emit_at, emit_op_error, verify_declarations},
    },
};
use melior::ir::{BlockLike, BlockRef, OperationRef, TypeLike, Value, operation::OperationLike};
use rustc_hash::{FxHashMap, FxHashSet};

/// What is wrong with a declared symbol under these options.
#[derive(Debug, thiserror::Error)]
#[error(
    "declares sizes of its arguments, which 'assertions=shape' cannot check where the function \
     begins, as its checks hold only where a witness is taken; use 'assume-symbols=on', or other \
     assertions"
)]
struct NoCheck;

/// Checks that what functions in and below `root` declare can be checked under
/// these options; returns whether any declares something.
///
/// # Errors
///
/// Fails if a declaration is wrong, or cannot be checked; each such function gets
/// an error.
pub fn check(root: OperationRef<'_, '_>, options: LowerOptions) -> Result<bool, Failed> {
    let functions = verify_declarations(root)?;
    if is_assumed(options) {
        return Ok(!functions.is_empty());
    }
    let has_checks = options.assertions.backend().reach() == Reach::Dominated;
    let mut result = Ok(!functions.is_empty());
    for &function in &functions {
        if !has_checks {
            emit_op_error(function, &NoCheck.to_string(), &[]);
            result = Err(Failed);
        } else if check_types(function, options).is_err() {
            result = Err(Failed);
        }
    }
    result
}

/// What is wrong with an argument whose sizes are declared.
#[derive(Debug, thiserror::Error)]
#[error(
    "declares sizes of argument #{argument}, which cannot be checked, as its type {ty} has no \
     'stablehlo.get_dimension_size': {reason}; use 'assume-symbols=on', or remove its 'bcast.dims'"
)]
struct NoSize {
    argument: usize,
    ty: String,
    reason: String,
}

/// Checks that the sizes that a function declares and that its types do not tell can be
/// asked for when it is called.
fn check_types(function: OperationRef<'_, '_>, options: LowerOptions) -> Result<(), Failed> {
    let types = argument_types(function);
    let mut known = FxHashSet::default();
    let mut result = Ok(());
    let symbols = declared_symbols(function).unwrap_or_default();
    for symbol in symbols.iter().filter(|symbol| symbol.says_something()) {
        for dim in symbol.dims.iter().filter(|dim| dim.size.is_none()) {
            let Some(&r#type) = types.get(dim.argument) else {
                continue;
            };
            if !known.insert(r#type.to_raw().ptr as usize) {
                continue;
            }
            let location = argument_location(function, dim.argument);
            let location = location.unwrap_or_else(|| function.location());
            let checked = ir::with_context(function, |context| {
                check_size(location, context, r#type, options)
            });
            if let Err(reason) = checked {
                let error = NoSize {
                    argument: dim.argument,
                    ty: ir::type_text(r#type),
                    reason,
                };
                emit_at(location, function, &error.to_string());
                result = Err(Failed);
            }
        }
    }
    result
}

/// Learns what a function's arguments declare, without checking it.
pub fn learn<'c: 'a, 'a>(
    analysis: &mut Analysis,
    function: OperationRef<'c, 'a>,
    block: BlockRef<'c, 'a>,
) {
    if let Ok(symbols) = declared_symbols(function) {
        analysis.assume_declared(&ir::block_arguments(block), &symbols);
    }
}

/// Finds the place where a function begins, checks there what its arguments
/// declare, unless that is taken for granted, and learns it.
///
/// The place is behind the ops that the function begins with, as far as they
/// only compute with sizes and check them: what they check is not checked again.
pub fn begin<'c: 'a, 'a>(
    emitter: &mut Emitter<'c, 'a>,
    analysis: &mut Analysis,
    options: LowerOptions,
    function: OperationRef<'c, 'a>,
    block: BlockRef<'c, 'a>,
    is_broadcastable: impl FnMut(OperationRef<'c, 'a>) -> bool,
) {
    let symbols = declared_symbols(function).unwrap_or_default();
    let arguments = ir::block_arguments(block);
    let is_checked = !symbols.is_empty() && !is_assumed(options);
    if !is_checked {
        analysis.assume_declared(&arguments, &symbols);
    }
    if !is_checked && !options.hoist_assertions {
        return;
    }
    let mut dims = FxHashMap::default();
    for &argument in &arguments {
        for (dim, size) in analysis.sizes(argument).into_iter().enumerate() {
            dims.entry(size).or_insert((argument, dim));
        }
    }
    let prologue = learn_prologue(analysis, block, is_broadcastable);
    emitter.set_entry(block, prologue.last().copied(), dims);
    let Some(outside) = emitter.begin_at_entry(function.location()) else {
        return;
    };
    for operation in prologue {
        record_existing_size(emitter, options.facts.then_some(&mut *analysis), operation);
        // What contradicts other facts is known to nobody, and checked all the same.
        emitter.record_existing_check(operation);
    }
    if is_checked {
        for symbol in &symbols {
            check_symbol(
                emitter,
                analysis,
                options.assertions,
                function,
                &arguments,
                symbol,
            );
        }
        analysis.assume_declared(&arguments, &symbols);
    }
    emitter.end_at_entry(outside);
}

/// Notes the size that the input holds, if the op is a
/// `stablehlo.get_dimension_size`; given an analysis, by its name too.
pub fn record_existing_size<'c, 'a>(
    emitter: &mut Emitter<'c, 'a>,
    analysis: Option<&mut Analysis>,
    operation: OperationRef<'c, 'a>,
) {
    if ir::name_str(operation.name()) != Some("stablehlo.get_dimension_size") {
        return;
    }
    let (Ok(operand), Ok(result)) = (operation.operand(0), OperationRef::result(operation, 0))
    else {
        return;
    };
    let dim = ir::integer(operation, "dimension").and_then(|dim| usize::try_from(dim).ok());
    let Some(dim) = dim else {
        return;
    };
    emitter.record_dimension_size(operand, dim, result.into());
    if let Some(analysis) = analysis
        && let Some(&size) = analysis.sizes(operand).get(dim)
    {
        let size = analysis.facts().canonical(size);
        emitter.record_size(size, result.into());
    }
}

fn is_assumed(options: LowerOptions) -> bool {
    options.assume_symbols || options.assertions == Assertions::None
}

/// Learns from the ops that a block begins with, as far as they only compute with
/// sizes and check them; returns them.
fn learn_prologue<'c: 'a, 'a>(
    analysis: &mut Analysis,
    block: BlockRef<'c, 'a>,
    mut is_broadcastable: impl FnMut(OperationRef<'c, 'a>) -> bool,
) -> Vec<OperationRef<'c, 'a>> {
    let mut prologue = vec![];
    let mut next = block.first_operation();
    while let Some(operation) =
        next.filter(|&op| analysis.is_size_computation(op) && !is_broadcastable(op))
    {
        analysis.learn(operation);
        prologue.push(operation);
        next = operation.next_in_block();
    }
    prologue
}

fn check_symbol<'c: 'a, 'a>(
    emitter: &mut Emitter<'c, 'a>,
    analysis: &mut Analysis,
    assertions: Assertions,
    function: OperationRef<'c, 'a>,
    arguments: &[Value<'c, 'a>],
    symbol: &DeclaredSymbol,
) {
    let size = |analysis: &mut Analysis, dim| {
        let size = analysis.declared_size(arguments, dim)?;
        Some(analysis.facts().canonical(size))
    };
    let Some((&first, rest)) = symbol.dims.split_first() else {
        return;
    };
    let Some(expected) = size(analysis, first) else {
        return;
    };
    let mut check = Check {
        emitter,
        assertions,
        function: ir::string(function, "sym_name").unwrap_or_default(),
        arguments,
        symbol,
    };
    for &other in rest {
        match size(analysis, other) {
            Some(found) if found != expected && other.size.is_none() => {
                check.emit_equal(first, other);
            }
            _ => {}
        }
    }
    let facts = analysis.facts();
    let is_within = |greatest| facts.entails_at_most(expected, greatest);
    let needs_least = !facts.entails_at_least(expected, symbol.least);
    let needs_greatest = symbol.greatest.is_some_and(|greatest| !is_within(greatest));
    if first.size.is_none() && (needs_least || needs_greatest) {
        check.emit_range(first, needs_least, needs_greatest);
    }
}

/// How a declared symbol is checked.
struct Check<'e, 'c, 'a> {
    emitter: &'e mut Emitter<'c, 'a>,
    assertions: Assertions,
    function: &'e str,
    arguments: &'e [Value<'c, 'a>],
    symbol: &'e DeclaredSymbol,
}

impl<'c: 'a, 'a> Check<'_, 'c, 'a> {
    fn emit_size(&mut self, dim: DeclaredDim) -> Value<'c, 'a> {
        match dim.size {
            Some(size) => self.emitter.emit_constant(size, Width::of([size])),
            None => {
                let argument = self.arguments[dim.argument];
                self.emitter.emit_dimension_size(argument, dim.dim, None)
            }
        }
    }

    /// Checks that `other` has the size of `first`.
    fn emit_equal(&mut self, first: DeclaredDim, other: DeclaredDim) {
        let found = self.emit_size(other);
        let (predicate, sizes) = match first.size {
            Some(size) => (self.emitter.emit_equals_constant(found, size), vec![found]),
            None => {
                let expected = self.emit_size(first);
                let predicate = self.emitter.emit_binary(Binary::Equal, found, expected);
                (predicate, vec![found, expected])
            }
        };
        self.emit(predicate, sizes, other, Some(first));
    }

    /// Checks that a dim is in the declared range.
    fn emit_range(&mut self, dim: DeclaredDim, least: bool, greatest: bool) {
        let size = self.emit_size(dim);
        let least = least.then(|| self.emitter.emit_at_least(size, self.symbol.least));
        let greatest = self.symbol.greatest.filter(|_| greatest);
        let greatest = greatest.map(|bound| self.emitter.emit_at_most(size, bound));
        let unchecked = |part: &Value<'c, 'a>| !self.emitter.is_checked(*part);
        let predicate = match (least.filter(unchecked), greatest.filter(unchecked)) {
            (Some(a), Some(b)) => self.emitter.emit_binary(Binary::And, a, b),
            (Some(predicate), None) | (None, Some(predicate)) => predicate,
            (None, None) => return,
        };
        self.emit(predicate, vec![size], dim, None);
    }

    fn emit(
        &mut self,
        predicate: Value<'c, 'a>,
        sizes: Vec<Value<'c, 'a>>,
        dim: DeclaredDim,
        other: Option<DeclaredDim>,
    ) {
        let backend = self.assertions.backend();
        let form = backend.messages().unwrap_or(MessageForm::Plain);
        let name = |dim: DeclaredDim| (dim, ir::value_name(self.arguments[dim.argument]));
        let message =
            declaration_message(self.function, self.symbol, name(dim), other.map(name), form);
        // Nothing relies on a witness: `check` has refused what has them.
        let _ = self.emitter.emit_check_once(predicate, |emitter| {
            let assertion = Assertion {
                predicate,
                message,
                sizes,
            };
            backend.emit_check(emitter, &assertion)
        });
    }
}
