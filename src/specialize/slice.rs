//! `stablehlo.real_dynamic_slice` of a known size at a position that depends on data.

use super::{Specializer, custom_call::is_static};
use crate::{analysis::Walk, dialect::stablehlo, explain::ChangeKind, ir};
use melior::ir::{
    Attribute, OperationRef, Value, ValueLike,
    attribute::DenseI64ArrayAttribute,
    operation::OperationLike,
    r#type::{RankedTensorType, ShapedTypeLike},
};

impl<'c: 'a, 'a> Specializer<'c, 'a, '_> {
    /// Replaces a slice with a `stablehlo.dynamic_slice`, if its size and strides are known; returns
    /// whether it did. Out of bounds, the one is undefined, and the other moves the slice.
    pub(super) fn replace_slice(
        &mut self,
        walk: &mut Walk<'c, 'a, ()>,
        operation: OperationRef<'c, 'a>,
    ) -> bool {
        self.emit_slice(walk, operation).is_some_and(|value| {
            let Some(result) = ir::result(operation, 0) else {
                return false;
            };
            self.changes.add(ChangeKind::Specialized, operation);
            ir::replace_uses(result, value);
            self.frame().done.push(operation);
            true
        })
    }

    fn emit_slice(
        &mut self,
        walk: &mut Walk<'c, 'a, ()>,
        operation: OperationRef<'c, 'a>,
    ) -> Option<Value<'c, 'a>> {
        let name = ir::name_str(operation.name())?;
        let result = ir::result(operation, 0)?;
        if name != stablehlo::REAL_DYNAMIC_SLICE || !is_static(result.r#type()) {
            return None;
        }
        let strides = walk.analysis.constant_numbers(ir::operand(operation, 3)?)?;
        if strides.iter().any(|&stride| stride != 1) || !self.emitter.set_anchor(operation) {
            return None;
        }
        let shape = ir::shaped_type(result.r#type());
        let sizes = shape.shape()?.iter().map(|dim| dim.fixed_size());
        let sizes = sizes.collect::<Option<Vec<_>>>()?;
        let starts = ir::operand(operation, 1)?;
        let element = ir::as_ranked_tensor(starts.r#type())?.element();
        let row = RankedTensorType::new(&[1], element, None).into();
        let context = self.context;
        let list = |numbers: &[i64]| -> Attribute<'c> {
            DenseI64ArrayAttribute::new(context, numbers).into()
        };
        let mut operands = vec![ir::operand(operation, 0)?];
        for dim in 0..sizes.len() as i64 {
            let part = [
                ("start_indices", list(&[dim])),
                ("limit_indices", list(&[dim + 1])),
                ("strides", list(&[1])),
            ];
            let part = self
                .emitter
                .emit_pure(stablehlo::SLICE, &[starts], &part, row);
            let scalar = ir::scalar_tensor(element);
            operands.push(
                self.emitter
                    .emit_pure(stablehlo::RESHAPE, &[part], &[], scalar),
            );
        }
        let attributes = [("slice_sizes", list(&sizes))];
        let r#type = result.r#type();
        let value =
            self.emitter
                .emit_named(stablehlo::DYNAMIC_SLICE, &operands, &attributes, r#type);
        Some(value)
    }
}
