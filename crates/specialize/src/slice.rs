//! Static forms of `stablehlo.real_dynamic_slice` at a position that depends on data, and of
//! `stablehlo.set_dimension_size`.

use super::Specializer;
use crate::{analysis::Walk, dialect::stablehlo, explain::ChangeKind, functions::is_static, ir};
use melior::ir::{
    Attribute, OperationRef, Value, ValueLike,
    attribute::DenseI64ArrayAttribute,
    operation::OperationLike,
    r#type::{RankedTensorType, ShapedTypeLike},
};

impl<'c: 'a, 'a> Specializer<'c, 'a, '_> {
    /// Replaces an op that takes a part of known size of its operand; returns whether it did.
    pub(super) fn replace_slice(
        &mut self,
        walk: &mut Walk<'c, 'a, ()>,
        operation: OperationRef<'c, 'a>,
    ) -> bool {
        let value = match ir::name_str(operation.name()) {
            Some(stablehlo::REAL_DYNAMIC_SLICE) => self.emit_slice(walk, operation),
            Some(stablehlo::SET_DIMENSION_SIZE) => self.emit_first_elements(operation),
            _ => None,
        };
        let (Some(value), Some(result)) = (value, ir::result(operation, 0)) else {
            return false;
        };
        self.changes.add(ChangeKind::Specialized, operation);
        ir::replace_uses(result, value);
        self.frame().done.push(operation);
        true
    }

    /// Takes as many elements of a dim as it gets.
    fn emit_first_elements(&mut self, operation: OperationRef<'c, 'a>) -> Option<Value<'c, 'a>> {
        let [operand, result] = [ir::operand(operation, 0)?, ir::result(operation, 0)?];
        if operand.r#type() == result.r#type() {
            return Some(operand);
        }
        if !is_static(result.r#type()) || ir::verify(operation).is_err() {
            return None;
        }
        let shape = ir::shaped_type(result.r#type());
        let limits = shape.shape()?.iter().map(|dim| dim.fixed_size());
        let limits = limits.collect::<Option<Vec<_>>>()?;
        let context = self.context;
        let list = |numbers: &[i64]| -> Attribute<'c> {
            DenseI64ArrayAttribute::new(context, numbers).into()
        };
        let attributes = [
            ("start_indices", list(&vec![0; limits.len()])),
            ("limit_indices", list(&limits)),
            ("strides", list(&vec![1; limits.len()])),
        ];
        let is_placed = self.emitter.set_anchor(operation);
        is_placed.then(|| {
            let r#type = result.r#type();
            self.emitter
                .emit_named(stablehlo::SLICE, &[operand], &attributes, r#type)
        })
    }

    /// Emits a `stablehlo.dynamic_slice`, if the size and the strides are known. Out of bounds, the
    /// one is undefined, and the other moves the slice.
    fn emit_slice(
        &mut self,
        walk: &mut Walk<'c, 'a, ()>,
        operation: OperationRef<'c, 'a>,
    ) -> Option<Value<'c, 'a>> {
        let result = ir::result(operation, 0)?;
        let strides = walk.analysis.constant_numbers(ir::operand(operation, 3)?)?;
        let is_valid = strides.iter().all(|&stride| stride > 0);
        if !is_valid || !is_static(result.r#type()) || !self.emitter.set_anchor(operation) {
            return None;
        }
        let shape = ir::shaped_type(result.r#type());
        // From the first element to the last one, with those in between.
        let spans = shape.shape()?.iter().zip(&strides).map(|(dim, &stride)| {
            let gaps = dim.fixed_size()?.checked_sub(1)?;
            gaps.checked_mul(stride)?.checked_add(1)
        });
        let spans = spans.map(|span| span.map(|span| span.max(0)));
        let spans = spans.collect::<Option<Vec<_>>>()?;
        let starts = ir::operand(operation, 1)?;
        let element = ir::as_ranked_tensor(starts.r#type())?.element();
        let row = RankedTensorType::new(&[1], element, None).into();
        let context = self.context;
        let list = |numbers: &[i64]| -> Attribute<'c> {
            DenseI64ArrayAttribute::new(context, numbers).into()
        };
        let mut operands = vec![ir::operand(operation, 0)?];
        for dim in 0..spans.len() as i64 {
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
        let attributes = [("slice_sizes", list(&spans))];
        let span = match strides.iter().all(|&stride| stride == 1) {
            true => result.r#type(),
            false => {
                let tensor = ir::as_ranked_tensor(result.r#type())?;
                ir::tensor_like(context, tensor, spans.iter().copied().map(Some), &[])
            }
        };
        let value = self
            .emitter
            .emit_named(stablehlo::DYNAMIC_SLICE, &operands, &attributes, span);
        if span == result.r#type() {
            return Some(value);
        }
        let attributes = [
            ("start_indices", list(&vec![0; spans.len()])),
            ("limit_indices", list(&spans)),
            ("strides", list(&strides)),
        ];
        let r#type = result.r#type();
        let value = self
            .emitter
            .emit_named(stablehlo::SLICE, &[value], &attributes, r#type);
        Some(value)
    }
}
