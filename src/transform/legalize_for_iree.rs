//! `legalize-for-iree`: brings dynamic broadcasts and reshapes into a form that IREE
//! compiles.
//!
//! IREE compiles a `stablehlo.dynamic_broadcast_in_dim` only if it is known of each dim
//! of the operand whether it is repeated. Where that is known at run time only, an
//! `scf.if` chooses between the operand as it is and the operand repeated, one dim after
//! the other. A `stablehlo.dynamic_reshape` becomes a `tensor.reshape`.

use super::Failed;
use crate::{
    diagnostic::{self, Severity},
    ir::{self, DimMapping, Emitter, Replacements},
};
use melior::ir::{
    BlockLike, OperationRef, Type, Value, ValueLike, operation::OperationLike,
    r#type::RankedTensorType,
};

/// Rewrites the dynamic broadcasts and reshapes in and below `root`, at any nesting.
///
/// Sizes are taken to fit, as what checks them stands in front of the ops.
///
/// # Errors
///
/// Fails, and changes nothing, if the context lacks a dialect.
pub fn legalize_for_iree(root: OperationRef<'_, '_>) -> Result<(), Failed> {
    let ops = ir::find_ops(root, |operation| {
        matches!(
            ir::name_str(operation.name()),
            Some("stablehlo.dynamic_broadcast_in_dim" | "stablehlo.dynamic_reshape")
        )
    });
    if ops.is_empty() {
        return Ok(());
    }
    ir::with_context(root, |context| {
        let Some(mut emitter) = Emitter::new(context) else {
            let message = "the dialect 'stablehlo' is not registered in this context";
            diagnostic::emit(root.location(), Severity::Error, message, &[]);
            return Err(Failed);
        };
        let mut replacements = Replacements::default();
        let mut block = None;
        for operation in ops {
            // What is emitted is used again in the same block only.
            let own = operation.block().map(|block| block.to_raw().ptr);
            if block != own {
                if block.is_some() {
                    emitter.exit();
                }
                emitter.enter();
                block = own;
            }
            if !emitter.set_anchor(operation) {
                continue;
            }
            let value = match operation.operand_count() {
                2 => Rewrite::of(operation).and_then(|rewrite| rewrite.emit(&mut emitter)),
                _ => None,
            };
            if let Some(value) = value {
                replacements.replace(operation, value);
            }
        }
        replacements.erase();
        Ok(())
    })
}

/// An op on a tensor and the sizes of its result.
struct Rewrite<'c, 'a> {
    operation: OperationRef<'c, 'a>,
    operand: Value<'c, 'a>,
    operand_type: RankedTensorType<'c>,
    /// The result's sizes, a tensor of rank 1.
    shape: Value<'c, 'a>,
    result_type: RankedTensorType<'c>,
}

/// What is known of an operand dim in a broadcast.
#[derive(Clone, Copy, Eq, PartialEq)]
enum Growth {
    /// It has its result dim's size.
    Kept,
    /// It is 1, and repeated.
    Repeated,
    /// One or the other, which is known at run time.
    Open,
}

