"""Exports models of Flax, Equinox, Haiku and optax, with random weights, at symbolic sizes.
Lowers each with --target=xla and --target=iree, runs it on XLA's and on IREE's CPU
backends at three sizes, and compares with JAX; calls of sizes that do not fit must fail
with a message. Prints a table of the outcomes.
"""

import argparse
import re
from collections.abc import Iterator

import numpy as np

# jaxlib is set up before anything imports JAX.
from numeric.peer import Peer  # isort: skip
import jax

from numeric.command_line import add_binary, exit_codes, make_parser
from numeric.consumers import FAILURES, REJECTIONS, TARGETS, Run, on_iree, on_xla, only_ops_of_stablehlo, with_padding
from numeric.tool import Tool, find_binary, shapes_text, shortened

from . import flax_models, other_models
from .registry import SIZES, Model

_EPILOG = exit_codes("every model runs", "a model does not run, a value is wrong, or a wrong call is accepted")
_TOLERANCE = 2e-3
_MESSAGE = re.compile(r"expected|must|has to|declared|does not|do not|Division had remainder")


def main() -> int:
    options = _options()
    peer = Peer()
    # The peer's programs have integers of 64 bits; these models are exported as usual.
    jax.config.update("jax_enable_x64", False)
    binary = options.binary or find_binary()
    models = flax_models.models() + other_models.models()
    models = [model for model in models if not options.models or model.name in options.models]
    if len(models) < len(options.models):
        raise SystemExit("check-models: there is no such model; `--list` prints all")
    if options.list:
        print("\n".join(model.name for model in models))
        return 0
    targets = options.target or list(TARGETS)
    columns = targets + [f"{target}, bounds" for target in targets] * options.bounds
    counts = dict.fromkeys(columns, 0)
    problems = []
    for model in models:
        text = model.exported()
        for column in columns:
            outcome = _outcome(model, column, text, binary, peer)
            counts[column] += outcome == "runs"
            print(f"{model.name:27} {column:17} {outcome}", flush=True)
            if outcome != "runs":
                problems.append(f"{model.name} on {column}: {outcome}")
    for problem in problems:
        print(f"problem: {problem}")
    shown = ", ".join(f"{count} run on {column}" for column, count in counts.items())
    print(f"of {len(models)} models, {shown}; {len(problems)} problems")
    return 1 if problems or not models else 0


def _options() -> argparse.Namespace:
    parser = make_parser("scripts/check-models", __doc__, _EPILOG)
    parser.add_argument("models", nargs="*", metavar="MODEL", help="models to run [all]")
    add_binary(parser)
    parser.add_argument("--target", action="append", choices=TARGETS, help="[both]")
    parser.add_argument("--list", action="store_true", help="print the models' names only")
    parser.add_argument("--bounds", action="store_true", help="also lower the models for all sizes up to bounds")
    return parser.parse_args()


def _outcome(model: Model, column: str, text: str, binary, peer: Peer) -> str:
    """Returns `runs`, or the first problem; wrong results and accepted calls are `WRONG`."""
    target, _, form = column.partition(", ")
    try:
        bounds = [f"--bounds={_bounds(model)}"] if form else []
        text = Tool(binary, (f"--target={target}", *bounds)).lower(text)
        run = on_xla(only_ops_of_stablehlo(text, peer), peer) if target == "xla" else on_iree(text)
        run = with_padding(run, text) if form == "bounds" else run
    except REJECTIONS as error:
        return f"refused: {shortened(error)}"
    return next(_wrong(model, run), "runs")


def _bounds(model: Model) -> str:
    """Returns shapes that are greater than those of all calls."""
    greatest = {name: max(sizes[name] for sizes in model.sizes) + 1 for name in model.sizes[0]}
    return shapes_text(argument.shape for argument in model.random_arguments(greatest))


def _wrong(model: Model, run: Run) -> Iterator[str]:
    """Runs a model; yields what is wrong."""
    yield from model.problems(run, _TOLERANCE)
    if model.wrong is None:
        return
    arguments = model.random_arguments(SIZES[0])
    longer = arguments[model.wrong]
    arguments[model.wrong] = np.concatenate([longer, longer[:1]])
    try:
        run(arguments)
    except FAILURES as error:
        if not _MESSAGE.search(str(error)):
            yield f"WRONG: sizes that do not fit fail with {shortened(error)}"
    else:
        yield "WRONG: sizes that do not fit are accepted"
