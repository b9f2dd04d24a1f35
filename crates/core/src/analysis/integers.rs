//! The integers that values hold: what each element of a small tensor, and each size of a tensor,
//! is computed from.
//!
//! This is known wherever a value is defined, whatever is known of sizes there. Each op is read
//! by its row in [`ops`](super::ops).

mod extents;
mod float;
use super::{
    element_table::MAX_ELEMENTS,
    row::{OpRow, OpTable},
    state::{IntegerRow, IntegerValues},
};
use crate::{
    ir::{self, ValueKey},
    rule::FactTable,
    symbol::integer::{Definition, Function, INDEX_BITS, Integer, Signedness, Source},
};
use melior::ir::{
    OperationRef, Type, TypeLike, Value, ValueLike, operation::OperationLike,
    r#type::ShapedTypeLike,
};

/// The longest chain of functions that is kept as integers. Later functions start from the value
/// of the program, so that what is before them is not emitted again in every region that uses
/// them.
pub(super) const MAX_DEPTH: u32 = 256;

/// The longest chain of ops that is read at once. A pass that visits ops in order needs none.
const MAX_CHAIN: usize = 32;

impl IntegerValues {
    /// Creates integers for facts, which know how sizes are related where they are asked for: sizes
    /// are not computed from others.
    pub(super) fn of_named_extents() -> Self {
        Self {
            has_named_extents: true,
            ..Self::default()
        }
    }

    /// Adds facts about ops that the table of ops has no row for.
    pub(super) fn add_facts(&mut self, facts: &FactTable) {
        self.ops = OpTable::with_facts(facts);
    }

    /// Returns the value that integers are computed from.
    pub fn source(&self, source: Source) -> ValueKey {
        self.sources[source.0 as usize]
    }

    /// Returns the values that integers are computed from, in the order of their [`Source`].
    pub(super) fn sources(&self) -> impl Iterator<Item = ValueKey> {
        self.sources.iter().copied()
    }

    /// Returns an `index` constant.
    pub fn index(&mut self, value: i64) -> Integer {
        self.integers.constant(value, INDEX_BITS)
    }

    /// Sets the elements of a value.
    pub fn set(&mut self, value: Value<'_, '_>, row: impl Into<IntegerRow>) {
        self.elements.insert(ValueKey::new(value), Some(row.into()));
    }

