//! Products of tensors with many dims, as of queries in groups with the keys of each group.
//!
//! IREE makes a loop of each dim. Of the dims that are not contracted, it vectorizes the last two only; these may have few
//! elements, while most of the work is in other loops.

use crate::{
    build::*,
    dialect::stablehlo::DotDimensionNumbers,
    forms::contraction::{DIMS, is_one_batch, other_attributes},
    ops::*,
    prelude::*,
};
use std::slice;

/// Products in which dims can be merged.
pub static ROW: Row = Row {
    name: "products-of-many-dims",
    ops: &[stablehlo::DOT_GENERAL, stablehlo::TRANSPOSE],
    when: "in batches, with dims of unknown size, if several dims of an operand are contracted, or several are neither \
           contracted nor batching, or several batching dims are side by side in both; together with the transposition that \
           is the product's only user",
    becomes: "a product of matrices in one batch, or several, of operands whose dims are merged; those that are not side by \
              side are transposed before",
    why: "IREE computes few elements at a time, along dims that may be short, which takes up to 10 times as long.",
    action: Replace(merge),
};

fn merge<'a>(emitter: &mut OpEmitter<'a>, operation: OpRef<'a>) -> Option<Value<'a>> {
    let (product, order) = product_and_order(operation)?;
    let dims = DotDimensionNumbers::from_attribute(product.attribute(DIMS).ok()?)?;
    let [lhs, rhs] = first_operands(product)?;
    if is_one_batch(lhs, &dims) {
        return no_match("without its batching dims, it is a product of matrices");
    }
    let sides = ProductOperand::both([lhs, rhs], &dims, &order)?;
    let batch = dims.lhs_batching_dimensions.len();
    let is_dynamic = sides.iter().any(|side| is_dynamic(side.operand));
    // Others become products of elements.
    let is_contracted = sides
        .iter()
        .all(|side| side.size(&side.contracted) != Some(1));
    let is_merged = |side: &ProductOperand| side.groups().any(|group| group.len() > 1);
    if !(batch > 0 && is_dynamic && is_contracted && sides.iter().any(is_merged)) {
        return None;
    }
    let r#type = result_type(operation)?;
    let (value, results) = emit_product(emitter, product, &sides, r#type)?;
    let results = (0..batch).chain(results).collect::<Vec<_>>();
    let permutation = order
        .iter()
        .map(|dim| results.iter().position(|it| it == dim));
    let value = emit_transposed(emitter, value, &permutation.collect::<Option<Vec<_>>>()?)?;
    Some(emitter.emit_cast(value, r#type.into()))
}

/// Emits the product of two operands, whose merged dims are apart again in the result. Also returns, for each dim of the result
/// behind the batching dims, the dim of the original product that it is.
fn emit_product<'a>(
    emitter: &mut OpEmitter<'a>,
    product: OpRef<'a>,
    [lhs, rhs]: &[ProductOperand<'a>; 2],
    result_type: RankedTensorType<'a>,
) -> Option<(Value<'a>, Vec<usize>)> {
    let matrices = [lhs.emit_merged(emitter)?, rhs.emit_merged(emitter)?];
    let context = emitter.context();
    let contracted = |side: &ProductOperand| side.numbers(slice::from_ref(&side.contracted));
    let dims = DotDimensionNumbers {
        lhs_batching_dimensions: lhs.numbers(&lhs.batch),
        rhs_batching_dimensions: rhs.numbers(&rhs.batch),
        lhs_contracting_dimensions: contracted(lhs),
        rhs_contracting_dimensions: contracted(rhs),
    };
    let mut attributes = other_attributes(product);
    attributes.push((Identifier::new(context, DIMS), dims.to_attribute(context)?));
    let batch = lhs.batch.iter().map(|group| (lhs, group));
    let free = [(lhs, &lhs.free), (rhs, &rhs.free)];
    let groups = batch
        .clone()
        .chain(free.into_iter().filter(|(_, group)| !group.is_empty()));
    let merged = groups.map(|(side, group)| side.size(group));
    let merged = tensor_type(emitter, result_type, &merged.collect::<Vec<_>>()).into();
    let value = emitter.emit(stablehlo::DOT_GENERAL, &matrices, &attributes, merged);
    // IREE computes a matrix transposed, but stores it first if it is reshaped before.
    let is_transposed = lhs.places.first() > rhs.places.first() && !rhs.places.is_empty();
    let (value, sides) = match is_transposed {
        true => {
            let count = lhs.batch.len();
            let order = (0..count).chain([count + 1, count]).collect::<Vec<_>>();
            (emit_transposed(emitter, value, &order)?, [rhs, lhs])
        }
        false => (value, [lhs, rhs]),
    };
    let mut sizes = vec![];
    for (side, group) in batch.chain(sides.map(|side| (side, &side.free))) {
        let all = emit_sizes(emitter, side.operand);
        sizes.extend(group.iter().map(|&dim| all[dim]));
    }
    let results = sides.iter().flat_map(|side| side.results.iter().copied());
    let value = emit_reshape_to(emitter, value, &sizes)?;
    Some((value, results.collect()))
}

/// Returns the product that an op computes, or transposes as its only user, and the product's dims in the order of the
/// op's result.
fn product_and_order<'a>(operation: OpRef<'a>) -> Option<(OpRef<'a>, Vec<usize>)> {
    let is_product = |op: OpRef<'_>| ir::is_named(op, stablehlo::DOT_GENERAL);
    let product = match is_product(operation) {
        true => operation,
        false => ir::defining_op(ir::operand(operation, 0)?).filter(|&it| is_product(it))?,
    };
    let users = ir::users(ir::result(product, 0)?);
    // One in the body of a loop would be computed in each iteration.
    let transposes = |user: OpRef<'_>| {
        ir::is_named(user, stablehlo::TRANSPOSE) && user.block() == product.block()
    };
    let is_transposed = matches!(&users[..], [(user, _)] if transposes(*user));
    if is_transposed == is_product(operation) {
        return no_match(
            "the product is changed together with the transposition that is its only user",
        );
    }
    let order = match is_product(operation) {
        true => (0..type_sizes(result_type(operation)?).len()).collect(),
        false => to_dims(&ir::int_array(operation, "permutation")?)?,
    };
    Some((product, order))
}

/// An operand of a product, and its dims in groups that are merged.
struct ProductOperand<'a> {
    operand: Value<'a>,
    sizes: Vec<Option<i64>>,
    batch: Vec<Vec<usize>>,
    contracted: Vec<usize>,
    /// Those that are neither.
    free: Vec<usize>,
    /// For each dim in `free`, the dim of the product's result that it becomes.
    results: Vec<usize>,
    /// For each dim in `free`, its place in what is read: the result, or the result's transposition.
    places: Vec<usize>,
}

