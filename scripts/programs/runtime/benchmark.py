"""Measures what lowered programs cost on IREE's CPU backend, beside the same programs compiled for
their sizes, and on XLA beside JAX's own, in one run, and prints Markdown. Each figure is the
least of the calls of a program on one thread, its variants called in turn, as a multiple of
static's. The values of all variants are compared with JAX's. Assertions are kept: IREE drops
them from O1 on, unless --iree-opt-strip-assertions=false is given, as here.
"""

from __future__ import annotations

import argparse
import functools
import importlib.metadata
import os
import shlex
import sys
import textwrap
from collections.abc import Callable, Iterator

# Read when JAX starts.
os.environ["JAX_PLATFORMS"] = "cpu"

from numeric.command_line import add_binary, at_least, exit_codes, make_parser  # noqa: E402
from numeric.tool import find_binary  # noqa: E402
from programs.table import add_write, heading, report  # noqa: E402
from programs.times import least_times  # noqa: E402

from .figures import Figures, Reasons  # noqa: E402
from .functions import PROGRAMS, SIZES  # noqa: E402
from .measure import (  # noqa: E402
    Compiled, compile_variant, count_dispatches, prepare, prepare_xla, use_one_thread,
)  # fmt: skip
from .variants import STATIC, VARIANTS, Source, Variant, chosen  # noqa: E402

_EPILOG = """\
variants:
{variants}

programs:
{programs}

examples:
  scripts/benchmark-runtime --programs softmax attention --sizes b=1,s=512
  scripts/benchmark-runtime --dispatches --variants ours

""" + exit_codes(
    "all values are JAX's; what does not compile is a dash, with the reason below the table",
    "a value is wrong",
    nothing="measured",
)
# From O1 on, IREE drops assertions unless this is given.
_CHECKED = "--iree-opt-strip-assertions=false"
# Calls of XLA's programs vary more.
_XLA_ROUNDS = 10
# Of the page of figures.
_SECTION = "Running time of what it writes"
_PACKAGES = ("iree-base-compiler", "jax", "jaxlib")


def main() -> int:
    use_one_thread()
    options = _options()
    bench = Benchmark(options)
    report(_parts(bench, options), _SECTION if options.write else None)
    for problem in bench.problems:
        print(f"benchmark-runtime: {problem}", file=sys.stderr)
    return 1 if bench.problems else 0


def _parts(bench: Benchmark, options: argparse.Namespace) -> Iterator[str]:
    yield _heading(options)
    if options.dispatches:
        yield from bench.count_dispatches()
        return
    yield from bench.run()
    if not options.no_xla:
        yield from bench.run_xla()


def _options() -> argparse.Namespace:
    width = max(len(variant.name) for variant in VARIANTS)
    variants = "\n".join(f"  {it.name:{width}}  {it.description}" for it in VARIANTS)
    programs = ", ".join(program.name for program in PROGRAMS)
    programs = textwrap.fill(programs, 76, initial_indent="  ", subsequent_indent="  ")
    epilog = _EPILOG.format(variants=variants, programs=programs)
    parser = make_parser("scripts/benchmark-runtime", __doc__, epilog)
    names = [program.name for program in PROGRAMS]
    parser.add_argument("--programs", nargs="+", choices=names, default=names, metavar="NAME", help="to run [all]")
    others = [variant.name for variant in VARIANTS if variant is not STATIC]
    parser.add_argument(
        "--variants", nargs="+", choices=others, default=others, metavar="NAME", help="to compare with static [all]"
    )
    parser.add_argument(
        "--rounds", type=at_least(1), default=30, metavar="N", help=f"of calls; {_XLA_ROUNDS} times as many on XLA [30]"
    )
    shown = ",".join(f"{name}={size}" for name, size in SIZES.items())
    parser.add_argument("--sizes", type=_sizes, default=SIZES, metavar="SIZES", help=f"that differ from {shown}")
    parser.add_argument("--level", default="O3", help="of IREE's optimisation: O0 to O3 [O3]")
    parser.add_argument(
        "--iree-options",
        type=shlex.split,
        default=[],
        metavar="OPTIONS",
        help='further options of iree-compile for all variants: --iree-options="--a --b"',
    )
    parser.add_argument("--dispatches", action="store_true", help="only count the dispatches; nothing is run")
    parser.add_argument("--no-xla", action="store_true", help="measure nothing on XLA")
    add_write(parser)
    add_binary(parser)
    return parser.parse_args()


