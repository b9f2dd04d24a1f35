"""Lowers programs in the forms that frontends emit with --target, and runs them on XLA's
CPU backend and on IREE's: valid calls must give the expected values, and wrong calls
must fail an assertion whose message describes the incompatible sizes. With --given, they
run on IREE after some or all sizes have been given to the tool: shapes, a part of them,
sizes by name, ranges of sizes, profiles; with programs of each frontend at larger sizes, too.
Outputs for XLA of random programs with assertions must refuse wrong sizes, also if some
sizes are given before.
"""

import argparse
import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from . import asserted_programs, given_programs
from .command_line import add_binary, exit_codes, make_parser
from .consumers import FAILURES, REJECTIONS, TARGETS, on_iree, on_xla, only_ops_of_stablehlo
from .differences import differences
from .frontend_programs import Program, programs
from .peer import Peer
from .tool import Tool, find_binary, shapes_text

_EPILOG = """\
Without a directory, these are the project's own programs. In a directory, each NAME.npz
is run, with the first of NAME.fixed.mlir, NAME.chlo.mlir, NAME.tosa.mlir, NAME.mlir: it
contains arguments and results of valid calls (c0_in0, c0_in1, ..., c0_out0, ...;
c1_in0, ...), and arguments of wrong calls (bad0_in0, ...).

""" + exit_codes("no problem was found", "a problem was found")
_SUFFIXES = (".fixed.mlir", ".chlo.mlir", ".tosa.mlir", ".mlir")
# The number of random programs with assertions.
_ASSERTED = 16
# The text that every assertion message contains, whichever tool emitted it.
_MESSAGE = re.compile(r"expected|must|has to|declared|does not|do not")
# What is refused for given sizes: loops that may change a given size to an unknown one, and TensorFlow's unranked
# tensors.
_REFUSALS = (
    "so its size is known only at run time",
    "the rank of its result is not known from the sizes that are given",
)


@dataclass(frozen=True)
class Case:
    """A program with calls: arguments, and the expected results or a part of the message."""

    name: str
    text: str
    targets: Sequence[str]
    calls: Sequence[tuple[list[np.ndarray], list[np.ndarray]]]
    wrong_calls: Sequence[tuple[list[np.ndarray], str | None]]
    tolerance: float
    # Options of the tool.
    options: tuple[str, ...] = ()


def main() -> int:
    options = _options()
    binary = options.binary or find_binary()
    peer = Peer()
    cases = [case for directory in options.directories for case in _read(directory)]
    named = []
    if options.given:
        named = [replace(case_of(program), options=own) for program, own in given_programs.programs()]
    asserted = []
    if not options.directories:
        first, number = (0, _ASSERTED) if options.asserted is None else (options.seed, options.asserted)
        asserted = [asserted_programs.random_program(seed) for seed in range(first, first + number)]
        asserted = [program for program in asserted if not options.only or program.name in options.only]
        files = ("forms", "models", "layers", "sizes", "tensorflow") if options.asserted is None else ()
        cases = map(case_of, [*(program for file in files for program in programs(file)), *asserted])
    cases = [case for case in cases if not options.only or case.name in options.only]
    if options.given:
        rules = ("--rules=tensorflow",)
        cases = [replace(case, options=rules) if '"tf.' in case.text else case for case in cases]
        named = [case for case in named if not options.only or case.name in options.only]
        cases = [given for case in cases if "iree" in case.targets for given in _given(case)]
        cases += [given for case in named for given in (case, *_given(case), *_given_by_name(case))]
        cases = [replace(case, targets=("iree",)) for case in cases]
    if options.programs is not None:
        cases = random.Random(options.seed).sample(cases, min(options.programs, len(cases)))
    targets = options.target or TARGETS
    count, problems = 0, []
    for program in asserted if "xla" in targets and not options.given else ():
        count += len(program.calls) + len(program.wrong_calls)
        problems += [f"{program.name} for XLA: {it}" for it in asserted_programs.problems(program, binary)]
    for case in cases:
        for target in case.targets:
            if target not in targets:
                continue
            count += len(case.calls) + len(case.wrong_calls)
            tool = Tool(binary, (f"--target={target}", *case.options))
            found = list(problems_of(case, target, tool, peer))
            problems += [f"{case.name} on {target}: {problem}" for problem in found]
            if options.verbose:
                print(f"{case.name} on {target}: {'wrong' if found else 'right'}", flush=True)
    for problem in problems:
        print(problem)
    print(f"{count} calls of {len(cases)} programs, {len(problems)} wrong")
    return 1 if problems or not count else 0


def _options() -> argparse.Namespace:
    parser = make_parser("scripts/check-downstream", __doc__, _EPILOG)
    parser.add_argument("directories", nargs="*", type=Path, metavar="DIRECTORY")
    add_binary(parser)
    parser.add_argument("--target", action="append", choices=TARGETS, help="[all]")
    parser.add_argument("--given", action="store_true", help="give sizes to the tool")
    parser.add_argument("--only", action="append", metavar="NAME", help="a program to run [all]")
    parser.add_argument("--programs", type=int, metavar="N", help="a random choice of programs [all]")
    parser.add_argument("--asserted", type=int, metavar="N", help="only random programs with assertions")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="of the choice, or of the first one [1]")
    parser.add_argument("--verbose", action="store_true", help="also print successes")
    return parser.parse_args()


