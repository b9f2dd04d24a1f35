"""Outputs that are right only if what holds on one path, or after an assertion, holds everywhere."""

from __future__ import annotations

from collections.abc import Iterator

from .check import check_programs
from .interpret import Settings
from .reader import Reader

_SAME = """\
func.func @main(%a: tensor<?xf32>) -> tensor<?xf32> {
  return %a : tensor<?xf32>
}
"""
_LIMIT_IN_BRANCH = """\
func.func @main(%a: tensor<?xf32>) -> tensor<?xf32> {
  %f = stablehlo.constant dense<false> : tensor<i1>
  %c5 = stablehlo.constant dense<5> : tensor<i32>
  %z = "stablehlo.if"(%f) ({
    %b = stablehlo.exponential %a : (tensor<?xf32>) -> tensor<?xf32, #stablehlo.bounds<4>>
    %b2 = stablehlo.exponential %b : (tensor<?xf32, #stablehlo.bounds<4>>) -> tensor<?xf32>
    stablehlo.return %b2 : tensor<?xf32>
  }, {
    stablehlo.return %a : tensor<?xf32>
  }) : (tensor<i1>) -> tensor<?xf32>
  %n = stablehlo.negate %a : tensor<?xf32>
  %d = stablehlo.get_dimension_size %n, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %lt = stablehlo.compare LT, %d, %c5 : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %r = "stablehlo.if"(%lt) ({
    stablehlo.return %a : tensor<?xf32>
  }, {
    stablehlo.return %n : tensor<?xf32>
  }) : (tensor<i1>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}
"""
# The dims of the last broadcast differ.
_CAST_IN_BRANCH = """\
func.func @main(%x: tensor<?x?xf32>, %y: tensor<?xf32>, %p: tensor<i1>) -> tensor<?x?x?xf32> {
  %n = stablehlo.get_dimension_size %y, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %m = stablehlo.get_dimension_size %x, dim = 1 : (tensor<?x?xf32>) -> tensor<i32>
  %n1 = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %m1 = stablehlo.reshape %m : (tensor<i32>) -> tensor<1xi32>
  %s = stablehlo.concatenate %n1, %n1, %m1, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
  %s2 = stablehlo.concatenate %n1, %m1, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %z = "stablehlo.if"(%p) ({
    %c = tensor.cast %x : tensor<?x?xf32> to tensor<1x?xf32>
    %b = stablehlo.dynamic_broadcast_in_dim %c, %s2, dims = [0, 1] : (tensor<1x?xf32>, tensor<2xi32>) -> tensor<?x?xf32>
    stablehlo.return %b : tensor<?x?xf32>
  }, {
    %b = stablehlo.dynamic_broadcast_in_dim %x, %s2, dims = [0, 1] : (tensor<?x?xf32>, tensor<2xi32>) -> tensor<?x?xf32>
    stablehlo.return %b : tensor<?x?xf32>
  }) : (tensor<i1>) -> tensor<?x?xf32>
  %r = stablehlo.dynamic_broadcast_in_dim %z, %s, dims = [0, 2] : (tensor<?x?xf32>, tensor<3xi32>) -> tensor<?x?x?xf32>
  return %r : tensor<?x?x?xf32>
}
"""
_ELEMENTWISE_IN_BRANCH = """\
func.func @main(%x: tensor<?x?xf32>, %y: tensor<?xf32>, %p: tensor<i1>) -> (tensor<?x?xf32>, tensor<?x?x?xf32>) {
  %n = stablehlo.get_dimension_size %y, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %m = stablehlo.get_dimension_size %x, dim = 1 : (tensor<?x?xf32>) -> tensor<i32>
  %n1 = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %m1 = stablehlo.reshape %m : (tensor<i32>) -> tensor<1xi32>
  %s = stablehlo.concatenate %n1, %n1, %m1, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
  %z = "stablehlo.if"(%p) ({
    %c = tensor.cast %x : tensor<?x?xf32> to tensor<1x?xf32>
    %b = stablehlo.exponential %c : tensor<1x?xf32>
    %d = tensor.cast %b : tensor<1x?xf32> to tensor<?x?xf32>
    stablehlo.return %d : tensor<?x?xf32>
  }, {
    stablehlo.return %x : tensor<?x?xf32>
  }) : (tensor<i1>) -> tensor<?x?xf32>
  %e = stablehlo.exponential %x : tensor<?x?xf32>
  %r = stablehlo.dynamic_broadcast_in_dim %e, %s, dims = [0, 2] : (tensor<?x?xf32>, tensor<3xi32>) -> tensor<?x?x?xf32>
  return %z, %r : tensor<?x?xf32>, tensor<?x?x?xf32>
}
"""
_RESHAPE_IN_BRANCH = """\
func.func @main(%x: tensor<?x?xf32>, %y: tensor<?xf32>, %p: tensor<i1>) -> (tensor<?x?xf32>, tensor<?x?x?xf32>) {
  %n = stablehlo.get_dimension_size %y, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %m = stablehlo.get_dimension_size %x, dim = 1 : (tensor<?x?xf32>) -> tensor<i32>
  %n1 = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %m1 = stablehlo.reshape %m : (tensor<i32>) -> tensor<1xi32>
  %s = stablehlo.concatenate %n1, %n1, %m1, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
  %s2 = stablehlo.concatenate %n1, %m1, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %z = "stablehlo.if"(%p) ({
    %c = stablehlo.dynamic_reshape %x, %m1 : (tensor<?x?xf32>, tensor<1xi32>) -> tensor<?xf32>
    %b = stablehlo.dynamic_broadcast_in_dim %c, %s2, dims = [1] : (tensor<?xf32>, tensor<2xi32>) -> tensor<?x?xf32>
    stablehlo.return %b : tensor<?x?xf32>
  }, {
    stablehlo.return %x : tensor<?x?xf32>
  }) : (tensor<i1>) -> tensor<?x?xf32>
  %w = stablehlo.dynamic_broadcast_in_dim %x, %s2, dims = [0, 1] : (tensor<?x?xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  %r = stablehlo.dynamic_broadcast_in_dim %w, %s, dims = [0, 2] : (tensor<?x?xf32>, tensor<3xi32>) -> tensor<?x?x?xf32>
  return %z, %r : tensor<?x?xf32>, tensor<?x?x?xf32>
}
"""
# The sum is of a tensor of another size.
_SIZE_IN_BRANCH = """\
func.func @main(%x: tensor<?xf32>, %y: tensor<?xf32>, %p: tensor<i1>) -> (tensor<?xf32>, tensor<f32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %c4 = stablehlo.constant dense<4> : tensor<i32>
  %m = stablehlo.get_dimension_size %y, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %s = stablehlo.reshape %m : (tensor<i32>) -> tensor<1xi32>
  %z = "stablehlo.if"(%p) ({
    %c = tensor.cast %x : tensor<?xf32> to tensor<4xf32>
    %b = stablehlo.dynamic_broadcast_in_dim %c, %s, dims = [0] : (tensor<4xf32>, tensor<1xi32>) -> tensor<?xf32>
    stablehlo.return %b : tensor<?xf32>
  }, {
    stablehlo.return %x : tensor<?xf32>
  }) : (tensor<i1>) -> tensor<?xf32>
  %w = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [0] : (tensor<?xf32>, tensor<1xi32>) -> tensor<?xf32>
  %r = stablehlo.reduce(%w init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<?xf32>, tensor<f32>) -> tensor<f32>
  return %z, %r : tensor<?xf32>, tensor<f32>
}
"""
_OF_ONE = """\
  %is4 = stablehlo.compare EQ, %m, %c4 : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %w1 = "stablehlo.if"(%is4) ({
    stablehlo.return %x : tensor<?xf32>
  }, {
    stablehlo.return %w : tensor<?xf32>
  }) : (tensor<i1>) -> tensor<?xf32>
  %r = stablehlo.reduce(%w1 init"""
