//! What a program asks of its sizes, for reports: read by one walk, which changes nothing.

mod entry;
mod jax;
mod output;

pub use output::note_output;

use self::entry::{fits, message, names_in_messages, size_of};
use super::broadcast;
use crate::{
    analysis::{Analysis, Calls, Visitor, Walk, declared_symbols, named_arguments},
    diagnostic::place,
    dialect::{func, stablehlo},
    explain::{
        ArgumentDim, ExplicitBroadcast, FunctionSizes, InputCheck, NamedSize, Requirements,
        ResultDim, words,
    },
    ir::{self, ValueKey, ValueNames},
    lower::Names,
    plan::{DeclaredDim, DeclaredSymbol},
    rule::FactTable,
    scoped_map::ScopeChange,
    symbol::{Condition, Content, Facts, Size, Statement, Symbol, Term},
};
use melior::ir::{BlockRef, OperationRef, Value, operation::OperationLike};
use rustc_hash::{FxHashMap, FxHashSet};
use std::{mem, sync::Arc};

/// Returns what the program in and below `root` asks of its sizes, with the names that its source
/// gives to values.
pub fn requirements<'c: 'a, 'a>(
    root: OperationRef<'c, 'a>,
    facts: &FactTable,
    names: &ValueNames,
) -> Requirements {
    let is_relevant =
        |operation: OperationRef<'_, '_>| ir::is_assertion(operation) || is_broadcast(operation);
    if ir::find_ops(root, is_relevant).is_empty() {
        return Requirements::default();
    }
    let analysis = Analysis::traced().with_facts(facts);
    let mut walk = Walk::new((), analysis.with_definitions(root), Calls::new(root));
    let mut reader = RequirementsVisitor {
        value_names: names.by_key(root),
        scopes: vec![Scope::default()],
        shared: FxHashSet::default(),
        sizes_of_checks: vec![],
        approached: None,
        found: Requirements::default(),
    };
    walk.learn_from_callees();
    walk.op(&mut reader, root);
    reader.into_requirements()
}

fn is_broadcast(operation: OperationRef<'_, '_>) -> bool {
    ir::name_str(operation.name()) == Some(stablehlo::DYNAMIC_BROADCAST_IN_DIM)
}

/// What a number without a name is called.
const COMPUTED: &str = "a number that the program computes";

/// The visitor that reads requirements.
struct RequirementsVisitor<'c, 'a> {
    value_names: FxHashMap<ValueKey, Arc<str>>,
    /// The open isolated scopes.
    scopes: Vec<Scope<'c, 'a>>,
    /// The names that mean the same in all functions.
    shared: FxHashSet<String>,
    /// For each check that was found, the names of the sizes in its conditions.
    sizes_of_checks: Vec<FxHashSet<String>>,
    /// What was found out about an op before it was learned from.
    approached: Option<Approached>,
    found: Requirements,
}

/// The names in an isolated scope, such as a function.
#[derive(Default)]
struct Scope<'c, 'a> {
    names: Names,
    arguments: Vec<Value<'c, 'a>>,
    symbols: Vec<DeclaredSymbol>,
    /// The names that arguments have in the function that they are passed to: an exporter's wrapper
    /// has none.
    passed_as: FxHashMap<ValueKey, &'c str>,
    /// The names that the program gives to sizes.
    declared: FxHashSet<String>,
    /// What the dims of arguments are called in conditions.
    dims: FxHashMap<Symbol, String>,
    /// The function, until its sizes have been described.
    function: Option<FunctionSizes>,
}

/// What holds before an op.
enum Approached {
    /// In front of an assertion, the journal has this many entries.
    Check { before: usize, is_implied: bool },
    /// Whether each dim of a broadcast's operand is known to fit.
    Broadcast(Vec<bool>),
}

