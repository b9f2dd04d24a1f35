//! Decides what every op becomes, before any op is changed.
use super::{chlo, deferred::Deferred, table, types, unused::unused_symbols};
use crate::{
    analysis::IntegerValues,
    conversion::{ConversionForm, OpConversion, OpOutcome},
    diagnostic::{Failed, emit_op_error},
    dialect::{func, stablehlo},
    ir::{self, ValueKey},
    known,
    refusal::Refusal,
    statistics::{ChangeLog, NoMatch},
};
use melior::{
    Context,
    ir::{
        BlockLike, BlockRef, OperationRef, RegionLike, Type, Value, ValueLike,
        operation::OperationLike,
    },
};
use rustc_hash::{FxHashMap, FxHashSet};

/// What every op becomes.
pub struct ConversionPlan<'c, 'a> {
    /// The integers that values hold.
    pub values: IntegerValues,
    /// What is not emitted in place.
    pub deferred: Deferred<'c, 'a>,
    /// The actions on the ops that do not stay, by their addresses.
    pub actions: FxHashMap<usize, OpAction>,
    /// Whether a function or a call has types that change.
    changes_types: bool,
    /// The addresses of the functions that stay.
    pub kept: FxHashSet<usize>,
}

/// The action on an op.
#[derive(Clone, Copy, Debug)]
pub enum OpAction {
    /// Its results are emitted where they are used.
    Defer,
    /// It is emitted in place.
    Emit(&'static OpConversion),
    /// It is replaced with the ops of its region.
    Inline,
}

impl ConversionPlan<'_, '_> {
    /// Returns whether anything has to be changed.
    pub fn has_work(&self) -> bool {
        self.changes_types || !self.actions.is_empty() || self.values.has_obscure_sizes
    }
}

/// Reads all ops in and below `root`, except in functions that stay, given by their addresses.
///
/// # Errors
///
/// Fails if an op has no equivalent in StableHLO; an error is emitted on each such op.
pub fn read<'c: 'a, 'a>(
    context: &'c Context,
    root: OperationRef<'c, 'a>,
    kept: FxHashSet<usize>,
    changes: &ChangeLog,
) -> Result<ConversionPlan<'c, 'a>, Failed> {
    let mut reader = ConversionReader {
        context,
        changes,
        program: ConversionPlan {
            values: IntegerValues::default(),
            deferred: Deferred::default(),
            actions: FxHashMap::default(),
            changes_types: false,
            kept,
        },
        rows: FxHashMap::default(),
        tainted: FxHashSet::default(),
        unused: FxHashSet::default(),
        result: Ok(()),
    };
    reader.operation(root);
    reader.result.map(|()| reader.program)
}

/// The kind of an op, by its name.
#[derive(Clone, Copy)]
enum OpClass {
    Module,
    Function,
    /// An op that stays.
    Legal,
    Row(&'static OpConversion),
    Unknown,
}

struct ConversionReader<'c, 'a, 'l> {
    context: &'c Context,
    changes: &'l ChangeLog,
    program: ConversionPlan<'c, 'a>,
    /// Keyed by the address of the op's identifier: MLIR keeps one per name.
    rows: FxHashMap<usize, OpClass>,
    /// The results of rejected ops, and of ops that use them.
    tainted: FxHashSet<ValueKey>,
    /// The addresses of private symbols that nothing uses.
    unused: FxHashSet<usize>,
    result: Result<(), Failed>,
}