_PRODUCT_IN_BRANCH = """\
func.func @main(%a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %n = tensor.dim %a, %c0 : tensor<?xf32>
  %m = tensor.dim %b, %c0 : tensor<?xf32>
  %long = arith.cmpi sge, %n, %c5 : index
  %k = scf.if %long -> index {
    %l = arith.subi %n, %c5 : index
    %s = tensor.extract_slice %a[5] [%l] [1] : tensor<?xf32> to tensor<?xf32>
    %ls = tensor.dim %s, %c0 : tensor<?xf32>
    %p = arith.muli %ls, %m : index
    scf.yield %p : index
  } else {
    scf.yield %c0 : index
  }
  %is1 = arith.cmpi eq, %m, %c1 : index
  %lt = arith.cmpi slt, %n, %c5 : index
  %w = arith.andi %is1, %lt : i1
  %neg = stablehlo.negate %a : tensor<?xf32>
  %r = scf.if %w -> tensor<?xf32> {
    scf.yield %neg : tensor<?xf32>
  } else {
    scf.yield %a : tensor<?xf32>
  }
  return %r : tensor<?xf32>
}
"""
# On the path where the tensor has one element, its reshape to one element, or its sum with one 0, equals the tensor.
_OF_THREE = """\
func.func @main(%x: tensor<?xi32>) -> tensor<3xi32> {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %n = tensor.dim %x, %c0 : tensor<?xi32>
  %is3 = arith.cmpi eq, %n, %c3 : index
  cf.assert %is3, "3"
  %y = tensor.cast %x : tensor<?xi32> to tensor<3xi32>
  return %y : tensor<3xi32>
}
"""
_REPEATED = """\
func.func @main(%x: tensor<?xi32>) -> tensor<3xi32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %n = tensor.dim %x, %c0 : tensor<?xi32>
  %is3 = arith.cmpi eq, %n, %c3 : index
  cf.assert %is3, "3"
  %is1 = arith.cmpi eq, %n, %c1 : index
  %s1 = arith.constant dense<1> : tensor<1xi32>
  %s3 = arith.constant dense<3> : tensor<1xi32>
  %zero = arith.constant dense<0> : tensor<1xi32>
  %v = stablehlo.dynamic_broadcast_in_dim %x, %s3, dims = [0] : (tensor<?xi32>, tensor<1xi32>) -> tensor<3xi32>
  %r = scf.if %is1 -> tensor<3xi32> {
    %p = stablehlo.dynamic_reshape %x, %s1 : (tensor<?xi32>, tensor<1xi32>) -> tensor<1xi32>
    %q = stablehlo.broadcast_in_dim %p, dims = [0] : (tensor<1xi32>) -> tensor<3xi32>
    scf.yield %q : tensor<3xi32>
  } else {
    scf.yield %v : tensor<3xi32>
  }
  %y = tensor.cast %x : tensor<?xi32> to tensor<3xi32>
  %z = tensor.extract %y[%c0] : tensor<3xi32>
  %w = tensor.from_elements %z, %z, %z : tensor<3xi32>
  return %w : tensor<3xi32>
}
"""
_RESHAPED = "stablehlo.dynamic_reshape %x, %s1 : (tensor<?xi32>, tensor<1xi32>) -> tensor<1xi32>"
_INCREASED = "stablehlo.add %x, %zero : (tensor<?xi32>, tensor<1xi32>) -> tensor<1xi32>"
# The number is used as a size on one path, so it is not negative there. Its products may be negative on others.
_FACTORS = """\
func.func @main(%k: tensor<i32>, %a: tensor<f32>, %b: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c7 = arith.constant 7 : index
  %element = tensor.extract %k[] : tensor<i32>
  %number = arith.index_cast %element : i32 to index
  %n = tensor.dim %b, %c0 : tensor<?xf32>
  %m = arith.andi %n, %c7 : index
  %first = arith.muli %number, %m : index
  %is_size = arith.cmpi sge, %number, %c0 : index
  scf.if %is_size {
    %s = tensor.from_elements %number : tensor<1xindex>
    %wide = stablehlo.dynamic_broadcast_in_dim %a, %s, dims = [] : (tensor<f32>, tensor<1xindex>) -> tensor<?xf32>
    %d = tensor.dim %wide, %c0 : tensor<?xf32>
    %p = arith.muli %d, %m : index
  }
  %second = arith.muli %first, %m : index
  %ok = arith.cmpi sge, %second, %c0 : index
  cf.assert %ok, "not negative"
  return %b : tensor<?xf32>
}
"""
_NO_FACTORS = """\
func.func @main(%k: tensor<i32>, %a: tensor<f32>, %b: tensor<?xf32>) -> tensor<?xf32> {
  return %b : tensor<?xf32>
}
"""
# The size of a part is multiplied by another size, or divided by it.
_PART = """\
func.func @main(%a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c5 = arith.constant 5 : index
  %one = stablehlo.constant dense<1.0> : tensor<1xf32>
  %n = tensor.dim %a, %c0 : tensor<?xf32>
  %long = arith.cmpi sge, %n, %c5 : index
  cf.assert %long, "at least 5"
  %l = arith.subi %n, %c5 : index
  %s = tensor.extract_slice %a[5] [%l] [1] : tensor<?xf32> to tensor<?xf32>
  %t = stablehlo.concatenate %b, %one, dim = 0 : (tensor<?xf32>, tensor<1xf32>) -> tensor<?xf32>
  %ls = tensor.dim %s, %c0 : tensor<?xf32>
  %m = tensor.dim %t, %c0 : tensor<?xf32>
  %p = arith.muli %ls, %m : index
  return %a : tensor<?xf32>
}
"""
_WITHOUT_ASSERTION = """\
func.func @main(%a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
  return %a : tensor<?xf32>
}
"""
# A quotient that is rounded down.
_QUOTIENT = """\
  %d = stablehlo.divide %s, %b : tensor<?xi32>
  %r = stablehlo.remainder %s, %b : tensor<?xi32>
  %dm = stablehlo.subtract %d, %one : tensor<?xi32>
  %rn = stablehlo.compare NE, %r, %zero : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi1>
  %sn = stablehlo.compare LT, %s, %zero : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi1>
  %bn = stablehlo.compare LT, %b, %zero : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi1>
  %df = stablehlo.xor %sn, %bn : tensor<?xi1>
  %dn = stablehlo.and %df, %rn : tensor<?xi1>
  %q = stablehlo.select %dn, %dm, %d : tensor<?xi1>, tensor<?xi32>
"""


