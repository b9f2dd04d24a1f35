//! Generates ops whose results' sizes follow from their operands'.

use super::{Scope, Type, Value, Writer, tensor};

impl Writer<'_, '_> {
    pub(super) fn result(
        &mut self,
        scope: &mut Scope,
        r#type: Type,
        op: impl FnOnce(&str) -> String,
    ) {
        let name = self.emit(&op(&tensor(&r#type)));
        scope.values.push(Value { name, r#type });
    }

    /// Adds an op, given the text before its types and its operands.
    fn result_of(&mut self, scope: &mut Scope, result: Type, op: &str, operands: &[&Value]) {
        let types = operands.iter().map(|operand| tensor(&operand.r#type));
        let types = types.collect::<Vec<_>>().join(", ");
        self.result(scope, result, |result| {
            format!("{op} : ({types}) -> {result}")
        });
    }

    pub(super) fn broadcast(&mut self, scope: &mut Scope) {
        let (a, b) = (self.pick(&scope.values), self.pick(&scope.values));
        self.broadcast_of(scope, &a, &b);
    }

    pub(super) fn broadcast_of(&mut self, scope: &mut Scope, a: &Value, b: &Value) {
        let rank = a.r#type.len().max(b.r#type.len());
        let mut result = vec![];
        for dim in 0..rank {
            let size = |value: &Value| match (dim + value.r#type.len()).checked_sub(rank) {
                Some(dim) => value.r#type[dim],
                None => Some(1),
            };
            result.push(match (size(a), size(b)) {
                (Some(1), other) | (other, Some(1)) => other,
                (Some(size), other) | (other, Some(size)) if other.is_none_or(|o| o == size) => {
                    Some(size)
                }
                (None, None) => None,
                // Incompatible operands: another statement is emitted instead.
                _ => return,
            });
        }
        for dim in &mut result {
            match self.choices.below(10) {
                0 => *dim = None,
                1 if dim.is_none() => *dim = Some(self.number_below(3)),
                _ => {}
            }
        }
        let op = format!("chlo.broadcast_add {}, {}", a.name, b.name);
        self.result_of(scope, result, &op, &[a, b]);
    }

    /// Picks two values whose types agree except in dynamic dims.
    fn alike(&mut self, scope: &Scope, free: Option<usize>) -> Option<(Value, Value)> {
        let (a, b) = (self.pick(&scope.values), self.pick(&scope.values));
        let agrees = a.r#type.len() == b.r#type.len()
            && (a.r#type.iter().zip(&b.r#type).enumerate()).all(|(dim, pair)| {
                free == Some(dim) || matches!(pair, (None, _) | (_, None)) || pair.0 == pair.1
            });
        agrees.then_some((a, b))
    }

    pub(super) fn elementwise(&mut self, scope: &mut Scope) {
        let Some((a, b)) = self.alike(scope, None) else {
            return;
        };
        let result = a.r#type.iter().zip(&b.r#type).map(|(a, b)| a.or(*b));
        let result = result.collect();
        let op = format!("stablehlo.add {}, {}", a.name, b.name);
        self.result_of(scope, result, &op, &[&a, &b]);
    }

    pub(super) fn transpose(&mut self, scope: &mut Scope) {
        let value = self.pick(&scope.values);
        let rank = value.r#type.len();
        let reversed = (0..rank).rev().map(|dim| dim.to_string());
        let dims = reversed.collect::<Vec<_>>().join(", ");
        let result = value.r#type.iter().rev().copied().collect();
        let op = format!("stablehlo.transpose {}, dims = [{dims}]", value.name);
        self.result_of(scope, result, &op, &[&value]);
    }

    pub(super) fn reduce(&mut self, scope: &mut Scope) {
        let value = self.pick(&scope.values);
        if value.r#type.is_empty() {
            return;
        }
        let dim = self.choices.below(value.r#type.len());
        let mut result = value.r#type.clone();
        result.remove(dim);
        let initial = self.iota(scope, &vec![]);
        let op = format!(
            "stablehlo.reduce({} init: {}) applies stablehlo.add across dimensions = [{dim}]",
            value.name, initial.name
        );
        self.result_of(scope, result, &op, &[&value, &initial]);
    }

    pub(super) fn concatenate(&mut self, scope: &mut Scope) {
        let dim = self.choices.below(2);
        let Some((a, b)) = self.alike(scope, Some(dim)) else {
            return;
        };
        if dim >= a.r#type.len() {
            return;
        }
        let pairs = a.r#type.iter().zip(&b.r#type).enumerate();
        let result = pairs.map(|(at, (a, b))| match at == dim {
            true => Some((*a)? + (*b)?),
            false => a.or(*b),
        });
        let result = result.collect();
        let op = format!("stablehlo.concatenate {}, {}, dim = {dim}", a.name, b.name);
        self.result_of(scope, result, &op, &[&a, &b]);
    }

    pub(super) fn slice(&mut self, scope: &mut Scope) {
        let value = self.pick(&scope.values);
        let mut limits = vec![];
        for dim in &value.r#type {
            limits.push(match dim {
                Some(size) => *size,
                None => 1 + self.number_below(2),
            });
        }
        let ranges = limits.iter().map(|limit| format!("0:{limit}"));
        let ranges = ranges.collect::<Vec<_>>().join(", ");
        let result = limits.iter().map(|limit| Some(*limit)).collect();
        let op = format!("stablehlo.slice {} [{ranges}]", value.name);
        self.result_of(scope, result, &op, &[&value]);
    }

    pub(super) fn dot(&mut self, scope: &mut Scope) {
        let (a, b) = (self.pick(&scope.values), self.pick(&scope.values));
        let (Some((last, rest)), Some((first, others))) =
            (a.r#type.split_last(), b.r#type.split_first())
        else {
            return;
        };
        if last.is_some() && first.is_some() && last != first {
            return;
        }
        let result = [rest, others].concat();
        let op = format!(
            "stablehlo.dot_general {}, {}, contracting_dims = [{}] x [0]",
            a.name,
            b.name,
            rest.len()
        );
        self.result_of(scope, result, &op, &[&a, &b]);
    }

    pub(super) fn pad(&mut self, scope: &mut Scope) {
        let value = self.pick(&scope.values);
        let rank = value.r#type.len();
        let initial = self.iota(scope, &vec![]);
        let [low, high] =
            [(); 2].map(|()| (0..rank).map(|_| self.number_below(2)).collect::<Vec<_>>());
        let dims = value.r#type.iter().zip(low.iter().zip(&high));
        let result = dims.map(|(dim, (low, high))| Some((*dim)? + low + high));
        let result = result.collect();
        let op = format!(
            "stablehlo.pad {}, {}, low = {low:?}, high = {high:?}, interior = {:?}",
            value.name,
            initial.name,
            vec![0; rank]
        );
        self.result_of(scope, result, &op, &[&value, &initial]);
    }
}
