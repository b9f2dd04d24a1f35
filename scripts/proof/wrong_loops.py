"""Loops that carry tensors in larger ones: right outputs, and wrong ones, which must be refuted."""

from __future__ import annotations

from collections.abc import Iterator

from .check import check_programs
from .interpret import Settings
from .reader import Reader

_TENSOR = "tensor<?x4xf32>"
_LARGER = "tensor<?x16xf32>"


def _loop(type_: str, start: str, body: str, result: str) -> str:
    """Returns a function with a loop that carries `%t`."""
    return f"""\
func.func @main(%a: {_TENSOR}, %n: tensor<i32>) -> {_TENSOR} {{
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
{start}
  %0:2 = stablehlo.while(%i = %n, %t = %s) : tensor<i32>, {type_}
  cond {{
    %1 = stablehlo.compare GT, %i, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }} do {{
    %1 = stablehlo.subtract %i, %one : tensor<i32>
{body}
    stablehlo.return %1, %2 : tensor<i32>, {type_}
  }}
{result}
  return %r : {_TENSOR}
}}
"""


def _copied(source: str) -> str:
    return f"stablehlo.optimization_barrier {source} : {_TENSOR}"


def _source(step: str) -> str:
    return _loop(
        _TENSOR, f"  %s = {_copied('%a')}", f"    %2 = {step}", f"  %r = {_copied('%0#1')}"
    )


_NEGATED = "stablehlo.negate {} : " + _TENSOR
_TWICE = f"stablehlo.concatenate {{0}}, {{0}}, dim = 0 : ({_TENSOR}, {_TENSOR}) -> {_TENSOR}"
_KEPT = f"""\
    %c0_rows = arith.constant 0 : index
    %rows = tensor.dim %y, %c0_rows : {_TENSOR}
    %same = arith.cmpi eq, %rows, %size : index
    cf.assert %same, "the size is the same"
"""


def _output(
    step: str = _NEGATED,
    first: str = "%a",
    read: str = "[0, 0] [%size, 4] [1, 1]",
    next_: str = "%y",
    check: str = "",
    rows: str = "%size",
    result: str = "[0, 0] [%size, 4] [1, 1]",
) -> str:
    """Returns a program that carries the tensor in one of 16 columns."""
    start = f"""\
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %size = tensor.dim %a, %c0 : {_TENSOR}
  %more = arith.addi %size, %c1 : index
  %other = stablehlo.negate %a : {_TENSOR}
  %e = tensor.empty(%size) : {_LARGER}
  %s = tensor.insert_slice {first} into %e[0, 0] [%size, 4] [1, 1] : {_TENSOR} into {_LARGER}"""
    body = f"""\
    %x = tensor.extract_slice %t{read} : {_LARGER} to {_TENSOR}
    %y = {step.format("%x")}
{check}\
    %f = tensor.empty({rows}) : {_LARGER}
    %2 = tensor.insert_slice {next_} into %f[0, 0] [%size, 4] [1, 1] : {_TENSOR} into {_LARGER}"""
    end = f"  %r = tensor.extract_slice %0#1{result} : {_LARGER} to {_TENSOR}"
    return _loop(_LARGER, start, body, end)


# The first rows, of which there are 4.
_FOUR = f"  %s = stablehlo.slice %a [0:4, 0:4] : ({_TENSOR}) -> {_TENSOR}"
_ROWS = "tensor<?x?xf32>"


def _in_rows(step: str, next_rows: int = 1) -> str:
    """Returns a program that carries the first rows as one row of all elements, or as so many."""

    def reshaped(value: str, name: str, types: tuple[str, str], rows: int) -> str:
        columns = 16 // rows
        sizes = f"[%{name}_rows, {f'%{name}_columns' if types[1] == _ROWS else columns}]"
        return (
            f"%{name}_flat = tensor.collapse_shape {value} [[0, 1]] : {types[0]} into tensor<?xf32>\n"
            f"%{name}_rows = arith.constant {rows} : index\n"
            f"%{name}_columns = arith.constant {columns} : index\n"
            f"%{name} = tensor.expand_shape %{name}_flat [[0, 1]] output_shape {sizes} "
            f": tensor<?xf32> into {types[1]}"
        )

    start = f"{_FOUR.replace('%s', '%four')}\n{reshaped('%four', 's', (_TENSOR, _ROWS), 1)}"
    first = reshaped("%t", "x", (_ROWS, _TENSOR), 4)
    # It stops if the tensor gets another number of rows.
    check = (
        f"%zero_index = arith.constant 0 : index\n%one_index = arith.constant 1 : index\n"
        f"%count = tensor.dim %t, %zero_index : {_ROWS}\n"
        f"%is_one = arith.cmpi eq, %count, %one_index : index\n"
        f'cf.assert %is_one, "one row"'
    )
    last = reshaped("%y", "2", (_TENSOR, _ROWS), next_rows)
    body = f"{check}\n{first}\n%y = {step.format('%x')}\n{last.replace('%2_', '%next_')}"
    return _loop(_ROWS, start, body, reshaped("%0#1", "r", (_ROWS, _TENSOR), 4))


_REVERSED = "stablehlo.reverse {}, dims = [0] : " + _TENSOR

# By what is right or wrong: the step of the input, an output, and whether it is right.
_CASES: dict[str, tuple[str, str, bool]] = {
    "a tensor is carried in a larger one": (_NEGATED, _output(), True),
    "the loop begins with another tensor": (_NEGATED, _output(first="%other"), False),
    "elements that are undefined are read": (
        _NEGATED,
        _output(read="[0, 1] [%size, 4] [1, 1]"),
        False,
    ),
    "undefined elements are in the result": (
        _NEGATED,
        _output(result="[0, 12] [%size, 4] [1, 1]"),
        False,
    ),
    "the next tensor is the previous one": (_NEGATED, _output(next_="%x"), False),
    "the step is another one": (_NEGATED, _output(step="stablehlo.abs {} : " + _TENSOR), False),
    "the larger tensor grows": (_NEGATED, _output(rows="%more"), False),
    "a loop that changes a size stops": (_TWICE, _output(_TWICE, check=_KEPT), True),
    "a loop that changes a size does not stop": (_TWICE, _output(_TWICE), False),
    "a loop that keeps the size stops": (
        _NEGATED,
        _output(check=_KEPT.replace("eq, %rows, %size", "eq, %rows, %more")),
        False,
    ),
}


# The same for loops that begin with the first rows.
_FULL: dict[str, tuple[str, str, bool]] = {
    "rows of known size are carried in a row": (_NEGATED, _in_rows(_NEGATED), True),
    "there are more rows in the next iteration": (_NEGATED, _in_rows(_NEGATED, 2), False),
    "the rows change their order": (_NEGATED, _in_rows(_REVERSED), False),
}


def _programs() -> Iterator[tuple[str, str, str, bool]]:
    for name, (step, output, is_right) in _CASES.items():
        yield name, _source(step.format("%t")), output, is_right
    for name, (step, output, is_right) in _FULL.items():
        body, result = f"    %2 = {step.format('%t')}", f"  %r = {_copied('%0#1')}"
        yield name, _loop(_TENSOR, _FOUR, body, result), output, is_right


def check(reader: Reader) -> Iterator[str]:
    """Yields what is wrong with the answers about loops that carry larger tensors."""
    settings = Settings(keeps_sizes=True)
    for name, source, output, is_right in _programs():
        expected = "proven" if is_right else "refuted"
        for answer in check_programs(reader.read(source), reader.read(output), settings):
            if answer.verdict != expected:
                yield f"{name}: {answer.text()}"
