//! `specialize-sizes`: writes a program for sizes that are given.
//!
//! Depends on the core and on `bcast-lower-legalize`, whose forms it uses for sizes, and on no target.
//!
//! The arguments of a function get types of these sizes. One walk then asks the analysis what it
//! knows of each value: a size that is a number there becomes part of the value's type, an op whose
//! numbers are known becomes static, and a computed number becomes a constant. Functions are copied
//! for each signature that they are called with. The functions of the input stay unchanged until
//! everything has succeeded.
//!
//! # Specialising is asking
//!
//! `specialize-sizes` gives arguments types of the given sizes, and walks the program once with
//! the analysis: what it knows of a value is then a number, and becomes part of its type, or a
//! constant. There is no second inference of shapes; what is missing is a row in `analysis/ops`.
//! Functions are copied for each signature they are called with, and the originals stay unchanged
//! until everything has succeeded: an error leaves the program as it was, calls can be checked
//! without changing it, and the origin of a size is read from them, where sizes still have names.
//! Ops that are replaced, and arguments that are not passed any more, are destroyed at the end:
//! the analysis knows values by their addresses. Loops get no dry runs: the values that they carry
//! have the sizes of the initial ones, or the program cannot become static.
//!
//! # Profiles are copies that nothing calls at first
//!
//! `add-profiles` specialises beside the original, and leaves the copies public, with the
//! attribute `bcast.profile_of`, so that all passes treat and keep them; `dispatch-profiles` makes
//! the function call them, as the last step for IREE. Before it, the passes would meet a branch at
//! the entry of each function, behind which facts of one side end. Each block of the function
//! returns for itself, and buffers: IREE passes tensors between blocks, and between functions that
//! it inlines there, as parts of allocations, and then reads those of others.

#![deny(missing_docs)]
#![deny(unsafe_code)]
#![deny(clippy::disallowed_methods)]

use bcast_lower_broadcast::{plan, rule, scoped_map, shape, suggest, symbol};
use bcast_lower_core::{analysis, diagnostic, dialect, ir, lower, simplify, statistics};
use bcast_lower_explain as explain;
use bcast_lower_legalize as legalize;

mod answer;
mod argument_error;
mod arguments;
mod branches;
mod calls;
mod computed;
mod constants;
mod custom_call;
mod elements;
mod entry;
mod evaluate;
mod failure;
mod frontend;
mod functions;
mod greatest;
mod inline;
mod loops;
mod operand_types;
mod origin;
mod profiles;
mod ranges;
mod remaining;
mod request;
mod scan;
mod sized;
mod slice;
mod solve;
mod specializer;
mod symbols;
#[cfg(test)]
mod tests;
mod visitor;

pub use custom_call::{Contents, SHAPE_OPERANDS, static_custom_call};
pub use profiles::add_profiles;
pub use request::{GivenShapes, GivenSizes};

use self::specializer::{Frame, Specializer};
use crate::{
    analysis::{Analysis, CHECKS, Calls, Walk, argument_types, declared_symbols_of},
    diagnostic::{Failed, Kind, Severity},
    ir::create_emitter,
    lower::{RuleFinder, Rules},
    statistics::ChangeLog,
};
use argument_error::ArgumentError;
use arguments::{argument_types_in_call, split_symbols};
use entry::{EntryFunction, check_is_static, fail};
use functions::{CopiedArgument, CopyResult, FunctionCopy, Functions};
use greatest::greatest_argument_types;
use melior::{
    Context,
    ir::{
        BlockRef, OperationRef, RegionLike, Type, ValueLike, attribute::StringAttribute,
        operation::OperationLike, r#type::FunctionType,
    },
};
use origin::located;
use ranges::{Former, declare_ranges};
use request::{Call, GivenSize};
use rustc_hash::{FxHashMap, FxHashSet};

