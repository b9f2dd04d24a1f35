//! The static forms of the custom calls that JAX emits for ops on dynamic shapes, and of those whose
//! operands give the shapes of their results.

use super::{Specializer, functions::is_static};
use crate::{
    analysis::{Analysis, Walk},
    dialect::{
        self, chlo,
        stablehlo::{self, OutputOperandAlias},
    },
    explain::ChangeKind,
    ir::{self, OpName},
};
use melior::{
    Context,
    ir::{
        Attribute, Identifier, OperationRef, RegionLike, Value, ValueLike,
        attribute::{
            ArrayAttribute, DenseElementsAttribute, DenseI64ArrayAttribute, DictionaryAttribute,
            IntegerAttribute, StringAttribute,
        },
        operation::OperationLike,
        r#type::{IntegerType, RankedTensorType},
    },
};

/// The attribute that names the operands that are shapes of results.
pub const SHAPE_OPERANDS: &str = "indices_of_shape_operands";

impl<'c: 'a, 'a> Specializer<'c, 'a, '_> {
    /// Replaces a custom call with its static form, if its numbers are known; returns whether it did.
    pub(super) fn replace_custom_call(
        &mut self,
        walk: &mut Walk<'c, 'a, ()>,
        operation: OperationRef<'c, 'a>,
    ) -> bool {
        if ir::name_str(operation.name()) != Some(stablehlo::CUSTOM_CALL)
            || !operation.results().all(|result| is_static(result.r#type()))
        {
            return false;
        }
        let analysis = &mut walk.analysis;
        let values = match ir::string(operation, "call_target_name") {
            Some("stablehlo.dynamic_top_k") => self.top_k(analysis, operation),
            Some("stablehlo.dynamic_rng_bit_generator") => self.rng_bit_generator(operation),
            Some(dialect::DYNAMIC_REDUCE_WINDOW) => self.reduce_window(analysis, operation),
            Some("stablehlo.dynamic_approx_top_k") => self.approx_top_k(analysis, operation),
            _ => self.without_shape_operands(operation, None),
        };
        let Some(values) = values else {
            return false;
        };
        let Some(new) = values.first().and_then(|&value| ir::defining_op(value)) else {
            return false;
        };
        if new.region_count() == 0 && !self.verify(operation, new) {
            return true;
        }
        self.changes.add(ChangeKind::Specialized, operation);
        for (result, value) in operation.results().zip(values) {
            ir::replace_uses(result.into(), value);
        }
        self.frame().done.push(operation);
        true
    }

    /// Inserts an op in front of another one, with results of the same types.
    fn insert(
        &self,
        operation: OperationRef<'c, 'a>,
        name: &str,
        operands: &[Value<'c, 'a>],
        attributes: &[(Identifier<'c>, Attribute<'c>)],
    ) -> Option<Vec<Value<'c, 'a>>> {
        let types = operation.results().map(|result| result.r#type());
        let new = ir::create(
            operation.location(),
            OpName::new(self.context, name),
            operands,
            attributes,
            &types.collect::<Vec<_>>(),
        );
        let new = ir::insert_before(operation, new)?;
        Some(new.results().map(Value::from).collect())
    }

    fn i64(&self, number: i64) -> Attribute<'c> {
        number_attribute(self.context, number)
    }

    fn top_k(
        &self,
        analysis: &mut Analysis,
        operation: OperationRef<'c, 'a>,
    ) -> Option<Vec<Value<'c, 'a>>> {
        let count = number(analysis, operation, 1)?;
        let name = Identifier::new(self.context, "k");
        let operand = ir::operand(operation, 0)?;
        self.insert(
            operation,
            chlo::TOP_K,
            &[operand],
            &[(name, self.i64(count))],
        )
    }

    fn rng_bit_generator(&self, operation: OperationRef<'c, 'a>) -> Option<Vec<Value<'c, 'a>>> {
        let algorithm = operation.attribute("rng_algorithm").ok()?;
        let name = Identifier::new(self.context, "rng_algorithm");
        let state = ir::operand(operation, 0)?;
        self.insert(
            operation,
            stablehlo::RNG_BIT_GENERATOR,
            &[state],
            &[(name, algorithm)],
        )
    }

    /// The number of results becomes an attribute, as for a known one.
    fn approx_top_k(
        &self,
        analysis: &mut Analysis,
        operation: OperationRef<'c, 'a>,
    ) -> Option<Vec<Value<'c, 'a>>> {
        let index = 2 * operation.result_count();
        let count = number(analysis, operation, index)?;
        self.without_shape_operands(operation, Some((index, count)))
    }

    /// Omits the operands that are shapes of results; for an approximate top-k, also that which is
    /// the number of results.
    fn without_shape_operands(
        &self,
        operation: OperationRef<'c, 'a>,
        count: Option<(usize, i64)>,
    ) -> Option<Vec<Value<'c, 'a>>> {
        let (operands, attributes) = static_custom_call(self.context, operation, count)?;
        self.insert(operation, stablehlo::CUSTOM_CALL, &operands, &attributes)
    }

    fn reduce_window(
        &mut self,
        analysis: &mut Analysis,
        operation: OperationRef<'c, 'a>,
    ) -> Option<Vec<Value<'c, 'a>>> {
        let first = operation.operand_count().checked_sub(5)?;
        let operands = operation.operands().take(first).collect::<Vec<_>>();
        let mut numbers = vec![];
        for index in first..operation.operand_count() {
            numbers.push(analysis.constant_numbers(ir::operand(operation, index)?)?);
        }
        let padding = numbers.pop()?;
        let i64 = IntegerType::new(self.context, 64).into();
        let r#type = RankedTensorType::new(&[padding.len() as u64 / 2, 2], i64, None);
        let padding = padding
            .into_iter()
            .map(|number| self.i64(number))
            .collect::<Vec<_>>();
        let padding = DenseElementsAttribute::new(r#type.into(), &padding).ok()?;
        let names = [
            "window_dimensions",
            "window_strides",
            "base_dilations",
            "window_dilations",
        ];
        let mut attributes = vec![];
        for (name, numbers) in names.into_iter().zip(&numbers) {
            let list: Attribute<'c> = DenseI64ArrayAttribute::new(self.context, numbers).into();
            attributes.push((name, list));
        }
        attributes.push(("padding", padding.into()));
        let called = ir::as_array(operation.attribute("called_computations").ok()?)?;
        let name = ir::string_value(called.element(0).ok()?)?;
        let body = ir::region(self.functions.find(name)?, 0)?.first_block()?;
        let results = operation
            .results()
            .map(|it| it.r#type())
            .collect::<Vec<_>>();
        self.emitter.set_anchor(operation).then(|| {
            self.emitter.emit_with_function_block(
                stablehlo::REDUCE_WINDOW,
                &operands,
                &attributes,
                &results,
                body,
            )
        })
    }
}

/// The operands and attributes of an op.
pub type Contents<'c, 'a> = (Vec<Value<'c, 'a>>, Vec<(Identifier<'c>, Attribute<'c>)>);

/// Returns the operands and attributes of a custom call on static shapes: without the operands that are shapes of
/// results, and without one that is a number of results, of which the index and the value are given. `None` if there are
/// none of these.
pub fn static_custom_call<'c: 'a, 'a>(
    context: &'c Context,
    operation: OperationRef<'c, 'a>,
    count: Option<(usize, i64)>,
) -> Option<Contents<'c, 'a>> {
    let shapes = ir::int_elements(operation, SHAPE_OPERANDS, operation.operand_count());
    if shapes.is_none() && count.is_none() {
        return None;
    }
    let shapes = shapes.unwrap_or_default();
    let is_kept = |index: usize| {
        let is_count = count.is_some_and(|(count, _)| count == index);
        !is_count && !shapes.contains(&(index as i64))
    };
    let operands = operation.operands().enumerate();
    let operands = operands.filter(|&(index, _)| is_kept(index));
    let operands = operands.map(|(_, operand)| operand).collect::<Vec<_>>();
    let name = |name| Identifier::new(context, name);
    let mut attributes = ir::named_attributes(operation);
    attributes.retain(|(name, _)| ir::name_str(*name) != Some(SHAPE_OPERANDS));
    for (attribute, value) in &mut attributes {
        match ir::name_str(*attribute) {
            Some("operand_layouts") => {
                *value = ir::filter_array(context, *value, is_kept);
            }
            Some("output_operand_aliases") => {
                *value = without_operands(context, *value, is_kept)?;
            }
            _ => {}
        }
    }
    if let Some((_, count)) = count {
        for (attribute, value) in &mut attributes {
            match ir::name_str(*attribute) {
                Some("call_target_name") => {
                    *value = StringAttribute::new(context, "ApproxTopK").into();
                }
                Some("mhlo.backend_config") => {
                    let config = ir::as_dictionary(*value)?;
                    let entries = (0..config.len()).filter_map(|at| config.element(at).ok());
                    let mut entries = entries.collect::<Vec<_>>();
                    entries.push((name("top_k"), number_attribute(context, count)));
                    *value = DictionaryAttribute::new(context, &entries).into();
                }
                _ => {}
            }
        }
    }
    Some((operands, attributes))
}

fn number_attribute(context: &Context, number: i64) -> Attribute<'_> {
    IntegerAttribute::new(IntegerType::new(context, 64).into(), number).into()
}

fn number(analysis: &mut Analysis, operation: OperationRef<'_, '_>, index: usize) -> Option<i64> {
    match *analysis.constant_numbers(ir::operand(operation, index)?)? {
        [number] => Some(number),
        _ => None,
    }
}

/// Returns the aliases of results and operands with the operands renumbered, after some have been removed; `None` if
/// a removed one has an alias.
fn without_operands<'c>(
    context: &'c Context,
    aliases: Attribute<'c>,
    is_kept: impl Fn(usize) -> bool,
) -> Option<Attribute<'c>> {
    let aliases = ir::as_array(aliases)?;
    let moved = (0..aliases.len()).map(|at| {
        let mut alias = OutputOperandAlias::from_attribute(aliases.element(at).ok()?)?;
        let operand = usize::try_from(alias.operand_index).ok();
        let operand = operand.filter(|&operand| is_kept(operand))?;
        alias.operand_index = (0..operand).filter(|&before| is_kept(before)).count() as i64;
        alias.to_attribute(context)
    });
    let moved = moved.collect::<Option<Vec<_>>>()?;
    Some(ArrayAttribute::new(context, &moved).into())
}
