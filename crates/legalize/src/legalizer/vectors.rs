//! Emission of rows that are computed elementwise as whole tensors.

use super::{Legalizer, integer_attribute};
use crate::symbol::integer::{Definition, Function, Integer, Signedness::Signed};
use crate::{ir::DimMapping, types};
use melior::ir::{Value, attribute::DenseElementsAttribute, r#type::IntegerType};
use rustc_hash::FxHashMap;

/// The longest row that is computed number by number: shapes, which consumers of the output
/// follow, are no longer.
const MAX_SHAPE: usize = 8;

/// How the numbers in a column are computed together.
enum Column {
    /// They are the elements of one tensor.
    Whole,
    Constants(Vec<i64>),
    /// They are one number.
    Same,
    /// They are computed by functions that StableHLO has from the numbers in another column.
    Expanded(Vec<Integer>),
    /// They are one function of the numbers in other columns.
    Apply(Function, Vec<Vec<Integer>>),
}

impl<'c: 'a, 'a> Legalizer<'c, 'a> {
    /// Emits a row of data: one that is longer than shapes and is computed elementwise; `None`
    /// for any other row.
    pub(super) fn vector(&mut self, row: &[Integer], bits: u32) -> Option<Value<'c, 'a>> {
        if row.len() <= MAX_SHAPE {
            return None;
        }
        let mut pending = vec![row.to_vec()];
        let mut values = FxHashMap::<Vec<Integer>, Value<'c, 'a>>::default();
        while let Some(ids) = pending.last().cloned() {
            if values.contains_key(&ids) {
                pending.pop();
                continue;
            }
            let column = self.column(&ids)?;
            let parts = match &column {
                Column::Expanded(expanded) => std::slice::from_ref(expanded),
                Column::Apply(_, parts) => parts,
                _ => &[],
            };
            let missing = parts.iter().filter(|part| !values.contains_key(*part));
            let missing = missing.cloned().collect::<Vec<_>>();
            if !missing.is_empty() {
                pending.extend(missing);
                continue;
            }
            let bits = self.values.integers.bits(ids[0]);
            let value = match column {
                Column::Whole => self.whole(&ids, bits)?,
                Column::Constants(constants) => self.constants(&constants, bits),
                Column::Same => self.repeated(ids[0], ids.len()),
                Column::Expanded(expanded) => *values.get(&expanded)?,
                Column::Apply(function, parts) => {
                    let parts = parts.iter().map(|part| values.get(part).copied());
                    let parts = parts.collect::<Option<Vec<_>>>()?;
                    match function {
                        Function::Convert(signedness) => self.convert(parts[0], bits, signedness),
                        function => self.function(function, &parts),
                    }
                }
            };
            values.insert(ids, value);
            pending.pop();
        }
        let value = *values.get(row)?;
        Some(self.convert(value, bits, Signed))
    }

    fn column(&mut self, ids: &[Integer]) -> Option<Column> {
        let numbers = &self.values.integers;
        let first = *ids.first()?;
        let bits = numbers.bits(first);
        if ids.iter().any(|&id| numbers.bits(id) != bits) {
            return None;
        }
        let constants = ids.iter().map(|&id| numbers.value(id));
        if let Some(constants) = constants.collect::<Option<Vec<_>>>() {
            return Some(Column::Constants(constants));
        }
        if ids.iter().all(|&id| id == first) {
            return Some(Column::Same);
        }
        if self.is_whole(ids, bits) {
            return Some(Column::Whole);
        }
        let expanded = ids.iter().map(|&id| self.values.integers.expand(id));
        let expanded = expanded.collect::<Vec<_>>();
        if expanded != ids {
            return Some(Column::Expanded(expanded));
        }
        let numbers = &self.values.integers;
        let Definition::Apply(function, parts) = numbers.definition(first) else {
            return None;
        };
        let mut columns = vec![Vec::with_capacity(ids.len()); parts.len()];
        for &id in ids {
            match numbers.definition(id) {
                Definition::Apply(other, parts) if other == function => {
                    for (column, &part) in columns.iter_mut().zip(parts) {
                        column.push(part);
                    }
                }
                _ => return None,
            }
        }
        Some(Column::Apply(*function, columns))
    }

    /// Emits a row of constants of any width; it may be empty.
    pub(super) fn constants(&mut self, constants: &[i64], bits: u32) -> Value<'c, 'a> {
        let element = IntegerType::new(self.context(), bits).into();
        let r#type = types::row_type(self.context(), constants.len(), bits);
        let constants = constants.iter();
        let constants = constants.map(|&value| integer_attribute(element, value));
        let value = DenseElementsAttribute::new(r#type, &constants.collect::<Vec<_>>())
            .expect("the type is that of a static tensor of integers");
        self.elements(value.into(), r#type)
    }

    fn repeated(&mut self, id: Integer, count: usize) -> Value<'c, 'a> {
        let bits = self.values.integers.bits(id);
        let number = self.number(id);
        let r#type = types::row_type(self.context(), count, bits);
        let mapping = DimMapping::new(self.context(), &[]);
        self.emitter.emit_broadcast(number, mapping, None, r#type)
    }
}
