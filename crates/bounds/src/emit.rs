//! Emission of ops on static tensors.

use crate::{
    dialect::stablehlo::{
        self, CompareOp, ComparisonDirection, ConcatenateOp, ConstantOp, DynamicSliceOp,
        GatherDimensionNumbers, GatherOp, IotaOp, PadOp, SliceOp,
    },
    explain::ChangeKind,
    ir::{self, DimMapping, Width},
    padder::{Count, NoForm, PaddedDim, Padder, bounds, like, shape_of, tensor_type},
    rule::Number,
};
use melior::ir::{Attribute, Type, Value, ValueLike, r#type::IntegerType};

impl<'c: 'a, 'a> Padder<'c, 'a> {
    /// Emits an op without attributes whose result has the type of its first operand.
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

    /// Emits `stablehlo.select`; the predicate may be a scalar.
    pub fn select(
        &mut self,
        predicate: Value<'c, 'a>,
        on_true: Value<'c, 'a>,
        on_false: Value<'c, 'a>,
    ) -> Value<'c, 'a> {
        let operands = [predicate, on_true, on_false];
        self.emitter
            .emit_pure(stablehlo::SELECT, &operands, &[], on_true.r#type())
    }

    /// Emits a broadcast; `dims` are those of the result to which the operand's dims go.
    pub fn broadcast(
        &mut self,
        value: Value<'c, 'a>,
        dims: &[usize],
        shape: &[i64],
    ) -> Value<'c, 'a> {
        // Dims of equal sizes may change places.
        if shape_of(value) == shape && dims.is_sorted() {
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
            let zero = match self.zero(value) {
                Some(zero) => zero,
                // Any element will do.
                None => {
                    let rank = least.len();
                    let first = self.slice(value, &vec![0; rank], &vec![1; rank], &vec![1; rank]);
                    self.reshape(first, &[])
                }
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
                    self.select(is_here, repeated, list)
                }
            });
        }
        list.unwrap_or_else(|| self.emitter.emit_constants(&[], Width::I32))
    }

    /// Emits whether each position of a dim is inside, a `tensor<BOUNDxi1>`: `i < size` if it is no grid.
    pub fn inside(&mut self, dim: PaddedDim<'c, 'a>) -> Value<'c, 'a> {
        let merged = self.merged_dims(dim);
        if !merged.is_empty() {
            let all = (0..merged.len()).collect::<Vec<_>>();
            if let Some(inside) = self.inside_all(&merged, &all) {
                return self.reshape(inside, &[dim.bound]);
            }
        }
        let positions = self.iota(&[dim.bound], 0);
        let size = self.count(dim.size);
        let size = self.broadcast(size, &[], &[dim.bound]);
        self.compare(ComparisonDirection::Lt, positions, size)
    }

    /// Emits whether each element of a tensor is inside along these dims, a tensor of `i1`; `None` if all are.
    pub fn inside_all(
        &mut self,
        all: &[PaddedDim<'c, 'a>],
        dims: &[usize],
    ) -> Option<Value<'c, 'a>> {
        let shape = bounds(all);
        let mut inside = None;
        for &dim in dims.iter().filter(|&&dim| all[dim].is_open()) {
            let own = self.inside(all[dim]);
            let own = self.broadcast(own, &[dim], &shape);
            inside = Some(match inside {
                Some(inside) => self.same(stablehlo::AND, &[inside, own]),
                None => own,
            });
        }
        inside
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
        let inside = self.inside_all(&all, dims);
        let Some(inside) = inside else {
            return value;
        };
        self.log_about(ChangeKind::Masked, || {
            let open = dims.iter().filter(|&&dim| all[dim].is_open());
            let open = open.map(ToString::to_string).collect::<Vec<_>>();
            let word = if open.len() == 1 { "dim" } else { "dims" };
            let r#type = ir::type_text(value.r#type());
            format!("{word} {} of {type}", open.join(", "))
        });
        let fill = self.broadcast(fill, &[], &shape);
        let masked = self.select(inside, value, fill);
        self.with_dims(masked, all)
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
    ) -> Result<Value<'c, 'a>, NoForm> {
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
