"""StableHLO's `chlo-legalize-to-stablehlo`, as jaxlib contains it, with XLA's CPU behind it."""

from numeric.peer import Module, Peer, PeerError

from ..answers import Refused, Run, serve
from ..chlo import program
from .xla import run_program

_LEGALIZE = "func.func(chlo-legalize-to-stablehlo),func.func(shape-legalize-to-stablehlo)"


def main() -> None:
    peer = Peer()

    def compile_case(case: dict) -> Run:
        try:
            text = Module(peer, program(case)).run(_LEGALIZE).text()
        except PeerError as error:
            raise Refused(error) from error
        return run_program(peer, text, case)

    serve(compile_case)


if __name__ == "__main__":
    main()
