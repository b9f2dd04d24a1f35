"""Shardy: how values are divided among devices, and regions that compute on parts of them."""

from collections.abc import Iterator, Sequence
from math import prod

from jaxlib.mlir import ir
from jaxlib.mlir.dialects import sdy

from .interpret import Run, Unsupported, attribute_key, handles
from .number import constant, divide, equal, remainder
from .reader import Op, kind_of
from .theory import Value

_PLACEMENTS = """
sharding_constraint reshard propagation_barrier data_flow_edge func_data_flow_edge
""".split()
_COMMUNICATION = """
all_gather all_reduce all_slice all_to_all collective_permute reduce_scatter
replicated_to_unreduced sharded_to_unreduced
""".split()


@handles(*(f"sdy.{name}" for name in _PLACEMENTS))
def placement(run: Run, op: Op, operands: list[Value]) -> Sequence[Value]:
    """The value is the operand."""
    return [run.copy_of(operands[0], op.kinds[0])]


@handles("sdy.sharding_group")
def group(run: Run, op: Op, operands: list[Value]) -> Sequence[Value]:
    """It says that values are divided alike."""
    return []


@handles(*(f"sdy.{name}" for name in _COMMUNICATION))
def communication(run: Run, op: Op, operands: list[Value]) -> Sequence[Value]:
    """The result has the operand's sizes; its elements may be combined ones."""
    label = f"{op.name} {attribute_key(op)}: {op.kinds[0].label}"
    return [run.typed(op.kinds[0], operands[0].sizes or (), run.theory.apply(label, operands[0]))]


@handles("sdy.named_computation")
def named_computation(run: Run, op: Op, operands: list[Value]) -> Sequence[Value]:
    """Runs its region on its operands."""
    results = run.region(op.regions[0], operands)
    return [run.copy_of(value, kind) for value, kind in zip(results, op.kinds)]


@handles("sdy.manual_computation")
def manual_computation(run: Run, op: Op, operands: list[Value]) -> Sequence[Value]:
    """Runs its region on parts of its operands, which are equally large on all devices."""
    block = op.regions[0].blocks[0]
    arguments = []
    for argument, operand, parts in zip(block.arguments, operands, _parts(op, "in_shardings")):
        kind = kind_of(argument.type)
        if operand.sizes is None or len(operand.sizes) != len(parts):
            raise Unsupported(f"{op.name} on a value without a rank")
        sizes = []
        for dim, (size, count) in enumerate(zip(operand.sizes, parts)):
            is_even = equal(remainder(size, count), constant(0)) if count > 1 else True
            run.demand(is_even, f"dim {dim} is divided into {count} equal parts")
            sizes.append(divide(size, count) if count > 1 else size)
        label = f"part {parts} {attribute_key(op, ['in_shardings', 'manual_axes'])}: {kind.label}"
        arguments.append(run.typed(kind, sizes, run.theory.apply(label, operand)))
    results = []
    outputs = run.region(op.regions[0], arguments)
    for kind, value, parts in zip(op.kinds, outputs, _parts(op, "out_shardings")):
        if value.sizes is None or len(value.sizes) != len(parts):
            raise Unsupported(f"{op.name} returns a value without a rank")
        sizes = [run.theory.multiply(n, constant(p)) for n, p in zip(value.sizes, parts)]
        label = f"whole {parts} {attribute_key(op, ['out_shardings', 'manual_axes'])}: {kind.label}"
        results.append(run.typed(kind, sizes, run.theory.apply(label, value)))
    return results


def _parts(op: Op, name: str) -> Iterator[list[int]]:
    """Yields, for each sharding, the number of parts of each dim that the region sees one of."""
    manual = set(sdy.ManualAxesAttr(op.attributes["manual_axes"]))
    for sharding in sdy.TensorShardingPerValueAttr(op.attributes[name]).shardings:
        sharding = sdy.TensorShardingAttr(sharding)
        sizes = _axis_sizes(op, sharding.mesh_or_ref)
        yield [
            prod(
                _size(sdy.AxisRefAttr(axis), sizes)
                for axis in sdy.DimensionShardingAttr(dim).axes
                if sdy.AxisRefAttr(axis).name in manual
            )
            for dim in sharding.dimension_shardings
        ]


def _size(axis: sdy.AxisRefAttr, sizes: dict[str, int]) -> int:
    part = axis.sub_axis_info
    return sizes[axis.name] if part is None else sdy.SubAxisInfoAttr(part).size


def _axis_sizes(op: Op, mesh: ir.Attribute) -> dict[str, int]:
    """Returns the sizes of the axes of a mesh, or of one that a module around an op names."""
    if not sdy.MeshAttr.isinstance(mesh):
        name = ir.FlatSymbolRefAttr(mesh).value
        module = op.operation
        while module.name != "builtin.module":
            module = module.parent.operation
        mesh = next(
            each.attributes["mesh"]
            for each in (operation.operation for operation in module.regions[0].blocks[0])
            if each.name == "sdy.mesh" and ir.StringAttr(each.attributes["sym_name"]).value == name
        )
    axes = (sdy.MeshAxisAttr(axis) for axis in sdy.MeshAttr(mesh).axes)
    return {axis.name: axis.size for axis in axes}
