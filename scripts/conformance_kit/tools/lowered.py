"""A command that lowers a file of CHLO to StableHLO, with XLA's CPU behind it.

python -m conformance_kit.tools.lowered COMMAND [ARGUMENT...]
"""

import sys

from numeric.peer import Peer

from ..answers import Refused, Run, run_command, serve
from ..files import program_path
from .xla import run_program


def lower(command: list[str], case: dict) -> str:
    """Returns what a command prints for the program of a case."""
    done = run_command([*command, str(program_path(case))])
    if done.returncode != 0:
        raise Refused(done.stderr or f"exit code {done.returncode}")
    return done.stdout


def main() -> None:
    command = sys.argv[1:]
    peer = Peer()

    def compile_case(case: dict) -> Run:
        return run_program(peer, lower(command, case), case)

    serve(compile_case)


if __name__ == "__main__":
    main()
