"""Outputs whose elements are wrong: bits, signs, floats and parts of tensors; and right ones."""

from __future__ import annotations


def _pair(arguments: str, result: str, source: str, output: str) -> tuple[str, str]:
    """Returns two programs that compute `%0`."""

    def program(body: str) -> str:
        head = f"func.func @main({arguments}) -> {result} {{"
        return f"{head}\n{body}\nreturn %0 : {result}\n}}\n"

    return program(source), program(output)


_BITS = "tensor<?xi1>"
_TWO_BITS = f"%a: {_BITS}, %b: {_BITS}"
_BYTES = "tensor<?xi8>"
_TRUE = f"""\
  %true = stablehlo.constant dense<true> : tensor<i1>
  %n = stablehlo.get_dimension_size %a, dim = 0 : ({_BITS}) -> tensor<i32>
  %size = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %all = stablehlo.dynamic_broadcast_in_dim %true, %size, dims = [] : \
(tensor<i1>, tensor<1xi32>) -> {_BITS}
"""


def _of_bits(source: str, output: str) -> tuple[str, str]:
    return _pair(_TWO_BITS, _BITS, f"%0 = {source} : {_BITS}", output)


def _bits(name: str, result: str = "%0", a: str = "%a", b: str = "%b") -> str:
    return f"{result} = stablehlo.{name} {a}, {b} : {_BITS}"


def _less(a: str, b: str) -> str:
    """Returns a program for `not a and b`."""
    return f"{_TRUE}{_bits('xor', '%not', a, '%all')}\n{_bits('and', '%0', '%not', b)}"


def _of_signs(output: str) -> tuple[str, str]:
    source = f"%0 = arith.maxui %a, %a2 : {_BYTES}"
    return _pair(f"%a: {_BYTES}, %a2: {_BYTES}", _BYTES, source, output)


def _bit_cast(value: str, result: str, of: str, to: str) -> str:
    return f"{result} = stablehlo.bitcast_convert {value} : (tensor<?x{of}>) -> tensor<?x{to}>"


_UNSIGNED_MAXIMUM = "\n".join(
    [
        _bit_cast("%a", "%x", "i8", "ui8"),
        _bit_cast("%a2", "%y", "i8", "ui8"),
        "%z = stablehlo.maximum %x, %y : tensor<?xui8>",
        _bit_cast("%z", "%0", "ui8", "i8"),
    ]
)


def _reversed(dim: int) -> tuple[str, str]:
    tensor, bits = "tensor<?x?xui8>", "tensor<?x?xi8>"
    return _pair(
        f"%a: {tensor}",
        tensor,
        f"%0 = stablehlo.reverse %a, dims = [0] : {tensor}",
        f"%1 = stablehlo.bitcast_convert %a : ({tensor}) -> {bits}\n"
        f"%2 = stablehlo.reverse %1, dims = [{dim}] : {bits}\n"
        f"%0 = stablehlo.bitcast_convert %2 : ({bits}) -> {tensor}",
    )


def _of_float(output: str) -> tuple[str, str]:
    source = f"%0 = arith.fptosi %a : tensor<?xf32> to {_BITS}"
    return _pair("%a: tensor<?xf32>", _BITS, source, output)


_INTEGER_FIRST = f"""\
  %1 = stablehlo.convert %a : (tensor<?xf32>) -> tensor<?xi32>
  %0 = stablehlo.convert %1 : (tensor<?xi32>) -> {_BITS}"""


def _narrowed(output: str) -> tuple[str, str]:
    """Converts the size of a tensor, as a float, to eight bits."""
    size = "%n = stablehlo.get_dimension_size %a, dim = 0 : (tensor<?xf32>) -> tensor<i32>\n"
    source = """\
  %f = stablehlo.convert %n : (tensor<i32>) -> tensor<f64>
  %0 = stablehlo.convert %f : (tensor<f64>) -> tensor<i8>"""
    return _pair("%a: tensor<?xf32>", "tensor<i8>", size + source, size + output)


_CLOSEST = """\
  %most = stablehlo.constant dense<127> : tensor<i32>
  %1 = stablehlo.minimum %n, %most : tensor<i32>
  %0 = stablehlo.convert %1 : (tensor<i32>) -> tensor<i8>"""
_WRAPPED = "%0 = stablehlo.convert %n : (tensor<i32>) -> tensor<i8>"

_SCATTER = """\
  %0 = "stablehlo.scatter"(%a, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<\
update_window_dims = [0], scatter_dims_to_operand_dims = [0]>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.subtract %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<5xf32>, tensor<1xi32>, tensor<2xf32>) -> tensor<5xf32>"""


