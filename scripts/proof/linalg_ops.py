"""Tensors whose elements are computed one by one, and the parts of tensors that they read."""

import re
from collections.abc import Sequence
from dataclasses import replace

import z3
from jaxlib.mlir import ir

from .constants import float_scalar
from .control import body_terms
from .elementwise import is_filled_with
from .floats import known_value
from .gather_ops import Place, gathered, wide
from .interpret import Run, Unsupported, handles, sizes_of
from .larger import start_of
from .number import Number, add, all_of, any_of, at_most, constant, equal, implies, less, maximum, subtract
from .parts import are_ones, part_of, part_term
from .products import product_term
from .reader import Op
from .reads import Form, read
from .shape_ops import kept_dims, slice_numbers, term_of
from .theory import Kind, Value


@handles("linalg.generic")
def generic(run: Run, op: Op, operands: list[Value]) -> Sequence[Value]:
    """The results have the outputs' sizes; each tensor has the sizes that its map names.

    Elements that are compared with their half stay as they are: no integer without a sign is less than
    that (`lemmas`).
    """
    maps = re.findall(r"-> \(([^)]*)\)", op.attribute_text("indexing_maps"))
    if (broadcast := _indexed_broadcast(run, op, operands, maps)) is not None:
        return [broadcast]
    if (elements := _gathered(run, op, operands, maps)) is not None:
        return [elements]
    if (repeated := _first_element(run, op, operands, maps)) is not None:
        return [repeated]
    if any(re.sub(r"d\d+|[ ,]", "", text) for text in maps):
        raise Unsupported(f"{op.name} whose maps compute")
    maps = [_dims(text) for text in maps]
    outputs = operands[len(operands) - len(op.kinds) :]
    if len(maps) != len(operands) or len(outputs) != 1:
        raise Unsupported(f"{op.name} with these maps")
    sizes = sizes_of(outputs[0])
    if maps[-1] != list(range(len(sizes))):
        raise Unsupported(f"{op.name} whose output is permuted")
    if "reduction" in op.attribute_text("iterator_types"):
        return [_product(run, op, operands, maps)]
    fits = [
        equal(size, sizes[dim]) for operand, dims in zip(operands, maps) for size, dim in zip(sizes_of(operand), dims)
    ]
    run.demand(all_of(fits), "all tensors have the sizes that their maps name")
    if len(operands) == 2 and maps[0] == maps[1] and _returns_its_element(op):
        return [operands[0]]
    if any(inner.name == "tensor.extract" for inner in op.walk()):
        # Elements at positions that are not followed.
        run.rewritten.add(op.name)
    return [run.result(op, sizes, term_of(run, op, operands, *body_terms(run, op)))]


def _first_element(run: Run, op: Op, operands: list[Value], maps: Sequence[str]) -> Value | None:
    """The first element of a tensor everywhere; `None` if the op is another one."""
    body = op.regions[0].blocks[0]
    end = body.operations[len(body.operations) - 1]
    is_first = len(maps) == 2 and set(maps[0].split(", ")) == {"0"} and list(end.operands) == [body.arguments[0]]
    sizes = sizes_of(operands[-1])
    if not is_first or _dims(maps[1]) != list(range(len(sizes))):
        return None
    value = operands[0]
    kind = Kind(value.kind.element, ())
    first = known_value(kind, (value.floats or ())[:1])
    if first is not None:
        scalar = float_scalar(run, kind, first)
    elif elements := run.elements(value):
        scalar = Value(kind, (), None, elements[:1])
    else:
        raise Unsupported(f"{op.name} of an element that is not known")
    return run.theory.repeated(scalar, (), sizes)


