//! The state of the pass: the sizes of values, and the ops that are emitted for them.

use crate::{
    dialect::stablehlo,
    explain::ChangeKind,
    ir::{self, Emitter, ValueKey},
    plan::Plan,
    scoped_map::{ScopeChange, Scoped, ScopedMap},
    statistics::ChangeLog,
    status::ChecksSoFar,
    symbol::Size,
};
use melior::{
    Context,
    ir::{
        OperationRef, Type, Value, ValueLike, operation::OperationLike, r#type::RankedTensorType,
    },
};
use rustc_hash::FxHashMap;

/// A number of elements, or a position, at run time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Count<'c, 'a> {
    /// It is known.
    Known(i64),
    /// A `tensor<i32>`.
    Value(Value<'c, 'a>),
}

/// The index of a [`Grid`].
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct GridId(pub usize);

/// Dims that a reshape merged.
pub struct Grid<'c, 'a> {
    pub dims: Vec<PaddedDim<'c, 'a>>,
    /// The names of their sizes.
    pub names: Vec<Size>,
}

/// A dim of a padded tensor.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PaddedDim<'c, 'a> {
    /// Its size in the output.
    pub bound: i64,
    /// How many of its elements are inside. If that is known, it is the bound, unless the dim is a grid.
    pub size: Count<'c, 'a>,
    /// The dims that are merged into it and still padded as these. Otherwise its first elements are inside.
    pub grid: Option<GridId>,
}

impl<'c, 'a> PaddedDim<'c, 'a> {
    pub fn of(bound: i64, size: Count<'c, 'a>) -> Self {
        let grid = None;
        Self { bound, size, grid }
    }

    /// A dim of known size.
    pub fn fixed(size: i64) -> Self {
        Self::of(size, Count::Known(size))
    }

    /// Returns whether elements of it may be outside.
    pub fn is_open(self) -> bool {
        matches!(self.size, Count::Value(_)) || self.grid.is_some()
    }
}

/// A range of numbers, both ends included.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct CountRange {
    pub least: i64,
    pub greatest: i64,
}

impl CountRange {
    /// All numbers.
    pub const ALL: Self = Self {
        least: i64::MIN,
        greatest: i64::MAX,
    };

    pub const fn of(least: i64, greatest: i64) -> Self {
        Self { least, greatest }
    }

    /// The range of a function that is monotonic in each of two numbers.
    pub fn corners(a: Self, b: Self, apply: fn(i64, i64) -> i64) -> Self {
        let all = [a.least, a.greatest].map(|a| [b.least, b.greatest].map(|b| apply(a, b)));
        let all = all.as_flattened();
        Self {
            least: all.iter().copied().min().unwrap_or(i64::MIN),
            greatest: all.iter().copied().max().unwrap_or(i64::MAX),
        }
    }
}

/// A size that has been computed, and its bound.
#[derive(Clone, Copy)]
struct NamedCount<'c, 'a> {
    value: Value<'c, 'a>,
    bound: i64,
}

/// Why an op has no padded form.
pub type NoForm = String;

/// The state of the pass.
pub struct Padder<'c, 'a> {
    pub context: &'c Context,
    pub emitter: Emitter<'c, 'a>,
    pub plan: Plan,
    pub status: ChecksSoFar<'c, 'a>,
    pub changes: ChangeLog,
    /// The op that is being padded.
    pub current: Option<OperationRef<'c, 'a>>,
    /// The dims of values some of which are open.
    dims: FxHashMap<ValueKey, Vec<PaddedDim<'c, 'a>>>,
    /// The greatest values of sizes, as far as they are known here.
    greatest: ScopedMap<ValueKey, i64>,
    /// The sizes that have been computed, by their names.
    named: ScopedMap<Size, NamedCount<'c, 'a>>,
    /// The limits of what loops count.
    pub counters: FxHashMap<ValueKey, Count<'c, 'a>>,
    /// The merged dims that are padded as what they are merged from.
    pub grids: Vec<Grid<'c, 'a>>,
    /// Copies of values, whose only purpose is to have other dims.
    copies: Vec<Value<'c, 'a>>,
    /// Ops that have been replaced.
    pub dead: Vec<OperationRef<'c, 'a>>,
}

