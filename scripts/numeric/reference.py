"""The semantics of a program: NumPy's rule for shapes, NumPy's values.

StableHLO checks every assertion of a module before anything runs, including those in
regions of `if`, `case` and `while` that are never entered. So a program is accepted if
every op in it accepts its operands' shapes. A loop whose body changes a carried shape,
and branches that yield different shapes, have no meaning for concrete sizes, nor has an
op such as `concatenate` for incompatible sizes; such sizes are `Meaningless` and never
tried. Sizes that the program's own assertions reject are not tried either, because
later ops may rely on the assertions.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from .elements import OPS, compare
from .program import Assertion, Block, Branch, BroadcastOp, Call, MinimumOf, Program, ShapeOp, Value, While
from .shape_ops import shape_of, value_of

Shape = tuple[int, ...]


@dataclass(frozen=True)
class Failure:
    """An op that rejects its operands' shapes, and the first rejected dim."""

    op: BroadcastOp
    shapes: tuple[Shape, ...]
    result_dim: int
    zero_extents: str

    def __str__(self) -> str:
        shapes = " x ".join(f"{list(shape)}" for shape in self.shapes)
        return f"{self.op.result} = {self.op.source} of {shapes} at result dim {self.result_dim}"

    def aligned(self, result_dim: int) -> list[tuple[int, int, int]]:
        """Returns the operand dims at a result dim: operand, dim and size."""
        return [
            (operand, dim, self.shapes[operand][dim])
            for operand, dims in enumerate(self.op.alignment())
            for dim, at in enumerate(dims)
            if at == result_dim
        ]


class Rejected(Exception):
    """An op rejects its operands' sizes."""

    def __init__(self, failure: Failure) -> None:
        super().__init__(str(failure))
        self.failure = failure


class Meaningless(Exception):
    """Sizes for which control flow would change a shape, or an op is not defined."""


def join_dim(types: list[int | None], sizes: list[int], declared: int | None, zero_extents: str) -> int | None:
    """Joins the dims at one result dim; `None` if they are rejected.

    `types` are the static sizes in the operands' types.
    """
    try:
        (size,) = np.broadcast_shapes((1,), *((size,) for size in sizes))
    except ValueError:
        return None
    participants = {size for fixed, size in zip(types, sizes) if fixed != 1}
    is_fixed = any(fixed not in (None, 1) for fixed in types)
    if zero_extents == "reject" and not is_fixed and participants == {0, 1}:
        return None
    return size if declared in (None, size) else None


def _join(op: BroadcastOp, shapes: tuple[Shape, ...], zero_extents: str) -> list[int | Failure]:
    """Joins the operands' dims at each result dim."""
    result: list[int | Failure] = []
    for result_dim, declared in enumerate(op.result.type.dims):
        failure = Failure(op, shapes, result_dim, zero_extents)
        aligned = failure.aligned(result_dim)
        types = [op.operands[operand].type.dims[dim] for operand, dim, _ in aligned]
        size = join_dim(types, [size for _, _, size in aligned], declared, zero_extents)
        result.append(failure if size is None else size)
    return result


def result_shape(op: BroadcastOp, shapes: tuple[Shape, ...], zero_extents: str) -> Shape:
    """Returns the result's shape, or raises `Rejected`."""
    result = []
    for size in _join(op, shapes, zero_extents):
        if isinstance(size, Failure):
            raise Rejected(size)
        result.append(size)
    return tuple(result)


def outcomes(program: Program, arguments: Mapping[Value, Shape], zero_extents: str, facts: str) -> list[Failure | None]:
    """Returns the possible outcomes of sizes: failures, or `None` for acceptance.

    Raises `Meaningless`. The first outcome is that without facts. Facts may determine
    which of two dynamic sizes is 1, or broadcasts to the other; then 0 against 1 has
    NumPy's result without a guard.
    """
    try:
        _shapes_of(program.body, dict(arguments), zero_extents)
        return [None]
    except Rejected as rejected:
        found: list[Failure | None] = [rejected.failure]
    if facts == "on" and zero_extents == "reject":
        try:
            _shapes_of(program.body, dict(arguments), "numpy", found)
            found.append(None)
        except Rejected as rejected:
            found.append(rejected.failure)
    return found


