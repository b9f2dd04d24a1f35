"""`scripts/check-chlo-ops`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from dataclasses import dataclass

import ml_dtypes
import numpy as np

from .command_line import add_binary, make_parser
from .peer import Module, Peer, PeerError
from .tool import Refused, Tool, build

_DESCRIPTION = """\
Runs each of CHLO's functions of elements on XLA's CPU backend, once as the pass
legalize-to-stablehlo makes StableHLO of it on tensors of dynamic sizes, and once as
jaxlib's chlo-legalize-to-stablehlo does on static ones. Results must be the same to the
last bit; all that are not a number count as one. Values are special ones and random
ones of all magnitudes; of one operand of 16 bits, all there are.
"""
_EPILOG = """\
exit codes:
  0  all results agree
  1  some do not
  2  wrong usage
  3  this machine cannot have the peers; nothing was checked
"""
_REAL = {
    "f16": np.float16,
    "bf16": ml_dtypes.bfloat16,
    "f32": np.float32,
    "f64": np.float64,
}
_COMPLEX = {"complex<f32>": np.complex64, "complex<f64>": np.complex128}
_INTEGERS = {"i8": np.int8, "i16": np.int16, "i32": np.int32, "i64": np.int64}
_EITHER = (
    "acos", "acosh", "asin", "asinh", "atan", "atanh", "conj", "cosh", "sinh", "square", "tan",
)  # fmt: skip
_REAL_ONLY = ("bessel_i1e", "digamma", "erf", "erf_inv", "erfc", "lgamma")
_CLASSIFYING = ("is_inf", "is_neg_inf", "is_pos_inf")
_OF_TWO = ("next_after", "polygamma", "zeta")


@dataclass(frozen=True)
class Case:
    """An op on elements of a type."""

    op: str
    element: str
    operands: int
    result: str

    def program(self, sizes: str) -> str:
        """Returns a program that has the op."""
        operand = f"tensor<{sizes}x{self.element}>"
        result = f"tensor<{sizes}x{self.result}>"
        names = [f"%{index}" for index in range(self.operands)]
        arguments = ", ".join(f"{name}: {operand}" for name in names)
        types = ", ".join([operand] * self.operands)
        return (
            f"func.func @main({arguments}) -> {result} {{\n"
            f"  %r = chlo.{self.op} {', '.join(names)} : {types} -> {result}\n"
            f"  return %r : {result}\n}}\n"
        )

    def name(self) -> str:
        """Returns what the case is called."""
        return f"{self.op} {self.element}"


def main() -> int:
    options = _options()
    binary = options.binary or build()
    tool = Tool(binary, ("--legalize-to-stablehlo",))
    peer = Peer()
    random = np.random.default_rng(options.seed)
    wrong = checked = 0
    for case in _cases():
        if options.op and case.op not in options.op:
            continue
        arguments = _arguments(case, random, options.values)
        checked += 1
        problem = _problem(case, arguments, tool, peer)
        if problem is not None:
            wrong += 1
            print(f"{case.name()}: {problem}", flush=True)
        elif options.verbose:
            print(f"{case.name()}: {len(arguments[0])} values", flush=True)
    print(f"{checked} ops on types, {wrong} wrong")
    return 1 if wrong or not checked else 0


def _options() -> argparse.Namespace:
    parser = make_parser("scripts/check-chlo-ops", _DESCRIPTION, _EPILOG)
    add_binary(parser)
    parser.add_argument(
        "--op", action="append", metavar="NAME", help="an op to check, without 'chlo.' [all]"
    )
    parser.add_argument(
        "--values", type=int, default=20_000, metavar="N", help="how many random values [20000]"
    )
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="of random values [1]")
    parser.add_argument("--verbose", action="store_true", help="say what agrees, too")
    return parser.parse_args()


def _cases() -> Iterator[Case]:
    for element in _REAL:
        for op in (*_EITHER, *_REAL_ONLY):
            yield Case(op, element, 1, element)
        for op in _CLASSIFYING:
            yield Case(op, element, 1, "i1")
        for op in _OF_TWO:
            yield Case(op, element, 2, element)
    for element in _COMPLEX:
        for op in _EITHER:
            yield Case(op, element, 1, element)


def _arguments(case: Case, random: np.random.Generator, count: int) -> list[np.ndarray]:
    if case.element in _COMPLEX:
        part = np.float32 if case.element == "complex<f32>" else np.float64
        parts = [_reals(part, random, count) for _ in range(2)]
        pairs = _pairs(parts, part, random)
        with np.errstate(all="ignore"):
            return [(pairs[0] + 1j * pairs[1]).astype(_COMPLEX[case.element])]
    dtype = _REAL[case.element]
    if case.operands == 1:
        return [_reals(dtype, random, count)]
    parts = [_reals(dtype, random, count) for _ in range(2)]
    if case.op == "polygamma":
        # Orders are small integers, for the most part.
        parts[0][: count // 2] = random.integers(-2, 12, count // 2).astype(dtype)
    return _pairs(parts, dtype, random)


def _pairs(
    parts: list[np.ndarray], dtype: type, random: np.random.Generator
) -> list[np.ndarray]:
    """Adds all pairs of special values, and pairs of near ones."""
    specials = _specials(dtype)
    first, second = np.meshgrid(specials, specials)
    near = random.normal(size=(2, 2000)).astype(dtype)
    near[1] = near[0]
    return [
        np.concatenate([part, special.ravel(), close])
        for part, special, close in zip(parts, (first, second), near, strict=True)
    ]


def _specials(dtype: type) -> np.ndarray:
    info = ml_dtypes.finfo(dtype)
    magnitudes = [
        0.0, 0.25, 0.5, 1.0, 1.5, 2.0, 3.0, 4.0, 5.0, 8.0, 10.0, 100.0, float(info.eps),
        float(info.smallest_subnormal), float(info.tiny), float(info.max), float(info.max) / 2,
        np.inf, np.nan, 1 - float(info.epsneg), 1 + float(info.eps), np.pi, 88.7, 709.8,
    ]  # fmt: skip
    with np.errstate(all="ignore"):
        values = np.array(magnitudes).astype(dtype)
    return np.concatenate([values, -values])


def _reals(dtype: type, random: np.random.Generator, count: int) -> np.ndarray:
    info = ml_dtypes.finfo(dtype)
    if info.bits == 16:
        every = np.arange(1 << 16, dtype=np.uint16).view(dtype)
        return random.permutation(every)
    integers = random.integers(0, 1 << 64, count // 2, dtype=np.uint64)
    anywhere = (integers >> np.uint64(64 - info.bits)).astype(f"uint{info.bits}").view(dtype)
    scale = 10.0 ** random.uniform(-3, 3, count - count // 2)
    usual = (random.normal(size=len(scale)) * scale).astype(dtype)
    return np.concatenate([anywhere, usual, _specials(dtype)])


def _problem(case: Case, arguments: list[np.ndarray], tool: Tool, peer: Peer) -> str | None:
    try:
        lowered = Module(peer, tool.lower(case.program("?")))
    except (Refused, PeerError) as error:
        return f"it is not legalised: {error}"
    left = [name for name in lowered.op_names() if not name.startswith(("stablehlo.", "func."))]
    if left != ["builtin.module"]:
        return f"other ops are left: {left}"
    static = Module(peer, case.program(str(len(arguments[0]))))
    expected = static.run("func.func(chlo-legalize-to-stablehlo)")
    types = [f"tensor<{len(arguments[0])}x{case.element}>"] * case.operands
    try:
        found = lowered.specialise(types).compile().run(arguments)[0]
        wanted = expected.specialise(types).compile().run(arguments)[0]
    except PeerError as error:
        return str(error)
    return _difference(found, wanted, arguments)


def _difference(
    found: np.ndarray, expected: np.ndarray, arguments: list[np.ndarray]
) -> str | None:
    same = _bits(found) == _bits(expected)
    if same.ndim > 1:
        same = same.all(axis=-1)
    places = np.nonzero(~same)[0]
    if len(places) == 0:
        return None
    place = places[0]
    values = ", ".join(repr(argument[place]) for argument in arguments)
    return (
        f"{len(places)} of {len(same)} results differ; of {values} it gives {found[place]!r}, "
        f"jaxlib gives {expected[place]!r}"
    )


def _bits(values: np.ndarray) -> np.ndarray:
    """Returns the bits of numbers, with one value for all that are none."""
    if values.dtype.kind == "c":
        part = np.float32 if values.dtype == np.complex64 else np.float64
        return _bits(values.view(part)).reshape(-1, 2)
    if values.dtype.kind in "bi":
        return values
    unified = np.where(np.isnan(values), np.array(np.nan, values.dtype), values)
    return unified.view(f"uint{values.dtype.itemsize * 8}")


if __name__ == "__main__":
    sys.exit(main())
