"""Runs programs in TOSA after mlir-opt's own lowering to Linalg and loops, and
compares:

  guarded  the same after guard-broadcasts and guard-sizes: calls that fit must give the same values, the
           others must stop at an assertion
  by rules the output of --rules=tosa on XLA, of programs whose ops the table has all
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from conformance_kit.answers import Crashed
from conformance_kit.answers import Refused as RefusedByUpstream
from conformance_kit.tools.tosa import TO_LINALG, entry, lower, run_entry, static_type

from .command_line import binary_of, exit_codes
from .differences import differences
from .peer import Module, Peer, PeerError
from .tool import Refused, Tool

_EPILOG = exit_codes("all values and verdicts are right", "some are not")
_PROGRAMS = Path(__file__).parent / "programs" / "tosa.mlir"
_TOLERANCE = 1e-4


@dataclass(frozen=True)
class Program:
    name: str
    text: str
    arguments: Sequence[str]
    """The types."""
    result: str
    calls: Sequence[Sequence[tuple[int, ...]]]
    wrong_calls: Sequence[Sequence[tuple[int, ...]]]

    @classmethod
    def parse(cls, text: str) -> Program:
        name, arguments, result = re.search(r"^func\.func @(\w+)\((.*)\) -> (\S+) \{", text, re.M).groups()
        calls, wrong_calls = (
            [
                [tuple(map(int, shape.split("x"))) for shape in line.split()]
                for line in re.findall(rf"^// {kind}: (.*)", text, re.M)
            ]
            for kind in ("call", "wrong")
        )
        return cls(name, text, re.findall(r": (tensor<[^>]*>)", arguments), result, calls, wrong_calls)

    def values(self, shapes: Sequence[tuple[int, ...]]) -> list[np.ndarray]:
        """Returns arguments; integers are amounts that shifts accept."""
        random = np.random.default_rng(len(self.text))
        return [
            random.integers(0, 8, shape).astype(np.int32)
            if "i32" in declared
            else (random.integers(-8, 8, shape) / 4).astype(np.float32)
            for declared, shape in zip(self.arguments, shapes, strict=True)
        ]

    def entry(self, values: Sequence[np.ndarray]) -> str:
        """Returns a function that calls the program, and prints the result."""
        printed = "f32" if self.result.endswith("f32>") else "i32"
        return entry(values, self.arguments, self.result, printed, self.name)


def main() -> int:
    binary = binary_of("scripts/check-tosa", __doc__, _EPILOG)
    guard = Tool(binary, ("--pass-pipeline=builtin.module(guard-broadcasts,guard-sizes{assertions=cf})",))
    by_rules = Tool(binary, ("--rules=tosa", "--target=xla"))
    peer = Peer()
    programs = [Program.parse(text) for text in _PROGRAMS.read_text().split("// -----\n")]
    counts = {"calls": 0, "wrong calls": 0, "on XLA": 0, "not lowered by mlir-opt": 0}
    wrong = 0
    for program in programs:
        for problem in _problems(program, guard, by_rules, peer, counts):
            wrong += 1
            print(f"{program.name}: {problem}", flush=True)
    print(f"{len(programs)} programs: {', '.join(f'{count} {name}' for name, count in counts.items())}; {wrong} wrong")
    return 1 if wrong else 0


def _problems(program: Program, guard: Tool, by_rules: Tool, peer: Peer, counts: dict[str, int]):
    """Yields what is wrong with a program."""
    try:
        guarded = _without_module(guard.lower(program.text))
    except Refused as refused:
        yield f"the guards are refused: {refused}"
        return
    on_xla = _on_xla(program, by_rules, peer)
    try:
        lower(program.text, TO_LINALG)
    except RefusedByUpstream:
        counts["not lowered by mlir-opt"] += 1
        if "cf.assert" not in guarded:
            yield "nothing is guarded"
        return
    for shapes in program.calls:
        values = program.values(shapes)
        counts["calls"] += 1
        expected = _run(program.text + program.entry(values))
        try:
            found = _run(guarded + program.entry(values))
            yield from (f"guarded: {it}" for it in _differences(shapes, found, expected))
        except (Crashed, RefusedByUpstream) as stop:
            yield f"guarded, at {shapes}: it stops: {stop}"
        if on_xla is not None:
            counts["on XLA"] += 1
            (found,) = on_xla.specialise(map(static_type, values)).compile().run(values)
            yield from (f"by rules: {it}" for it in _differences(shapes, found, expected))
    for shapes in program.wrong_calls:
        values = program.values(shapes)
        counts["wrong calls"] += 1
        try:
            _run(guarded + program.entry(values))
            yield f"guarded, at {shapes}: the call is accepted"
        except (Crashed, RefusedByUpstream) as stop:
            # An assertion becomes a call of `abort`.
            if "SIGABRT" not in str(stop):
                yield f"guarded, at {shapes}: it stops otherwise than at an assertion: {stop}"
        if on_xla is not None:
            counts["on XLA"] += 1
            try:
                message = on_xla.specialise(map(static_type, values)).failed_assertion()
            except PeerError:
                continue
            if message is None:
                yield f"by rules, at {shapes}: the call is accepted"


def _run(text: str) -> np.ndarray:
    # Without shapes that nothing uses any longer, which are not lowered.
    return run_entry(lower(text, f"{TO_LINALG},cse"))


def _without_module(text: str) -> str:
    """Returns the functions of a module."""
    return re.sub(r"^module \{\n(.*)^\}\n", r"\1", text, flags=re.S | re.M)


def _on_xla(program: Program, by_rules: Tool, peer: Peer) -> Module | None:
    """Lowers a program by the table; returns `None` if it has other ops."""
    try:
        return Module(peer, by_rules.lower(program.text.replace(f"@{program.name}(", "@main(")))
    except Refused:
        return None


def _differences(call: object, found: np.ndarray, expected: np.ndarray) -> list[str]:
    return differences(call, [found.astype(np.float32)], [expected], _TOLERANCE)
