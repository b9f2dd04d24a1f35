//! `stablehlo.select_and_scatter`, as in the gradient of a pooling.
//!
//! One position in the window after the other is compared with what has been selected before. Each result element
//! then combines what it gets at each position: the source, spread by the strides, is read at a distance.

use crate::{build::*, dialect::stablehlo::PadOp, forms::window::MAX_UNROLLED, ops::*, prelude::*};

pub static ROW: Row = Row {
    name: "selected-elements",
    ops: &[stablehlo::SELECT_AND_SCATTER],
    when: "of windows of up to 64 elements, by elementwise ops; also on static shapes",
    becomes: "elementwise ops on slices, one for each element of the window",
    why: "IREE selects the last one of equal elements, and rejects padding, windows that overlap, and scatters \
          that compute in another type than that of the operand.",
    action: Replace(rewrite),
};

fn rewrite<'a>(emitter: &mut OpEmitter<'a>, operation: OpRef<'a>) -> Option<Value<'a>> {
    let [operand, source, init] = first_operands(operation)?;
    let window = StaticWindow::read(operation, ir::as_ranked_tensor(operand.r#type())?.rank())?;
    let [select, scatter] = [0, 1].map(|region| block_in(operation, region));
    let (select, scatter) = (select?, scatter?);
    require(
        window.window.iter().product::<i64>() <= MAX_UNROLLED
            && is_of_elementwise_ops(select)
            && is_of_elementwise_ops(scatter),
    )?;
    let places = places(window.window.iter().copied());
    let selection = WindowSelection {
        operand: emit_with_element(emitter, operand, select)?,
        places: &places,
        window: &window,
        select,
    };
    let source = emit_with_element(emitter, source, scatter)?;
    let chosen = selection.emit_chosen(emitter, source)?;
    // Moves each element of the source to the last element that its window may reach.
    let last = window.window.iter().zip(window.padding.chunks_exact(2));
    let low = last.clone().map(|(size, edges)| size - 1 - edges[0]);
    let high = last.zip(&window.strides);
    let high = high.map(|((size, edges), stride)| size - 2 + stride - edges[1]);
    let interior = window.strides.iter().map(|stride| stride - 1);
    let spread = PadOp {
        edge_padding_low: &low.collect::<Vec<_>>(),
        edge_padding_high: &high.collect::<Vec<_>>(),
        interior_padding: &interior.collect::<Vec<_>>(),
    };
    let source = emit_pad(emitter, source, 0, &spread)?;
    let chosen = emit_pad(emitter, chosen, -1, &spread)?;
    let extents = emit_extents(emitter, operand);
    let result_type = ir::as_ranked_tensor(ir::result(operation, 0)?.r#type())?;
    let like = ir::as_ranked_tensor(operand.r#type())?;
    let like = tensor_type(emitter, result_type, &type_sizes(like));
    let init = emit_with_element(emitter, init, scatter)?;
    let mut value = emit_fill(emitter, init, &extents, like);
    // The first windows are at the last positions.
    for (number, place) in places.iter().enumerate().rev() {
        let starts = place.iter().zip(&window.window);
        let starts = starts.map(|(index, size)| size - 1 - index);
        let starts = starts.collect::<Vec<_>>();
        let strides = vec![1; starts.len()];
        let [source, chosen] =
            [source, chosen].map(|it| emit_part(emitter, it, &starts, &strides, &extents, like));
        let is_chosen = emit_compared(emitter, chosen?, Direction::Eq, number as i64, &extents)?;
        let combined = emit_body(emitter, scatter, &[value, source?])?;
        value = emitter.emit_like(stablehlo::SELECT, &[is_chosen, combined, value]);
    }
    Some(value)
}

/// What windows select from.
struct WindowSelection<'n, 'a> {
    operand: Value<'a>,
    /// The positions in a window, in row-major order.
    places: &'n [Vec<i64>],
    window: &'n StaticWindow,
    /// Whether what was selected before stays.
    select: BlockRef<'a>,
}

impl<'a> WindowSelection<'_, 'a> {
    /// Emits the number of the place that each window selects; -1 if all are in the padding. There is a
    /// window for each element of the source.
    fn emit_chosen(&self, emitter: &mut OpEmitter<'a>, source: Value<'a>) -> Option<Value<'a>> {
        let like = ir::as_ranked_tensor(source.r#type())?;
        let counts = emit_extents(emitter, source);
        let is_padded = self.window.padding.iter().any(|&edge| edge > 0);
        let side = |side: usize| self.window.padding.iter().skip(side).step_by(2).copied();
        let padding = PadOp {
            edge_padding_low: &side(0).collect::<Vec<_>>(),
            edge_padding_high: &side(1).collect::<Vec<_>>(),
            interior_padding: &vec![0; self.window.strides.len()],
        };
        let operand = emit_pad(emitter, self.operand, 0, &padding)?;
        let is_inside = match is_padded {
            true => {
                let extents = emit_extents(emitter, self.operand);
                let truth = with_bits(emitter, self.operand.r#type(), 1)?;
                let all = emit_filled(emitter, 1, &extents, ir::as_ranked_tensor(truth)?)?;
                Some(emit_pad(emitter, all, 0, &padding)?)
            }
            false => None,
        };
        let numbers = ir::as_ranked_tensor(with_bits(emitter, like.into(), 32)?)?;
        let mut chosen: Option<[Value<'a>; 2]> = None;
        for (number, place) in self.places.iter().enumerate() {
            let strides = &self.window.strides;
            let mut part = |value| emit_part(emitter, value, place, strides, &counts, like);
            let value = part(operand)?;
            let is_inside = match is_inside {
                Some(is_inside) => Some(part(is_inside)?),
                None => None,
            };
            let own = emit_filled(emitter, number as i64, &counts, numbers)?;
            let [earlier_value, earlier] = match chosen {
                Some(earlier) => earlier,
                None if is_inside.is_none() => {
                    chosen = Some([value, own]);
                    continue;
                }
                None => [value, emit_filled(emitter, -1, &counts, numbers)?],
            };
            let mut stays = emit_body(emitter, self.select, &[earlier_value, value])?;
            if let Some(is_inside) = is_inside {
                let is_set = emit_compared(emitter, earlier, Direction::Ge, 0, &counts)?;
                let is_outside = emitter.emit_like(stablehlo::NOT, &[is_inside]);
                stays = emitter.emit_like(stablehlo::AND, &[stays, is_set]);
                stays = emitter.emit_like(stablehlo::OR, &[stays, is_outside]);
            }
            let mut select =
                |earlier, own| emitter.emit_like(stablehlo::SELECT, &[stays, earlier, own]);
            chosen = Some([select(earlier_value, value), select(earlier, own)]);
        }
        // A window without elements selects none.
        match chosen {
            Some([_, chosen]) => Some(chosen),
            None => emit_filled(emitter, -1, &counts, numbers),
        }
    }
}

/// Returns whether all ops of a block, but the last one, are elementwise ops on what is computed in it.
fn is_of_elementwise_ops(block: BlockRef<'_>) -> bool {
    let arguments = ir::block_arguments(block).into_iter();
    let mut own = arguments.map(ValueKey::new).collect::<Vec<_>>();
    ir::block_operations(block).into_iter().all(|operation| {
        let is_own = operation
            .operands()
            .all(|it| own.contains(&ValueKey::new(it)));
        own.extend(operation.results().map(|it| ValueKey::new(it.into())));
        is_own && (is_elementwise(operation) || operation.next_in_block().is_none())
    })
}

/// Emits the elementwise ops of a block on tensors instead of scalars; returns its first result.
fn emit_body<'a>(
    emitter: &mut OpEmitter<'a>,
    block: BlockRef<'a>,
    arguments: &[Value<'a>],
) -> Option<Value<'a>> {
    let like = arguments.first()?.r#type();
    let own = ir::block_arguments(block).into_iter().map(ValueKey::new);
    let mut values = own
        .zip(arguments.iter().copied())
        .collect::<FxHashMap<_, _>>();
    for operation in ir::block_operations(block) {
        let operands = operation
            .operands()
            .map(|it| values.get(&ValueKey::new(it)).copied());
        let operands = operands.collect::<Option<Vec<_>>>()?;
        let Some(result) = ir::result(operation, 0) else {
            return operands.first().copied();
        };
        let r#type = ir::with_element_type(like, ir::element_type(result.r#type())?)?;
        let attributes = ir::named_attributes(operation);
        let name = ir::name_str(operation.name())?;
        let value = emitter.emit(name, &operands, &attributes, r#type);
        values.insert(ValueKey::new(result), value);
    }
    None
}

/// Emits a conversion of a tensor to the element type of a block's first argument.
fn emit_with_element<'a>(
    emitter: &mut OpEmitter<'a>,
    value: Value<'a>,
    block: BlockRef<'a>,
) -> Option<Value<'a>> {
    let element = ir::element_type(ir::block_arguments(block).first()?.r#type())?;
    let r#type = ir::with_element_type(value.r#type(), element)?;
    Some(emit_converted(emitter, stablehlo::CONVERT, value, r#type))
}

/// Emits a comparison of a tensor's elements with a number.
fn emit_compared<'a>(
    emitter: &mut OpEmitter<'a>,
    value: Value<'a>,
    direction: Direction,
    number: i64,
    extents: &[Value<'a>],
) -> Option<Value<'a>> {
    let r#type = ir::as_ranked_tensor(value.r#type())?;
    let number = emit_filled(emitter, number, extents, r#type)?;
    emit_comparison(emitter, direction, [value, number])
}

/// Emits a part of a tensor, of the sizes of `like`, which are `extents`.
fn emit_part<'a>(
    emitter: &mut OpEmitter<'a>,
    value: Value<'a>,
    starts: &[i64],
    strides: &[i64],
    extents: &[Value<'a>],
    like: RankedTensorType<'a>,
) -> Option<Value<'a>> {
    let r#type = with_sizes(emitter, value, &type_sizes(like))?;
    let starts = emit_constant_indices(emitter, starts);
    Some(emit_strided_part(
        emitter, value, &starts, extents, strides, r#type,
    ))
}

/// Emits a tensor padded with a number, if anything is added or removed.
fn emit_pad<'a>(
    emitter: &mut OpEmitter<'a>,
    value: Value<'a>,
    number: i64,
    padding: &PadOp<'_>,
) -> Option<Value<'a>> {
    let lists = [
        padding.edge_padding_low,
        padding.edge_padding_high,
        padding.interior_padding,
    ];
    if lists.iter().all(|list| list.iter().all(|&it| it == 0)) {
        return Some(value);
    }
    let r#type = ir::as_ranked_tensor(value.r#type())?;
    let padded = type_sizes(r#type).into_iter().enumerate();
    let padded = padded.map(|(dim, size)| {
        let [low, high, interior] = lists.map(|list| list[dim]);
        size.map(|size| size + (size - 1).max(0) * interior + low + high)
    });
    let padded = padded.collect::<Vec<_>>();
    let number = emit_number(emitter, number, ir::scalar_tensor(r#type.element()))?;
    let attributes = padding.attributes(emitter.context());
    let padded = tensor_type(emitter, r#type, &padded).into();
    Some(emitter.emit_named(stablehlo::PAD, &[value, number], &attributes, padded))
}
