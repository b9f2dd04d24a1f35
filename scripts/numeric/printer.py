"""Programs as MLIR text."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from .program import (
    Assertion, Block, Branch, BroadcastOp, Call, MinimumOf, Program, ShapeOp, Statement, Type, Value, While,
)  # fmt: skip


def print_program(program: Program) -> str:
    """Prints a program, mostly in generic form."""
    return "".join(f"{line}\n" for line in _program_lines(program))


def print_with_casts(program: Program, shapes: Sequence[Sequence[int]]) -> str:
    """Prints a program and a function that calls it with arguments of these shapes, which only casts say."""
    lines = [*_program_lines(program)]
    lines[0] = lines[0].replace("func.func @main(", "func.func private @program(", 1)
    given = [replace(value.type, dims=tuple(shape)) for value, shape in zip(program.arguments, shapes)]
    arguments = ", ".join(f"%given{index}: {type_}" for index, type_ in enumerate(given))
    results = program.body.results
    lines.append(f"func.func @main({arguments}) -> ({_types(results)}) {{")
    for index, (value, type_) in enumerate(zip(program.arguments, given)):
        lines.append(f"  {value} = tensor.cast %given{index} : {type_} to {value.type}")
    types = f"({_types(program.arguments)}) -> ({_types(results)})"
    call = f"func.call @program({_names(program.arguments)}) : {types}"
    lines.append(f"  %results:{len(results)} = {call}")
    names = ", ".join(f"%results#{index}" for index in range(len(results)))
    lines.append(f"  return {names} : {_types(results)}")
    lines.append("}")
    return "".join(f"{line}\n" for line in lines)


def _types(values: Sequence[Value]) -> str:
    return ", ".join(str(value.type) for value in values)


def _names(values: Sequence[Value]) -> str:
    return ", ".join(map(str, values))


def _program_lines(program: Program) -> Iterator[str]:
    arguments = ", ".join(f"{value}: {value.type} {value.location}" for value in program.arguments)
    yield from _print_function(f"@main({arguments})", program.body)
    for function in program.functions:
        parameters = ", ".join(f"{value}: {value.type}" for value in function.parameters)
        yield from _print_function(f"private @{function.name}({parameters})", function.body)


def _print_function(head: str, body: Block) -> Iterator[str]:
    yield f"func.func {head} -> ({_types(body.results)}) {{"
    yield from _print_statements(body)
    yield f"  return {_names(body.results)} : {_types(body.results)}"
    yield "}"


def _print_statements(block: Block) -> Iterator[str]:
    for statement in block.statements:
        yield from (f"  {line}" for line in _print_statement(statement))


def _print_statement(statement: Statement) -> Iterator[str]:
    match statement:
        case BroadcastOp():
            yield _print_broadcast_op(statement)
        case MinimumOf():
            yield from _print_minimum(statement)
        case Branch():
            op = "if" if statement.index.type.element.name == "i1" else "case"
            yield f'{statement.result} = "stablehlo.{op}"({statement.index}) ({{'
            for number, branch in enumerate(statement.branches):
                if number:
                    yield "}, {"
                yield from _print_block(branch)
            yield f"}}) : ({statement.index.type}) -> {statement.result.type}"
        case While():
            yield from _print_while(statement)
        case ShapeOp():
            yield from _print_shape_op(statement)
        case Assertion():
            yield from _print_assertion(statement)
        case Call():
            yield (
                f"{_names(statement.results)} = func.call @{statement.function.name}"
                f"({_names(statement.operands)}) : ({_types(statement.operands)}) -> "
                f"({_types(statement.results)})"
            )


def _print_broadcast_op(op: BroadcastOp) -> str:
    attributes = []
    if op.dimensions is not None:
        dims = ", ".join(map(str, op.dimensions))
        attributes.append(f"broadcast_dimensions = array<i64{': ' if dims else ''}{dims}>")
    if op.compare_type:
        attributes.append(f"compare_type = #chlo<comparison_type {op.compare_type}>")
    if op.direction:
        attributes.append(f"comparison_direction = #chlo<comparison_direction {op.direction}>")
    dictionary = f" {{{', '.join(attributes)}}}" if attributes else ""
    return (
        f'{op.result} = "{op.source}"({_names(op.operands)}){dictionary} : '
        f"({_types(op.operands)}) -> {op.result.type} {op.result.location}"
    )


def _print_minimum(reduce: MinimumOf) -> Iterator[str]:
    scalar = reduce.result.type
    operands = f"{reduce.operand}, {reduce.initial}"
    if reduce.operand.type.rank == 0:
        types = f"({scalar}, {scalar}) -> {scalar}"
        yield f'{reduce.result} = "stablehlo.minimum"({operands}) : {types}'
        return
    dims = ", ".join(map(str, range(reduce.operand.type.rank)))
    yield from _print_reduction(reduce.operand, reduce.initial, "minimum", f"array<i64: {dims}>", reduce.result)


def _print_reduction(operand: Value, initial: object, op: str, dims: str, result: Value) -> Iterator[str]:
    scalar = Type((), operand.type.element)
    yield f'{result} = "stablehlo.reduce"({operand}, {initial}) ({{'
    yield f"^bb0(%x: {scalar}, %y: {scalar}):"
    yield f'  %z = "stablehlo.{op}"(%x, %y) : ({scalar}, {scalar}) -> {scalar}'
    yield f'  "stablehlo.return"(%z) : ({scalar}) -> ()'
    yield f"}}) {{dimensions = {dims}}} : ({operand.type}, {scalar}) -> {result.type}"


def _print_block(block: Block) -> Iterator[str]:
    yield from _print_statements(block)
    yield f'  "stablehlo.return"({_names(block.results)}) : ({_types(block.results)}) -> ()'


def _print_while(loop: While) -> Iterator[str]:
    prefix = loop.results[0].name
    i32 = "tensor<i32>"
    carried = ", ".join(f"{value}: {value.type}" for value in loop.parameters)
    carried_types = _types(loop.initial)
    parameters = f"^bb0(%{prefix}_i: {i32}, {carried}):"
    results = ", ".join(f"{value}" for value in loop.results)
    yield f'%{prefix}_zero = "stablehlo.constant"() {{value = dense<0> : {i32}}} : () -> {i32}'
    yield f'%{prefix}_one = "stablehlo.constant"() {{value = dense<1> : {i32}}} : () -> {i32}'
    initial = f"%{prefix}_zero, {_names(loop.initial)}"
    yield f'%{prefix}_count, {results} = "stablehlo.while"({initial}) ({{'
    yield parameters
    yield (
        f'  %{prefix}_more = "stablehlo.compare"(%{prefix}_i, {loop.trips}) '
        "{comparison_direction = #stablehlo<comparison_direction LT>} : "
        f"({i32}, {i32}) -> tensor<i1>"
    )
    yield f'  "stablehlo.return"(%{prefix}_more) : (tensor<i1>) -> ()'
    yield "}, {"
    yield parameters
    yield (f'  %{prefix}_next = "stablehlo.add"(%{prefix}_i, %{prefix}_one) : ({i32}, {i32}) -> {i32}')
    yield from _print_statements(loop.body)
    yield (f'  "stablehlo.return"(%{prefix}_next, {_names(loop.body.results)}) : ({i32}, {carried_types}) -> ()')
    yield f"}}) : ({i32}, {carried_types}) -> ({i32}, {carried_types})"


def _print_shape_op(op: ShapeOp) -> Iterator[str]:
    prefix = op.result.name
    operands, types = _names(op.operands), _types(op.operands)
    numbers = f"array<i64{': ' if op.numbers else ''}{', '.join(map(str, op.numbers))}>"
    first = op.operands[0]
    scalar = Type((), first.type.element)
    match op.kind:
        case "transpose":
            attributes = f" {{permutation = {numbers}}}"
        case "slice":
            rank = first.type.rank
            starts, strides = (f"array<i64{': ' if rank else ''}{', '.join([number] * rank)}>" for number in "01")
            attributes = f" {{start_indices = {starts}, limit_indices = {numbers}, strides = {strides}}}"
        case "concatenate":
            attributes = f" {{dimension = {op.numbers[0]} : i64}}"
        case "maximum":
            attributes = ""
        case "reduce":
            zero = "0.0" if first.type.element.is_float else "0"
            yield (f'%{prefix}_zero = "stablehlo.constant"() {{value = dense<{zero}> : {scalar}}} : () -> {scalar}')
            yield from _print_reduction(first, f"%{prefix}_zero", "maximum", numbers, op.result)
            return
        case _:
            shape = yield from _print_shape(prefix, op.operands[1])
            rank = first.type.rank
            dims = f"array<i64{': ' if rank else ''}{', '.join(map(str, range(rank)))}>"
            yield (
                f'{op.result} = "stablehlo.dynamic_broadcast_in_dim"({first}, {shape}) '
                f"{{broadcast_dimensions = {dims}}} : ({first.type}, tensor<{rank}xi32>) -> "
                f"{op.result.type}"
            )
            return
    yield (f'{op.result} = "stablehlo.{op.kind}"({operands}){attributes} : ({types}) -> {op.result.type}')


def _print_size(name: str, value: Value, dim: int) -> str:
    return (
        f'{name} = "stablehlo.get_dimension_size"({value}) {{dimension = {dim} : i64}} : ({value.type}) -> tensor<i32>'
    )


def _print_shape(prefix: str, value: Value) -> Iterator[str]:
    """Prints a value's shape, and returns its name."""
    rank = value.type.rank
    shape = f"%{prefix}_shape"
    if not rank:
        yield (f'{shape} = "stablehlo.constant"() {{value = dense<> : tensor<0xi32>}} : () -> tensor<0xi32>')
        return shape
    for dim in range(rank):
        yield _print_size(f"%{prefix}_size{dim}", value, dim)
        yield (f'%{prefix}_piece{dim} = "stablehlo.reshape"(%{prefix}_size{dim}) : (tensor<i32>) -> tensor<1xi32>')
    pieces = ", ".join(f"%{prefix}_piece{dim}" for dim in range(rank))
    types = ", ".join(["tensor<1xi32>"] * rank)
    yield (f'{shape} = "stablehlo.concatenate"({pieces}) {{dimension = 0 : i64}} : ({types}) -> tensor<{rank}xi32>')
    return shape


def _print_assertion(assertion: Assertion) -> Iterator[str]:
    sizes = [f"%{assertion.name}_{side}" for side in "ab"]
    for size, value, dim in zip(sizes, assertion.values, assertion.dims):
        yield _print_size(size, value, dim)
    if assertion.bound is not None:
        yield (
            f'{sizes[1]} = "stablehlo.constant"() '
            f"{{value = dense<{assertion.bound}> : tensor<i32>}} : () -> tensor<i32>"
        )
    yield (
        f'%{assertion.name} = "stablehlo.compare"({", ".join(sizes)}) '
        f"{{comparison_direction = #stablehlo<comparison_direction {assertion.direction}>}} : "
        "(tensor<i32>, tensor<i32>) -> tensor<i1>"
    )
    yield (
        f'"stablehlo.custom_call"(%{assertion.name}, {", ".join(sizes)}) '
        '{call_target_name = "shape_assertion", api_version = 2 : i32, has_side_effect = true, '
        f'error_message = "{assertion.name}: {{0}} and {{1}}"}} : '
        "(tensor<i1>, tensor<i32>, tensor<i32>) -> ()"
    )
