"""Compiles the variants of a program, compares their values, and measures their calls."""

import os
import re
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import jax
import numpy as np

# Part of the Python package, which scripts/run finds.
from _compare import bounded

from numeric.differences import differences
from numeric.tool import Refused, shortened
from programs import iree

from .variants import NotApplicable, Source, Variant

_TOLERANCE = 1e-3
# How often a program is compiled; the least time counts.
_COMPILED = 3
_DISPATCH = re.compile(r"\bflow\.dispatch @")
_FUNCTION = re.compile(r"^  util\.func .*?^  }", re.MULTILINE | re.DOTALL)


def use_one_thread() -> None:
    """Makes XLA run programs on one thread, as IREE does, and optimise them. JAX must not have run any yet: XLA reads its
    flags then, and what is imported has set those of checks, which compile quickly."""
    os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"


class Wrong(Exception):
    """A program computes other values than JAX."""


class Missing(Exception):
    """There are no figures of a variant; the text says why."""


@dataclass(frozen=True)
class Compiled:
    """A compiled program: its bytes, the least seconds that IREE's compiler took for them, and the program that it read."""

    module: bytes
    seconds: float
    text: str


def compile_variant(source: Source, variant: Variant, options: Sequence[str]) -> Compiled:
    """Lowers and compiles a program; raises `Missing`."""
    text = _lowered(source, variant)
    seconds = []
    for _ in range(_COMPILED):
        begin = time.perf_counter()
        try:
            module = iree.compile_text(text, variant.input_type, [*options, *variant.iree])
        except iree.NotCompiled as error:
            raise Missing(f"IREE: {_without_op(error)}") from error
        seconds.append(time.perf_counter() - begin)
    return Compiled(module, min(seconds), text)


def _without_op(error: iree.NotCompiled) -> str:
    """Returns what IREE says, without the op that it prints behind that."""
    return shortened(str(error).partition(": %")[0])


def count_dispatches(source: Source, variant: Variant, options: Sequence[str]) -> int:
    """Returns the number of dispatches in a program's functions, those in a loop once; raises
    `Missing`."""
    options = [*options, *variant.iree, "--compile-to=flow"]
    try:
        text = _lowered(source, variant)
        flow = iree.compile_text(text, variant.input_type, options).decode()
    except iree.NotCompiled as error:
        raise Missing(f"IREE: {_without_op(error)}") from error
    # Initializers of globals run once, when the module is loaded.
    return sum(len(_DISPATCH.findall(function)) for function in _FUNCTION.findall(flow))


def _lowered(source: Source, variant: Variant) -> str:
    try:
        return source.text(variant)
    except NotApplicable as error:
        raise Missing(str(error)) from error
    except Refused as error:
        raise Missing(f"bcast-lower: {shortened(error)}") from error


def prepare(source: Source, variant: Variant, compiled: Compiled) -> Callable[[], object]:
    """Returns a call of a program that has computed what JAX computes; raises `Missing` if it
    stops, and `Wrong`."""
    signature = bounded.read_signature(compiled.text, "main") if variant.has_bounds else None
    given = bounded.pad(signature, source.arguments, np.zeros) if signature else source.arguments
    call = iree.Call(compiled.module, "main", given)
    try:
        results = call.results()
    except iree.Failed as error:
        raise Missing(f"stops: {shortened(error)}") from error
    check_results(source, bounded.cut(signature, results, given) if signature else results)
    return call.run


def prepare_xla(source: Source) -> tuple[Callable[[], object], Callable[[], object]]:
    """Returns calls of JAX's own function, and of the program that is specialised; raises as
    `prepare` does."""
    arguments = list(map(jax.device_put, source.arguments))
    try:
        specialised = jax.jit(source.specialised().call)
        results = [np.asarray(it) for it in jax.tree.leaves(specialised(*arguments))]
    except Refused as error:
        raise Missing(f"bcast-lower: {shortened(error)}") from error
    except (ValueError, RuntimeError) as error:
        raise Missing(f"XLA: {shortened(error)}") from error
    check_results(source, results)

    def blocking(function: Callable) -> Callable[[], object]:
        return lambda: jax.block_until_ready(function(*arguments))

    return blocking(source.function()), blocking(specialised)


def check_results(source: Source, results: Sequence[np.ndarray]) -> None:
    """Raises `Wrong` if results are not those of JAX."""
    expected = source.expected
    if len(results) != len(expected):
        raise Wrong(f"{len(results)} results instead of {len(expected)}")
    for problem in differences(source.sizes, results, expected, _TOLERANCE):
        raise Wrong(shortened(problem))
