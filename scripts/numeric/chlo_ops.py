"""Runs each of CHLO's ops on XLA's CPU backend, once as lowered by --target=xla on tensors
of dynamic sizes, and once as lowered by jaxlib's chlo-legalize-to-stablehlo on static
ones. Results must be equal to the last bit; all NaNs count as equal. Elementwise
functions get special values and random ones of all magnitudes and, if they have a
single operand of 16 bits, all values; then every op is run on other ranks and sizes.
"""

import argparse
import collections

import numpy as np
from jaxlib.mlir.dialects import stablehlo

from .chlo_cases import Case, cases
from .command_line import add_binary, exit_codes, make_parser
from .peer import Module, Peer, PeerError
from .tool import Refused, Tool, find_binary

_EPILOG = exit_codes("all results agree", "some do not")
# Ops whose formula has changed since StableHLO 1.17, which jaxlib 0.10.2 contains.
_CHANGED = ("asin", "digamma", "polygamma")
# Of so many programs of an op, one is run if it has to be quick.
_QUICK = 3


def main() -> int:
    options = _options()
    binary = options.binary or find_binary()
    tool = Tool(binary, ("--target=xla",))
    peer = Peer()
    left_out = _CHANGED if stablehlo.get_current_version() == "1.17.0" else ()
    random = np.random.default_rng(options.seed)
    wrong = checked = 0
    seen: collections.Counter[str] = collections.Counter()
    for case in cases(options.values):
        if (options.op and case.op not in options.op) or case.op in left_out:
            continue
        seen[case.op] += 1
        if options.quick and seen[case.op] % _QUICK != 1:
            continue
        checked += 1
        problem = _problem(case, case.arguments(random), tool, peer)
        if problem is not None:
            wrong += 1
            print(f"{case.name()}: {problem}", flush=True)
        elif options.verbose:
            print(f"{case.name()}: right", flush=True)
    print(f"{checked} programs, {wrong} wrong")
    return 1 if wrong or not checked else 0


def _options() -> argparse.Namespace:
    parser = make_parser("scripts/check-chlo-ops", __doc__, _EPILOG)
    add_binary(parser)
    parser.add_argument("--op", action="append", metavar="NAME", help="an op to check, without 'chlo.' [all]")
    parser.add_argument("--values", type=int, default=20_000, metavar="N", help="number of random values [20000]")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="of random values [1]")
    parser.add_argument("--quick", action="store_true", help=f"only one of {_QUICK} types or shapes of each op")
    parser.add_argument("--verbose", action="store_true", help="also print agreements")
    return parser.parse_args()


def _problem(case: Case, arguments: list[np.ndarray], tool: Tool, peer: Peer) -> str | None:
    try:
        lowered = Module(peer, tool.lower(case.dynamic_program()))
        expected = Module(peer, case.static_program()).run("func.func(chlo-legalize-to-stablehlo)")
    except (Refused, PeerError) as error:
        return f"it is not legalised: {error}"
    left = [name for name in lowered.op_names() if not name.startswith(("stablehlo.", "func."))]
    if left != ["builtin.module"]:
        return f"other ops remain: {left}"
    types = case.argument_types()
    try:
        found = lowered.specialise(types).compile().run(arguments)
        wanted = expected.specialise(types).compile().run(arguments)
    except PeerError as error:
        return str(error)
    differences = (_difference(*pair, case.is_elementwise, arguments) for pair in zip(found, wanted, strict=True))
    return next((difference for difference in differences if difference is not None), None)


def _difference(
    found: np.ndarray, expected: np.ndarray, is_elementwise: bool, arguments: list[np.ndarray]
) -> str | None:
    if found.shape != expected.shape:
        return f"a result has shape {found.shape}, not {expected.shape}"
    same = _bits(found) == _bits(expected)
    places = np.argwhere(~same)
    if len(places) == 0:
        return None
    place = tuple(places[0][: found.ndim])
    values = [argument[place] for argument in arguments] if is_elementwise else arguments
    return (
        f"{len(places)} of {found.size} results differ; of {', '.join(map(repr, values))} it "
        f"gives {found[place]!r}, jaxlib gives {expected[place]!r}"
    )


def _bits(values: np.ndarray) -> np.ndarray:
    """Returns the bits of numbers, with one value for all that are none."""
    if values.dtype.kind == "c":
        part = np.float32 if values.dtype == np.complex64 else np.float64
        parts = np.stack([values.real, values.imag], axis=-1).astype(part)
        return _bits(parts)
    if values.dtype.kind in "biu":
        return values
    unified = np.where(np.isnan(values), np.array(np.nan, values.dtype), values)
    return unified.view(f"uint{values.dtype.itemsize * 8}")
