//! Ops whose result has the sizes that numbers say: what these numbers have to be, and static forms
//! of those of the dialect `tensor`, whose attributes and operands say them dim by dim.

use super::{Specializer, arguments::refine};
use crate::{
    analysis::Walk,
    dialect::{shape, stablehlo, tensor},
    elements::TensorElements,
    ir::{self, AT_RUN_TIME},
};
use melior::ir::{
    OperationRef, Value, ValueLike,
    attribute::{DenseI32ArrayAttribute, DenseI64ArrayAttribute},
    operation::OperationLike,
};

/// The tensor whose sizes the operands of an op say.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Sized {
    Result,
    /// The first operand.
    Source,
}

/// Where an op of `tensor` says sizes. Its operands are the ones that its types and attributes lack.
struct SizedOp {
    op: &'static str,
    /// The attribute with all sizes; without one, the type has them.
    attribute: Option<&'static str>,
    operands: SizeOperands,
    sized: Sized,
}

#[derive(Clone, Copy, Debug)]
enum SizeOperands {
    /// All from this one on.
    From(usize),
    /// Those of this segment.
    Segment(usize),
}

const ROWS: &[SizedOp] = &[
    SizedOp {
        op: tensor::EMPTY,
        attribute: None,
        operands: SizeOperands::From(0),
        sized: Sized::Result,
    },
    SizedOp {
        op: tensor::GENERATE,
        attribute: None,
        operands: SizeOperands::From(0),
        sized: Sized::Result,
    },
    SizedOp {
        op: tensor::SPLAT,
        attribute: None,
        operands: SizeOperands::From(1),
        sized: Sized::Result,
    },
    SizedOp {
        op: tensor::EXPAND_SHAPE,
        attribute: Some("static_output_shape"),
        operands: SizeOperands::From(1),
        sized: Sized::Result,
    },
    SizedOp {
        op: tensor::EXTRACT_SLICE,
        attribute: Some("static_sizes"),
        operands: SizeOperands::Segment(2),
        sized: Sized::Result,
    },
    SizedOp {
        op: tensor::INSERT_SLICE,
        attribute: Some("static_sizes"),
        operands: SizeOperands::Segment(3),
        sized: Sized::Source,
    },
];

/// The attribute with the lengths of the segments.
const SEGMENTS: &str = "operandSegmentSizes";

impl SizedOp {
    fn of(operation: OperationRef<'_, '_>) -> Option<&'static Self> {
        let name = ir::name_str(operation.name())?;
        ROWS.iter().find(|row| row.op == name)
    }

    /// Returns the first operand that is a size, and how many there are.
    fn operands(&self, operation: OperationRef<'_, '_>) -> Option<(usize, usize)> {
        match self.operands {
            SizeOperands::From(first) => {
                Some((first, operation.operand_count().checked_sub(first)?))
            }
            SizeOperands::Segment(segment) => {
                let lengths = ir::short_int_array(operation, SEGMENTS)?.into_iter();
                let lengths = lengths.map(|length| usize::try_from(length).ok());
                let lengths = lengths.collect::<Option<Vec<_>>>()?;
                let first = lengths.get(..segment)?.iter().sum();
                Some((first, *lengths.get(segment)?))
            }
        }
    }
}

