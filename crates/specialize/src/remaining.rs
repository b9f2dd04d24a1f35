//! Sizes that stay dynamic although all sizes that they could follow from are known.

use super::functions::{Functions, is_dynamic, may_hold_sizes};
use crate::{
    analysis::{Analysis, Control, element_count},
    diagnostic::{Failed, Kind, Severity, emit_on_op},
    dialect::{self, chlo, func, stablehlo, tensor},
    elements::MAX_ELEMENTS,
    ir, legalize,
    lower::RuleFinder,
};
use melior::ir::{
    BlockLike, OperationRef, RegionLike, Type, TypeLike, Value, ValueLike, operation::OperationLike,
};
use rustc_hash::{FxHashMap, FxHashSet};

/// What is known of ops.
struct Ops<'c, 'r, 's> {
    analysis: Analysis,
    rules: &'s mut RuleFinder<'c, 'r>,
    /// The reasons why ops cannot become StableHLO, by their addresses.
    unread: &'s FxHashMap<usize, String>,
}

/// What is known of the result of an op.
enum ResultContent {
    /// It is computed from the operands.
    Computed,
    /// It is data.
    Data,
    /// Nothing.
    Nothing,
}

impl<'c> Ops<'c, '_, '_> {
    fn of(&mut self, operation: OperationRef<'c, '_>) -> ResultContent {
        let name = ir::name_str(operation.name()).unwrap_or_default();
        let mut own = [stablehlo::PREFIX, chlo::PREFIX].iter();
        match () {
            () if self.rules.has(operation) => ResultContent::Computed,
            () if self.analysis.computes_integers(operation) => ResultContent::Computed,
            () if dialect::is_elementwise(operation) => ResultContent::Computed,
            () if self.analysis.knows(operation) => ResultContent::Data,
            () if own.any(|prefix| name.starts_with(prefix)) => ResultContent::Data,
            () if legalize::has_row(name) => ResultContent::Computed,
            () => ResultContent::Nothing,
        }
    }

