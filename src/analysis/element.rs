//! Ops that compute with sizes: what their elements are.

use super::{Analysis, Sizes, result};
use crate::{
    ir::{ValueKey, element_bits, int_array, int_elements, integer},
    symbol::Size,
};
use melior::ir::{OperationRef, Value, ValueLike, operation::OperationLike};

/// The longest tensor whose elements are followed: no shape has more dims.
const MAX_ELEMENTS: usize = 64;

pub(super) fn learn(analysis: &mut Analysis, operation: OperationRef<'_, '_>, name: &str) {
    if let Some(value) = result(operation)
        && let Some(elements) = elements(analysis, operation, name)
    {
        analysis.set_elements(value, elements);
    }
}

fn elements(analysis: &mut Analysis, operation: OperationRef<'_, '_>, name: &str) -> Option<Sizes> {
    match name {
        "stablehlo.constant" => int_elements(operation, "value", MAX_ELEMENTS)?
            .into_iter()
            .map(|element| (element >= 0).then_some(Size::Constant(element)))
            .collect(),
        "stablehlo.get_dimension_size" => {
            let sizes = analysis.sizes(operation.operand(0).ok()?);
            let dim = usize::try_from(integer(operation, "dimension")?).ok()?;
            Some(std::iter::once(*sizes.get(dim)?).collect())
        }
        "stablehlo.reshape" => of_operand(analysis, operation, 0),
        "stablehlo.convert" => {
            let elements = of_operand(analysis, operation, 0)?;
            let bits = element_bits(result(operation)?.r#type())?;
            let fits = |size: &Size| match size {
                Size::Constant(size) => bits > 62 || *size < 1i64 << (bits - 1),
                // Sizes at run time come as `i32`.
                Size::Symbol(_) => bits >= 32,
            };
            elements.iter().all(fits).then_some(elements)
        }
        "stablehlo.concatenate" => {
            let mut elements = Sizes::new();
            for operand in operation.operands() {
                elements.extend(analysis.elements_of(operand)?);
            }
            (elements.len() <= MAX_ELEMENTS).then_some(elements)
        }
        "stablehlo.slice" => {
            let elements = of_operand(analysis, operation, 0)?;
            let [start, limit, stride] = ["start_indices", "limit_indices", "strides"]
                .map(|name| int_array(operation, name));
            let (&[start], &[limit], &[stride]) = (&*start?, &*limit?, &*stride?) else {
                return None;
            };
            let range = usize::try_from(start).ok()?..usize::try_from(limit).ok()?;
            let stride = usize::try_from(stride).ok().filter(|&stride| stride > 0)?;
            Some(
                elements
                    .get(range)?
                    .iter()
                    .copied()
                    .step_by(stride)
                    .collect(),
            )
        }
        "stablehlo.maximum" | "stablehlo.minimum" => {
            let (a, b) = (
                of_operand(analysis, operation, 0)?,
                of_operand(analysis, operation, 1)?,
            );
            let choose =
                |(a, b): (Size, Size)| match (canonical(analysis, a), canonical(analysis, b)) {
                    (a, b) if a == b => Some(a),
                    (Size::Constant(a), Size::Constant(b)) => Some(Size::Constant(match name {
                        "stablehlo.maximum" => a.max(b),
                        _ => a.min(b),
                    })),
                    (size, Size::Constant(bound)) | (Size::Constant(bound), size)
                        if name == "stablehlo.maximum"
                            && analysis.facts.entails_at_least(size, bound) =>
                    {
                        Some(size)
                    }
                    _ => None,
                };
            a.into_iter().zip(b).map(choose).collect()
        }
        _ => None,
    }
}

fn canonical(analysis: &Analysis, size: Size) -> Size {
    analysis.facts.canonical(size)
}

fn of_operand(analysis: &Analysis, operation: OperationRef<'_, '_>, index: usize) -> Option<Sizes> {
    analysis.elements_of(operation.operand(index).ok()?)
}

impl Analysis {
    /// Returns the elements of a tensor of sizes, if all of them are known.
    pub(super) fn elements_of(&self, value: Value<'_, '_>) -> Option<Sizes> {
        self.elements.get(&ValueKey::new(value)).cloned()
    }

    /// Notes the elements of a tensor of sizes.
    fn set_elements(&mut self, value: Value<'_, '_>, elements: Sizes) {
        let key = ValueKey::new(value);
        if self.elements.get(&key).is_none() {
            self.elements.insert(key, elements);
        }
    }
}
