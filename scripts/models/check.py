"""`scripts/check-models`."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable, Iterator, Sequence

import numpy as np

# jaxlib is set up before anything imports JAX.
from numeric.peer import Module, Peer, PeerError  # isort: skip
import jax

from numeric.command_line import add_binary, exit_codes, make_parser
from numeric.differences import differences
from numeric.targets import types
from numeric.tool import Refused, Tool, find_binary, shortened
from programs import iree

from . import flax_models, other_models
from .export import exported, random_arguments
from .refusals import REFUSALS
from .registry import SIZES, Model

_DESCRIPTION = """\
Exports models of Flax, Equinox, Haiku and optax, with random weights, at symbolic sizes.
Lowers each with --target=xla and --target=iree, runs it on XLA's and on IREE's CPU
backends at three sizes, and compares with JAX; calls of sizes that do not fit must fail
with a message. Prints a table of the outcomes.
"""
_EPILOG = exit_codes(
    "every model runs, or its refusal is in scripts/models/refusals.py",
    "a value is wrong, a wrong call is accepted, or the table of refusals is not right",
)
_TOLERANCE = 2e-3
_ELEMENTS = {"float32": "f32", "int32": "i32"}
_MESSAGE = re.compile(r"expected|must|has to|declared|does not|do not|Division had remainder")

Run = Callable[[Sequence[np.ndarray]], list[np.ndarray]]


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
    targets = options.target or ["xla", "iree"]
    columns = targets + ["iree, as exported"] * options.untouched
    counts = dict.fromkeys(columns, 0)
    problems = []
    for model in models:
        text = exported(model)
        for column in columns:
            outcome = _outcome(model, column, text, binary, peer)
            counts[column] += outcome == "runs"
            print(f"{model.name:27} {column:17} {outcome}", flush=True)
            expected = REFUSALS.get((model.name, column), "runs")
            is_wrong = outcome.startswith("WRONG") or expected not in outcome
            if column in targets and is_wrong:
                problems.append(f"{model.name} on {column}: {outcome}; expected: {expected}")
    for problem in problems:
        print(f"problem: {problem}")
    shown = ", ".join(f"{count} run on {column}" for column, count in counts.items())
    print(f"of {len(models)} models, {shown}; {len(problems)} problems")
    return 1 if problems or not models else 0


def _options() -> argparse.Namespace:
    parser = make_parser("scripts/check-models", _DESCRIPTION, _EPILOG)
    parser.add_argument("models", nargs="*", metavar="MODEL", help="models to run [all]")
    add_binary(parser)
    parser.add_argument("--target", action="append", choices=["xla", "iree"], help="[both]")
    parser.add_argument("--list", action="store_true", help="print the models' names only")
    parser.add_argument(
        "--untouched", action="store_true", help="also give IREE the models as JAX exports them"
    )
    return parser.parse_args()


def _outcome(model: Model, column: str, text: str, binary, peer: Peer) -> str:
    """Returns `runs`, or the first problem; wrong results and accepted calls are `WRONG`."""
    try:
        if column in ("xla", "iree"):
            text = Tool(binary, (f"--target={column}",)).lower(text)
        run = _on_xla(text, peer) if column == "xla" else _on_iree(text)
    except (Refused, PeerError, iree.NotCompiled) as error:
        return f"refused: {shortened(error)}"
    return next(_wrong(model, run), "runs")


def _on_xla(text: str, peer: Peer) -> Run:
    module = Module(peer, text)
    module.make_portable()

    def run(arguments: Sequence[np.ndarray]) -> list[np.ndarray]:
        elements = [_ELEMENTS[argument.dtype.name] for argument in arguments]
        return module.specialise(types(arguments, elements)).compile().run(arguments)

    return run


def _on_iree(text: str) -> Run:
    executable = iree.Executable(iree.compile_text(text, "auto"))
    return lambda arguments: executable.run_all("main", arguments)


def _wrong(model: Model, run: Run) -> Iterator[str]:
    """Runs a model; yields what is wrong."""
    for sizes in SIZES:
        arguments = random_arguments(model, sizes)
        expected = jax.tree.leaves(jax.jit(model.function)(*arguments))
        try:
            found = run(arguments)
        except (PeerError, iree.Failed) as error:
            yield f"stops: {shortened(error)}"
            return
        for problem in differences(sizes, found, expected, _TOLERANCE):
            yield f"WRONG: {shortened(problem)}"
    if model.wrong is None:
        return
    arguments = random_arguments(model, SIZES[0])
    longer = arguments[model.wrong]
    arguments[model.wrong] = np.concatenate([longer, longer[:1]])
    try:
        run(arguments)
    except (PeerError, iree.Failed) as error:
        if not _MESSAGE.search(str(error)):
            yield f"WRONG: sizes that do not fit fail with {shortened(error)}"
    else:
        yield "WRONG: sizes that do not fit are accepted"


if __name__ == "__main__":
    sys.exit(main())
