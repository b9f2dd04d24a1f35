//! `stablehlo.dynamic_pad`, and padding by numbers that are known only at run time.
//!
//! The operand is inserted into a tensor that is filled with the padding's value.

use crate::{
    analysis::GUARDED_SIZES, assertion::MessageForm, build::*, model::lifetime::function_of,
    ops::*, prelude::*,
};

pub static DYNAMIC: Row = Row {
    name: "dynamic-paddings",
    ops: &[stablehlo::DYNAMIC_PAD],
    when: "all",
    becomes: "`tensor.insert_slice` into a filled tensor; a padding that removes more elements \
           than there are stops with a message",
    why: "IREE has no form of it.",
    action: Replace(rewrite),
};

pub static NEGATIVE: Row = Row {
    name: "negative-paddings",
    ops: &[stablehlo::PAD],
    when: "of a dynamic tensor that removes elements",
    becomes: "`tensor.insert_slice` of a part into a filled tensor",
    why: "IREE rejects it.",
    action: Replace(rewrite_static),
};

pub static REPEATED: Row = Row {
    name: "repeated-paddings",
    ops: &[stablehlo::PAD],
    when: "of a padded tensor by the same value, if one of the two has interior padding",
    becomes: "the same with a value behind a barrier",
    why: "IREE merges the two paddings into one and adds up their amounts. That is wrong with interior padding: \
           elements end up in the wrong places, on static shapes, too.",
    action: Change(separate),
};

/// Gives a padding another value than that of the padding of its operand; `None` if it needs none.
fn separate<'a>(emitter: &mut OpEmitter<'a>, operation: OpRef<'a>) -> Option<()> {
    let has_interior = |pad| {
        let interior = ir::int_array(pad, "interior_padding");
        interior.is_some_and(|interior| interior.iter().any(|&it| it != 0))
    };
    let inner = padding_of(ir::operand(operation, 0)?)?;
    if !has_interior(inner) && !has_interior(operation) {
        return None;
    }
    let (fill, other) = (ir::operand(operation, 1)?, ir::operand(inner, 1)?);
    let [fill_op, other_op] = [fill, other].map(|it| ir::defining_op(source_of(it)));
    let is_apart = fill != other && {
        let is_barrier = |op| ir::is_named(op, stablehlo::OPTIMIZATION_BARRIER);
        let constant = |op: Option<OpRef<'a>>| op?.attribute("value").ok();
        let constants = [fill_op, other_op].map(constant);
        fill_op.is_some_and(is_barrier)
            || constants[0].is_some() && constants[1].is_some() && constants[0] != constants[1]
    };
    if is_apart {
        return no_match("IREE knows that the values differ");
    }
    // The other value tells its barrier from that of another padding.
    let barrier = emitter.emit_barrier(fill, &[other]);
    ir::set_operand(operation, 1, barrier);
    Some(())
}

/// Returns the padding that a value is the result of, also if only ops that change nothing are between: IREE removes
/// these.
fn padding_of<'a>(value: Value<'a>) -> Option<OpRef<'a>> {
    let operation = ir::defining_op(source_of(value))?;
    let may_do_nothing = [
        stablehlo::BROADCAST_IN_DIM,
        stablehlo::CONVERT,
        stablehlo::RESHAPE,
        stablehlo::SLICE,
        stablehlo::TRANSPOSE,
    ];
    match ir::name_str(operation.name())? {
        stablehlo::PAD => Some(operation),
        name if may_do_nothing.contains(&name) => {
            let operand = ir::operand(operation, 0)?;
            let result = ir::result(operation, 0)?;
            padding_of(operand).filter(|_| operand.r#type() == result.r#type())
        }
        _ => None,
    }
}

fn rewrite<'a>(emitter: &mut OpEmitter<'a>, operation: OpRef<'a>) -> Option<Value<'a>> {
    let interior = known_elements(ir::operand(operation, 4)?)?.into_iter();
    let interior = interior.collect::<Option<Vec<_>>>()?;
    let mut numbers = |index| emit_numbers(emitter, ir::operand(operation, index)?);
    let padding = Padding {
        operation,
        fill: ir::operand(operation, 1)?,
        low: numbers(2)?,
        high: numbers(3)?,
        interior,
    };
    padding.emit(emitter, ir::operand(operation, 0)?)
}

/// Rewrites a `stablehlo.pad` of a dynamic tensor that removes elements: IREE compiles it only if
/// no element is removed.
fn rewrite_static<'a>(emitter: &mut OpEmitter<'a>, operation: OpRef<'a>) -> Option<Value<'a>> {
    let operand = ir::operand(operation, 0)?;
    let list = |name| ir::int_array(operation, name);
    let (low, high) = (list("edge_padding_low")?, list("edge_padding_high")?);
    require(is_dynamic(operand) && low.iter().chain(&high).any(|&edge| edge < 0))?;
    let padding = Padding {
        operation,
        fill: ir::operand(operation, 1)?,
        low: Number::constants(emitter, low),
        high: Number::constants(emitter, high),
        interior: list("interior_padding")?,
    };
    padding.emit(emitter, operand)
}