impl<'a> ProductOperand<'a> {
    /// Returns both operands, given the order in which the dims of the result are read.
    fn both(
        [lhs, rhs]: [Value<'a>; 2],
        dims: &DotDimensionNumbers,
        order: &[usize],
    ) -> Option<[Self; 2]> {
        // Both have to merge what is contracted in the same order.
        let of_lhs = to_dims(&dims.lhs_contracting_dimensions)?.into_iter();
        let mut pairs = of_lhs
            .zip(to_dims(&dims.rhs_contracting_dimensions)?)
            .collect::<Vec<_>>();
        pairs.sort_unstable();
        let (of_lhs, of_rhs) = pairs.into_iter().unzip();
        let batch = to_dims(&dims.lhs_batching_dimensions)?;
        let mut next = batch.len();
        let mut lhs = Self::new(lhs, batch, of_lhs, next, order)?;
        next += lhs.free.len();
        let batch = to_dims(&dims.rhs_batching_dimensions)?;
        let mut rhs = Self::new(rhs, batch, of_rhs, next, order)?;
        // A transposition takes less time than a product of many rows.
        let pays = [rhs.has_many_rows(), lhs.has_many_rows()];
        let stays = [&lhs, &rhs].map(Self::stays);
        if stays.iter().zip(pays).any(|(stays, pays)| !stays && !pays) {
            return no_match("it has few rows for each of those that would be transposed");
        }
        // To merge two batching dims, one transposition of an operand pays, but not two, nor one that makes the result be
        // transposed, too.
        let batch = lhs.batch.len();
        let is_one = [&lhs, &rhs].map(|side| !side.stays() || is_run(&side.batch.concat()));
        let merges = is_one
            .iter()
            .zip(pays)
            .all(|(is_one, pays)| *is_one || pays);
        let keeps_result = order.iter().take(batch).copied().eq(0..batch);
        let saves_many = batch > 2 || lhs.free.len() > 1 || rhs.free.len() > 1;
        let transposes_one = is_one[0] || is_one[1];
        if merges && (is_one == [true, true] || saves_many || keeps_result && transposes_one) {
            lhs.batch = vec![lhs.batch.concat()];
            rhs.batch = vec![rhs.batch.concat()];
        }
        Some([lhs, rhs])
    }

    /// Returns an operand. The first of its dims that are neither contracted nor batching is the dim `first` of the result.
    fn new(
        operand: Value<'a>,
        batch: Vec<usize>,
        contracted: Vec<usize>,
        first: usize,
        order: &[usize],
    ) -> Option<Self> {
        let sizes = sizes(operand)?;
        let is_free = |dim: &usize| !batch.contains(dim) && !contracted.contains(dim);
        let free = (0..sizes.len()).filter(is_free).zip(first..);
        let free = free.map(|(dim, result)| {
            let place = order.iter().position(|&dim| dim == result)?;
            Some((dim, result, place))
        });
        let mut free = free.collect::<Option<Vec<_>>>()?;
        // Dims that are side by side keep their order. Others are transposed anyway, into the order in which the result is read.
        if !is_run(&free.iter().map(|it| it.0).collect::<Vec<_>>()) {
            free.sort_unstable_by_key(|&(_, _, place)| place);
        }
        Some(Self {
            operand,
            sizes,
            batch: batch.into_iter().map(|dim| vec![dim]).collect(),
            contracted,
            free: free.iter().map(|it| it.0).collect(),
            results: free.iter().map(|it| it.1).collect(),
            places: free.iter().map(|it| it.2).collect(),
        })
    }

    /// Returns whether what is merged is side by side.
    fn stays(&self) -> bool {
        let mut groups = self.batch.iter().chain([&self.free, &self.contracted]);
        groups.all(|dims| is_run(dims))
    }

    /// Returns whether it may have many rows, that is, more than eight.
    fn has_many_rows(&self) -> bool {
        let rows = self.size(&self.free);
        !self.free.is_empty() && rows.is_none_or(|rows| rows > 8)
    }

    /// Returns the groups in the order of the matrix.
    fn groups(&self) -> impl Iterator<Item = &[usize]> {
        let groups = self.batch.iter().chain([&self.free, &self.contracted]);
        let groups = groups.map(|dims| &dims[..]).filter(|dims| !dims.is_empty());
        let mut groups = groups.collect::<Vec<_>>();
        if self.stays() {
            groups.sort_unstable();
        }
        groups.into_iter()
    }

    /// Returns the dims of the matrix that groups become.
    fn numbers(&self, groups: &[Vec<usize>]) -> Vec<i64> {
        let number = |group: &Vec<usize>| self.groups().zip(0..).find(|(it, _)| it == group);
        let numbers = groups.iter().filter_map(number);
        numbers.map(|(_, number)| number).collect()
    }

    /// Returns the size of a group, if it is known.
    fn size(&self, dims: &[usize]) -> Option<i64> {
        known_product(dims.iter().map(|&dim| self.sizes[dim]))
    }

    /// Emits the operand with a dim for each group.
    fn emit_merged(&self, emitter: &mut OpEmitter<'a>) -> Option<Value<'a>> {
        let groups = self.groups().collect::<Vec<_>>();
        let operand = emit_transposed(emitter, self.operand, &groups.concat())?;
        if groups.len() == self.sizes.len() {
            return Some(operand);
        }
        let all = emit_sizes(emitter, self.operand);
        let sizes = groups.iter().map(|group| {
            let sizes = group.iter().map(|&dim| all[dim]);
            Number::product(emitter, &sizes.collect::<Vec<_>>())
        });
        let sizes = sizes.collect::<Vec<_>>();
        emit_reshape_to(emitter, operand, &sizes)
    }
}

/// Returns whether dims are side by side, in order.
fn is_run(dims: &[usize]) -> bool {
    dims.is_sorted_by(|first, second| first + 1 == *second)
}
