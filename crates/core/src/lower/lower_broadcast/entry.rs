//! Function entry: checks of declared dims, and of hoisted guards on the arguments' sizes.

use super::{
    LowerOptions, declared_conflict::DeclaredConflict, recorded_check::RecordedCheck,
    scratch::check_size,
};
use crate::{
    analysis::{Analysis, argument_location, argument_types, valid_symbols},
    assertion::{
        Assertion, Assertions, EmitSizes, MessageForm, Reach, declaration_message, emit_unchecked,
    },
    diagnostic::{Failed, Kind, emit_at},
    ir::{self, Emitter},
    lower::verify_broadcastable::verify_declarations,
    plan::{CheckStatus, DeclaredDim, DeclaredSymbol, EntryCheck},
};
use melior::ir::{BlockLike, BlockRef, OperationRef, TypeLike, Value, operation::OperationLike};
use rustc_hash::{FxHashMap, FxHashSet};

/// An error for declared symbols that the options cannot check.
#[derive(Debug, thiserror::Error)]
#[error(
    "declares sizes of its arguments, which 'assertions=shape' cannot check at function entry, \
     since its checks hold only where a witness is taken; use 'assume-symbols=on', or other \
     assertions"
)]
struct NoCheck;

/// What functions declare of their arguments.
pub struct Declarations<'c, 'a> {
    /// The functions with valid declarations.
    pub functions: Vec<OperationRef<'c, 'a>>,
    /// Whether those can be checked, or are assumed.
    pub are_checkable: bool,
    /// Fails if a declaration is invalid or cannot be checked; an error has been emitted on each such function.
    pub result: Result<(), Failed>,
}

/// Checks that the declarations of functions in and below `root` can be checked under these options.
pub fn check<'c: 'a, 'a>(
    root: OperationRef<'c, 'a>,
    options: LowerOptions,
) -> Declarations<'c, 'a> {
    let (functions, verified) = verify_declarations(root);
    let checkable = check_checkable(&functions, options);
    Declarations {
        functions,
        are_checkable: checkable.is_ok(),
        result: verified.and(checkable),
    }
}

/// Checks that the declarations of functions can be checked under these options.
fn check_checkable(
    functions: &[OperationRef<'_, '_>],
    options: LowerOptions,
) -> Result<(), Failed> {
    if options.assumes_declarations() {
        return Ok(());
    }
    let has_checks = options.assertions.backend().reach() == Reach::Dominated;
    let mut result = Ok(());
    for &function in functions {
        if !has_checks {
            emit_at(
                function.location(),
                function,
                Kind::DeclaredSizes,
                &NoCheck.to_string(),
            );
            result = Err(Failed);
        } else if check_types(function, options).is_err() {
            result = Err(Failed);
        }
    }
    result
}

/// An error for an argument whose declared sizes cannot be checked.
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

/// Checks that the dynamic sizes that a function declares can be computed at its entry.
fn check_types(function: OperationRef<'_, '_>, options: LowerOptions) -> Result<(), Failed> {
    let types = argument_types(function);
    let mut known = FxHashSet::default();
    let mut result = Ok(());
    let symbols = valid_symbols(function);
    for symbol in symbols.iter().filter(|symbol| symbol.restricts_sizes()) {
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
                emit_at(location, function, Kind::DeclaredSizes, &error.to_string());
                result = Err(Failed);
            }
        }
    }
    result
}

/// Finds the insertion point at function entry, checks the arguments' declarations there unless
/// they are assumed, and learns them; returns how each symbol is checked.
///
/// The insertion point is after the leading ops that only compute with sizes and check them, so
/// that existing checks are not repeated.
pub fn begin<'c: 'a, 'a>(
    emitter: &mut Emitter<'c, 'a>,
    analysis: &mut Analysis,
    options: LowerOptions,
    function: OperationRef<'c, 'a>,
    block: BlockRef<'c, 'a>,
    is_broadcastable: impl FnMut(OperationRef<'c, 'a>) -> bool,
) -> Vec<(DeclaredSymbol, Vec<RecordedCheck>)> {
    let symbols = valid_symbols(function);
    let arguments = ir::block_arguments(block);
    let is_checked = !symbols.is_empty() && !options.assumes_declarations();
    if !is_checked {
        assume_declared(analysis, &arguments, &symbols);
    }
    if options.assumes_declarations() {
        analysis.assume_global_arguments(function, block, &symbols);
    }
    let assumed = || {
        let checks = |symbol: &DeclaredSymbol| {
            let checks = symbol.checks().into_iter();
            let status = CheckStatus::Assumed;
            checks
                .map(|check| RecordedCheck {
                    check,
                    status,
                    conflict: None,
                })
                .collect()
        };
        let symbols = symbols.iter();
        symbols
            .map(|symbol| (symbol.clone(), checks(symbol)))
            .collect()
    };
    if !is_checked && !options.hoist_assertions {
        return assumed();
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
        return assumed();
    };
    for &operation in &prologue {
        record_existing_size(emitter, options.facts.then_some(&mut *analysis), operation);
        // A check that contradicts other facts is not learned, but still recorded.
        emitter.record_existing_check(operation);
    }
    let mut recorded = match is_checked {
        true => vec![],
        false => assumed(),
    };
    if is_checked {
        let name = ir::string(function, "sym_name").unwrap_or_default();
        let mut checked = CheckedArguments {
            emitter: &mut *emitter,
            values: &arguments,
        };
        for symbol in &symbols {
            // That ops in a caller are legal only for some sizes checks nothing.
            let analysis = analysis.checked_or_all();
            let checks = check_symbol(
                &mut checked,
                analysis,
                options.assertions,
                name,
                symbol,
                &prologue,
            );
            recorded.push((symbol.clone(), checks));
        }
        assume_declared(analysis, &arguments, &symbols);
    }
    emitter.end_at_entry(outside);
    recorded
}

