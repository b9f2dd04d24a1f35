"""Measures on XLA's CPU backend what programs for all sizes up to bounds (--bounds) cost, and prints Markdown. In one run,
on one thread, each figure is the median of calls, which alternate with those it is compared with:

- a program called at its bounds, and at half of them, with the program for these sizes (--shapes);
- ten calls of ten different sizes of a block of a transformer, with all that they compile, with JAX's own
  compilation for each size, with the program for all sizes, which JAX refines for each, and with padding by hand:
  JAX's function for the greatest sizes, whose mask happens to keep padding out.
"""

from __future__ import annotations

import argparse
import functools
import importlib.metadata
import os
import re
import statistics
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

# Read when JAX starts.
os.environ["JAX_PLATFORMS"] = "cpu"

import jax  # noqa: E402
import numpy as np  # noqa: E402

# Part of the Python package, which scripts/run finds.
from _compare import bounded, worker  # noqa: E402

from models.registry import Model  # noqa: E402
from numeric.command_line import add_binary, at_least, exit_codes, make_parser  # noqa: E402
from numeric.tool import Refused, Tool, find_binary, shortened  # noqa: E402
from programs.table import add_write, heading, report, section  # noqa: E402
from programs.times import median_times  # noqa: E402

from .figures import Reasons  # noqa: E402
from .functions import PROGRAMS, SIZES  # noqa: E402
from .measure import Missing, check_results, use_one_thread  # noqa: E402
from .variants import Source  # noqa: E402

_EPILOG = exit_codes(
    "all values are JAX's; what is refused is a dash, with the reason below the table",
    "a value is wrong",
    nothing="measured",
)
# Of the page of figures.
_SECTION = "Running time of programs for bounds"
_PACKAGES = ("jax", "jaxlib")
_MODEL = next(program for program in PROGRAMS if program.name == "transformer_block")
_CALLS = [dict(b=1 + number % 4, s=128 - 12 * number) for number in range(10)]
_SELECT = re.compile(r"stablehlo\.select ")
_OP = re.compile(r"^ +(?:%\S+ = )?\"?stablehlo\.(?!constant|return)", re.MULTILINE)


def main() -> int:
    use_one_thread()
    options = _options()
    binary = options.binary or find_binary()
    reasons = Reasons(options.programs)
    report(_parts(options, binary, reasons), _SECTION if options.write else None)
    for problem in reasons.wrong:
        print(f"benchmark-bounds: {problem}", file=sys.stderr)
    return 1 if reasons.wrong else 0


def _options() -> argparse.Namespace:
    parser = make_parser("scripts/benchmark-bounds", __doc__, _EPILOG)
    names = [program.name for program in PROGRAMS]
    parser.add_argument("--programs", nargs="+", choices=names, default=names, metavar="NAME", help="to run [all]")
    parser.add_argument("--rounds", type=at_least(1), default=300, metavar="N", help="of calls [300]")
    parser.add_argument("--repetitions", type=at_least(1), default=5, metavar="N", help="of the ten calls [5]")
    add_write(parser)
    add_binary(parser)
    return parser.parse_args()


def _parts(options: argparse.Namespace, binary: Path, reasons: Reasons) -> Iterator[str]:
    versions = ", ".join(f"{name} {importlib.metadata.version(name)}" for name in _PACKAGES)
    sizes = ", ".join(f"{name}={size}" for name, size in SIZES.items())
    yield f"{heading('scripts/benchmark-bounds')}{versions}; bounds {sizes}\n"
    rows, ratios = [], []
    for program in (program for program in PROGRAMS if program.name in options.programs):
        action = functools.partial(_measure, program, binary, options.rounds)
        measured = reasons.attempt(program.name, "bounds", action)
        if measured is None:
            rows.append([program.name, *["-"] * 6])
            continue
        (at_bound, half), counts = measured
        ratios.append([bounds / static for static, bounds in (at_bound, half)])
        cells = [
            cell for pair, ratio in zip((at_bound, half), ratios[-1]) for cell in (_micro(pair[0]), f"{ratio:.2f}")
        ]
        rows.append([program.name, *cells, *map(str, counts)])
    columns = list(zip(*ratios))
    for name, summary in (("geometric mean", statistics.geometric_mean), ("worst", max)):
        first, second = (f"{summary(column):.2f}" for column in columns)
        rows.append([name, "", first, "", second, "", ""])
    header = ["program", "static µs", "bounds", "static, half µs", "bounds, half", "ops more", "selects more"]
    yield section("Time of a call of the program for bounds, times that of the program for the sizes", header, rows)
    yield reasons.text()
    yield _ten_calls(binary, options.repetitions)


def _micro(seconds: float) -> str:
    return f"{1e6 * seconds:,.0f}"