def _rounded(op: str) -> str:
    """Returns a quotient, rounded down, of what an op of StableHLO computes."""
    return f"""\
func.func @main(%x: tensor<?xi32>, %y: tensor<?xi32>, %b: tensor<?xi32>) -> tensor<?xi32> {{
  %s = stablehlo.{op} %x, %y : tensor<?xi32>
  %q = arith.floordivsi %s, %b : tensor<?xi32>
  return %q : tensor<?xi32>
}}
"""


def _replaced(op: str, number: int, replaced: str) -> str:
    """Returns the quotient by ops of StableHLO, which is 1 where `%big`, which the ops in `replaced` compute from `%w`,
    filled with a number, is true."""
    return f"""\
func.func @main(%x: tensor<?xi32>, %y: tensor<?xi32>, %b: tensor<?xi32>) -> tensor<?xi32> {{
  %s = stablehlo.{op} %x, %y : tensor<?xi32>
  %zero = "chlo.constant_like"(%x) <{{value = 0 : i32}}> : (tensor<?xi32>) -> tensor<?xi32>
  %one = "chlo.constant_like"(%x) <{{value = 1 : i32}}> : (tensor<?xi32>) -> tensor<?xi32>
  %w = "chlo.constant_like"(%x) <{{value = {number} : i32}}> : (tensor<?xi32>) -> tensor<?xi32>
{_QUOTIENT}{replaced}  %f = stablehlo.select %big, %one, %q : tensor<?xi1>, tensor<?xi32>
  return %f : tensor<?xi32>
}}
"""