def _scattered(new: str = "%d", least: str = "%c0", operands: str = "%p, %u") -> tuple[str, str]:
    """Replaces a part at a clamped start by what is in it, less the update."""
    output = f"""\
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %first = tensor.extract %i[%c0] : tensor<1xi32>
  %start = arith.index_cast %first : i32 to index
  %low = arith.maxsi %start, {least} : index
  %at = arith.minsi %low, %c3 : index
  %end = arith.addi %at, %c2 : index
  %from = tensor.from_elements %at : tensor<1xindex>
  %to = tensor.from_elements %end : tensor<1xindex>
  %step = tensor.from_elements %c1 : tensor<1xindex>
  %p = stablehlo.real_dynamic_slice %a, %from, %to, %step : \
(tensor<5xf32>, tensor<1xindex>, tensor<1xindex>, tensor<1xindex>) -> tensor<2xf32>
  %s = stablehlo.subtract {operands} : tensor<2xf32>
  %is_inside = arith.cmpi eq, %start, %at : index
  %t = tensor.from_elements %is_inside : tensor<i1>
  %d = stablehlo.select %t, %s, %p : tensor<i1>, tensor<2xf32>
  %0 = tensor.insert_slice {new} into %a[%at] [2] [1] : tensor<2xf32> into tensor<5xf32>"""
    arguments = "%a: tensor<5xf32>, %i: tensor<1xi32>, %u: tensor<2xf32>"
    return _pair(arguments, "tensor<5xf32>", _SCATTER, output)


def _inserted(parts: tuple[str, str] = ("%a", "%b"), between: str = "") -> tuple[str, str]:
    """Inserts two vectors, one behind the other, into an empty tensor, and a third in between."""
    vector = "tensor<?xf32>"
    output = f"""\
  %c0 = arith.constant 0 : index
  %n = tensor.dim {parts[0]}, %c0 : {vector}
  %m = tensor.dim {parts[1]}, %c0 : {vector}
  %size = arith.addi %n, %m : index
  %empty = tensor.empty(%size) : {vector}
  %first = tensor.insert_slice {parts[0]} into %empty[0] [%n] [1] : {vector} into {vector}
  {between}
  %0 = tensor.insert_slice {parts[1]} into %{"over" if between else "first"}[%n] [%m] [1] : \
{vector} into {vector}"""
    source = f"%0 = stablehlo.concatenate %a, %b, dim = 0 : ({vector}, {vector}) -> {vector}"
    return _pair(f"%a: {vector}, %b: {vector}", vector, source, output)


def _halved(
    predicate: str = "uge", number: str = "%x", divisor: int = 2, chosen: str = "%x"
) -> tuple[str, str]:
    """Returns elements that are at least their half."""
    vector = "tensor<?xi32>"
    output = f"""\
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i32
  %two = arith.constant {divisor} : i32
  %n = tensor.dim %a, %c0 : {vector}
  %empty = tensor.empty(%n) : {vector}
  %0 = linalg.generic {{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>],
      iterator_types = ["parallel"]}} ins(%a : {vector}) outs(%empty : {vector}) {{
  ^bb0(%x: i32, %y: i32):
    %half = arith.divui %x, %two : i32
    %least = arith.cmpi {predicate}, {number}, %half : i32
    %own = arith.select %least, {chosen}, %zero : i32
    linalg.yield %own : i32
  }} -> {vector}"""
    source = f"%0 = stablehlo.convert %a : {vector}"
    return _pair(f"%a: {vector}", vector, source, output)


