"""Outputs for given sizes: right ones, and wrong ones, which must be refuted."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from .check import check_programs
from .interpret import Settings
from .reader import Reader


@dataclass(frozen=True)
class _Sample:
    """A function of an input, the shapes, and the output's function: where it is right, and wrong."""

    source: str
    shapes: str
    output: str
    right: str
    # By what is wrong with it.
    wrong: dict[str, str]
    verdict: str = "refuted"


_SIZE = """
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %f = stablehlo.convert %n : (tensor<i32>) -> tensor<f32>
"""

# 5 * 0.3 is 1.5.
_ROUNDED = _Sample(
    f"""(%x: tensor<?xf32>) -> tensor<?xi1> {{{_SIZE}
  %scale = stablehlo.constant dense<0.3> : tensor<f32>
  %true = stablehlo.constant dense<true> : tensor<i1>
  %0 = stablehlo.multiply %f, %scale : tensor<f32>
  %1 = stablehlo.ceil %0 : tensor<f32>
  %2 = stablehlo.convert %1 : (tensor<f32>) -> tensor<i32>
  %3 = stablehlo.reshape %2 : (tensor<i32>) -> tensor<1xi32>
  %4 = stablehlo.dynamic_broadcast_in_dim %true, %3, dims = [] : \
(tensor<i1>, tensor<1xi32>) -> tensor<?xi1>
  return %4 : tensor<?xi1>
}}""",
    "5",
    """(%x: tensor<5xf32>) -> tensor<{}xi1> {{
  %0 = stablehlo.constant dense<true> : tensor<{}xi1>
  return %0 : tensor<{}xi1>
}}""",
    "2",
    {"a float is rounded down": "1"},
)

_DECIDED = _Sample(
    f"""(%x: tensor<?xf32>) -> tensor<?xf32> {{{_SIZE}
  %limit = stablehlo.constant dense<4.5> : tensor<f32>
  %c = stablehlo.compare LT, %limit, %f : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %0 = "stablehlo.if"(%c) ({{
    %1 = stablehlo.negate %x : tensor<?xf32>
    stablehlo.return %1 : tensor<?xf32>
  }}, {{
    %1 = stablehlo.abs %x : tensor<?xf32>
    stablehlo.return %1 : tensor<?xf32>
  }}) : (tensor<i1>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}}""",
    "5",
    """(%x: tensor<5xf32>) -> tensor<5xf32> {{
  %0 = stablehlo.{} %x : tensor<5xf32>
  return %0 : tensor<5xf32>
}}""",
    "negate",
    {"a comparison of floats is the other way round": "abs"},
)

_PART = _Sample(
    """(%x: tensor<?xf32>, %at: tensor<1xi32>) -> tensor<?xf32> {
  %strides = stablehlo.constant dense<2> : tensor<1xi32>
  %six = stablehlo.constant dense<6> : tensor<1xi32>
  %end = stablehlo.add %at, %six : tensor<1xi32>
  %0 = stablehlo.real_dynamic_slice %x, %at, %end, %strides : \
(tensor<?xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}""",
    "9,1",
    """(%x: tensor<9xf32>, %at: tensor<1xi32>) -> tensor<3xf32> {{
  %at0 = stablehlo.reshape %at : (tensor<1xi32>) -> tensor<i32>
  %0 = stablehlo.dynamic_slice %x, %at0, sizes = [{}] : (tensor<9xf32>, tensor<i32>) -> tensor<{}xf32>
  %1 = stablehlo.slice %0 [{}] : (tensor<{}xf32>) -> tensor<3xf32>
  return %1 : tensor<3xf32>
}}""",
    "6 6 0:6:2 6",
    {
        "a part of a part has another stride": "6 6 0:3:1 6",
        "a part of a part starts elsewhere": "6 6 1:6:2 6",
        # At 3, the slice of 7 elements is moved to 2.
        "a slice is moved that another one is not": "7 7 0:6:2 7",
    },
)

_RESIZED = _Sample(
    """(%x: tensor<?xf32>) -> tensor<?xf32, #stablehlo.bounds<8>> {
  %three = stablehlo.constant dense<3> : tensor<i32>
  %0 = stablehlo.set_dimension_size %x, %three, dim = 0 : \
(tensor<?xf32>, tensor<i32>) -> tensor<?xf32, #stablehlo.bounds<8>>
  return %0 : tensor<?xf32, #stablehlo.bounds<8>>
}""",
    "5",
    """(%x: tensor<5xf32>) -> tensor<3xf32> {{
  %0 = stablehlo.slice %x [{}] : (tensor<5xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}}""",
    "0:3",
    {"the last elements become valid": "2:5"},
)