_SHIFTED, _REST = _rounded("shift_left"), _rounded("remainder")
# All bits are shifted out, which StableHLO defines.
_SHIFTED_OUT = _replaced("shift_left", 31, """\
  %big = stablehlo.compare GT, %y, %w : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi1>
""")
_REST_OUT = _replaced("remainder", -(2**31), """\
  %m1 = "chlo.constant_like"(%x) <{value = -1 : i32}> : (tensor<?xi32>) -> tensor<?xi32>
  %bx = stablehlo.compare EQ, %x, %w : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi1>
  %by = stablehlo.compare EQ, %y, %m1 : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi1>
  %big = stablehlo.and %bx, %by : tensor<?xi1>
""")
_SENT = """\
func.func @main(%a: tensor<?xf32>) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %n = tensor.dim %a, %c0 : tensor<?xf32>
  %t = arith.cmpi eq, %n, %c4 : index
  cf.assert %t, "4"
  %c = tensor.cast %a : tensor<?xf32> to tensor<4xf32>
  %e = stablehlo.custom_call @send(%c) {has_side_effect = true} : (tensor<4xf32>) -> tensor<4xf32>
  return %e : tensor<4xf32>
}
"""
# The call gets a tensor of another size.
_SENT_BEFORE = """\
func.func @main(%a: tensor<?xf32>) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %n = tensor.dim %a, %c0 : tensor<?xf32>
  %c = tensor.cast %a : tensor<?xf32> to tensor<4xf32>
  %e = stablehlo.custom_call @send(%c) {has_side_effect = true} : (tensor<4xf32>) -> tensor<4xf32>
  %t = arith.cmpi eq, %n, %c4 : index
  cf.assert %t, "4"
  return %e : tensor<4xf32>
}
"""