def _indexed(
    place: str = "%row, %k",
    last: int = 1,
    chosen: str = "%is_one",
    first: str = "0, d1",
) -> tuple[str, str]:
    """Returns rows, each of which is read at its position or at the last one."""
    tensor = "tensor<?x3xf32>"
    shape = "%c3 = stablehlo.constant dense<3> : tensor<1xi32>\n"
    shape += f"%n = stablehlo.get_dimension_size %b, dim = 0 : ({tensor}) -> tensor<i32>\n"
    shape += "%rows = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>\n"
    shape += "%s = stablehlo.concatenate %rows, %c3, dim = 0 : (tensor<1xi32>, tensor<1xi32>) "
    shape += "-> tensor<2xi32>\n"
    wide = f"%w = stablehlo.dynamic_broadcast_in_dim %a, %s, dims = [0, 1] : ({tensor}, "
    wide += f"tensor<2xi32>) -> {tensor}\n"
    end = f"\n%0 = stablehlo.add %w, %b : {tensor}"
    output = f"""\
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %less = arith.constant {last} : index
  %m = tensor.dim %b, %c0 : {tensor}
  %own = tensor.dim %a, %c0 : {tensor}
  %is_one = arith.cmpi eq, %own, %c1 : index
  %is_other = arith.cmpi ne, %own, %c1 : index
  %most = arith.maxsi %own, %c1 : index
  %last = arith.subi %most, %less : index
  %empty = tensor.empty(%m) : {tensor}
  %w = linalg.generic {{indexing_maps = [affine_map<(d0, d1) -> ({first})>,
      affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}}
      ins(%a : {tensor}) outs(%empty : {tensor}) {{
  ^bb0(%x: f32, %y: f32):
    %i = linalg.index 0 : index
    %k = linalg.index 1 : index
    %row = arith.minui %i, %last : index
    %element = tensor.extract %a[{place}] : {tensor}
    %result = arith.select {chosen}, %x, %element : f32
    linalg.yield %result : f32
  }} -> {tensor}"""
    arguments = f"%a: {tensor}, %b: {tensor}"
    return _pair(arguments, tensor, shape + wide + end, output + end)


_OVER = "%over = tensor.insert_slice %b into %first[0] [%m] [{stride}] : tensor<?xf32> into tensor<?xf32>"


def _with_empty(result: str) -> tuple[str, str]:
    """Concatenates two vectors and one without elements."""
    vector = "tensor<?xf32>"
    types = f"({vector}, tensor<0xf32>, {vector}) -> {vector}"
    source = f"%0 = stablehlo.concatenate %a, %e, %b, dim = 0 : {types}"
    output = f"%0 = stablehlo.concatenate {result}, dim = 0 : ({vector}, {vector}) -> {vector}"
    return _pair(f"%a: {vector}, %b: {vector}, %e: tensor<0xf32>", vector, source, output)


def _reordered(order: str) -> tuple[str, str]:
    """Puts a window dim of updates behind their two batch dims."""

    def scattered(update: str, window: int, kind: str) -> str:
        numbers = f"""\
#stablehlo.scatter<update_window_dims = [{window}], inserted_window_dims = [1], \
scatter_dims_to_operand_dims = [1], index_vector_dim = 2>"""
        return f"""\
  %0 = "stablehlo.scatter"(%a, %i, {update}) <{{scatter_dimension_numbers = {numbers}}}> ({{
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %y : tensor<f32>
  }}) : (tensor<5x?xf32>, tensor<2x2x1xi32>, {kind}) -> tensor<5x?xf32>"""

    moved = f"""\
  %m = stablehlo.transpose %u, dims = {order} : (tensor<2x5x2xf32>) -> tensor<2x2x5xf32>
"""
    arguments = "%a: tensor<5x?xf32>, %i: tensor<2x2x1xi32>, %u: tensor<2x5x2xf32>"
    source = scattered("%u", 1, "tensor<2x5x2xf32>")
    output = moved + scattered("%m", 2, "tensor<2x2x5xf32>")
    return _pair(arguments, "tensor<5x?xf32>", source, output)


def _transposed(rows: str) -> tuple[str, str]:
    """Writes a transpose of so many rows as a reshape."""
    types = f"(tensor<{rows}x4xf32>) -> tensor<4x{rows}xf32>"
    source = f"%0 = stablehlo.transpose %a, dims = [1, 0] : {types}"
    output = f"%0 = stablehlo.reshape %a : {types}"
    return _pair(f"%a: tensor<{rows}x4xf32>", f"tensor<4x{rows}xf32>", source, output)


def _summed(size: int) -> tuple[str, str]:
    """Sums a tensor in place of another one, both of which have this size, as the input's first op needs."""
    vector, known = "tensor<?xf32>", f"tensor<{size}xf32>"

    def program(summed: str, kind: str) -> str:
        return f"""\
  %1 = stablehlo.add %a, %b : ({vector}, {known}) -> {vector}
  %2 = stablehlo.negate %a : {vector}
  %0 = stablehlo.reduce({summed} init: %c) applies stablehlo.add across dimensions = [0] : \
({kind}, tensor<f32>) -> tensor<f32>"""

    arguments = f"%a: {vector}, %b: {known}, %c: tensor<f32>"
    return _pair(arguments, "tensor<f32>", program("%2", vector), program("%b", known))