impl<'c: 'a, 'a> Rewrite<'c, 'a> {
    fn of(operation: OperationRef<'c, 'a>) -> Option<Self> {
        let operand = operation.operand(0).ok()?;
        let result = OperationRef::result(operation, 0).ok()?;
        Some(Self {
            operation,
            operand,
            operand_type: RankedTensorType::try_from(operand.r#type()).ok()?,
            shape: operation.operand(1).ok()?,
            result_type: RankedTensorType::try_from(result.r#type()).ok()?,
        })
    }

    /// Emits what takes the op's place; `None` if it stays.
    fn emit(&self, emitter: &mut Emitter<'c, 'a>) -> Option<Value<'c, 'a>> {
        match ir::name_str(self.operation.name())? {
            "stablehlo.dynamic_reshape" => {
                let operands = [self.operand, self.shape];
                let r#type = self.result_type.into();
                Some(emitter.emit_named("tensor.reshape", &operands, &[], r#type))
            }
            _ => self.emit_broadcast(emitter),
        }
    }

    fn emit_broadcast(&self, emitter: &mut Emitter<'c, 'a>) -> Option<Value<'c, 'a>> {
        let dims = ir::int_array(self.operation, "broadcast_dimensions")?;
        let dims = dims.into_iter().map(|dim| usize::try_from(dim).ok());
        let dims = dims.collect::<Option<Vec<_>>>()?;
        let growth = self.growth(&dims)?;
        if !growth.contains(&Growth::Open) {
            return None;
        }
        let context = emitter.context();
        let identity = DimMapping::new(context, &(0..dims.len()).collect::<Vec<_>>());
        let mut value = self.operand;
        let mut sizes = self.sizes(self.operand_type);
        let mut is_grown = vec![false; dims.len()];
        for dim in (0..dims.len()).filter(|&dim| growth[dim] == Growth::Open) {
            let extent = emitter.emit_dimension_size(self.operand, dim, None);
            let is_one = emitter.emit_equals_constant(extent, 1);
            let is_one = emitter.emit_extract(is_one);
            is_grown[dim] = true;
            sizes[dim] = self.sizes(self.result_type)[dims[dim]];
            let r#type = self.tensor_type(context, &sizes);
            let shape = self.emit_shape(emitter, &dims, &is_grown);
            let kept = (0..dims.len()).filter(|&other| other != dim);
            let mapping = identity.with_hints(context, &[dim], &kept.collect::<Vec<_>>());
            value = emitter.emit_if(
                is_one,
                r#type,
                |emitter| emitter.emit_broadcast(value, mapping, Some(shape), r#type),
                |emitter| emitter.emit_cast(value, r#type),
            );
        }
        let is_whole = dims.len() == self.sizes(self.result_type).len()
            && dims.iter().enumerate().all(|(dim, &result)| dim == result)
            && growth.iter().all(|&growth| growth != Growth::Repeated);
        if is_whole {
            return Some(emitter.emit_cast(value, self.result_type.into()));
        }
        let of = |is: fn(Growth) -> bool| -> Vec<usize> {
            (0..dims.len()).filter(|&dim| is(growth[dim])).collect()
        };
        let repeated = of(|growth| growth == Growth::Repeated);
        let kept = of(|growth| growth != Growth::Repeated);
        let mapping = DimMapping::new(context, &dims).with_hints(context, &repeated, &kept);
        let result_type = self.result_type.into();
        Some(emitter.emit_broadcast(value, mapping, Some(self.shape), result_type))
    }

    /// Returns what is known of each operand dim.
    fn growth(&self, dims: &[usize]) -> Option<Vec<Growth>> {
        let hint = |name| ir::int_array(self.operation, name).unwrap_or_default();
        let repeated = hint("known_expanding_dimensions");
        let kept = hint("known_nonexpanding_dimensions");
        let result = self.sizes(self.result_type);
        let operand = self.sizes(self.operand_type);
        let dims = operand.iter().zip(dims).enumerate();
        dims.map(|(dim, (&size, &result_dim))| {
            let is_in = |dims: &[i64]| dims.contains(&(dim as i64));
            Some(match (size, *result.get(result_dim)?) {
                (Some(1), Some(1)) | (None, Some(1)) => Growth::Kept,
                (Some(1), _) => Growth::Repeated,
                (Some(_), _) => Growth::Kept,
                (None, _) if is_in(&repeated) => Growth::Repeated,
                (None, _) if is_in(&kept) => Growth::Kept,
                (None, _) => Growth::Open,
            })
        })
        .collect()
    }

    /// Emits the operand's sizes, those of the result where they are grown to it.
    fn emit_shape(
        &self,
        emitter: &mut Emitter<'c, 'a>,
        dims: &[usize],
        is_grown: &[bool],
    ) -> Value<'c, 'a> {
        let elements = (0..dims.len()).map(|dim| match is_grown[dim] {
            true => emitter.emit_element(self.shape, dims[dim]),
            false => {
                let size = emitter.emit_dimension_size(self.operand, dim, None);
                emitter.emit_index(size)
            }
        });
        let elements = elements.collect::<Vec<_>>();
        emitter.emit_from_elements(&elements)
    }

    fn sizes(&self, r#type: RankedTensorType<'c>) -> Vec<Option<i64>> {
        let dims = ir::shaped_type(r#type.into());
        let dims = dims.shape().unwrap_or_default().iter();
        dims.map(|dim| dim.fixed_size()).collect()
    }

    fn tensor_type(&self, context: &'c melior::Context, sizes: &[Option<i64>]) -> Type<'c> {
        ir::tensor_like(context, self.result_type, sizes.iter().copied(), &[])
    }
}
