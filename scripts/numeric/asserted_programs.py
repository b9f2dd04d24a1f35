"""Random programs with an assertion behind ops that are only defined if it holds.

An `add` says that its operands have equal sizes. That checks nothing: whatever the sizes pass through on their way
to the assertion's condition, a call of other sizes must fail it.
"""

import random
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import numpy as np

from .frontend_programs import Program, Sizes
from .tool import Refused, Tool

_MATRIX = "tensor<?x?xf32>"
_MESSAGE = "sizes differ"
_STEPS = 3
# The answer to a call if it is known only at run time whether the assertion holds.
_UNKNOWN = "perhaps"
_ATTRIBUTES = f'{{api_version = 2 : i32, error_message = "{_MESSAGE}: {{0}} {{1}}", has_side_effect = true}}'


class _Writer:
    """Writes one program: `%a` and `%b` are its arguments, `%t` is true, `%c0` to `%c2` are numbers."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)
        self._lines: list[str] = []
        self._functions: list[str] = []
        self._count = 0

    def program(self, name: str) -> Program:
        self._lines += [
            "%t = stablehlo.constant dense<true> : tensor<i1>",
            *(f"%c{value} = stablehlo.constant dense<{value}> : tensor<i32>" for value in range(3)),
        ]
        for say in self._random.sample(self._SAYING, k=2):
            say(self)
        a, b = self._size("%a"), self._size("%b")
        for _ in range(self._random.randrange(_STEPS + 1)):
            step = self._random.choice(self._STEPS)
            a, b = step(self, a), step(self, b)
        condition = self._random.choice(self._CONDITIONS)(self, a, b)
        self._random.choice(self._CHECKS)(self, condition, a, b)
        # Nothing that is returned depends on the sizes that have to be equal.
        result = self._size("%a", 1)
        body = "\n".join(f"  {line}" for line in [*self._lines, f"return {result} : tensor<i32>"])
        functions = "".join(self._functions)
        text = f"{functions}func.func @main(%a: {_MATRIX}, %b: {_MATRIX}) -> tensor<i32> {{\n{body}\n}}\n"
        return Program(
            name,
            text,
            ("f32", "f32"),
            lambda arguments: [np.int32(arguments[0].shape[1])],
            calls=(((3, 4), (3, 4)), ((1, 1), (1, 1))),
            # StableHLO's passes do not compute what an assertion compares behind most of these ops.
            targets=("iree",),
            wrong_calls=tuple((((m, 4), (n, 4)), _MESSAGE) for m, n in ((3, 2), (2, 3), (1, 3))),
        )

    def _name(self) -> str:
        self._count += 1
        return f"%v{self._count}"

    def _emit(self, op: str) -> str:
        name = self._name()
        self._lines.append(f"{name} = {op}")
        return name

    def _function(self, signature: str, body: Sequence[str]) -> str:
        self._count += 1
        name = f"@f{self._count}"
        lines = "\n".join(f"  {line}" for line in body)
        self._functions.append(f"func.func private {name}{signature} {{\n{lines}\n}}\n")
        return name

    # Ops that say that the arguments have equal sizes.

    def _say_add(self) -> None:
        self._emit(f"stablehlo.add %a, %b : {_MATRIX}")

    def _say_select(self) -> None:
        self._emit(f"stablehlo.select %t, %b, %a : tensor<i1>, {_MATRIX}")

    def _say_concatenate(self) -> None:
        self._emit(f"stablehlo.concatenate %a, %b, dim = 1 : ({_MATRIX}, {_MATRIX}) -> {_MATRIX}")

    def _say_dot(self) -> None:
        self._emit(f"stablehlo.dot_general %a, %b, contracting_dims = [0] x [0] : ({_MATRIX}, {_MATRIX}) -> {_MATRIX}")

    def _say_call(self) -> None:
        name = self._function(
            f"(%x: {_MATRIX}, %y: {_MATRIX}) -> {_MATRIX}",
            [f"%0 = stablehlo.multiply %x, %y : {_MATRIX}", f"return %0 : {_MATRIX}"],
        )
        self._emit(f"call {name}(%a, %b) : ({_MATRIX}, {_MATRIX}) -> {_MATRIX}")

    def _say_branch(self) -> None:
        self._emit(
            '"stablehlo.if"(%t) ({\n'
            f"    %0 = stablehlo.add %a, %b : {_MATRIX}\n"
            f"    stablehlo.return %0 : {_MATRIX}\n"
            "  }, {\n"
            f"    %0 = stablehlo.subtract %a, %b : {_MATRIX}\n"
            f"    stablehlo.return %0 : {_MATRIX}\n"
            f"  }}) : (tensor<i1>) -> {_MATRIX}"
        )

    def _say_broadcast(self) -> None:
        size, other = self._row(self._size("%a")), self._row(self._size("%b", 1))
        shape = self._emit(
            f"stablehlo.concatenate {size}, {other}, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>"
        )
        self._emit(
            f"stablehlo.dynamic_broadcast_in_dim %b, {shape}, dims = [0, 1] {{known_nonexpanding_dimensions = "
            f"array<i64: 0, 1>}} : ({_MATRIX}, tensor<2xi32>) -> {_MATRIX}"
        )

    # Sizes of an argument, and what they pass through.

    def _size(self, argument: str, dim: int = 0) -> str:
        kind = self._random.randrange(4) if dim == 0 else 0
        if kind == 1:
            argument = self._emit(f"stablehlo.negate {argument} : {_MATRIX}")
        elif kind == 2:
            argument = self._emit(f"stablehlo.transpose {argument}, dims = [1, 0] : ({_MATRIX}) -> {_MATRIX}")
            dim = 1
        elif kind == 3:
            other = self._emit(f"stablehlo.abs {argument} : {_MATRIX}")
            argument = self._emit(f"stablehlo.optimization_barrier {other} : {_MATRIX}")
        return self._emit(f"stablehlo.get_dimension_size {argument}, dim = {dim} : ({_MATRIX}) -> tensor<i32>")

    def _row(self, number: str) -> str:
        return self._emit(f"stablehlo.reshape {number} : (tensor<i32>) -> tensor<1xi32>")

    def _plus(self, number: str) -> str:
        return self._emit(f"stablehlo.add {number}, %c1 : tensor<i32>")

    def _barrier(self, number: str) -> str:
        return self._emit(f"stablehlo.optimization_barrier {number} : tensor<i32>")

    def _branch(self, number: str) -> str:
        predicate = self._emit(f"stablehlo.compare GE, {number}, %c0 : (tensor<i32>, tensor<i32>) -> tensor<i1>")
        return self._emit(
            f'"stablehlo.if"({predicate}) ({{\n'
            f"    stablehlo.return {number} : tensor<i32>\n"
            "  }, {\n"
            "    stablehlo.return %c0 : tensor<i32>\n"
            "  }) : (tensor<i1>) -> tensor<i32>"
        )

    def _case(self, number: str) -> str:
        return self._emit(
            '"stablehlo.case"(%c1) ({\n'
            "    stablehlo.return %c0 : tensor<i32>\n"
            "  }, {\n"
            f"    stablehlo.return {number} : tensor<i32>\n"
            "  }) : (tensor<i32>) -> tensor<i32>"
        )

    def _loop(self, number: str) -> str:
        results = self._name()
        self._lines.append(
            f"{results}:2 = stablehlo.while(%i = %c0, %n = {number}) : tensor<i32>, tensor<i32>\n"
            "   cond {\n"
            "    %0 = stablehlo.compare LT, %i, %c2 : (tensor<i32>, tensor<i32>) -> tensor<i1>\n"
            "    stablehlo.return %0 : tensor<i1>\n"
            "  } do {\n"
            "    %0 = stablehlo.add %i, %c1 : tensor<i32>\n"
            "    %1 = stablehlo.add %n, %i : tensor<i32>\n"
            "    stablehlo.return %0, %1 : tensor<i32>, tensor<i32>\n"
            "  }"
        )
        return f"{results}#1"

    def _called(self, number: str) -> str:
        name = self._function(
            "(%n: tensor<i32>) -> tensor<i32>", ["%0 = stablehlo.add %n, %n : tensor<i32>", "return %0 : tensor<i32>"]
        )
        return self._emit(f"call {name}({number}) : (tensor<i32>) -> tensor<i32>")

    def _product(self, number: str) -> str:
        matrix = self._emit(f"stablehlo.reshape {number} : (tensor<i32>) -> tensor<1x1xi32>")
        product = self._emit(
            f"stablehlo.dot_general {matrix}, {matrix}, contracting_dims = [1] x [0] : "
            "(tensor<1x1xi32>, tensor<1x1xi32>) -> tensor<1x1xi32>"
        )
        return self._emit(f"stablehlo.reshape {product} : (tensor<1x1xi32>) -> tensor<i32>")

    def _sum(self, number: str) -> str:
        row = self._row(number)
        pair = self._emit(
            f"stablehlo.concatenate {row}, {row}, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>"
        )
        return self._emit(
            f"stablehlo.reduce({pair} init: %c0) applies stablehlo.add across dimensions = [0] : "
            "(tensor<2xi32>, tensor<i32>) -> tensor<i32>"
        )

    def _float(self, number: str) -> str:
        real = self._emit(f"stablehlo.convert {number} : (tensor<i32>) -> tensor<f32>")
        root = self._emit(f"stablehlo.multiply {real}, {real} : tensor<f32>")
        return self._emit(f"stablehlo.convert {root} : (tensor<f32>) -> tensor<i32>")

    def _iota(self, number: str) -> str:
        row = self._row(number)
        iota = self._emit(f"stablehlo.dynamic_iota {row}, dim = 0 : (tensor<1xi32>) -> tensor<?xi32>")
        return self._emit(f"stablehlo.get_dimension_size {iota}, dim = 0 : (tensor<?xi32>) -> tensor<i32>")

    def _narrow(self, number: str) -> str:
        narrow = self._emit(f"stablehlo.convert {number} : (tensor<i32>) -> tensor<ui16>")
        return self._emit(f"stablehlo.convert {narrow} : (tensor<ui16>) -> tensor<i32>")

    def _clamped(self, number: str) -> str:
        greatest = self._emit("stablehlo.constant dense<10000> : tensor<i32>")
        return self._emit(f"stablehlo.clamp %c0, {number}, {greatest} : tensor<i32>")

    def _selected(self, number: str) -> str:
        predicate = self._emit(f"stablehlo.compare GE, {number}, %c2 : (tensor<i32>, tensor<i32>) -> tensor<i1>")
        return self._emit(f"stablehlo.select {predicate}, {self._plus(number)}, {number} : tensor<i1>, tensor<i32>")

    def _pair(self, number: str) -> str:
        rows = self._row(number), self._row("%c0")
        types = "(tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>"
        return self._emit(f"stablehlo.concatenate {rows[0]}, {rows[1]}, dim = 0 : {types}")

    def _first(self, pair: str) -> str:
        first = self._emit(
            f"stablehlo.dynamic_slice {pair}, %c0, sizes = [1] : (tensor<2xi32>, tensor<i32>) -> tensor<1xi32>"
        )
        return self._emit(f"stablehlo.reshape {first} : (tensor<1xi32>) -> tensor<i32>")

    def _sliced(self, number: str) -> str:
        return self._first(self._pair(number))

    def _sorted(self, number: str) -> str:
        return self._first(
            self._emit(
                f'"stablehlo.sort"({self._pair(number)}) ({{\n'
                "  ^bb0(%x: tensor<i32>, %y: tensor<i32>):\n"
                "    %0 = stablehlo.compare GT, %x, %y : (tensor<i32>, tensor<i32>) -> tensor<i1>\n"
                "    stablehlo.return %0 : tensor<i1>\n"
                "  }) {dimension = 0 : i64} : (tensor<2xi32>) -> tensor<2xi32>"
            )
        )

    def _windows(self, number: str) -> str:
        return self._first(
            self._emit(
                f'"stablehlo.reduce_window"({self._pair(number)}, %c0) ({{\n'
                "  ^bb0(%x: tensor<i32>, %y: tensor<i32>):\n"
                "    %0 = stablehlo.add %x, %y : tensor<i32>\n"
                "    stablehlo.return %0 : tensor<i32>\n"
                "  }) {window_dimensions = array<i64: 2>, padding = dense<[[0, 1]]> : tensor<1x2xi64>} : "
                "(tensor<2xi32>, tensor<i32>) -> tensor<2xi32>"
            )
        )

    def _gathered(self, number: str) -> str:
        numbers = "#stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0]>"
        return self._emit(
            f'"stablehlo.gather"({self._pair(number)}, {self._row("%c0")}) {{dimension_numbers = {numbers}, '
            "slice_sizes = array<i64: 1>} : (tensor<2xi32>, tensor<1xi32>) -> tensor<i32>"
        )

    # The condition that two numbers are equal.

    def _equal(self, a: str, b: str) -> str:
        return self._emit(f"stablehlo.compare EQ, {a}, {b} : (tensor<i32>, tensor<i32>) -> tensor<i1>")

    def _equal_rows(self, a: str, b: str) -> str:
        rows = [self._row(number) for number in (a, b, "%c2")]
        types = "(tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>"
        left, right = (self._emit(f"stablehlo.concatenate {row}, {rows[2]}, dim = 0 : {types}") for row in rows[:2])
        equal = self._emit(f"stablehlo.compare EQ, {left}, {right} : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>")
        return self._emit(
            f"stablehlo.reduce({equal} init: %t) applies stablehlo.and across dimensions = [0] : "
            "(tensor<2xi1>, tensor<i1>) -> tensor<i1>"
        )

    def _ordered(self, a: str, b: str) -> str:
        conditions = [
            self._emit(f"stablehlo.compare GE, {x}, {y} : (tensor<i32>, tensor<i32>) -> tensor<i1>")
            for x, y in ((a, b), (b, a))
        ]
        return self._emit(f"stablehlo.and {conditions[0]}, {conditions[1]} : tensor<i1>")

    def _no_difference(self, a: str, b: str) -> str:
        difference = self._emit(f"stablehlo.subtract {a}, {b} : tensor<i32>")
        return self._equal(difference, "%c0")

    # Where the assertion is.

    def _assert(self, condition: str, a: str, b: str) -> None:
        self._lines.append(_assertion(condition, a, b))

    def _assert_in_branch(self, condition: str, a: str, b: str) -> None:
        size = self._size("%b")
        predicate = self._emit(f"stablehlo.compare GE, {size}, %c0 : (tensor<i32>, tensor<i32>) -> tensor<i1>")
        self._emit(
            f'"stablehlo.if"({predicate}) ({{\n'
            f"    {_assertion(condition, a, b)}\n"
            "    stablehlo.return %c1 : tensor<i32>\n"
            "  }, {\n"
            "    stablehlo.return %c0 : tensor<i32>\n"
            "  }) : (tensor<i1>) -> tensor<i32>"
        )

    def _assert_in_function(self, condition: str, a: str, b: str) -> None:
        name = self._function(
            "(%x: tensor<i1>, %y: tensor<i32>, %z: tensor<i32>)", [_assertion("%x", "%y", "%z"), "return"]
        )
        types = "(tensor<i1>, tensor<i32>, tensor<i32>) -> ()"
        self._lines.append(f"call {name}({condition}, {a}, {b}) : {types}")

    def _compare_in_function(self, _: str, a: str, b: str) -> None:
        equal = "stablehlo.compare EQ, %y, %z : (tensor<i32>, tensor<i32>) -> tensor<i1>"
        name = self._function(
            "(%y: tensor<i32>, %z: tensor<i32>)", [f"%x = {equal}", _assertion("%x", "%y", "%z"), "return"]
        )
        self._lines.append(f"call {name}({a}, {b}) : (tensor<i32>, tensor<i32>) -> ()")

    _SAYING: Sequence[Callable] = (
        _say_add,
        _say_select,
        _say_concatenate,
        _say_dot,
        _say_call,
        _say_branch,
        _say_broadcast,
    )
    _STEPS: Sequence[Callable] = (
        _plus,
        _barrier,
        _branch,
        _case,
        _loop,
        _called,
        _product,
        _sum,
        _float,
        _iota,
        _narrow,
        _clamped,
        _selected,
        _sliced,
        _sorted,
        _windows,
        _gathered,
    )
    _CONDITIONS: Sequence[Callable] = (_equal, _equal_rows, _ordered, _no_difference)
    _CHECKS: Sequence[Callable] = (_assert, _assert_in_branch, _assert_in_function, _compare_in_function)


def _assertion(condition: str, a: str, b: str) -> str:
    types = "(tensor<i1>, tensor<i32>, tensor<i32>) -> ()"
    return f"stablehlo.custom_call @shape_assertion({condition}, {a}, {b}) {_ATTRIBUTES} : {types}"


def random_program(seed: int) -> Program:
    """Returns the program of a seed."""
    return _Writer(seed).program(f"asserted program {seed}")


def problems(program: Program, binary: Path) -> Iterator[str]:
    """Lowers a program for XLA, as it is and with some sizes given, and yields which outputs accept other sizes than the
    program.

    What is unused is removed from them before their sizes are given: it would not accept them either. A condition
    that stays unknown then is still checked.
    """
    for given in ("", "?x4,?x4", "3x4,?x4", "?x4,3x4"):
        try:
            options = ["--target=xla", *([f"--shapes={given}"] if given else [])]
            output = Tool(binary, options, is_silent=False).lower(program.text)
        except Refused as refused:
            # A size that an op returns for which nothing is known.
            if "depends on data" not in str(refused):
                yield f"with {given or 'no sizes'} given, it is not lowered: {refused}"
            continue
        used = Tool(binary, ["--pass-pipeline=builtin.module(inline,cse)"]).lower(output)
        for sizes in program.calls:
            answer = _answer(used, sizes, binary) if _fits(sizes, given) else None
            if answer not in (None, _UNKNOWN):
                yield f"with {given or 'no sizes'} given, a valid call of sizes {sizes} gets {answer!r}"
        for sizes, message in program.wrong_calls:
            answer = _answer(used, sizes, binary) if _fits(sizes, given) else message
            if answer != _UNKNOWN and message not in (answer or ""):
                yield f"with {given or 'no sizes'} given, a wrong call of sizes {sizes} gets {answer!r}"


def _fits(sizes: Sizes, given: str) -> bool:
    dims = [shape.split("x") for shape in given.split(",")] if given else []
    pairs = ((size, dim) for shape, row in zip(sizes, dims) for size, dim in zip(shape, row))
    return all(dim in ("?", str(size)) for size, dim in pairs)


def _answer(output: str, sizes: Sizes, binary: Path) -> str | None:
    """Returns why an output refuses sizes, if it does and that is known."""
    shapes = ",".join("x".join(map(str, shape)) for shape in sizes)
    try:
        options = ["--target=xla", f"--shapes={shapes}"]
        left = Tool(binary, options, is_silent=False).lower(output)
    except Refused as refused:
        return _UNKNOWN if "depends on data" in str(refused) else str(refused)
    return _UNKNOWN if "@shape_assertion" in left else None