/// How a tensor is padded, dim by dim.
pub struct Padding<'a> {
    /// The op that pads.
    pub operation: OpRef<'a>,
    /// A scalar.
    pub fill: Value<'a>,
    /// The number of elements added before and after; negative numbers remove elements.
    pub low: Vec<Number<'a>>,
    pub high: Vec<Number<'a>>,
    /// The number of elements inserted between any two.
    pub interior: Vec<i64>,
}

impl<'a> Padding<'a> {
    /// Returns whether the padding is empty.
    pub fn is_none(&self) -> bool {
        self.low.iter().chain(&self.high).all(|edge| edge.is(0))
            && self.interior.iter().all(|&interior| interior == 0)
    }

    /// Emits a padded tensor, whose type has all sizes that are known.
    pub fn emit(&self, emitter: &mut OpEmitter<'a>, value: Value<'a>) -> Option<Value<'a>> {
        if self.is_none() {
            return Some(value);
        }
        let spread = self.emit_spread(emitter, value)?;
        let cut = self.emit_cut(emitter, spread)?;
        self.emit_framed(emitter, spread, cut)
    }

    /// Emits the padding value for one tensor only: IREE merges tensors filled with the same
    /// value, and would then insert into the wrong one.
    fn emit_own_fill(&self, emitter: &mut OpEmitter<'a>, value: Value<'a>) -> Value<'a> {
        emit_hidden_for(emitter, self.fill, value)
    }

    /// Emits the tensor with the interior padding.
    fn emit_spread(&self, emitter: &mut OpEmitter<'a>, value: Value<'a>) -> Option<Value<'a>> {
        if self.interior.iter().all(|&interior| interior == 0) {
            return Some(value);
        }
        let extents = emit_extents(emitter, value);
        let mut spread_sizes = sizes(value)?;
        let mut spread = extents.clone();
        for (dim, &interior) in self.interior.iter().enumerate() {
            if interior == 0 {
                continue;
            }
            spread_sizes[dim] = spread_sizes[dim].map(|size| size + (size - 1).max(0) * interior);
            spread[dim] = match spread_sizes[dim] {
                Some(size) => emitter.emit_constant_index(size),
                None => {
                    let step = emitter.emit_constant_index(interior + 1);
                    let last = emitter.emit_constant_index(interior);
                    let all = emitter.emit_index_binary(arith::MULI, extents[dim], step);
                    let all = emitter.emit_index_binary(arith::SUBI, all, last);
                    index(all).max(0).emit(emitter)
                }
            };
        }
        let r#type = with_sizes(emitter, value, &spread_sizes)?;
        let fill = self.emit_own_fill(emitter, value);
        let filled = emit_fill(emitter, fill, &spread, r#type);
        let none = emitter.emit_constant_index(0);
        let insertion = Insertion {
            strides: self.interior.iter().map(|interior| interior + 1).collect(),
            ..Insertion::new(value, filled, vec![none; extents.len()])
        };
        emit_insert(emitter, &insertion)
    }

    /// Emits the tensor without the elements that negative padding removes. If the sign is
    /// known only at run time, a branch decides: IREE does not compile an insertion of a slice
    /// of unknown size at an unknown position.
    fn emit_cut(&self, emitter: &mut OpEmitter<'a>, value: Value<'a>) -> Option<Value<'a>> {
        let edges = || self.low.iter().chain(&self.high);
        let must_cut = edges().any(|edge| edge.constant.is_some_and(|edge| edge < 0));
        let open = edges().filter(|edge| edge.constant.is_none());
        let open = open.map(|edge| edge.index).collect::<Vec<_>>();
        if must_cut {
            let bounds = self.emit_bounds(emitter, value);
            return self.emit_slice(emitter, value, &bounds);
        }
        let Some((&first, rest)) = open.split_first() else {
            return Some(value);
        };
        // Both branches yield a tensor of the same sizes: IREE overwrites one that is only yielded.
        let bounds = self.emit_bounds(emitter, value);
        let extents = bounds
            .iter()
            .map(|&[start, limit]| emitter.emit_index_binary(arith::SUBI, limit, start));
        let extents = extents.collect::<Vec<_>>();
        let least = rest.iter().fold(first, |least, &edge| {
            emitter.emit_index_binary(arith::MINSI, least, edge)
        });
        // IREE merges branches on the same condition, and miscompiles the merged branch.
        let mark = emit_mark(emitter, value);
        let least = emitter.emit_from_elements(&[least]);
        let least = emitter.emit_barrier(least, &[mark, self.fill]);
        let least = emitter.emit_element(least, 0);
        let none = emitter.emit_constant_index(0);
        let is_negative = emitter.emit_index_compare(Direction::Lt, least, none);
        let cut = with_sizes(emitter, value, &self.cut_sizes(value)?)?;
        let r#type = cut.into();
        Some(emitter.emit_if(
            is_negative,
            r#type,
            |emitter| self.emit_slice(emitter, value, &bounds).unwrap_or(value),
            |emitter| emit_unchanged(emitter, value, &extents, cut),
        ))
    }

    /// Emits, for each dim, the start and the limit of the slice that negative padding leaves.
    fn emit_bounds(&self, emitter: &mut OpEmitter<'a>, value: Value<'a>) -> Vec<[Value<'a>; 2]> {
        let none = emitter.emit_constant_index(0);
        let extents = emit_extents(emitter, value);
        let edges = self.low.iter().zip(&self.high);
        let bounds = extents.into_iter().zip(edges).map(|(extent, (low, high))| {
            if !may_cut(low) && !may_cut(high) {
                return [none, extent];
            }
            let start = match (low.constant, high.constant) {
                // The guard on the size rejects a start behind the end.
                (Some(low), Some(high)) if high <= 0 => {
                    emitter.emit_constant_index(low.min(0).saturating_neg())
                }
                // An edge may remove more elements than there are, if the other one adds some. The number is
                // limited before it is negated, because the least one cannot be.
                _ => {
                    let removed = index(low.index).max(index(none) - extent);
                    (index(none) - removed).max(0).emit(emitter)
                }
            };
            let limit = index(extent) + index(high.index).min(none);
            [start, limit.max(start).emit(emitter)]
        });
        bounds.collect()
    }

    fn emit_slice(
        &self,
        emitter: &mut OpEmitter<'a>,
        value: Value<'a>,
        bounds: &[[Value<'a>; 2]],
    ) -> Option<Value<'a>> {
        let [starts, limits] = [0, 1].map(|side| {
            let bounds = bounds.iter().map(|bounds| bounds[side]);
            bounds.collect::<Vec<_>>()
        });
        emit_unit_slice(emitter, value, &starts, &limits, &self.cut_sizes(value)?)
    }

    /// Returns the sizes of a tensor without the elements that negative padding removes, as far as they are known.
    fn cut_sizes(&self, value: Value<'a>) -> Option<Vec<Option<i64>>> {
        let edges = self.low.iter().zip(&self.high);
        let dims = sizes(value)?.into_iter().zip(edges);
        let dims = dims.map(|(size, (low, high))| size.filter(|_| !may_cut(low) && !may_cut(high)));
        Some(dims.collect())
    }

    /// Emits the cut tensor with the elements that positive padding adds.
    fn emit_framed(
        &self,
        emitter: &mut OpEmitter<'a>,
        spread: Value<'a>,
        cut: Value<'a>,
    ) -> Option<Value<'a>> {
        let like = ir::as_ranked_tensor(cut.r#type())?;
        let mut framed_sizes = sizes(spread)?;
        let mut extents = emit_extents(emitter, spread);
        let mut offsets = vec![];
        for (dim, (low, high)) in self.low.iter().zip(&self.high).enumerate() {
            let mut offset = match low.constant {
                Some(low) => emitter.emit_constant_index(low.max(0)),
                None => index(low.index).max(0).emit(emitter),
            };
            if !low.is(0) || !high.is(0) {
                extents[dim] = (index(extents[dim]) + low.index + high.index).emit(emitter);
                framed_sizes[dim] = match (framed_sizes[dim], low.constant, high.constant) {
                    (Some(size), Some(low), Some(high)) => Some((size + low + high).max(0)),
                    _ => None,
                };
            }
            if framed_sizes[dim].is_none() && (may_cut(low) || may_cut(high)) {
                self.emit_guard(emitter, extents[dim], dim);
                extents[dim] = index(extents[dim]).max(0).emit(emitter);
                // One edge may remove elements that the other one adds.
                offset = emitter.emit_index_binary(arith::MINSI, offset, extents[dim]);
            }
            offsets.push(offset);
        }
        let r#type = tensor_type(emitter, like, &framed_sizes);
        let fill = self.emit_own_fill(emitter, cut);
        let filled = emit_fill(emitter, fill, &extents, r#type);
        emit_insert(emitter, &Insertion::new(cut, filled, offsets))
    }

    /// Emits an assertion that the size of a padded dim is not negative; `guard-sizes` does it for ops that only pad.
    fn emit_guard(&self, emitter: &mut OpEmitter<'a>, extent: Value<'a>, dim: usize) {
        let only_pads = is_any_of(self.operation, &[stablehlo::DYNAMIC_PAD, stablehlo::PAD]);
        if only_pads && function_of(self.operation).attribute(GUARDED_SIZES).is_ok() {
            return;
        }
        let none = emitter.emit_constant_index(0);
        let is_left = emitter.emit_index_compare(Direction::Ge, extent, none);
        let fault = format!("the padding of dim {dim} removes more elements than there are");
        let message = about(self.operation, MessageForm::Plain, &fault);
        emit_assert(emitter, is_left, &message);
    }
}

/// Returns whether an edge may remove elements.
fn may_cut(edge: &Number<'_>) -> bool {
    edge.constant.is_none_or(|edge| edge < 0)
}
