//! Batch normalization: means are of the elements inside.

use super::{operand, operands};
use crate::{
    dialect::stablehlo::{self, ReduceOp},
    ir,
    padder::{NoForm, PaddedDim, Padder, bounds, like, shape_of},
    rule::Number,
};
use melior::ir::{OperationRef, Type, Value, ValueLike, operation::OperationLike};

/// The dims of a batch.
struct Batch<'c, 'a> {
    dims: Vec<PaddedDim<'c, 'a>>,
    feature: usize,
    /// All other dims.
    summed: Vec<usize>,
}

impl<'c: 'a, 'a> Padder<'c, 'a> {
    pub(super) fn batch_norm_inference(
        &mut self,
        operation: OperationRef<'c, 'a>,
    ) -> Result<(), NoForm> {
        let dims = self.dims(operand(operation, 0)?);
        let feature = feature_dim(operation);
        for index in 1..operation.operand_count() {
            let value = operand(operation, index)?;
            let value = self.fit(value, &[dims[feature].bound]);
            ir::set_operand(operation, index, value);
        }
        self.keep(operation, 0, dims);
        Ok(())
    }

    /// `(x - mean) / sqrt(variance + epsilon) * scale + offset`; the mean and the variance are results, too.
    pub(super) fn batch_norm_training(
        &mut self,
        operation: OperationRef<'c, 'a>,
    ) -> Result<(), NoForm> {
        let (batch, [x, scale, offset]) = self.batch(operation)?;
        let count = self.elements_per_feature(&batch, scale)?;
        let sum = self.feature_sum(&batch, x)?;
        let mean = self.same(stablehlo::DIVIDE, &[sum, count]);
        let centered = self.by_feature(stablehlo::SUBTRACT, &batch, x, mean);
        let squares = self.same(stablehlo::MULTIPLY, &[centered, centered]);
        let sum = self.feature_sum(&batch, squares)?;
        let variance = self.same(stablehlo::DIVIDE, &[sum, count]);
        let deviation = self.deviation(operation, variance)?;
        let mut output = self.by_feature(stablehlo::DIVIDE, &batch, centered, deviation);
        output = self.by_feature(stablehlo::MULTIPLY, &batch, output, scale);
        output = self.by_feature(stablehlo::ADD, &batch, output, offset);
        self.replace_batch(operation, &batch, [output, mean, variance]);
        Ok(())
    }

    /// The gradient of the output with respect to the operand, the scale and the offset.
    pub(super) fn batch_norm_grad(
        &mut self,
        operation: OperationRef<'c, 'a>,
    ) -> Result<(), NoForm> {
        let (batch, [x, scale, mean, variance, gradient]) = self.batch(operation)?;
        let count = self.elements_per_feature(&batch, scale)?;
        let deviation = self.deviation(operation, variance)?;
        let centered = self.by_feature(stablehlo::SUBTRACT, &batch, x, mean);
        let offset_gradient = self.feature_sum(&batch, gradient)?;
        let products = self.same(stablehlo::MULTIPLY, &[gradient, centered]);
        let products = self.feature_sum(&batch, products)?;
        let scale_gradient = self.same(stablehlo::DIVIDE, &[products, deviation]);
        // scale / deviation * (gradient - (sum of gradients + centered * sum of products / deviation^2) / count)
        let square = self.same(stablehlo::MULTIPLY, &[deviation, deviation]);
        let slope = self.same(stablehlo::DIVIDE, &[products, square]);
        let mut shared = self.by_feature(stablehlo::MULTIPLY, &batch, centered, slope);
        shared = self.by_feature(stablehlo::ADD, &batch, shared, offset_gradient);
        shared = self.by_feature(stablehlo::DIVIDE, &batch, shared, count);
        let own = self.same(stablehlo::SUBTRACT, &[gradient, shared]);
        let factor = self.same(stablehlo::DIVIDE, &[scale, deviation]);
        let own = self.by_feature(stablehlo::MULTIPLY, &batch, own, factor);
        self.replace_batch(operation, &batch, [own, scale_gradient, offset_gradient]);
        Ok(())
    }

    /// Returns the batch of an op, and its operands, those of one rank with the same bounds.
    fn batch<const N: usize>(
        &mut self,
        operation: OperationRef<'c, 'a>,
    ) -> Result<(Batch<'c, 'a>, [Value<'c, 'a>; N]), NoForm> {
        let feature = feature_dim(operation);
        let mut all = operands(operation, 0..N)?;
        let rank = shape_of(all[0]).len();
        let whole = all.iter().copied();
        let whole = whole.filter(|&it| rank == 1 || shape_of(it).len() == rank);
        let dims = self.common_dims(&whole.collect::<Vec<_>>());
        for value in &mut all {
            let is_whole = shape_of(*value).len() == dims.len();
            let own = if is_whole {
                &dims[..]
            } else {
                &dims[feature..=feature]
            };
            let mut fitted = self.fit(*value, &bounds(own));
            // Sums of narrow floats, and the number of elements, may be beyond the greatest one.
            if ir::element_type(fitted.r#type()).and_then(ir::bit_width) < Some(32) {
                fitted = self.convert(fitted, Type::float32(self.context));
            }
            *value = self.with_dims(fitted, own.to_vec());
        }
        let summed = (0..dims.len()).filter(|&dim| dim != feature).collect();
        let batch = Batch {
            dims,
            feature,
            summed,
        };
        let all = <[Value<'c, 'a>; N]>::try_from(all);
        Ok((batch, all.map_err(|_| "it lacks operands")?))
    }

    /// Emits the number of elements of each feature, as a tensor like `features`.
    fn elements_per_feature(
        &mut self,
        batch: &Batch<'c, 'a>,
        features: Value<'c, 'a>,
    ) -> Result<Value<'c, 'a>, NoForm> {
        let element = ir::element_type(features.r#type()).ok_or("it has no elements")?;
        let shape = shape_of(features);
        // As floats: the product may be greater than an `i32`.
        let mut product = None;
        for &dim in &batch.summed {
            let size = self.count(batch.dims[dim].size);
            let size = self.convert(size, element);
            product = Some(match product {
                Some(product) => self.same(stablehlo::MULTIPLY, &[product, size]),
                None => size,
            });
        }
        let one = self.splat(like(features, &[]), Number::Integer(1));
        let count = product.or(one).ok_or("its elements are no floats")?;
        Ok(self.broadcast(count, &[], &shape))
    }

    /// Emits the sum of the elements inside of each feature.
    fn feature_sum(
        &mut self,
        batch: &Batch<'c, 'a>,
        value: Value<'c, 'a>,
    ) -> Result<Value<'c, 'a>, NoForm> {
        let value = self.with_dims(value, batch.dims.clone());
        let scalar = like(value, &[]);
        let zero = self.neutral_scalar(scalar, stablehlo::ADD);
        let zero = zero.ok_or("its elements have no sum")?;
        let masked = self.mask(value, &batch.summed, zero);
        let dimensions = batch.summed.iter().map(|&dim| dim as i64);
        let attributes = ReduceOp {
            dimensions: &dimensions.collect::<Vec<_>>(),
        }
        .attributes(self.context);
        let bound = batch.dims[batch.feature].bound;
        let sums = self.emitter.emit_with_block(
            stablehlo::REDUCE,
            &[masked, zero],
            &attributes,
            &[like(value, &[bound])],
            &[scalar, scalar],
            |block| block.append_reducer(stablehlo::ADD),
        );
        sums.first().copied().ok_or_else(|| "it has no sum".into())
    }

    /// Emits an elementwise op on a batch and what each feature has one of.
    fn by_feature(
        &mut self,
        name: &'static str,
        batch: &Batch<'c, 'a>,
        value: Value<'c, 'a>,
        of_features: Value<'c, 'a>,
    ) -> Value<'c, 'a> {
        let all = self.broadcast(of_features, &[batch.feature], &bounds(&batch.dims));
        self.same(name, &[value, all])
    }

    /// Emits `sqrt(variance + epsilon)`.
    fn deviation(
        &mut self,
        operation: OperationRef<'c, 'a>,
        variance: Value<'c, 'a>,
    ) -> Result<Value<'c, 'a>, NoForm> {
        let epsilon = operation.attribute("epsilon").ok().and_then(ir::number);
        let epsilon = epsilon.and_then(|epsilon| self.splat(variance.r#type(), epsilon));
        let epsilon = epsilon.ok_or("its 'epsilon' is no number of its element type")?;
        let sum = self.same(stablehlo::ADD, &[variance, epsilon]);
        Ok(self.same(stablehlo::SQRT, &[sum]))
    }

    /// Ends an op whose first result is a batch, and whose others have an element for each feature.
    fn replace_batch(
        &mut self,
        operation: OperationRef<'c, 'a>,
        batch: &Batch<'c, 'a>,
        results: [Value<'c, 'a>; 3],
    ) {
        let dims = [&batch.dims[..], &batch.dims[batch.feature..=batch.feature]];
        for (index, (old, new)) in operation.results().zip(results).enumerate() {
            let new = match ir::element_type(Value::from(old).r#type()) {
                Some(element) => self.convert(new, element),
                None => new,
            };
            let new = self.with_dims(new, dims[index.min(1)].to_vec());
            ir::replace_uses(old.into(), new);
        }
        self.dead.push(operation);
    }
}

fn feature_dim(operation: OperationRef<'_, '_>) -> usize {
    ir::integer(operation, "feature_index").unwrap_or(0) as usize
}
