"""IREE, which gets the program in CHLO as it is."""

from ..answers import Run, require_no
from ..chlo import program
from .iree import run_program


def compile_case(case: dict) -> Run:
    require_no(case, "bounded")
    return run_program(program(case), "stablehlo", case)
