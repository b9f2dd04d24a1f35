"""Random programs."""

import random
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations

from .elements import BOOL, C64, COMPLEXES, DIRECTIONS, F32, I32, OPS, Element, Quality, qualities
from .program import (
    Assertion, Block, Branch, BroadcastOp, Call, Function, MinimumOf, Program, ShapeOp, Statement,
    Type, Value, While, walk,
)  # fmt: skip
from .shape_ops import draw

# The weights of the number of ops: one op is the most frequent, but long programs
# occur.
_OP_COUNTS = (1, 2, 3, 4, 5, 6, 7, 8)
_OP_COUNT_WEIGHTS = (5, 5, 4, 4, 3, 2, 1, 1)
_RANK_WEIGHTS = (1, 4, 5, 4, 2, 2)
_MAX_DEPTH = 2
_MAX_FUNCTIONS = 2
# Ops whose result a loop may carry, because they do not reduce the quality.
_STABLE_OPS = ("add", "and", "maximum", "minimum", "multiply", "or", "subtract", "xor")
# Ops that are not defined for all integers: division by 0 is implementation-defined
# (XLA may crash while compiling it), and XLA uses only an exponent's low bits.
_POSITIVE_RHS = ("divide", "power", "remainder")
# Comparisons of a size with a bound that often hold.
_BOUNDS = (("GE", 1), ("GT", 0), ("GE", 2), ("GT", 1), ("NE", 1), ("LE", 6), ("LT", 7), ("LE", 1))
_REVERSED = {"EQ": "EQ", "GE": "LE", "LE": "GE"}


def generate(rng: random.Random) -> Program:
    """Generates a program of 1 to 8 broadcasting ops."""
    return _Generator(rng).program()


def infer(sizes: Sequence[int | None]) -> int | None:
    """Infers a result dim from the types' sizes aligned to it.

    Raises `ValueError` if two of them are static, not 1, and different.
    """
    fixed = {size for size in sizes if size is not None and size != 1}
    if len(fixed) > 1:
        raise ValueError(f"sizes {sorted(fixed)} do not broadcast")
    if fixed:
        return fixed.pop()
    return None if None in sizes else 1


