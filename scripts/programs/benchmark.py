"""Compares bcast-lower's performance with upstream's tools, in one run, and prints Markdown."""

import argparse
import filecmp
import os
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from numeric.command_line import add_binary, add_numbers, exit_codes, make_parser
from numeric.tool import find_binary, shapes_text

from .chain import chain, functions, small_chain
from .processes import (
    NO_THREADS, Fails, Phases, TooSlow, measure_in_turn, measure_phases, measure_processes,
    measure_whole, run,
)  # fmt: skip
from .program import Program, write
from .stack import Sizes, stack
from .table import add_write, heading, report, section
from .weights import Weights

_EPILOG = """\
environment:
  STABLEHLO_OPT  a `stablehlo-opt` to measure, too

Upstream's pass does less: it leaves shape computations to passes that follow. Its
columns are for chlo-legalize-to-stablehlo alone, and, by jaxlib, with canonicalize
and cse after it. The time of passes has in it what MLIR takes to verify the output
after them, but for the row "unverified", where the printer does it.

""" + exit_codes("all was measured", "a program was refused", nothing="measured")
# Of the page of figures.
_SECTION = "Time and memory of the tool"
# Not imported, because this process's memory would count for its children.
_JAXLIB = Path(__file__).with_name("jaxlib_passes.py")
_REFINEMENT = Path(__file__).with_name("jaxlib_refinement.py")
_NO_VERIFICATION = "--verify-each=false"
_LOCATIONS = "--mlir-print-debuginfo"
_NO_PASSES = "--pass-pipeline=builtin.module()"
_UPSTREAM = "func.func(chlo-legalize-to-stablehlo)"
_MEBIBYTE = 2**20


def main() -> int:
    options = _options()
    binary = options.binary or find_binary("release")
    with tempfile.TemporaryDirectory() as directory:
        bench = Benchmark(binary, Path(directory), options.runs)
        try:
            report(bench.sections(options), _SECTION if options.write else None)
        except Fails as problem:
            print(f"benchmark: {problem}", file=sys.stderr)
            return 1
    return 0


def _options() -> argparse.Namespace:
    parser = make_parser("scripts/benchmark", __doc__, _EPILOG)
    add_numbers(parser, "--ops", [10_000, 100_000], "of chains that are measured beside peers")
    add_numbers(parser, "--growth", [1_000, 10_000, 100_000, 1_000_000], "of chains that show how time grows")
    parser.add_argument("--layers", type=int, default=48, metavar="N", help="of the stack [48]")
    add_numbers(parser, "--specialize", [1_000, 10_000], "of chains that are specialised")
    parser.add_argument("--specialized-layers", type=int, default=28, metavar="N", help="of the stack that is [28]")
    parser.add_argument("--functions", type=int, default=1000, metavar="N", help="for threads [1000]")
    parser.add_argument("--weights", type=int, default=8, metavar="N", help="constants of 16 MiB [8]")
    add_numbers(parser, "--explain", [1_000, 10_000], "ops of chains that are explained")
    parser.add_argument("--runs", type=int, default=5, metavar="N", help="of each command [5]")
    add_write(parser)
    add_binary(parser, "a release build")
    return parser.parse_args()


