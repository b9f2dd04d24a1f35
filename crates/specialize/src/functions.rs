//! The functions of a module, and their copies for the sizes that they are called with.

mod summary;

pub(super) use summary::has_declared_sizes;

use super::entry::EntryFunction;
use crate::{
    analysis::{any_integer_bits, named_arguments},
    dialect::{stablehlo, tensor},
    failure::Failure,
    ir,
    rule::FactTable,
};
use melior::ir::{
    OperationRef, RegionLike, Type, TypeLike, Value, ValueLike, operation::OperationLike,
    r#type::TupleType,
};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// What a copy of a function is for: the types of the arguments, and the numbers in those that sizes
/// are computed from.
#[derive(Clone, Debug, Eq, Hash, PartialEq)]
pub(super) struct CopySignature {
    /// The address of the function.
    function: usize,
    /// The addresses of the types.
    types: Vec<usize>,
    arguments: Vec<CopiedArgument>,
    /// Whether the arguments that hold these numbers stay.
    keeps_arguments: bool,
}

impl CopySignature {
    /// Returns whether the arguments stay whose numbers are known.
    pub(super) fn keeps_arguments(&self) -> bool {
        self.keeps_arguments
    }

    /// Returns what the copy knows of each argument.
    pub(super) fn arguments(&self) -> &[CopiedArgument] {
        &self.arguments
    }
}

/// What a copy of a function knows of an argument.
#[derive(Clone, Debug, Eq, Hash, PartialEq)]
pub(super) enum CopiedArgument {
    /// No more than its type.
    Passed,
    /// It holds these numbers, from which sizes are computed; there may be none.
    Known(Vec<i64>),
    /// The function does not use it.
    Omitted,
}

impl CopiedArgument {
    fn known(numbers: Option<Vec<i64>>) -> Self {
        numbers.map_or(Self::Passed, Self::Known)
    }
}

/// A copy of a function.
#[derive(Clone, Debug)]
pub(super) struct FunctionCopy<'c, 'a> {
    /// Its name.
    pub name: String,
    /// Its results.
    pub results: Vec<CopyResult<'c>>,
    /// Whether it only computes its results.
    pub is_pure: bool,
    /// The checks in it that fail whenever it is called.
    pub failures: Vec<Failure<'c, 'a>>,
}

/// A result of a copy of a function.
#[derive(Clone, Debug)]
pub(super) struct CopyResult<'c> {
    /// Its type.
    pub r#type: Type<'c>,
    /// Its elements, if it is a small tensor of known integers.
    pub numbers: Option<Vec<i64>>,
}

/// What a function uses an argument for.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Purpose {
    /// For nothing.
    Nothing,
    /// Sizes are computed from it.
    Sizes,
    /// For anything else.
    Data,
}

/// A function of the input.
struct Original<'c, 'a> {
    operation: OperationRef<'c, 'a>,
    /// Whether other parts of the module use it, so that it keeps its name.
    stays: bool,
    copy_count: usize,
    /// Whether anything in it, or in a function that it calls, depends on sizes.
    is_dynamic: Option<bool>,
    /// What each argument is for; `None` as long as it is not known.
    arguments: Option<Rc<[Purpose]>>,
    /// For each result, the arguments that it is computed from.
    sources: Option<Rc<[Vec<usize>]>>,
    /// Whether it only computes its results.
    is_pure: Option<bool>,
}

/// The functions of a module.
pub(super) struct Functions<'c, 'a> {
    originals: FxHashMap<&'c str, Original<'c, 'a>>,
    /// The names of all symbols.
    names: FxHashSet<String>,
    copies: FxHashMap<CopySignature, FunctionCopy<'c, 'a>>,
    /// The names of the copies.
    copy_names: FxHashSet<String>,
    /// The names of those that only compute their results.
    pure_copies: FxHashSet<String>,
    /// The ops of the copies.
    operations: Vec<OperationRef<'c, 'a>>,
    /// The names of the functions that are in use when the pass begins.
    used: FxHashSet<String>,
    /// Facts about ops that the table of ops has no row for.
    pub(super) facts: FactTable,
}

