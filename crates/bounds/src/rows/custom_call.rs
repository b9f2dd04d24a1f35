//! Custom calls that JAX emits for CPUs: LAPACK's functions on the matrices in the last two dims, and selections of the
//! greatest elements.

use super::{RANDOM_BITS, operand, operands, result};
use crate::{
    dialect::{self, stablehlo},
    ir::{self, OpName},
    padder::{Count, NoForm, PaddedDim, Padder, bounds, like},
    rule::Number,
    specialize::{SHAPE_OPERANDS, static_custom_call},
};
use melior::ir::{OperationRef, Value, ValueLike, operation::OperationLike};

/// Why an approximate selection has no padded form.
const UNKNOWN_COUNT: &str = "it returns an unknown number of elements; give its sizes with option 'shapes' or 'sizes', \
                             too, or select exactly, as by `top_k`";

impl<'c: 'a, 'a> Padder<'c, 'a> {
    pub(super) fn custom_call(&mut self, operation: OperationRef<'c, 'a>) -> Result<(), NoForm> {
        let target = ir::string(operation, "call_target_name").unwrap_or_default();
        match target {
            dialect::DYNAMIC_REDUCE_WINDOW => self.dynamic_reduce_window(operation),
            "stablehlo.dynamic_top_k" => self.dynamic_top_k(operation),
            "stablehlo.dynamic_rng_bit_generator" => Err(RANDOM_BITS.into()),
            "stablehlo.dynamic_approx_top_k" => Err(UNKNOWN_COUNT.into()),
            "ApproxTopK" => self.approx_top_k(operation),
            _ => match target.strip_prefix("lapack_") {
                Some(function) => self.lapack(operation, function),
                None => Err("what it computes is not known".into()),
            },
        }
    }

    fn dynamic_top_k(&mut self, operation: OperationRef<'c, 'a>) -> Result<(), NoForm> {
        let old = result(operation)?;
        let numbers = operand(operation, 1)?;
        have_one_rank(operation, 1)?;
        let last = ir::sizes_of(old.r#type()).len().checked_sub(1);
        let last = last.ok_or("it selects from a scalar")?;
        let planned = self.greatest(old, last);
        let found = self.result_dim(old, last, |padder| {
            let size = match ir::sizes_of(numbers.r#type()).is_empty() {
                true => Count::Value(padder.as_i32(numbers)),
                false => padder.element(numbers, 0),
            };
            Ok(PaddedDim::of(padder.bound_of(size, planned)?, size))
        })?;
        self.select_greatest(operation, last, found)
    }

    /// Elements outside are those that the selection begins with.
    fn approx_top_k(&mut self, operation: OperationRef<'c, 'a>) -> Result<(), NoForm> {
        let count = operation.result_count();
        let values = operands(operation, 0..count)?;
        have_one_rank(operation, count)?;
        let mut all = self.common_dims(&values);
        let along = config_number(operation, "reduction_dim").map(|dim| match dim {
            ..0 => dim + all.len() as i64,
            _ => dim,
        });
        let along = along.and_then(|dim| usize::try_from(dim).ok());
        let along = along.filter(|&dim| dim < all.len());
        let along = along.ok_or("the dim that it selects along is not known")?;
        let selected = ir::sizes_of(result(operation)?.r#type())[along];
        let selected = selected.ok_or(UNKNOWN_COUNT)?;
        for (index, value) in values.into_iter().enumerate() {
            let initial = operand(operation, count + index)?;
            let masked = self.mask(value, &[along], initial);
            let mut shape = bounds(&all);
            shape[along] = shape[along].max(selected);
            let fitted = self.fit(masked, &shape);
            ir::set_operand(operation, index, fitted);
        }
        all[along] = PaddedDim::fixed(selected);
        self.replace_custom_call(operation, &vec![all; count]);
        Ok(())
    }

    /// Matrices outside are 0. A function that factors or solves on its own what is inside takes the identity outside of
    /// matrices, or zeros; others need matrices of known sizes.
    fn lapack(&mut self, operation: OperationRef<'c, 'a>, function: &str) -> Result<(), NoForm> {
        let function = function.get(1..).unwrap_or_default();
        let shapes = ir::int_elements(operation, SHAPE_OPERANDS, operation.operand_count());
        let shapes = shapes.unwrap_or_default();
        let mut dims = vec![];
        for (index, result) in operation.results().map(Value::from).enumerate() {
            dims.push(match shapes.get(index) {
                Some(&shape) => {
                    let shape = usize::try_from(shape).map_err(|_| "it lacks a shape")?;
                    self.dims_from(result, operand(operation, shape)?)?
                }
                None => {
                    let rank = ir::sizes_of(result.r#type()).len();
                    let known = (0..rank).map(|dim| self.known_dim(result, dim));
                    known
                        .collect::<Option<_>>()
                        .ok_or("a size of its result is not known")?
                }
            });
        }
        let first = dims.first().cloned().ok_or("it has no result")?;
        let rank = self.dims(operand(operation, 0)?).len();
        let is_solve = function == "trsm_ffi";
        let is_factor = is_solve || matches!(function, "potrf_ffi" | "getrf_ffi");
        // Rows and columns of zeros are reflected onto themselves.
        let is_reflected = matches!(function, "geqrf_ffi" | "orgqr_ffi" | "ungqr_ffi");
        let has_form = is_factor || is_reflected;
        if rank < 2 || first.len() + 2 < rank || has_form && first.len() != rank {
            return Err("its operand and its first result are not as many matrices".into());
        }
        let matrix = [2, 1].map(|back| first.get(first.len().wrapping_sub(back)));
        let matrix = matrix.map(|dim| dim.map_or(0, |dim| dim.bound));
        if is_reflected {
            // A reflection for each of the first columns.
            let factors = dims.iter_mut().filter(|dims| dims.len() == rank - 1);
            for factors in factors.filter_map(|dims| dims.last_mut()) {
                factors.bound = matrix[0].min(matrix[1]);
            }
            if function != "geqrf_ffi" && matrix[0] < matrix[1] {
                return Err("its matrices have bounds with more columns than rows".into());
            }
        }
        let others = (0..rank - 2).collect::<Vec<_>>();
        for index in (0..operation.operand_count()).filter(|&it| !shapes.contains(&(it as i64))) {
            let value = operand(operation, index)?;
            let mut own = self.dims(value);
            // Beside the matrices, there may be a vector for each.
            if own.len() != rank && (own.len() != rank - 1 || is_factor) {
                return Err("its operands have other ranks".into());
            }
            let inner = (rank - 2..own.len()).collect::<Vec<_>>();
            let is_open = inner.iter().any(|&dim| own[dim].is_open());
            if is_open && !has_form {
                return Err(
                    "its matrices have unknown sizes; give these with option 'shapes' or 'sizes', too"
                        .into(),
                );
            }
            for &dim in &others {
                own[dim].bound = first[dim].bound;
            }
            if is_reflected {
                match own.len() == rank {
                    true => (own[rank - 2].bound, own[rank - 1].bound) = matrix.into(),
                    false => own[rank - 2].bound = own[rank - 2].bound.min(matrix[1]),
                }
            }
            if is_factor {
                let is_left = config_number(operation, "side") == Some(i64::from(b'L'));
                let [rows, columns] = match (is_solve && index == 0, is_left) {
                    (false, _) => matrix,
                    (true, true) => [matrix[0]; 2],
                    (true, false) => [matrix[1]; 2],
                };
                (own[rank - 2].bound, own[rank - 1].bound) = (rows, columns);
            }
            let value = self.fit(value, &bounds(&own));
            let mut value = self.with_dims(value, own);
            value = self.mask_by(value, &others, Number::Integer(0))?;
            if is_open {
                value = match is_factor {
                    true => self.solvable(value, index == 0)?,
                    false => self.mask_by(value, &inner, Number::Integer(0))?,
                };
            }
            ir::set_operand(operation, index, value);
        }
        self.replace_custom_call(operation, &dims);
        Ok(())
    }

    /// Replaces a custom call by that on static shapes.
    fn replace_custom_call(
        &mut self,
        operation: OperationRef<'c, 'a>,
        dims: &[Vec<PaddedDim<'c, 'a>>],
    ) {
        let Some((values, attributes)) = static_custom_call(self.context, operation, None) else {
            for (index, dims) in dims.iter().enumerate() {
                self.keep(operation, index, dims.clone());
            }
            return;
        };
        let types = operation.results().zip(dims);
        let types = types.map(|(result, dims)| like(result.into(), &bounds(dims)));
        let types = types.collect::<Vec<_>>();
        let name = OpName::new(self.context, stablehlo::CUSTOM_CALL);
        let new = ir::create(operation.location(), name, &values, &attributes, &types);
        let Some(new) = ir::insert_before(operation, new) else {
            return;
        };
        for ((old, new), dims) in operation.results().zip(new.results()).zip(dims) {
            ir::replace_uses(old.into(), new.into());
            self.set_dims(new.into(), dims.clone());
        }
        self.dead.push(operation);
    }
}

/// Checks that the first operands of an op, and its results, have one rank, which no verifier does.
fn have_one_rank(operation: OperationRef<'_, '_>, count: usize) -> Result<(), NoForm> {
    let operands = operation.operands().take(count).map(|it| it.r#type());
    let types = operands.chain(operation.results().map(|it| it.r#type()));
    let mut ranks = types.map(|it| ir::sizes_of(it).len());
    let first = ranks.next();
    match ranks.all(|rank| Some(rank) == first) {
        true => Ok(()),
        false => Err("its operands and results have other ranks".into()),
    }
}

/// Returns a number that a custom call is configured with.
fn config_number(operation: OperationRef<'_, '_>, name: &str) -> Option<i64> {
    let config = operation.attribute("mhlo.backend_config").ok()?;
    ir::any_integer_value(ir::as_dictionary(config)?.element_by_name(name)?)
}
