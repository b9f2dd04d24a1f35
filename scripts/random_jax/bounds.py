"""Programs that are lowered for all sizes up to bounds, and called with arguments whose padding is garbage."""

import operator
import random
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from .program import Program

# One size is greater than the others: tensors have their bounds, and not the sizes of a call.
_SMALL, _LARGE = (1, 2, 5, 9), (17, 33, 65)
_STEP, _LEAST = re.compile(r"mod\((\w+), (\d+)\)"), re.compile(r"(\w+) >= (\d+)")
_REFUSAL = re.compile(r"'[\w.]+' op (@\S+ )?has no form for all sizes up to bounds: .*")
# Ops, and reasons.
_LIMITS = (
    "stablehlo.rng_bit_generator", "stablehlo.fft", "what it computes is not known", "its window has an unknown size",
    "a condition cannot return", "of its result has no bound", "updates without positions",
    "of unknown size, and not neutral",
)  # fmt: skip


def with_bounds(program: Program, number: int) -> Program:
    """Returns a program with bounds, and calls: those that are within, sizes around the bounds, and wrong ones."""
    source = random.Random(f"{number}:bounds")
    symbols = sorted(set(program.symbols()))
    declared = " ".join(program.constraints)
    steps = dict.fromkeys(symbols, 1) | {symbol: int(step) for symbol, step in _STEP.findall(declared)}
    least = {symbol: int(size) for symbol, size in _LEAST.findall(declared)}
    large = source.choice(symbols) if symbols else None
    bounds = {
        symbol: max(-(-source.choice(_LARGE if symbol == large else _SMALL) // step) * step, least.get(symbol, 1))
        for symbol, step in steps.items()
    }
    below = {symbol: max(bound - steps[symbol], steps[symbol]) for symbol, bound in bounds.items()}
    calls = [bounds, below, steps, {symbol: source.choice((below, steps))[symbol] for symbol in symbols}]
    for symbol in symbols:
        calls += [below | {symbol: size} for size in (bounds[symbol], 0, bounds[symbol] + 1)]
    usual = [call for call in program.calls if all(size <= bounds[symbol] for symbol, size in call.items())]
    calls = [call for call in (*calls, *usual) if all(size >= 0 for shape in program.shapes(call) for size in shape)]
    # The tool takes no bound of a size that is computed from symbols from theirs.
    has_names = bool(symbols) and all(size in symbols or size.isdecimal() for size in program.sizes())
    form = source.choice(("bounds", "bounds of arguments")) if has_names else "bounds of arguments"
    return replace(program, forms=(form, form), calls=_distinct(calls), bounds=bounds)


def _distinct(calls: Sequence[Mapping[str, int]]) -> tuple[dict[str, int], ...]:
    return tuple(dict(items) for items in dict.fromkeys(tuple(call.items()) for call in calls))


def fits(program: Program, call: Mapping[str, int]) -> bool:
    """Whether the sizes are those that a program is for: JAX takes unknown sizes for at least 1."""
    return all(1 <= size <= program.bounds.get(symbol, size) for symbol, size in call.items()) and all(
        eval(constraint, {"mod": operator.mod}, dict(call)) for constraint in program.constraints
    )


def limit_of_bounds(error: str) -> str | None:
    """Returns the limit (docs/bounds.md) because of which the tool refuses a program, if it is one."""
    found = _REFUSAL.search(error)
    return found[0] if found and any(limit in found[0] for limit in _LIMITS) else None
