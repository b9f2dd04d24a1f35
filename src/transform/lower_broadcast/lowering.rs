//! The walk that lowers ops in dominance order.

use super::{LowerOptions, emission, entry, form::Forms, record::Recorder, request::Plans};
use crate::{
    analysis::{Analysis, Branches, Calls, CarriedSizes, Loop, Sizes, declared_symbols, unrelated},
    explain::OriginKind,
    ir::{self, Emitter, Replacements, Visit},
    transform::{Failed, broadcastable::RuleFinder, rules::Rules},
};
use melior::{
    Context,
    ir::{BlockLike, BlockRef, OperationRef, RegionLike, RegionRef, operation::OperationLike},
};
use rustc_hash::FxHashSet;

/// How often what is supposed of a loop is weakened until it holds.
const MAX_ROUNDS: usize = 4;

/// How many loops deep it is tried out what a loop keeps; further inside,
/// nothing is supposed. It bounds the cost of loops in loops.
const MAX_TRIALS: usize = 3;

/// Lowers the broadcastable ops in and below `root`, which have been verified. Those
/// that cannot be lowered stay.
///
/// Functions of which nothing is known from calls are lowered first, on as many
/// threads as the context has, then all others, one after the other. Where it is
/// recorded, all are lowered one after the other.
///
/// # Errors
///
/// Fails if a hook does; its op gets an error.
pub fn lower<'c: 'a, 'a>(
    root: OperationRef<'c, 'a>,
    rules: &Rules,
    options: LowerOptions,
    has_calls: bool,
    recorder: Option<&mut Recorder>,
) -> Result<(), Failed> {
    // To look for calls takes as long as all that is done with the ops of a function.
    let calls = match options.facts && has_calls {
        true => Calls::new(root),
        false => Calls::default(),
    };
    let mut apart = vec![];
    if ir::is_module(root) && recorder.is_none() {
        apart = ir::operations(root);
        apart.retain(|&operation| ir::is_function(operation) && calls.is_apart(operation));
    }
    let results = ir::map_in_parallel(root, &apart, |functions| {
        let Some(&first) = functions.first() else {
            return Ok(());
        };
        ir::with_context(first, |context| {
            let mut lowering = Lowering::new(context, rules, options, Calls::default())?;
            for &function in functions {
                lowering.lower_op(function);
            }
            lowering.finish()
        })
    });
    let others = ir::with_context(root, |context| {
        let mut lowering = Lowering::new(context, rules, options, calls)?;
        if recorder.is_some() {
            lowering.analysis = Analysis::traced();
            lowering.recorder = recorder;
        }
        lowering.done = apart.into_iter().map(ir::address).collect();
        lowering.learn_from_callees();
        lowering.lower_op(root);
        lowering.finish()
    });
    results.into_iter().chain([others]).collect()
}

struct Lowering<'c, 'a, 'r> {
    finder: RuleFinder<'c, 'r>,
    forms: Forms<'c, 'r>,
    plans: Plans<'c>,
    options: LowerOptions,
    emitter: Emitter<'c, 'a>,
    analysis: Analysis,
    /// Who wants to know what is decided.
    recorder: Option<&'r mut Recorder>,
    calls: Calls<'c, 'a>,
    /// The functions that have been lowered already, by their addresses.
    done: FxHashSet<usize>,
    replacements: Replacements<'c, 'a>,
    /// How many walks that only try out what holds are under way; within one,
    /// nothing is changed.
    trials: usize,
    result: Result<(), Failed>,
}

/// What a walk of a region has found.
#[derive(Default)]
struct Yielded {
    /// The sizes of what its only block's terminator yields.
    sizes: Option<Vec<Sizes>>,
    /// What is left of what was supposed of its arguments.
    carried: Option<CarriedSizes>,
}