def _divided(divisor: str) -> tuple[str, str]:
    """Divides broadcasts to the two elements that the tensors have, as the input's last op needs."""
    vector, known = "tensor<?xi32>", "tensor<2xi32>"

    def program(before: str, numerator: str, divisor: str) -> str:
        return f"""\
{before}
  %1 = stablehlo.remainder {numerator}, {divisor} : {vector}
  %2 = stablehlo.add %b, %d : {vector}
  %0 = stablehlo.add %1, %c : ({vector}, {known}) -> {vector}"""

    wide = "%two = stablehlo.constant dense<2> : tensor<1xi32>"
    for result, operand in (("%x", "%a"), ("%y", divisor)):
        wide += f"\n  {result} = stablehlo.dynamic_broadcast_in_dim {operand}, %two, dims = [0] : "
        wide += f"({vector}, tensor<1xi32>) -> {vector}"
    arguments = f"%a: {vector}, %b: {vector}, %c: {known}, %d: {vector}"
    return _pair(arguments, vector, program("", "%a", "%b"), program(wide, "%x", "%y"))


# By what is right: an input, and an output.
RIGHT_OUTPUTS = {
    "true is the least number with signs": _of_bits("arith.maxsi %a, %b", _bits("and")),
    "true is the greatest number without signs": _of_bits("arith.maxui %a, %b", _bits("or")),
    "a sum of bits wraps": _of_bits("arith.addi %a, %b", _bits("xor")),
    "true is less with signs": _of_bits("arith.cmpi slt, %a, %b", _less("%b", "%a")),
    "false is less without signs": _of_bits("arith.cmpi ult, %a, %b", _less("%a", "%b")),
    "numbers without signs are compared as such": _of_signs(_UNSIGNED_MAXIMUM),
    "bits are reversed": _reversed(0),
    "a float loses its fraction before it is one bit": _of_float(_INTEGER_FIRST),
    "a float becomes the closest integer": _narrowed(_CLOSEST),
    "a slice within the tensor is combined": _scattered(),
    "updates have their batch dims in front": _reordered("[0, 2, 1]"),
    "parts are inserted one behind the other": _inserted(),
    "a part without elements is left out": _with_empty("%a, %b"),
    "an element is at least its half": _halved(),
    "a row is read at its position or at the last one": _indexed(),
    "tensors are divided that are repeated to their sizes": _divided("%b"),
    "a dim of size 1 is moved by a reshape": _transposed("1"),
    "a tensor without elements is any other one": _summed(0),
}

# By what is wrong: an input, and an output of it.
WRONG_OUTPUTS = {
    "true is the greatest number with signs": _of_bits("arith.maxsi %a, %b", _bits("or")),
    "true is the least number without signs": _of_bits("arith.maxui %a, %b", _bits("and")),
    "a sum of bits is another sum of truth values": _of_bits("arith.addi %a, %b", _bits("or")),
    "true is greater with signs": _of_bits("arith.cmpi slt, %a, %b", _less("%a", "%b")),
    "true is less without signs": _of_bits("arith.cmpi ult, %a, %b", _less("%b", "%a")),
    "numbers without signs are compared with signs": _of_signs(
        f"%0 = stablehlo.maximum %a, %a2 : {_BYTES}"
    ),
    "another dim is reversed": _reversed(1),
    "a float is compared with 0 with its fraction": _of_float(
        f"%0 = stablehlo.convert %a : (tensor<?xf32>) -> {_BITS}"
    ),
    "a float that does not fit wraps": _narrowed(_WRAPPED),
    "a slice that is not within the tensor is moved": _scattered(new="%s"),
    "a slice is not combined": _scattered(new="%p"),
    "a slice is combined in another order": _scattered(operands="%u, %p"),
    "a slice cannot be at the first element": _scattered(least="%c1"),
    "the batch dims of updates change places": _reordered("[2, 0, 1]"),
    "parts are inserted in another order": _inserted(("%b", "%a")),
    "a part is inserted over another one": _inserted(between=_OVER.format(stride=1)),
    "a part with elements is left out": _with_empty("%a, %a"),
    "an element with a sign is at least its half": _halved("sge"),
    "an element is greater than its half": _halved("ugt"),
    "zero is at least the half of an element": _halved(number="%zero"),
    "an element is compared with itself": _halved(divisor=1, predicate="ugt"),
    "zero is chosen for an element": _halved(chosen="%zero"),
    "a row is read behind the last one": _indexed(last=0),
    "a row is read before the last one": _indexed(last=2),
    "all rows are the last one": _indexed(place="%last, %k"),
    "the first row is read where there are several": _indexed(chosen="%is_other"),
    "a dim of another size is moved by a reshape": _transposed("2"),
    "a tensor with one element is another one": _summed(1),
    "a quotient has another divisor": _divided("%d"),
    "a part is inserted with gaps over another one": _inserted(between=_OVER.format(stride=2)),
}
