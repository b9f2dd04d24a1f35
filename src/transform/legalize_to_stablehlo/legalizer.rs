//! Emits what ops become.

use super::{
    LegalizeOptions,
    meaning::{Meaning, Meanings, integer_bits},
    number::{Definition, Direction, EXTENT_BITS, Function, INDEX_BITS, Id, Signedness},
    types,
};
use crate::{
    ir::{self, BlockBuilder, DimMapping, Emitter, ScopedMap, ValueKey, Width},
    transform::Failed,
};
use Signedness::{Signed, Unsigned};
use melior::{
    Context,
    ir::{
        Attribute, AttributeLike, OperationRef, Type, TypeLike, Value, ValueLike,
        attribute::{
            BoolAttribute, DenseElementsAttribute, DenseI64ArrayAttribute, IntegerAttribute,
        },
        operation::OperationLike,
        r#type::IntegerType,
    },
};
use rustc_hash::FxHashMap;

/// Emits StableHLO in the places of other ops, and remembers what it has emitted.
pub struct Legalizer<'c, 'a> {
    pub options: LegalizeOptions,
    pub meanings: Meanings<'c, 'a>,
    pub emitter: Emitter<'c, 'a>,
    /// What has been emitted in the places of values.
    replaced: FxHashMap<ValueKey, Value<'c, 'a>>,
    /// The numbers that have been emitted where the anchor is.
    emitted: ScopedMap<Id, Value<'c, 'a>>,
}

