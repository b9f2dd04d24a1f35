//! The state of the pass: the sizes of values, and the ops that are emitted for them.

use crate::{
    dialect::stablehlo::{
        self, CompareOp, ComparisonDirection, ConcatenateOp, ConstantOp, DynamicSliceOp,
        GatherDimensionNumbers, GatherOp, IotaOp, PadOp, SliceOp,
    },
    ir::{self, DimMapping, Emitter, ValueKey, Width},
    plan::Plan,
    range::Range,
    rule::Number,
    scoped_map::{ScopeChange, Scoped, ScopedMap},
    status::{Status, element},
    symbol::Size,
};
use melior::{
    Context,
    ir::{
        Attribute, OperationRef, Type, Value, ValueLike,
        r#type::{IntegerType, RankedTensorType},
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

/// A dim of a padded tensor.
#[derive(Clone, Copy, Debug)]
pub struct Dim<'c, 'a> {
    /// Its size in the output.
    pub bound: i64,
    /// How many of its elements are inside. If that is known, it is the bound.
    pub size: Count<'c, 'a>,
}

impl<'c, 'a> Dim<'c, 'a> {
    /// A dim of known size.
    pub fn fixed(size: i64) -> Self {
        Self {
            bound: size,
            size: Count::Known(size),
        }
    }

    /// Returns whether elements of it may be outside.
    pub fn is_open(self) -> bool {
        matches!(self.size, Count::Value(_))
    }
}

/// What a size of a name is.
#[derive(Clone, Copy)]
struct NamedSize<'c, 'a> {
    value: Value<'c, 'a>,
    bound: i64,
}

/// Why an op has no padded form.
pub type Refusal = String;

/// The state of the pass.
pub struct Padder<'c, 'a> {
    pub context: &'c Context,
    pub emitter: Emitter<'c, 'a>,
    pub plan: Plan,
    pub status: Status<'c, 'a>,
    /// The dims of values some of which are open.
    dims: FxHashMap<ValueKey, Vec<Dim<'c, 'a>>>,
    /// The greatest values of sizes.
    greatest: FxHashMap<ValueKey, i64>,
    /// The sizes that have been computed, by their names.
    named: ScopedMap<Size, NamedSize<'c, 'a>>,
    /// Ops that have been replaced.
    pub dead: Vec<OperationRef<'c, 'a>>,
}

impl<'c: 'a, 'a> Padder<'c, 'a> {
    pub fn new(context: &'c Context, emitter: Emitter<'c, 'a>, plan: Plan) -> Self {
        Self {
            context,
            emitter,
            plan,
            status: Status::default(),
            dims: FxHashMap::default(),
            greatest: FxHashMap::default(),
            named: ScopedMap::new(),
            dead: vec![],
        }
    }

    /// Begins or ends a block.
    pub fn scope(&mut self, change: ScopeChange) {
        self.emitter.scope(change);
        self.named.scope(change);
    }

    /// Returns the dims of a value.
    pub fn dims(&self, value: Value<'c, 'a>) -> Vec<Dim<'c, 'a>> {
        match self.dims.get(&ValueKey::new(value)) {
            Some(dims) => dims.clone(),
            // A size that is unknown although no row has seen the value is refused by MLIR's verifier.
            None => {
                let sizes = ir::sizes_of(value.r#type()).into_iter();
                sizes.map(|it| Dim::fixed(it.unwrap_or(0))).collect()
            }
        }
    }

    /// Returns the range of a number that is a size.
    pub fn known_range(&self, value: Value<'c, 'a>) -> Option<Range> {
        let greatest = self.greatest.get(&ValueKey::new(value));
        greatest.map(|&greatest| Range::of(0, greatest))
    }

    /// Records the dims of a value, which has their type.
    pub fn set_dims(&mut self, value: Value<'c, 'a>, dims: Vec<Dim<'c, 'a>>) {
        for dim in &dims {
            if let Count::Value(size) = dim.size {
                let bound = self
                    .greatest
                    .entry(ValueKey::new(size))
                    .or_insert(dim.bound);
                *bound = (*bound).min(dim.bound);
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
    pub fn name_size(&mut self, name: Size, dim: Dim<'c, 'a>) {
        if let (Size::Symbol(_), Count::Value(value)) = (name, dim.size)
            && self.named.get(&name).is_none()
        {
            let bound = dim.bound;
            self.named.insert(name, NamedSize { value, bound });
        }
    }

    /// Returns a dim of a value of the input as far as it is known without the op that defines it.
    pub fn known_dim(&self, value: Value<'c, 'a>, dim: usize) -> Option<Dim<'c, 'a>> {
        if let Some(size) = ir::sizes_of(value.r#type()).get(dim).copied().flatten() {
            return Some(Dim::fixed(size));
        }
        let planned = self.plan.dim(value, dim)?;
        match planned.name {
            Size::Constant(size) => Some(Dim::fixed(size)),
            name => self.named.get(&name).map(|named| Dim {
                bound: named.bound,
                size: Count::Value(named.value),
            }),
        }
    }

    /// Returns the greatest size of a dim of a value of the input.
    pub fn greatest(&self, value: Value<'c, 'a>, dim: usize) -> Result<i64, Refusal> {
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

    /// Returns the bound of a size, of which one may be known already.
    pub fn bound_of(
        &self,
        size: Count<'c, 'a>,
        planned: Result<i64, Refusal>,
    ) -> Result<i64, Refusal> {
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
        compute: impl FnOnce(&mut Self) -> Result<Dim<'c, 'a>, Refusal>,
    ) -> Result<Dim<'c, 'a>, Refusal> {
        if let Some(known) = self.known_dim(result, dim) {
            return Ok(known);
        }
        let mut computed = compute(self)?;
        if let Ok(greatest) = self.greatest(result, dim)
            && computed.is_open()
        {
            computed.bound = computed.bound.min(greatest.max(0));
        }
        if let Some(planned) = self.plan.dim(result, dim) {
            self.name_size(planned.name, computed);
        }
        Ok(computed)
    }

    /// Returns a dim of an op's result, whose size is an element of a tensor of sizes.
    pub fn dim_from(
        &mut self,
        result: Value<'c, 'a>,
        dim: usize,
        sizes: Value<'c, 'a>,
    ) -> Result<Dim<'c, 'a>, Refusal> {
        let planned = self.greatest(result, dim);
        self.result_dim(result, dim, |padder| {
            let size = padder.element(sizes, dim);
            let bound = padder.bound_of(size, planned)?;
            Ok(Dim { bound, size })
        })
    }

    /// Ends an op: another value replaces its result.
    pub fn replace(
        &mut self,
        operation: OperationRef<'c, 'a>,
        value: Value<'c, 'a>,
        dims: Vec<Dim<'c, 'a>>,
    ) {
        if let Some(result) = ir::result(operation, 0) {
            ir::replace_uses(result, value);
        }
        self.set_dims(value, dims);
        self.dead.push(operation);
    }

    /// Ends an op that stays: its result gets a static type.
    pub fn keep(&mut self, operation: OperationRef<'c, 'a>, index: usize, dims: Vec<Dim<'c, 'a>>) {
        if let Some(result) = ir::result(operation, index) {
            self.retype(result, dims);
        }
    }

    /// Gives a value the static type of its dims.
    pub fn retype(&mut self, value: Value<'c, 'a>, dims: Vec<Dim<'c, 'a>>) {
        if let Some(element) = ir::element_type(value.r#type()) {
            let r#type = tensor_type(element, &bounds(&dims));
            if value.r#type() != r#type {
                ir::set_type(value, r#type);
            }
            self.set_dims(value, dims);
        }
    }
}

/// Emission of arithmetic on sizes.
impl<'c: 'a, 'a> Padder<'c, 'a> {
    /// Emits a number as a `tensor<i32>`.
    pub fn count(&mut self, count: Count<'c, 'a>) -> Value<'c, 'a> {
        match count {
            Count::Known(number) => {
                let number = number.clamp(i32::MIN.into(), i32::MAX.into());
                self.emitter.emit_constant(number, Width::I32)
            }
            Count::Value(value) => value,
        }
    }

    fn arithmetic(
        &mut self,
        name: &'static str,
        a: Count<'c, 'a>,
        b: Count<'c, 'a>,
    ) -> Count<'c, 'a> {
        let (a, b) = (self.count(a), self.count(b));
        Count::Value(self.emitter.emit_pure(name, &[a, b], &[], a.r#type()))
    }

    pub fn add(&mut self, a: Count<'c, 'a>, b: Count<'c, 'a>) -> Count<'c, 'a> {
        match (a, b) {
            (Count::Known(a), Count::Known(b)) => Count::Known(a + b),
            (Count::Known(0), other) | (other, Count::Known(0)) => other,
            _ => self.arithmetic(stablehlo::ADD, a, b),
        }
    }

    pub fn subtract(&mut self, a: Count<'c, 'a>, b: Count<'c, 'a>) -> Count<'c, 'a> {
        match (a, b) {
            (Count::Known(a), Count::Known(b)) => Count::Known(a - b),
            (a, Count::Known(0)) => a,
            _ => self.arithmetic(stablehlo::SUBTRACT, a, b),
        }
    }

    pub fn multiply(&mut self, a: Count<'c, 'a>, b: Count<'c, 'a>) -> Count<'c, 'a> {
        match (a, b) {
            (Count::Known(a), Count::Known(b)) => Count::Known(a * b),
            (Count::Known(1), other) | (other, Count::Known(1)) => other,
            _ => self.arithmetic(stablehlo::MULTIPLY, a, b),
        }
    }

    /// The quotient of two numbers that are not negative, rounded down; the divisor is positive.
    pub fn divide(&mut self, a: Count<'c, 'a>, b: Count<'c, 'a>) -> Count<'c, 'a> {
        match (a, b) {
            (Count::Known(a), Count::Known(b)) => Count::Known(a / b.max(1)),
            (a, Count::Known(1)) => a,
            _ => self.arithmetic(stablehlo::DIVIDE, a, b),
        }
    }

    pub fn maximum(&mut self, a: Count<'c, 'a>, b: Count<'c, 'a>) -> Count<'c, 'a> {
        match (a, b) {
            (Count::Known(a), Count::Known(b)) => Count::Known(a.max(b)),
            _ => self.arithmetic(stablehlo::MAXIMUM, a, b),
        }
    }

    /// Returns a number in a tensor of integers of the input, if it is known, or is a size that is.
    pub fn known_number(&self, numbers: Value<'c, 'a>, index: usize) -> Option<Count<'c, 'a>> {
        let number = self.plan.numbers(numbers).get(index)?;
        if let Some(constant) = number.constant {
            return Some(Count::Known(constant));
        }
        let named = self.named.get(&number.name?)?;
        Some(Count::Value(named.value))
    }

    /// Returns an element of a tensor of integers of rank 1.
    pub fn element(&mut self, numbers: Value<'c, 'a>, index: usize) -> Count<'c, 'a> {
        if let Some(count) = self.known_number(numbers, index) {
            return count;
        }
        let start = index as i64;
        let part = match element(numbers, index) {
            Some(part) => part,
            None => self.slice(numbers, &[start], &[start + 1], &[1]),
        };
        if let Some(number) = ir::constant_integer(part) {
            return Count::Known(number);
        }
        let scalar = ir::defined_by(part, stablehlo::RESHAPE).and_then(|it| ir::operand(it, 0));
        if let Some(scalar) = scalar.filter(|it| shape_of(*it).is_empty()) {
            return match ir::constant_integer(scalar) {
                Some(number) => Count::Known(number),
                None => Count::Value(self.as_i32(scalar)),
            };
        }
        let scalar = self.reshape(part, &[]);
        Count::Value(self.as_i32(scalar))
    }

    /// Returns the type `i32`.
    pub fn i32(&self) -> Type<'c> {
        IntegerType::new(self.context, 32).into()
    }

    /// Converts integers to `i32`.
    pub fn as_i32(&mut self, value: Value<'c, 'a>) -> Value<'c, 'a> {
        self.convert(value, self.i32())
    }

    pub fn convert(&mut self, value: Value<'c, 'a>, element: Type<'c>) -> Value<'c, 'a> {
        match ir::with_element_type(value.r#type(), element) {
            Some(r#type) if r#type != value.r#type() => {
                self.emitter
                    .emit_pure(stablehlo::CONVERT, &[value], &[], r#type)
            }
            _ => value,
        }
    }
}

/// Emission of ops on static tensors.
impl<'c: 'a, 'a> Padder<'c, 'a> {
    /// Emits an op whose result has the type of its first operand.
    pub fn same(&mut self, name: &'static str, operands: &[Value<'c, 'a>]) -> Value<'c, 'a> {
        let r#type = operands[0].r#type();
        self.emitter.emit_pure(name, operands, &[], r#type)
    }

    /// Emits a tensor all of whose elements are a number; `None` if the element type has no such number.
    pub fn splat(&mut self, r#type: Type<'c>, number: Number) -> Option<Value<'c, 'a>> {
        let value = ir::splat(self.context, r#type, number)?;
        Some(self.constant(value, r#type))
    }

    pub fn constant(&mut self, value: Attribute<'c>, r#type: Type<'c>) -> Value<'c, 'a> {
        let attributes = ConstantOp { value }.attributes(self.context);
        self.emitter
            .emit_pure(stablehlo::CONSTANT, &[], &attributes, r#type)
    }

    /// Emits the positions along a dim of a shape, of type `i32`.
    pub fn iota(&mut self, shape: &[i64], dim: usize) -> Value<'c, 'a> {
        let iota_dimension = dim as i64;
        let attributes = IotaOp { iota_dimension }.attributes(self.context);
        let r#type = tensor_type(self.i32(), shape);
        self.emitter
            .emit_pure(stablehlo::IOTA, &[], &attributes, r#type)
    }

    pub fn compare(
        &mut self,
        comparison_direction: ComparisonDirection,
        a: Value<'c, 'a>,
        b: Value<'c, 'a>,
    ) -> Value<'c, 'a> {
        let compare = CompareOp {
            comparison_direction,
            compare_type: None,
        };
        let attributes = compare.attributes(self.context).unwrap_or_default();
        let truth = IntegerType::new(self.context, 1).into();
        let r#type = tensor_type(truth, &shape_of(a));
        self.emitter
            .emit_pure(stablehlo::COMPARE, &[a, b], &attributes, r#type)
    }

    /// Emits a broadcast; `dims` are those of the result to which the operand's dims go.
    pub fn broadcast(
        &mut self,
        value: Value<'c, 'a>,
        dims: &[usize],
        shape: &[i64],
    ) -> Value<'c, 'a> {
        if shape_of(value) == shape {
            return value;
        }
        let mapping = DimMapping::new(self.context, dims);
        let r#type = like(value, shape);
        self.emitter.emit_broadcast(value, mapping, None, r#type)
    }

    pub fn reshape(&mut self, value: Value<'c, 'a>, shape: &[i64]) -> Value<'c, 'a> {
        if shape_of(value) == shape {
            return value;
        }
        let r#type = like(value, shape);
        self.emitter
            .emit_pure(stablehlo::RESHAPE, &[value], &[], r#type)
    }

    pub fn slice(
        &mut self,
        value: Value<'c, 'a>,
        start_indices: &[i64],
        limit_indices: &[i64],
        strides: &[i64],
    ) -> Value<'c, 'a> {
        let slice = SliceOp {
            start_indices,
            limit_indices,
            strides,
        };
        let attributes = slice.attributes(self.context);
        let dims = start_indices.iter().zip(limit_indices).zip(strides);
        let shape = dims.map(|((start, limit), stride)| (limit - start + stride - 1) / stride);
        let r#type = like(value, &shape.collect::<Vec<_>>());
        self.emitter
            .emit_pure(stablehlo::SLICE, &[value], &attributes, r#type)
    }

    /// Emits a padded tensor, each dim by `[low, high, interior]`.
    pub fn pad(
        &mut self,
        value: Value<'c, 'a>,
        fill: Value<'c, 'a>,
        padding: &[[i64; 3]],
    ) -> Value<'c, 'a> {
        let part = |index: usize| padding.iter().map(|it| it[index]).collect::<Vec<_>>();
        let (low, high, interior) = (part(0), part(1), part(2));
        let pad = PadOp {
            edge_padding_low: &low,
            edge_padding_high: &high,
            interior_padding: &interior,
        };
        let attributes = pad.attributes(self.context);
        let shape = shape_of(value).into_iter().zip(padding);
        let shape = shape
            .map(|(size, [low, high, interior])| low + size + (size - 1).max(0) * interior + high);
        let r#type = like(value, &shape.collect::<Vec<_>>());
        self.emitter
            .emit_pure(stablehlo::PAD, &[value, fill], &attributes, r#type)
    }

    /// Gives a tensor other sizes: elements are cut off at the ends of dims, or unspecified ones are added.
    pub fn fit(&mut self, value: Value<'c, 'a>, shape: &[i64]) -> Value<'c, 'a> {
        let own = shape_of(value);
        if own == shape {
            return value;
        }
        let least = own.iter().zip(shape).map(|(a, b)| *a.min(b));
        let least = least.collect::<Vec<_>>();
        let mut value = value;
        if least != own {
            let (zeros, ones) = (vec![0; own.len()], vec![1; own.len()]);
            value = self.slice(value, &zeros, &least, &ones);
        }
        if least != shape {
            let padding = least
                .iter()
                .zip(shape)
                .map(|(own, size)| [0, size - own, 0]);
            let Some(zero) = self.zero(value) else {
                return value;
            };
            value = self.pad(value, zero, &padding.collect::<Vec<_>>());
        }
        value
    }

    /// Gives one dim of a tensor another size.
    pub fn fit_dim(&mut self, value: Value<'c, 'a>, dim: usize, size: i64) -> Value<'c, 'a> {
        let mut shape = shape_of(value);
        shape[dim] = size;
        self.fit(value, &shape)
    }

    /// Emits a scalar of a tensor's element type that is 0, or any if the type has no 0.
    pub fn zero(&mut self, value: Value<'c, 'a>) -> Option<Value<'c, 'a>> {
        let scalar = like(value, &[]);
        self.splat(scalar, Number::Integer(0))
            .or_else(|| self.splat(scalar, Number::Integer(1)))
    }

    /// Emits the part of a tensor at a position of one dim; it must not be longer than what is there.
    pub fn part(
        &mut self,
        value: Value<'c, 'a>,
        dim: usize,
        start: Count<'c, 'a>,
        length: i64,
    ) -> Value<'c, 'a> {
        let mut slice_sizes = shape_of(value);
        let mut operands = vec![value];
        for at in 0..slice_sizes.len() {
            let start = if at == dim { start } else { Count::Known(0) };
            operands.push(self.count(start));
        }
        slice_sizes[dim] = length;
        let attributes = DynamicSliceOp {
            slice_sizes: &slice_sizes,
        }
        .attributes(self.context);
        let r#type = like(value, &slice_sizes);
        self.emitter
            .emit_pure(stablehlo::DYNAMIC_SLICE, &operands, &attributes, r#type)
    }

    /// Emits a tensor with another one at a position of one dim.
    pub fn update(
        &mut self,
        value: Value<'c, 'a>,
        part: Value<'c, 'a>,
        dim: usize,
        start: Count<'c, 'a>,
    ) -> Value<'c, 'a> {
        let mut operands = vec![value, part];
        for at in 0..shape_of(value).len() {
            let start = if at == dim { start } else { Count::Known(0) };
            operands.push(self.count(start));
        }
        self.same(stablehlo::DYNAMIC_UPDATE_SLICE, &operands)
    }

    /// Emits the elements at positions along a dim, which are of type `i32` and rank 1; positions beyond the dim
    /// give any elements.
    pub fn take(
        &mut self,
        value: Value<'c, 'a>,
        dim: usize,
        positions: Value<'c, 'a>,
    ) -> Value<'c, 'a> {
        let mut shape = shape_of(value);
        let rank = shape.len();
        let mut slice_sizes = shape.clone();
        slice_sizes[dim] = 1;
        shape[dim] = shape_of(positions)[0];
        let at = dim as i64;
        let numbers = GatherDimensionNumbers {
            offset_dims: (0..rank as i64).filter(|it| *it != at).collect(),
            collapsed_slice_dims: vec![at],
            start_index_map: vec![at],
            index_vector_dim: 1,
            ..GatherDimensionNumbers::default()
        };
        let gather = GatherOp {
            dimension_numbers: &numbers,
            slice_sizes: &slice_sizes,
            indices_are_sorted: None,
        };
        let attributes = gather.attributes(self.context).unwrap_or_default();
        let r#type = like(value, &shape);
        self.emitter
            .emit_pure(stablehlo::GATHER, &[value, positions], &attributes, r#type)
    }

    pub fn concatenate(&mut self, values: &[Value<'c, 'a>], dim: usize) -> Value<'c, 'a> {
        if let [value] = values {
            return *value;
        }
        let mut shape = shape_of(values[0]);
        shape[dim] = values.iter().map(|&it| shape_of(it)[dim]).sum();
        let dimension = dim as i64;
        let attributes = ConcatenateOp { dimension }.attributes(self.context);
        let r#type = like(values[0], &shape);
        self.emitter
            .emit_pure(stablehlo::CONCATENATE, values, &attributes, r#type)
    }

    /// Emits numbers as a tensor of rank 1. It is computed element by element: IREE 3.13 gives zeros for some
    /// concatenations of single elements.
    pub fn list(&mut self, counts: &[Count<'c, 'a>]) -> Value<'c, 'a> {
        let shape = [counts.len() as i64];
        let known = counts.iter().map(|count| match count {
            Count::Known(number) => Some(*number),
            Count::Value(_) => None,
        });
        if let Some(numbers) = known.collect::<Option<Vec<_>>>() {
            return self.emitter.emit_constants(&numbers, Width::I32);
        }
        let mut list: Option<Value<'c, 'a>> = None;
        for (place, &count) in counts.iter().enumerate() {
            let scalar = self.count(count);
            let repeated = self.broadcast(scalar, &[], &shape);
            list = Some(match list {
                None => repeated,
                Some(list) => {
                    let positions = self.iota(&shape, 0);
                    let place = self.count(Count::Known(place as i64));
                    let place = self.broadcast(place, &[], &shape);
                    let is_here = self.compare(ComparisonDirection::Eq, positions, place);
                    let operands = [is_here, repeated, list];
                    self.emitter
                        .emit_pure(stablehlo::SELECT, &operands, &[], list.r#type())
                }
            });
        }
        list.unwrap_or_else(|| self.emitter.emit_constants(&[], Width::I32))
    }

    /// Emits which positions of a dim are inside, of type `i1` and rank 1.
    pub fn inside(&mut self, dim: Dim<'c, 'a>) -> Value<'c, 'a> {
        let positions = self.iota(&[dim.bound], 0);
        let size = self.count(dim.size);
        let size = self.broadcast(size, &[], &[dim.bound]);
        self.compare(ComparisonDirection::Lt, positions, size)
    }

    /// Emits a tensor whose elements outside of some dims are a scalar.
    pub fn mask(
        &mut self,
        value: Value<'c, 'a>,
        dims: &[usize],
        fill: Value<'c, 'a>,
    ) -> Value<'c, 'a> {
        let all = self.dims(value);
        let shape = bounds(&all);
        let mut inside: Option<Value<'c, 'a>> = None;
        for &dim in dims {
            if !all[dim].is_open() {
                continue;
            }
            let own = self.inside(all[dim]);
            let own = self.broadcast(own, &[dim], &shape);
            inside = Some(match inside {
                Some(inside) => self.same(stablehlo::AND, &[inside, own]),
                None => own,
            });
        }
        let Some(inside) = inside else {
            return value;
        };
        let fill = self.broadcast(fill, &[], &shape);
        let masked = self.emitter.emit_pure(
            stablehlo::SELECT,
            &[inside, value, fill],
            &[],
            value.r#type(),
        );
        self.set_dims(masked, all);
        masked
    }

    /// Emits a tensor whose elements outside of some dims are a number.
    ///
    /// # Errors
    ///
    /// Fails if the element type has no such number.
    pub fn mask_by(
        &mut self,
        value: Value<'c, 'a>,
        dims: &[usize],
        number: Number,
    ) -> Result<Value<'c, 'a>, Refusal> {
        let all = self.dims(value);
        if !dims.iter().any(|&dim| all[dim].is_open()) {
            return Ok(value);
        }
        let scalar = like(value, &[]);
        let fill = self.splat(scalar, number).ok_or_else(|| {
            let element = ir::element_type(scalar)
                .map(ir::type_text)
                .unwrap_or_default();
            format!("its element type {element} has no number that its elements outside could be")
        })?;
        Ok(self.mask(value, dims, fill))
    }
}

/// Returns the sizes of dims in the output.
pub fn bounds(dims: &[Dim<'_, '_>]) -> Vec<i64> {
    dims.iter().map(|dim| dim.bound).collect()
}

/// Returns the sizes of a static tensor.
pub fn shape_of(value: Value<'_, '_>) -> Vec<i64> {
    let sizes = ir::sizes_of(value.r#type()).into_iter();
    sizes.map(|size| size.unwrap_or(0)).collect()
}

/// Returns the type of a tensor with the elements of another one.
pub fn like<'c>(value: Value<'c, '_>, shape: &[i64]) -> Type<'c> {
    let element = ir::element_type(value.r#type());
    element.map_or(value.r#type(), |element| tensor_type(element, shape))
}

pub fn tensor_type<'c>(element: Type<'c>, shape: &[i64]) -> Type<'c> {
    let shape = shape.iter().map(|&size| size.max(0) as u64);
    RankedTensorType::new(&shape.collect::<Vec<_>>(), element, None).into()
}