impl<'c: 'a, 'a> RequirementsVisitor<'c, 'a> {
    fn into_requirements(self) -> Requirements {
        let Self {
            mut found,
            shared,
            sizes_of_checks,
            ..
        } = self;
        for (check, sizes) in found.checks.iter_mut().zip(&sizes_of_checks) {
            let broadcasts = found.broadcasts.iter().enumerate();
            let uses = broadcasts.filter(|(_, broadcast)| {
                let is_near = broadcast.function == check.function;
                let is_same = |name: &String| sizes.contains(name);
                let mut names = broadcast.result.iter().filter(|name| is_same(name));
                names.any(|name| is_near || shared.contains(name))
            });
            check.used_by = uses.map(|(index, _)| index).collect();
        }
        found
    }

    fn scope(&mut self) -> &mut Scope<'c, 'a> {
        if self.scopes.is_empty() {
            self.scopes.push(Scope::default());
        }
        let last = self.scopes.len() - 1;
        &mut self.scopes[last]
    }

    fn argument_dim(
        &self,
        scope: &Scope<'c, 'a>,
        argument: usize,
        value: Value<'_, '_>,
        dim: usize,
    ) -> ArgumentDim {
        let key = ValueKey::new(value);
        let passed_as = || scope.passed_as.get(&key).copied();
        ArgumentDim {
            argument,
            value: self.value_names.get(&key).map(ToString::to_string),
            name: ir::value_name(value).or_else(passed_as).map(Into::into),
            dim,
        }
    }

    /// Describes an assertion after it has been learned from: before it, the journal had this many
    /// entries.
    fn check(
        &mut self,
        analysis: &Analysis,
        operation: OperationRef<'_, '_>,
        before: usize,
        is_implied: bool,
    ) {
        let journal = analysis.facts().journal();
        let entries = journal.map(|journal| journal.entries()).unwrap_or_default();
        let statements = entries.iter().skip(before);
        let statements = statements.filter_map(|entry| match &entry.content {
            Content::Assumed(statement) => Some(statement.clone()),
            Content::Named { .. } => None,
        });
        let scope = self.scope();
        let (mut conditions, mut sizes) = (vec![], FxHashSet::default());
        for statement in statements.collect::<Vec<_>>() {
            for size in statement.symbols() {
                sizes.insert(scope.names.name(analysis.facts(), Size::Symbol(size)));
            }
            let condition = scope.describe(analysis.facts(), &statement);
            let condition = condition.map(|condition| condition.to_string());
            conditions.extend(condition.filter(|condition| !conditions.contains(condition)));
        }
        let message = message(operation);
        if let Some(condition) = message.and_then(jax::condition) {
            // In the words of the export, if facts express less than all of it.
            let is_in_part = |it: &String| it.contains(COMPUTED);
            let is_constraint = message.is_some_and(jax::is_constraint);
            if is_constraint || conditions.is_empty() || conditions.iter().any(is_in_part) {
                let named = scope.declared.iter();
                sizes.extend(
                    named
                        .filter(|name| jax::share_variable(name, &condition))
                        .cloned(),
                );
                conditions = vec![condition];
            }
        }
        self.sizes_of_checks.push(sizes);
        self.found.checks.push(InputCheck {
            op: ir::name_str(operation.name()).unwrap_or_default().into(),
            place: place(operation.location()),
            source_name: ir::location_name(operation.location()).map(Into::into),
            function: ir::function_name(operation).map(Into::into),
            message: message.unwrap_or_default().into(),
            conditions,
            is_implied,
            used_by: vec![],
        });
    }

    /// Describes a broadcast after it has been learned from; each dim of its operand is known to
    /// fit or not.
    fn broadcast(
        &mut self,
        analysis: &mut Analysis,
        operation: OperationRef<'c, 'a>,
        fits: &[bool],
    ) -> Option<()> {
        let open = broadcast::open_dims(analysis, operation).unwrap_or_default();
        let dims = broadcast::result_dims(operation)?;
        let mut sizes_of = |value| {
            let sizes = analysis.sizes(value).into_iter();
            let names = &mut self.scope().names;
            sizes
                .map(|size| names.name(analysis.facts(), size))
                .collect()
        };
        let operand: Vec<String> = sizes_of(ir::operand(operation, 0)?);
        let result: Vec<String> = sizes_of(ir::result(operation, 0)?);
        let mut unchecked = vec![];
        for ((size, &dim), fits) in operand.iter().zip(&dims).zip(fits) {
            if !fits {
                let [size, result] = [size, result.get(dim)?].map(|name| Term::Size(name.clone()));
                unchecked.push(Condition::broadcasts_to(size, result).to_string());
            }
        }
        self.found.broadcasts.push(ExplicitBroadcast {
            op: ir::name_str(operation.name())?.into(),
            place: place(operation.location()),
            source_name: ir::location_name(operation.location()).map(Into::into),
            function: ir::function_name(operation).map(Into::into),
            operand,
            result,
            open,
            unchecked,
        });
        Some(())
    }

    /// Describes the sizes in the signature of a function at the op that returns its results.
    fn signature(&mut self, analysis: &mut Analysis, operation: OperationRef<'c, 'a>) {
        let mut scope = mem::take(self.scope());
        if let Some(function) = scope.function.take() {
            let described = self.describe(&mut scope, analysis, operation, function);
            self.found.functions.extend(described);
        }
        *self.scope() = scope;
    }

    /// Describes the sizes in the signature of a function; `None` if all are known.
    fn describe(
        &mut self,
        scope: &mut Scope<'c, 'a>,
        analysis: &mut Analysis,
        operation: OperationRef<'c, 'a>,
        mut function: FunctionSizes,
    ) -> Option<FunctionSizes> {
        let mut sizes: Vec<(Size, NamedSize)> = vec![];
        let names = &mut scope.names;
        let mut find = |facts: &Facts, size| match facts.canonical(size) {
            Size::Constant(_) => None,
            size => Some(match sizes.iter().position(|(known, _)| *known == size) {
                Some(index) => index,
                None => {
                    let named = NamedSize {
                        name: names.name(facts, size),
                        arguments: vec![],
                        results: vec![],
                        values: facts.describe_values(&Term::Size(size)),
                        is_checked: true,
                    };
                    sizes.push((size, named));
                    sizes.len() - 1
                }
            }),
        };
        let (mut of_arguments, mut of_results) = (vec![], vec![]);
        for (argument, &value) in scope.arguments.iter().enumerate() {
            for (dim, size) in analysis.sizes(value).into_iter().enumerate() {
                if let Some(index) = find(analysis.facts(), size) {
                    of_arguments.push((index, argument, value, dim));
                }
            }
        }
        for (result, value) in operation.operands().enumerate() {
            for (dim, size) in analysis.sizes(value).into_iter().enumerate() {
                if let Some(index) = find(analysis.facts(), size) {
                    of_results.push((index, ResultDim { result, dim }));
                }
            }
        }
        for (index, argument, value, dim) in of_arguments {
            let dim = self.argument_dim(scope, argument, value, dim);
            sizes[index].1.arguments.push(dim);
        }
        for (index, dim) in of_results {
            sizes[index].1.results.push(dim);
        }
        function.sizes = sizes.into_iter().map(|(_, named)| named).collect();
        for named in &mut function.sizes {
            named.is_checked = are_checked(scope, analysis, &named.arguments);
        }
        (!function.sizes.is_empty()).then_some(function)
    }
}