def _measure(program: Model, binary: Path, rounds: int) -> tuple[list[tuple[float, float]], tuple[int, int]]:
    """Returns the times of the program for its sizes and of that for bounds, at the bounds and at half of them, and how
    many ops and selects the latter has more; raises `Missing`, and `Wrong`."""
    full = Source(program, SIZES, binary)
    try:
        text, static = full.for_bounds(), full.for_sizes()
    except Refused as error:
        raise Missing(f"bcast-lower: {shortened(error)}") from error
    for_bounds = _ForBounds(text, binary)
    times = []
    for source in (full, Source(program, {name: size // 2 for name, size in SIZES.items()}, binary)):
        given = for_bounds.padded(source.arguments)
        check_results(source, for_bounds.cut(for_bounds.call(*given), given))
        calls = [_blocking(jax.jit(source.specialised().call), source.arguments), _blocking(for_bounds.call, given)]
        times.append(tuple(median_times(calls, rounds)))
    counts = [len(pattern.findall(text)) - len(pattern.findall(static)) for pattern in (_OP, _SELECT)]
    return times, tuple(counts)


class _ForBounds:
    """A program for all sizes up to bounds, which JAX compiles when it is called first."""

    def __init__(self, text: str, binary: Path) -> None:
        self._signature = bounded.read_signature(text, "main")
        artifact = Tool(binary, ("--pass-pipeline=builtin.module()", "--emit-artifact")).lower_to_bytes(text)
        types = [*self._signature.arguments, *[((), "i32")] * len(self._signature.sizes)]
        arguments = [np.zeros(shape, worker.dtype_of(element)) for shape, element in types]
        exported = worker._exported(worker._read(artifact, "main"), arguments)
        # As `bcast_lower.bounded` calls it.
        self.call = jax.jit(bounded.packed(self._signature, exported.call))

    def padded(self, arguments: Sequence[np.ndarray]) -> list[np.ndarray]:
        sizes = np.array(bounded.sizes_of(self._signature, arguments), np.int32)
        return [*bounded.pad_arrays(self._signature, arguments, np.zeros), sizes]

    def cut(self, results: Sequence[jax.Array], given: Sequence[np.ndarray]) -> list[np.ndarray]:
        *tensors, sizes = given
        outputs = bounded.unpacked(self._signature, [np.asarray(result) for result in results])
        return bounded.cut(self._signature, outputs, [*tensors, *sizes])

    def __call__(self, *arguments: np.ndarray) -> list[np.ndarray]:
        given = self.padded(arguments)
        return self.cut(self.call(*given), given)


def _blocking(function: Callable, arguments: Sequence[np.ndarray]) -> Callable[[], object]:
    """Returns a call with arguments that are on the device."""
    given = list(map(jax.device_put, arguments))
    return lambda: jax.block_until_ready(function(*given))


def _ten_calls(binary: Path, repetitions: int) -> str:
    bounds = {name: max(call[name] for call in _CALLS) for name in _CALLS[0]}
    source = Source(_MODEL, bounds, binary)
    exported = _MODEL.for_any_sizes()
    arguments = [_MODEL.random_arguments(call) for call in _CALLS]
    greatest = [argument.shape for argument in source.arguments]

    def by_hand(function: Callable) -> Callable[..., np.ndarray]:
        def call(*given: np.ndarray) -> np.ndarray:
            padded = [
                np.pad(a, [(0, most - size) for size, most in zip(a.shape, shape)]) for a, shape in zip(given, greatest)
            ]
            return np.asarray(function(*padded))[: given[0].shape[0], : given[0].shape[1]]

        return call

    ways: Mapping[str, Callable[[], Callable]] = {
        "JAX, for each size": lambda: jax.jit(_MODEL.function),
        "refined for each size": lambda: jax.jit(exported.call),
        "padded by hand": lambda: by_hand(jax.jit(_MODEL.function)),
        "bounds": lambda: _ForBounds(source.for_bounds(), binary),
    }
    made: dict[str, Callable] = {}

    def first(name: str) -> None:
        # Otherwise, JAX finds what it has compiled before.
        jax.clear_caches()
        made[name] = ways[name]()
        again(name)

    def again(name: str) -> None:
        for given in arguments:
            jax.block_until_ready(made[name](*given))

    begun = median_times([functools.partial(first, name) for name in ways], repetitions)
    for given in arguments:
        expected = np.asarray(jax.jit(_MODEL.function)(*given))
        for function in made.values():
            np.testing.assert_allclose(jax.tree.leaves(function(*given))[0], expected, rtol=1e-3, atol=1e-3)
    repeated = median_times([functools.partial(again, name) for name in ways], 10 * repetitions)
    rows = [
        [name, f"{seconds:.2f}", f"{seconds / begun[0]:.2f}", f"{1e3 * later:.1f}"]
        for name, seconds, later in zip(ways, begun, repeated, strict=True)
    ]
    header = [f"{_MODEL.name}", "with compiling, s", "times JAX's", "again, ms"]
    return section("Ten calls of ten sizes", header, rows)
