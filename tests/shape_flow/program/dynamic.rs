//! Generates ops with their results' sizes as an operand.

use super::{Scope, Type, Value, Writer, tensor};

impl Writer<'_, '_> {
    /// Emits a tensor of a type; dynamic sizes are computed.
    pub(super) fn iota(&mut self, scope: &mut Scope, r#type: &Type) -> Value {
        let name = if r#type.is_empty() {
            self.emit("stablehlo.constant dense<0.0> : tensor<f32>")
        } else {
            let (shape, shape_type) = self.shape(scope, r#type);
            self.emit(&format!(
                "stablehlo.dynamic_iota {shape}, dim = 0 : ({shape_type}) -> {}",
                tensor(r#type)
            ))
        };
        Value {
            name,
            r#type: r#type.clone(),
        }
    }

    /// Emits a tensor whose dynamic sizes are known, of a given rank if any.
    pub(super) fn known(&mut self, rank: Option<usize>) -> Value {
        let rank = rank.unwrap_or_else(|| 1 + self.choices.below(2));
        let size = self.choose(&[1, 1, 0, 2]);
        self.filled(&vec![None; rank], size)
    }

    /// Emits a tensor of a type whose dynamic sizes all equal `size`, which the type does not
    /// show.
    pub(super) fn filled(&mut self, r#type: &Type, size: i64) -> Value {
        let sizes = r#type.iter().map(|dim| dim.unwrap_or(size));
        let sizes = sizes.collect::<Vec<_>>();
        let exact = tensor(&sizes.iter().copied().map(Some).collect());
        let open = tensor(r#type);
        let name = match self.choices.below(3) {
            0 => {
                let exact_value = self.emit(&format!("stablehlo.constant dense<0.0> : {exact}"));
                self.emit(&format!("tensor.cast {exact_value} : {exact} to {open}"))
            }
            1 if !sizes.is_empty() => {
                let count = sizes.iter().product::<i64>();
                let flat = format!("tensor<{count}xf32>");
                let value = self.emit(&format!("stablehlo.constant dense<0.0> : {flat}"));
                let (shape, shape_type) = self.constant_shape(&sizes);
                self.emit(&format!(
                    "stablehlo.dynamic_reshape {value}, {shape} : ({flat}, {shape_type}) -> {open}"
                ))
            }
            _ if sizes.is_empty() => self.emit("stablehlo.constant dense<0.0> : tensor<f32>"),
            _ => {
                let (shape, shape_type) = self.constant_shape(&sizes);
                self.emit(&format!(
                    "stablehlo.dynamic_iota {shape}, dim = 0 : ({shape_type}) -> {open}"
                ))
            }
        };
        Value {
            name,
            r#type: r#type.clone(),
        }
    }

    fn constant_shape(&mut self, sizes: &[i64]) -> (String, String) {
        let r#type = format!("tensor<{}xi32>", sizes.len());
        let sizes = format!("{sizes:?}");
        (
            self.emit(&format!("stablehlo.constant dense<{sizes}> : {type}")),
            r#type,
        )
    }

    /// Emits a reshape with the dims reversed, flattened, or with an additional dim.
    pub(super) fn reshape(&mut self, scope: &mut Scope) {
        let value = self.pick(&scope.values);
        let rank = value.r#type.len();
        let r#type = tensor(&value.r#type);
        let sizes = (0..rank).map(|dim| self.size_of(&value.name, &r#type, dim));
        let mut sizes = sizes.collect::<Vec<_>>();
        match self.choices.below(3) {
            0 => sizes.reverse(),
            1 if rank == 2 => {
                let [a, b] = [&sizes[0], &sizes[1]];
                sizes = vec![self.emit(&format!("stablehlo.multiply {a}, {b} : tensor<i32>"))];
            }
            _ if rank < 2 => {
                let at = self.choices.below(rank + 1);
                sizes.insert(at, self.constant(1));
            }
            _ => {}
        }
        if sizes.is_empty() {
            return;
        }
        let shape = self.concatenated(&sizes);
        scope.shapes.push((shape.clone(), sizes.len()));
        let shape_type = format!("tensor<{}xi32>", sizes.len());
        self.result(scope, vec![None; sizes.len()], |result| {
            format!(
                "stablehlo.dynamic_reshape {}, {shape} : ({type}, {shape_type}) -> {result}",
                value.name
            )
        });
    }

    /// Emits a slice from the start with computed limits.
    pub(super) fn dynamic_slice(&mut self, scope: &mut Scope) {
        let value = self.pick(&scope.values);
        let rank = value.r#type.len();
        if rank == 0 {
            return;
        }
        let limits = (0..rank).map(|dim| match self.choices.below(2) {
            0 => self.size_of(&value.name, &tensor(&value.r#type), dim),
            _ => self.size(scope),
        });
        let limits = limits.collect::<Vec<_>>();
        let limits = self.concatenated(&limits);
        let first = self.number_below(2) * self.number_below(2);
        let (starts, shape_type) = self.constant_shape(&vec![first; rank]);
        let (strides, _) = self.constant_shape(&vec![1; rank]);
        self.result(scope, vec![None; rank], |result| {
            format!(
                "stablehlo.real_dynamic_slice {}, {starts}, {limits}, {strides} : \
                 ({}, {shape_type}, {shape_type}, {shape_type}) -> {result}",
                value.name,
                tensor(&value.r#type)
            )
        });
    }

    pub(super) fn dynamic_broadcast(&mut self, scope: &mut Scope) {
        let value = self.pick(&scope.values);
        let mut result = value.r#type.clone();
        for dim in &mut result {
            if dim.is_none() || *dim == Some(1) {
                *dim = None;
            }
        }
        if self.choices.below(2) == 0 {
            result.insert(0, None);
        }
        let offset = result.len() - value.r#type.len();
        let dims = (offset..result.len()).map(|dim| dim.to_string());
        let dims = dims.collect::<Vec<_>>().join(", ");
        let (shape, shape_type) = self.shape(scope, &result);
        self.result(scope, result, |result| {
            format!(
                "stablehlo.dynamic_broadcast_in_dim {}, {shape}, dims = [{dims}] : ({}, {shape_type}) \
                 -> {result}",
                value.name,
                tensor(&value.r#type)
            )
        });
    }
}