class _Generator:
    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.names = 0
        self.arguments: list[Value] = []
        self.ops: list[BroadcastOp] = []
        self.functions: list[Function] = []
        # Whether other ops occur between those that broadcast.
        self.has_shape_ops = rng.random() < 0.5
        rank = rng.choices(range(6), _RANK_WEIGHTS)[0]
        sizes = rng.sample(range(2, 7), rank)
        self.axis_sizes = tuple(rng.choices((size, 1, 0), (18, 1, 1))[0] for size in sizes)
        self.featured = rng.choice(list(OPS))
        self.element = rng.choice(OPS[self.featured].elements)

    def program(self) -> Program:
        rng = self.rng
        scope: list[Value] = []
        for _ in range(rng.randint(2, 5)):
            scope.append(self.argument(self.element, self.axes()))
        if self.featured == "select" or rng.random() < 0.3:
            scope.append(self.argument(BOOL, self.axes()))
        if rng.random() < 0.2:
            other = rng.choice((F32, I32, C64))
            scope += [self.argument(other, self.axes()) for _ in range(2)]

        count = rng.choices(_OP_COUNTS, _OP_COUNT_WEIGHTS)[0]
        statements = self.statements(scope, count, depth=0)
        results = [value for statement in statements for value in statement.results]
        used = {value for statement in walk(Block(statements, ())) for value in statement.uses()}
        returned = [value for value in results if value not in used or rng.random() < 0.3]
        if rng.random() < 0.05:
            returned.append(rng.choice(returned))
        rng.shuffle(returned)
        body = Block(statements, tuple(returned))
        return Program(tuple(self.arguments), body, self.axis_sizes, tuple(self.functions))

    def name(self, prefix: str) -> str:
        self.names += 1
        return f"{prefix}{self.names}"

    def axes(self) -> tuple[int, ...]:
        """Draws the axes of an argument, mostly such that right alignment is valid."""
        rng, rank = self.rng, len(self.axis_sizes)
        if rng.random() < 0.7:
            return tuple(range(rng.randint(0, rank) if rng.random() < 0.6 else 0, rank))
        return tuple(sorted(rng.sample(range(rank), rng.randint(0, rank))))

    def argument(self, element: Element, axes: tuple[int, ...]) -> Value:
        rng = self.rng
        kinds = rng.choices("?n1", (6, 2, 2), k=len(axes))
        sizes = {"?": lambda axis: None, "n": lambda axis: self.axis_sizes[axis], "1": lambda _: 1}
        dims = tuple(sizes[kind](axis) for kind, axis in zip(kinds, axes))
        needs = OPS[self.featured].needs == Quality.POSITIVE or self.featured in _POSITIVE_RHS
        likely = 0.8 if needs else 0.25
        is_positive = (element.is_float or element.is_integer) and rng.random() < likely
        quality = Quality.POSITIVE if is_positive else Quality.GIVEN
        value = Value(self.name("a"), Type(dims, element), axes, quality)
        self.arguments.append(value)
        return value

    def scalar_argument(self, element: Element) -> Value:
        """Returns a scalar argument, created on demand."""
        scalars = [
            value for value in self.arguments if value.type == Type((), element) and value.quality == Quality.GIVEN
        ]
        if scalars and self.rng.random() < 0.5:
            return self.rng.choice(scalars)
        value = Value(self.name("a"), Type((), element), (), Quality.GIVEN)
        self.arguments.append(value)
        return value

    def statements(self, scope: list[Value], count: int, depth: int) -> list[Statement]:
        """Generates statements with `count` broadcasting ops; adds their results to the scope."""
        statements: list[Statement] = []
        first = len(self.ops)
        while len(self.ops) - first < count:
            left = count - (len(self.ops) - first)
            statement: Statement | None = None
            if self.has_shape_ops and self.rng.random() < 0.5:
                for made in self.between(scope):
                    statements.append(made)
                    scope += made.results
            if depth < _MAX_DEPTH and self.rng.random() < 0.2:
                make = self.rng.choice((self.branch, self.loop))
                statement = make(scope, left, depth)
            statement = statement or self.op(scope)
            statements.append(statement)
            scope += statement.results
        return statements

    # Ops between broadcasting ops.

    def between(self, scope: Sequence[Value]) -> list[Statement]:
        """Generates ops that give facts about sizes, an assertion, or a call."""
        kind = self.rng.random()
        if kind < 0.7:
            made = draw(self.rng, scope, self.name("v"))
            return [made] if made else []
        if kind < 0.85:
            assertion = self.assertion(scope)
            return [assertion] if assertion else []
        return self.call(scope)

    def assertion(self, scope: Sequence[Value]) -> Assertion | None:
        """Generates an assertion that compares a size with a bound, or two sizes that are likely to
        be equal."""
        dims = [(value, dim) for value in scope for dim in range(value.type.rank)]
        if not dims:
            return None
        value, dim = self.rng.choice(dims)
        if self.rng.random() < 0.3:
            direction, bound = self.rng.choice(_BOUNDS)
            return Assertion(self.name("s"), (value,), (dim,), direction, bound)
        alike = [(other, at) for other, at in dims if other.axes[at] == value.axes[dim] and (other, at) != (value, dim)]
        if not alike:
            return None
        other, at = self.rng.choice(alike)
        direction = self.rng.choices(("EQ", "GE", "LE"), (4, 1, 1))[0]
        return Assertion(self.name("s"), (value, other), (dim, at), direction)

    def again(self, assertion: Assertion) -> Assertion:
        """Generates the same assertion again, perhaps with swapped operands."""
        name = self.name("s")
        if len(assertion.values) < 2 or self.rng.random() < 0.5:
            return replace(assertion, name=name)
        values, dims = assertion.values[::-1], assertion.dims[::-1]
        return Assertion(name, values, dims, _REVERSED[assertion.direction])

    def call(self, scope: Sequence[Value]) -> list[Statement]:
        """Generates a call of an existing or a new function."""
        rng = self.rng
        if self.functions and (len(self.functions) == _MAX_FUNCTIONS or rng.random() < 0.6):
            # A function that is being generated is not yet in the list, so there is no
            # recursion.
            function = rng.choice(self.functions)
            models: Sequence[Value] = function.parameters
        else:
            function, models = None, [rng.choice(scope) for _ in range(rng.choice((1, 2, 2)))]
        statements: list[Statement] = []
        operands = []
        for model in models:
            fitting = [
                value
                for value in scope
                if value.type.element == model.type.element
                and value.type.rank == model.type.rank
                and value.quality >= Quality.IDENTICAL
            ]
            if not fitting:
                return []
            relaxed = self.relaxed(rng.choice(fitting))
            statements.append(relaxed)
            operands.append(relaxed.result)
        if function is None:
            function = self.function(operands)
        results = tuple(Value(self.name("v"), value.type, value.axes, value.quality) for value in function.body.results)
        return [*statements, Call(function, tuple(operands), results)]

    def relaxed(self, value: Value) -> ShapeOp:
        """Generates an identity op with a result without static dims."""
        dims = tuple(range(value.type.rank))
        type_ = Type((None,) * value.type.rank, value.type.element)
        quality = min(value.quality, Quality.IDENTICAL)
        return ShapeOp("transpose", (value,), dims, Value(self.name("v"), type_, value.axes, quality))

    def function(self, operands: Sequence[Value]) -> Function:
        parameters = tuple(Value(self.name("p"), value.type, value.axes, value.quality) for value in operands)
        inner = list(parameters)
        # No regions: their indices would be arguments of `main`.
        statements = self.statements(inner, self.rng.choice((1, 1, 2)), _MAX_DEPTH)
        results = tuple(inner[-1:] if self.rng.random() < 0.7 else [inner[-1], inner[0]])
        function = Function(self.name("f"), parameters, Block(statements, results))
        self.functions.append(function)
        return function

    # Broadcasting ops.

    def op(self, scope: Sequence[Value]) -> BroadcastOp:
        """Generates an op on values of the scope."""
        rng = self.rng
        while True:
            visible = [op for op in self.ops if all(value in scope for value in op.operands)]
            if visible and rng.random() < 0.12:
                made = self.op_again(rng.choice(visible))
            else:
                name = self.featured if rng.random() < 0.3 else rng.choice(list(OPS))
                made = self.op_named(name, scope)
            if made:
                return made

    def op_again(self, earlier: BroadcastOp) -> BroadcastOp | None:
        """Generates an op on an earlier op's operands, possibly swapped."""
        if len(earlier.operands) != 2:
            return None
        operands = earlier.operands[:: self.rng.choice((1, -1))]
        names = [name for name in OPS if name != "select"]
        return self.make(self.rng.choice(names), operands, earlier.dimensions)

    def op_named(self, name: str, scope: Sequence[Value]) -> BroadcastOp | None:
        rng = self.rng
        firsts = [value for value in scope if value.type.element in OPS[name].elements]
        if not firsts:
            return None
        first = rng.choice(firsts[-3:] if rng.random() < 0.5 else firsts)
        seconds = [value for value in scope if value.type.element == first.type.element]
        second = first if rng.random() < 0.08 else rng.choice(seconds)
        operands = [first, second]
        rng.shuffle(operands)
        if name == "select":
            predicates = [value for value in scope if value.type.element == BOOL]
            if not predicates:
                return None
            operands.insert(0, rng.choice(predicates))
        if not self.are_likely_to_fit(operands) and rng.random() < 0.85:
            return None
        dimensions = None if name == "select" else self.dimensions(*operands)
        return self.make(name, operands, dimensions)

    def are_likely_to_fit(self, operands: Sequence[Value]) -> bool:
        widest = max(operands, key=lambda value: value.type.rank).axes
        positions = [_positions(value.axes, widest) for value in operands]
        if len(operands) == 2:
            return None not in positions
        return all(value.axes == widest[len(widest) - len(value.axes) :] for value in operands)

    def dimensions(self, lhs: Value, rhs: Value) -> tuple[int, ...] | None:
        """Draws `broadcast_dimensions`: those that align equal axes, or any."""
        rng = self.rng
        low, high = sorted((lhs.axes, rhs.axes), key=len)
        if len(low) == len(high):
            return tuple(range(len(low))) if rng.random() < 0.1 else None
        positions = _positions(low, high)
        is_right = low == high[len(high) - len(low) :]
        if positions is None or rng.random() < 0.1:
            choices = list(combinations(range(len(high)), len(low)))
            return rng.choice([None, rng.choice(choices)])
        return positions if rng.random() < (0.3 if is_right else 0.9) else None

    def make(
        self, name: str, operands: Sequence[Value], dimensions: tuple[int, ...] | None, declared: Type | None = None
    ) -> BroadcastOp | None:
        """Generates an op, with a given result type if any.

        Returns `None` if the operands' quality is insufficient for the op, or their
        types do not broadcast.
        """
        rng = self.rng
        element = operands[-1].type.element
        if element not in OPS[name].elements:
            return None
        direction = compare_type = ""
        if name == "compare":
            direction = rng.choice(DIRECTIONS[:2] if element.is_complex else DIRECTIONS)
            if element.is_float:
                compare_type = rng.choices(("", "FLOAT", "TOTALORDER"), (6, 1, 1))[0]
        needed, quality = qualities(name, element, compare_type)
        if min(value.quality for value in operands) < needed:
            return None
        if element.is_integer and name in _POSITIVE_RHS and operands[1].quality < Quality.POSITIVE:
            return None
        result_element = self.result_element(name, element)
        if result_element.is_float or result_element.is_complex:
            quality = min(quality, *(value.quality for value in operands))
        else:
            quality = Quality.IDENTICAL

        widest = max(operands, key=lambda value: value.type.rank)
        placeholder = Value("", Type((), result_element), (), quality)
        shape = BroadcastOp(name, tuple(operands), placeholder, dimensions)
        try:
            dims = self.result_dims(shape, declared)
        except ValueError:
            return None
        if dims is None or (declared and declared.element != result_element):
            return None
        result = Value(self.name("v"), Type(dims, result_element), widest.axes, quality)
        op = BroadcastOp(name, tuple(operands), result, dimensions, direction, compare_type)
        self.ops.append(op)
        return op

    def result_element(self, name: str, element: Element) -> Element:
        if name == "compare":
            return BOOL
        if name == "complex":
            return COMPLEXES[0] if element == F32 else COMPLEXES[1]
        return element

    def result_dims(self, op: BroadcastOp, declared: Type | None) -> tuple[int | None, ...] | None:
        """Infers the result's dims; declares some more or less specifically than inferred."""
        rng = self.rng
        rank = max(value.type.rank for value in op.operands)
        aligned: list[list[int | None]] = [[] for _ in range(rank)]
        for value, dims in zip(op.operands, op.alignment()):
            for size, dim in zip(value.type.dims, dims):
                aligned[dim].append(size)
        inferred = [infer([*sizes, 1]) for sizes in aligned]
        if declared:
            fits = declared.rank == rank and all(
                None in pair or pair[0] == pair[1] for pair in zip(inferred, declared.dims)
            )
            return declared.dims if fits else None
        axes = max(op.operands, key=lambda value: value.type.rank).axes
        dims = []
        for size, axis in zip(inferred, axes):
            if size is not None:
                dims.append(None if rng.random() < 0.12 else size)
            elif rng.random() < 0.1:
                dims.append(rng.choices((self.axis_sizes[axis], 1, 0, 3), (12, 2, 1, 1))[0])
            else:
                dims.append(None)
        return tuple(dims)

    # Regions.

    def branch(self, scope: Sequence[Value], left: int, depth: int) -> Statement | None:
        """Generates an `if` or a `case` whose branches yield the same type."""
        rng = self.rng
        if left < 2:
            return None
        count = rng.choice((2, 2, 1, 3))
        is_if = count == 2 and rng.random() < 0.7
        index = self.scalar_argument(BOOL if is_if else I32)
        block_left = max(1, left // count)
        # Conditions that each branch checks are known after all of them.
        checked = self.assertion(scope) if self.has_shape_ops and rng.random() < 0.5 else None
        first, yielded, model = self.first_block(scope, rng.randint(1, block_left), depth)
        if checked:
            first = replace(first, statements=[checked, *first.statements])
        blocks, qualities_ = [first], [yielded.quality]
        for _ in range(count - 1):
            inner = list(scope)
            statements = self.statements(inner, block_left - 1, depth + 1)
            other = self.like(model, inner, yielded, statements)
            if checked:
                statements.insert(0, self.again(checked))
            blocks.append(Block(statements, (other,)))
            qualities_.append(other.quality)
        result = Value(self.name("v"), yielded.type, yielded.axes, min(qualities_))
        return Branch(index, tuple(blocks), result)

    def first_block(self, scope: Sequence[Value], count: int, depth: int) -> tuple[Block, Value, BroadcastOp]:
        """Generates a block that yields a broadcasting op's result, or its minimum.

        In the first case the op's operands come from outside, so that another block
        can yield the same shape.
        """
        inner = list(scope)
        statements = self.statements(inner, count - 1, depth + 1)
        is_minimum = self.rng.random() < 0.3
        op = self.op(inner if is_minimum else scope)
        if op.result.type.element.is_complex and not all(v in scope for v in op.operands):
            op = self.op(scope)
        statements.append(op)
        yielded = op.result
        if is_minimum and not yielded.type.element.is_complex:
            yielded = self.minimum(statements, op.result, None)
        return Block(statements, (yielded,)), yielded, op

    def like(self, model: BroadcastOp, scope: Sequence[Value], yielded: Value, statements: list[Statement]) -> Value:
        """Appends ops that yield a value of the same type as another block."""
        rng = self.rng
        if yielded is not model.result:
            for _ in range(20):
                op = self.op_named(rng.choice(list(OPS)), scope)
                if op and op.result.type.element == yielded.type.element:
                    statements.append(op)
                    return self.minimum(statements, op.result, None)
            return self.scalar_argument(yielded.type.element)
        operands = model.operands
        if len(operands) == 2 and rng.random() < 0.5:
            operands = operands[::-1]
        names = [model.name, *rng.sample(list(OPS), 4)]
        rng.shuffle(names)
        for name in names:
            if (name == "select") == (len(operands) == 3):
                op = self.make(name, operands, model.dimensions, yielded.type)
                if op:
                    statements.append(op)
                    return op.result
        # The same op again, which is compatible except for one kind of comparisons.
        op = None
        while op is None:
            op = self.make(model.name, model.operands, model.dimensions, yielded.type)
        statements.append(op)
        return op.result

    def minimum(self, statements: list[Statement], operand: Value, initial: Value | None) -> Value:
        """Appends a value's smallest element, and returns it."""
        initial = initial or self.scalar_argument(operand.type.element)
        quality = min(Quality.EQUAL, operand.quality, initial.quality)
        if not operand.type.element.is_float:
            quality = Quality.IDENTICAL
        result = Value(self.name("v"), Type((), operand.type.element), (), quality)
        statements.append(MinimumOf(operand, initial, result))
        return result

    def loop(self, scope: Sequence[Value], left: int, depth: int) -> Statement:
        """Generates a `while` that carries a tensor and, if there is one, a minimum."""
        rng = self.rng
        trips = self.scalar_argument(I32)
        inner = list(scope)
        carried = rng.choice([value for value in scope if value.quality >= Quality.EQUAL])
        parameter = Value(self.name("c"), carried.type, carried.axes, Quality.EQUAL)
        inner.append(parameter)
        statements = self.statements(inner, rng.randint(0, left - 1), depth + 1)
        step = self.step(parameter, inner)
        if step:
            statements.append(step)
        pairs = [(carried, parameter, step.result if step else parameter)]
        minima = [
            statement.result
            for statement in statements
            if isinstance(statement, BroadcastOp) and not statement.result.type.element.is_complex
        ]
        if minima:
            operand = rng.choice(minima)
            element = operand.type.element
            initial = self.scalar_argument(element)
            quality = min(Quality.EQUAL, operand.quality)
            accumulator = Value(self.name("c"), Type((), element), (), quality)
            pairs.append((initial, accumulator, self.minimum(statements, operand, accumulator)))
        initials, parameters, yielded = zip(*pairs)
        results = tuple(Value(self.name("v"), value.type, value.axes, value.quality) for value in parameters)
        return While(trips, initials, parameters, Block(statements, yielded), results)

    def step(self, parameter: Value, scope: Sequence[Value]) -> BroadcastOp | None:
        """Generates an op that combines a value with a loop's parameter, with the same type."""
        rng = self.rng
        for _ in range(12):
            others = [
                value
                for value in scope
                if value.type.element == parameter.type.element
                and value.type.rank <= parameter.type.rank
                and value.quality >= parameter.quality
            ]
            operands = [parameter, rng.choice(others)]
            rng.shuffle(operands)
            name = rng.choice(_STABLE_OPS)
            if parameter.type.element.is_complex and name == "multiply":
                continue
            op = self.make(name, operands, self.dimensions(*operands), parameter.type)
            if op:
                return op
        return None


def _positions(low: Sequence[int], high: Sequence[int]) -> tuple[int, ...] | None:
    """Returns the positions of the axes of `low` in `high`, if all occur in order."""
    if not set(low) <= set(high):
        return None
    positions = tuple(high.index(axis) for axis in low)
    return positions if list(positions) == sorted(set(positions)) else None