def _product(run: Run, op: Op, operands: list[Value], maps: Sequence[list[int]]) -> Value:
    """A product of matrices, perhaps in batches: its loops are those over batching dims, over the other dims of each
    operand, and over the contracted dim."""
    body = op.regions[0].blocks[0]
    *factors, start = operands
    sizes = sizes_of(start)
    rank = len(sizes)
    loops = ["parallel"] * rank + ["reduction"]
    if re.findall(r"parallel|reduction", op.attribute_text("iterator_types")) != loops or len(factors) != 2:
        raise Unsupported(f"{op.name} that reduces")
    total = body.operations[len(body.operations) - 1].operands[0]
    of_type = "i" if start.kind.width is not None else "f"
    sum_of = _made_by(total, f"arith.add{of_type}")
    product = None if sum_of is None else _made_by(sum_of.operands[1], f"arith.mul{of_type}")
    lhs, rhs, own = body.arguments
    is_product = product is not None and list(product.operands) == [lhs, rhs] and sum_of.operands[0] == own
    both = [dim for dim in maps[0] if dim in maps[1]]
    batch = [dim for dim in both if dim != rank]
    free = [dim for dims in maps[:2] for dim in dims if dim not in both]
    if not is_product or rank not in both or [*sorted(batch), *free] != list(range(rank)):
        raise Unsupported(f"{op.name} that reduces, and is no product of matrices")
    if not is_filled_with(run, start, 0):
        raise Unsupported(f"{op.name} that adds a product to something else than zeros")
    # IREE computes in the elements' own precision, which each other one permits.
    precision, *others = run.theory.precisions or {""}
    if others:
        raise Unsupported(f"{op.name} beside products of several precisions")
    of_loops = {dim: size for value, dims in zip(factors, maps) for size, dim in zip(sizes_of(value), dims)}
    expected = [*sizes, of_loops[rank]]
    fits = [
        equal(size, expected[dim]) for value, dims in zip(factors, maps) for size, dim in zip(sizes_of(value), dims)
    ]
    run.demand(all_of(fits), "all tensors have the sizes that their maps name")
    batching = tuple([dims.index(dim) for dim in sorted(batch)] for dims in maps[:2])
    contracting = tuple([dims.index(rank)] for dims in maps[:2])
    return run.result(op, sizes, product_term(run, op, factors, batching, contracting, sizes, precision))


def _indexed_broadcast(run: Run, op: Op, operands: list[Value], maps: Sequence[str]) -> Value | None:
    """A broadcast: each element is read at its position, or at the last one, which is the first one of
    dims that are repeated; `None` if the op is another one."""
    body = op.regions[0].blocks[0]
    selection = _made_by(body.operations[len(body.operations) - 1].operands[0], "arith.select")
    own = _made_by(selection.operands[2], "tensor.extract") if selection is not None else None
    if own is None or own.operands[0] != op.operation.operands[0] or len(operands) != 2:
        return None
    if selection is None or selection.operands[1] != body.arguments[0]:
        return None
    operand, output = operands
    sizes = sizes_of(output)
    if _dims(maps[1]) != list(range(len(sizes))):
        raise Unsupported(f"{op.name} whose output is permuted")
    read = [text.strip() for text in maps[0].split(",")] if maps[0].strip() else []
    # The dims of the result, where they are read; `None` for the first element of a dim of size 1.
    dims: list[int | None] = []
    conditions = []
    open_sizes = []
    for place, size, text in zip(list(own.operands)[1:], sizes_of(operand), read, strict=True):
        limited = _made_by(place, "arith.minui")
        dim = _loop_of(place if limited is None else limited.operands[0])
        if dim is None:
            run.demand(equal(_number(run, place), constant(0)), "the first element of a dim is read")
            dims.append(None)
            conditions.append(equal(size, constant(1)))
            own_dim = _dims(text)
            # A position in a dim of size 1 of the result is the first one, too.
            expected = text if own_dim and sizes[own_dim[0]].constant == 1 else "0"
        else:
            dims.append(dim)
            same = equal(size, sizes[dim])
            expected = f"d{dim}"
            if limited is not None:
                last = _number(run, limited.operands[1])
                conditions.append(equal(add(last, constant(1)), maximum(size, constant(1))))
                same = any_of([equal(size, constant(1)), same])
                open_sizes.append(equal(size, constant(1)))
                expected = "0"
            conditions.append(same)
        if text != expected:
            raise Unsupported(f"{op.name} that reads elements at other positions, too")
    known = [dim for dim in dims if dim is not None]
    if len(set(known)) != len(known):
        raise Unsupported(f"{op.name} that reads a diagonal")
    # Dims of size 1 may be any of the result's.
    rest = iter(dim for dim in range(len(sizes)) if dim not in known)
    all_dims = tuple(next(rest) if dim is None else dim for dim in dims)
    chosen = run.truth(run.outside(selection.operands[0]))
    conditions.append(implies(chosen, all_of(open_sizes)))
    is_empty = [equal(size, constant(0)) for size in sizes]
    run.demand(any_of([*is_empty, all_of(conditions)]), "each element is read at its position")
    repeated = run.theory.repeated(operand, all_dims, sizes)
    return run.result(op, sizes, repeated.tensor, repeated.elements)