class Benchmark:
    """The tools, and the directory of files."""

    def __init__(self, binary: Path, directory: Path, runs: int) -> None:
        self._tool = binary
        self._directory = directory
        self._runs = runs
        legalize = f"--pass-pipeline=builtin.module({_UPSTREAM})"
        self._peers = {"iree-opt": [Path(sys.executable).with_name("iree-opt"), legalize]}
        if other := os.environ.get("STABLEHLO_OPT"):
            self._peers["stablehlo-opt"] = [other, legalize]

    def sections(self, options: argparse.Namespace) -> Iterator[str]:
        """Measures, and prints one section after the other, without those of 0 or no programs."""
        yield heading("scripts/benchmark")
        yield self._whole()
        lengths = [length for length in options.ops if length]
        for length in lengths:
            yield self._phases(f"A chain of {length:,} ops", chain(length))
        if layers := options.layers:
            yield self._phases(f"A stack of {layers} layers", stack(Sizes(layers=layers)))
        if growth := [length for length in options.growth if length]:
            yield self._growth(growth)
        specialized = [length for length in options.specialize if length]
        if specialized or options.specialized_layers:
            yield self._specialized(options.specialized_layers, specialized)
        if options.functions:
            yield self._threads(options.functions)
        if options.weights:
            yield from self._weights(options.weights)
        if lengths:
            yield self._locations(max(lengths))
        if explained := [length for length in options.explain if length]:
            yield self._explain(explained)

    def _write(self, name: str, text: str) -> Path:
        path = self._directory / f"{name}.mlir"
        path.write_text(text)
        return path

    def _whole(self) -> str:
        file = self._write("small", write(small_chain()))
        commands = {"bcast-lower": [self._tool]} | self._peers
        times = measure_whole([[*command, file] for command in commands.values()], 10 * self._runs)
        rows = [[name, f"{1000 * time:.1f}", f"{time / times[0]:.1f}"] for name, time in zip(commands, times)]
        title = "A small file, whole process"
        return section(title, ["tool", "ms", "times bcast-lower"], rows)

    def _phases(self, title: str, program: Program) -> str:
        file = self._write("input", write(program))
        lowered = self._directory / "lowered.mlir"
        run([self._tool, file, "-o", lowered])
        ours, alone, xla, iree, reading, printing = measure_in_turn(
            [
                [self._tool, file],
                [self._tool, _NO_VERIFICATION, file],
                [self._tool, "--target=xla", _NO_VERIFICATION, file],
                [self._tool, "--target=iree", _NO_VERIFICATION, file],
                [self._tool, _NO_PASSES, file],
                [self._tool, _NO_PASSES, lowered],
            ],
            self._runs,
        )
        rows = [
            _row("bcast-lower", ours, ours),
            _row("bcast-lower, unverified", alone, ours),
            _row("--target=xla, unverified", xla, ours),
            _row("--target=iree, unverified", iree, ours),
            _row("no passes, input", reading, ours),
            _row("no passes, output", printing, ours),
        ]
        for name, command in self._peers.items():
            rows.append(self._try([*command, file], name, ours))
        jaxlib = [sys.executable, _JAXLIB, file]
        for name, passes in (("jaxlib", _UPSTREAM), ("jaxlib, cleaned up", f"{_UPSTREAM},canonicalize,cse")):
            rows.append(self._try([*jaxlib, passes], name, ours))
        header = ["tool", "parse ms", "passes ms", "print ms", "all ms", "peak MiB", "passes, times"]
        limit = reading.parse + printing.output
        peak = max(reading.memory, printing.memory)
        summary = (
            f"Passes take {ours.passes / limit:.2f} times what parsing the input and printing "
            f"the output take, {alone.passes / limit:.2f} times without MLIR's verification of "
            f"the output; the peak of memory is {ours.memory / peak:.2f} times theirs."
        )
        return f"{section(title, header, rows)}\n{summary}\n"

    def _try(self, command: Sequence[str | Path], name: str, ours: Phases) -> list[str]:
        try:
            return _row(name, self._measure(command), ours)
        except TooSlow as problem:
            return [name, str(problem), *[""] * 5]
        except Fails:
            return [name, "refuses it", *[""] * 5]

    def _measure(self, command: Sequence[str | Path]) -> Phases:
        return measure_phases(command, self._runs)

    def _growth(self, lengths: Sequence[int]) -> str:
        files = [self._write(f"chain-{length}", write(chain(length))) for length in lengths]
        with_passes = [[self._tool, file] for file in files]
        without = [[self._tool, _NO_PASSES, file] for file in files]
        phases = measure_in_turn([*with_passes, *without], self._runs)
        rows = []
        last = None
        for length, whole, no_passes in zip(lengths, phases, phases[len(lengths) :]):
            times = (whole.passes, whole.total, no_passes.total)
            cells = [f"{length:,}"]
            for time, before in zip(times, last or [None] * len(times)):
                cells += [f"{1000 * time:,.0f}", f"{time / before:.1f}" if before else ""]
            rows.append(cells)
            last = times
        header = ["ops", "passes ms", "times", "all ms", "times", "no passes ms", "times"]
        title = "Chains of growing length, and times the row above"
        return section(title, header, rows)

    def _threads(self, count: int) -> str:
        text = "\n".join(map(write, functions(count, 100)))
        file = self._write("functions", text)
        outputs = [self._directory / f"{name}.mlir" for name in ("many", "one")]
        commands = [[self._tool, file, "-o", output] for output in outputs]
        commands[1].append(NO_THREADS)
        phases = measure_in_turn(commands, self._runs, with_threads=True)
        many, one = phases
        same = "the same" if filecmp.cmp(*outputs, shallow=False) else "DIFFERENT"
        rows = [
            [name, *(f"{1000 * time:,.0f}" for time in (p.parse, p.passes, p.output, p.total))]
            for name, p in zip(("all", "one"), phases)
        ]
        title = f"{count:,} functions of 100 ops"
        summary = (
            f"With threads passes are {one.passes / many.passes:.2f} times as fast, all is "
            f"{one.total / many.total:.2f} times as fast; the bytes are {same}."
        )
        header = ["threads", "parse ms", "passes ms", "print ms", "all ms"]
        return f"{section(title, header, rows)}\n{summary}\n"

    def _specialized(self, layers: int, lengths: Sequence[int]) -> str:
        """Both tools make the same StableHLO static for the same sizes."""
        programs = [chain(length) for length in lengths]
        names = [f"chain of {length:,} ops" for length in lengths]
        if layers:
            programs.append(stack(Sizes(layers=layers)))
            names.append(f"stack of {layers} layers")
        rows = []
        for name, program in zip(names, programs):
            file = self._directory / "dynamic.mlir"
            source = self._write("input", write(program))
            run([self._tool, "--target=xla", source, "-o", file])
            shapes = [[program.fitting.get(size, size) for size in argument.sizes] for argument in program.arguments]
            elements = (argument.element for argument in program.arguments)
            types = (
                f"tensor<{''.join(f'{size}x' for size in shape)}{element}>" for shape, element in zip(shapes, elements)
            )
            passes = f"--pass-pipeline=builtin.module(specialize-sizes{{shapes={shapes_text(shapes)}}},cse)"
            refinement = [sys.executable, _REFINEMENT, file, ";".join(types)]
            commands = [[self._tool, passes, file], refinement]
            ours, jaxlib = measure_in_turn(commands, self._runs)
            milliseconds = (f"{1000 * it.passes:,.0f}" for it in (ours, jaxlib))
            rows.append([name, *milliseconds, f"{jaxlib.passes / ours.passes:.1f}"])
        header = ["program", "bcast-lower ms", "jaxlib ms", "times bcast-lower"]
        return section("Specialising for given sizes", header, rows)

    def _weights(self, count: int) -> Iterator[str]:
        programs = {
            "text": Weights(constants=count),
            "text, resources": Weights(constants=count, form="dense_resource"),
            "text, a function for each": Weights(constants=1, functions=count),
        }
        for form, program in programs.items():
            file = self._directory / "weights.mlir"
            with file.open("w") as stream:
                program.write(stream)
            yield self._of_weights(f"{count} constants of 16 MiB, {form}", file, [])
            if form == "text":
                bytecode = file.with_suffix(".mlirbc")
                run([self._tool, _NO_PASSES, "--emit-bytecode", file, "-o", bytecode])
                title = f"{count} constants of 16 MiB, bytecode"
                yield self._of_weights(title, bytecode, ["--emit-bytecode"])
                bytecode.unlink()
            file.unlink()

    def _of_weights(self, title: str, file: Path, options: Sequence[str]) -> str:
        commands = {name: [*command, *options, file] for name, command in self._tools().items()}
        return self._whole_processes(f"{title}, whole process, to a file", commands)

    def _tools(self) -> dict[str, list[str | Path]]:
        return {
            "bcast-lower": [self._tool],
            "bcast-lower, no passes": [self._tool, _NO_PASSES],
            # They parse and print.
            **{name: command[:1] for name, command in self._peers.items()},
        }

    def _locations(self, length: int) -> str:
        without = self._write("without", write(chain(length)))
        located = self._directory / "located.mlir"
        run([self._tool, _NO_PASSES, _LOCATIONS, without, "-o", located])
        forms = (("", without, []), (", locations", located, [_LOCATIONS]))
        return self._whole_processes(
            f"A chain of {length:,} ops, with and without locations",
            {
                f"{name}{form}": [*command, *options, file]
                for name, command in self._tools().items()
                for form, file, options in forms
            },
        )

    def _whole_processes(self, title: str, commands: Mapping[str, Sequence[str | Path]]) -> str:
        output = ["-o", self._directory / "output"]
        usable = {}
        for name, command in commands.items():
            try:
                run([*command, *output])
            except Fails as problem:
                print(f"benchmark: {name}: {problem}", file=sys.stderr)
                continue
            usable[name] = [*command, *output]
        figures = measure_processes(list(usable.values()), self._runs)
        rows = [
            [name, f"{1000 * seconds:,.0f}", f"{memory / _MEBIBYTE:,.0f}"]
            for name, (seconds, memory) in zip(usable, figures)
        ]
        return section(title, ["tool", "ms", "peak MiB"], rows)

    def _explain(self, lengths: Sequence[int]) -> str:
        rows = []
        page = self._directory / "page.html"
        before = None
        for length in lengths:
            file = self._write("explained", write(chain(length)))
            command = [self._tool, "explain", "--format=html", file, "-o", page]
            [(seconds, memory)] = measure_processes([command], self._runs)
            figures = (f"{1000 * seconds:,.0f}", f"{seconds / before:.1f}" if before else "")
            sizes = (f"{size / _MEBIBYTE:,.1f}" for size in (memory, page.stat().st_size))
            rows.append([f"{length:,}", *figures, *sizes])
            before = seconds
        header = ["ops", "ms", "times", "peak MiB", "page MiB"]
        return section("A page of `bcast-lower explain`, and times the row above", header, rows)


def _row(name: str, phases: Phases, ours: Phases) -> list[str]:
    times = (phases.parse, phases.passes, phases.output, phases.total)
    ratio = f"{phases.passes / ours.passes:.1f}" if phases.passes else ""
    return [name, *(f"{1000 * time:,.1f}" for time in times), f"{phases.memory / _MEBIBYTE:,.0f}", ratio]