/// Assumes declared sizes, which are checked or assumed to be so.
fn assume_declared(
    analysis: &mut Analysis,
    arguments: &[Value<'_, '_>],
    symbols: &[DeclaredSymbol],
) {
    analysis.assume_declared(arguments, symbols);
    if let Some(checked) = analysis.checked() {
        checked.assume_declared(arguments, symbols);
    }
}

/// Records the size that an op of the input computes, if it is a
/// `stablehlo.get_dimension_size`; given an analysis, also by the size's name.
pub fn record_existing_size<'c, 'a>(
    emitter: &mut Emitter<'c, 'a>,
    analysis: Option<&mut Analysis>,
    operation: OperationRef<'c, 'a>,
) {
    if !emitter.is_dimension_size(operation) {
        return;
    }
    let (Some(operand), Some(result)) = (ir::operand(operation, 0), ir::result(operation, 0))
    else {
        return;
    };
    let dim = ir::integer(operation, "dimension").and_then(|dim| usize::try_from(dim).ok());
    let Some(dim) = dim else {
        return;
    };
    emitter.record_dimension_size(operand, dim, result);
    if let Some(analysis) = analysis
        && let Some(&size) = analysis.sizes_of(operand).get(dim)
    {
        let size = analysis.facts().canonical(size);
        emitter.record_size(size, result);
    }
}

/// Learns from the leading ops of a block that only compute with sizes and check them; returns
/// them.
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
        // That an op is legal only for some sizes checks nothing.
        analysis.learn_checks(operation);
        prologue.push(operation);
        next = operation.next_in_block();
    }
    prologue
}

/// Emits the checks of a symbol that are not known to hold; returns the status of each.
fn check_symbol<'c: 'a, 'a>(
    arguments: &mut CheckedArguments<'_, 'c, 'a>,
    analysis: &mut Analysis,
    assertions: Assertions,
    function: &str,
    symbol: &DeclaredSymbol,
    prologue: &[OperationRef<'c, 'a>],
) -> Vec<RecordedCheck> {
    let sizes = symbol.dims.iter().map(|&dim| {
        let size = analysis.declared_size(arguments.values, dim);
        size.map(|size| (dim, size))
    });
    let Some(sizes) = sizes.collect::<Option<Vec<_>>>() else {
        return vec![];
    };
    let size = |dim: DeclaredDim| {
        let mut sizes = sizes.iter();
        let found = sizes.find_map(|&(named, size)| (named == dim).then_some(size));
        found.expect("checks are of the symbol's dims")
    };
    let checks = symbol.checks().into_iter();
    let emit = checks.map(|check| match check.needed(size, analysis.facts()) {
        Some(needed) => RecordedCheck {
            conflict: needed.never_holds(size, analysis.facts()).then(|| {
                DeclaredConflict::new(arguments.values, analysis, symbol, &needed, prologue)
            }),
            status: emit_entry_check(arguments, assertions, function, symbol, &needed),
            check: needed,
        },
        None => RecordedCheck {
            status: CheckStatus::Known,
            check,
            conflict: None,
        },
    });
    emit.collect()
}

fn emit_entry_check<'c: 'a, 'a>(
    arguments: &mut CheckedArguments<'_, 'c, 'a>,
    assertions: Assertions,
    function: &str,
    symbol: &DeclaredSymbol,
    check: &EntryCheck,
) -> CheckStatus {
    let mut status = CheckStatus::Before;
    let sizes = check.shown();
    let sizes = sizes.iter().map(|dim| arguments.emit_size(dim));
    let sizes = sizes.collect();
    let Some(predicate) = emit_unchecked(arguments, &check.condition) else {
        return status;
    };
    let backend = assertions.backend();
    let form = backend.messages().unwrap_or(MessageForm::Plain);
    let name = |dim: DeclaredDim| (dim, ir::value_name(arguments.values[dim.argument]));
    let message = declaration_message(
        function,
        symbol,
        name(check.dim),
        check.other.map(name),
        form,
    );
    // There is no witness: `check` has rejected backends that use them.
    let _ = arguments.emitter.emit_check_once(predicate, |emitter| {
        status = CheckStatus::AtEntry;
        let assertion = Assertion {
            predicate,
            message,
            sizes,
        };
        backend.emit_check(emitter, &assertion)
    });
    status
}

/// The arguments whose sizes are checked.
struct CheckedArguments<'e, 'c, 'a> {
    emitter: &'e mut Emitter<'c, 'a>,
    values: &'e [Value<'c, 'a>],
}

impl<'c: 'a, 'a> EmitSizes<'c, 'a, DeclaredDim> for CheckedArguments<'_, 'c, 'a> {
    fn emitter(&mut self) -> &mut Emitter<'c, 'a> {
        self.emitter
    }

    fn emit_size(&mut self, dim: &DeclaredDim) -> Value<'c, 'a> {
        let argument = self.values[dim.argument];
        self.emitter.emit_dimension_size(argument, dim.dim, None)
    }
}
