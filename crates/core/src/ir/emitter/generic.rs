//! Tensors whose elements are computed one by one, by `linalg.generic`.

use super::{Emitter, first_result};
use crate::{
    dialect::{loop_iterator, tensor},
    ir::{as_ranked_tensor, block_arguments, sizes_of},
};
use melior::{
    Context,
    ir::{
        AffineExpr, AffineMap, Attribute, AttributeLike, Block, Identifier, OperationRef, Region,
        RegionLike, Type, Value, ValueLike,
        attribute::{
            ArrayAttribute, DenseI32ArrayAttribute, DenseI64ArrayAttribute, IntegerAttribute,
        },
        operation::OperationLike,
        r#type::{RankedTensorType, ShapedTypeLike},
    },
};
use mlir_sys::{
    mlirAffineMapAttrGet, mlirAffineMapAttrGetValue, mlirAffineMapIsIdentity,
    mlirAttributeIsAAffineMap,
};

impl<'c, 'a> Emitter<'c, 'a> {
    /// Emits the part of a tensor at a position of one dim, without that dim. `extents` are those
    /// of the part, each an `index`.
    pub fn emit_part(
        &mut self,
        tensor: Value<'c, 'a>,
        dim: usize,
        position: i64,
        extents: &[Value<'c, 'a>],
        r#type: Type<'c>,
    ) -> Value<'c, 'a> {
        let sizes = sizes_of(r#type);
        let rank = sizes.len() + 1;
        let dynamic = dynamic_extents(extents, &sizes);
        let mut offsets = vec![0; rank];
        offsets[dim] = position;
        let mut static_sizes = sizes.iter().map(|size| size.unwrap_or(i64::MIN));
        let static_sizes = (0..rank).map(|at| match at == dim {
            true => 1,
            false => static_sizes.next().unwrap_or(1),
        });
        let static_sizes = static_sizes.collect::<Vec<_>>();
        let list = |list: &[i64]| DenseI64ArrayAttribute::new(self.context, list).into();
        let segments = [1, 0, dynamic.len() as i32, 0];
        let attributes: [(&str, Attribute<'c>); 4] = [
            ("static_offsets", list(&offsets)),
            ("static_sizes", list(&static_sizes)),
            ("static_strides", list(&vec![1; rank])),
            (
                "operandSegmentSizes",
                DenseI32ArrayAttribute::new(self.context, &segments).into(),
            ),
        ];
        let operands = [&[tensor], &*dynamic].concat();
        self.emit_pure(tensor::EXTRACT_SLICE, &operands, &attributes, r#type)
    }

    /// Emits a `tensor.empty` of these extents, each an `index`.
    pub fn emit_empty(
        &mut self,
        extents: &[Value<'c, 'a>],
        r#type: RankedTensorType<'c>,
    ) -> Value<'c, 'a> {
        let dynamic = dynamic_extents(extents, &sizes_of(r#type.into()));
        self.emit(tensor::EMPTY, &dynamic, &[], r#type.into())
    }

    /// Emits a tensor of the type and sizes of `like`, computed element by element. `body` gets one element
    /// of each input, and returns that of the result at the same [position](Self::emit_position). With each
    /// input goes, for each of its dims, the result dim whose index is used there, or `None` for index 0.
    /// Values emitted in the body are not reused outside it.
    ///
    /// Returns `None`, and emits nothing, if MLIR lacks `linalg`.
    pub fn emit_generic(
        &mut self,
        like: Value<'c, 'a>,
        inputs: &[(Value<'c, 'a>, &[Option<usize>])],
        body: impl FnOnce(&mut Self, &[Value<'c, 'a>]) -> Value<'c, 'a>,
    ) -> Option<Value<'c, 'a>> {
        let count = inputs.len();
        self.emit_generic_sum(like, inputs, 0, &[], |emitter, elements| {
            body(emitter, &elements[..count.min(elements.len())])
        })
    }

    /// Emits a reduction that begins with the elements of `start`. Its loops are over the dims of `start`, and then over
    /// `reduced` further dims. `body` gets an element of each input and the element of the result so far. The
    /// rest is as in [`emit_generic`](Self::emit_generic).
    pub fn emit_generic_sum(
        &mut self,
        start: Value<'c, 'a>,
        inputs: &[(Value<'c, 'a>, &[Option<usize>])],
        reduced: usize,
        attributes: &[(Identifier<'c>, Attribute<'c>)],
        body: impl FnOnce(&mut Self, &[Value<'c, 'a>]) -> Value<'c, 'a>,
    ) -> Option<Value<'c, 'a>> {
        let rank = sizes_of(start.r#type()).len();
        let all = (0..rank).map(Some).collect::<Vec<_>>();
        let maps = inputs.iter().map(|(_, dims)| *dims).chain([&*all]);
        let maps = maps.map(|dims| projection(self.context, rank + reduced, dims));
        let array = |list: &[Attribute<'c>]| ArrayAttribute::new(self.context, list).into();
        let [parallel, reduction] = [false, true].map(|it| loop_iterator(self.context, it));
        let loops = [vec![parallel?; rank], vec![reduction?; reduced]].concat();
        let own = [
            ("indexing_maps", array(&maps.collect::<Vec<_>>())),
            ("iterator_types", array(&loops)),
            (
                "operandSegmentSizes",
                DenseI32ArrayAttribute::new(self.context, &[inputs.len() as i32, 1]).into(),
            ),
        ];
        let own = own.map(|(name, value)| (Identifier::new(self.context, name), value));
        let attributes = [&own, attributes].concat();
        let region = Region::new();
        let location = self.anchor.map(|anchor| anchor.location())?;
        let operands = inputs.iter().map(|(input, _)| *input).chain([start]);
        let operands = operands.collect::<Vec<_>>();
        let arguments = operands.iter().map(|operand| {
            let tensor = as_ranked_tensor(operand.r#type());
            let element = tensor.map_or(operand.r#type(), |r#type| r#type.element());
            (element, location)
        });
        region.append_block(Block::new(&arguments.collect::<Vec<_>>()));
        let operation = self.insert_with("linalg.generic", |builder| {
            builder
                .add_operands(&operands)
                .add_attributes(&attributes)
                .add_results(&[start.r#type()])
                .add_regions([region])
        });
        self.emit_in_region(operation, 0, "linalg.yield", |emitter| {
            let arguments = emitter.anchor.map(|anchor| block_arguments(anchor.block));
            vec![body(emitter, &arguments.unwrap_or_default())]
        });
        Some(first_result(operation))
    }

    /// Emits the position of the element that a body of [`emit_generic`](Self::emit_generic) computes,
    /// one `index` for each dim.
    pub fn emit_position(&mut self, rank: usize) -> Vec<Value<'c, 'a>> {
        let index = Type::index(self.context);
        let dims = 0..rank as i64;
        let position = dims.map(|dim| {
            let dim = IntegerAttribute::new(self.i64, dim).into();
            self.emit_named("linalg.index", &[], &[("dim", dim)], index)
        });
        position.collect()
    }
}

/// Returns the map from a position to its coordinates along some dims, and to 0.
fn projection<'c>(context: &'c Context, rank: usize, dims: &[Option<usize>]) -> Attribute<'c> {
    let dims = dims.iter().map(|dim| match dim {
        Some(dim) => AffineExpr::dim(context, *dim),
        None => AffineExpr::constant(context, 0),
    });
    let map = AffineMap::new(context, rank, 0, &dims.collect::<Vec<_>>());
    // SAFETY: the context owns the map, and the attribute.
    unsafe { Attribute::from_raw(mlirAffineMapAttrGet(map.to_raw())) }
}

/// Returns whether a `linalg.generic` reads and writes each element at its own position.
pub fn has_identity_maps(operation: OperationRef<'_, '_>) -> bool {
    let maps = operation.attribute("indexing_maps").ok();
    let maps = maps.and_then(|maps| ArrayAttribute::try_from(maps).ok());
    maps.is_some_and(|maps| {
        let mut maps = (0..maps.len()).map(|index| maps.element(index).ok());
        maps.all(|map| {
            // SAFETY: the context owns the attribute, and the map in it.
            map.is_some_and(|map| unsafe {
                mlirAttributeIsAAffineMap(map.to_raw())
                    && mlirAffineMapIsIdentity(mlirAffineMapAttrGetValue(map.to_raw()))
            })
        })
    })
}

/// Returns the extents of the dims whose sizes are dynamic.
fn dynamic_extents<'c, 'a>(extents: &[Value<'c, 'a>], sizes: &[Option<i64>]) -> Vec<Value<'c, 'a>> {
    let dynamic = extents.iter().zip(sizes).filter(|(_, size)| size.is_none());
    dynamic.map(|(&extent, _)| extent).collect()
}