/// The sizes that a program is specialised for.
#[derive(Clone, Debug, Default, Eq, Hash, PartialEq)]
#[non_exhaustive]
pub struct SpecializeOptions {
    /// The shapes of the arguments of a call, or of several calls to check.
    pub shapes: GivenShapes,
    /// The sizes of symbols; their ranges are declared.
    pub sizes: GivenSizes,
    /// The function; empty for the only public one. Without shapes, sizes and profiles, it is
    /// specialised for the sizes that the types of its arguments have, which are then all known.
    pub function: String,
    /// The shapes of the arguments of calls for which `add-profiles` adds copies. A size by a name
    /// that no argument has is that of a symbol.
    pub profiles: GivenShapes,
    /// The greatest shapes of the arguments of calls, for which `pad-to-bounds` writes one program. A size by a name
    /// that no argument has is that of a symbol.
    pub bounds: GivenShapes,
}

impl SpecializeOptions {
    /// Returns whether any size is given, or the function that is to be specialised.
    pub fn is_given(&self) -> bool {
        let is_for_others = !self.profiles.is_empty() || !self.bounds.is_empty();
        !self.shapes.is_empty()
            || !self.sizes.is_empty()
            || (!self.function.is_empty() && !is_for_others)
    }

    /// Returns whether nothing but ranges of symbols is given, so that no type changes.
    fn only_declares(&self) -> bool {
        self.shapes.is_empty() && self.sizes.sizes.is_empty() && !self.sizes.is_empty()
    }
}

/// Specialises a function of a module, and the functions that it calls.
///
/// # Errors
///
/// Fails, and changes nothing, if the sizes do not fit the program, or if a size depends on data and
/// `allow_partial` is not set.
pub fn specialize_sizes(
    module: OperationRef<'_, '_>,
    options: &SpecializeOptions,
    allow_partial: bool,
    rules: &Rules,
    changes: &ChangeLog,
) -> Result<(), Failed> {
    if !options.is_given() {
        return Ok(());
    }
    let call = match options.shapes.0.as_slice() {
        [] => Call::default(),
        [call] => call.clone(),
        _ => {
            let message = "a program is specialised for one call, but the shapes of several are given; --verify-only checks several";
            return fail(module, message);
        }
    };
    ir::with_context(module, |context| {
        let entry = EntryFunction::find(module, &options.function)?;
        if options.shapes.is_empty() && options.sizes.is_empty() {
            check_is_static(entry.function)?;
        }
        let mut specializer = Specializer::new(context, module, entry, rules, changes)?;
        let former = declare(context, module, entry.function, &options.sizes)?;
        if options.only_declares() {
            return Ok(());
        }
        let result = specializer
            .check_is_replaceable()
            .and_then(|()| specializer.run(&call, &options.sizes.sizes, allow_partial));
        match result {
            Ok(_) => {
                specializer.functions.erase_originals(module);
                inline::inline_single_calls(&specializer.functions, module);
                Ok(())
            }
            Err(Failed) => {
                specializer.functions.erase_copies();
                former.restore();
                Err(Failed)
            }
        }
    })
}