impl<'c: 'a, 'a> Specializer<'c, 'a, '_> {
    /// Moves the known sizes among the operands of an op of `tensor` into its attributes and the type of
    /// its result, which must agree on what is static.
    pub(super) fn fold_sizes(
        &mut self,
        walk: &mut Walk<'c, 'a, ()>,
        operation: OperationRef<'c, 'a>,
    ) -> Option<()> {
        let row = SizedOp::of(operation)?;
        let (first, count) = row.operands(operation)?;
        let result = ir::result(operation, 0)?;
        let listed = match row.attribute {
            Some(name) => Some(ir::int_array(operation, name)?),
            None => None,
        };
        let dynamic = dynamic_dims(result);
        // The dims of the tensor, in the order of the operands.
        let sizes = match row.sized {
            Sized::Result => {
                let sizes = walk.analysis.constant_sizes(result);
                let dims = dynamic.iter().map(|&dim| sizes.get(dim).copied().flatten());
                dims.collect::<Vec<_>>()
            }
            Sized::Source => {
                let sizes = walk.analysis.constant_sizes(ir::operand(operation, 0)?);
                let listed = listed.as_ref()?;
                let dims = listed.iter().enumerate();
                let dims = dims.filter(|(_, size)| **size == AT_RUN_TIME);
                // A source of lower rank lacks dims of one element.
                let is_whole = sizes.len() == listed.len();
                dims.map(|(dim, _)| sizes.get(dim).copied().flatten().filter(|_| is_whole))
                    .collect()
            }
        };
        if sizes.len() != count {
            return None;
        }
        let mut known = vec![];
        for (place, size) in sizes.into_iter().enumerate() {
            let number = walk
                .analysis
                .constant_numbers(ir::operand(operation, first + place)?);
            let number = number.and_then(|numbers| numbers.first().copied()).or(size);
            if let Some(size) = number.filter(|&size| size < 0) {
                let message = format!(
                    "does not take these sizes; expected a size of at least 0 as operand #{}, got \
                     {size}",
                    first + place
                );
                self.refuse(operation, &message);
                return None;
            }
            known.push(number);
        }
        if known.iter().all(Option::is_none) {
            return None;
        }
        let is_kept = |&(index, _): &(usize, Value<'c, 'a>)| {
            let place = index.checked_sub(first);
            place.and_then(|place| *known.get(place)?).is_none()
        };
        let kept = operation.operands().enumerate().filter(is_kept);
        let kept = kept.map(|(_, operand)| operand).collect::<Vec<_>>();
        if let (Some(name), Some(mut listed)) = (row.attribute, listed) {
            let open = listed.iter_mut().filter(|size| **size == AT_RUN_TIME);
            for (size, known) in open.zip(&known) {
                *size = known.unwrap_or(AT_RUN_TIME);
            }
            let listed = DenseI64ArrayAttribute::new(self.context, &listed);
            ir::set_attribute(operation, name, listed.into());
        }
        if let SizeOperands::Segment(segment) = row.operands {
            let mut lengths = ir::short_int_array(operation, SEGMENTS)?;
            let left = known.iter().filter(|size| size.is_none()).count();
            *lengths.get_mut(segment)? = left as i64;
            let lengths = lengths.into_iter().map(|length| length as i32);
            let lengths = lengths.collect::<Vec<_>>();
            let lengths = DenseI32ArrayAttribute::new(self.context, &lengths);
            ir::set_attribute(operation, SEGMENTS, lengths.into());
        }
        ir::set_operands(operation, &kept);
        if row.sized == Sized::Result {
            let mut sizes = vec![None; dynamic.iter().map(|dim| dim + 1).max().unwrap_or(0)];
            for (dim, size) in dynamic.into_iter().zip(known) {
                sizes[dim] = size;
            }
            if let Some(r#type) = refine(self.context, result.r#type(), &sizes) {
                ir::set_type(result, r#type);
            }
        }
        walk.analysis.forget_integers(result);
        Some(())
    }

    /// Finds out the size that is -1 in the sizes of a reshape: the one that keeps the number of
    /// elements.
    fn infer_size(
        &mut self,
        walk: &mut Walk<'c, 'a, ()>,
        operation: OperationRef<'c, 'a>,
        sizes: &[i128],
    ) -> Result<(), String> {
        let operand = ir::operand(operation, 0);
        let (Some(operand), Some(result)) = (operand, ir::result(operation, 0)) else {
            return Ok(());
        };
        let extents = walk.analysis.constant_sizes(operand).into_iter();
        let Some(extents) = extents.collect::<Option<Vec<_>>>() else {
            // It stays dynamic, as the operand does.
            return Ok(());
        };
        let mut extents = extents.into_iter().map(i128::from);
        let mut others = sizes.iter().copied().filter(|&size| size != -1);
        let count = extents.try_fold(1_i128, i128::checked_mul);
        let others = others.try_fold(1_i128, i128::checked_mul);
        let (Some(count), Some(others)) = (count, others) else {
            return Err("expected fewer elements".into());
        };
        if others == 0 {
            // Without elements, it could be any.
            return Err("expected no size of 0 beside the one that is -1".into());
        }
        if count % others != 0 {
            return Err(format!(
                "expected a multiple of {others}, the product of the sizes that are not -1, as number \
                 of elements of operand #0, got {count}"
            ));
        }
        let known = sizes.iter().map(|&size| match size {
            -1 => count / others,
            size => size,
        });
        let known = known.map(|size| i64::try_from(size).ok());
        walk.analysis
            .set_constant_sizes(result, &known.collect::<Vec<_>>());
        Ok(())
    }

    /// Reports an op whose operand holds a number that is no size; returns whether it does.
    pub(super) fn has_wrong_size(
        &mut self,
        walk: &mut Walk<'c, 'a, ()>,
        operation: OperationRef<'c, 'a>,
        name: &str,
    ) -> bool {
        let index = match name {
            shape::BROADCAST => return self.has_wrong_broadcast(walk, operation),
            stablehlo::REAL_DYNAMIC_SLICE => return self.is_outside(walk, operation),
            stablehlo::RESHAPE => return self.has_wrong_count(walk, operation),
            stablehlo::DYNAMIC_IOTA => 0,
            stablehlo::DYNAMIC_BROADCAST_IN_DIM | stablehlo::DYNAMIC_RESHAPE => 1,
            stablehlo::RNG => 2,
            _ => return false,
        };
        let operand = ir::operand(operation, index);
        let sizes = operand.and_then(|operand| self.numbers_of(walk, operand));
        let Some(TensorElements::Integers(sizes)) = sizes else {
            return false;
        };
        let is_inferred = |size: i128| name == stablehlo::DYNAMIC_RESHAPE && size == -1;
        let negative = sizes.iter().copied().enumerate();
        let negative = negative.filter(|(_, size)| *size < 0).collect::<Vec<_>>();
        let wrong = negative.iter().find(|(_, size)| !is_inferred(*size));
        let expected = match (wrong, &*negative) {
            (Some((dim, size)), _) => {
                format!("expected a size of at least 0 of dim {dim} of its result, got {size}")
            }
            (None, []) => return false,
            (None, [_]) => match self.infer_size(walk, operation, &sizes) {
                Ok(()) => return false,
                Err(expected) => expected,
            },
            (None, [_, (dim, _), ..]) => {
                format!("expected at most one size of -1, got another one of dim {dim}")
            }
        };
        self.refuse(operation, &format!("does not take these sizes; {expected}"));
        true
    }
}

impl<'c: 'a, 'a> Specializer<'c, 'a, '_> {
    /// Finds out the size of the only dim of a `stablehlo.reshape`'s result that has a bound instead of a size; returns
    /// whether there is none that keeps the number of elements, after an error.
    fn has_wrong_count(
        &mut self,
        walk: &mut Walk<'c, 'a, ()>,
        operation: OperationRef<'c, 'a>,
    ) -> bool {
        let result = ir::result(operation, 0);
        let declared = result.map_or_else(Vec::new, |result| ir::sizes_of(result.r#type()));
        if declared.iter().filter(|size| size.is_none()).count() != 1 {
            return false;
        }
        let sizes = declared.into_iter();
        let sizes = sizes.map(|size| size.map_or(-1, i128::from));
        match self.infer_size(walk, operation, &sizes.collect::<Vec<_>>()) {
            Ok(()) => false,
            Err(expected) => {
                self.refuse(operation, &format!("does not take these sizes; {expected}"));
                true
            }
        }
    }

    /// Returns whether a slice at a known position is not within its operand, after an error.
    fn is_outside(&mut self, walk: &mut Walk<'c, 'a, ()>, operation: OperationRef<'c, 'a>) -> bool {
        let sizes = ir::operand(operation, 0).map(|operand| ir::sizes_of(operand.r#type()));
        let numbers = [1, 2, 3].map(|index| {
            let operand = ir::operand(operation, index)?;
            match self.numbers_of(walk, operand)? {
                TensorElements::Integers(numbers) => Some(numbers),
                _ => None,
            }
        });
        let (Some(sizes), [Some(starts), Some(limits), Some(strides)]) = (sizes, numbers) else {
            return false;
        };
        let mut dims = starts
            .iter()
            .zip(&limits)
            .zip(&strides)
            .zip(sizes)
            .enumerate();
        let wrong = dims.find_map(|(dim, (((&start, &limit), &stride), size))| {
            let size = i128::from(size?);
            let is_within = 0 <= start && start <= limit && limit <= size && stride > 0;
            (!is_within).then_some((dim, start, limit, stride, size))
        });
        let Some((dim, start, limit, stride, size)) = wrong else {
            return false;
        };
        let expected = format!(
            "takes a part that is not within its operand; expected 0 <= start <= limit <= {size} and a stride of \
             at least 1 in dim {dim}, got start {start}, limit {limit} and stride {stride}"
        );
        self.refuse(operation, &expected);
        true
    }

    /// Returns whether known shapes do not broadcast, after an error.
    fn has_wrong_broadcast(
        &mut self,
        walk: &mut Walk<'c, 'a, ()>,
        operation: OperationRef<'c, 'a>,
    ) -> bool {
        let shapes = operation
            .operands()
            .map(|shape| self.numbers_of(walk, shape));
        let shapes = shapes.map(|shape| match shape {
            Some(TensorElements::Integers(sizes)) => sizes,
            _ => vec![],
        });
        let shapes = shapes.collect::<Vec<_>>();
        let rank = shapes.iter().map(Vec::len).max().unwrap_or_default();
        // Dims are counted from the last one.
        let conflict = (0..rank).find_map(|place| {
            let sizes = shapes
                .iter()
                .filter_map(|shape| shape.iter().rev().nth(place));
            let mut sizes = sizes.filter(|&&size| size != 1);
            let first = sizes.next()?;
            sizes
                .find(|size| *size != first)
                .map(|other| (place, first, other))
        });
        let Some((place, first, other)) = conflict else {
            return false;
        };
        let dim = rank - 1 - place;
        self.refuse(
            operation,
            &format!(
                "does not take these sizes; expected equal sizes of dim {dim} of its result, or one of \
                 them 1, got {first} and {other}"
            ),
        );
        true
    }
}

fn dynamic_dims(value: Value<'_, '_>) -> Vec<usize> {
    let shape = ir::shaped_type(value.r#type());
    let dims = shape.shape().unwrap_or_default().iter().enumerate();
    let dynamic = dims.filter(|(_, dim)| dim.fixed_size().is_none());
    dynamic.map(|(dim, _)| dim).collect()
}