def _other_dims(text: str) -> str:
    before, dims, behind = text.rpartition("dims = [0, 2]")
    assert dims
    return f"{before}dims = [1, 2]{behind}"


# By what is wrong: the input, and an output.
_WRONG = {
    "a bound in a branch that is not taken holds elsewhere": (_SAME, _LIMIT_IN_BRANCH),
    "a size of 1 that a cast in a branch tells holds elsewhere": (_CAST_IN_BRANCH, _other_dims(_CAST_IN_BRANCH)),
    "a size of 1 of an elementwise op in a branch holds elsewhere": (
        _ELEMENTWISE_IN_BRANCH, _other_dims(_ELEMENTWISE_IN_BRANCH),
    ),
    "a size of 1 that a reshape in a branch removes holds elsewhere": (
        _RESHAPE_IN_BRANCH, _other_dims(_RESHAPE_IN_BRANCH),
    ),
    "a size that a cast in a branch tells holds elsewhere": (
        _SIZE_IN_BRANCH, _SIZE_IN_BRANCH.replace("  %r = stablehlo.reduce(%w init", _OF_ONE),
    ),
    "a reshape to one element in a branch holds elsewhere": (_OF_THREE, _REPEATED),
    "a sum with one element in a branch holds elsewhere": (_OF_THREE, _REPEATED.replace(_RESHAPED, _INCREASED)),
    "the range of a factor in a branch holds elsewhere": (_NO_FACTORS, _FACTORS),
    "the range of a product in a branch holds elsewhere": (_WITHOUT_ASSERTION, _PRODUCT_IN_BRANCH),
    "an assertion is dropped, which a product tells": (_PART, _WITHOUT_ASSERTION),
    "an assertion is dropped, which a quotient tells": (_PART.replace("muli", "divsi"), _WITHOUT_ASSERTION),
    "a rounded quotient of a number that is shifted out is another": (_SHIFTED, _SHIFTED_OUT),
    "a rounded quotient of the rest of the least number is another": (_REST, _REST_OUT),
    "an unknown function gets a tensor of another size": (_SENT, _SENT_BEFORE),
}
# By what is right.
_RIGHT = {
    "a rounded quotient of a shifted number": (_SHIFTED, _SHIFTED_OUT.replace("return %f", "return %q")),
    "a cast in a branch": (_CAST_IN_BRANCH, _CAST_IN_BRANCH),
    "a cast to a size in a branch": (_SIZE_IN_BRANCH, _SIZE_IN_BRANCH),
    "a reshape in a branch": (_RESHAPE_IN_BRANCH, _RESHAPE_IN_BRANCH),
}  # fmt: skip


def check(reader: Reader) -> Iterator[str]:
    """Yields what is wrong with the answers."""
    for pairs, verdict in ((_WRONG, "refuted"), (_RIGHT, "proven")):
        for name, (source, output) in pairs.items():
            settings = Settings(is_rewritten=source == _SENT)
            for answer in check_programs(reader.read(source), reader.read(output), settings):
                if answer.verdict != verdict:
                    yield f"{name}: {answer.text()}"
