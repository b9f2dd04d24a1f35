//! Rewrites the program as decided by `read`.

use super::{
    LegalizeOptions, chlo,
    legalizer::Legalizer,
    read::{ConversionPlan, OpAction},
    types,
};
use crate::{
    conversion::{ConversionForm, OpConversion},
    diagnostic::{Failed, emit_op_error},
    dialect::stablehlo,
    elementwise,
    explain::ChangeKind,
    ir::{self, SHARDINGS},
    scoped_map::ScopeChange,
    statistics::ChangeLog,
};
use melior::{
    Context,
    ir::{
        BlockLike, BlockRef, OperationRef, RegionLike, Type, Value, ValueLike,
        operation::OperationLike,
    },
};
use rustc_hash::{FxHashMap, FxHashSet};

/// Emits the replacements of ops in and below `root`, and removes ops that become unused.
pub fn rewrite<'c: 'a, 'a>(
    context: &'c Context,
    root: OperationRef<'c, 'a>,
    program: ConversionPlan<'c, 'a>,
    options: LegalizeOptions,
    changes: &ChangeLog,
) -> Result<(), Failed> {
    let mut rewriter = Rewriter {
        legalizer: Legalizer::new(context, program.values, program.deferred, options, changes)?,
        actions: program.actions,
        kept: program.kept,
        dead: vec![],
        previous: None,
        result: Ok(()),
    };
    rewriter.operation(root);
    // Users come after the ops that they use.
    for &operation in rewriter.dead.iter().rev() {
        ir::erase(operation);
    }
    drop(rewriter.legalizer);
    remove_unused_sizes(root);
    rewriter.result
}

struct Rewriter<'c, 'a> {
    legalizer: Legalizer<'c, 'a>,
    actions: FxHashMap<usize, OpAction>,
    /// The addresses of the functions that stay.
    kept: FxHashSet<usize>,
    dead: Vec<OperationRef<'c, 'a>>,
    /// The op in front of the current one, before any replacement of it.
    previous: Option<OperationRef<'c, 'a>>,
    result: Result<(), Failed>,
}