def _gathered(run: Run, op: Op, operands: list[Value], maps: Sequence[str]) -> Value | None:
    """Elements of a tensor at starts that are clamped, and at positions in the result; `None` if the op is
    another one. The first operand may be the tensor itself, of which the body then never returns the first element."""
    body = op.regions[0].blocks[0]
    end = body.operations[len(body.operations) - 1].operands[0]
    *inputs, output = operands
    arguments = list(body.arguments)[:-1]
    sizes = sizes_of(output)
    if _dims(maps[-1]) != list(range(len(sizes))):
        return None
    chosen = _always_chosen(run, body, end, sizes) if set(maps[0].split(", ")) == {"0"} else None
    if chosen is not None:
        end, inputs, arguments, maps = chosen, inputs[1:], arguments[1:], maps[1:]
    element = _made_by(end, "tensor.extract")
    if element is None or element.operands[0] in list(body.arguments):
        return None
    tensor, *positions = element.operands
    operand = run.outside(tensor)
    forms = [_form(run, position) for position in positions]
    if not inputs and None not in forms:
        return read(run, op, operand, [form for form in forms if form is not None], sizes)
    dims = [tuple(_dims(text)) for text in maps[:-1]]
    starts = dict(zip(arguments, zip(inputs, dims, strict=True), strict=True))
    places = [_place(run, starts, position) for position in positions]
    of_starts = {place.dims for place in places if place is not None and place.starts is not None}
    if None in places or len(of_starts) > 1:
        return None
    (batch,) = of_starts or {()}
    is_empty = [equal(own, constant(0)) for own in sizes]
    for place, size in zip(places, sizes_of(operand), strict=True):
        if place.starts is not None:
            ends = [at_most(sizes[dim], own) for dim, own in zip(batch, sizes_of(place.starts), strict=True)]
            run.demand(any_of([*is_empty, all_of(ends)]), "starts within their tensor are read")
        # The positions that are read, at least at the first start.
        reach = constant(1) if place.offset is None else sizes[place.offset]
        limit = reach if place.starts is None else add(maximum(place.last, constant(0)), reach)
        run.demand(any_of([*is_empty, at_most(limit, size)]), "elements within the tensor are read")
    term = gathered(run, operand, places, batch, sizes)
    return run.result(op, sizes, term)


def _always_chosen(run: Run, body: ir.Block, value: ir.Value, sizes: Sequence[Number]) -> ir.Value | None:
    """Returns the element that a body chooses if a position in the result is within it, which it always is."""
    selection = _made_by(value, "arith.select")
    if selection is None or selection.operands[2] != body.arguments[0]:
        return None
    comparison = _made_by(selection.operands[0], "arith.cmpi")
    if comparison is None or comparison.attributes["predicate"].value != _LESS:
        return None
    if (dim := _loop_of(comparison.operands[0])) is None:
        return None
    run.demand(at_most(sizes[dim], _number(run, comparison.operands[1])), "the element that is read is chosen")
    return selection.operands[1]


# The comparison "less" with a sign.
_LESS = 2


def _loop_of(value: ir.Value) -> int | None:
    """Returns the loop of which a value is the index; `None` if it is none."""
    index = _made_by(value, "linalg.index")
    return None if index is None else ir.IntegerAttr(index.attributes["dim"]).value