/// Checks whether calls with given sizes fit a function of a module, without changing it. A remark
/// for each call that fits says which shapes its results have.
///
/// # Errors
///
/// Fails if a call does not fit.
pub fn check_sizes(
    module: OperationRef<'_, '_>,
    options: &SpecializeOptions,
    rules: &Rules,
) -> Result<(), Failed> {
    if !options.is_given() {
        return Ok(());
    }
    let mut calls = options.shapes.0.clone();
    if calls.is_empty() {
        calls.push(Call::default());
    }
    ir::with_context(module, |context| {
        let entry = EntryFunction::find(module, &options.function)?;
        let changes = ChangeLog::default();
        let former = declare(context, module, entry.function, &options.sizes)?;
        let mut outcome = Ok(());
        if options.only_declares() {
            calls.clear();
        }
        for call in calls {
            let specializer = Specializer::new(context, module, entry, rules, &changes);
            let Ok(mut specializer) = specializer else {
                outcome = Err(Failed);
                break;
            };
            let found = specializer
                .check_is_replaceable()
                .and_then(|()| specializer.run(&call, &options.sizes.sizes, true));
            specializer.functions.erase_copies();
            match found {
                Ok(results) => {
                    let results = results.into_iter().map(ir::type_text);
                    let results = results.collect::<Vec<_>>().join(", ");
                    let given = [call.to_string(), options.sizes.to_string()];
                    let given = given.iter().filter(|text| !text.is_empty());
                    let given = given.map(String::as_str).collect::<Vec<_>>().join(",");
                    let call = match given.is_empty() {
                        true => "a call".into(),
                        false => format!("a call with {given}"),
                    };
                    let message = format!("{call} fits; its results are {results}");
                    let location = located(module, entry.function);
                    diagnostic::emit(location, Severity::Remark, Kind::FittingCall, &message, &[]);
                }
                Err(Failed) => outcome = Err(Failed),
            }
        }
        former.restore();
        outcome
    })
}

/// Makes a copy of a function of a module for each of the bounds of its arguments that are given; returns them, the
/// function itself first, with the types of their arguments at the bounds. Dims of symbols that are given by name get
/// the name, and the bound as their range.
///
/// # Errors
///
/// Fails if bounds do not fit the function.
pub fn bounded_functions<'c: 'a, 'a>(
    module: OperationRef<'c, 'a>,
    options: &SpecializeOptions,
) -> Result<Vec<(OperationRef<'c, 'a>, Vec<Type<'c>>)>, Failed> {
    ir::with_context(module, |context| {
        let function = EntryFunction::find(module, &options.function)?.function;
        check_declarations(function, &argument_types(function))?;
        let name = ir::string(function, "sym_name").unwrap_or_default();
        if function.attribute(CHECKS).is_ok() {
            let message = format!(
                "function '{name}' is for all sizes up to bounds already; give the program that it was made of"
            );
            return fail(function, &message);
        }
        // They may have greater sizes.
        ir::redirect_calls(context, module, function);
        let mut copies = vec![function];
        for number in 1..options.bounds.0.len() {
            let last = copies[number - 1];
            let copy = ir::insert_copy(last).ok_or(Failed)?;
            let name = StringAttribute::new(context, &format!("{name}_{number}"));
            ir::set_attribute(copy, "sym_name", name.into());
            copies.push(copy);
        }
        let mut bounded = vec![];
        for (function, call) in copies.into_iter().zip(&options.bounds.0) {
            let (call, sizes) = split_symbols(module, function, call);
            let found = greatest_argument_types(context, module, function, &call, &sizes);
            let (types, ranges) = found.map_err(|errors| emit_errors(module, function, errors))?;
            let declared = declare_ranges(context, module, function, &ranges);
            declared.map_err(|errors| emit_errors(module, function, errors))?;
            bounded.push((function, types));
        }
        Ok(bounded)
    })
}

/// Declares the ranges of symbols that are given.
fn declare<'c: 'a, 'a>(
    context: &'c Context,
    module: OperationRef<'c, 'a>,
    function: OperationRef<'c, 'a>,
    sizes: &GivenSizes,
) -> Result<Former<'c, 'a>, Failed> {
    let former = Former::of(function);
    if sizes.ranges.is_empty() {
        return Ok(former);
    }
    check_declarations(function, &argument_types(function))?;
    let declared = declare_ranges(context, module, function, &sizes.ranges);
    declared.map_err(|errors| emit_errors(module, function, errors))?;
    match check_declarations(function, &argument_types(function)) {
        Ok(()) => Ok(former),
        Err(Failed) => {
            former.restore();
            Err(Failed)
        }
    }
}