impl<'c: 'a, 'a> Functions<'c, 'a> {
    /// Finds the functions of a module, of which `entry` is to be specialised.
    pub(super) fn new(
        module: OperationRef<'c, 'a>,
        entry: EntryFunction<'c, 'a>,
        facts: &FactTable,
    ) -> Self {
        let mut functions = Self {
            originals: FxHashMap::default(),
            names: FxHashSet::default(),
            copies: FxHashMap::default(),
            copy_names: FxHashSet::default(),
            pure_copies: FxHashSet::default(),
            operations: vec![],
            used: FxHashSet::default(),
            facts: facts.clone(),
        };
        let mut public = vec![];
        for operation in ir::operations(module) {
            let Some(name) = ir::string(operation, "sym_name") else {
                continue;
            };
            functions.names.insert(name.into());
            if !ir::is_function(operation) || ir::region(operation, 0).is_none() {
                continue;
            }
            let is_private = ir::string(operation, "sym_visibility") == Some("private");
            // If the entry is the only public function that no other one uses, nothing else calls those
            // that are public, too.
            let is_entry = ir::address(operation) == ir::address(entry.function);
            if !is_private && !is_entry && entry.is_named {
                public.push(name.to_string());
            }
            functions.originals.insert(
                name,
                Original {
                    operation,
                    stays: false,
                    copy_count: 0,
                    is_dynamic: None,
                    arguments: None,
                    sources: None,
                    is_pure: None,
                },
            );
        }
        functions.find_users(module, entry.function, public);
        functions
    }

    /// Marks the functions that others than the entry use, directly or through others: `public`
    /// ones, and private ones that the entry does not use.
    fn find_users(
        &mut self,
        module: OperationRef<'c, 'a>,
        entry: OperationRef<'c, 'a>,
        public: Vec<String>,
    ) {
        let Some(uses) = ir::symbol_uses(module) else {
            for original in self.originals.values_mut() {
                original.stays = true;
            }
            return;
        };
        let mut pending = public;
        let mut used_by = FxHashMap::<String, Vec<String>>::default();
        for (symbol, user) in uses {
            self.used.insert(symbol.clone());
            // Other references, as in `called_computations`, need the function's own signature.
            let specializes = ir::called_function(user) == Some(&*symbol)
                || ir::is_named(user, stablehlo::COMPOSITE);
            match self.enclosing(user).filter(|_| specializes) {
                Some(function) => used_by.entry(function.into()).or_default().push(symbol),
                None => pending.push(symbol),
            }
        }
        let mut used_by_entry = FxHashSet::default();
        let mut found = vec![ir::string(entry, "sym_name").unwrap_or_default()];
        while let Some(name) = found.pop() {
            if used_by_entry.insert(name) {
                let used = used_by.get(name).into_iter().flatten();
                found.extend(used.map(String::as_str));
            }
        }
        let originals = self.originals.keys();
        let others = originals.filter(|name| !used_by_entry.contains(*name));
        pending.extend(others.map(ToString::to_string));
        while let Some(name) = pending.pop() {
            let Some(original) = self.originals.get_mut(&*name) else {
                continue;
            };
            if !std::mem::replace(&mut original.stays, true) {
                pending.extend(used_by.remove(&name).unwrap_or_default());
            }
        }
    }

    /// Makes all functions of the input stay, beside their copies.
    pub(super) fn keep_originals(&mut self) {
        for original in self.originals.values_mut() {
            original.stays = true;
        }
    }

    /// Returns the name of the function that an op is in.
    fn enclosing(&self, operation: OperationRef<'c, 'a>) -> Option<&'c str> {
        let mut parent = Some(operation);
        while let Some(operation) = parent {
            if ir::is_function(operation) {
                let name = ir::string(operation, "sym_name")?;
                return self.originals.contains_key(name).then_some(name);
            }
            parent = operation.parent_operation();
        }
        None
    }

    /// Returns a function by its name, if it has a body.
    pub(super) fn find(&self, name: &str) -> Option<OperationRef<'c, 'a>> {
        let original = self.originals.get(name)?;
        ir::region(original.operation, 0)?;
        Some(original.operation)
    }

    /// Returns whether other functions use a function.
    pub(super) fn is_used_by_others(&self, name: &str) -> bool {
        self.originals
            .get(name)
            .is_some_and(|original| original.stays)
    }

    /// Returns the signature of a call; `may_omit` says whether the copy may have fewer arguments than
    /// the function.
    pub(super) fn signature(
        &mut self,
        name: &str,
        operands: &[Value<'c, 'a>],
        may_omit: bool,
        mut numbers: impl FnMut(Value<'c, 'a>) -> Option<Vec<i64>>,
    ) -> Option<CopySignature> {
        let original = self.find(name)?;
        let function = ir::address(original);
        let named = named_arguments(original);
        let is_named = |index: usize| named.iter().any(|&(it, _)| it == index);
        let purposes = match self.is_dynamic(name) {
            true => self.purposes(name),
            // It is called only for its numbers.
            false => vec![Purpose::Sizes; operands.len()].into(),
        };
        let arguments =
            operands
                .iter()
                .zip(purposes.iter())
                .enumerate()
                .map(|(index, (&operand, purpose))| match purpose {
                    // Passes for bounds and profiles find the symbol by the argument's name.
                    Purpose::Nothing if may_omit && !is_named(index) => CopiedArgument::Omitted,
                    Purpose::Nothing if may_omit => CopiedArgument::known(numbers(operand)),
                    Purpose::Sizes => CopiedArgument::known(numbers(operand)),
                    Purpose::Nothing | Purpose::Data => CopiedArgument::Passed,
                });
        let arguments = arguments.collect::<Vec<_>>();
        Some(CopySignature {
            function,
            keeps_arguments: !may_omit && arguments.iter().any(|it| *it != CopiedArgument::Passed),
            arguments,
            types: operands
                .iter()
                .map(|it| it.r#type().to_raw().ptr as usize)
                .collect(),
        })
    }

    /// Returns the copy for a signature.
    pub(super) fn copy(&self, signature: &CopySignature) -> Option<&FunctionCopy<'c, 'a>> {
        self.copies.get(signature)
    }

    /// Adds the copy for a signature.
    pub(super) fn add_copy(&mut self, signature: CopySignature, copy: FunctionCopy<'c, 'a>) {
        if copy.is_pure {
            self.pure_copies.insert(copy.name.clone());
        }
        self.copies.insert(signature, copy);
    }

    /// Inserts a copy of a function behind it; returns the copy and its name, which it does not
    /// have yet if the function has the same.
    pub(super) fn create_copy(&mut self, name: &str) -> Option<(OperationRef<'c, 'a>, String)> {
        let original = self.originals.get_mut(name)?;
        let takes_name =
            original.is_dynamic == Some(true) && !original.stays && original.copy_count == 0;
        original.copy_count += 1;
        let copy = ir::insert_copy(original.operation)?;
        self.operations.push(copy);
        let new = match takes_name {
            true => name.to_string(),
            false => self.unused_name(name),
        };
        self.copy_names.insert(new.clone());
        Some((copy, new))
    }

    fn unused_name(&mut self, name: &str) -> String {
        let mut number = 0;
        loop {
            let name = format!("{name}_{number}");
            if self.names.insert(name.clone()) {
                return name;
            }
            number += 1;
        }
    }

    /// Erases the functions that have been replaced with copies, and private ones that nothing
    /// uses any more.
    pub(super) fn erase_originals(&mut self, module: OperationRef<'c, 'a>) {
        let names = self
            .originals
            .iter()
            .map(|(name, it)| (ir::address(it.operation), *name));
        let names = names.collect::<FxHashMap<_, _>>();
        for operation in ir::operations(module) {
            let original = names.get(&ir::address(operation));
            let original = original.and_then(|name| self.originals.get(name));
            if original
                .is_some_and(|it| it.is_dynamic == Some(true) && it.copy_count > 0 && !it.stays)
            {
                ir::erase(operation);
            }
        }
        // What is not in use any more may use others.
        while let Some(uses) = ir::symbol_uses(module) {
            let uses = uses
                .into_iter()
                .map(|(symbol, _)| symbol)
                .collect::<FxHashSet<_>>();
            let mut has_changed = false;
            for operation in ir::operations(module) {
                let name = ir::string(operation, "sym_name").unwrap_or_default();
                let is_private = ir::string(operation, "sym_visibility") == Some("private");
                let is_ours = self.used.contains(name) || self.copy_names.contains(name);
                if ir::is_function(operation) && is_private && is_ours && !uses.contains(name) {
                    ir::erase(operation);
                    has_changed = true;
                }
            }
            if !has_changed {
                break;
            }
        }
    }

    /// Returns the ops of the copies, that of the entry first.
    pub(super) fn copies(&self) -> &[OperationRef<'c, 'a>] {
        &self.operations
    }

    /// Returns the functions of the input that have a body, and the copies.
    pub(super) fn all(&self) -> impl Iterator<Item = OperationRef<'c, 'a>> {
        let originals = self.originals.keys().filter_map(|name| self.find(name));
        originals.chain(self.copies().iter().copied())
    }

    /// Returns whether a function of this name is a copy.
    pub(super) fn is_copy(&self, name: &str) -> bool {
        self.copy_names.contains(name)
    }

    /// Erases the copies.
    pub(super) fn erase_copies(&mut self) {
        for copy in std::mem::take(&mut self.operations) {
            ir::erase(copy);
        }
    }
}