    /// Sets the sizes of a tensor where its type does not say them.
    pub fn set_extents(&mut self, value: Value<'_, '_>, extents: &[Integer]) {
        let shape = ir::shaped_type(value.r#type());
        let Some(shape) = shape.shape().filter(|shape| shape.len() == extents.len()) else {
            return;
        };
        let sizes = shape.iter().zip(extents);
        let sizes = sizes.map(|(dim, &extent)| match dim.fixed_size() {
            Some(size) => self.index(size),
            None => extent,
        });
        let sizes = sizes.collect::<IntegerRow>();
        self.extents.insert(ValueKey::new(value), sizes);
    }

    /// Forgets what has been read of a value, whose type or whose operands' types have changed.
    pub(super) fn forget(&mut self, value: Value<'_, '_>) {
        let key = ValueKey::new(value);
        self.elements.remove(&key);
        self.extents.remove(&key);
    }

    /// Notes that a value is the same as another one.
    pub fn set_same(&mut self, value: Value<'_, '_>, original: Value<'_, '_>) {
        let key = ValueKey::new(value);
        let elements = self.elements(original);
        self.elements.insert(key, elements);
        if let Some(extents) = self.extents(original) {
            self.extents.insert(key, extents);
        }
    }

    /// Returns the integer that a scalar or a tensor of rank 0 holds; `None` if it holds no
    /// signless one of at most 64 bits.
    pub fn number(&mut self, value: Value<'_, '_>) -> Option<Integer> {
        integer_bits(value.r#type())?;
        let is_scalar = rank(value.r#type()).is_none_or(|rank| rank == 0);
        match &*self.elements(value).filter(|_| is_scalar)? {
            &[number] if !ir::is_of_sizes(value.r#type()) || is_size(value.r#type()) => {
                Some(number)
            }
            _ => None,
        }
    }

    /// Returns the integers that a tensor of rank 1 or a shape holds; `None` if its elements
    /// are not signless integers, or if there are too many or an unknown number.
    pub fn row(&mut self, value: Value<'_, '_>) -> Option<IntegerRow> {
        integer_bits(value.r#type())?;
        let is_row = match rank(value.r#type()) {
            Some(rank) => rank == 1,
            None => ir::is_of_sizes(value.r#type()) && !is_size(value.r#type()),
        };
        self.elements(value).filter(|_| is_row)
    }

    /// Returns the elements of a value in row-major order, as integers; `None` if they are not
    /// integers, or if there are too many or an unknown number.
    pub fn elements(&mut self, value: Value<'_, '_>) -> Option<IntegerRow> {
        let key = ValueKey::new(value);
        if let Some(elements) = self.elements.get(&key) {
            return elements.clone();
        }
        let bits = any_integer_bits(value.r#type())?;
        let count = element_count(value.r#type());
        if count.is_some_and(|count| count > MAX_ELEMENTS) {
            return None;
        }
        let computed = self.read(value);
        if let Some(elements) = self.elements.get(&key) {
            return elements.clone();
        }
        let fits = |row: &IntegerRow| {
            row.len() <= MAX_ELEMENTS && count.is_none_or(|count| count == row.len())
        };
        let computed = computed.filter(fits);
        if let Some(row) = &computed {
            let has_width = |&id: &Integer| self.integers.bits(id) == bits;
            debug_assert!(row.iter().all(has_width), "{value}");
        }
        let is_shallow = |&id: &Integer| self.integers.depth(id) < MAX_DEPTH;
        let elements = match &computed {
            Some(row) if row.iter().all(is_shallow) => computed,
            _ => count.map(|count| {
                let own = self.own_elements(value, count, bits);
                let computed = computed.iter().flat_map(|row| row.iter().copied());
                self.computed.extend(own.iter().copied().zip(computed));
                own
            }),
        };
        self.elements.insert(key, elements.clone());
        elements
    }

    /// Returns the elements of a value that are not computed from others.
    fn own_elements(&mut self, value: Value<'_, '_>, count: usize, bits: u32) -> IntegerRow {
        let source = self.source_of(value);
        let element = |index| {
            self.integers
                .define(Definition::Element(source, index), bits)
        };
        (0..count).map(element).collect()
    }

    /// Returns the elements of a value of which it is known that there are so many.
    pub(super) fn row_of(&mut self, value: Value<'_, '_>, count: usize) -> Option<IntegerRow> {
        if let Some(row) = self.elements(value) {
            return (row.len() == count).then_some(row);
        }
        let bits = any_integer_bits(value.r#type())?;
        let row = self.own_elements(value, count, bits);
        self.set(value, row.clone());
        Some(row)
    }

    /// Returns what an element of a value at the end of a long chain is computed from.
    pub(super) fn computed(&self, element: Integer) -> Option<Integer> {
        self.computed.get(&element).copied()
    }

    /// Returns whether all elements of a value are computed from others.
    pub fn is_computed(&mut self, value: Value<'_, '_>) -> bool {
        let Some(row) = self.elements(value) else {
            return false;
        };
        let key = ValueKey::new(value);
        !row.iter().any(|&id| self.is_own(id, key))
    }

    /// Returns whether it is known how some elements of a value are computed, be it by a long
    /// chain.
    pub(super) fn is_computed_in_part(&mut self, value: Value<'_, '_>) -> bool {
        let Some(row) = self.elements(value) else {
            return false;
        };
        let key = ValueKey::new(value);
        let is_computed = |&id: &Integer| !self.is_own(id, key) || self.computed(id).is_some();
        row.is_empty() || row.iter().any(is_computed)
    }

    fn is_own(&self, id: Integer, key: ValueKey) -> bool {
        match *self.integers.definition(id) {
            Definition::Element(source, _) => self.source(source) == key,
            _ => false,
        }
    }

    /// Learns what an op computes. Where ops are visited in order, no chain longer than one op
    /// has to be followed.
    pub fn learn(&mut self, operation: OperationRef<'_, '_>) {
        for result in operation.results() {
            self.extents(result.into());
            self.elements(result.into());
        }
    }

    /// Reads the op that defines a value, by its row.
    fn read(&mut self, value: Value<'_, '_>) -> Option<IntegerRow> {
        let operation = ir::defining_op(value)?;
        let op = self.ops.find(operation).filter(|op| self.reads(op))?;
        let integers = op.integers?;
        let row = self.follow(|this| integers.read(this, operation));
        // Of several results, each has been set.
        row.filter(|_| operation.result_count() == 1)
    }

    /// Returns the function of integers that an op applies to each element, by its row.
    pub fn function(&mut self, operation: OperationRef<'_, '_>) -> Option<Function> {
        self.ops.find(operation)?.integers?.function(operation)
    }

    fn reads(&self, op: &OpRow) -> bool {
        self.unread.as_deref() != Some(op.name)
    }

    /// Follows an op, unless the chain is too long already.
    fn follow<T>(&mut self, read: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        if self.chain >= MAX_CHAIN {
            return None;
        }
        self.chain += 1;
        let found = read(self);
        self.chain -= 1;
        found
    }

    fn source_of(&mut self, value: Value<'_, '_>) -> Source {
        let key = ValueKey::new(value);
        *self.source_of.entry(key).or_insert_with(|| {
            let next = u32::try_from(self.sources.len()).expect("there are fewer values than that");
            self.sources.push(key);
            Source(next)
        })
    }

    /// Returns the elements of an op's operand.
    pub(super) fn operand(
        &mut self,
        operation: OperationRef<'_, '_>,
        index: usize,
    ) -> Option<IntegerRow> {
        self.elements(ir::operand(operation, index)?)
    }

    /// Returns the constant that an op's operand is.
    pub(super) fn constant_operand(
        &mut self,
        operation: OperationRef<'_, '_>,
        index: usize,
    ) -> Option<i64> {
        match &*self.operand(operation, index)? {
            &[number] => self.integers.value(number),
            _ => None,
        }
    }

    /// Applies a function to each element of an op's operands; where one holds a single number and
    /// others do not, to that one each time.
    pub(super) fn map(
        &mut self,
        operation: OperationRef<'_, '_>,
        mut function: impl FnMut(&mut Self, &[Integer]) -> Option<Integer>,
    ) -> Option<IntegerRow> {
        let operands = operation.operands();
        let rows = operands.map(|operand| self.elements(operand));
        let rows = rows.collect::<Option<Vec<_>>>()?;
        let count = rows.iter().map(|row| row.len()).max()?;
        if !rows.iter().all(|row| row.len() == count || row.len() == 1) {
            return None;
        }
        let element = |index: usize| {
            let parts = rows
                .iter()
                .map(|row| row[if row.len() == 1 { 0 } else { index }]);
            function(self, &parts.collect::<Vec<_>>())
        };
        (0..count).map(element).collect()
    }

    /// Applies a function of integers to each element of an op's operands.
    pub(super) fn apply(
        &mut self,
        operation: OperationRef<'_, '_>,
        function: Function,
    ) -> Option<IntegerRow> {
        self.map(operation, |this, parts| {
            Some(this.integers.apply(function, parts))
        })
    }

    /// Returns the magnitude of a number.
    pub(super) fn absolute(&mut self, number: Integer) -> Integer {
        if self.integers.is_nonnegative(number) {
            return number;
        }
        let zero = self.integers.constant(0, self.integers.bits(number));
        let negated = self.integers.apply(Function::Subtract, &[zero, number]);
        let greater = Function::Maximum(Signedness::Signed);
        self.integers.apply(greater, &[number, negated])
    }

    /// Returns the element of a row at an index that may be known only at run time.
    pub fn select_element(&mut self, row: &[Integer], index: Integer) -> Option<Integer> {
        use crate::symbol::integer::Direction::Eq;
        if let Some(index) = self.integers.value(index) {
            return row.get(usize::try_from(index).ok()?).copied();
        }
        let (&last, others) = row.split_last()?;
        let bits = self.integers.bits(index);
        let mut element = last;
        for (place, &other) in others.iter().enumerate().rev() {
            let place = self.integers.constant(place as i64, bits);
            let compare = Function::Compare(Eq, Signedness::Signed);
            let is_here = self.integers.apply(compare, &[index, place]);
            element = self
                .integers
                .apply(Function::Select, &[is_here, other, element]);
        }
        Some(element)
    }

    /// Returns the product of numbers; 1 if there are none.
    pub fn product(&mut self, factors: &[Integer]) -> Integer {
        let one = self.index(1);
        factors.iter().fold(one, |product, &factor| {
            self.integers.apply(Function::Multiply, &[product, factor])
        })
    }

    /// Returns the shape that shapes broadcast to under NumPy's rule: dims are aligned from the
    /// last one.
    pub fn broadcast(&mut self, shapes: &[IntegerRow]) -> IntegerRow {
        let rank = shapes.iter().map(|shape| shape.len()).max().unwrap_or(0);
        let one = self.index(1);
        let extent = |dim: usize| {
            let aligned = shapes.iter().filter_map(|shape| {
                let index = (dim + shape.len()).checked_sub(rank)?;
                shape.get(index).copied()
            });
            aligned.fold(one, |extent, next| self.integers.broadcast(extent, next))
        };
        (0..rank).map(extent).collect()
    }
}

/// Returns the rank of a tensor.
pub(super) fn rank(r#type: Type<'_>) -> Option<usize> {
    Some(ir::as_ranked_tensor(r#type)?.rank())
}

/// Returns how many elements a value of a type has; `None` if the type does not say.
pub fn element_count(r#type: Type<'_>) -> Option<usize> {
    if ir::is_of_sizes(r#type) {
        return is_size(r#type).then_some(1);
    }
    if !r#type.is_ranked_tensor() {
        return Some(1);
    }
    let shape = ir::shaped_type(r#type);
    let sizes = shape.shape()?.iter();
    let mut sizes = sizes.map(|dim| usize::try_from(dim.fixed_size()?).ok());
    sizes.try_fold(1_usize, |count, size| count.checked_mul(size?))
}

/// Returns the width of a signless integer, or of a tensor's elements; a size or a shape of the
/// dialect `shape` is as wide as an `index`.
pub fn integer_bits(r#type: Type<'_>) -> Option<u32> {
    let bits = ir::element_bits(r#type);
    let bits = bits.or_else(|| ir::is_of_sizes(r#type).then_some(INDEX_BITS))?;
    (1..=64).contains(&bits).then_some(bits)
}

/// Returns the same for unsigned integers, too: what is read of them are their bits.
pub fn any_integer_bits(r#type: Type<'_>) -> Option<u32> {
    integer_bits(r#type).or_else(|| unsigned_bits(r#type))
}

/// Returns the width of an unsigned integer, or of a tensor's elements.
pub(super) fn unsigned_bits(r#type: Type<'_>) -> Option<u32> {
    let element = ir::element_type(r#type).unwrap_or(r#type);
    let integer = ir::as_integer_type(element).filter(|integer| integer.is_unsigned())?;
    (2..=64)
        .contains(&integer.width())
        .then_some(integer.width())
}

/// Returns whether a type is `!shape.size`.
pub fn is_size(r#type: Type<'_>) -> bool {
    !r#type.is_ranked_tensor() && !r#type.is_index() && ir::type_text(r#type) == "!shape.size"
}