impl<'c: 'a, 'a, 'r> Lowering<'c, 'a, 'r> {
    /// Makes what has lowered nothing yet.
    ///
    /// Fails if the context lacks the StableHLO dialect.
    fn new(
        context: &'c Context,
        rules: &'r Rules,
        options: LowerOptions,
        calls: Calls<'c, 'a>,
    ) -> Result<Self, Failed> {
        Ok(Self {
            finder: RuleFinder::new(rules),
            forms: Forms::default(),
            plans: Plans::default(),
            options,
            emitter: Emitter::new(context).ok_or(Failed)?,
            analysis: Analysis::new(),
            recorder: None,
            calls,
            done: FxHashSet::default(),
            replacements: Replacements::default(),
            trials: 0,
            result: Ok(()),
        })
    }

    fn finish(self) -> Result<(), Failed> {
        self.replacements.erase();
        self.result
    }

    fn lower_op(&mut self, operation: OperationRef<'c, 'a>) {
        if !self.finder.has(operation) {
            self.lower_inside(operation);
            return;
        }
        let rule = || self.finder.find(operation);
        let Some(form) = self.forms.find(operation, rule, self.options) else {
            return;
        };
        if self.trials > 0 {
            let Self {
                analysis, plans, ..
            } = self;
            emission::learn(analysis, plans, self.options, operation, &form);
            return;
        }
        let mut nothing_known;
        let analysis = if self.options.facts {
            &mut self.analysis
        } else {
            nothing_known = Analysis::new();
            if let Some(recorder) = &mut self.recorder {
                recorder.forget_names();
            }
            &mut nothing_known
        };
        let value = emission::emit(
            &mut self.emitter,
            analysis,
            &mut self.plans,
            self.options,
            operation,
            &form,
            self.recorder.as_deref_mut(),
        );
        match value {
            Ok(Some(value)) => self.replacements.replace(operation, value),
            Ok(None) => {}
            Err(Failed) => self.result = Err(Failed),
        }
    }

    /// Lowers what is in the regions of an op, and learns from it.
    fn lower_inside(&mut self, operation: OperationRef<'c, 'a>) {
        if operation.region_count() == 0 {
            if self.options.facts {
                self.learn(operation);
            }
            if self.trials == 0 {
                let analysis = self.options.facts.then_some(&mut self.analysis);
                entry::record_existing_size(&mut self.emitter, analysis, operation);
            }
            return;
        }
        let is_isolated = ir::may_be_isolated_from_above(operation);
        let carried = self.carried_by(operation);
        if let Some((_, carried)) = carried.as_ref().filter(|_| self.trials > 0)
            && Loop::of(operation).is_some()
        {
            // What holds inside ends inside, so all that is wanted is known.
            let results = operation.results().map(Into::into);
            self.analysis.learn_from(OriginKind::Op, operation);
            self.analysis.assume_carried(results, carried);
            self.learn(operation);
            return;
        }
        let mut yielded = vec![];
        for region in operation.regions() {
            if is_isolated {
                self.enter_isolated();
            }
            yielded.push(self.lower_region(region, carried.as_ref()).sizes);
            if is_isolated {
                self.exit_isolated();
            }
        }
        if self.options.facts {
            self.analysis.learn_from(OriginKind::Op, operation);
            self.analysis.learn_from_branches(operation, &yielded);
            if let Some((_, carried)) = carried {
                let results = operation.results().map(Into::into);
                self.analysis.assume_carried(results, &carried);
            }
            self.learn(operation);
        }
    }

    fn learn(&mut self, operation: OperationRef<'c, 'a>) {
        self.learn_what_it_says(operation);
        for result in operation.results() {
            self.analysis.name_sizes(result.into());
        }
    }

    fn learn_what_it_says(&mut self, operation: OperationRef<'c, 'a>) {
        self.analysis.learn(operation);
        if ir::name_str(operation.name()).is_some_and(ir::is_call) {
            self.calls.learn(&mut self.analysis, operation);
            if self.trials == 0 {
                self.calls.record(&mut self.analysis, operation);
            }
        }
    }

    /// Returns what is known, in every run of an op's regions, of their arguments
    /// from a certain one on.
    fn carried_by(&mut self, operation: OperationRef<'c, 'a>) -> Option<(usize, CarriedSizes)> {
        if !self.options.facts {
            return None;
        }
        if let Some(arguments) = self.calls.arguments(operation) {
            return Some((0, arguments));
        }
        let r#loop = Loop::of(operation)?;
        let body = operation.region(r#loop.body).ok()?;
        let inits = operation.operands().skip(r#loop.first_operand);
        let mut carried = self.analysis.carried_sizes(inits);
        if carried.iter().all(|sizes| sizes.is_empty()) {
            // Nothing to find out, such as of a mere counter.
            return Some((r#loop.first_argument, carried));
        }
        if self.trials < MAX_TRIALS {
            for _ in 0..MAX_ROUNDS {
                self.trials += 1;
                let supposed = (r#loop.first_argument, carried);
                let left = self.lower_region(body, Some(&supposed)).carried;
                self.trials -= 1;
                carried = supposed.1;
                match left {
                    Some(left) if left == carried => {
                        return Some((r#loop.first_argument, carried));
                    }
                    Some(left) => carried = left,
                    None => break,
                }
            }
        }
        Some((r#loop.first_argument, unrelated(&carried)))
    }

    /// Learns what the results of functions that are called follow from.
    fn learn_from_callees(&mut self) {
        self.trials += 1;
        for function in self.calls.called() {
            let Ok(body) = function.region(0) else {
                continue;
            };
            let Some(entry) = body.first_block() else {
                continue;
            };
            self.enter_isolated();
            let arguments = ir::block_arguments(entry)
                .into_iter()
                .map(|argument| self.analysis.sizes(argument))
                .collect::<Vec<_>>();
            // Names are the oldest ones, so those of arguments, where they are
            // known to equal one.
            if let Some(results) = self.lower_region(body, None).sizes {
                self.calls.set_results(function, &arguments, &results);
            }
            self.exit_isolated();
        }
        self.trials -= 1;
    }

    /// Lowers a region whose arguments from a certain one on have these sizes.
    fn lower_region(
        &mut self,
        region: RegionRef<'c, 'a>,
        carried: Option<&(usize, CarriedSizes)>,
    ) -> Yielded {
        let mut yielded = Yielded::default();
        let visits = ir::visit_dominator_tree(region);
        let has_one_block = visits.len() == 2;
        let mut branches = Branches::default();
        for (index, visit) in visits.iter().enumerate() {
            let block = match visit {
                Visit::Enter(block) => *block,
                Visit::Exit => {
                    self.emitter.exit();
                    self.analysis.exit();
                    continue;
                }
            };
            self.emitter.enter();
            self.analysis.enter();
            if index > 0 && self.options.facts {
                if let Some(operation) = block.parent_operation() {
                    self.analysis.learn_from(OriginKind::Branches, operation);
                }
                branches.learn(&mut self.analysis, block);
            } else if let Some((first, carried)) = carried {
                if let Some(operation) = block.parent_operation() {
                    let kind = match ir::is_function(operation) {
                        true => OriginKind::Calls,
                        false => OriginKind::Op,
                    };
                    self.analysis.learn_from(kind, operation);
                }
                let arguments = ir::block_arguments(block).into_iter().skip(*first);
                self.analysis.assume_carried(arguments, carried);
            }
            if self.options.facts {
                for argument in ir::block_arguments(block) {
                    self.analysis.name_sizes(argument);
                }
            }
            if index == 0
                && let Some(function) = block.parent_operation().filter(|&op| ir::is_function(op))
            {
                self.begin_function(function, block);
            }
            let Some(last) = self.lower_block(block) else {
                continue;
            };
            if !self.options.facts {
                continue;
            }
            if has_one_block {
                yielded.sizes = Some(self.analysis.operand_sizes(last));
                let refine = |(_, carried): &(usize, CarriedSizes)| {
                    self.analysis.refine_carried(carried, last.operands())
                };
                yielded.carried = carried.map(refine);
            } else {
                branches.record(&mut self.analysis, last);
            }
        }
        yielded
    }

    /// Takes in what the function's arguments declare.
    fn begin_function(&mut self, function: OperationRef<'c, 'a>, block: BlockRef<'c, 'a>) {
        let mut nothing_known;
        let analysis = if self.options.facts {
            &mut self.analysis
        } else {
            nothing_known = Analysis::new();
            &mut nothing_known
        };
        analysis.learn_from(OriginKind::Op, function);
        match self.trials {
            0 => {
                let finder = &mut self.finder;
                let is_broadcastable = |operation| finder.has(operation);
                entry::begin(
                    &mut self.emitter,
                    analysis,
                    self.options,
                    function,
                    block,
                    is_broadcastable,
                );
            }
            _ => entry::learn(analysis, function, block),
        }
        if let Some(recorder) = &mut self.recorder
            && self.options.facts
        {
            let symbols = declared_symbols(function).unwrap_or_default();
            recorder.declare(analysis, &ir::block_arguments(block), &symbols);
        }
    }

    /// Lowers a block's ops; returns the last one.
    ///
    /// Functions of which all calls are known come after those that call them.
    fn lower_block(&mut self, block: BlockRef<'c, 'a>) -> Option<OperationRef<'c, 'a>> {
        let mut last = None;
        let mut called = vec![];
        let mut next = block.first_operation();
        while let Some(operation) = next {
            next = operation.next_in_block();
            last = Some(operation);
            if self.done.contains(&ir::address(operation)) {
                continue;
            }
            if self.calls.is_after_its_callers(operation) {
                called.push(operation);
            } else {
                self.lower_op(operation);
            }
        }
        called.sort_by_key(|&function| self.calls.rank(function));
        for function in called {
            self.lower_op(function);
        }
        last
    }

    fn enter_isolated(&mut self) {
        self.emitter.enter_isolated();
        self.analysis.enter_isolated();
        if let Some(recorder) = &mut self.recorder {
            recorder.enter_isolated();
        }
    }

    fn exit_isolated(&mut self) {
        self.emitter.exit_isolated();
        self.analysis.exit_isolated();
        if let Some(recorder) = &mut self.recorder {
            recorder.exit_isolated();
        }
    }
}