impl<'c: 'a, 'a> Padder<'c, 'a> {
    pub fn new(
        context: &'c Context,
        emitter: Emitter<'c, 'a>,
        plan: Plan,
        changes: &ChangeLog,
    ) -> Self {
        Self {
            context,
            emitter,
            plan,
            status: ChecksSoFar::default(),
            changes: changes.clone(),
            current: None,
            dims: FxHashMap::default(),
            greatest: ScopedMap::new(),
            named: ScopedMap::new(),
            counters: FxHashMap::default(),
            grids: vec![],
            copies: vec![],
            dead: vec![],
        }
    }

    /// Records what is done for the op that is being padded.
    pub fn log(&self, kind: ChangeKind) {
        if let Some(operation) = self.current {
            self.changes.add(kind, operation);
        }
    }

    /// Records the same, with what a report says of it.
    pub fn log_about(&self, kind: ChangeKind, about: impl FnOnce() -> String) {
        if let Some(operation) = self.current {
            self.changes.add_about(kind, operation, about);
        }
    }

    /// Begins or ends a block.
    pub fn scope(&mut self, change: ScopeChange) {
        self.emitter.scope(change);
        self.named.scope(change);
        self.greatest.scope(change);
    }

    /// Returns the dims of a value.
    pub fn dims(&self, value: Value<'c, 'a>) -> Vec<PaddedDim<'c, 'a>> {
        match self.dims.get(&ValueKey::new(value)) {
            Some(dims) => dims.clone(),
            // A size that is unknown although no row has seen the value is refused by MLIR's verifier.
            None => {
                let sizes = ir::sizes_of(value.r#type()).into_iter();
                sizes.map(|it| PaddedDim::fixed(it.unwrap_or(0))).collect()
            }
        }
    }

    /// Returns the greatest value of a number, if it is a size.
    pub fn greatest_size(&self, key: &ValueKey) -> Option<i64> {
        self.greatest.get(key).copied()
    }

    /// Returns the range of a number that is a size.
    pub fn known_range(&self, value: Value<'c, 'a>) -> Option<CountRange> {
        let greatest = self.greatest.get(&ValueKey::new(value));
        greatest.map(|&greatest| CountRange::of(0, greatest))
    }

    /// Records the dims of a value that a row returns, whose type has their bounds already. Returns the value, or a copy if
    /// the value has other dims: it may be an operand, such as that of a slice from the start, or the result of an equal op.
    pub fn with_dims(
        &mut self,
        value: Value<'c, 'a>,
        dims: Vec<PaddedDim<'c, 'a>>,
    ) -> Value<'c, 'a> {
        let is_there = self.dims.contains_key(&ValueKey::new(value)) || ir::is_used(value);
        let mut own = value;
        if is_there && self.dims(value) != dims {
            own = self
                .emitter
                .emit(stablehlo::RESHAPE, &[value], &[], value.r#type());
            self.copies.push(own);
        }
        self.set_dims(own, dims);
        own
    }

    /// Ends the pass: erases the ops that have been replaced, and uses values instead of copies, since dims no longer matter.
    pub fn clean_up(self) {
        for copy in self.copies {
            if let Some(operation) = ir::defining_op(copy)
                && let Some(value) = ir::operand(operation, 0)
            {
                ir::replace_uses(copy, value);
            }
        }
        self.dead.into_iter().rev().for_each(ir::erase);
    }

    /// Records the dims of a value that an op of the input defines, or its equivalent.
    pub fn set_dims(&mut self, value: Value<'c, 'a>, dims: Vec<PaddedDim<'c, 'a>>) {
        for dim in &dims {
            if let Count::Value(size) = dim.size {
                // Behind a branch, less is known than in it.
                let key = ValueKey::new(size);
                let bound = self
                    .greatest
                    .get(&key)
                    .map_or(dim.bound, |&it| it.min(dim.bound));
                self.greatest.insert(key, bound);
            }
        }
        self.dims.insert(ValueKey::new(value), dims);
    }

    /// Returns whether a value has elements outside, or had before it was padded.
    pub fn is_open(&self, value: Value<'c, 'a>) -> bool {
        self.dims.contains_key(&ValueKey::new(value))
            || ir::sizes_of(value.r#type()).contains(&None)
    }

    /// Names a size.
    fn name_size(&mut self, name: Size, dim: PaddedDim<'c, 'a>) {
        if let (Size::Symbol(_), Count::Value(value)) = (name, dim.size)
            && self.named.get(&name).is_none()
        {
            let bound = dim.bound;
            self.named.insert(name, NamedCount { value, bound });
        }
    }

    /// Records the size of a dim of a value of the input under its name.
    pub fn name_dim(&mut self, value: Value<'c, 'a>, dim: usize, found: PaddedDim<'c, 'a>) {
        if let Some(planned) = self.plan.dim(value, dim) {
            self.name_size(planned.name, found);
        }
    }

    /// Returns the size of a name, if it has been computed.
    pub fn named_count(&self, name: Size) -> Option<Count<'c, 'a>> {
        match name {
            Size::Constant(size) => Some(Count::Known(size)),
            Size::Symbol(_) => Some(Count::Value(self.named.get(&name)?.value)),
        }
    }

    /// Returns a dim of a value of the input as far as it is known without the op that defines it.
    pub fn known_dim(&self, value: Value<'c, 'a>, dim: usize) -> Option<PaddedDim<'c, 'a>> {
        if let Some(size) = ir::sizes_of(value.r#type()).get(dim).copied().flatten() {
            return Some(PaddedDim::fixed(size));
        }
        let planned = self.plan.dim(value, dim)?;
        match planned.name {
            Size::Constant(size) => Some(PaddedDim::fixed(size)),
            name => self
                .named
                .get(&name)
                .map(|named| PaddedDim::of(named.bound, Count::Value(named.value))),
        }
    }

    /// Returns the greatest size of a dim of a value of the input.
    pub fn greatest(&self, value: Value<'c, 'a>, dim: usize) -> Result<i64, NoForm> {
        let planned = self.plan.dim(value, dim);
        let greatest = planned.map(|planned| planned.greatest);
        greatest
            .filter(|&greatest| greatest < i64::from(i32::MAX))
            .ok_or_else(|| {
                format!(
                    "the size of dim {dim} of its result has no bound that follows from those of the arguments"
                )
            })
    }

    /// Returns the bound of a size: the lesser of `planned` and what follows from how the size is computed.
    pub fn bound_of(
        &self,
        size: Count<'c, 'a>,
        planned: Result<i64, NoForm>,
    ) -> Result<i64, NoForm> {
        let computed = self.greatest_count(size);
        match planned {
            Ok(planned) => Ok(planned.min(computed).max(0)),
            Err(_) if computed <= i64::from(i32::MAX) => Ok(computed.max(0)),
            Err(refusal) => Err(refusal),
        }
    }

    /// Returns a dim of an op's result, whose size is computed if it is not known yet.
    pub fn result_dim(
        &mut self,
        result: Value<'c, 'a>,
        dim: usize,
        compute: impl FnOnce(&mut Self) -> Result<PaddedDim<'c, 'a>, NoForm>,
    ) -> Result<PaddedDim<'c, 'a>, NoForm> {
        if let Some(known) = self.known_dim(result, dim) {
            return Ok(known);
        }
        let mut computed = compute(self)?;
        if let Ok(greatest) = self.greatest(result, dim)
            && computed.is_open()
        {
            computed.bound = computed.bound.min(greatest.max(0));
        }
        self.name_dim(result, dim, computed);
        Ok(computed)
    }

    /// Returns a dim of an op's result, whose size is an element of a tensor of sizes.
    pub fn dim_from(
        &mut self,
        result: Value<'c, 'a>,
        dim: usize,
        sizes: Value<'c, 'a>,
    ) -> Result<PaddedDim<'c, 'a>, NoForm> {
        let planned = self.greatest(result, dim);
        self.result_dim(result, dim, |padder| {
            let size = padder.element(sizes, dim);
            let bound = padder.bound_of(size, planned)?;
            Ok(PaddedDim::of(bound, size))
        })
    }

    /// Returns the dims of an op's result, whose sizes are the elements of a tensor of sizes.
    pub fn dims_from(
        &mut self,
        result: Value<'c, 'a>,
        sizes: Value<'c, 'a>,
    ) -> Result<Vec<PaddedDim<'c, 'a>>, NoForm> {
        let rank = ir::sizes_of(result.r#type()).len();
        (0..rank)
            .map(|dim| self.dim_from(result, dim, sizes))
            .collect()
    }

    /// Ends an op: another value replaces its result.
    pub fn replace(
        &mut self,
        operation: OperationRef<'c, 'a>,
        value: Value<'c, 'a>,
        dims: Vec<PaddedDim<'c, 'a>>,
    ) {
        let value = self.with_dims(value, dims);
        if let Some(result) = ir::result(operation, 0) {
            ir::replace_uses(result, value);
        }
        self.dead.push(operation);
    }

    /// Ends an op that stays: its result gets a static type.
    pub fn keep(
        &mut self,
        operation: OperationRef<'c, 'a>,
        index: usize,
        dims: Vec<PaddedDim<'c, 'a>>,
    ) {
        if let Some(result) = ir::result(operation, index) {
            self.retype(result, dims);
        }
    }

    /// Gives a value the static type of its dims.
    pub fn retype(&mut self, value: Value<'c, 'a>, dims: Vec<PaddedDim<'c, 'a>>) {
        if let Some(element) = ir::element_type(value.r#type()) {
            let r#type = tensor_type(element, &bounds(&dims));
            if value.r#type() != r#type {
                ir::set_type(value, r#type);
            }
            self.set_dims(value, dims);
        }
    }
}

/// Returns the sizes of dims in the output.
pub fn bounds(dims: &[PaddedDim<'_, '_>]) -> Vec<i64> {
    dims.iter().map(|dim| dim.bound).collect()
}

/// Returns the sizes of a static tensor.
pub fn shape_of(value: Value<'_, '_>) -> Vec<i64> {
    let sizes = ir::sizes_of(value.r#type()).into_iter();
    sizes.map(|size| size.unwrap_or(0)).collect()
}

/// Returns the tensor type of a shape that has the element type of `value`.
pub fn like<'c>(value: Value<'c, '_>, shape: &[i64]) -> Type<'c> {
    let element = ir::element_type(value.r#type());
    element.map_or(value.r#type(), |element| tensor_type(element, shape))
}

pub fn tensor_type<'c>(element: Type<'c>, shape: &[i64]) -> Type<'c> {
    let shape = shape.iter().map(|&size| size.max(0) as u64);
    RankedTensorType::new(&shape.collect::<Vec<_>>(), element, None).into()
}

/// Returns the tensor of one element that is an element of a concatenation.
pub fn element<'c: 'a, 'a>(row: Value<'c, 'a>, index: usize) -> Option<Value<'c, 'a>> {
    if ir::sizes_of(row.r#type()) == [Some(1)] {
        return (index == 0).then_some(row);
    }
    let concatenation = ir::defined_by(row, stablehlo::CONCATENATE)?;
    let mut left = index as i64;
    for operand in concatenation.operands() {
        let length = ir::sizes_of(operand.r#type()).first().copied().flatten()?;
        if left < length {
            return (length == 1).then_some(operand);
        }
        left -= length;
    }
    None
}
