//! Recording of the lowering's decisions, for reports.
//!
//! Everything recorded has been decided by the lowering itself. The effect of facts is found by
//! planning again without them; the statements that a decision follows from, by planning with
//! fewer and fewer of them, until every remaining one is necessary. By default the search stops
//! at the ops that define an operand's sizes. The reasons for those sizes are recorded once, at
//! the defining op, so the cost per op does not grow with the program.

mod certificate;
mod describe;
mod detail;
mod dims;
mod emitted;
mod entry;
mod errors;
mod names;
mod origins;
mod question;
mod remedy;
mod vectors;
mod words;

pub use detail::Detail;
pub use errors::problems;

use super::{
    emission::EmittedExtents, form::Form, listener::Listener, planned_op::PlannedOp,
    recorded_check::RecordedCheck, unsupported::Unsupported,
};
use crate::{
    analysis::{Analysis, Sizes},
    diagnostic::Heard,
    explain::{self, Certificate, Computation, Decisions, Outcome, Remedy, Why},
    ir::{self, ValueKey},
    lower::broadcastable::BroadcastableOp,
    plan::{CheckStatus, DeclaredSymbol, Guard, Plan, VectorBroadcast},
    symbol::{Facts, Size, SizeOrAlias, Term, contradicting},
};
use certificate::certify;
use describe::{add_sizes, describe, describe_broadcast, lowered};
use dims::{decided_by, is_about, key, participants, why_by_types};
use emitted::EmittedOps;
use melior::ir::{OperationRef, Value, operation::OperationLike};
pub use names::Names;
use origins::Origins;
use question::{Question, plan_with};
use remedy::Arguments;
use rustc_hash::FxHashMap;
use std::{mem, sync::Arc};
use vectors::describe_on_vectors;
use words::Words;

/// Records the decisions on each op.
pub struct Recorder {
    detail: Detail,
    /// Whether the ops stay, behind their guards.
    keeps_ops: bool,
    /// The diagnostics emitted so far that are on no recorded op.
    heard: Heard,
    /// The names of values in the source.
    value_names: FxHashMap<ValueKey, Arc<str>>,
    /// The index of each op or function, by its address.
    indices: FxHashMap<usize, usize>,
    ops: Vec<Option<explain::Op>>,
    emitted: EmittedOps,
    /// The names of each op's operands and result in the source, as long as its operands are
    /// those of the source.
    op_names: Vec<(Vec<Option<String>>, Option<String>)>,
    functions: Vec<Option<explain::Function>>,
    origins: Origins,
    /// The names of sizes in each isolated scope.
    names: Vec<Names>,
    /// The arguments of the function of each isolated scope.
    arguments: Vec<Arguments>,
    /// The op that is being lowered.
    pending: Option<PendingOp>,
}

/// The record of an op before its guards are assumed.
struct PendingOp {
    /// The op's address.
    address: usize,
    op: explain::Op,
    /// For each result dim, the guards that types alone require and facts make unnecessary,
    /// with their certificates.
    removed: Vec<Vec<(Guard, Option<Certificate>)>>,
    /// Whether each guard of the plan, in order, fails for all possible sizes.
    conflicts: Vec<bool>,
    /// What would remove each guard of the plan, in order, if that was looked for.
    remedies: Vec<Remedy>,
    /// Whether the extent of each result dim had to be computed.
    computed: Vec<bool>,
}

impl Recorder {
    /// Creates a recorder that has recorded nothing, and gets the errors on ops from the
    /// diagnostics that are `heard`.
    pub fn new(detail: Detail, heard: Heard, value_names: FxHashMap<ValueKey, Arc<str>>) -> Self {
        Self {
            detail,
            keeps_ops: false,
            heard,
            value_names,
            indices: FxHashMap::default(),
            ops: vec![],
            emitted: EmittedOps::default(),
            op_names: vec![],
            functions: vec![],
            origins: Origins::default(),
            names: vec![Names::default()],
            arguments: vec![Arguments::default()],
            pending: None,
        }
    }

    /// Returns the recorder of ops that stay, behind their guards.
    pub const fn of_guards(mut self) -> Self {
        self.keeps_ops = true;
        self
    }

    /// Prepares for the lowering of `root`, whose ops are those of the source.
    pub fn begin(&mut self, root: OperationRef<'_, '_>) {
        if !matches!(self.detail, Detail::Decisions) {
            self.emitted = EmittedOps::new(root);
        }
    }

