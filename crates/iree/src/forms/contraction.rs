//! `stablehlo.dot_general` on dynamic shapes.
//!
//! IREE turns a contraction without batching dims into a matrix product by dynamic reshapes,
//! which it then rejects. It also rejects contractions whose batching dims have size 1, and those with batching dims that
//! contract nothing. So this pass emits the matrix product. If no dims are contracted, or only dims of size 1, it emits broadcasts of both operands
//! and multiplies them.

use crate::{build::*, dialect::stablehlo::DotDimensionNumbers, ops::*, prelude::*};

pub static ROW: Row = Row {
    name: "matrix-products",
    ops: &[stablehlo::DOT_GENERAL],
    when: "on dynamic shapes, without batching dims or with those of size 1, or with contracted dims of size 1 or none",
    becomes: "a matrix product, or an elementwise product if only dims of size 1, or none, are contracted",
    why: "IREE makes a matrix product of it by `dynamic_reshape` (`DotGeneralToDot.cpp`), \
           which it then rejects.",
    action: Replace(rewrite),
};

/// The attribute that says which dims are contracted, and which are batching dims.
pub const DIMS: &str = "dot_dimension_numbers";

fn rewrite<'a>(emitter: &mut OpEmitter<'a>, operation: OpRef<'a>) -> Option<Value<'a>> {
    let [lhs, rhs] = first_operands(operation)?;
    let dims = DotDimensionNumbers::from_attribute(operation.attribute(DIMS).ok()?)?;
    let (lhs_sizes, rhs_sizes) = (sizes(lhs)?, sizes(rhs)?);
    let is_static = lhs_sizes.iter().chain(&rhs_sizes).all(Option::is_some);
    let is_matrix = |sizes: &[Option<i64>]| sizes.len() == 2 && !sizes.contains(&Some(1));
    let is_matrix_product = is_matrix(&lhs_sizes)
        && is_matrix(&rhs_sizes)
        && dims.lhs_contracting_dimensions == [1]
        && dims.rhs_contracting_dimensions == [0];
    if is_static || is_matrix_product {
        return no_match("it is static, or a product of matrices already");
    }
    let others = other_attributes(operation);
    if is_one_batch(lhs, &dims) {
        return emit_one_batch(emitter, [lhs, rhs], &dims, others, result_type(operation)?);
    }
    if !dims.lhs_batching_dimensions.is_empty() {
        return emit_batches(emitter, [lhs, rhs], &dims, result_type(operation)?);
    }
    emit(emitter, [lhs, rhs], &dims, others, result_type(operation)?)
}

/// Returns the attributes of a contraction but that of its dims.
pub fn other_attributes<'a>(operation: OpRef<'a>) -> Vec<(Identifier<'a>, Attribute<'a>)> {
    let attributes = ir::named_attributes(operation).into_iter();
    let others = attributes.filter(|(name, _)| ir::name_str(*name) != Some(DIMS));
    others.collect()
}

/// Returns whether a contraction whose first operand is `lhs` has batching dims, all of size 1.
pub fn is_one_batch(lhs: Value<'_>, dims: &DotDimensionNumbers) -> bool {
    let sizes = sizes(lhs).unwrap_or_default();
    let mut batching = dims.lhs_batching_dimensions.iter();
    batching.len() > 0 && batching.all(|&dim| sizes.get(dim as usize) == Some(&Some(1)))
}

/// Emits a contraction with batching dims of size 1 without these.
fn emit_one_batch<'a>(
    emitter: &mut OpEmitter<'a>,
    [lhs, rhs]: [Value<'a>; 2],
    dims: &DotDimensionNumbers,
    attributes: Vec<(Identifier<'a>, Attribute<'a>)>,
    result_type: RankedTensorType<'a>,
) -> Option<Value<'a>> {
    let mut without = |value, batching: &[i64], contracting: &[i64]| {
        let all = emit_sizes(emitter, value).into_iter().zip(0..);
        let others = all.filter(|(_, dim)| !batching.contains(dim));
        let (kept, numbers): (Vec<_>, Vec<i64>) = others.unzip();
        let place = |dim| Some(numbers.iter().position(|number| number == dim)? as i64);
        let contracting = contracting.iter().map(place).collect::<Option<Vec<_>>>()?;
        Some((emit_reshape_to(emitter, value, &kept)?, contracting))
    };
    let (lhs, of_lhs) = without(
        lhs,
        &dims.lhs_batching_dimensions,
        &dims.lhs_contracting_dimensions,
    )?;
    let (rhs, of_rhs) = without(
        rhs,
        &dims.rhs_batching_dimensions,
        &dims.rhs_contracting_dimensions,
    )?;
    let own = DotDimensionNumbers {
        lhs_contracting_dimensions: of_lhs,
        rhs_contracting_dimensions: of_rhs,
        ..DotDimensionNumbers::default()
    };
    let batch = dims.lhs_batching_dimensions.len();
    let sizes = type_sizes(result_type);
    let r#type = tensor_type(emitter, result_type, sizes.get(batch..)?);
    let value = emit(emitter, [lhs, rhs], &own, attributes, r#type)?;
    let mut extents = vec![emitter.emit_constant_index(1); batch];
    extents.extend(emit_extents(emitter, value));
    Some(emit_reshape(emitter, value, &extents, result_type))
}