def _form(run: Run, value: ir.Value) -> Form | None:
    """Returns a position as a linear form in the indices of the result; `None` if it is not linear."""
    if (dim := _loop_of(value)) is not None:
        return {dim: 1}, constant(0)
    for name, sign in (("arith.addi", 1), ("arith.subi", -1)):
        if (total := _made_by(value, name)) is not None and (forms := _both(run, total)) is not None:
            (factors, number), (others, other) = forms
            own = {dim: factors.get(dim, 0) + sign * others.get(dim, 0) for dim in (*factors, *others)}
            return own, add(number, other) if sign == 1 else subtract(number, other)
    if (total := _made_by(value, "arith.muli")) is not None and (forms := _both(run, total)) is not None:
        (factors, number), (others, other) = forms
        if others or other.constant is None:
            return None
        own = {dim: factor * other.constant for dim, factor in factors.items()}
        return own, run.theory.multiply(number, other)
    if not isinstance(value.owner, ir.Block) and value.owner.operation.name in ("arith.constant", "tensor.dim"):
        return {}, _number(run, value)
    if isinstance(value.owner, ir.Block) or value.owner.operation.parent.name == "linalg.generic":
        return None
    numbers = run.numbers(run.outside(value))
    return ({}, numbers[0]) if numbers else None


def _both(run: Run, total: ir.Operation) -> tuple[Form, ...] | None:
    """Returns the linear forms of an op's operands, if all are linear."""
    forms = [_form(run, operand) for operand in total.operands]
    known = tuple(form for form in forms if form is not None)
    return known if len(known) == len(forms) else None


def _place(run: Run, starts: dict[ir.Value, tuple[Value, tuple[int, ...]]], value: ir.Value) -> Place | None:
    """Returns where an element is read along a dim: `max(min(start, last), 0) + position`, or one of
    these alone. Starts are arguments of the body, with the dims of the result that they are along, or elements that
    the body reads at its own indices."""
    if (dim := _loop_of(value)) is not None:
        return Place(offset=dim)
    if (total := _made_by(value, "arith.addi")) is not None:
        start, offset = (_place(run, starts, operand) for operand in total.operands)
        if start is None or offset is None or start.offset is not None or offset.starts is not None:
            return None
        return replace(start, offset=offset.offset)
    if (greatest := _made_by(value, "arith.maxsi")) is None:
        numbers = None if isinstance(value.owner, ir.Block) else run.numbers(run.outside(value))
        return Place() if numbers and numbers[0].constant == 0 else None
    limited = _made_by(greatest.operands[0], "arith.minsi")
    start = None if limited is None else _made_by(limited.operands[0], "arith.index_cast")
    if start is None or limited is None or _number(run, greatest.operands[1]).constant != 0:
        return None
    own = starts.get(start.operands[0])
    if (element := _made_by(start.operands[0], "tensor.extract")) is not None:
        tensor, *positions = element.operands
        dims = tuple(dim for dim in map(_loop_of, positions) if dim is not None)
        own = (run.outside(tensor), dims) if len(dims) == len(positions) else None
    return None if own is None else Place(wide(run, own[0]), _number(run, limited.operands[1]), dims=own[1])


def _number(run: Run, value: ir.Value) -> Number:
    """Returns a number that a body uses."""
    if (made := _made_by(value, "arith.constant")) is not None:
        return constant(ir.IntegerAttr(made.attributes["value"]).value)
    if (made := _made_by(value, "arith.subi")) is not None:
        return subtract(*(_number(run, operand) for operand in made.operands))
    numbers = run.numbers(run.outside(value))
    if not numbers:
        raise Unsupported("a position that is not followed")
    return numbers[0]