    /// Returns what was recorded about `root`, which has been lowered.
    pub fn into_decisions(mut self, root: OperationRef<'_, '_>) -> Decisions {
        self.emitted.print(root, &mut self.ops);
        let mut decisions = Decisions {
            functions: self.functions.into_iter().flatten().collect(),
            ops: self.ops.into_iter().flatten().collect(),
            origins: self.origins.into_list(),
            errors: problems(self.heard.take()),
            ..Decisions::default()
        };
        if let Detail::AllReasonsAt(position) = self.detail {
            decisions.errors.clear();
            decisions.functions.clear();
            decisions.ops.retain(|op| position.has(op));
        }
        decisions
    }

    /// Uses the names that a function declares.
    fn declare(
        &mut self,
        analysis: &mut Analysis,
        arguments: &[Value<'_, '_>],
        symbols: &[DeclaredSymbol],
    ) {
        for symbol in symbols {
            for &dim in &symbol.dims {
                if let Some(Size::Symbol(size)) = analysis.declared_size(arguments, dim) {
                    self.names().declare(size, &symbol.name);
                }
            }
        }
        if let Some(last) = self.arguments.last_mut() {
            *last = Arguments::new(analysis, arguments, symbols, &self.value_names);
        }
    }

    /// Describes the plan of an op, before its guards become facts.
    fn describe_plan(
        &mut self,
        operation: OperationRef<'_, '_>,
        form: &Form<'_, '_>,
        planned: &PlannedOp<'_, '_, '_>,
        analysis: &mut Analysis,
    ) -> PendingOp {
        let operands = planned.operands.iter().zip(&planned.tensors.operands);
        let sizes = operands.map(|(&value, operand)| match operand.r#type {
            Some(_) => analysis.sizes(value),
            None => Sizes::default(),
        });
        let sizes = sizes.collect::<Vec<_>>();
        let remedies = self.remedies(planned, analysis, &sizes);
        let analysis = &*analysis;
        let facts = analysis.facts();
        let outcome = match self.keeps_ops {
            true => Outcome::Guarded,
            false => lowered(form),
        };
        let mut recorded = describe(operation, outcome);
        recorded.contradiction = facts.is_contradictory();
        if let Some(effort) = self.detail.effort(&recorded) {
            let statements = contradicting(facts, effort);
            recorded.contradicts = self.origins.of(analysis, &statements);
            if let [last] = *recorded.contradicts {
                // What it contradicts are facts about the sizes of its operands.
                let others = self.origins.because(last).iter();
                recorded.contradicts.extend(others);
                recorded.contradicts.sort_unstable();
            }
        }
        let aliases = planned
            .operands
            .iter()
            .zip(&sizes)
            .map(|(operand, sizes)| {
                let aliases = analysis.aliases(*operand, sizes).into_iter();
                aliases.map(SizeOrAlias::replayed).collect()
            })
            .collect::<Vec<_>>();
        let plan = &planned.cached.plan;
        // It was planned without facts when it was checked.
        let plain = plan_with(planned, &aliases, &Facts::default());
        let plain = plain.unwrap_or_else(|| plan.clone());
        let question = Question {
            planned,
            analysis,
            aliases: &aliases,
            effort: self.detail.effort(&recorded),
        };
        let conflicts = plan.dims.iter().flat_map(|dim| {
            let guards = dim.guards.iter();
            guards.map(|guard| dim.never_holds(guard, facts))
        });
        let conflicts = conflicts.collect();
        let mut removed = vec![];
        let mut all_needed = vec![];
        for (index, (dim, plain)) in plan.dims.iter().zip(&plain.dims).enumerate() {
            let mut needed = None;
            let why = if key(dim) == key(plain) {
                why_by_types(dim, &participants(&aliases, planned, index))
            } else {
                needed = question.needed(
                    &[],
                    |result_dim| result_dim == index,
                    |replanned| key(&replanned.dims[index]) == key(dim),
                );
                let needed = needed.as_deref().unwrap_or_default();
                all_needed.extend_from_slice(needed);
                Why::Facts {
                    because: self.origins.of(analysis, needed),
                }
            };
            recorded.dims.push(explain::Dim {
                size: String::new(),
                decided_by: decided_by(dim, &participants(&sizes, planned, index), facts),
                computed_by: None,
                guards: vec![],
                removed_guards: vec![],
                why,
            });
            let is_kept = |guard: &&Guard| dim.guards.iter().any(|kept| is_about(kept, guard));
            let gone = plain.guards.iter().filter(|guard| !is_kept(guard));
            let certified = gone.map(|guard| {
                let certificate = needed.as_deref().and_then(|needed| {
                    certify(&question, &mut self.origins, index, dim, guard, needed)
                });
                (guard.clone(), certificate)
            });
            removed.push(certified.collect());
        }
        all_needed.sort_unstable();
        all_needed.dedup();
        for (index, operand) in recorded.operands.iter_mut().enumerate() {
            let tensor = &planned.tensors.operands[index];
            if tensor.r#type.is_none() {
                continue;
            }
            let names = innermost(&mut self.names);
            for (dim, &size) in sizes[index].iter().enumerate() {
                operand.dims.push(explain::OperandDim {
                    size: names.name(facts, size),
                    bound: tensor.bounds[dim],
                    result_dim: tensor.result_dims[dim],
                });
            }
            if self.keeps_ops {
                operand.broadcast = explain::Broadcast::None;
                continue;
            }
            let broadcast = &plan.broadcasts[index];
            operand.broadcast = describe_broadcast(broadcast);
            if plain.broadcasts[index] != *broadcast {
                let needed = question.needed(
                    &all_needed,
                    |_| true,
                    |replanned| replanned.broadcasts[index] == *broadcast,
                );
                operand.because = self.origins.of(analysis, &needed.unwrap_or_default());
            }
        }
        PendingOp {
            address: ir::address(operation),
            op: recorded,
            removed,
            conflicts,
            remedies,
            computed: vec![],
        }
    }

    /// Returns what would remove each guard of a plan, in order; nothing if that is not looked
    /// for.
    fn remedies(
        &mut self,
        planned: &PlannedOp<'_, '_, '_>,
        analysis: &mut Analysis,
        sizes: &[Sizes],
    ) -> Vec<Remedy> {
        // Declarations are not read where ops are only guarded.
        let is_wanted = !self.keeps_ops
            && !matches!(self.detail, Detail::Decisions)
            && !analysis.is_off()
            && !analysis.facts().is_contradictory();
        let Some(arguments) = self.arguments.last().filter(|_| is_wanted) else {
            return vec![];
        };
        let names = innermost(&mut self.names);
        // Letters are in the order of the operands.
        for &size in sizes.iter().flatten() {
            names.name(analysis.facts(), size);
        }
        let mut remedies = vec![];
        for (index, dim) in planned.cached.plan.dims.iter().enumerate() {
            for guard in &dim.guards {
                remedies.push(arguments.remedy(analysis, planned, sizes, index, guard, names));
            }
        }
        remedies
    }

    /// Records an op after its guards have become facts.
    fn finish(
        &mut self,
        pending: PendingOp,
        plan: &Plan,
        facts: &Facts,
        sizes: &[Size],
        checks: &[CheckStatus],
    ) {
        let PendingOp {
            address,
            mut op,
            removed,
            conflicts,
            remedies,
            computed,
        } = pending;
        let mut checks = checks.iter().copied();
        let mut conflicts = conflicts.into_iter();
        let mut remedies = remedies.into_iter();
        for (index, dim) in plan.dims.iter().enumerate() {
            if let Some(arguments) = self.arguments.last_mut() {
                arguments.learn_join(facts, dim, sizes[index]);
            }
            let recorded = &mut op.dims[index];
            recorded.size = self.names().name(facts, sizes[index]);
            recorded.computed_by = match &dim.extent {
                Term::Constant(_) => None,
                Term::Size(_) => Some(Computation::Size),
                Term::Minimum(_) | Term::Maximum(_) => Some(Computation::Maximum),
                Term::FirstNotOne(_) => Some(Computation::Select),
            }
            .filter(|_| computed.get(index) == Some(&true));
            let words = Words {
                operands: &op.operands,
                dim,
                size: &recorded.size,
            };
            recorded.guards = dim
                .guards
                .iter()
                .map(|guard| {
                    let check = checks.next().unwrap_or(CheckStatus::Assumed);
                    let remedy = remedies.next().filter(|_| check != CheckStatus::Before);
                    explain::Guard {
                        never_holds: conflicts.next().unwrap_or_default(),
                        remedy,
                        ..words.guard(guard, check)
                    }
                })
                .collect();
            recorded.removed_guards = removed[index]
                .iter()
                .map(|(guard, certificate)| explain::Guard {
                    certificate: certificate.clone(),
                    ..words.guard(guard, CheckStatus::Known)
                })
                .collect();
        }
        self.record(address, op);
    }

    fn names(&mut self) -> &mut Names {
        innermost(&mut self.names)
    }

    fn record(&mut self, address: usize, mut op: explain::Op) {
        if let Some(&index) = self.indices.get(&address) {
            let (operands, result) = mem::take(&mut self.op_names[index]);
            for (operand, name) in op.operands.iter_mut().zip(operands) {
                operand.value = name;
            }
            op.value = result;
            self.ops[index] = Some(op);
        }
    }
}