/// Refuses an op that has a type of numbers that StableHLO lacks.
fn missing_number(operation: OperationRef<'_, '_>) -> Option<Refusal> {
    let operands = operation.operands().map(|operand| operand.r#type());
    let results = operation.results().map(|result| result.r#type());
    let operands = operands.enumerate().map(|it| ("operand", it));
    let mut all = operands.chain(results.enumerate().map(|it| ("result", it)));
    all.find_map(|(kind, (index, r#type))| {
        types::missing_number(r#type)?;
        Some(types::refuse(format!("{kind} #{index}"), r#type, None))
    })
}

/// Reads an op that becomes one of StableHLO, which rounds to the nearest number, and to even ones in between.
fn read_elementwise<'c, 'a>(operation: OperationRef<'c, 'a>) -> Result<OpOutcome<'c, 'a>, Refusal> {
    // In the order of `arith`'s enumeration; the first one is that of StableHLO.
    let modes = [
        "to_nearest_even",
        "downward",
        "upward",
        "toward_zero",
        "to_nearest_away",
    ];
    let mode = ir::integer(operation, "roundingmode").unwrap_or(0);
    match mode {
        0 => Ok(OpOutcome::Emitted),
        _ => Err(Refusal::Value {
            what: "a rounding mode",
            found: (*modes.get(mode as usize).unwrap_or(&"another one")).into(),
            expected: modes[0].into(),
        }),
    }
}

/// Returns whether an op is a constant of a frontend that nothing uses, such as one that rules have
/// read.
fn is_unused_constant(operation: OperationRef<'_, '_>) -> bool {
    let is_constant = |value| ir::is_absent(value) || ir::constant(value).is_some();
    operation.operand_count() + operation.region_count() == 0
        && ir::is_unused(operation)
        && ir::result(operation, 0).is_some_and(is_constant)
}

impl<'c: 'a, 'a> ConversionReader<'c, 'a, '_> {
    fn operation(&mut self, operation: OperationRef<'c, 'a>) {
        self.name(operation.results().map(Into::into));
        if self.unused.contains(&ir::address(operation)) {
            self.program
                .actions
                .insert(ir::address(operation), OpAction::Defer);
            return;
        }
        match self.kind(operation) {
            OpClass::Module => {
                self.unused.extend(unused_symbols(operation));
                self.regions(operation);
            }
            OpClass::Function if self.program.kept.contains(&ir::address(operation)) => {
                let reason = NoMatch::Reason("IREE reads the ops of this function as they are");
                self.changes
                    .tried("legalize-to-stablehlo", operation, Err(reason));
            }
            OpClass::Function => {
                self.function(operation);
                self.regions(operation);
            }
            OpClass::Legal => {
                self.legal(operation);
                self.regions(operation);
            }
            OpClass::Row(row) => self.row(operation, row),
            OpClass::Unknown if is_unused_constant(operation) => {
                self.program
                    .actions
                    .insert(ir::address(operation), OpAction::Defer);
            }
            OpClass::Unknown => {
                let name = ir::name_str(operation.name()).unwrap_or("?");
                self.refuse(operation, &table::unknown(name));
            }
        }
    }

    fn kind(&mut self, operation: OperationRef<'c, 'a>) -> OpClass {
        let name = operation.name();
        let find = || {
            let name = ir::name_str(name).unwrap_or_default();
            if let Some(row) = table::find(name) {
                return OpClass::Row(row);
            }
            match name {
                "builtin.module" => OpClass::Module,
                func::FUNC => OpClass::Function,
                func::CALL | func::RETURN => OpClass::Legal,
                name if name.starts_with(stablehlo::PREFIX) => OpClass::Legal,
                // XLA reads StableHLO together with Shardy.
                name if name.starts_with("sdy.") => OpClass::Legal,
                _ => OpClass::Unknown,
            }
        };
        *self
            .rows
            .entry(name.to_raw().ptr as usize)
            .or_insert_with(find)
    }

    fn regions(&mut self, operation: OperationRef<'c, 'a>) {
        for region in operation.regions() {
            let Some(block) = region.first_block() else {
                continue;
            };
            if block.next_in_region().is_some() {
                let message = "has branches between blocks, which StableHLO does not support; use \
                               'stablehlo.if', 'stablehlo.case' or 'stablehlo.while'";
                emit_op_error(operation, message, &[]);
                self.result = Err(Failed);
                continue;
            }
            self.block(block);
        }
    }

    /// Notes values that integers may be computed from.
    fn name(&mut self, values: impl IntoIterator<Item = Value<'c, 'a>>) {
        let values = values
            .into_iter()
            .map(|value| (ValueKey::new(value), value));
        self.program.deferred.sources.extend(values);
    }

    fn block(&mut self, block: BlockRef<'c, 'a>) {
        self.name(ir::block_arguments(block));
        let mut next = block.first_operation();
        while let Some(operation) = next {
            next = operation.next_in_block();
            self.operation(operation);
        }
    }

    /// Checks the types of a function's arguments and results.
    fn function(&mut self, function: OperationRef<'c, 'a>) {
        let Some(r#type) = ir::function_type(function) else {
            return;
        };
        match types::convert_function(self.context, r#type) {
            Ok(converted) => {
                let is_kept = Type::from(converted) == Type::from(r#type);
                self.program.changes_types |= !is_kept;
            }
            Err(errors) => {
                for error in errors {
                    self.refuse(function, &error.refusal());
                }
            }
        }
    }

    /// Checks the types of an op's results, and learns their extents.
    fn legal(&mut self, operation: OperationRef<'c, 'a>) {
        if self.is_tainted(operation) {
            self.taint(operation);
            return;
        }
        for (index, result) in operation.results().enumerate() {
            let r#type = result.r#type();
            match types::convert(self.context, r#type) {
                Ok(converted) => self.program.changes_types |= converted != r#type,
                Err(advice) => {
                    let subject = format!("result #{index}");
                    self.refuse(operation, &types::refuse(subject, r#type, advice));
                }
            }
        }
        self.program.values.learn(operation);
    }

    fn row(&mut self, operation: OperationRef<'c, 'a>, row: &'static OpConversion) {
        if self.is_tainted(operation) {
            self.taint(operation);
            return;
        }
        if let Some(refusal) = missing_number(operation) {
            self.refuse(operation, &refusal);
            return;
        }
        let values = &mut self.program.values;
        let reading = match row.form {
            ConversionForm::Integers => known::read_known(values, operation),
            ConversionForm::Computed(..) => chlo::read_real_or_complex(values, operation),
            ConversionForm::Elementwise(_) => read_elementwise(operation),
            ConversionForm::Custom(read, _) | ConversionForm::CheckedMeaning(read, _) => {
                read(values, operation)
            }
            ConversionForm::Check(read, _) => read(values, operation).map(|()| OpOutcome::Emitted),
            ConversionForm::Inline => {
                self.inline(operation);
                return;
            }
        };
        let action = match reading {
            Ok(reading @ (OpOutcome::Known | OpOutcome::Witness)) => {
                self.defer(operation);
                match (row.form, reading) {
                    (ConversionForm::CheckedMeaning(..), OpOutcome::Known)
                        if !ir::is_unused(operation) =>
                    {
                        OpAction::Emit(row)
                    }
                    _ => OpAction::Defer,
                }
            }
            Ok(OpOutcome::Same(value)) => {
                if let Some(result) = ir::result(operation, 0) {
                    self.alias(result, value);
                }
                OpAction::Defer
            }
            Ok(OpOutcome::Emitted) => {
                match row.form {
                    // Its result, if there is one, is a witness.
                    ConversionForm::Check(..) => self.defer(operation),
                    _ => self.legal(operation),
                }
                OpAction::Emit(row)
            }
            Ok(OpOutcome::Kept(reason)) => {
                self.changes.tried(row.op, operation, Err(reason));
                self.legal(operation);
                self.regions(operation);
                return;
            }
            Err(refusal) => {
                self.refuse(operation, &refusal);
                return;
            }
        };
        self.changes.tried(row.op, operation, Ok(()));
        self.program.actions.insert(ir::address(operation), action);
    }

    /// Reads the ops of a region that replace the enclosing op, whose results become the values
    /// that the region yields.
    fn inline(&mut self, operation: OperationRef<'c, 'a>) {
        self.program
            .actions
            .insert(ir::address(operation), OpAction::Inline);
        self.regions(operation);
        let block = ir::region(operation, 0).and_then(|region| region.first_block());
        if let Some(last) = block.and_then(|block| block.terminator()) {
            for (result, value) in operation.results().zip(last.operands()) {
                self.alias(result.into(), value);
            }
        }
    }

    /// Notes that the results of an op are not emitted in place.
    fn defer(&mut self, operation: OperationRef<'c, 'a>) {
        let results = operation
            .results()
            .map(|result| ValueKey::new(result.into()));
        self.program.deferred.results.extend(results);
    }

    /// Notes that a value is the same as another one.
    fn alias(&mut self, value: Value<'c, 'a>, original: Value<'c, 'a>) {
        let same = &mut self.program.deferred.same;
        same.insert(ValueKey::new(value), original);
        self.program.values.set_same(value, original);
    }

    fn refuse(&mut self, operation: OperationRef<'c, 'a>, refusal: &Refusal) {
        emit_op_error(operation, &refusal.to_string(), &[]);
        self.result = Err(Failed);
        self.taint(operation);
    }

    /// Returns whether an op uses a result of a rejected op, so that nothing is known about it.
    fn is_tainted(&self, operation: OperationRef<'c, 'a>) -> bool {
        let is_tainted = |value| self.tainted.contains(&ValueKey::new(value));
        !self.tainted.is_empty() && operation.operands().any(is_tainted)
    }

    fn taint(&mut self, operation: OperationRef<'c, 'a>) {
        let results = operation.results();
        self.tainted
            .extend(results.map(|result| ValueKey::new(result.into())));
    }
}