/// Emits a contraction without batching dims.
pub fn emit<'a>(
    emitter: &mut OpEmitter<'a>,
    [lhs, rhs]: [Value<'a>; 2],
    dims: &DotDimensionNumbers,
    attributes: Vec<(Identifier<'a>, Attribute<'a>)>,
    result_type: RankedTensorType<'a>,
) -> Option<Value<'a>> {
    let lhs = Side::new(emitter, lhs, &dims.lhs_contracting_dimensions)?;
    let rhs = Side::new(emitter, rhs, &dims.rhs_contracting_dimensions)?;
    let free = [&*lhs.free, &*rhs.free].concat();
    let extents = free.iter().map(|dim| dim.size.index).collect::<Vec<_>>();
    // The size may be static on either side.
    let mut contracted = lhs.contracted.iter().zip(&rhs.contracted);
    if contracted.all(|(a, b)| a.size.constant.or(b.size.constant) == Some(1)) {
        return emit_product(emitter, [&lhs, &rhs], dims, result_type);
    }
    let matrices = [
        lhs.emit_matrix(emitter, Order::FreeFirst)?,
        rhs.emit_matrix(emitter, Order::ContractedFirst)?,
    ];
    let matrix_sizes = [&lhs, &rhs].map(|side| product(emitter, &side.free).constant);
    let matrix_type = tensor_type(emitter, result_type, &matrix_sizes).into();
    let context = emitter.context();
    let dims = DotDimensionNumbers {
        lhs_contracting_dimensions: vec![1],
        rhs_contracting_dimensions: vec![0],
        ..DotDimensionNumbers::default()
    };
    let mut attributes = attributes;
    let name = Identifier::new(context, DIMS);
    attributes.push((name, dims.to_attribute(context)?));
    let result = emitter.emit(stablehlo::DOT_GENERAL, &matrices, &attributes, matrix_type);
    Some(match lhs.free.len() == 1 && rhs.free.len() == 1 {
        true => emitter.emit_cast(result, result_type.into()),
        false => emitter.emit_tensor_reshape(result, &extents, result_type.into()),
    })
}

/// The order of the dims of a matrix.
#[derive(Clone, Copy, Eq, PartialEq)]
enum Order {
    FreeFirst,
    ContractedFirst,
}

/// A dim of an operand.
#[derive(Clone, Copy)]
struct SideDim<'a> {
    number: usize,
    size: Number<'a>,
}

/// An operand of a contraction.
struct Side<'a> {
    value: Value<'a>,
    r#type: RankedTensorType<'a>,
    free: Vec<SideDim<'a>>,
    contracted: Vec<SideDim<'a>>,
}

impl<'a> Side<'a> {
    fn new(emitter: &mut OpEmitter<'a>, value: Value<'a>, contracting: &[i64]) -> Option<Self> {
        let sizes = emit_sizes(emitter, value);
        let dim = |number: usize| {
            let size = *sizes.get(number)?;
            Some(SideDim { number, size })
        };
        let is_free = |&number: &usize| !contracting.contains(&(number as i64));
        let contracted = contracting.iter();
        let contracted = contracted.map(|&number| dim(usize::try_from(number).ok()?));
        Some(Self {
            value,
            r#type: ir::as_ranked_tensor(value.r#type())?,
            free: (0..sizes.len())
                .filter(is_free)
                .map(dim)
                .collect::<Option<_>>()?,
            contracted: contracted.collect::<Option<_>>()?,
        })
    }