def _sizes(text: str) -> dict[str, int]:
    """Reads sizes such as `b=4,s=128`; the others are as usual."""
    sizes = dict(SIZES)
    for part in text.split(","):
        name, _, size = part.partition("=")
        if name not in SIZES or not size.isdecimal() or int(size) == 0:
            known = ", ".join(SIZES)
            raise argparse.ArgumentTypeError(f"`{part}` is not NAME=SIZE with one of {known}")
        sizes[name] = int(size)
    return sizes


def _heading(options: argparse.Namespace) -> str:
    versions = (f"{name} {importlib.metadata.version(name)}" for name in _PACKAGES)
    sizes = ", ".join(f"{name}={size}" for name, size in options.sizes.items())
    return f"{heading('scripts/benchmark-runtime')}{', '.join(versions)}; sizes {sizes}\n"


class Benchmark:
    """The programs and their variants; `problems` has what is wrong."""

    def __init__(self, options: argparse.Namespace) -> None:
        binary = options.binary or find_binary()
        self._sources = {
            program.name: Source(program, options.sizes, binary)
            for program in PROGRAMS
            if program.name in options.programs
        }
        self._variants = chosen(options.variants)
        self._columns = [variant.name for variant in self._variants]
        self._compiler = [f"--iree-opt-level={options.level}", _CHECKED, *options.iree_options]
        self._rounds = options.rounds
        self.problems: list[str] = []

    def run(self) -> Iterator[str]:
        """Runs the programs on IREE; prints tables of times and sizes."""
        reasons = Reasons(self._sources)
        times, seconds, sizes = (Figures(self._sources, self._columns) for _ in range(3))
        for name, source in self._sources.items():
            calls = {}
            for variant in self._variants:
                action = functools.partial(self._call, source, variant)
                if found := reasons.attempt(name, variant.name, action):
                    compiled, calls[variant.name] = found
                    seconds.add(name, variant.name, compiled.seconds)
                    sizes.add(name, variant.name, len(compiled.module))
            for column, least in zip(calls, least_times(list(calls.values()), self._rounds)):
                times.add(name, column, least)
        self.problems += reasons.wrong
        yield times.ratios("Time of a call on IREE, times static's", "µs", _microseconds)
        yield reasons.text()
        yield seconds.ratios("Time of IREE's compiler, times static's", "s", "{:.2f}".format)
        yield sizes.ratios("Size of the artifact, times static's", "KiB", _kibibytes)

    def _call(self, source: Source, variant: Variant) -> tuple[Compiled, Callable[[], object]]:
        compiled = compile_variant(source, variant, self._compiler)
        return compiled, prepare(source, variant, compiled)

    def run_xla(self) -> Iterator[str]:
        """Runs the programs on XLA; prints a table of times."""
        reasons = Reasons(self._sources)
        columns = ["jax.jit", "specialised"]
        times = Figures(self._sources, columns)
        for name, source in self._sources.items():
            action = functools.partial(prepare_xla, source)
            if calls := reasons.attempt(name, columns[1], action):
                for column, least in zip(columns, least_times(calls, _XLA_ROUNDS * self._rounds)):
                    times.add(name, column, least)
        self.problems += reasons.wrong
        title = "Time of a call on XLA, specialised for the sizes, times JAX's own"
        yield times.ratios(title, "µs", _microseconds)
        yield reasons.text()

    def count_dispatches(self) -> Iterator[str]:
        """Prints a table of dispatches."""
        reasons = Reasons(self._sources)
        counts = Figures(self._sources, self._columns)
        for name, source in self._sources.items():
            for variant in self._variants:
                action = functools.partial(count_dispatches, source, variant, self._compiler)
                count = reasons.attempt(name, variant.name, action)
                if count is not None:
                    counts.add(name, variant.name, count)
        self.problems += reasons.wrong
        yield counts.counts("IREE's dispatches")
        yield reasons.text()


def _microseconds(seconds: float) -> str:
    return f"{1e6 * seconds:,.0f}"


def _kibibytes(size: float) -> str:
    return f"{size / 1024:,.0f}"