    /// Returns whether an op returns what one of its regions yields, and another op, or one outside, says why that
    /// is dynamic.
    fn passes_on(&mut self, operation: OperationRef<'c, '_>) -> bool {
        let control = self.analysis.control_of(operation);
        matches!(
            control,
            Control::Branches | Control::Conditional | Control::Assuming
        ) && operation.regions().any(|region| {
            let last = region.first_block().and_then(|block| block.terminator());
            let yielded = last.iter().flat_map(|last| last.operands());
            yielded.into_iter().any(|value| {
                let cast = ir::defining_op(value).filter(|it| ir::is_named(*it, tensor::CAST));
                let cast = cast.and_then(|cast| ir::operand(cast, 0));
                is_dynamic(cast.unwrap_or(value).r#type())
            })
        })
    }

    /// Returns the first argument of an op's regions whose sizes are not static, if it is not known how they follow from
    /// the op's operands.
    fn open_argument<'a>(&mut self, operation: OperationRef<'c, 'a>) -> Option<Value<'c, 'a>>
    where
        'c: 'a,
    {
        let has_arguments = operation.region_count() > 0 && !ir::is_function(operation);
        if !has_arguments || self.analysis.control_of(operation) != Control::Opaque {
            return None;
        }
        let mut regions = (0..operation.region_count()).filter_map(|it| ir::region(operation, it));
        regions.find_map(|region| {
            let arguments = ir::block_arguments(region.first_block()?);
            arguments.into_iter().find(|it| is_dynamic(it.r#type()))
        })
    }

    /// Returns why the sizes of an op's result are not known although no operand decides it.
    fn reason(&mut self, operation: OperationRef<'c, '_>) -> String {
        if let Some(element) = sizes_not_followed(operation) {
            return format!(
                "is computed in '{element}', of which numbers are not followed; compute sizes in 'i32' or \
                 'i64'"
            );
        }
        if let Some(reason) = self.unread.get(&ir::address(operation)) {
            return format!("is not known from the sizes that are given: it {reason}");
        }
        if !matches!(self.of(operation), ResultContent::Nothing) {
            return "is not known from the sizes that are given".into();
        }
        let name = ir::name_str(operation.name()).unwrap_or_default();
        let advice = legalize::advice(name);
        let advice = advice.unwrap_or("give facts about the op in a rule file");
        format!("is not known: nothing says how it follows from the operands; {advice}")
    }
}

/// Reports the ops at which sizes become dynamic because they depend on data: errors, or remarks if
/// they may stay. `unread` has the reasons why ops cannot become StableHLO, by their addresses.
pub(super) fn report<'c: 'a, 'a>(
    functions: &Functions<'c, 'a>,
    rules: &mut RuleFinder<'c, '_>,
    unread: &FxHashMap<usize, String>,
    allow_partial: bool,
) -> Result<(), Failed> {
    let mut ops = Ops {
        analysis: Analysis::default().with_facts(&functions.facts),
        rules,
        unread,
    };
    let calls = ir::CallGraph::of(functions.all());
    let mut outcome = Ok(());
    let mut emit = |operation: OperationRef<'c, 'a>, reason: &str| {
        let (severity, advice) = match allow_partial {
            true => (Severity::Remark, "it stays dynamic"),
            false => (Severity::Error, "with 'allow-partial=on' it stays dynamic"),
        };
        if !allow_partial {
            outcome = Err(Failed);
        }
        let message = format!("is not specialised: {reason}; {advice}");
        emit_on_op(operation, severity, Kind::NotSpecialised, &message, &[]);
    };
    for &function in functions.copies() {
        ir::visit_ops(function, |operation| {
            let has_dynamic_operand = operation.operands().any(|it| is_dynamic(it.r#type()));
            if has_dynamic_operand {
                return;
            }
            let mut results = operation.results().map(Value::from);
            let Some(result) = results.find(|it| is_dynamic(it.r#type())) else {
                if let Some(argument) = ops.open_argument(operation) {
                    let what = format!("{} of an argument of its region", open_part(argument));
                    let reason = "is not known: nothing says how it follows from the operands";
                    emit(operation, &format!("{what} {reason}"));
                }
                return;
            };
            // The op in the function that is called says why.
            if ops.passes_on(operation) || calls.returned_for(result, operation).is_some() {
                return;
            }
            // A cast that `branches` inserted: a branch reports its result itself.
            let is_cast = ir::name_str(operation.name()) == Some(tensor::CAST);
            let user = is_cast.then(|| operation.next_in_block()).flatten();
            if is_cast && !user.is_some_and(|user| leaves_block(user)) {
                return;
            }
            let sources = sources(&mut ops, &calls, operation);
            // What follows from a size that is not given stays dynamic.
            if sources.iter().all(|source| source.is_size) && !sources.is_empty() {
                return;
            }
            let whose = match is_cast {
                true => "a value that it passes on",
                false => "its result",
            };
            let what = format!("{} of {whose}", open_part(result));
            // Of an op of which nothing is known, data is no reason.
            let is_known = !matches!(ops.of(operation), ResultContent::Nothing);
            let mut sources = sources.into_iter().filter(|_| is_known);
            let data = sources.find(|source| !source.is_size);
            let reason = match data {
                _ if is_cast => "depends on which block runs".into(),
                Some(source) => source.text,
                None => ops.reason(operation),
            };
            emit(user.unwrap_or(operation), &format!("{what} {reason}"));
        });
    }
    outcome
}

/// Returns the part of a value's type that is not static.
fn open_part(value: Value<'_, '_>) -> String {
    let shape = ir::shaped_type(value.r#type());
    let dims = shape.shape().unwrap_or_default().iter();
    let dim = dims.enumerate().find(|(_, dim)| dim.is_dynamic());
    match dim {
        Some((dim, _)) => format!("dim {dim}"),
        None if value.r#type().is_tuple() => "a part".into(),
        None => "the rank".into(),
    }
}

/// Returns the element type of an op's last operand, the sizes of its result, if it is too narrow for
/// sizes or unsigned.
fn sizes_not_followed<'c>(operation: OperationRef<'c, '_>) -> Option<Type<'c>> {
    let operand = operation.operands().last()?;
    let rank = ir::shaped_type(operand.r#type()).shape()?.len();
    let element = ir::element_type(operand.r#type())?;
    let integer = ir::as_integer_type(element).filter(|_| rank == 1)?;
    let is_followed = integer.is_signless() && integer.width() >= u32::BITS;
    (!is_followed).then_some(element)
}

/// Returns whether a terminator returns from a function or passes values to other blocks.
fn leaves_block(terminator: OperationRef<'_, '_>) -> bool {
    ir::name_str(terminator.name()) == Some(func::RETURN) || terminator.successor_count() > 0
}

/// What the numbers of an op are computed from.
struct NumberSource {
    /// What is said of a size that depends on it.
    text: String,
    /// Whether it is the size of a value that is not static.
    is_size: bool,
}

/// Returns the values that the numbers in an op's operands are computed from.
fn sources<'c: 'a, 'a>(
    ops: &mut Ops<'c, '_, '_>,
    calls: &ir::CallGraph<'c, 'a>,
    operation: OperationRef<'c, 'a>,
) -> Vec<NumberSource> {
    let mut sources = vec![];
    let mut seen = FxHashSet::default();
    // The other operands are data.
    let is_row = |operand: &Value<'c, 'a>| {
        may_hold_sizes(*operand) && ir::sizes_of(operand.r#type()).len() <= 1
    };
    let name = ir::name_str(operation.name()).unwrap_or_default();
    let numbers = operation.operands().skip(data_operands(name));
    let mut pending = numbers.filter(is_row).collect::<Vec<_>>();
    pending.reverse();
    while let Some(value) = pending.pop() {
        if !may_hold_numbers(value) || !seen.insert(ir::ValueKey::new(value)) {
            continue;
        }
        let Some(definition) = ir::defining_op(value) else {
            let passed = calls.passed_for(value);
            if passed.is_empty() {
                sources.push(NumberSource {
                    text: format!("depends on data: {}", ir::describe_data(value)),
                    is_size: false,
                });
            }
            pending.extend(passed.into_iter().rev());
            continue;
        };
        let name = ir::name_str(definition.name()).unwrap_or("?");
        if definition
            .operands()
            .any(|operand| is_dynamic(operand.r#type()))
        {
            sources.push(NumberSource {
                text: String::new(),
                is_size: true,
            });
            continue;
        }
        if let Some(returned) = calls.returned_for(value, definition) {
            pending.push(returned);
            continue;
        }
        let text = match ops.of(definition) {
            ResultContent::Computed => {
                let operands = definition.operands().collect::<Vec<_>>();
                pending.extend(operands.into_iter().rev());
                continue;
            }
            ResultContent::Data => format!("depends on data: the result of '{name}'"),
            ResultContent::Nothing => {
                format!("depends on the result of '{name}', of which nothing is known")
            }
        };
        sources.push(NumberSource {
            text,
            is_size: false,
        });
    }
    sources
}

/// Returns the number of leading operands that hold data only; the sizes of the result are computed from the others.
fn data_operands(op: &str) -> usize {
    match op {
        stablehlo::DYNAMIC_BROADCAST_IN_DIM
        | stablehlo::DYNAMIC_RESHAPE
        | stablehlo::REAL_DYNAMIC_SLICE => 1,
        stablehlo::DYNAMIC_CONV | stablehlo::DYNAMIC_GATHER | stablehlo::DYNAMIC_PAD => 2,
        _ => 0,
    }
}

/// Returns whether sizes may be computed from a value, be it in floats.
fn may_hold_numbers(value: Value<'_, '_>) -> bool {
    let element = ir::element_type(value.r#type()).unwrap_or(value.r#type());
    let is_small = element_count(value.r#type()).is_some_and(|count| count <= MAX_ELEMENTS);
    may_hold_sizes(value) || element.is_float() && is_small
}