def _shapes_of(
    block: Block, env: dict[Value, Shape], zero_extents: str, avoidable: list[Failure | None] | None = None
) -> list[Shape]:
    """Returns the shapes that a block yields.

    Adds to `avoidable` the failures that only `zero_extents="reject"` requires.
    """
    for statement in block.statements:
        match statement:
            case BroadcastOp(operands=operands, result=result):
                shapes = tuple(env[operand] for operand in operands)
                env[result] = result_shape(statement, shapes, zero_extents)
                if avoidable is not None:
                    joined = _join(statement, shapes, "reject")
                    avoidable += [size for size in joined if isinstance(size, Failure)]
            case MinimumOf(result=result):
                env[result] = ()
            case Branch(branches=branches, result=result):
                shapes = {_shapes_of(branch, dict(env), zero_extents, avoidable)[0] for branch in branches}
                if len(shapes) > 1:
                    raise Meaningless
                env[result] = shapes.pop()
            case ShapeOp(operands=operands, result=result):
                found = shape_of(statement, [env[operand] for operand in operands])
                if found is None:
                    raise Meaningless
                env[result] = found
            case Assertion(values=values, dims=dims):
                sizes = [env[value][dim] for value, dim in zip(values, dims)]
                if not statement.holds(sizes):
                    raise Meaningless
            case Call(function=function, operands=operands, results=results):
                inner = {parameter: env[operand] for parameter, operand in zip(function.parameters, operands)}
                shapes = _shapes_of(function.body, inner, zero_extents, avoidable)
                env.update(zip(results, shapes))
            case While(initial=initial, parameters=parameters, results=results):
                before = [env[value] for value in initial]
                inner = env | dict(zip(parameters, before))
                if _shapes_of(statement.body, inner, zero_extents, avoidable) != before:
                    raise Meaningless
                env.update(zip(results, before))
    return [env[value] for value in block.results]


def evaluate(program: Program, arguments: Mapping[Value, np.ndarray], zero_extents: str) -> list[np.ndarray]:
    """Evaluates a program whose shapes are accepted."""
    with np.errstate(all="ignore"):
        return _values_of(program.body, dict(arguments), zero_extents)


def _values_of(block: Block, env: dict[Value, np.ndarray], zero_extents: str) -> list[np.ndarray]:
    for statement in block.statements:
        match statement:
            case BroadcastOp(result=result):
                env[result] = _value_of(statement, env, zero_extents)
            case MinimumOf(operand=operand, initial=initial, result=result):
                env[result] = np.minimum.reduce(env[operand], axis=None, initial=env[initial][()])
                env[result] = np.asarray(env[result], operand.type.element.dtype)
            case Branch(index=index, branches=branches, result=result):
                taken = _taken(env[index], len(branches))
                env[result] = _values_of(branches[taken], dict(env), zero_extents)[0]
            case ShapeOp(operands=operands, result=result):
                value = value_of(statement, [env[operand] for operand in operands])
                env[result] = np.asarray(value, result.type.element.dtype)
            case Call(function=function, operands=operands, results=results):
                given = [env[operand] for operand in operands]
                inner = dict(zip(function.parameters, given))
                env.update(zip(results, _values_of(function.body, inner, zero_extents)))
            case While(trips=trips, parameters=parameters, results=results):
                carried = [env[value] for value in statement.initial]
                for _ in range(env[trips].item()):
                    inner = env | dict(zip(parameters, carried))
                    carried = _values_of(statement.body, inner, zero_extents)
                env.update(zip(results, carried))
    return [env[value] for value in block.results]


def _taken(index: np.ndarray, count: int) -> int:
    """Returns the branch: `true` is the first one, out of range the last."""
    if index.dtype == np.bool_:
        return 0 if index else 1
    return index.item() if 0 <= index.item() < count else count - 1


def _value_of(op: BroadcastOp, env: Mapping[Value, np.ndarray], zero_extents: str) -> np.ndarray:
    operands = [env[operand] for operand in op.operands]
    shape = result_shape(op, tuple(operand.shape for operand in operands), zero_extents)
    broadcast = []
    for operand, dims in zip(operands, op.alignment()):
        sizes = [1] * len(shape)
        for size, dim in zip(operand.shape, dims):
            sizes[dim] = size
        broadcast.append(np.broadcast_to(operand.reshape(sizes), shape))
    if op.name == "compare":
        value = compare(*broadcast, op.direction, op.compare_type)
    else:
        value = OPS[op.name].compute(*broadcast)
    return np.asarray(value, op.result.type.element.dtype)