impl<'c: 'a, 'a> Legalizer<'c, 'a> {
    /// Creates a legaliser that has emitted nothing.
    ///
    /// # Errors
    ///
    /// Fails if the context lacks the StableHLO dialect.
    pub fn new(
        context: &'c Context,
        meanings: Meanings<'c, 'a>,
        options: LegalizeOptions,
    ) -> Result<Self, Failed> {
        Ok(Self {
            options,
            meanings,
            emitter: Emitter::new(context).ok_or(Failed)?,
            replaced: FxHashMap::default(),
            emitted: ScopedMap::new(),
        })
    }

    /// Returns the context.
    pub fn context(&self) -> &'c Context {
        self.emitter.context()
    }

    /// Begins a scope: what is emitted there is not used outside.
    pub fn enter(&mut self, is_isolated: bool) {
        match is_isolated {
            true => {
                self.emitter.enter_isolated();
                self.emitted.enter_isolated();
            }
            false => {
                self.emitter.enter();
                self.emitted.enter();
            }
        }
    }

    /// Ends a scope.
    pub fn exit(&mut self, is_isolated: bool) {
        match is_isolated {
            true => {
                self.emitter.exit_isolated();
                self.emitted.exit_isolated();
            }
            false => {
                self.emitter.exit();
                self.emitted.exit();
            }
        }
    }

    /// Lets a value take the place of another one.
    pub fn replace(&mut self, old: Value<'c, 'a>, new: Value<'c, 'a>) {
        self.replaced.insert(ValueKey::new(old), new);
    }

    /// Notes that the program computes a number itself, so that it is not emitted again.
    pub fn record(&mut self, value: Value<'c, 'a>) {
        if let Some(id) = self.meanings.number(value)
            && self.meanings.numbers.bits(id) == integer_bits(value.r#type()).unwrap_or(0)
            && self.emitted.get(&id).is_none()
        {
            self.emitted.insert(id, value);
        }
    }

    /// Returns whether something else stands for a value.
    pub fn is_replaced(&self, value: Value<'c, 'a>) -> bool {
        self.replaced.contains_key(&ValueKey::new(value)) || self.meanings.get(value).is_some()
    }

    /// Returns what stands for a value, emitting it if it is a number or a row.
    pub fn value(&mut self, value: Value<'c, 'a>) -> Value<'c, 'a> {
        let value = self.meanings.original(value);
        if let Some(&value) = self.replaced.get(&ValueKey::new(value)) {
            return value;
        }
        match self.meanings.get(value).cloned() {
            Some(Meaning::Number(id)) => self.number(id),
            Some(Meaning::Row(row)) => {
                let bits = integer_bits(value.r#type()).unwrap_or(INDEX_BITS);
                self.row(&row, bits)
            }
            Some(Meaning::Witness | Meaning::Same(_)) | None => value,
        }
    }

    /// Returns what stands for a value, as a value of another type.
    pub fn value_as(&mut self, value: Value<'c, 'a>, r#type: Type<'c>) -> Value<'c, 'a> {
        let value = self.value(value);
        self.cast(value, r#type)
    }

    /// Returns what stands for an op's operands.
    pub fn operands(&mut self, operation: OperationRef<'c, 'a>) -> Vec<Value<'c, 'a>> {
        let operands = operation.operands().collect::<Vec<_>>();
        operands
            .into_iter()
            .map(|operand| self.value(operand))
            .collect()
    }

    /// Returns what stands for an operand of an op.
    pub fn operand(
        &mut self,
        operation: OperationRef<'c, 'a>,
        index: usize,
    ) -> Option<Value<'c, 'a>> {
        let operand = operation.operand(index).ok()?;
        Some(self.value(operand))
    }

    /// Returns what the type of an op's first result becomes.
    pub fn result_type(&self, operation: OperationRef<'c, 'a>) -> Option<Type<'c>> {
        let result = OperationRef::result(operation, 0).ok()?;
        types::convert(self.context(), result.r#type()).ok()
    }

    /// Emits a pure op of one result.
    pub fn op(
        &mut self,
        name: &'static str,
        operands: &[Value<'c, 'a>],
        attributes: &[(&str, Attribute<'c>)],
        r#type: Type<'c>,
    ) -> Value<'c, 'a> {
        self.emitter.emit_pure(name, operands, attributes, r#type)
    }

    /// Brings a value to a type that says more or less of its sizes.
    pub fn cast(&mut self, value: Value<'c, 'a>, r#type: Type<'c>) -> Value<'c, 'a> {
        match value.r#type() == r#type {
            true => value,
            false => self.op("stablehlo.convert", &[value], &[], r#type),
        }
    }

    /// Emits a constant, given as an attribute of a scalar or of elements.
    pub fn constant(&mut self, value: Attribute<'c>, r#type: Type<'c>) -> Option<Value<'c, 'a>> {
        let value = self.constant_attribute(value, r#type)?;
        Some(self.op("stablehlo.constant", &[], &[("value", value)], r#type))
    }

    fn constant_attribute(
        &mut self,
        value: Attribute<'c>,
        r#type: Type<'c>,
    ) -> Option<Attribute<'c>> {
        let element = types::element(r#type)?;
        if let Some(integer) = ir::as_integer(value) {
            let value = match value.r#type().is_index() {
                true => IntegerAttribute::new(element, integer.value()).into(),
                false => value,
            };
            return Some(DenseElementsAttribute::splat(r#type, value).into());
        }
        if value.is_float() || value.is_bool() {
            return Some(DenseElementsAttribute::splat(r#type, value).into());
        }
        let value = ir::dense_elements(value)?;
        if value.r#type() == r#type {
            return Some(value);
        }
        let elements = ir::as_dense_elements(value)?;
        let count = elements.len();
        let elements = (0..count).map(|index| elements.i64_element(index).ok());
        let elements = elements.collect::<Option<Vec<_>>>()?;
        Some(DenseElementsAttribute::i64_values(r#type, &elements).into())
    }

    /// Emits a scalar in all elements of a tensor that has the extents of `like`.
    pub fn splat(
        &mut self,
        value: Attribute<'c>,
        r#type: Type<'c>,
        like: Value<'c, 'a>,
    ) -> Option<Value<'c, 'a>> {
        if types::is_static(r#type) {
            return self.constant(value, r#type);
        }
        let scalar = types::scalar_type(types::element(r#type)?);
        let scalar = self.constant(value, scalar)?;
        self.broadcast_scalar(scalar, r#type, like)
    }

    /// Emits a scalar in all elements of a tensor that has the extents of `like`.
    pub fn broadcast_scalar(
        &mut self,
        scalar: Value<'c, 'a>,
        r#type: Type<'c>,
        like: Value<'c, 'a>,
    ) -> Option<Value<'c, 'a>> {
        let extents = self.meanings.extents(like)?;
        self.broadcast_to(scalar, &[], r#type, &extents)
    }

    /// Emits a broadcast to a shape; `dims` are the dims of the result that those of the
    /// operand become.
    pub fn broadcast_to(
        &mut self,
        value: Value<'c, 'a>,
        dims: &[usize],
        r#type: Type<'c>,
        extents: &[Id],
    ) -> Option<Value<'c, 'a>> {
        let mapping = DimMapping::new(self.context(), dims);
        if types::is_static(r#type) {
            return Some(self.emitter.emit_broadcast(value, mapping, None, r#type));
        }
        let tensor = ir::as_ranked_tensor(r#type)?;
        let shape = ir::shaped_type(r#type);
        let sizes = shape.shape()?.iter().map(|dim| dim.fixed_size());
        let bounds = ir::bounds(r#type);
        let padded = sizes.zip(&bounds).map(|(size, &bound)| size.or(bound));
        if let Some(padded) = padded.collect::<Option<Vec<_>>>() {
            let mut open = padded.iter().copied().map(Some).collect::<Vec<_>>();
            let no_bounds = vec![None; bounds.len()];
            let padded_type = ir::tensor_like(self.context(), tensor, open.clone(), &no_bounds);
            let mut value = self
                .emitter
                .emit_broadcast(value, mapping, None, padded_type);
            let mut found = no_bounds;
            for (dim, bound) in bounds
                .iter()
                .enumerate()
                .filter(|(_, bound)| bound.is_some())
            {
                open[dim] = None;
                found[dim] = *bound;
                let narrow = self.meanings.numbers.narrow(extents[dim])?;
                let size = self.number(narrow);
                let r#type = ir::tensor_like(self.context(), tensor, open.clone(), &found);
                value = self
                    .emitter
                    .emit_set_dimension_size(value, dim, size, r#type);
            }
            return Some(value);
        }
        let shape = self.shape(extents);
        Some(
            self.emitter
                .emit_broadcast(value, mapping, Some(shape), r#type),
        )
    }

    /// Emits an integer in all elements of a tensor like another one.
    pub fn integer_splat(&mut self, value: i64, bits: u32, like: Value<'c, 'a>) -> Value<'c, 'a> {
        let element = IntegerType::new(self.context(), bits).into();
        let r#type = self.with_element(like.r#type(), element);
        let value = integer_attribute(element, value);
        self.splat(value, r#type, like).unwrap_or(like)
    }

    /// Returns a tensor type with another element type.
    pub fn with_element(&self, like: Type<'c>, element: Type<'c>) -> Type<'c> {
        match ir::as_ranked_tensor(like) {
            Some(tensor) => types::with_element(tensor, element),
            None => types::scalar_type(element),
        }
    }

    /// Emits a comparison.
    pub fn compare(
        &mut self,
        direction: &str,
        a: Value<'c, 'a>,
        b: Value<'c, 'a>,
    ) -> Value<'c, 'a> {
        let direction = format!("#stablehlo<comparison_direction {direction}>");
        let direction = Attribute::parse(self.context(), &direction)
            .expect("the dialect is loaded, and the direction is one of its own");
        let truth = IntegerType::new(self.context(), 1).into();
        let r#type = self.with_element(a.r#type(), truth);
        self.op(
            "stablehlo.compare",
            &[a, b],
            &[("comparison_direction", direction)],
            r#type,
        )
    }

    /// Emits the same bits as integers without a sign; truth values have none anyway.
    pub fn as_unsigned(&mut self, value: Value<'c, 'a>) -> Value<'c, 'a> {
        match integer_bits(value.r#type()) {
            Some(bits @ 2..) => {
                let element = IntegerType::unsigned(self.context(), bits).into();
                let r#type = self.with_element(value.r#type(), element);
                self.op("stablehlo.bitcast_convert", &[value], &[], r#type)
            }
            _ => value,
        }
    }

    /// Emits the conversion of integers to another width.
    pub fn convert(
        &mut self,
        value: Value<'c, 'a>,
        bits: u32,
        signedness: Signedness,
    ) -> Value<'c, 'a> {
        let from = integer_bits(value.r#type()).unwrap_or(bits);
        let element = IntegerType::new(self.context(), bits).into();
        let r#type = self.with_element(value.r#type(), element);
        let convert = "stablehlo.convert";
        match (from, bits, signedness) {
            _ if from == bits => value,
            (_, 1, _) => {
                let one = self.integer_splat(1, from, value);
                let lowest = self.op("stablehlo.and", &[value, one], &[], value.r#type());
                let zero = self.integer_splat(0, from, value);
                self.compare("NE", lowest, zero)
            }
            (1, _, Signed) => {
                let value = self.op(convert, &[value], &[], r#type);
                self.op("stablehlo.negate", &[value], &[], r#type)
            }
            (2.., _, Unsigned) if bits > from => {
                let value = self.as_unsigned(value);
                let unsigned = IntegerType::unsigned(self.context(), bits).into();
                let unsigned = self.with_element(r#type, unsigned);
                let value = self.op(convert, &[value], &[], unsigned);
                self.op("stablehlo.bitcast_convert", &[value], &[], r#type)
            }
            _ => self.op(convert, &[value], &[], r#type),
        }
    }

    /// Emits a function of integers, of each element alike.
    pub fn function(&mut self, function: Function, parts: &[Value<'c, 'a>]) -> Value<'c, 'a> {
        use Function::{
            Add, And, Compare, Convert, Divide, Maximum, Minimum, Multiply, Or, Remainder, Select,
            ShiftLeft, ShiftRightArithmetic, ShiftRightLogical, Subtract, Xor,
        };
        let (name, signedness) = match function {
            Add => ("stablehlo.add", Signed),
            Subtract => ("stablehlo.subtract", Signed),
            Multiply => ("stablehlo.multiply", Signed),
            Divide(signedness) => ("stablehlo.divide", signedness),
            Remainder(signedness) => ("stablehlo.remainder", signedness),
            Maximum(signedness) => ("stablehlo.maximum", signedness),
            Minimum(signedness) => ("stablehlo.minimum", signedness),
            And => ("stablehlo.and", Signed),
            Or => ("stablehlo.or", Signed),
            Xor => ("stablehlo.xor", Signed),
            ShiftLeft => ("stablehlo.shift_left", Signed),
            ShiftRightArithmetic => ("stablehlo.shift_right_arithmetic", Signed),
            ShiftRightLogical => ("stablehlo.shift_right_logical", Signed),
            Select => {
                let r#type = parts[1].r#type();
                return self.op("stablehlo.select", parts, &[], r#type);
            }
            Compare(direction, signedness) => {
                return self.compare_integers(direction, signedness, parts);
            }
            // Its width is known by the callers only.
            Convert(_) => return parts[0],
        };
        let r#type = parts[0].r#type();
        match signedness {
            Signed => self.op(name, parts, &[], r#type),
            Unsigned => {
                let parts = [parts[0], parts[1]].map(|part| self.as_unsigned(part));
                let value = self.op(name, &parts, &[], parts[0].r#type());
                match value.r#type() == r#type {
                    true => value,
                    false => self.op("stablehlo.bitcast_convert", &[value], &[], r#type),
                }
            }
        }
    }

    fn compare_integers(
        &mut self,
        direction: Direction,
        signedness: Signedness,
        parts: &[Value<'c, 'a>],
    ) -> Value<'c, 'a> {
        let direction = direction.to_string();
        match signedness {
            Signed => self.compare(&direction, parts[0], parts[1]),
            Unsigned => {
                let [a, b] = [parts[0], parts[1]].map(|part| self.as_unsigned(part));
                self.compare(&direction, a, b)
            }
        }
    }

    /// Emits a number, a tensor of rank 0.
    pub fn number(&mut self, id: Id) -> Value<'c, 'a> {
        if let Some(&value) = self.emitted.get(&id) {
            return value;
        }
        let bits = self.meanings.numbers.bits(id);
        let value = match self.meanings.numbers.definition(id).clone() {
            Definition::Constant(value) => self.integer(value, bits),
            Definition::Value(key) => {
                let value = self.meanings.value(key);
                self.value(value)
            }
            Definition::Element(key, index) => {
                let value = self.meanings.value(key);
                let row = self.value(value);
                self.element(row, index, bits)
            }
            Definition::Extent(key, dim) => {
                let value = self.meanings.value(key);
                let value = self.value(value);
                let extent = self.emitter.emit_dimension_size(value, dim, None);
                match bits {
                    EXTENT_BITS => extent,
                    bits => self.convert(extent, bits, Signed),
                }
            }
            Definition::Apply(function, parts) => {
                let parts = parts.iter().map(|&part| self.number(part));
                let parts = parts.collect::<Vec<_>>();
                match function {
                    Function::Convert(signedness) => self.convert(parts[0], bits, signedness),
                    function => self.function(function, &parts),
                }
            }
        };
        self.emitted.insert(id, value);
        value
    }

    /// Emits a constant of rank 0.
    fn integer(&mut self, value: i64, bits: u32) -> Value<'c, 'a> {
        match bits {
            32 => self.emitter.emit_constant(value, Width::I32),
            64 => self.emitter.emit_constant(value, Width::I64),
            bits => {
                let element = IntegerType::new(self.context(), bits).into();
                let r#type = types::scalar_type(element);
                let value = integer_attribute(element, value);
                let value = DenseElementsAttribute::splat(r#type, value).into();
                self.op("stablehlo.constant", &[], &[("value", value)], r#type)
            }
        }
    }

    /// Emits the element of a tensor of rank 1 at an index.
    fn element(&mut self, row: Value<'c, 'a>, index: usize, bits: u32) -> Value<'c, 'a> {
        let array = |value| DenseI64ArrayAttribute::new(self.context(), &[value]).into();
        let attributes = [
            ("limit_indices", array(index as i64 + 1)),
            ("start_indices", array(index as i64)),
            ("strides", array(1)),
        ];
        let slice_type = types::row_type(self.context(), 1, bits);
        let slice = self.op("stablehlo.slice", &[row], &attributes, slice_type);
        let element = IntegerType::new(self.context(), bits).into();
        self.op(
            "stablehlo.reshape",
            &[slice],
            &[],
            types::scalar_type(element),
        )
    }

    /// Emits numbers in a row, a tensor of rank 1 of elements of so many bits.
    pub fn row(&mut self, row: &[Id], bits: u32) -> Value<'c, 'a> {
        if let Some(whole) = self.whole(row, bits) {
            return whole;
        }
        let width = match bits {
            32 => Width::I32,
            64 => Width::I64,
            _ => return self.odd_row(row, bits),
        };
        let row = row.iter();
        let row = row.map(|&id| self.meanings.numbers.convert(id, bits, Signed));
        let row = row.collect::<Vec<_>>();
        let mut pieces = vec![];
        let mut constants = vec![];
        for &id in &row {
            match self.meanings.numbers.value(id) {
                Some(value) => constants.push(value),
                None => {
                    if !constants.is_empty() {
                        pieces.push(self.emitter.emit_constants(&constants, width));
                        constants.clear();
                    }
                    let value = self.number(id);
                    pieces.push(self.emitter.emit_reshape_to_1d(value, width));
                }
            }
        }
        if !constants.is_empty() || pieces.is_empty() {
            pieces.push(self.emitter.emit_constants(&constants, width));
        }
        match pieces.as_slice() {
            &[piece] => piece,
            pieces => self.emitter.emit_concatenate(pieces, row.len(), width),
        }
    }

    /// Returns the tensor of which a row has all elements in order.
    fn whole(&mut self, row: &[Id], bits: u32) -> Option<Value<'c, 'a>> {
        let numbers = &self.meanings.numbers;
        let Definition::Element(key, 0) = *numbers.definition(*row.first()?) else {
            return None;
        };
        let is_element = |(index, &id): (usize, &Id)| {
            numbers.bits(id) == bits && *numbers.definition(id) == Definition::Element(key, index)
        };
        let are_elements = row.iter().enumerate().all(is_element);
        let value = self.meanings.value(key);
        let shape = ir::shaped_type(value.r#type());
        let length = shape.shape()?.first()?.fixed_size()?;
        (are_elements && row.len() as i64 == length).then(|| self.value(value))
    }

    /// Emits a row of numbers that are no sizes.
    fn odd_row(&mut self, row: &[Id], bits: u32) -> Value<'c, 'a> {
        let one = types::row_type(self.context(), 1, bits);
        let mut pieces = vec![];
        for &id in row {
            let id = self.meanings.numbers.convert(id, bits, Signed);
            let value = self.number(id);
            pieces.push(self.op("stablehlo.reshape", &[value], &[], one));
        }
        self.concatenate(&pieces, types::row_type(self.context(), row.len(), bits))
    }

    /// Emits tensors one after the other, along their first dim.
    pub fn concatenate(&mut self, pieces: &[Value<'c, 'a>], r#type: Type<'c>) -> Value<'c, 'a> {
        match pieces {
            &[piece] => piece,
            pieces => {
                let dimension = self.integer_attribute(0);
                let dimension = [("dimension", dimension)];
                self.op("stablehlo.concatenate", pieces, &dimension, r#type)
            }
        }
    }

    /// Emits a reduction of a tensor along dims, the sum of elements.
    pub fn sum(
        &mut self,
        value: Value<'c, 'a>,
        dims: &[i64],
        r#type: Type<'c>,
    ) -> Option<Value<'c, 'a>> {
        let element = types::element(r#type)?;
        let zero = types::zero(self.context(), element)?;
        let scalar = types::scalar_type(element);
        let zero = self.constant(zero, scalar)?;
        let dims = DenseI64ArrayAttribute::new(self.context(), dims).into();
        let results = self.emitter.emit_with_block(
            "stablehlo.reduce",
            &[value, zero],
            &[("dimensions", dims)],
            &[r#type],
            &[scalar, scalar],
            append_sum,
        );
        results.first().copied()
    }

    /// Emits a stable sort of tensors along a dim, by the first one, the greatest elements
    /// first.
    pub fn sort_descending(
        &mut self,
        values: &[Value<'c, 'a>],
        dim: usize,
    ) -> Option<Vec<Value<'c, 'a>>> {
        let context = self.context();
        let types = values
            .iter()
            .map(|value| value.r#type())
            .collect::<Vec<_>>();
        let mut arguments = vec![];
        for &r#type in &types {
            let scalar = types::scalar_type(types::element(r#type)?);
            arguments.extend([scalar, scalar]);
        }
        let is_float = types::element(*types.first()?)?.is_float();
        let compare = match is_float {
            // Orders even what is no number.
            true => "#stablehlo<comparison_type TOTALORDER>",
            false => "#stablehlo<comparison_type NOTYPE>",
        };
        let compare = Attribute::parse(context, compare).filter(|_| is_float);
        let greater = Attribute::parse(context, "#stablehlo<comparison_direction GT>")?;
        let truth = types::scalar_type(IntegerType::new(context, 1).into());
        let attributes = [
            ("dimension", self.integer_attribute(dim as i64)),
            ("is_stable", BoolAttribute::new(context, true).into()),
        ];
        Some(self.emitter.emit_with_block(
            "stablehlo.sort",
            values,
            &attributes,
            &types,
            &arguments,
            |block| {
                let (Some(a), Some(b)) = (block.argument(0), block.argument(1)) else {
                    return;
                };
                let mut attributes = vec![("comparison_direction", greater)];
                attributes.extend(compare.map(|compare| ("compare_type", compare)));
                let is_first = block.append("stablehlo.compare", &[a, b], &attributes, &[truth]);
                block.append("stablehlo.return", &is_first, &[], &[]);
            },
        ))
    }

    /// Returns an attribute of 64 bits.
    pub fn integer_attribute(&self, value: i64) -> Attribute<'c> {
        IntegerAttribute::new(IntegerType::new(self.context(), 64).into(), value).into()
    }

    /// Emits extents as the shape that ops take: in 32 bits, if all of them fit.
    pub fn shape(&mut self, extents: &[Id]) -> Value<'c, 'a> {
        let narrow = extents.iter();
        let narrow = narrow.map(|&extent| self.meanings.numbers.narrow(extent));
        match narrow.collect::<Option<Vec<_>>>() {
            Some(narrow) => self.row(&narrow, EXTENT_BITS),
            None => self.row(extents, INDEX_BITS),
        }
    }
}

/// Appends the sum of a block's arguments, and returns it.
pub fn append_sum(block: &mut BlockBuilder<'_, '_>) {
    if let (Some(a), Some(b)) = (block.argument(0), block.argument(1)) {
        let sum = block.append("stablehlo.add", &[a, b], &[], &[a.r#type()]);
        block.append("stablehlo.return", &sum, &[], &[]);
    }
}

/// Returns an integer attribute; of a truth value, one of these.
fn integer_attribute<'c>(element: Type<'c>, value: i64) -> Attribute<'c> {
    IntegerAttribute::new(element, value).into()
}
