//! Changes the program as it has been read.

use super::{
    LegalizeOptions, arith,
    legalizer::Legalizer,
    read::{Action, Program},
    table::{Form, Row},
    types,
};
use crate::{
    explain::ChangeKind,
    ir,
    transform::{ChangeLog, Failed, verify_broadcastable::emit_op_error},
};
use melior::{
    Context,
    ir::{
        BlockLike, BlockRef, OperationRef, RegionLike, Type, Value, ValueLike,
        operation::OperationLike,
    },
};
use rustc_hash::FxHashMap;

/// Emits what ops become in and below `root`, and takes away what nothing needs then.
pub fn rewrite<'c: 'a, 'a>(
    context: &'c Context,
    root: OperationRef<'c, 'a>,
    program: Program<'c, 'a>,
    options: LegalizeOptions,
    changes: &ChangeLog,
) -> Result<(), Failed> {
    let mut rewriter = Rewriter {
        legalizer: Legalizer::new(context, program.meanings, options, changes)?,
        actions: program.actions,
        dead: vec![],
        result: Ok(()),
    };
    rewriter.operation(root);
    // Users stand behind what they use.
    for &operation in rewriter.dead.iter().rev() {
        ir::erase(operation);
    }
    drop(rewriter.legalizer);
    remove_unused_sizes(root);
    rewriter.result
}

struct Rewriter<'c, 'a> {
    legalizer: Legalizer<'c, 'a>,
    actions: FxHashMap<usize, Action>,
    dead: Vec<OperationRef<'c, 'a>>,
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
            None => self.keep(operation),
            Some(Action::Defer) => self.dead.push(operation),
            Some(Action::Inline) => self.inline(operation),
            Some(Action::Emit(row)) => {
                self.emit(operation, row);
                self.dead.push(operation);
            }
        }
    }

    fn block(&mut self, block: BlockRef<'c, 'a>) {
        let mut next = block.first_operation();
        while let Some(operation) = next {
            next = operation.next_in_block();
            self.operation(operation);
        }
    }

    /// Lets an op use what takes the places of its operands.
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
        let is_isolated = ir::may_be_isolated_from_above(operation);
        for region in operation.regions() {
            if let Some(block) = region.first_block() {
                self.legalizer.enter(is_isolated);
                self.block(block);
                self.legalizer.exit(is_isolated);
            }
        }
        // What the program computes itself is not emitted again, unless it may be computed
        // in a way that is not followed.
        let is_plain = !self.legalizer.meanings.has_obscure_sizes
            || matches!(name, "stablehlo.get_dimension_size" | "stablehlo.constant");
        for result in operation.results().filter(|_| is_plain) {
            self.legalizer.record(result.into());
        }
    }

    /// Returns the shape that an op takes, in as few bits as it needs; `None` if the
    /// operand is no shape, or has to have the type that it has.
    fn shape_operand(
        &mut self,
        name: &str,
        index: usize,
        operand: Value<'c, 'a>,
    ) -> Option<Value<'c, 'a>> {
        let is_shape = matches!(
            (name, index),
            (
                "stablehlo.dynamic_broadcast_in_dim" | "stablehlo.dynamic_reshape",
                1
            ) | ("stablehlo.dynamic_iota", 0)
        );
        if !is_shape {
            return None;
        }
        let row = self.legalizer.meanings.row(operand)?;
        let is_kept =
            !self.legalizer.is_replaced(operand) && !self.legalizer.meanings.has_obscure_sizes;
        (!is_kept).then(|| self.legalizer.shape(&row))
    }

    /// Gives an op's results, or a function's arguments, the types that they become.
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

    /// Puts a region's ops in front of their op.
    fn inline(&mut self, operation: OperationRef<'c, 'a>) {
        let block = ir::region(operation, 0).and_then(|region| region.first_block());
        let mut next = block.and_then(|block| block.first_operation());
        while let Some(inner) = next {
            next = inner.next_in_block();
            // What the region yields has taken the places of the results.
            if next.is_some() {
                ir::move_before(inner, operation);
                self.operation(inner);
            }
        }
        self.dead.push(operation);
    }

    fn emit(&mut self, operation: OperationRef<'c, 'a>, row: &'static Row) {
        let legalizer = &mut self.legalizer;
        legalizer.emitter.set_anchor(operation);
        let values = match row.form {
            Form::Integers(function) => arith::emit_function(legalizer, operation, function),
            Form::Elementwise(target) => arith::emit_elementwise(legalizer, operation, target),
            Form::Custom(_, emit) => emit(legalizer, operation),
            Form::Check(_, emit) | Form::CheckedMeaning(_, emit) => {
                emit(legalizer, operation);
                return;
            }
            Form::Inline => None,
        };
        let Some(values) = values.filter(|values| values.len() == operation.result_count()) else {
            // Reading has found that it can be emitted.
            emit_op_error(operation, "cannot become StableHLO as it stands here", &[]);
            self.result = Err(Failed);
            return;
        };
        for (result, value) in operation.results().zip(values) {
            let value = match types::convert(self.legalizer.context(), result.r#type()) {
                Ok(r#type) => self.legalizer.cast(value, r#type),
                Err(_) => value,
            };
            self.legalizer.replace(result.into(), value);
        }
    }
}

/// Takes away what only computes with sizes and is not used.
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
    // What uses an op stands behind it or deeper.
    for &operation in operations.iter().rev() {
        let name = ir::name_str(operation.name()).unwrap_or_default();
        if is_size_op(name) && ir::is_unused(operation) {
            ir::erase(operation);
        }
    }
}

/// Returns whether an op of this name may go if nothing uses it.
fn is_size_op(name: &str) -> bool {
    ir::EmittedOp::is_only_for_its_result(name)
        || matches!(
            name,
            "stablehlo.abs"
                | "stablehlo.add"
                | "stablehlo.ceil"
                | "stablehlo.divide"
                | "stablehlo.floor"
                | "stablehlo.multiply"
                | "stablehlo.reduce"
                | "stablehlo.remainder"
                | "stablehlo.slice"
                | "stablehlo.subtract"
        )
}
