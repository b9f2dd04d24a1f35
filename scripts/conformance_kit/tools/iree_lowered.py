"""A command that lowers a file of CHLO for IREE, with IREE behind it.

python -m conformance_kit.tools.iree_lowered COMMAND [ARGUMENT...]
"""

import sys

from ..answers import Run, require_no, serve
from .iree import run_program
from .lowered import lower


def compile_case(case: dict) -> Run:
    require_no(case, "bounded")
    return run_program(lower(sys.argv[1:], case), "stablehlo", case)


if __name__ == "__main__":
    serve(compile_case)