/// Reports why sizes do not fit a function.
fn emit_errors<'c: 'a, 'a>(
    module: OperationRef<'c, 'a>,
    function: OperationRef<'c, 'a>,
    errors: Vec<ArgumentError>,
) -> Failed {
    let name = ir::string(function, "sym_name").unwrap_or_default();
    let location = located(module, function);
    for error in errors {
        let message = format!("function '{name}' {error}");
        diagnostic::emit(location, Severity::Error, error.kind(), &message, &[]);
    }
    Failed
}

/// Checks that sizes in these types of arguments are those that a function declares: what follows from
/// others would be reported instead.
fn check_declarations(function: OperationRef<'_, '_>, types: &[Type<'_>]) -> Result<(), Failed> {
    let errors = declared_symbols_of(function, types)
        .err()
        .unwrap_or_default();
    errors.iter().for_each(|error| error.emit(function));
    match errors.is_empty() {
        true => Ok(()),
        false => Err(Failed),
    }
}

impl<'c: 'a, 'a, 'r> Specializer<'c, 'a, 'r> {
    fn new(
        context: &'c Context,
        module: OperationRef<'c, 'a>,
        entry: EntryFunction<'c, 'a>,
        rules: &'r Rules,
        changes: &'r ChangeLog,
    ) -> Result<Self, Failed> {
        Ok(Self {
            context,
            module,
            entry: entry.function,
            emitter: create_emitter(context, module)?,
            rules: RuleFinder::new(rules),
            functions: Functions::new(module, entry, rules.table().facts()),
            frames: vec![],
            needless: vec![],
            dead: vec![],
            changes,
            has_failed: false,
            unread: FxHashMap::default(),
            reported: FxHashSet::default(),
        })
    }

    /// Checks that the types of the function may change.
    fn check_is_replaceable(&mut self) -> Result<(), Failed> {
        let name = ir::string(self.entry, "sym_name").unwrap_or_default();
        if !self.functions.is_dynamic(name) || !self.functions.is_used_by_others(name) {
            return Ok(());
        }
        let message = format!("function '{name}' is used by other functions, so its types stay");
        fail(self.entry, &message)
    }

    /// Specialises the function and what it calls; returns the types of the results.
    fn run(
        &mut self,
        call: &Call,
        sizes: &[GivenSize],
        allow_partial: bool,
    ) -> Result<Vec<Type<'c>>, Failed> {
        let name = ir::string(self.entry, "sym_name").unwrap_or_default();
        let types = argument_types_in_call(self.context, self.module, self.entry, call, sizes);
        let types = types.map_err(|errors| emit_errors(self.module, self.entry, errors))?;
        if !self.functions.is_dynamic(name) {
            return Ok(ir::result_types(self.entry));
        }
        let mut walk = Walk::new(
            (),
            Analysis::default()
                .with_facts(&self.functions.facts)
                .with_definitions(self.module),
            Calls::default(),
        );
        check_declarations(self.entry, &types)?;
        let arguments = vec![CopiedArgument::Passed; types.len()];
        let copy = self
            .specialize(&mut walk, name, &types, arguments, false, None)
            .ok_or(Failed)?;
        for operation in std::mem::take(&mut self.dead) {
            ir::erase(operation);
        }
        for (block, argument) in std::mem::take(&mut self.needless) {
            ir::erase_argument(block, argument);
        }
        if !self.has_failed {
            self.has_failed = remaining::report(
                &self.functions,
                &mut self.rules,
                &self.unread,
                allow_partial,
            )
            .is_err();
        }
        match self.has_failed {
            true => Err(Failed),
            false => Ok(copy
                .results
                .into_iter()
                .map(|result| result.r#type)
                .collect()),
        }
    }

    /// Specialises a copy of a function for arguments of these types, of which this is known. If they
    /// are not kept, only those stay that calls pass.
    fn specialize(
        &mut self,
        walk: &mut Walk<'c, 'a, ()>,
        name: &str,
        types: &[Type<'c>],
        arguments: Vec<CopiedArgument>,
        keeps_arguments: bool,
        call: Option<OperationRef<'c, 'a>>,
    ) -> Option<FunctionCopy<'c, 'a>> {
        let (copy, new_name) = self.functions.create_copy(name)?;
        if let Some(original) = self.functions.find(name) {
            walk.analysis.note_copy(original, copy);
        }
        let mut positions = origin::positions(copy);
        // What nothing reaches gets no types.
        if ir::erase_unreachable_blocks(self.context, copy) {
            let left = origin::positions(copy);
            positions.retain(|address, _| left.contains_key(address));
        }
        let entry = ir::region(copy, 0)?.first_block()?;
        for (argument, &r#type) in ir::block_arguments(entry).into_iter().zip(types) {
            ir::set_type(argument, r#type);
        }
        self.frames.push(Frame {
            copy,
            name: name.into(),
            call,
            positions,
            arguments,
            failures: vec![],
            results: None,
            known: vec![],
            floats: elements::Floats::default(),
            invariant: FxHashMap::default(),
            done: vec![],
            undecided: FxHashSet::default(),
        });
        walk.op(self, copy);
        let frame = self.frames.pop()?;
        let unused = constants::finish(self.context, &frame);
        let dead = unused.iter().map(|&operation| ir::address(operation));
        let dead = dead.collect::<FxHashSet<_>>();
        self.dead.extend(unused);
        let results = frame.results.unwrap_or_else(|| {
            let types = ir::result_types(copy);
            let unknown = |r#type| CopyResult {
                r#type,
                numbers: None,
            };
            types.into_iter().map(unknown).collect()
        });
        let name = ir::string(copy, "sym_name").unwrap_or_default();
        if new_name != name {
            let text = |text| StringAttribute::new(self.context, text).into();
            ir::set_attribute(copy, "sym_name", text(&new_name));
            ir::set_attribute(copy, "sym_visibility", text("private"));
        }
        let result_types = results.iter().map(|result| result.r#type);
        branches::cast_passed(self.context, copy, &result_types.collect::<Vec<_>>());
        let removed = match keeps_arguments {
            true => &[],
            false => &*frame.arguments,
        };
        self.set_arguments(copy, entry, removed, &results);
        let mut live = ir::operations(copy).into_iter();
        let is_pure = functions::has_declared_sizes(copy)
            && live.all(|operation| {
                let address = ir::address(operation);
                dead.contains(&address)
                    || self.functions.is_pure_op(operation) && !frame.undecided.contains(&address)
            });
        Some(FunctionCopy {
            name: new_name,
            results,
            is_pure,
            failures: frame.failures,
        })
    }

    /// Removes the arguments that calls need not pass, and sets the type of a copy.
    fn set_arguments(
        &mut self,
        copy: OperationRef<'c, 'a>,
        entry: BlockRef<'c, 'a>,
        known: &[CopiedArgument],
        results: &[CopyResult<'c>],
    ) {
        let is_kept =
            |index: usize| matches!(known.get(index), None | Some(CopiedArgument::Passed));
        if let Ok(all) = copy.attribute("arg_attrs") {
            let kept = ir::filter_array(self.context, all, is_kept);
            ir::set_attribute(copy, "arg_attrs", kept);
        }
        let arguments = ir::block_arguments(entry).into_iter().enumerate();
        let (kept, removed) = arguments.partition::<Vec<_>, _>(|&(index, _)| is_kept(index));
        // The analysis knows values by their addresses, which must not be used again.
        self.needless
            .extend(removed.into_iter().rev().map(|(index, _)| (entry, index)));
        let arguments = kept.into_iter().map(|(_, argument)| argument.r#type());
        let arguments = arguments.collect::<Vec<_>>();
        let results = results
            .iter()
            .map(|result| result.r#type)
            .collect::<Vec<_>>();
        let r#type = FunctionType::new(self.context, &arguments, &results);
        ir::set_function_type(copy, r#type);
    }

    fn frame(&mut self) -> &mut Frame<'c, 'a> {
        self.frames
            .last_mut()
            .expect("a function is being specialised")
    }
}
