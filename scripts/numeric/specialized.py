"""Specialises dynamic programs for given sizes, and compares with jaxlib's refinement of shapes.

Each program is specialised with `--target=xla --shapes=...`. No dynamic dim may be left; jaxlib compiles
the output without any refinement; it must have the types and the values of what jaxlib refines from
the program as it is, and at most as many ops. Where jaxlib refuses a call, so must bcast-lower.

The programs are those of check-random-jax, which JAX exports with symbolic sizes; each is specialised for some of its
calls.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from numeric.peer import Executable, Module, Peer, PeerError
from numeric.command_line import add_binary, make_parser
from numeric.differences import differences
from numeric.tool import Refused, Tool, find_binary, shapes_text

# As many statements has each program.
_STATEMENTS = 3
_DYNAMIC = re.compile(r"tensor<[^>]*\?")
# Ops that only hold others together: jaxlib inlines calls.
_UNCOUNTED = ("builtin.module", "func.func", "func.return", "func.call")
_TOLERANCE = 2e-3


@dataclass(frozen=True)
class Case:
    """A call of a program."""

    name: str
    text: str
    arguments: Sequence[np.ndarray]

    def shapes(self) -> str:
        return shapes_text(argument.shape for argument in self.arguments)


class Different(Exception):
    """The specialised program is not as it should be."""


def exported(count: int, seed: int) -> Iterator[Case]:
    """The programs of `check-random-jax`, each at some of its sizes."""
    # JAX is imported after the flags of the peer are set.
    import jax
    from random_jax.families import families
    from random_jax.generate import generate

    for number in range(count):
        program = generate(seed, number, families(None), _STATEMENTS)
        if not any(program.calls):
            # All sizes are known.
            continue
        jax.config.update("jax_enable_x64", program.x64)
        try:
            text = program.exported()
        except Exception:  # what JAX does not export is no test
            continue
        for call in program.calls[:: len(program.calls) // 2 or 1]:
            yield Case(f"program {number} at {call}", text, program.values(program.shapes(call)))


def check(peer: Peer, binary: Path, case: Case) -> str | None:
    """Returns what is said of a call that is refused; `None` if it fits."""
    refused = expected = None
    try:
        tool = Tool(binary, ("--target=xla", f"--shapes={case.shapes()}"), is_silent=False)
        specialised = tool.lower(case.text)
    except Refused as refusal:
        refused = str(refusal)
    try:
        # The peer does not read the dialects of frontends.
        readable = case.text
        if "chlo.broadcast_" in readable or "shape." in readable:
            readable = Tool(binary, ("--target=xla",), is_silent=False).lower(readable)
        expected = Module(peer, readable).specialise(map(peer.type_of, case.arguments)).refine()
    except PeerError as error:
        if refused is None:
            raise Different(f"jaxlib refuses it: {error}") from error
    if refused is not None:
        if expected is not None:
            raise Different(refused)
        return refused
    if expected is None:
        raise Different("it is accepted")
    if dynamic := _DYNAMIC.search(specialised):
        raise Different(f"{dynamic[0]} is left")
    module = Module(peer, specialised)
    ours = Executable(peer, module._module).run(case.arguments)
    theirs = Executable(peer, expected).run(case.arguments)
    for index, (a, b) in enumerate(zip(ours, theirs, strict=True)):
        if a.dtype != b.dtype:
            raise Different(f"result #{index} has elements {a.dtype}, not {b.dtype}")
    for problem in differences(case.shapes(), ours, theirs, _TOLERANCE):
        raise Different(problem)
    if readable == case.text and "stablehlo.composite" not in case.text:
        # jaxlib leaves CHLO's ops, and has some for composite ones.
        tool = Tool(binary, ("--inline", f"--specialize-sizes=shapes={case.shapes()}", "--cse"))
        ours = _count(Module(peer, tool.lower(case.text)).op_names())
        theirs = _count(Module(peer, str(expected)).op_names())
        if ours > theirs:
            raise Different(f"it has {ours} ops; jaxlib leaves {theirs}")
    return None


def _count(names: Sequence[str]) -> int:
    return sum(name not in _UNCOUNTED for name in names)


def main() -> int:
    parser = make_parser("scripts/check-specialized", __doc__ or "", "")
    add_binary(parser)
    parser.add_argument("--programs", type=int, default=100, metavar="N", help="number of programs [100]")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="of the programs [1]")
    arguments = parser.parse_args()
    peer, binary = Peer(), arguments.binary or find_binary()
    count = wrong = refused = 0
    for case in exported(arguments.programs, arguments.seed):
        count += 1
        try:
            refused += check(peer, binary, case) is not None
        except Exception as error:  # XLA's have no common class
            wrong += 1
            print(f"{case.name} ({case.shapes()}): {' '.join(str(error).split())[:300]}", flush=True)
    print(f"{count} calls, {refused} of them refused, {wrong} wrong")
    return int(wrong > 0)
