"""Compiles programs with IREE for the CPU, and runs them."""

from collections.abc import Sequence

import numpy as np
from programs.iree import Call, Failed, NotCompiled, compile_text

from ..answers import Run, refusing


def run_program(text: str, input_type: str, case: dict, options: Sequence[str] = ()) -> Run:
    """Returns how a program is run on the arguments of a call."""
    with refusing(NotCompiled):
        module = compile_text(text, input_type, options)
    is_boolean = case["steps"][-1]["type"]["element"] == "i1"

    @refusing(Failed)
    def run(arguments: Sequence[np.ndarray]) -> np.ndarray:
        result = Call(module, "main", arguments).results()[0]
        return result.astype(np.bool_) if is_boolean else result

    return run
