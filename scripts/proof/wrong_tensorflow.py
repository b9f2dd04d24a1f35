"""Outputs for ops of TensorFlow: right ones, and wrong ones, which must be refuted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from .check import check_programs
from .interpret import Settings
from .reader import Reader


@dataclass(frozen=True)
class _Sample:
    """A function's arguments and result, its body, the right one, and the wrong ones.

    A body computes `%r`; in its types, `$` stands for the argument's.
    """

    name: str
    argument: str
    result: str
    source: str
    right: str
    wrong: Sequence[str]
    more: str = ""

    def program(self, body: str) -> str:
        text = body.replace("$", self.argument).replace("@r", self.result)
        return (
            f"func.func @main(%a: {self.argument}{self.more}) -> {self.result} {{\n"
            f"{text}\n  return %r : {self.result}\n}}\n"
        )


def _list(name: str, *numbers: int) -> str:
    items = f"[{', '.join(map(str, numbers))}]"
    return f"  %{name} = stablehlo.constant dense<{items}> : tensor<{len(numbers)}xi32>\n"


def _size(name: str, dim: int) -> str:
    """Returns a size as a list of one number."""
    return (
        f"  %{name}s = stablehlo.get_dimension_size %a, dim = {dim} : ($) -> tensor<i32>\n"
        f"  %{name} = stablehlo.reshape %{name}s : (tensor<i32>) -> tensor<1xi32>\n"
    )


def _concat(name: str, *parts: str) -> str:
    types = ", ".join(["tensor<1xi32>"] * len(parts))
    names = ", ".join(f"%{part}" for part in parts)
    return (
        f"  %{name} = stablehlo.concatenate {names}, dim = 0 : ({types})"
        f" -> tensor<{len(parts)}xi32>\n"
    )


def _assert(condition: str) -> str:
    return (
        f"  stablehlo.custom_call @shape_assertion({condition}) {{api_version = 2 : i32, "
        'error_message = "wrong", has_side_effect = true} : (tensor<i1>) -> ()\n'
    )


def _compare(direction: str, a: str, b: str, name: str = "%ok") -> str:
    types = "(tensor<i32>, tensor<i32>) -> tensor<i1>"
    return f"  {name} = stablehlo.compare {direction}, {a}, {b} : {types}\n"


_NUMBERS = "".join(
    f"  %n{number} = stablehlo.constant dense<{number}> : tensor<i32>\n" for number in range(5)
)


def _rest(check: bool = True, first: str = "h") -> str:
    """Returns `[n, 6] -> [3n / 2, 4]`, in 64 bits: the sizes may be large."""
    rest = (
        "  %rest = stablehlo.remainder %t, %two : tensor<i64>\n"
        "  %ok = stablehlo.compare EQ, %rest, %zero : (tensor<i64>, tensor<i64>) -> tensor<i1>\n"
    )
    numbers = "".join(
        f"  %{name} = stablehlo.constant dense<{number}> : tensor<i64>\n"
        for name, number in (("zero", 0), ("two", 2), ("three", 3), ("four", 4))
    )
    lists = "".join(
        f"  %{name}1 = stablehlo.reshape %{name} : (tensor<i64>) -> tensor<1xi64>\n"
        for name in (first, "four")
    )
    return (
        numbers
        + "  %n = stablehlo.get_dimension_size %a, dim = 0 : ($) -> tensor<i32>\n"
        + "  %x = stablehlo.convert %n : (tensor<i32>) -> tensor<i64>\n"
        + "  %t = stablehlo.multiply %x, %three : tensor<i64>\n"
        + (rest + _assert("%ok") if check else "")
        + "  %h = stablehlo.divide %t, %two : tensor<i64>\n"
        + lists
        + f"  %to = stablehlo.concatenate %{first}1, %four1, dim = 0 : "
        + "(tensor<1xi64>, tensor<1xi64>) -> tensor<2xi64>\n"
        + "  %r = stablehlo.dynamic_reshape %a, %to : ($, tensor<2xi64>) -> @r"
    )


def _tile(count: int = 2, is_inside: bool = False) -> str:
    """Returns a tensor that is repeated along its first dim, or each of its rows."""
    order, dims = (("x", "c"), "0, 2") if is_inside else (("c", "x"), "1, 2")
    return (
        _size("x", 0)
        + _list("c", count)
        + _list("d", 3)
        + _concat("wide", *order, "d")
        + f"  %w = stablehlo.dynamic_broadcast_in_dim %a, %wide, dims = [{dims}] : "
        + "($, tensor<3xi32>) -> tensor<?x?x3xf32>\n"
        + "  %k = stablehlo.multiply %x, %c : tensor<1xi32>\n"
        + _concat("to", "k", "d")
        + "  %r = stablehlo.dynamic_reshape %w, %to : (tensor<?x?x3xf32>, tensor<2xi32>) -> @r"
    )


def _index(low: str = "%n0", check: bool = True, offset: str = "2") -> str:
    """Returns the last element but one."""
    return (
        _NUMBERS
        + _size("x", 0)
        + f"  %i = stablehlo.subtract %xs, %n{offset} : tensor<i32>\n"
        + (_compare("GE", "%i", low) + _assert("%ok") if check else "")
        + "  %i1 = stablehlo.reshape %i : (tensor<i32>) -> tensor<1xi32>\n"
        + "  %j = stablehlo.add %i, %n1 : tensor<i32>\n"
        + "  %j1 = stablehlo.reshape %j : (tensor<i32>) -> tensor<1xi32>\n"
        + _list("one", 1)
        + "  %c = stablehlo.real_dynamic_slice %a, %i1, %j1, %one : "
        + "($, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<1xf32>\n"
        + "  %r = stablehlo.reshape %c : (tensor<1xf32>) -> @r"
    )


def _gather(clamped: bool = False) -> str:
    """Returns the element at an index, which may be negative."""
    checks = (
        _compare("GE", "%at", "%n0", "%low")
        + _compare("LT", "%at", "%xs", "%high")
        + "  %ok = stablehlo.and %low, %high : tensor<i1>\n"
        + _assert("%ok")
    )
    return (
        _NUMBERS
        + _size("x", 0)
        + _list("one", 1)
        + "  %i = stablehlo.reshape %b : (tensor<1xi32>) -> tensor<i32>\n"
        + _compare("LT", "%i", "%n0", "%is_negative")
        + "  %from_end = stablehlo.add %i, %xs : tensor<i32>\n"
        + "  %at = stablehlo.select %is_negative, %from_end, %i : tensor<i1>, tensor<i32>\n"
        + ("" if clamped else checks)
        + '  %r = "stablehlo.dynamic_gather"(%a, %at, %one) <{dimension_numbers = '
        + "#stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0]>}> : "
        + "($, tensor<i32>, tensor<1xi32>) -> @r"
    )


def _slice(text: str, reversed_: str = "0") -> str:
    return (
        f"  %v = stablehlo.reverse %a, dims = [{reversed_}] : $\n"
        f"  %r = stablehlo.slice %v [{text}] : ($) -> @r"
    )


def _sum(op: str = "add", dims: str = "0", narrow: bool = False, initial: str = "0.0") -> str:
    """Returns a sum of floats of 16 bits."""
    element = "bf16" if narrow else "f32"
    wide = f"tensor<?x3x{element}>"
    convert = "" if narrow else f"  %w = stablehlo.convert %a : ($) -> {wide}\n"
    value = "%a" if narrow else "%w"
    back = f"  %r = stablehlo.convert %s : (tensor<3x{element}>) -> @r"
    return (
        f"{convert}  %i = stablehlo.constant dense<{initial}> : tensor<{element}>\n"
        f"  %s = stablehlo.reduce({value} init: %i) applies stablehlo.{op} across dimensions = "
        f"[{dims}] : ({wide}, tensor<{element}>) -> tensor<3x{element}>\n{back}"
    )


def _mean(count: str = "xs") -> str:
    return (
        _NUMBERS
        + _size("x", 0)
        + "  %i = stablehlo.constant dense<0.0> : tensor<f32>\n"
        + "  %s = stablehlo.reduce(%a init: %i) applies stablehlo.add across dimensions = [0] : "
        + "($, tensor<f32>) -> tensor<f32>\n"
        + f"  %c = stablehlo.convert %{count} : (tensor<i32>) -> tensor<f32>\n"
        + "  %r = stablehlo.divide %s, %c : tensor<f32>"
    )


_SAMPLES = [
    _Sample(
        "tf.Reshape to a size that holds the rest",
        "tensor<?x6xf32>",
        "tensor<?x4xf32>",
        _list("s", -1, 4) + '  %r = "tf.Reshape"(%a, %s) : ($, tensor<2xi32>) -> @r',
        _rest(),
        (_rest(check=False), _rest(first="x")),
    ),
    _Sample(
        "tf.Tile",
        "tensor<?x3xf32>",
        "tensor<?x3xf32>",
        _list("m", 2, 1) + '  %r = "tf.Tile"(%a, %m) : ($, tensor<2xi32>) -> @r',
        _tile(),
        (_tile(3), _tile(is_inside=True), "  %r = stablehlo.negate %a : $"),
    ),
    _Sample(
        "tf.StridedSlice of one element",
        "tensor<?xf32>",
        "tensor<f32>",
        _list("b", -2)
        + _list("one", 1)
        + '  %r = "tf.StridedSlice"(%a, %b, %b, %one) {shrink_axis_mask = 1 : i64} : '
        + "($, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> @r",
        _index(),
        (_index(check=False), _index(low="%n1"), _index(offset="1")),
    ),
    _Sample(
        "tf.StridedSlice at an index that is data",
        "tensor<?xf32>",
        "tensor<f32>",
        _list("one", 1)
        + '  %r = "tf.StridedSlice"(%a, %b, %b, %one) {shrink_axis_mask = 1 : i64} : '
        + "($, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> @r",
        _gather(),
        (_gather(clamped=True),),
        more=", %b: tensor<1xi32>",
    ),
    _Sample(
        "tf.StridedSlice by a negative stride",
        "tensor<5x3xf32>",
        "tensor<2x3xf32>",
        _list("b", 4)
        + _list("e", 0)
        + _list("s", -2)
        + '  %r = "tf.StridedSlice"(%a, %b, %e, %s) : '
        + "($, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> @r",
        _slice("0:4:2, 0:3"),
        (
            _slice("1:5:2, 0:3"),
            _slice("0:4:2, 0:3", "1"),
            "  %r = stablehlo.slice %a [0:4:2, 0:3] : ($) -> @r",
        ),
    ),
    _Sample(
        "tf.Sum",
        "tensor<?x3xbf16>",
        "tensor<3xbf16>",
        _list("d", -2) + '  %r = "tf.Sum"(%a, %d) : ($, tensor<1xi32>) -> @r',
        _sum(),
        (_sum("maximum"), _sum(narrow=True), _sum(initial="1.0")),
    ),
    _Sample(
        "tf.Mean",
        "tensor<?xf32>",
        "tensor<f32>",
        _list("d", 0) + '  %r = "tf.Mean"(%a, %d) : ($, tensor<1xi32>) -> @r',
        _mean(),
        (_mean("n3"),),
    ),
    _Sample(
        "tf.BroadcastTo",
        "tensor<?xf32>",
        "tensor<2x4xf32>",
        _list("s", 2, 4) + '  %r = "tf.BroadcastTo"(%a, %s) : ($, tensor<2xi32>) -> @r',
        _NUMBERS
        + _size("x", 0)
        + _compare("EQ", "%xs", "%n4", "%p")
        + _compare("EQ", "%xs", "%n1", "%q")
        + "  %ok = stablehlo.or %p, %q : tensor<i1>\n"
        + _assert("%ok")
        + "  %r = stablehlo.broadcast_in_dim %a, dims = [1] : ($) -> @r",
        (
            "  %r = stablehlo.broadcast_in_dim %a, dims = [1] : ($) -> @r",
            _NUMBERS
            + _size("x", 0)
            + _compare("EQ", "%xs", "%n4")
            + _assert("%ok")
            + "  %r = stablehlo.broadcast_in_dim %a, dims = [1] : ($) -> @r",
        ),
    ),
]


def check(reader: Reader) -> Iterator[str]:
    """Yields what is wrong with the answers about outputs for ops of TensorFlow."""
    for sample in _SAMPLES:
        source = reader.read(sample.program(sample.source))
        outputs = [(sample.right, "proven"), *((text, "refuted") for text in sample.wrong)]
        for number, (text, verdict) in enumerate(outputs):
            output = reader.read(sample.program(text))
            for answer in check_programs(source, output, Settings(zero_extents="numpy")):
                if answer.verdict != verdict:
                    yield f"{sample.name}, output {number}, must be {verdict}: {answer.text()}"