    /// Emits the operand as a matrix.
    fn emit_matrix(&self, emitter: &mut OpEmitter<'a>, order: Order) -> Option<Value<'a>> {
        let groups = match order {
            Order::FreeFirst => [&*self.free, &*self.contracted],
            Order::ContractedFirst => [&*self.contracted, &*self.free],
        };
        let dims = groups.concat();
        let order = dims.iter().map(|dim| dim.number).collect::<Vec<_>>();
        let value = emit_transposed(emitter, self.value, &order)?;
        let is_matrix = |group: &[SideDim<'_>]| group.len() == 1 && !group[0].size.is(1);
        if groups.iter().all(|group| is_matrix(group)) {
            return Some(value);
        }
        let sizes = groups.map(|group| product(emitter, group));
        let r#type = tensor_type(emitter, self.r#type, &known_values(&sizes)).into();
        Some(emitter.emit_tensor_reshape(value, &index_values(&sizes), r#type))
    }

    /// Emits the operand without its contracted dims, which have size 1, broadcast to the
    /// result's shape, in which it has `dims`.
    fn emit_broadcast(
        &self,
        emitter: &mut OpEmitter<'a>,
        dims: &[usize],
        extents: &[Value<'a>],
        result_type: RankedTensorType<'a>,
    ) -> Value<'a> {
        let sizes = self.free.iter().map(|dim| dim.size).collect::<Vec<_>>();
        let mut value = self.value;
        if !self.contracted.is_empty() {
            let r#type = tensor_type(emitter, self.r#type, &known_values(&sizes)).into();
            value = emitter.emit_tensor_reshape(value, &index_values(&sizes), r#type);
        }
        if self.r#type.element() != result_type.element() {
            let r#type = tensor_type(emitter, result_type, &known_values(&sizes)).into();
            value = emitter.emit_named(stablehlo::CONVERT, &[value], &[], r#type);
        }
        let shape = emitter.emit_from_elements(extents);
        emit_in_dims(emitter, value, dims, shape, result_type.into())
    }
}

/// Emits a contraction with batching dims as an elementwise product; `None` if it contracts a dim of
/// another size than 1.
fn emit_batches<'a>(
    emitter: &mut OpEmitter<'a>,
    [lhs, rhs]: [Value<'a>; 2],
    dims: &DotDimensionNumbers,
    result_type: RankedTensorType<'a>,
) -> Option<Value<'a>> {
    let sizes = sizes(lhs)?;
    let mut contracted = dims.lhs_contracting_dimensions.iter();
    require(contracted.all(|&dim| sizes.get(dim as usize) == Some(&Some(1))))?;
    let lhs = Side::new(emitter, lhs, &dims.lhs_contracting_dimensions)?;
    let rhs = Side::new(emitter, rhs, &dims.rhs_contracting_dimensions)?;
    emit_product(emitter, [&lhs, &rhs], dims, result_type)
}

/// Emits the outer product of two operands, whose batching dims are the first ones of the result.
fn emit_product<'a>(
    emitter: &mut OpEmitter<'a>,
    sides: [&Side<'a>; 2],
    dims: &DotDimensionNumbers,
    result_type: RankedTensorType<'a>,
) -> Option<Value<'a>> {
    let batches = [&dims.lhs_batching_dimensions, &dims.rhs_batching_dimensions];
    let mut extents = vec![];
    for &batch in batches[0] {
        let dim = sides[0]
            .free
            .iter()
            .find(|dim| dim.number as i64 == batch)?;
        extents.push(dim.size.index);
    }
    let mut result_dims = [vec![], vec![]];
    for ((side, batch), own) in sides.iter().zip(batches).zip(&mut result_dims) {
        for dim in &side.free {
            let place = batch.iter().position(|&batch| batch == dim.number as i64);
            own.push(place.unwrap_or(extents.len()));
            if place.is_none() {
                extents.push(dim.size.index);
            }
        }
    }
    require(type_sizes(result_type).len() == extents.len())?;
    let [lhs, rhs] = sides;
    let operands = [
        lhs.emit_broadcast(emitter, &result_dims[0], &extents, result_type),
        rhs.emit_broadcast(emitter, &result_dims[1], &extents, result_type),
    ];
    Some(emitter.emit_like(stablehlo::MULTIPLY, &operands))
}

/// Emits the product of the dims' sizes, which is not known if it is 1: IREE would turn a matrix
/// with one row or column into a vector, by a reshape that it rejects.
fn product<'a>(emitter: &mut OpEmitter<'a>, dims: &[SideDim<'a>]) -> Number<'a> {
    let sizes = dims.iter().map(|dim| dim.size).collect::<Vec<_>>();
    let product = Number::product(emitter, &sizes);
    let constant = product.constant.filter(|&product| product != 1);
    Number {
        constant,
        ..product
    }
}
