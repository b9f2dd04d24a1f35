"""ONNX's checker, and its reference evaluator."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from onnx.reference import ReferenceEvaluator

from ..answers import Refused, Run, serve
from .onnx_model import model


def compile_case(case: dict) -> Run:
    evaluator = ReferenceEvaluator(model(case))

    def run(arguments: Sequence[np.ndarray]) -> np.ndarray:
        try:
            named = {f"arg{number}": array for number, array in enumerate(arguments)}
            return np.asarray(evaluator.run(None, named)[0])
        except (ValueError, RuntimeError, TypeError) as error:
            raise Refused(error) from error

    return run


if __name__ == "__main__":
    serve(compile_case)
