"""Specialises dynamic programs for given sizes, and compares with jaxlib's refinement of shapes.

Each program is specialised with `--target=xla --shapes=...`. No dynamic dim may be left; jaxlib compiles
the output without any refinement; it must have the types and the values of what jaxlib refines from
the program as it is, and at most as many ops. Where jaxlib refuses a call, so must bcast-lower.

The programs are those that JAX exports with symbolic sizes; each is specialised for two assignments.
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

# The sizes of the dimension variables, in the order of their names.
_ASSIGNMENTS = [(3, 4, 5, 6, 7, 2), (2, 6, 3, 2, 4, 5)]
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


def exported(only: str) -> Iterator[Case]:
    """The programs that JAX exports with symbolic sizes, at each assignment."""
    # It sets flags that must not be set before those of the peer.
    import export_jax_programs as jax_programs

    for family in jax_programs.FAMILIES:
        for name, function, specifications in family():
            if not any(isinstance(spec, str) for spec in specifications):
                continue
            if only not in f"{family.__name__}/{name}":
                continue
            try:
                text = jax_programs.lower(function, specifications)
            except Exception:  # what JAX does not export is no test
                continue
            shapes = [spec.shape for spec in jax_programs.specs(specifications)]
            dtypes = [spec.dtype for spec in jax_programs.specs(specifications)]
            for number, sizes in enumerate(_ASSIGNMENTS):
                yield Case(f"{family.__name__}/{name} #{number}", text, _arguments(shapes, dtypes, sizes))


def _arguments(shapes, dtypes, sizes) -> list[np.ndarray]:
    dims = [dim for shape in shapes for dim in shape if not isinstance(dim, int)]
    names = sorted({name for dim in dims for name in dim._get_vars()})
    values = dict(zip(names, sizes))
    generator = np.random.default_rng(0)

    def evaluate(dim) -> int:
        return dim if isinstance(dim, int) else int(dim._evaluate(values))

    return [
        generator.uniform(0.1, 0.9, [evaluate(dim) for dim in shape]).astype(dtype)
        for shape, dtype in zip(shapes, dtypes)
    ]


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
        tool = Tool(binary, (f"--specialize-sizes=shapes={case.shapes()}", "--cse"))
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
    parser.add_argument("--only", default="", help="only JAX's programs whose names contain this, such as shapes/")
    arguments = parser.parse_args()
    peer, binary = Peer(), arguments.binary or find_binary()
    count = wrong = refused = 0
    for case in exported(arguments.only):
        count += 1
        try:
            refused += check(peer, binary, case) is not None
        except Exception as error:  # XLA's have no common class
            wrong += 1
            print(f"{case.name} ({case.shapes()}): {' '.join(str(error).split())[:300]}", flush=True)
    print(f"{count} calls, {refused} of them refused, {wrong} wrong")
    return int(wrong > 0)