/// Returns whether checks and declarations show that dims of arguments are equal.
fn are_checked(scope: &Scope<'_, '_>, analysis: &mut Analysis, dims: &[ArgumentDim]) -> bool {
    let mut checked = analysis.checked();
    let keys = dims.iter().map(|&ArgumentDim { argument, dim, .. }| {
        let place = DeclaredDim {
            argument,
            dim,
            size: None,
        };
        let is_dim = |it: &DeclaredDim| (it.argument, it.dim) == (argument, dim);
        let mut symbols = scope.symbols.iter();
        let declared = symbols.position(|it| it.dims.iter().any(is_dim));
        let size = checked.as_mut().and_then(|checked| {
            let size = checked.declared_size(&scope.arguments, place)?;
            Some(checked.facts().canonical(size))
        });
        (size, declared)
    });
    let mut rest = keys.collect::<Vec<_>>();
    let mut known = rest.pop().into_iter().collect::<Vec<_>>();
    let is_same = |a: &(Option<Size>, Option<usize>), b: &(Option<Size>, Option<usize>)| {
        a.0.is_some() && a.0 == b.0 || a.1.is_some() && a.1 == b.1
    };
    while let Some(next) = rest
        .iter()
        .position(|it| known.iter().any(|other| is_same(it, other)))
    {
        known.push(rest.swap_remove(next));
    }
    rest.is_empty()
}

impl Scope<'_, '_> {
    /// Describes a statement that has been learned; `None` if it is about numbers only that are not sizes of
    /// arguments, and so have no names.
    fn describe(&mut self, facts: &Facts, statement: &Statement) -> Option<Condition<String>> {
        let sizes = statement.symbols();
        let named = sizes.into_iter().map(|it| self.has_name(facts, it));
        let named = named.collect::<Vec<_>>();
        if !named.is_empty() && !named.contains(&true) {
            return None;
        }
        let is_equality = matches!(statement, Statement::Equal(..));
        let condition = statement.condition().map(&mut |&size| match size {
            Size::Symbol(symbol) if !self.has_name(facts, symbol) => COMPUTED.into(),
            // Both sides of an equality have one name by now.
            Size::Symbol(symbol) if is_equality || !self.is_declared(facts, size) => {
                match self.dims.get(&symbol) {
                    Some(dim) => dim.clone(),
                    None if is_equality => {
                        let own = self.names.own(symbol);
                        match self.declared.contains(&own) {
                            true => own,
                            false => COMPUTED.into(),
                        }
                    }
                    None => self.names.name(facts, size),
                }
            }
            size => self.names.name(facts, size),
        });
        Some(condition)
    }

    /// Returns whether a number is the size of an argument's dim, or has a name that the program gives it.
    fn has_name(&mut self, facts: &Facts, symbol: Symbol) -> bool {
        let size = facts.canonical(Size::Symbol(symbol));
        let is_it = |&dim: &Symbol| dim == symbol || facts.canonical(Size::Symbol(dim)) == size;
        self.dims.keys().any(is_it) || self.is_declared(facts, Size::Symbol(symbol))
    }