impl<'c: 'a, 'a> Rewriter<'c, 'a> {
    fn operation(&mut self, operation: OperationRef<'c, 'a>) {
        let action = self.actions.get(&ir::address(operation)).copied();
        if action.is_some() {
            let changes = &self.legalizer.changes;
            changes.add(ChangeKind::Legalized, operation);
        }
        match action {
            None if self.kept.contains(&ir::address(operation)) => {}
            None => self.keep(operation),
            Some(OpAction::Defer) => self.dead.push(operation),
            Some(OpAction::Inline) => self.inline(operation),
            Some(OpAction::Emit(row)) => {
                self.emit(operation, row);
                self.dead.push(operation);
            }
        }
    }

    fn block(&mut self, block: BlockRef<'c, 'a>) {
        let outside = self.previous.take();
        let mut next = block.first_operation();
        while let Some(operation) = next {
            next = operation.next_in_block();
            self.operation(operation);
            self.previous = Some(operation);
        }
        self.previous = outside;
    }

    /// Updates an op that stays to use the replacements of its operands.
    fn keep(&mut self, operation: OperationRef<'c, 'a>) {
        let context = self.legalizer.context();
        let name = ir::name_str(operation.name()).unwrap_or_default();
        let operands = operation.operands().enumerate().collect::<Vec<_>>();
        for (index, operand) in operands {
            self.legalizer.emitter.set_anchor(operation);
            let value = match self.shape_operand(name, index, operand) {
                Some(value) => value,
                None if !self.legalizer.is_replaced(operand) => continue,
                None => match types::convert(context, operand.r#type()) {
                    Ok(r#type) => self.legalizer.value_as(operand, r#type),
                    Err(_) => self.legalizer.value(operand),
                },
            };
            ir::set_operand(operation, index, value);
        }
        self.convert_types(operation);
        let (enter, exit) = match ir::may_be_isolated_from_above(operation) {
            true => (ScopeChange::EnterIsolated, ScopeChange::ExitIsolated),
            false => (ScopeChange::Enter, ScopeChange::Exit),
        };
        for region in operation.regions() {
            if let Some(block) = region.first_block() {
                self.legalizer.scope(enter);
                self.block(block);
                self.legalizer.scope(exit);
            }
        }
        // Integers that the program computes itself are not emitted again, unless they may be
        // computed in an obscure way.
        let is_plain = !self.legalizer.values.has_obscure_sizes
            || matches!(name, stablehlo::GET_DIMENSION_SIZE | stablehlo::CONSTANT);
        for result in operation.results().filter(|_| is_plain) {
            self.legalizer.record(result.into());
        }
    }

    /// Returns the replacement of a shape operand, in as few bits as possible; `None` if the
    /// operand is not a shape, or must keep its type.
    fn shape_operand(
        &mut self,
        name: &str,
        index: usize,
        operand: Value<'c, 'a>,
    ) -> Option<Value<'c, 'a>> {
        let is_shape = matches!(
            (name, index),
            (
                stablehlo::DYNAMIC_BROADCAST_IN_DIM | stablehlo::DYNAMIC_RESHAPE,
                1
            ) | (stablehlo::DYNAMIC_IOTA, 0)
        );
        if !is_shape {
            return None;
        }
        let row = self.legalizer.values.row(operand)?;
        let is_kept =
            !self.legalizer.is_replaced(operand) && !self.legalizer.values.has_obscure_sizes;
        (!is_kept).then(|| self.legalizer.shape(&row))
    }

    /// Converts the types of an op's results and of its regions' arguments, or of a function and
    /// its arguments.
    fn convert_types(&mut self, operation: OperationRef<'c, 'a>) {
        let context = self.legalizer.context();
        let convert = |value: Value<'c, 'a>| {
            let r#type = value.r#type();
            if let Ok(converted) = types::convert(context, r#type)
                && converted != r#type
            {
                ir::set_type(value, converted);
            }
        };
        for result in operation.results() {
            convert(result.into());
        }
        if !ir::is_function(operation) {
            // Shardy's regions take values of any type.
            for block in operation
                .regions()
                .filter_map(|region| region.first_block())
            {
                ir::block_arguments(block).into_iter().for_each(convert);
            }
            return;
        }
        if let Some(r#type) = ir::function_type(operation)
            && let Ok(converted) = types::convert_function(context, r#type)
            && Type::from(converted) != Type::from(r#type)
        {
            ir::set_function_type(operation, converted);
            let block = ir::region(operation, 0).and_then(|region| region.first_block());
            for argument in block.map(ir::block_arguments).unwrap_or_default() {
                convert(argument);
            }
        }
    }

    /// Moves a region's ops in front of the enclosing op.
    fn inline(&mut self, operation: OperationRef<'c, 'a>) {
        let block = ir::region(operation, 0).and_then(|region| region.first_block());
        let mut next = block.and_then(|block| block.first_operation());
        while let Some(inner) = next {
            next = inner.next_in_block();
            // The terminator is dropped: the yielded values have replaced the results.
            if next.is_some() {
                ir::move_before(inner, operation);
                self.operation(inner);
                self.previous = Some(inner);
            }
        }
        self.dead.push(operation);
    }

    fn emit(&mut self, operation: OperationRef<'c, 'a>, row: &'static OpConversion) {
        let attributes = ir::attributes_about_results(operation);
        let legalizer = &mut self.legalizer;
        // What has them is emitted for this op alone.
        if !attributes.is_empty() {
            legalizer.emitter.enter_isolated();
        }
        legalizer.emitter.set_anchor(operation);
        let values = match row.form {
            ConversionForm::Integers => elementwise::emit_function(legalizer, operation),
            ConversionForm::Computed(narrow, function) => {
                chlo::emit_formula(legalizer, operation, narrow, function)
            }
            ConversionForm::Elementwise(target) => {
                elementwise::emit_elementwise(legalizer, operation, target)
            }
            ConversionForm::Custom(_, emit) => emit(legalizer, operation),
            ConversionForm::Check(_, emit) | ConversionForm::CheckedMeaning(_, emit) => {
                emit(legalizer, operation);
                Some(vec![])
            }
            ConversionForm::Inline => None,
        };
        if !attributes.is_empty() {
            legalizer.emitter.exit_isolated();
        }
        if matches!(
            row.form,
            ConversionForm::Check(..) | ConversionForm::CheckedMeaning(..)
        ) {
            return;
        }
        let Some(values) = values.filter(|values| values.len() == operation.result_count()) else {
            // Unexpected, since reading has found that it can be emitted.
            emit_op_error(operation, "cannot become StableHLO as it stands here", &[]);
            self.result = Err(Failed);
            return;
        };
        if let Err(reason) = verify_between(self.previous, operation) {
            let message = format!("has no equivalent in StableHLO: {reason}");
            emit_op_error(operation, &message, &[]);
            self.result = Err(Failed);
        }
        for &value in &values {
            let emitted = ir::defining_op(value).filter(|&it| self.is_emitted_for(it, operation));
            for &(name, attribute) in &attributes {
                // It may be a list of shardings, one for each result.
                let fits = !SHARDINGS.contains(&name)
                    || emitted.is_some_and(|it| it.result_count() == operation.result_count());
                if let Some(emitted) = emitted.filter(|_| fits) {
                    ir::set_attribute(emitted, name, attribute);
                }
            }
        }
        for (result, value) in operation.results().zip(values) {
            let value = match types::convert(self.legalizer.context(), result.r#type()) {
                Ok(r#type) => self.legalizer.cast(value, r#type),
                Err(_) => value,
            };
            self.legalizer.replace(result.into(), value);
        }
    }

    /// Returns whether an op has been emitted in place of another one, in front of which it is.
    fn is_emitted_for(
        &self,
        emitted: OperationRef<'c, 'a>,
        operation: OperationRef<'c, 'a>,
    ) -> bool {
        emitted.block() == operation.block()
            && ir::is_before(emitted, operation)
            && self
                .previous
                .is_none_or(|previous| ir::is_before(previous, emitted))
    }
}

/// Verifies the ops after `first`, or from the start of the block, and in front of `operation`.
///
/// # Errors
///
/// Fails with MLIR's message on the first one that is invalid.
fn verify_between<'c: 'a, 'a>(
    first: Option<OperationRef<'c, 'a>>,
    operation: OperationRef<'c, 'a>,
) -> Result<(), String> {
    let start = || operation.block().and_then(|block| block.first_operation());
    let mut next = first.map_or_else(start, |first| first.next_in_block());
    while let Some(emitted) = next.filter(|&it| ir::address(it) != ir::address(operation)) {
        ir::verify(emitted)?;
        next = emitted.next_in_block();
    }
    Ok(())
}

/// Removes unused size computations.
fn remove_unused_sizes(root: OperationRef<'_, '_>) {
    let mut operations = vec![root];
    let mut next = 0;
    while let Some(&operation) = operations.get(next) {
        next += 1;
        for region in operation.regions() {
            let Some(block) = region.first_block() else {
                continue;
            };
            let mut inner = block.first_operation();
            while let Some(operation) = inner {
                operations.push(operation);
                inner = operation.next_in_block();
            }
        }
    }
    // The users of an op come after it or are nested deeper.
    for &operation in operations.iter().rev() {
        if is_size_op(operation) && ir::is_unused(operation) {
            ir::erase(operation);
        }
    }
}

/// Returns whether an op may be removed if it is unused.
fn is_size_op(operation: OperationRef<'_, '_>) -> bool {
    let name = ir::name_str(operation.name()).unwrap_or_default();
    let computes_sizes = matches!(
        name,
        stablehlo::ABS
            | stablehlo::ADD
            | stablehlo::CEIL
            | stablehlo::DIVIDE
            | stablehlo::FLOOR
            | stablehlo::MULTIPLY
            | stablehlo::REDUCE
            | stablehlo::REMAINDER
            | stablehlo::SLICE
            | stablehlo::SUBTRACT
    );
    // A region may have effects.
    ir::EmittedOp::is_only_for_its_result(name) || computes_sizes && ir::is_removable(operation)
}