# Both results have the same type.
_BITS = _Sample(
    """(%x: tensor<?xf32>, %state: tensor<2xui64>) -> (tensor<2xui64>, tensor<?xui64>) {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %shape = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %0:2 = stablehlo.custom_call @stablehlo.dynamic_rng_bit_generator(%state, %shape) \
{rng_algorithm = #stablehlo<rng_algorithm DEFAULT>} : \
(tensor<2xui64>, tensor<1xi32>) -> (tensor<2xui64>, tensor<?xui64>)
  return %0#0, %0#1 : tensor<2xui64>, tensor<?xui64>
}""",
    "2,2",
    """(%x: tensor<2xf32>, %state: tensor<2xui64>) -> (tensor<2xui64>, tensor<2xui64>) {{
  %0:2 = stablehlo.rng_bit_generator %state, algorithm = DEFAULT : \
(tensor<2xui64>) -> (tensor<2xui64>, tensor<2xui64>)
  return %0#{}, %0#{} : tensor<2xui64>, tensor<2xui64>
}}""",
    "0 1",
    {"random bits are taken for the next state": "1 0"},
)

_LOOP = """\
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %0:2 = stablehlo.while(%i = %zero, %v = %x) : tensor<i32>, tensor<?xf32>
  cond {{
    %1 = stablehlo.compare LT, %i, %k : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }} do {{
    %1 = stablehlo.add %i, %one : tensor<i32>
    %2 = stablehlo.negate %v : tensor<?xf32>
    stablehlo.return %1, %2 : tensor<i32>, tensor<?xf32>
  }}
"""


def _of_loop(result: str) -> str:
    head = "(%x: tensor<?xf32>, %k: tensor<i32>) -> tensor<?xf32> {\n"
    return f"{head}{_LOOP.format()}  return {result} : tensor<?xf32>\n}}"


_WITHOUT_LOOP = """(%x: tensor<5xf32>, %k: tensor<i32>) -> tensor<5xf32> {{
  return {} : tensor<5xf32>
}}"""
_UNUSED = _Sample(_of_loop("%x"), "5,scalar", _WITHOUT_LOOP, "%x", {})
_USED = _Sample(
    _of_loop("%0#1"),
    "5,scalar",
    _WITHOUT_LOOP,
    "",
    {"a loop is gone that computes the result": "%x"},
    verdict="not known",
)
_SAMPLES = (_ROUNDED, _DECIDED, _PART, _RESIZED, _BITS, _UNUSED, _USED)


def check(reader: Reader) -> Iterator[str]:
    """Yields what is wrong with the answers."""
    for sample in _SAMPLES:
        outputs = {"a right output": (sample.right, "proven")} if sample.right else {}
        outputs |= {name: (filling, sample.verdict) for name, filling in sample.wrong.items()}
        for name, (filling, verdict) in outputs.items():
            words = filling.split() * sample.output.count("{}")
            output = sample.output.format(*words)
            programs = (reader.read(f"func.func @main{text}") for text in (sample.source, output))
            for answer in check_programs(*programs, Settings(shapes=sample.shapes)):
                found = f"{answer.verdict} in part" if answer.expanded else answer.verdict
                if found != verdict:
                    yield f"{name}, for given sizes: {answer.text()}"
    yield from _check_others(reader)


_NEGATED = """func.func @{name}(%x: tensor<{size}xf32>) -> tensor<{size}xf32> {{
  %0 = stablehlo.negate %x : tensor<{size}xf32>
  return %0 : tensor<{size}xf32>
}}
"""


def _check_others(reader: Reader) -> Iterator[str]:
    """Shapes are for the function that is named; others keep their types."""
    expected = {"?": "proven", "5": "refuted"}
    for size, verdict in expected.items():
        sizes = (("?", "?"), ("5", size))
        texts = (
            _NEGATED.format(name="main", size=main) + _NEGATED.format(name="other", size=other)
            for main, other in sizes
        )
        settings = Settings(shapes="5", function="main")
        for answer in check_programs(*(reader.read(text) for text in texts), settings):
            if answer.verdict != (verdict if answer.function == "other" else "proven"):
                yield f"another function, for given sizes: {answer.text()}"