    /// Returns whether a size has a name that the program gives it.
    fn is_declared(&mut self, facts: &Facts, size: Size) -> bool {
        let name = self.names.name(facts, size);
        self.declared.contains(&name)
    }
}

impl<'c: 'a, 'a> Visitor<'c, 'a, ()> for RequirementsVisitor<'c, 'a> {
    fn begin_function(
        &mut self,
        walk: &mut Walk<'c, 'a, ()>,
        function: OperationRef<'c, 'a>,
        block: BlockRef<'c, 'a>,
    ) {
        let analysis = &mut walk.analysis;
        let arguments = ir::block_arguments(block);
        let symbols = declared_symbols(function).unwrap_or_default();
        let mut named = vec![];
        for symbol in &symbols {
            let dims = symbol.dims.iter();
            let sizes = dims.filter_map(|&dim| analysis.declared_size(&arguments, dim));
            named.extend(sizes.map(|size| (size, symbol.name.clone())));
        }
        analysis.assume_declared(&arguments, &symbols);
        let own = named_arguments(function).into_iter();
        let own = own.filter_map(|(index, name)| Some((*arguments.get(index)?, name)));
        let mut numbers = own.collect::<Vec<_>>();
        let calls = &walk.calls;
        let mut scope = Scope {
            passed_as: ir::passed_names(function, |operation| calls.callee(operation)),
            ..Scope::default()
        };
        for operation in ir::operations(function) {
            let Some(callee) = walk.calls.callee(operation) else {
                continue;
            };
            let passed = named_arguments(callee).into_iter();
            numbers.extend(
                passed.filter_map(|(index, name)| Some((ir::operand(operation, index)?, name))),
            );
        }
        // JAX gives some numbers an empty name.
        numbers.retain(|(_, name)| !name.is_empty());
        for (value, name) in numbers {
            scope.names.reserve(name);
            if let Some(size) = size_of(analysis, value) {
                self.shared.insert(name.into());
                named.push((size, name.into()));
            }
        }
        // A dimension variable is the name of a dim, rather than an expression of others.
        named.extend(names_in_messages(analysis, function));
        for (size, name) in named {
            if let Some(symbol) = size.symbol() {
                scope.names.declare(symbol, &name);
                scope.declared.insert(name);
            }
        }
        for (argument, &value) in arguments.iter().enumerate() {
            for (dim, size) in analysis.sizes(value).into_iter().enumerate() {
                if let Some(symbol) = size.symbol() {
                    let described = self.argument_dim(&scope, argument, value, dim);
                    let described = words::argument_dim(&described);
                    scope.dims.entry(symbol).or_insert(described);
                    // Letters are in the order of the arguments.
                    scope.names.name(analysis.facts(), size);
                }
            }
        }
        (scope.arguments, scope.symbols) = (arguments, symbols);
        // The sizes of private functions are those of their calls.
        let is_private = ir::string(function, "sym_visibility") == Some("private");
        scope.function = (!is_private).then(|| FunctionSizes {
            name: ir::string(function, "sym_name").unwrap_or_default().into(),
            place: place(function.location()),
            sizes: vec![],
        });
        *self.scope() = scope;
    }

    fn approach(&mut self, walk: &mut Walk<'c, 'a, ()>, operation: OperationRef<'c, 'a>) {
        let analysis = &mut walk.analysis;
        self.approached = if ir::is_assertion(operation) {
            let is_implied = analysis.is_implied(operation);
            let journal = analysis.facts().journal();
            let before = journal.map_or(0, |journal| journal.entries().len());
            Some(Approached::Check { before, is_implied })
        } else if is_broadcast(operation) {
            fits(analysis, operation).map(Approached::Broadcast)
        } else {
            None
        };
    }

    fn pass(&mut self, walk: &mut Walk<'c, 'a, ()>, operation: OperationRef<'c, 'a>) {
        match self.approached.take() {
            Some(Approached::Check { before, is_implied }) => {
                self.check(&walk.analysis, operation, before, is_implied);
            }
            Some(Approached::Broadcast(fits)) => {
                self.broadcast(&mut walk.analysis, operation, &fits);
            }
            None if ir::name_str(operation.name()) == Some(func::RETURN) => {
                self.signature(&mut walk.analysis, operation);
            }
            None => {}
        }
    }

    fn scope(&mut self, change: ScopeChange) {
        match change {
            ScopeChange::EnterIsolated => self.scopes.push(Scope::default()),
            ScopeChange::ExitIsolated => drop(self.scopes.pop()),
            ScopeChange::Enter | ScopeChange::Exit => {}
        }
    }
}
