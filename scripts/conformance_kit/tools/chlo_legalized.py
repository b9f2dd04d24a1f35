"""StableHLO's `chlo-legalize-to-stablehlo`, as jaxlib contains it, with XLA's CPU behind it."""

from numeric.peer import Module, PeerError

from ..answers import Run, refusing
from ..chlo import program
from .xla import peer, run_program

_LEGALIZE = "func.func(chlo-legalize-to-stablehlo),func.func(shape-legalize-to-stablehlo)"


def compile_case(case: dict) -> Run:
    with refusing(PeerError):
        text = Module(peer(), program(case)).run(_LEGALIZE).text()
    return run_program(text, case)
