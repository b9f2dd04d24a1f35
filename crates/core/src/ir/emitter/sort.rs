//! Emission of sorts.

use super::Emitter;
use crate::{
    dialect::stablehlo::{self, CompareOp, ComparisonDirection, ComparisonType, SortOp},
    ir,
};
use melior::ir::{
    TypeLike, Value, ValueLike,
    r#type::{IntegerType, RankedTensorType},
};

impl<'c: 'a, 'a> Emitter<'c, 'a> {
    /// Emits a stable sort of tensors along a dim, in descending order of the first one.
    pub fn emit_descending_sort(
        &mut self,
        values: &[Value<'c, 'a>],
        dim: usize,
    ) -> Option<Vec<Value<'c, 'a>>> {
        let scalar = |element| RankedTensorType::new(&[], element, None).into();
        let types = values.iter().map(|value| value.r#type());
        let types = types.collect::<Vec<_>>();
        let elements = types.iter().map(|&r#type| ir::element_type(r#type));
        let elements = elements.collect::<Option<Vec<_>>>()?;
        let arguments = elements.iter().flat_map(|&it| [scalar(it); 2]);
        let arguments = arguments.collect::<Vec<_>>();
        let is_float = elements.first()?.is_float();
        let greater = CompareOp {
            comparison_direction: ComparisonDirection::Gt,
            // Orders NaN, too.
            compare_type: is_float.then_some(ComparisonType::Totalorder),
        };
        let greater = greater.attributes(self.context)?;
        let truth = scalar(IntegerType::new(self.context, 1).into());
        let sort = SortOp {
            dimension: Some(dim as i64),
            is_stable: Some(true),
        };
        let attributes = sort.attributes(self.context);
        let fill = |block: &mut super::BlockBuilder<'c, '_>| {
            let (Some(a), Some(b)) = (block.argument(0), block.argument(1)) else {
                return;
            };
            let is_first = block.append(stablehlo::COMPARE, &[a, b], &greater, &[truth]);
            block.append(stablehlo::RETURN, &is_first, &[], &[]);
        };
        let emitted = self.emit_with_block(
            stablehlo::SORT,
            values,
            &attributes,
            &types,
            &arguments,
            fill,
        );
        Some(emitted)
    }
}
