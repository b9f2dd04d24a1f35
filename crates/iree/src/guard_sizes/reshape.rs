//! The reshapes of a program, and what gives the sizes of their results.

use crate::{
    analysis::Analysis, build::*, model::rows::makes_rows, ops::*, prelude::*, symbol::Element,
};

/// A reshape whose operand or result is dynamic, or of one dim of an operand.
pub struct Reshape<'a> {
    pub operand: Value<'a>,
    /// The operand's only dim that is reshaped; `None` for all.
    pub dim: Option<usize>,
    shape: ReshapeSizes<'a>,
    /// The sizes that the result's type declares.
    pub declared: Vec<Option<i64>>,
}

/// What gives the sizes of a reshape's result.
enum ReshapeSizes<'a> {
    /// A tensor of all sizes.
    Tensor(Value<'a>),
    /// A scalar for each size that the type does not declare.
    Scalars(Vec<Option<Value<'a>>>),
}

/// Returns whether an op is a reshape, or a cast, whether or not it may not fit.
pub fn is_reshape(operation: OpRef<'_>) -> bool {
    const RESHAPES: [&str; 6] = [
        stablehlo::DYNAMIC_RESHAPE,
        stablehlo::RESHAPE,
        tensor::RESHAPE,
        tensor::EXPAND_SHAPE,
        tensor::COLLAPSE_SHAPE,
        tensor::CAST,
    ];
    is_any_of(operation, &RESHAPES)
}

impl<'a> Reshape<'a> {
    /// Returns the reshapes that an op consists of.
    pub fn all(operation: OpRef<'a>) -> Vec<Self> {
        match ir::name_str(operation.name()) {
            Some(stablehlo::DYNAMIC_RESHAPE | tensor::RESHAPE) => {
                Vec::from_iter(Self::of_all_dims(operation, ir::operand(operation, 1)))
            }
            Some(stablehlo::RESHAPE) => Vec::from_iter(Self::of_all_dims(operation, None)),
            Some(tensor::EXPAND_SHAPE) if makes_rows(operation) => vec![],
            Some(tensor::EXPAND_SHAPE) => Self::of_each_dim(operation).unwrap_or_default(),
            Some(tensor::CAST) => Self::of_cast(operation).unwrap_or_default(),
            _ => vec![],
        }
    }

    /// Returns the reshape to a shape, or to the sizes of the result's type.
    fn of_all_dims(operation: OpRef<'a>, shape: Option<Value<'a>>) -> Option<Self> {
        let operand: Value<'a> = ir::operand(operation, 0)?;
        let result = ir::as_ranked_tensor(ir::result(operation, 0)?.r#type())?;
        let source = ir::as_ranked_tensor(operand.r#type())?;
        let is_bounded = source.encoding().is_some() || result.encoding().is_some();
        // Without a shape, sizes of a dynamic result are in no operand.
        let is_certain =
            shape.is_none() && (source.has_static_shape() || !result.has_static_shape());
        let declared = type_sizes(result);
        let of_type = ReshapeSizes::Scalars(vec![None; declared.len()]);
        (!is_bounded && !is_certain).then(|| Self {
            operand,
            dim: None,
            shape: shape.map_or(of_type, ReshapeSizes::Tensor),
            declared,
        })
    }

    /// Returns the dims of unknown size to which a `tensor.cast` gives a size.
    fn of_cast(operation: OpRef<'a>) -> Option<Vec<Self>> {
        let operand: Value<'a> = ir::operand(operation, 0)?;
        let from = ir::sizes_of(operand.r#type());
        let to = ir::sizes_of(ir::result(operation, 0)?.r#type());
        let dims = from.into_iter().zip(to).enumerate();
        let given = dims.filter(|(_, (from, to))| from.is_none() && to.is_some());
        let reshapes = given.map(|(dim, (_, size))| Self {
            operand,
            dim: Some(dim),
            shape: ReshapeSizes::Scalars(vec![None]),
            declared: vec![size],
        });
        Some(reshapes.collect())
    }

    /// Returns the dims of unknown size that a `tensor.expand_shape` divides into several.
    fn of_each_dim(operation: OpRef<'a>) -> Option<Vec<Self>> {
        let operand: Value<'a> = ir::operand(operation, 0)?;
        let result = ir::as_ranked_tensor(ir::result(operation, 0)?.r#type())?;
        let declared = type_sizes(result);
        let mut scalars = operation.operands().skip(1);
        let shape = declared.iter().map(|size| match size {
            Some(_) => Some(None),
            None => scalars.next().map(Some),
        });
        let shape = shape.collect::<Option<Vec<_>>>()?;
        let groups = ir::reassociation(operation)?.into_iter().enumerate();
        let groups = groups.map(|(dim, group)| {
            let size = |&place: &usize| declared.get(place).copied();
            let scalar = |&place: &usize| shape.get(place).copied();
            Some(Self {
                operand,
                dim: Some(dim),
                shape: ReshapeSizes::Scalars(group.iter().map(scalar).collect::<Option<_>>()?),
                declared: group.iter().map(size).collect::<Option<_>>()?,
            })
        });
        let mut reshapes = groups.collect::<Option<Vec<_>>>()?;
        // The types show that the others fit.
        reshapes.retain(|reshape| reshape.declared.contains(&None));
        Some(reshapes)
    }

    /// Returns those of the operand's dims that are reshaped.
    pub fn of_operand<T: Copy>(&self, dims: &[T]) -> Vec<T> {
        match self.dim {
            Some(dim) => Vec::from_iter(dims.get(dim).copied()),
            None => dims.to_vec(),
        }
    }

    /// Returns what is known of the result's sizes, which may be negative.
    pub fn known_result(&self, analysis: &Analysis) -> Option<Vec<Element>> {
        let declared = self.declared.iter();
        match &self.shape {
            ReshapeSizes::Tensor(shape) => Some(analysis.known_elements(*shape)?.to_vec()),
            ReshapeSizes::Scalars(scalars) => {
                let sizes = declared.zip(scalars);
                let sizes = sizes.map(|(size, scalar)| match scalar {
                    Some(scalar) => analysis.known_elements(*scalar)?.first().copied(),
                    None => size.map(Element::number),
                });
                sizes.collect()
            }
        }
    }

    /// Emits the result's sizes.
    pub fn emit_result(&self, emitter: &mut OpEmitter<'a>) -> Option<Vec<Number<'a>>> {
        let declared = self.declared.iter();
        match &self.shape {
            ReshapeSizes::Tensor(shape) => emit_numbers(emitter, *shape),
            ReshapeSizes::Scalars(scalars) => {
                let sizes = declared.zip(scalars);
                let sizes = sizes.map(|(size, scalar)| match (scalar, size) {
                    (Some(index), _) => Some(Number::computed(*index)),
                    (None, size) => Some(Number::constant(emitter, (*size)?)),
                });
                sizes.collect()
            }
        }
    }
}