impl Listener for Recorder {
    /// Reserves the next place in the report for an op.
    fn found(&mut self, operation: OperationRef<'_, '_>) {
        self.indices.insert(ir::address(operation), self.ops.len());
        self.ops.push(None);
        let name = |value| {
            let name = self.value_names.get(&ValueKey::new(value));
            name.map(ToString::to_string)
        };
        let operands = operation.operands().map(name).collect();
        let result = ir::result(operation, 0).and_then(name);
        self.op_names.push((operands, result));
    }

    /// Reserves the next place in the report for a function that declares sizes.
    fn found_function(&mut self, function: OperationRef<'_, '_>) {
        let index = self.functions.len();
        self.indices.insert(ir::address(function), index);
        self.functions.push(None);
    }

    fn kept(&mut self, operation: OperationRef<'_, '_>, reason: &Unsupported) {
        let outcome = Outcome::Left {
            reason: reason.reason(),
        };
        let left = describe(operation, outcome);
        self.record(ir::address(operation), left);
    }

    fn failed(&mut self, operation: OperationRef<'_, '_>) {
        let mut heard = self.heard.borrow_mut();
        let before = heard.len().saturating_sub(1);
        let last = heard.split_off(before);
        drop(heard);
        let errors = problems(last);
        let failed = describe(operation, Outcome::Failed { errors });
        self.record(ir::address(operation), failed);
    }

