"""A command that lowers a file of CHLO for IREE, with IREE behind it.

The arguments are those of the command.
"""

import sys

from ..answers import Run, require_no
from .iree import run_program
from .lowered import lower


def compile_case(case: dict) -> Run:
    require_no(case, "bounded")
    return run_program(lower(sys.argv[1:], case), "stablehlo", case)