def case_of(program: Program) -> Case:
    calls = []
    for sizes in program.calls:
        arguments = program.arguments(sizes)
        calls.append((arguments, list(map(np.asarray, program.expected(arguments)))))
    wrong_calls = [(program.arguments(sizes), part) for sizes, part in program.wrong_calls]
    return Case(program.name, program.text, program.targets, calls, wrong_calls, program.tolerance)


def _given(case: Case) -> Iterator[Case]:
    """Gives the sizes of each call, all of them, and all but the first one of each argument; then the first call as a
    profile."""
    profile = None
    for arguments, expected in case.calls:
        shapes = [list(map(str, array.shape)) for array in arguments]
        part = [["?", *sizes[1:]] if sizes else sizes for sizes in shapes]
        calls = [(arguments, expected)]
        for given in (shapes, part):
            text = shapes_text(given)
            profile = profile or text
            yield _with(case, f"--shapes={text}", calls)
    if profile:
        yield _with(case, f"--profile={profile}", case.calls, case.wrong_calls)


def _given_by_name(case: Case) -> Iterator[Case]:
    """Gives the sizes `b` and `n`: those of each call, one of them, or a range."""
    for call in case.calls:
        b, n = call[0][0].shape
        yield _with(case, f"--sizes=b={b},n={n}", [call])
        yield _with(case, f"--sizes=n={n}", [call])
        yield _with(case, f"--sizes=b={b}", [call])
    yield _with(case, "--sizes=b=1..300,n=1..300", case.calls)


def _with(case: Case, option: str, calls: Sequence, wrong_calls: Sequence = ()) -> Case:
    return replace(
        case, name=f"{case.name} {option}", options=(*case.options, option), calls=calls, wrong_calls=wrong_calls
    )


def _read(directory: Path) -> Iterator[Case]:
    for path in sorted(directory.glob("*.npz")):
        texts = (path.with_suffix(suffix) for suffix in _SUFFIXES)
        text = next((text for text in texts if text.exists()), None)
        if text is None:
            continue
        data = np.load(path, allow_pickle=True)

        def arrays(call: str, kind: str) -> list[np.ndarray]:
            names = (f"{call}_{kind}{index}" for index in range(len(data.files)))
            return [data[name] for name in names if name in data.files]

        names = sorted({name.partition("_")[0] for name in data.files})
        program = text.read_text()
        yield Case(
            path.stem,
            program,
            ("iree",) if "tosa." in program else TARGETS,
            [(_typed(program, arrays(name, "in")), arrays(name, "out")) for name in names if name[0] == "c"],
            [(_typed(program, arrays(name, "in")), None) for name in names if name.startswith("bad")],
            2e-2 if "bf16" in program else 2e-3,
        )


def problems_of(case: Case, target: str, tool: Tool, peer: Peer) -> Iterator[str]:
    """Lowers a program, calls it, and yields what is wrong."""
    try:
        text = tool.lower(case.text)
        run = on_xla(only_ops_of_stablehlo(text, peer), peer) if target == "xla" else on_iree(text)
    except REJECTIONS as error:
        if not case.options or not any(refusal in str(error) for refusal in _REFUSALS):
            yield f"it is not lowered: {error}"
        return
    for arguments, expected in case.calls:
        shapes = [argument.shape for argument in arguments]
        try:
            results = run(arguments)
        except FAILURES as error:
            yield f"a valid call of sizes {shapes} fails: {error}"
            continue
        yield from differences(shapes, results, expected, case.tolerance)
    for arguments, part in case.wrong_calls:
        shapes = [argument.shape for argument in arguments]
        try:
            run(arguments)
        except FAILURES as error:
            # Sizes are shown on XLA only.
            words = part if target == "xla" or part is None else part.partition(": ")[0]
            if words not in str(error) if words else not _MESSAGE.search(str(error)):
                yield f"a wrong call of sizes {shapes} fails with {error}, not {words!r}"
            continue
        yield f"a wrong call of sizes {shapes} is accepted"


def _typed(text: str, arguments: Sequence[np.ndarray]) -> list[np.ndarray]:
    """Converts recorded arguments of `main` to types that NumPy lacks."""
    import ml_dtypes

    signature = re.search(r"func\.func (?:public )?@main\((.*?)\)\s*(?:->|attributes|\{)", text, re.S)
    elements = re.findall(r"%\w+: tensor<(?:[0-9?]+x)*([^>x]*)>", signature[1] if signature else "")
    return [
        argument.astype(ml_dtypes.bfloat16) if element == "bf16" else np.array(argument, order="C")
        for argument, element in zip(arguments, elements, strict=True)
    ]
