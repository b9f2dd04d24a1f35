//! Bringing operands to the result's shape.

use super::{Emission, Operands};
use crate::{
    ir::{self, DimMapping},
    plan::{Broadcast, Dim},
    rule::Others,
};
use melior::ir::{Type, Value, r#type::RankedTensorType};

impl<'c, 'a> Emission<'_, 'c, 'a> {
    /// Brings the operands that take part to the result's shape; what becomes of
    /// the others, `others` says.
    pub(super) fn emit_broadcasts(&mut self, others: Others) -> Operands<'c, 'a> {
        let request = self.request;
        let operands = request.tensors.operands.iter().enumerate();
        operands
            .filter_map(|(index, operand)| match (operand.r#type, others) {
                (Some(r#type), _) => Some(self.emit_broadcast(index, r#type)),
                (None, Others::Keep) => Some(request.operands[index]),
                (None, Others::Drop) => None,
            })
            .collect()
    }

    fn emit_broadcast(
        &mut self,
        index: usize,
        operand_type: RankedTensorType<'c>,
    ) -> Value<'c, 'a> {
        let request = self.request;
        let operand = request.operands[index];
        let shape = match &request.planned.plan.broadcasts[index] {
            Broadcast::None => return operand,
            Broadcast::Padded(dims) => {
                return self.emit_padded_broadcast(index, operand_type, dims);
            }
            Broadcast::Static => None,
            Broadcast::Dynamic { .. } => Some(self.emit_shape()),
        };
        let (mapping, r#type) = *request.planned.broadcasts[index]
            .get_or_init(|| self.describe_broadcast(index, operand_type));
        self.emitter.emit_broadcast(operand, mapping, shape, r#type)
    }

    /// Returns what an operand's broadcast does with its dims, and its type.
    fn describe_broadcast(
        &self,
        index: usize,
        operand_type: RankedTensorType<'c>,
    ) -> (DimMapping<'c>, Type<'c>) {
        let context = self.emitter.context();
        let mut mapping = self.mapping(index);
        let mut open_dims = &[][..];
        if let Broadcast::Dynamic {
            expanding,
            nonexpanding,
            open,
        } = &self.request.planned.plan.broadcasts[index]
        {
            mapping = mapping.with_hints(context, expanding, nonexpanding);
            open_dims = open;
        }
        let r#type = self.broadcast_type(operand_type, |result_dim, dim| {
            match open_dims.contains(&result_dim) {
                true => (None, None),
                false => (dim.constant(), dim.bound),
            }
        });
        (mapping, r#type)
    }

    fn mapping(&self, index: usize) -> DimMapping<'c> {
        let operand = &self.request.tensors.operands[index];
        DimMapping::new(self.emitter.context(), &operand.result_dims)
    }

    /// Repeats an operand up to the bounds of some result dims, and sets their
    /// sizes. The operand has the sizes of all others that are bounded.
    fn emit_padded_broadcast(
        &mut self,
        index: usize,
        operand_type: RankedTensorType<'c>,
        padded: &[usize],
    ) -> Value<'c, 'a> {
        let request = self.request;
        let operand = request.operands[index];
        // The type once the sizes of the first `set` of them are set.
        let type_of = |emission: &Self, set: usize| {
            emission.broadcast_type(operand_type, |result_dim, dim| {
                match padded[set..].contains(&result_dim) {
                    true => (dim.bound, None),
                    false => (dim.constant(), dim.bound),
                }
            })
        };
        let (mapping, r#type) = (self.mapping(index), type_of(self, 0));
        let mut value = self.emitter.emit_broadcast(operand, mapping, None, r#type);
        for (set, &result_dim) in padded.iter().enumerate() {
            let size = self.emit_extent(result_dim);
            let r#type = type_of(self, set + 1);
            value = self
                .emitter
                .emit_set_dimension_size(value, result_dim, size, r#type);
        }
        value
    }

    /// Returns the type of a broadcast operand whose dims have the sizes, `None`
    /// where dynamic, and the bounds that `describe` gives them.
    fn broadcast_type(
        &self,
        like: RankedTensorType<'c>,
        describe: impl Fn(usize, &Dim) -> (Option<i64>, Option<i64>),
    ) -> Type<'c> {
        let dims = self.request.planned.plan.dims.iter().enumerate();
        let (sizes, bounds): (Vec<_>, Vec<_>) =
            dims.map(|(index, dim)| describe(index, dim)).unzip();
        ir::tensor_like(self.emitter.context(), like, sizes, &bounds)
    }
}