/// Returns whether an op is on values of dynamic sizes, or computes with sizes or checks them.
fn depends_on_sizes(operation: OperationRef<'_, '_>) -> bool {
    let name = ir::name_str(operation.name()).unwrap_or_default();
    let is_dynamic_op = match name {
        stablehlo::DYNAMIC_SLICE | stablehlo::DYNAMIC_UPDATE_SLICE => false,
        stablehlo::REAL_DYNAMIC_SLICE
        | stablehlo::GET_DIMENSION_SIZE
        | stablehlo::SET_DIMENSION_SIZE
        | tensor::DIM => true,
        _ => {
            let name_in_dialect = name.strip_prefix(stablehlo::PREFIX);
            name_in_dialect.is_some_and(|name| name.starts_with("dynamic_"))
                || name.starts_with("shape.")
        }
    };
    is_dynamic_op
        || ir::is_assertion(operation)
        || ir::string(operation, "call_target_name")
            .is_some_and(|target| target.starts_with("stablehlo.dynamic_"))
        || operation
            .operands()
            .any(|operand| is_dynamic(operand.r#type()))
        || operation
            .results()
            .any(|result| is_dynamic(result.r#type()))
}

/// Returns whether a type, or a part of a tuple, lacks a rank or a size.
pub(super) fn is_dynamic(r#type: Type<'_>) -> bool {
    r#type.is_unranked_tensor() || !is_static(r#type)
}

/// Returns the function of a module that an op calls.
pub(super) fn callee<'c: 'a, 'a>(
    module: OperationRef<'c, 'a>,
    operation: OperationRef<'c, 'a>,
) -> Option<OperationRef<'c, 'a>> {
    let name = ir::called_function(operation)?;
    let mut functions = ir::operations(module).into_iter();
    functions.find(|&it| ir::is_function(it) && ir::string(it, "sym_name") == Some(name))
}

/// Returns the names of a function's arguments in the source; an exporter's wrapper passes them on to a function that
/// has names. `callee` finds the function that an op calls.
pub(super) fn argument_names<'c: 'a, 'a>(
    function: OperationRef<'c, 'a>,
    callee: impl Fn(OperationRef<'c, 'a>) -> Option<OperationRef<'c, 'a>>,
) -> Vec<Option<&'c str>> {
    let entry = ir::region(function, 0).and_then(|body| body.first_block());
    let arguments = entry.map(ir::block_arguments).unwrap_or_default();
    let passed = ir::passed_names(function, callee);
    let names = arguments.into_iter().map(|argument| {
        let passed_as = passed.get(&ir::ValueKey::new(argument)).copied();
        ir::value_name(argument).or(passed_as)
    });
    names.collect()
}

/// Returns whether a value may be a size or a shape: a scalar or a small tensor of integers.
pub(super) fn may_hold_sizes(value: Value<'_, '_>) -> bool {
    let shape = ir::shaped_type(value.r#type());
    let is_small = shape
        .shape()
        .unwrap_or_default()
        .iter()
        .all(|dim| dim.fixed_size().is_some());
    is_small && any_integer_bits(value.r#type()).is_some()
}

/// Returns whether a type, or each part of a tuple, has no dynamic dims.
pub(super) fn is_static(r#type: Type<'_>) -> bool {
    if let Ok(tuple) = TupleType::try_from(r#type) {
        let mut parts = (0..tuple.type_count()).filter_map(|index| tuple.r#type(index).ok());
        return parts.all(is_static);
    }
    let shape = ir::shaped_type(r#type);
    shape
        .shape()
        .is_none_or(|shape| shape.iter().all(|dim| !dim.is_dynamic()))
}