    fn passed(&mut self, op: &BroadcastableOp<'_, '_, '_>, analysis: &mut Analysis) {
        if analysis.is_off() {
            *self.names() = Names::default();
        }
        let index = self.indices.get(&ir::address(op.operation));
        let recorded = index.and_then(|&index| self.ops.get_mut(index)?.as_mut());
        if let Some(recorded) = recorded {
            let names = innermost(&mut self.names);
            add_sizes(recorded, op, analysis, names);
        }
    }

    fn entered_isolated(&mut self) {
        self.names.push(Names::default());
        self.arguments.push(Arguments::default());
    }

    fn exited_isolated(&mut self) {
        self.names.pop();
        self.arguments.pop();
    }

    fn entered_function(
        &mut self,
        function: OperationRef<'_, '_>,
        arguments: &[Value<'_, '_>],
        symbols: &[(DeclaredSymbol, Vec<RecordedCheck>)],
        analysis: &mut Analysis,
    ) {
        if let Some(&index) = self.indices.get(&ir::address(function)) {
            self.functions[index] = entry::describe(function, symbols, &self.value_names);
        }
        if !analysis.is_off() {
            let symbols = symbols.iter().map(|(symbol, _)| symbol.clone());
            self.declare(analysis, arguments, &symbols.collect::<Vec<_>>());
        }
    }

    fn planned_vectors(
        &mut self,
        operation: OperationRef<'_, '_>,
        form: &Form<'_, '_>,
        broadcasts: &[Option<VectorBroadcast>],
    ) {
        if let Some(op) = describe_on_vectors(operation, form, broadcasts) {
            self.record(ir::address(operation), op);
        }
    }

    fn planned(
        &mut self,
        operation: OperationRef<'_, '_>,
        form: &Form<'_, '_>,
        planned: &PlannedOp<'_, '_, '_>,
        analysis: &mut Analysis,
    ) {
        if analysis.is_off() {
            // Without facts, symbols are only valid within one op.
            *self.names() = Names::default();
        }
        self.pending = Some(self.describe_plan(operation, form, planned, analysis));
    }

    fn emitted(
        &mut self,
        extents: &EmittedExtents<'_, '_>,
        extents_at_entry: &EmittedExtents<'_, '_>,
    ) {
        if let Some(pending) = &mut self.pending {
            let extents = extents.iter().zip(extents_at_entry);
            let computed = extents.map(|(here, at_entry)| here.is_some() || at_entry.is_some());
            pending.computed = computed.collect();
        }
    }

    fn assumed(&mut self, plan: &Plan, facts: &Facts, sizes: &[Size], checks: &[CheckStatus]) {
        if let Some(pending) = self.pending.take() {
            self.finish(pending, plan, facts, sizes, checks);
        }
    }

    fn lowered(&mut self, root: OperationRef<'_, '_>) {
        if !matches!(self.detail, Detail::Decisions) {
            self.emitted.find(root, &self.indices);
        }
    }
}

/// Returns the names of the innermost isolated scope.
fn innermost(names: &mut Vec<Names>) -> &mut Names {
    if names.is_empty() {
        names.push(Names::default());
    }
    let last = names.len() - 1;
    &mut names[last]
}
