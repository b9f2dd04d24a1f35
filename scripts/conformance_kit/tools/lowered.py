"""A command that lowers a file of CHLO to StableHLO, with XLA's CPU behind it.

The arguments are those of the command.
"""

import sys

from ..answers import Refused, Run, run_command
from ..files import program_path
from .xla import run_program


def lower(command: list[str], case: dict) -> str:
    """Returns what a command prints for the program of a case."""
    done = run_command([*command, str(program_path(case))])
    if done.returncode != 0:
        raise Refused(done.stderr or f"exit code {done.returncode}")
    return done.stdout


def compile_case(case: dict) -> Run:
    return run_program(lower(sys.argv[1:], case), case)
