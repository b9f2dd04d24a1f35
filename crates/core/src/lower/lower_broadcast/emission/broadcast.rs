//! Emission of the broadcasts of operands.

use super::{Emission, TargetOperands};
use crate::{
    ir::{self, DimMapping},
    lower::lower_broadcast::form::Form,
    plan::{Broadcast, Dim},
    rule::Others,
};
use melior::ir::{Type, Value, r#type::RankedTensorType};

impl<'c, 'a> Emission<'_, 'c, 'a> {
    /// Emits the broadcasts of the participating operands; the rule decides whether the others
    /// are kept or dropped.
    pub(super) fn emit_broadcasts(&mut self, form: &Form<'c, '_>) -> TargetOperands<'c, 'a> {
        let planned = self.planned;
        let operands = planned.tensors.operands.iter().enumerate();
        operands
            .filter_map(
                |(index, operand)| match (operand.r#type, form.rule.rule.others) {
                    (Some(r#type), _) => {
                        let value = self.emit_broadcast(index, r#type);
                        Some(match form.takes_equal_types {
                            true => self.emitter.emit_cast(value, self.equal_type(r#type)),
                            false => value,
                        })
                    }
                    (None, Others::Keep) => Some(planned.operands[index]),
                    (None, Others::Drop) => None,
                },
            )
            .collect()
    }

    /// Returns the type of the target op's result: that of the op, unless operands and result
    /// must have equal types.
    pub(super) fn target_type(&self, form: &Form<'c, '_>) -> Type<'c> {
        match ir::as_ranked_tensor(form.result_type) {
            Some(result_type) if form.takes_equal_types => self.equal_type(result_type),
            _ => form.result_type,
        }
    }

    /// Returns the type with all known sizes of the result.
    pub(super) fn equal_type(&self, like: RankedTensorType<'c>) -> Type<'c> {
        self.broadcast_type(like, |_, dim| (dim.constant(), dim.bound))
    }

    pub(super) fn emit_broadcast(
        &mut self,
        index: usize,
        operand_type: RankedTensorType<'c>,
    ) -> Value<'c, 'a> {
        let planned = self.planned;
        let operand = planned.operands[index];
        let shape = match &planned.cached.plan.broadcasts[index] {
            Broadcast::None => return operand,
            Broadcast::Padded(dims) => {
                return self.emit_padded(operand, self.mapping(index), operand_type, dims);
            }
            Broadcast::Static => None,
            Broadcast::Dynamic { .. } => Some(self.emit_shape()),
        };
        let known = &planned.cached.broadcasts[index];
        let form = match known.get() {
            Some(form) => *form,
            None => {
                let (mapping, r#type) = self.describe_broadcast(index, operand_type);
                let form = self.emitter.broadcast_form(mapping, r#type);
                *known.get_or_init(|| form)
            }
        };
        self.emitter.emit_broadcast_of_form(operand, form, shape)
    }

    /// Returns the dim mapping and the type of an operand's broadcast.
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
        } = &self.planned.cached.plan.broadcasts[index]
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
        let operand = &self.planned.tensors.operands[index];
        DimMapping::new(self.emitter.context(), &operand.result_dims)
    }

    /// Broadcasts an operand to the bounds of the `padded` result dims, and sets their sizes.
    /// In other bounded dims, the operand already has the result's size.
    pub(super) fn emit_padded(
        &mut self,
        operand: Value<'c, 'a>,
        mapping: DimMapping<'c>,
        operand_type: RankedTensorType<'c>,
        padded: &[usize],
    ) -> Value<'c, 'a> {
        // The type after the sizes of the first `set` of them are set.
        let type_of = |emission: &Self, set: usize| {
            emission.broadcast_type(operand_type, |result_dim, dim| {
                match padded[set..].contains(&result_dim) {
                    true => (dim.bound, None),
                    false => (dim.constant(), dim.bound),
                }
            })
        };
        let r#type = type_of(self, 0);
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
        let dims = self.planned.cached.plan.dims.iter().enumerate();
        let (sizes, bounds): (Vec<_>, Vec<_>) =
            dims.map(|(index, dim)| describe(index, dim)).unzip();
        ir::tensor_like(self.emitter.context(), like, sizes, &bounds)
    }
}