def _returns_its_element(op: Op) -> bool:
    """Returns whether the body returns its first argument if that, as an integer without a sign, is at
    least its half, or a smaller part, and something else otherwise."""
    block = op.regions[0].blocks[0]
    element = block.arguments[0]
    selection = _made_by(block.operations[len(block.operations) - 1].operands[0], "arith.select")
    if selection is None or selection.operands[1] != element:
        return False
    comparison = _made_by(selection.operands[0], "arith.cmpi")
    if comparison is None or comparison.attributes["predicate"].value != _AT_LEAST:
        return False
    bits, quotient = comparison.operands
    cast = _made_by(bits, "arith.bitcast")
    division = _made_by(quotient, "arith.divui")
    if division is None or division.operands[0] != bits:
        return False
    divisor = _made_by(division.operands[1], "arith.constant")
    is_part = divisor is not None and ir.IntegerAttr(divisor.attributes["value"]).value >= 2
    return is_part and (bits if cast is None else cast.operands[0]) == element


# The comparison "greater or equal" without a sign.
_AT_LEAST = 9


def _made_by(value: ir.Value, name: str) -> ir.Operation | None:
    """Returns the op that computes a value, if it has a name."""
    owner = value.owner
    if isinstance(owner, ir.Block) or owner.operation.name != name:
        return None
    return owner.operation


def _dims(text: str) -> list[int]:
    return [int(dim) for dim in re.findall(r"d(\d+)", text)]


@handles("tensor.extract_slice")
def extract_slice(run: Run, op: Op, operands: list[Value]) -> Sequence[Value]:
    """A part of a tensor; dims of one element may be missing."""
    offsets, lengths, strides = slice_numbers(run, op, operands[1:])
    dims = op.kinds[0].dims
    if dims is None:
        return run.opaque(op, operands)
    if any(stride.constant is None for stride in strides):
        raise Unsupported(f"{op.name} with strides that are not constant")
    is_dense = are_ones(strides)
    if not is_dense and start_of(run.theory, operands[0]) is not None:
        raise Unsupported(f"{op.name} with strides of a larger tensor")
    fits = []
    for offset, length, stride, size in zip(offsets, lengths, strides, sizes_of(operands[0])):
        if stride.constant == 1:
            fits.append(at_most(add(offset, length), size))
            continue
        last = add(offset, run.theory.multiply(subtract(length, constant(1)), stride))
        fits.append(less(last, size))
    fits += [at_most(constant(0), offset) for offset in offsets]
    # A part without elements may be anywhere in the output, because nothing is read.
    is_empty = [] if run.first is None else [equal(length, constant(0)) for length in lengths]
    run.demand(any_of([*is_empty, all_of(fits)]), "the part is within the tensor")
    are_sizes = [at_most(constant(0), length) for length in lengths]
    run.demand(all_of(are_sizes), "the sizes of the part are not negative")
    kept = kept_dims(op, dims, f"to {op.kinds[0].label}")
    sizes = [lengths[dim] for dim in kept]
    value = operands[0]
    if is_dense and (term := _start(run, value, offsets, lengths, kept)) is not None:
        return [run.result(op, sizes, term)]
    part = part_of(run, value, offsets, lengths, strides)
    return [run.result(op, sizes, run.theory.reshape(part, sizes) if len(kept) < len(lengths) else part.tensor)]


def _start(
    run: Run, value: Value, offsets: Sequence[Number], lengths: Sequence[Number], kept: Sequence[int]
) -> z3.ExprRef | None:
    """Returns a part of the elements that are defined, if a tensor has others."""
    start = start_of(run.theory, value)
    if start is None:
        return None
    part, dims = start
    if dims != tuple(kept):
        raise Unsupported("a part of a larger tensor along other dims than it is known in")
    own = [lengths[dim] for dim in kept]
    ends = [add(offset, length) for offset, length in zip(offsets, lengths, strict=True)]
    sizes = dict(zip(kept, sizes_of(part), strict=True))
    within = [at_most(end, sizes.get(dim, constant(1))) for dim, end in enumerate(ends)]
    is_empty = [equal(length, constant(0)) for length in own]
    run.demand(any_of([*is_empty, all_of(within)]), "what is read of a larger tensor is defined")
    return part_term(run, part, [offsets[dim] for dim in kept], own)
